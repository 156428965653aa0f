/** A field that is never there, as the service owner says: every language says so, and no first example sends it. */
import { beforeAll, expect, test } from "vitest";
import { asObject, type JsonObject, operationsOf } from "openapi-gaps/document";
import { writeReference } from "../../site/reference.ts";
import { bundleContract } from "../../support/contract.ts";
import { frozenContract } from "../../../test/support/frozen.ts";
import { type GeneratedFiles, generateFiles } from "../generate.ts";
import { examplePairsOf } from "../model/messages.ts";
import { capitalize } from "../model/names.ts";

// An owner may have said already which of two fields is never there.
const bundle = { ...bundleContract(), document: structuredClone(frozenContract) };
const { document } = bundle;
const create = operationsOf(document).find(({ operationId }) => operationId === "createHpJob")!;
const properties = asObject(document.components.schemas["HpJobInput"]!["properties"]);

const pythonTypes = "clients/python/src/video_generation/_generated/types.py";
const goTypes = "clients/go/types.gen.go";
const commands = "generated/command/commands.ts";

/** The field of two that the first example of the contract sends. */
const before = examplePairsOf(document, create.node);
const [old, kept] = ["variables", "customizations"].toSorted(
  (one, other) =>
    Number(other in asObject(before[0]!.request)) - Number(one in asObject(before[0]!.request)),
) as [string, string];

const received = asObject(document.components.schemas["HpJob"]!["properties"]);

let files: GeneratedFiles;
beforeAll(async () => {
  for (const field of [properties[old], received["output"], received["status"]])
    (field as JsonObject)["deprecated"] = true;
  files = await generateFiles(bundle);
});

test("no example sends a deprecated field, and no other is lost", () => {
  const pairs = examplePairsOf(document, create.node);
  expect(pairs).toEqual(before.filter(({ request }) => !(old in asObject(request))));
  expect(pairs[0]!.request).toHaveProperty(kept);
});

test("where every example sends a deprecated field, all are kept", () => {
  const copy = structuredClone(document);
  const fields = asObject(copy.components.schemas["HpJobInput"]!["properties"]);
  (fields[kept] as JsonObject)["deprecated"] = true;
  expect(examplePairsOf(copy, create.node)).toEqual(before);
});

test.each([
  ["generated/methods.ts", /client\.createHpJob\(([^]*?)```/],
  [
    "clients/python/src/video_generation/_generated/operations.py",
    /client\.create_hp_job\(([^]*?)"""/,
  ],
  [commands, /"operation": "createHpJob"[^]*?"example": (.*)/],
])("the example in %s is that one", (name, pattern) => {
  const [, example] = pattern.exec(files.get(name)!)!;
  expect(example).toContain(kept);
  expect(example).not.toContain(old);
});

test.each([
  ["generated/schema.d.ts", '/\\*\\* .* @deprecated \\*/\\n    "status": JobStatus;'],
  ["generated/schema.d.ts", `@deprecated\\s[^;]*\\n\\s*${old}\\?:`],
  [
    pythonTypes,
    `\\n    ${old}: .*\\n    """[^"]*\\n    Deprecated: the service does not take it\\.`,
  ],
  [pythonTypes, '\\n    output: [^"]*"""[^"]*\\n    Deprecated: the service does not send it\\.'],
  [goTypes, `//\\n\t// Deprecated: the service does not take it\\.\\n\t${capitalize(old)} `],
  [goTypes, "//\\n\t// Deprecated: the service does not send it\\.\\n\tOutput "],
  [commands, `"name": "${old}",[^}]*"Deprecated: the service does not take it\\."`],
])("%s says of a field that it is deprecated", (name, says) => {
  expect(files.get(name)).toMatch(new RegExp(says));
});

test("a page says of a field that it is deprecated", () => {
  const { chapters } = writeReference(document, []);
  const { body } = chapters.find(({ name }) => name === "operation-createHpJob")!;
  expect(body).toMatch(
    new RegExp(`- \\[\`${old}\`\\].* \\*optional\\*, \\*\\*deprecated\\*\\*\\n`),
  );
  expect(body.match(/deprecated/g)).toHaveLength(1);
});
