/** Our rules of `redocly.yaml`: each with a document that it accepts and one that it rejects, as `npm run lint` tells it. */
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { Problem } from "openapi-gaps";
import { carried, carrying, withExtensions } from "../../../gaps/test/support/extensions.ts";
import { surroundings } from "../../../gaps/test/support/surroundings.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { root } from "../../support/locations.ts";
import { lintFiles } from "../lint.ts";

interface Rule {
  accepts: Document[];
  rejects: Document[];
  says?: string;
  /** What it rejects in every place that there is for it: by its kind, and in a path of this name. */
  inside?: { path?: string } & Record<string, object | undefined>;
}

type Document = { files?: Record<string, object> } & Record<string, unknown>;

type Places = Record<string, (part: object, path: string) => Document>;

/** Places of the parts of a document, beside those of schemas. The first of several is right, and the second is not. */
const placesOfOthers: Record<string, Places> = {
  pathItem: {
    "a path": (item, path) => ({ paths: { [path]: item } }),
    "a second path": (item, path) => ({ paths: { "/others": { put: {} }, [path]: item } }),
    "a path after another method": (item, path) => ({ paths: { [path]: { put: {}, ...item } } }),
    "a path item of the components": (item, path) => ({
      paths: { [path]: { $ref: "#/components/pathItems/A" } },
      components: { pathItems: { A: item } },
    }),
    "a file of its own": (item, path) => ({
      paths: { "/others": {}, [path]: { $ref: "part/path.yaml" } },
      files: { "part/path.yaml": item },
    }),
    "a webhook": (item, path) => ({ webhooks: { [path]: item } }),
    "a callback": (item, path) => ({
      paths: { "/a": { put: { callbacks: { A: { [path]: item } } } } },
    }),
    "a callback of the components": (item, path) => ({
      components: { callbacks: { A: { [path]: item } } },
    }),
    "a path of which something is confirmed": (item, path) => ({
      paths: { [path]: { "x-verified": [], ...item } },
    }),
  },
  parameter: {
    "an operation": (part) => ofOperation({ parameters: [part] }),
    "an operation after another one": (part) => ofOperation({ parameters: [inPath, part] }),
    "an operation of which something is confirmed": (part) =>
      ofOperation({ parameters: [part], "x-verified": [] }),
    "a path": (part) => ({ paths: { "/a": { parameters: [inPath, part] } } }),
    "the components": (part) => ({
      ...ofOperation({ parameters: [{ $ref: "#/components/parameters/A" }] }),
      components: { parameters: { A: part } },
    }),
    "a file of its own": (part) => ({
      ...ofOperation({ parameters: [{ $ref: "part/parameter.yaml" }] }),
      files: { "part/parameter.yaml": part },
    }),
    "a callback": (part) =>
      ofOperation({ callbacks: { A: { "{$url}": { post: { parameters: [part] } } } } }),
    "a webhook": (part) => ({ webhooks: { done: { post: { parameters: [part] } } } }),
  },
  example: {
    "the components": (part) => ({ components: { examples: { First: { value: 1 }, A: part } } }),
    "a request": (part) =>
      ofOperation({ requestBody: { content: { "*/*": { examples: { A: part } } } } }),
    "a response": (part) =>
      ofOperation({ responses: { default: { content: { "*/*": { examples: { A: part } } } } } }),
    "a header": (part) =>
      ofOperation({ responses: { default: { headers: { A: { examples: { A: part } } } } } }),
    "a parameter": (part) => ofOperation({ parameters: [{ ...inPath, examples: { A: part } }] }),
  },
  tag: {
    "the tags": (part) => ({ tags: [part] }),
    "the tags, after another one": (part) => ({ tags: [{ name: "Jobs" }, part] }),
  },
};
const inPath = { name: "first", in: "path", schema: { examples: ["a"] } };
const ofOperation = (operation: object): Document => ({ paths: { "/a": { post: operation } } });

/** Places of an object that carries an extension, and of one that stands in such an object. */
const placesWith = (extension: string): Record<string, Places> => {
  const on = (node: object) => carrying(node, extension);
  const inOperation = (operation: object): Document => ({ paths: { "/a": { post: operation } } });
  const schemas = withExtensions.filter(({ place }) => place.endsWith(` with ${extension}`));
  const withMethods = (item: object) =>
    Object.entries(item).map(([key, value]) => [
      key,
      typeof value === "object" ? on(value) : value,
    ]);
  return {
    schema: Object.fromEntries(schemas.map(({ place, put }) => [place, put])),
    pathItem: {
      [`a path with ${extension}`]: (item, path) => ({ paths: { [path]: on(item) } }),
      [`a path whose operations have ${extension}`]: (item, path) => ({
        paths: { [path]: Object.fromEntries(withMethods(item)) },
      }),
    },
    parameter: {
      [`a parameter with ${extension}`]: (part) => inOperation({ parameters: [on(part)] }),
      [`a parameter of an operation with ${extension}`]: (part) =>
        inOperation(on({ parameters: [part] })),
    },
    example: {
      [`an example with ${extension}`]: (part) => ({ components: { examples: { A: on(part) } } }),
      [`an example of a media type with ${extension}`]: (part) =>
        inOperation({ requestBody: { content: { "*/*": on({ examples: { A: part } }) } } }),
    },
    tag: { [`a tag with ${extension}`]: (part) => ({ tags: [on(part)] }) },
  };
};

