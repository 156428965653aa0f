/** What the owner has said stands wherever a reader of the contract looks, and the contract of open gaps stays as it was. */
import { beforeAll, expect, test } from "vitest";
import { asObject, type JsonObject } from "openapi-gaps/document";
import { bundleContract } from "../../support/contract.ts";
import { frozenContract } from "../../../test/support/frozen.ts";
import { renderAssumptions } from "../emulator.ts";
import { type GeneratedFiles, generateFiles } from "../generate.ts";

const python = "clients/python/src/video_generation/_generated";
const frozen = "test/support/frozen/openapi.json";

const bundle = { ...bundleContract(), document: structuredClone(frozenContract) };
const { document } = bundle;

/** Something that was said, once in the whole contract. */
const say = (node: unknown, evidence: string, more: JsonObject = {}) =>
  Object.assign(node as JsonObject, {
    "x-verified": [
      { kind: "stated by the owner", by: "owner", date: "2026-01-31", evidence, ...more },
    ],
  });

let files: GeneratedFiles;
beforeAll(async () => {
  const before = await generateFiles({ ...bundle, document: structuredClone(frozenContract) });
  expect(before.has(frozen)).toBe(true);
  say(document.info, "SaidOfAll.", { gap: "gone-for-good", also: ["getHpJob"] });
  say(document.components.schemas["JobStatus"], "SaidOfStatus.");
  say(asObject(document.components.schemas["HpJobInput"]!["properties"])["music"], "SaidOfMusic.");
  say(document.paths["/api/hp_job"]!["post"], "SaidOfCreate.");
  files = await generateFiles(bundle);
});

test.each<[file: string, said: string, times: number]>([
  // In the head, and at the operation that it names.
  ["generated/schema.d.ts", "SaidOfAll", 2],
  ["generated/methods.ts", "SaidOfAll", 1],
  [`${python}/operations.py`, "SaidOfAll", 2],
  ["clients/go/operations.gen.go", "SaidOfAll", 1],
  ["generated/gaps.md", "SaidOfAll", 1],
  // At the type, and at each field of it.
  ["generated/schema.d.ts", "SaidOfStatus", 5],
  ["generated/schema.d.ts", "SaidOfMusic", 1],
  [`${python}/types.py`, "SaidOfMusic", 1],
  ["clients/go/types.gen.go", "SaidOfMusic", 1],
  ["generated/command/commands.ts", "SaidOfMusic", 1],
  ["generated/methods.ts", "SaidOfCreate", 1],
  [`${python}/operations.py`, "SaidOfCreate", 2],
  ["clients/go/operations.gen.go", "SaidOfCreate", 1],
  ["generated/openapi.yaml", "SaidOfCreate", 2],
])("%s tells %s", (name, said, times) => {
  const text = files.get(name)!;
  expect(text.match(new RegExp(`\\b${said}\\b`, "g"))).toHaveLength(times);
  if (!name.endsWith("md") && !name.endsWith("yaml"))
    expect(text.replaceAll(/[\s*/]+/g, " ")).toContain(
      `Stated by the owner on 2026-01-31: ${said}.`,
    );
});

test("the name of a gap that is closed stays one", () => {
  expect(files.get("generated/names.ts")).toContain('  | "gone-for-good"');
});

test("the contract that tests of open gaps are about stays", () => {
  expect(files.has(frozen)).toBe(false);
});

test("a page of decisions says what the owner has said beside one", () => {
  const decision = { id: "one", closes: "a-gap", because: "It has to be.", decides: ["A.", "B."] };
  const page = renderAssumptions([
    { ...decision, beside: "It is so." },
    { ...decision, id: "two" },
  ]);
  expect(page.slice(page.indexOf("## one"))).toBe(`## one

A. B.

Because: It has to be. Gap: [\`a-gap\`](gaps.md#a-gap)

The service owner has said: It is so. What stands above is still the emulator's own choice.

## two

A. B.

Because: It has to be. Gap: [\`a-gap\`](gaps.md#a-gap)
`);
});
