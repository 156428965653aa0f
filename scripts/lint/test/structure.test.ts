/** Our rules of `redocly.yaml`: documents that they accept, and documents that they reject, as `npm run lint` tells it. */
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { root } from "../../support/locations.ts";
import type { Problem } from "openapi-gaps";
import { lintFiles } from "../lint.ts";

const contract = (parts: object) => ({
  openapi: "3.1.1",
  info: { title: "Contract", version: "1.0.0" },
  ...parts,
});
const withSchemas = (schemas: object) => contract({ components: { schemas } });
const withSchema = (Thing: object) => withSchemas({ Thing });
const withOperation = (operation: object, path = "/things", method = "get") =>
  contract({ paths: { [path]: { [method]: operation } } });
const named = (method: string, path: string, operationId: string) =>
  withOperation({ operationId }, path, method);
const withSummary = (summary: string) => withOperation({ summary });
const withProperty = (name: string, schema: unknown) =>
  withSchema({ properties: { [name]: schema } });
const name = { $ref: "#/components/schemas/Name" };
const withInner = (inner: object) =>
  withProperty("actor", { ...described, properties: { name: inner } });
const withName = (Name: object, beside: object = described) =>
  withSchemas({ Name, Thing: { properties: { name: { ...name, ...beside } } } });
const withParameter = (parameter: object) =>
  withOperation({ parameters: [{ name: "name", ...parameter }] });
const described = { description: "Names the thing." };
const text = { ...described, type: "string" };
const shown = { ...text, examples: ["a"] };

const accepted: [fact: string, document: object][] = [
  ["create for POST", named("post", "/jobs", "createHpJob")],
  ["replace for PUT", named("put", "/jobs/{job_id}", "replaceHpJob")],
  ["update for PATCH", named("patch", "/jobs/{job_id}", "updateHpJob")],
  ["delete for DELETE", named("delete", "/jobs/{job_id}", "deleteHpJob")],
  ["list for GET of a collection", named("get", "/avatars/public", "listPublicAvatars")],
  ["get for GET by an identifier", named("get", "/jobs/{job_id}", "getHpJob")],
  ["get for GET below an identifier", named("get", "/jobs/{job_id}/log", "getJobLog")],
  ["any name for another method", named("head", "/jobs", "probe")],
  ["a sentence", withSummary("Create a lipsync video")],
  ["acronyms", withSummary("Get the URLs of an HP job")],
  ["a name in code", withSummary("Segments under `Variables`")],
  ["a name that the specification writes so", withSummary("Send the Authorization header")],
  ["an info summary", contract({ info: { title: "", version: "", summary: "a. B." } })],
  ["snake_case", withProperty("base_video_url", described)],
  ["a description of its own", withProperty("name", described)],
  [
    "the description of its schema",
    withSchemas({ Name: described, Thing: { properties: { name } } }),
  ],
  ["a property that is forbidden", withProperty("name", false)],
  ["a condition, which describes nothing", withSchema({ if: { properties: { name: {} } } })],
  ["an example of its own", withProperty("name", shown)],
  ["the example of its schema", withName(shown)],
  ["an example beside a reference", withName(text, { examples: ["a"] })],
  ["a constant", withProperty("name", { ...described, const: "text" })],
  ["an object, whose properties show theirs", withInner(shown)],
  ["a list and a choice, whose parts show theirs", withName({ items: { oneOf: [shown] } })],
  ["a parameter with an example", withParameter({ example: "a", schema: text })],
  ["a parameter whose schema shows one", withParameter({ schema: shown })],
  ["a title that is the name in words", withSchemas({ HpJobReceipt: { title: "HP job receipt" } })],
  ["the title of a field", withProperty("name", { ...described, title: "ID" })],
];

const withoutExample: [fact: string, document: object][] = [
  ["a scalar", withProperty("name", text)],
  ["an empty list of examples", withProperty("name", { ...text, examples: [] })],
  ["a closed list of values", withProperty("name", { ...described, enum: ["a", "b"] })],
  ["a reference to a schema that shows none", withName(text)],
  ["a property within an object", withInner(text)],
  ["a parameter whose schema shows none", withParameter({ schema: text })],
];

const undescribed = [/name:/, /"name" has no description. Say what it is for/] as const;

