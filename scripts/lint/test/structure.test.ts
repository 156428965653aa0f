/** Our rules of `redocly.yaml`: each with a document that it accepts and one that it rejects, as `npm run lint` tells it. */
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
const operation = (method: string, path: string, node: object) =>
  contract({ paths: { [path]: { [method]: node } } });
const named = (method: string, path: string, operationId: string) =>
  operation(method, path, { operationId });
const summary = (text: string) => operation("get", "/things", { summary: text });
const schemas = (of: object) => contract({ components: { schemas: of } });
const property = (name: string, schema: unknown) =>
  schemas({ Thing: { properties: { [name]: schema } } });
const referring = (Name: object, beside: object = {}) =>
  schemas({
    Name,
    Thing: { properties: { name: { $ref: "#/components/schemas/Name", ...beside } } },
  });
const parameter = (schema: object) =>
  operation("get", "/things", { parameters: [{ name: "name", schema }] });
const parameterIn = (place: string) =>
  operation("get", "/things", { parameters: [{ name: "name", in: place, schema: shown }] });
const described = { description: "Names the thing." };
/** Tests a value, and describes none. */
const condition = schemas({ Thing: { not: { properties: { name: { type: "string" } } } } });
const text = { ...described, type: "string" };
const shown = { ...text, examples: ["a"] };

/** What each rule accepts and rejects, and what it says of that. */
const rules: [rule: string, accepts: object[], rejects: object[], says: RegExp][] = [
  [
    "rule/operation-id-verb-post",
    [named("post", "/jobs", "createHpJob")],
    [named("post", "/jobs", "startHpJob"), named("post", "/jobs", "create_hp_job")],
    /create… in lowerCamelCase/,
  ],
  [
    "rule/operation-id-verb-list",
    [named("get", "/avatars/public", "listPublicAvatars")],
    [named("get", "/avatars", "getAvatars")],
    /list…/,
  ],
  [
    "rule/operation-id-verb-get",
    [named("get", "/jobs/{job_id}", "getHpJob")],
    [named("get", "/jobs/{job_id}", "listHpJob")],
    /get… in/,
  ],
  [
    "rule/parameter-in-path",
    [parameterIn("path")],
    [parameterIn("query")],
    /have no place for another parameter/,
  ],
  [
    "rule/summary-sentence-case-of-operations",
    ["Create a lipsync video", "Get the URLs of an HP job", "Segments under `Variables`"].map(
      summary,
    ),
    ["create a job", "Create a job.", "Create A Job", "A LIPSYNC video", "Lo".repeat(31)].map(
      summary,
    ),
    /Write at most 60 characters, .+ as in "Create an HP job"/,
  ],
  [
    "rule/summary-sentence-case-of-paths",
    [contract({ paths: { "/jobs": { summary: "HP jobs" } } })],
    [contract({ paths: { "/jobs": { summary: "HP Jobs" } } })],
    /capitals only at the start/,
  ],
  [
    "rule/summary-sentence-case-of-tags",
    [contract({ tags: [{ name: "HP jobs" }] })],
    [contract({ tags: [{ name: "HP Jobs" }] })],
    /capitals only at the start/,
  ],
  [
    "rule/summary-sentence-case-of-examples",
    [contract({ components: { examples: { One: { summary: "An avatar speaks" } } } })],
    [contract({ components: { examples: { One: { summary: "An avatar speaks." } } } })],
    /no full stop/,
  ],
  [
    "rule/property-name-case",
    [property("base_video_url", described)],
    [property("actor", { ...described, properties: { videoUrl: described } })],
    /"videoUrl" should use snake_case, as in base_video_url/,
  ],
  [
    "project/property-described",
    [property("name", described), referring(described), property("name", false), condition],
    [property("name", {}), referring({})],
    /"name" has no description. Say what it is for/,
  ],
  [
    "project/property-has-example",
    [
      property("name", shown),
      referring(shown),
      referring(text, shown),
      parameter(shown),
      condition,
    ],
    [property("name", { ...described, enum: ["a"] }), referring(text), parameter(text)],
    /"name" shows no example\. Add examples: \[\.\.\.\]/,
  ],
];

const isOurs = (rule: string) => /^(rule|project)\//.test(rule);
const documents = rules.flatMap(([, accepts, rejects]) => [...accepts, ...rejects]);
const found = new Map<object, Problem[]>();

beforeAll(async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "rules-"));
  const files = documents.map((_, index) => join(folder.path, `${index}.yaml`));
  await Promise.all(files.map((file, index) => writeFile(file, stringify(documents[index]))));
  for (const problem of await lintFiles(files)) {
    const document = documents[Number(basename(problem.file, ".yaml"))]!;
    if (isOurs(problem.rule)) found.set(document, [...(found.get(document) ?? []), problem]);
  }
});

test.each(rules)("%s", (rule, accepts, rejects, says) => {
  for (const document of accepts) expect(found.get(document), stringify(document)).toBeUndefined();
  for (const document of rejects)
    expect(found.get(document), stringify(document)).toEqual([
      expect.objectContaining({ rule, severity: "error", message: expect.stringMatching(says) }),
    ]);
});

test("a linter that fails is told from one that finds nothing", async () => {
  await expect(lintFiles(["no-such-file.yaml"])).rejects.toThrow(
    /A linter failed\. It said:\n+no-such-/,
  );
});

test("every rule of ours is tried here, and explained in the README", async () => {
  const settings = parse(await readFile(join(root, "redocly.yaml"), "utf8")) as { rules: object };
  const ours = Object.keys(settings.rules).filter(isOurs);
  expect(rules.map(([rule]) => rule).toSorted()).toEqual(ours.toSorted());
  const readme = await readFile(join(root, "scripts/lint/README.md"), "utf8");
  const headings = [...readme.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading!);
  for (const rule of ours)
    expect(headings.some((heading) => rule.split("/")[1]!.startsWith(heading))).toBe(true);
});
