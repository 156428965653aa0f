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
import type { Json, OpenApiDocument } from "../../src/document/document.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { readHar } from "../../src/evidence/har.ts";
import { harOf } from "../evidence/support/recording.ts";
import { type Facts, factsOf, statementsOf, typeOf } from "./judge.ts";
import { documentOf, type Service } from "./service.ts";
import { drawExchanges } from "./traffic.ts";

export const [recorded, further] = [120, 1000];

/** The types that answers had, by operation and place: `get-order 200/items/0/note string`, each item as the first. */
type SeenTypes = Set<string>;

export interface Outcome {
  /** What is wrong. */
  wrong: string[];
  /** Further exchanges of which a place has a JSON type that no recorded one had. */
  newTypes: number;
  /** Statements that were written. */
  statements: number;
}

/**
 * @param folder to write into
 * @param plant puts a fault into the document that was written
 */
export function simulate(
  truth: Service,
  folder: string,
  plant: (document: OpenApiDocument, facts: Facts) => void = () => {},
): Outcome {
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
  plant(document, facts);
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
  const types: SeenTypes = new Set();
  const visit = (value: Json, at: string): void => {
    types.add(`${at} ${typeOf(value)}`);
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value))
      visit(child, `${at}/${Array.isArray(value) ? "0" : key}`);
  };
  for (const { exchange, match } of callsOf(document, recording))
    if (exchange.response.json !== undefined)
      visit(exchange.response.json as Json, placeOf(match, exchange));
  return types;
}

const placeOf = ({ operation }: Match, { status }: Exchange) =>
  `${operation.operationId} ${status}`;

/** What contradicts a document, but for types that were never seen there. */
export function hold(document: OpenApiDocument, recording: string, seen: SeenTypes) {
  const contradictions: string[] = [];
  let newTypes = 0;
  for (const { checker, exchange, match } of callsOf(document, recording)) {
    const { operationId } = match.operation;
    for (const { place, problem } of checker.problems(match, exchange)) {
      const keys = place.split("/").slice(1);
      let value = exchange.response.json as Json | undefined;
      let at = placeOf(match, exchange);
      for (const key of keys) {
        at += `/${Array.isArray(value) ? "0" : key}`;
        value = (value as Record<string, Json> | undefined)?.[key];
      }
      const isNew = value !== undefined && !seen.has(`${at} ${typeOf(value)}`);
      if (isNew && problem.startsWith("must be ") && place.startsWith("/")) newTypes++;
      else contradictions.push(`${operationId} ${place}: ${problem}`);
    }
  }
  return { contradictions: [...new Set(contradictions)], newTypes };
}
