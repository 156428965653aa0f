/** The types of the contract, under each compiler that a consumer may have. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { examplesOf, resolvePointer } from "openapi-gaps/document";
import { readModel } from "../scripts/emit/model/model.ts";
import { renderSchema } from "../scripts/emit/typescript.ts";
import { generatedFolder } from "../scripts/support/locations.ts";
import { runToolIn } from "../scripts/support/tool.ts";
import { compilers } from "./support/compilers.ts";
import { contract, strictContract, validatorOf } from "./support/contract.ts";
import { frozenContract } from "./support/frozen.ts";
import { requires } from "./support/requires.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { variantsOf } from "./support/variants.ts";

const folder = await temporaryFolder();
afterAll(() => folder.remove());

await folder.write("frozen.d.ts", await renderSchema(readModel(frozenContract)));
const decisions = await readFile(join(import.meta.dirname, "types.test-d.ts"), "utf8");
await folder.write(
  "decisions.ts",
  decisions.replaceAll("../generated/schema.d.ts", "./frozen.d.ts").replace("@ts-nocheck", ""),
);

/** What is near the bodies of requests and responses, a line each. Above it stands whether it compiles: where the strict copy takes it. */
const validator = validatorOf(strictContract);
const variants = examplesOf(contract)
  .filter(({ schema }) => /\/content\/[^/]+\/schema$/.test(schema))
  .flatMap(({ name, schema, value }) => {
    const type = String(resolvePointer(contract, schema)["$ref"]).split("/").at(-1)!;
    return [["", value] as const, ...variantsOf(value)].flatMap(([change, variant]) => [
      `// ${validator(schema)(variant) ? "" : "@ts-expect-error "}${name}${change}`,
      `value = ${JSON.stringify(variant)} satisfies contract.${type};`,
    ]);
  });
const types = JSON.stringify(join(generatedFolder, "schema.d.ts"));
const lines = [
  `import type * as contract from ${types};`,
  "export let value: unknown;",
  ...variants,
];
await folder.write("variants.mts", lines.join("\n"));

/** As strict as a careful consumer. */
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

const files = ["decisions.ts", "variants.mts"];
await folder.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));

for (const { name, script, tools } of compilers)
  it(
    `under ${name} they keep each decision, and refuse what the strict copy refuses`,
    requires(...tools),
    async () => {
      const words = ["--pretty", "false", "--project", folder.path];
      const { stdout } = await runToolIn(folder.path, script, ...words);
      // A line tells which variant a problem is about.
      const problems = stdout.replace(
        /^variants\.mts\((\d+)/gm,
        (at, line) => `${lines[line - 1]} ${at}`,
      );
      expect(problems).toBe("");
    },
  );
