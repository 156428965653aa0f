import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readModel } from "../scripts/emit/model/model.ts";
import { renderSchema } from "../scripts/emit/typescript.ts";
import { frozenContract } from "./support/frozen.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { type Compiler, compilers } from "./support/compilers.ts";
import { requires } from "./support/requires.ts";
import { contractVariants, type Variant } from "./support/variants.ts";

const run = promisify(execFile);

const folder = await temporaryFolder();
afterAll(() => folder.remove());

const frozenTypes = await renderSchema(readModel(frozenContract));
await folder.write("frozen.d.ts", frozenTypes);
const decisions = await readFile(join(import.meta.dirname, "types.test-d.ts"), "utf8");
const decisionsFile = await folder.write(
  "decisions.ts",
  decisions.replaceAll("../generated/schema.d.ts", "./frozen.d.ts"),
);

/** Compiles files as strictly as a careful consumer would, and returns the lines that have errors. */
async function errorLines(compiler: Compiler, ...files: string[]): Promise<string[]> {
  const project = join(folder.path, `${compiler.name}.json`);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: "es2022",
    // That of browsers takes longer to check than all else.
    lib: ["es2022"],
    module: "nodenext",
    types: [],
  };
  await writeFile(project, JSON.stringify({ compilerOptions, files }));
  const words = [compiler.script, "--pretty", "false", "--project", project];
  const output = await run(process.execPath, words).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  return output.split("\n").filter((line) => line.includes("error TS"));
}

for (const compiler of compilers)
  describe(`under ${compiler.name}`, requires(...compiler.tools), () => {
    const variants = contractVariants();
    const file = join(folder.path, `${compiler.name}.ts`);
    let errors: string[];

    beforeAll(async () => {
      await writeFile(file, sourceOf(variants));
      errors = await errorLines(compiler, decisionsFile, file);
    });
    const isOfVariants = (error: string) => error.includes(`${compiler.name}.ts(`);

    it("the generated types keep every decision of the contract", () => {
      expect(errors.filter((error) => !isOfVariants(error))).toEqual([]);
    });

    it("a value is accepted by its type exactly if it is valid against the strict copy", () => {
      const lines = errors.filter(isOfVariants).map((error) => /\((\d+),/.exec(error)?.[1]);
      const refused = new Set(lines.map(Number));
      const verdicts = variants.map(
        ({ what }, index) => `${what}: ${refused.has(index + 2) ? "refused" : "accepted"}`,
      );
      const expected = variants.map(
        ({ what, valid }) => `${what}: ${valid ? "accepted" : "refused"}`,
      );
      expect(verdicts).toEqual(expected);
    });
  });

/** One line for the import, then one line for each variant. */
function sourceOf(variants: Variant[]): string {
  const schema = JSON.stringify(join(import.meta.dirname, "../generated/schema.d.ts"));
  const lines = variants.map(
    ({ type, value }, index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`,
  );
  const names = [...new Set(variants.map(({ type }) => type))];
  return [`import type { ${names.join(", ")} } from ${schema};`, ...lines, ""].join("\n");
}
