/** A proof by simulation, for some seconds; in the night for as many as `TRUTH_SECONDS` says. */
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { isObject, type Json, type JsonObject } from "../../src/document/document.ts";
import { service } from "./service.ts";
import { further, simulate } from "./simulate.ts";

const seconds = Number(process.env["TRUTH_SECONDS"] ?? 0);
const ofTruth = { timeout: (seconds + 240) * 1000 };
const { path: folder, remove } = await temporaryFolder();
afterAll(remove);

it("whatever is proposed from recordings stays true of the service", ofTruth, () => {
  const total = { services: 0, statements: 0, newTypes: 0 };
  fc.assert(
    fc.property(service, (truth) => {
      const { wrong, newTypes, statements } = simulate(truth, folder);
      expect(wrong).toEqual([]);
      total.services++;
      total.statements += statements;
      total.newTypes += newTypes;
    }),
    seconds > 0
      ? { numRuns: 1e9, plugins: [fc.interruptAfterTimeLimit(seconds * 1000)] }
      : { numRuns: 8 },
  );
  expect(total.statements).toBeGreaterThan(total.services);
  console.log(
    `${total.services} services, ${total.statements} statements, ${total.services * further} further exchanges, of which ${total.newTypes} had a type that was never recorded.`,
  );
});

/** Puts what the first object has under a key into all others. */
function shareFirst(under: string) {
  let first: object | undefined;
  return (key: string, value: object) =>
    key === under ? { ...(first ??= value), ...value } : value;
}

/** Each is put into all that was written. */
it.each<[string, (key: string, value: JsonObject) => unknown, RegExp]>([
  ["a wrong operation", shareFirst("responses"), /no answer shows .*get\/responses\/\d+/],
  ["a wrong place", shareFirst("properties"), /no answer shows .*schemas.*\/properties\/\w+/],
  [
    "a closed list",
    (_, node) =>
      "x-extensible-enum" in node ? { ...node, enum: node["x-extensible-enum"] } : node,
    /\/state: must be equal to one of the allowed values/,
  ],
  [
    "a required mark",
    (_, node) =>
      "properties" in node ? { ...node, required: Object.keys(node["properties"]!) } : node,
    /must have required property/,
  ],
  ["a dropped example", (_, { example, ...node }) => node, /lost: .*\/example/],
])("a fault in what is written is noticed: %s", (_, plant, problem) => {
  const services = fc.sample(service, { seed: 4, numRuns: 5 });
  const reviver = (key: string, value: Json) => (isObject(value) ? plant(key, value) : value);
  const wrong = services.flatMap(
    (each) =>
      simulate(each, folder, (document) => JSON.parse(JSON.stringify(document), reviver)).wrong,
  );
  expect(wrong.join("\n")).toMatch(problem);
});