/** The line that is named, and what is said of it. */
const rejected: [fact: string, rule: string, document: object, line: RegExp, says: RegExp][] = [
  ...(
    [
      ["post", "post", "/jobs", "startHpJob", /create…/],
      ["post", "post", "/jobs", "create_hp_job", /lowerCamelCase/],
      ["put", "put", "/jobs/{job_id}", "putHpJob", /replace…/],
      ["patch", "patch", "/jobs/{job_id}", "patchHpJob", /update…/],
      ["delete", "delete", "/jobs/{job_id}", "removeHpJob", /delete…/],
      ["list", "get", "/avatars", "getAvatars", /list…/],
      ["get", "get", "/jobs/{job_id}", "listHpJob", /Name the operation get… in/],
      ["get-below", "get", "/jobs/{job_id}/logs", "readHpJobLogs", /get… or list…/],
    ] as const
  ).map(([rule, method, path, id, says]): (typeof rejected)[number] => [
    `${id} for ${method} ${path}`,
    `rule/operation-id-verb-${rule}`,
    named(method, path, id),
    new RegExp(`operationId: ${id}$`),
    says,
  ]),
  ...["create a job", "Create a job.", "Create A Job", "A LIPSYNC video", "Lo".repeat(31)].map(
    (summary): (typeof rejected)[number] => [
      summary,
      "rule/summary-sentence-case-of-operations",
      withSummary(summary),
      /summary:/,
      /Write at most 60 characters, .+ as in "Create an HP job"/,
    ],
  ),
  [
    "a path in title case",
    "rule/summary-sentence-case-of-paths",
    contract({ paths: { "/jobs": { summary: "HP Jobs" } } }),
    /HP Jobs/,
    /capitals only at the start/,
  ],
  [
    "a tag in title case",
    "rule/summary-sentence-case-of-tags",
    contract({ tags: [{ name: "HP Jobs" }] }),
    /HP Jobs/,
    /capitals only at the start/,
  ],
  [
    "an example with a full stop",
    "rule/summary-sentence-case-of-examples",
    contract({ components: { examples: { One: { summary: "An avatar speaks." } } } }),
    /An avatar speaks/,
    /no full stop/,
  ],
  [
    "camelCase, however deep",
    "rule/property-name-case",
    withProperty("actor", { ...described, properties: { videoUrl: described } }),
    /videoUrl:/,
    /"videoUrl" should use snake_case, as in base_video_url/,
  ],
  ["no description", "house/property-described", withProperty("name", {}), ...undescribed],
  [
    "a reference to a schema without a description",
    "house/property-described",
    withSchemas({ Name: {}, Thing: { properties: { name } } }),
    ...undescribed,
  ],
  ...withoutExample.map(([fact, document]): (typeof rejected)[number] => [
    `without an example: ${fact}`,
    "house/property-has-example",
    document,
    /name:/,
    /"name" shows no example\. Add examples: \[\.\.\.\]/,
  ]),
  [
    "a schema in snake_case",
    "house/schema-name",
    withSchemas({ job_status: {} }),
    /job_status:/,
    /Name the schema job_status in PascalCase, as in HpJobStatus/,
  ],
  [
    "a title that is another name",
    "house/schema-name",
    withSchemas({ LipsyncReceipt: { title: "Created lipsync job" } }),
    /title:/,
    /LipsyncReceipt would be another type to them\. Write title: Lipsync receipt/,
  ],
];

const isOurs = (rule: string) => /^(rule|house)\//.test(rule);
const found = new Map<string, Problem[]>();

beforeAll(async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "rules-"));
  const documents = [...accepted, ...rejected.map(([, , document]) => ["", document] as const)];
  const files = documents.map((_, index) => join(folder.path, `${index}.yaml`));
  await Promise.all(files.map((file, index) => writeFile(file, stringify(documents[index]![1]))));
  const problems = (await lintFiles(files)).filter(({ rule }) => isOurs(rule));
  for (const [file, ofFile] of Map.groupBy(problems, ({ file }) => basename(file))) {
    found.set(file, ofFile);
  }
});

test.each(accepted.map(([fact], index) => [fact, index] as const))("accepts %s", (_, index) => {
  expect(found.get(`${index}.yaml`)).toBeUndefined();
});

test.each(rejected.map((facts, index) => [facts[0], index, facts] as const))(
  "rejects %s",
  (_, index, [, rule, document, line, says]) => {
    const [problem, ...others] = found.get(`${accepted.length + index}.yaml`) ?? [];
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      rule,
      severity: "error",
      message: expect.stringMatching(says),
    });
    expect(stringify(document).split("\n")[problem!.line - 1]).toMatch(line);
  },
);

test("every rule rejects something, and is explained in the README", async () => {
  const settings = parse(await readFile(join(root, "redocly.yaml"), "utf8")) as { rules: object };
  const ours = Object.keys(settings.rules).filter(isOurs);
  expect(new Set(rejected.map(([, rule]) => rule))).toEqual(new Set(ours));
  const readme = await readFile(join(root, "scripts/lint/README.md"), "utf8");
  const headings = [...readme.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading!);
  for (const rule of ours) {
    const isExplained = headings.some((heading) => rule.split("/")[1]!.startsWith(heading));
    expect(isExplained, rule).toBe(true);
  }
});
