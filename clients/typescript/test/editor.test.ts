/** What an editor shows of a method: the operation's own words, carried through the types. */
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import contract from "../../../generated/openapi.json" with { type: "json" };

const file = join(import.meta.dirname, "hover.ts");
const text = `import { createClient } from "../src/index.ts";
createClient({ baseUrl: "", token: "" }).createHpJob`;

test(
  "an editor shows summary, description and example of an operation",
  { timeout: 60_000 },
  () => {
    const service = ts.createLanguageService({
      getScriptFileNames: () => [file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (name) => {
        const content = name === file ? text : ts.sys.readFile(name);
        return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
      },
      getCurrentDirectory: () => import.meta.dirname,
      getCompilationSettings: () => ({
        module: ts.ModuleKind.NodeNext,
        allowImportingTsExtensions: true,
        noEmit: true,
        types: [],
      }),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (name) => name === file || ts.sys.fileExists(name),
      readFile: (name) => ts.sys.readFile(name),
    });
    const shown = service.getQuickInfoAtPosition(file, text.length - 1);
    const { summary, description } = contract.paths["/api/hp_job"].post;
    const documentation = ts.displayPartsToString(shown?.documentation);
    expect(documentation).toContain(summary);
    expect(documentation).toContain(description);
    const example = shown?.tags?.find(({ name }) => name === "example");
    expect(ts.displayPartsToString(example?.text)).toContain("await client.createHpJob({");
  },
);
