/** What no client can be written for is refused, with its place in the contract and in the source. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import {
  asObject,
  type Json,
  type OpenApiDocument,
  parsePointer,
  valueAt,
} from "openapi-gaps/document";
import { bundleContract, readBundle } from "../../support/contract.ts";
import { generateFiles } from "../generate.ts";
import { examplesOf } from "../model/messages.ts";
import { goPolicy } from "../policy.ts";

interface Refusal {
  what: string;
  at: string;
  value?: Json;
  file?: string;
  says: string;
}

const list = readFileSync(join(import.meta.dirname, "refusals.yaml"), "utf8");
let document: OpenApiDocument;
beforeEach(async () => void (document = await readBundle()));

test.each(parse(list) as Refusal[])("$what", async ({ at, value, file, says }) => {
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

test("a value of the policy without a reason, at its line", () => {
  const message = expect.stringMatching(/^retries has no comment\. Write above it why/);
  expect(() => goPolicy("# Why.\nwait: 1\n\nretries: 2\n")).toThrow(
    expect.objectContaining({
      problems: [expect.objectContaining({ file: "clients/policy.yaml", line: 4, message })],
    }),
  );
});

test("an operation whose success has a code of its own keeps its examples", () => {
  const operation = asObject(document.paths["/api/hp_job/{job_id}"]?.["get"]);
  const before = examplesOf(document, operation);
  operation["responses"] = { 200: asObject(operation["responses"])["2XX"]! };
  expect(before.length).toBeGreaterThan(0);
  expect(examplesOf(document, operation)).toEqual(before);
});
