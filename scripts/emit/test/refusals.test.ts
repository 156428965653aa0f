/** What no client can be written for is refused, with its place in the contract. */
import { beforeEach, expect, test } from "vitest";
import { asObject, type OpenApiDocument } from "openapi-gaps/document";
import { bundleContract, readBundle } from "../../support/contract.ts";
import { generateFiles } from "../generate.ts";
import { examplesOf } from "../model/messages.ts";
import { readModel } from "../model/model.ts";
import { goPolicy } from "../policy.ts";

let document: OpenApiDocument;
beforeEach(async () => void (document = await readBundle()));

const schema = (name: string) => document.components.schemas[name]!;
const properties = (name: string) => asObject(schema(name)["properties"]);
const operation = () => asObject(document.paths["/api/hp_job/{job_id}"]?.["get"]);
const responses = () => asObject(operation()["responses"]);
const pointer = "#/paths/~1api~1hp_job~1{job_id}/get";
const csv = { description: "", content: { "text/csv": {} } };
const inline = { description: "", content: { "application/json": { schema: { type: "object" } } } };

test.each<[what: string, change: () => unknown, says: string]>([
  [
    "a schema whose name has no letters",
    () => (document.components.schemas["5-2"] = {}),
    "#/components/schemas/5-2: A client has no legal name for it",
  ],
  [
    "two schemas of one name in code",
    () => (document.components.schemas["Hp-Job"] = {}),
    "#/components/schemas/Hp-Job: A client would call it HpJob, as it calls HpJob. Rename one",
  ],
  [
    "a choice that nobody can tell apart",
    () => delete schema("Actor")["discriminator"],
    "#/components/schemas/Actor: give the oneOf a discriminator",
  ],
  [
    "a branch without its const",
    () => delete asObject(properties("VideoActor")["use"])["const"],
    "#/components/schemas/Actor: make each branch of the oneOf a component whose use is a const",
  ],
  [
    "a schema that is sent and comes back",
    () => (properties("HpJob")["segment"] = { $ref: "#/components/schemas/HpVariable" }),
    "#/components/schemas/HpVariable: it is sent, and it comes back",
  ],
  [
    "a placeholder without a parameter",
    () => delete operation()["parameters"],
    `${pointer}: {job_id} is not described`,
  ],
  [
    "a response that is not JSON",
    () => (responses()["2XX"] = csv),
    `${pointer}/responses/2XX: the clients speak application/json only`,
  ],
  [
    "a response without a name",
    () => (responses()["2XX"] = inline),
    `${pointer}/responses/2XX: give the schema a name`,
  ],
  [
    "a response that is no object",
    () => Object.assign(schema("HpJob"), { type: "array", properties: undefined }),
    `${pointer}/responses: HpJob is no object with properties`,
  ],
  [
    "two responses of two codes",
    () => (operation()["responses"] = { 200: responses()["2XX"]!, 201: responses()["2XX"]! }),
    `${pointer}/responses: a call has one type of response, and 200, 201 have one each`,
  ],
])("%s", (_, change, says) => {
  change();
  expect(() => readModel(document)).toThrow(says);
});

test.each<[language: string, type: string, field: string]>([
  ["Python", "HpJob", "5th"],
  ["Go", "HpJobInput", "5th"],
  ["Go", "HpJob", "jobId"],
])(
  "%s names the field of %s that it has no name for, at its line of the source",
  async (_, type, field) => {
    properties(type)[field] = { type: "string" };
    const problem = {
      file: expect.stringMatching(`^openapi/.*${type}\\.yaml$`),
      rule: "generate",
      message: expect.stringContaining(`#/components/schemas/${type}/properties/${field}: `),
    };
    await expect(generateFiles({ ...bundleContract(), document })).rejects.toMatchObject({
      name: "UserError",
      problems: [expect.objectContaining(problem)],
    });
  },
);

test.each([
  [
    "two operations of one name",
    () =>
      (asObject(document.paths["/api/avatars/custom"]?.["get"])["operationId"] =
        "listPublicAvatar"),
    "openapi/avatars/avatars_custom.yaml",
    "The command line would call it avatars list --public, as it calls listPublicAvatars. Rename",
  ],
  [
    "two fields of one flag",
    () => (properties("HpJobInput")["project-name"] = { type: "string" }),
    "openapi/hp/hp_job.yaml",
    "The command line would call it --project-name, as it calls project_name. Rename",
  ],
])("%s on the command line", async (_, change, file, says) => {
  change();
  await expect(generateFiles({ ...bundleContract(), document })).rejects.toMatchObject({
    problems: [expect.objectContaining({ file, message: expect.stringContaining(says) })],
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
  const before = examplesOf(document, operation());
  operation()["responses"] = { 200: responses()["2XX"]! };
  expect(before.length).toBeGreaterThan(0);
  expect(examplesOf(document, operation())).toEqual(before);
});
