import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asObject, operationsOf, walk } from "openapi-gaps/document";
import { service } from "./support/contracts.ts";

/** Every field of the service whose name is no common word, the names of its operations, and those of its kinds of job. */
function namesOfTheService(): Set<string> {
  const { document } = service;
  const names = new Set(["hp", "lipsync", "slide", "slides"]);
  for (const { operationId } of operationsOf(document)) names.add(operationId);
  for (const { value } of walk(document, "schema"))
    for (const name of Object.keys(asObject(value["properties"])))
      if (name.includes("_")) names.add(name);
  return names;
}

/** Code without its comments, which may give an example. */
const withoutComments = (text: string) => text.replaceAll(/\/\*\*?[^]*?\*\/|^\s*\/\/.*$/gm, "");

test("nothing outside of service/ names the service's fields and kinds", () => {
  const names = namesOfTheService();
  expect(names.size).toBeGreaterThan(30);
  const root = join(import.meta.dirname, "..");
  const files = ["src", "page"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    ),
  );
  const found = files
    .filter((file) => /\.(?:ts|js|html)$/.test(file) && !file.startsWith("src/service/"))
    .flatMap((file) => {
      const words = withoutComments(readFileSync(join(root, file), "utf8")).match(/\w+/g) ?? [];
      const isName = (word: string) =>
        names.has(word) || names.has(word.toLowerCase()) || /[a-z]Hp(?![a-z])/.test(word);
      return words.filter(isName).map((word) => `${file}: ${word}`);
    });
  expect(found).toEqual([]);
});
