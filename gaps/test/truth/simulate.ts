/**
 * One run of the simulation: of a service whose truth is known some traffic is recorded, proposed from and applied, and 1,000
 * further exchanges are held against the document.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Checker } from "../../src/api/checker.ts";
import type { Exchange } from "../../src/api/exchange.ts";
import { BaseAddress, type Match } from "../../src/api/interface.ts";
import { planChanges } from "../../src/close/apply.ts";
import { proposeChanges } from "../../src/close/propose.ts";
import { isObject, type Json, type OpenApiDocument } from "../../src/document/document.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { readHar } from "../../src/evidence/har.ts";
import { harOf } from "../evidence/support/recording.ts";
import { factsOf, statementsOf, typeOf } from "./judge.ts";
import { documentOf } from "./document.ts";
import type { Service } from "./service.ts";
import { drawExchanges } from "./traffic.ts";

export const [recorded, further] = [120, 1000];

/** Operation, code, place and type: `get-order 200 /items/0<large>/note string`, each item as the first, with its kind. */
type SeenTypes = Set<string>;

/**
 * What was written and is wrong, how many statements were written, and how many types further exchanges had that were never recorded.
 *
 * @param folder to write into
 * @param plant puts a fault into the document that was written
 */
export function simulate(
  truth: Service,
  folder: string,
  plant: (document: OpenApiDocument) => void = () => {},
) {
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const file = write("truth.json", JSON.stringify(documentOf(truth), null, 2));
  const before = readDocument(file);
  const calls = drawExchanges(truth, recorded, 1);
  const recording = write("recorded.har", harOf(calls));
  const { overlay } = proposeChanges(before.document, [recording], { environment: "truth" });
  for (const [path, { after }] of planChanges(before, overlay).changes) writeFileSync(path, after);
  const { document } = readDocument(file);
  const facts = factsOf(before.document, calls);
  plant(document);
  const statements = statementsOf(before.document, document);
  const wrong = statements
    .filter((each) => !facts.has(each))
    .map((each) => `no answer shows ${each}`);
  const seen = typesIn(document, recording);
  const held = hold(document, write("further.har", harOf(drawExchanges(truth, further, 2))), seen);
  return {
    wrong: [...wrong, ...held.contradictions],
    newTypes: held.newTypes,
    statements: statements.length,
  };
}

function* callsOf(document: OpenApiDocument, recording: string) {
  const checker = Checker.of(document);
  const base = BaseAddress.of(document, undefined);
  for (const exchange of readHar(recording)) {
    const path = base.pathBelow(exchange);
    const match = path === undefined ? undefined : checker.interface.match(exchange.method, path);
    if (match) yield { checker, exchange, match };
  }
}

export function typesIn(document: OpenApiDocument, recording: string): SeenTypes {
  const calls = [...callsOf(document, recording)];
  return new Set(calls.flatMap(({ exchange, match }) => [...typesOf(match, exchange)]));
}

function* typesOf({ operation }: Match, { status, response }: Exchange) {
  function* visit(value: Json, at: string): Generator<string> {
    yield `${operation.operationId} ${status} ${at} ${typeOf(value)}`;
    const kind = isObject(value) && "kind" in value ? `<${String(value["kind"])}>` : "";
    if (typeof value === "object" && value !== null)
      for (const [key, child] of Object.entries(value))
        yield* visit(child, `${at}${kind}/${Array.isArray(value) ? "0" : key}`);
  }
  if (response.json !== undefined) yield* visit(response.json as Json, "");
}

/** What contradicts a document, but for types that were never seen there. */
export function hold(document: OpenApiDocument, recording: string, seen: SeenTypes) {
  const contradictions: string[] = [];
  let newTypes = 0;
  for (const { checker, exchange, match } of callsOf(document, recording)) {
    const problems = checker.problems(match, exchange);
    if (problems.length === 0) continue;
    const fresh = [...typesOf(match, exchange)].filter((type) => !seen.has(type));
    const ofFresh = problems.filter(({ place, problem }) => {
      // The keys of a map are not told.
      const pattern = place.replaceAll(/\/\d+(?=\/|$)/g, "/0").replaceAll("{…}", "[^/]+");
      const isThere = new RegExp(` ${pattern} \\w+$`);
      const isOfType = problem.startsWith("must be ") && !place.startsWith("request");
      return isOfType && fresh.some((type) => isThere.test(type.replaceAll(/<\w+>/g, "")));
    });
    newTypes += ofFresh.length;
    for (const { place, problem } of problems) {
      // What holds such a value is none of the branches of its choice.
      const isOfFresh = ofFresh.some((each) => `${each.place}/`.startsWith(`${place}/`));
      if (!isOfFresh) contradictions.push(`${match.operation.operationId} ${place}: ${problem}`);
    }
  }
  return { contradictions: [...new Set(contradictions)], newTypes };
}
