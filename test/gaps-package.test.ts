/** The method knows no service: nothing in its package names a part of this one. */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { collectGaps } from "openapi-gaps";
import { asObject, operationsOf, walk } from "openapi-gaps/document";
import { contractFolder, gapsFolder } from "../scripts/support/locations.ts";
import { contract } from "./support/contract.ts";
import { frozenContract } from "./support/frozen.ts";

/** Fields of one common word, such as `status`, are words of other documents too. */
const isOwnField = (name: string) => /[_A-Z]/.test(name);

async function namesOfThisService(): Promise<string[]> {
  const headings = parse(await readFile(join(contractFolder, "outline.yaml"), "utf8")) as string[];
  const names = [contract, frozenContract].flatMap((document) => [
    ...Object.keys(document.paths),
    ...operationsOf(document).map(({ operationId }) => operationId),
    ...Object.keys(document.components.schemas),
    ...walk(document, "schema").flatMap(({ value }) =>
      Object.keys(asObject(value["properties"])).filter(isOwnField),
    ),
    ...collectGaps(document).map(({ id }) => id),
  ]);
  return [...new Set([...names, ...headings.filter((heading) => /^\d|:/.test(heading))])];
}

it("no source, message or help of openapi-gaps names a path, schema, field, gap or section of this service", async () => {
  const names = await namesOfThisService();
  expect(names.length).toBeGreaterThan(100);
  const found: string[] = [];
  for await (const file of glob(["src/**/*", "bin/*", "*.{md,json}"], { cwd: gapsFolder })) {
    const text = await readFile(join(gapsFolder, file), "utf8").catch(() => "");
    for (const name of names) {
      const pattern = new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w ]/g, "\\$&")}(?![\\w-])`);
      if (pattern.test(text)) found.push(`${file}: ${name}`);
    }
    for (const [word] of text.matchAll(/\b(lipsync|avatars?|HP jobs?|slides?)\b/gi))
      found.push(`${file}: ${word}`);
  }
  expect(found).toEqual([]);
});