/** What recordings showed has no example that could be told. */
const isExcused = (rule: string, place: string) =>
  rule === "project/property-has-example" &&
  /^(a (schema|field|field of a schema|field of a field of a schema|body) with) x-verified$/.test(
    place,
  );

/** Redocly reads them as OpenAPI 3.1. */
const newerPlaces = ["a method of OpenAPI 3.2", "an item of a stream"];

const { openapi, info } = { openapi: "3.1.1", info: { title: "Contract", version: "1.0.0" } };

const read = (file: string) => readFileSync(join(root, file), "utf8");
const rules = Object.entries(parse(read("scripts/lint/test/rules.yaml")) as Record<string, Rule>);
const inPlaces = rules.flatMap(([rule, { inside = {} }]) => {
  const { path = "/a", ...parts } = inside;
  return Object.entries(parts).flatMap(([kind, part]) => {
    const extended = Object.keys(carried).map((extension) => placesWith(extension)[kind]!);
    const places: Places = Object.assign(
      {},
      { schema: surroundings, ...placesOfOthers }[kind]!,
      ...extended,
    );
    return Object.entries(places)
      .filter(([place]) => !newerPlaces.includes(place))
      .map(([place, put]) => ({ rule, kind, place, document: put(part!, path) }));
  });
});
/** The same part twice, side by side; as copies, since YAML would refer from one to the other. */
const pairs: Places = {
  schema: (part) => {
    const { properties } = part as { properties: object };
    const again = Object.entries(properties).map(([name, each]) => [`${name}Again`, each]);
    const both = { ...properties, ...Object.fromEntries(again) };
    return { components: { schemas: { A: { properties: both } } } };
  },
  pathItem: (item, path) => ({ paths: { [path]: item, [`/again${path}`]: structuredClone(item) } }),
  parameter: (part) => ofOperation({ parameters: [part, { ...part, name: "again" }] }),
  example: (part) => ({ components: { examples: { A: part, B: structuredClone(part) } } }),
  tag: (part) => ({ tags: [part, { ...part, "x-again": true }] }),
};
const inPairs = rules.flatMap(([rule, { inside = {} }]) => {
  const { path = "/a", ...parts } = inside;
  return Object.entries(parts).map(([kind, part]) => ({
    ...{ rule, kind, document: pairs[kind]!(part!, path) },
  }));
});
const documents = [
  ...rules.flatMap(([, { accepts, rejects }]) => [...accepts, ...rejects]),
  ...[...inPlaces, ...inPairs].map(({ document }) => document),
];
const isOurs = (rule: string) => /^(rule|project)\//.test(rule);
const found = new Map<object, Problem[]>(documents.map((document) => [document, []]));

beforeAll(async () => {
  await using folder = await temporaryFolder();
  const written = documents.map(async ({ files = {}, ...document }, index) => {
    await mkdir(join(folder.path, `${index}/part`), { recursive: true });
    for (const [name, part] of Object.entries(files))
      await folder.write(`${index}/${name}`, stringify(part));
    return folder.write(`${index}/openapi.yaml`, stringify({ openapi, info, ...document }));
  });
  for (const problem of await lintFiles(await Promise.all(written))) {
    const index = relative(folder.path, join(root, problem.file)).split("/")[0];
    found.get(documents[Number(index)]!)!.push(problem);
  }
});

test.each(rules)("%s", (rule, { accepts, rejects, says = "" }) => {
  const told = (document: Document) =>
    found
      .get(document)!
      .filter((each) => each.rule === rule || (isOurs(rule) && isOurs(each.rule)));
  for (const document of accepts) expect(told(document), stringify(document)).toEqual([]);
  const problem = { rule, severity: "error", message: expect.stringMatching(says) };
  for (const document of rejects) {
    expect(told(document), stringify(document)).toContainEqual(expect.objectContaining(problem));
    if (isOurs(rule)) expect(told(document), stringify(document)).toHaveLength(1);
  }
});

test.each(inPlaces)("$rule finds the $kind in $place", ({ rule, place, document }) => {
  const { says = "" } = Object.fromEntries(rules)[rule]!;
  const told = found.get(document)!.filter((each) => each.rule === rule);
  const messages = told.map(({ message }) => message);
  const isFound = messages.some((message) => RegExp(says).test(message));
  expect(isFound, `${messages.join("\n")}\n${stringify(document)}`).toBe(!isExcused(rule, place));
});

test.each(inPairs)("$rule finds a second $kind beside the first", ({ rule, document }) => {
  const told = found.get(document)!.filter((each) => each.rule === rule);
  expect(told, stringify(document)).toHaveLength(2);
});

test("a linter that fails is told from one that finds nothing", async () => {
  await expect(lintFiles(["no-such-file.yaml"])).rejects.toThrow(
    /A linter failed\. It said:\n+no-such-/,
  );
});

test("every rule that is set is tried here, in every place if it is ours, and then explained in the README", () => {
  const settings = parse(read("redocly.yaml")) as { rules: object };
  const names = rules.map(([rule]) => rule);
  expect(Object.keys(settings.rules).filter((rule) => !names.includes(rule))).toEqual([]);
  const ours = Object.keys(settings.rules).filter(isOurs);
  expect(new Set(inPlaces.map(({ rule }) => rule))).toEqual(new Set(ours));
  const headings = [...read("scripts/lint/README.md").matchAll(/^### (.+)$/gm)];
  for (const rule of ours)
    expect(headings.some(([, heading]) => rule.split("/")[1]!.startsWith(heading!))).toBe(true);
});
