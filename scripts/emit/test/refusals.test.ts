/** What no client can be written for is refused, with its place in the contract and in the source. */
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parseFile } from "openapi-gaps";
import {
  asObject,
  type Json,
  type OpenApiDocument,
  parsePointer,
  valueAt,
} from "openapi-gaps/document";
import { bundleContract } from "../../support/contract.ts";
import { generateFiles } from "../generate.ts";
import { examplePairsOf, successesOf } from "../model/messages.ts";
import { readPolicy } from "../policy.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

interface Refusal {
  what: string;
  at: string;
  value?: Json;
  file?: string;
  says: string;
}

const refusals = parseFile(join(import.meta.dirname, "refusals.yaml")) as unknown as Refusal[];
let document: OpenApiDocument;
beforeEach(() => void ({ document } = bundleContract()));

test.each(refusals)("$what", async ({ at, value, file, says }) => {
  const path = parsePointer(at);
  const holder = asObject(valueAt(document, path.slice(0, -1)));
  if (value === undefined) delete holder[path.at(-1)!];
  else holder[path.at(-1)!] = value;
  const place = { file: file ?? expect.stringMatching("^openapi/"), rule: "generate" };
  await expect(generateFiles({ ...bundleContract(), document })).rejects.toMatchObject({
    name: "UserError",
    problems: [expect.objectContaining({ ...place, message: expect.stringContaining(says) })],
  });
});

test.each<[policy: string, says: RegExp]>([
  ["retries: 2", /: retries has no comment\. Write above it why/],
  ["# Why.\nretries: -1", /yaml:2: retries must be a whole number/],
  ["# Why.\nretries: 1.5", /retries must be a whole number of 0 or more\./],
  ["# Why.\nretryGrowth: -0.1", /retryGrowth must be a number of 0 or more\./],
  ["# Why.\nretryJitter: a", /retryJitter must be a number of 0 or more\./],
  ['# Why.\nlikePattern: ""', /likePattern must be a text\./],
  ["# Why.\ntokenVariable: MY-TOKEN", /tokenVariable must be a name\./],
  ...["retryStatuses", "safeHeaders", "fileEndings", "refusedNetworks"].map(
    (name): [string, RegExp] => [`# Why.\n${name}: []`, new RegExp(`${name} must be a list\\.`)],
  ),
])("a value of the policy: %j", async (policy, says) => {
  await using folder = await temporaryFolder();
  const file = await folder.write("policy.yaml", policy);
  expect(() => readPolicy(file)).toThrow(says);
});

test("values of the policy at their bounds are taken", async () => {
  await using folder = await temporaryFolder();
  const values = { retries: 0, retryGrowth: 0, likePattern: "a", tokenVariable: "A_1" };
  const lines = Object.entries(values).map(
    ([name, value]) => `# Why,\n# twice.\n${name}: ${value}\n`,
  );
  const policy = readPolicy(await folder.write("policy.yaml", lines.join("\n")));
  expect(policy).toEqual(
    Object.entries(values).map(([name, value]) => ({ name, value, comment: "Why, twice." })),
  );
});

test("an operation whose success has a code of its own keeps its examples", () => {
  const operation = asObject(document.paths["/api/hp_job/{job_id}"]?.["get"]);
  const before = examplePairsOf(document, operation);
  const [success = ""] = successesOf(operation);
  operation["responses"] = { 207: asObject(operation["responses"])[success]! };
  expect(before.length).toBeGreaterThan(0);
  expect(examplePairsOf(document, operation)).toEqual(before);
});
