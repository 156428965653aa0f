/**
 * One run of the simulation: of a service whose truth is known some traffic is recorded, proposed from and applied, and 1,000
 * further exchanges are held against the document.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Checker } from "../../src/api/checker.ts";
import { BaseAddress } from "../../src/api/service-address.ts";
import { planChanges } from "../../src/close/apply.ts";
import { proposeChanges } from "../../src/close/propose.ts";
import type { OpenApiDocument } from "../../src/document/document.ts";
import { readDocument } from "../../src/document/read-document.ts";
import { readHar } from "../../src/evidence/har.ts";
import { describeUnseen } from "../../src/evidence/recordings.ts";
import { harOf } from "../evidence/support/recording.ts";
import { factsOf, statementsOf } from "./judge.ts";
import { documentOf, type Service } from "./service.ts";
import { type Drawn, drawExchanges } from "./traffic.ts";

export const [recorded, further] = [120, 1000];

/**
 * What was written and is wrong, how many statements were written, and how many types further exchanges had that were never recorded.
 *
 * @param folder to write into
 * @param plant puts a fault into the document that was written
 */
export function simulate(
  service: Service,
  folder: string,
  plant = (document: OpenApiDocument): OpenApiDocument => document,
) {
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const file = write("truth.json", JSON.stringify(documentOf(service.truth), null, 2));
  const before = readDocument(file);
  const calls = drawExchanges(service, recorded, 1);
  const recording = write("recorded.har", harOf(calls));
  const { overlay, observer } = proposeChanges(before.document, [recording], {
    environment: "truth",
  });
  for (const [path, { after }] of planChanges(before, overlay).changes) writeFileSync(path, after);
  const document = plant(readDocument(file).document);
  const facts = factsOf(calls);
  const statements = statementsOf(before.document, document);
  const wrong = statements
    .filter((each) => !facts.has(each))
    .map((each) => `no answer shows ${each}`);
  const later = drawExchanges(service, further, 2);
  const typed = statements.flatMap((each) => /^.* type /.exec(each) ?? []);
  const held = hold(document, write("further.har", harOf(later)), later, (fact) =>
    typed.some((type) => fact.startsWith(type) && !facts.has(fact)),
  );
  const isSilent =
    calls.some(({ isUnreadable, method }) => isUnreadable && method !== "HEAD") &&
    !describeUnseen(observer).some((line) => line.includes("application/xml"));
  if (isSilent) wrong.push("nothing is said of bodies that are not read");
  return {
    wrong: [...wrong, ...held.contradictions],
    newTypes: held.newTypes,
    statements: statements.length,
  };
}

const ofUnknownKind = "must be a kind that the document has";

/** What is wrong with a value of another type, and so with the choice around it. */
const ofType = /^must (be [a-z,]+|match .* schema in \w+)$/;

/**
 * What of some calls contradicts a document.
 *
 * @param excuses whether a call may do so that shows a fact: a type that was never recorded there
 */
export function hold(
  document: OpenApiDocument,
  file: string,
  calls: Drawn[],
  excuses: (fact: string) => boolean,
) {
  const contradictions = new Set<string>();
  let newTypes = 0;
  const checker = Checker.of(document);
  const base = BaseAddress.of(document, undefined);
  for (const [index, exchange] of [...readHar(file)].entries()) {
    const call = exchange.isMadeUp ? undefined : checker.calls.identify(exchange, base);
    const match = call && "operation" in call ? call : undefined;
    // A kind that the document does not have is one contradiction, whatever else its object has.
    const problems = (match ? checker.problems(match, exchange) : []).filter(
      ({ problem }) => problem !== ofUnknownKind,
    );
    if (problems.length === 0) continue;
    const isExcused = [...factsOf([calls[index]!])].some(excuses);
    const others = problems.filter(({ problem }) => !(isExcused && ofType.test(problem)));
    newTypes += problems.length - others.length;
    for (const { place, problem } of others)
      contradictions.add(`${match!.operation.operationId} ${place}: ${problem}`);
  }
  return { contradictions: [...contradictions], newTypes };
}
