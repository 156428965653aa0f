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

test.each([
  ["retries: 2", /: retries has no comment\. Write above it why/],
  ["# Why.\nretries: -1", /yaml:2: retries must be a whole number/],
])("a value of the policy: %j", async (policy, says) => {
  await using folder = await temporaryFolder();
  const file = await folder.write("policy.yaml", policy);
  expect(() => readPolicy(file)).toThrow(says);
});

test("an operation whose success has a code of its own keeps its examples", () => {
  const operation = asObject(document.paths["/api/hp_job/{job_id}"]?.["get"]);
  const before = examplePairsOf(document, operation);
  const [success = ""] = successesOf(operation);
  operation["responses"] = { 207: asObject(operation["responses"])[success]! };
  expect(before.length).toBeGreaterThan(0);
  expect(examplePairsOf(document, operation)).toEqual(before);
});
