/**
 * Builds the npm package of the client: JavaScript with Rolldown, declarations with the TypeScript
 * compiler.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build as bundle, type OutputChunk } from "rolldown";
import ts from "typescript";
import { clientFolder, generatedFolder, root } from "../support/locations.ts";
import { ContractError } from "../support/problem.ts";

const sourceFolder = join(clientFolder, "src");
const entries = {
  index: join(sourceFolder, "index.ts"),
  observe: join(sourceFolder, "observe.ts"),
};

/** Builds `clients/typescript/dist` and returns the names of its files. */
export async function buildClient(): Promise<string[]> {
  const files = new Map([...declarations(), ...(await modules())]);
  const folder = join(clientFolder, "dist");
  await mkdir(join(folder, "generated"), { recursive: true });
  // What is fresh is left alone, so that someone who reads it meanwhile always finds it.
  for (const [name, content] of files) {
    const path = join(folder, name);
    const present = await readFile(path, "utf8").catch(() => undefined);
    if (present !== content) await writeFile(path, content);
  }
  for (const name of await readdir(folder, { recursive: true })) {
    if (name !== "generated" && !files.has(name)) await rm(join(folder, name));
  }
  return [...files.keys()];
}

/**
 * The client as one module, as an application would ship it.
 *
 * @param entry name of the entry in `exports`, without `./`
 */
export async function bundleClient(entry: keyof typeof entries): Promise<string> {
  const { output } = await bundle({
    input: entries[entry],
    platform: "browser",
    output: { format: "esm", minify: true },
    write: false,
    logLevel: "warn",
  });
  // A library needs these hints for the bundler after it; an application has none after it.
  return output[0].code.replaceAll("/* @__PURE__ */ ", "");
}

/** The JavaScript, readable, with openapi-fetch left to the package manager. */
async function modules(): Promise<[name: string, code: string][]> {
  const { output } = await bundle({
    input: entries,
    external: ["openapi-fetch"],
    platform: "neutral",
    output: { format: "esm", chunkFileNames: "shared.js" },
    write: false,
    logLevel: "warn",
  });
  return output
    .filter((item): item is OutputChunk => item.type === "chunk")
    .map(({ fileName, code }) => [fileName, code]);
}

/**
 * The declarations, laid out like the modules: sources at the top, generated types in a folder
 * beside them.
 */
function declarations(): [name: string, text: string][] {
  const files: [string, string][] = [];
  const schema = join(generatedFolder, "schema.d.ts");
  const program = ts.createProgram([...Object.values(entries), schema], {
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    // The package runs in browsers too, so nothing of Node may be in its types.
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: root,
  });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    files.push([declarationName(path), withPackageImports(text)]);
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) {
    throw new ContractError(
      ts.formatDiagnostics(problems, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => root,
        getNewLine: () => "\n",
      }),
    );
  }
  files.push(["generated/schema.d.ts", ts.sys.readFile(schema) ?? ""]);
  return files;
}

function declarationName(path: string): string {
  return path.startsWith(sourceFolder) ? relative(sourceFolder, path) : relative(root, path);
}

/** Sources import each other as TypeScript files, from where they stand in the repository. */
function withPackageImports(text: string): string {
  return text
    .replaceAll(/"(?:\.\.\/)+generated\//g, '"./generated/')
    .replaceAll(/("\.\/[\w./-]+?)(?:\.d)?\.ts"/g, '$1.js"');
}
