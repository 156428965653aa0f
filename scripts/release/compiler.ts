/** Compiles TypeScript against a generation of the types, in memory. */
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "../support/locations.ts";

/** As strict as a careful consumer compiles. */
const options: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
  types: [],
};

/** The libraries of the language are the same for every program, and take longest to parse. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * A program over files that need not exist.
 *
 * @param virtual path, relative to the repository, and text of each file; they hide the real ones
 */
export function compileVirtually(virtual: Record<string, string>): ts.Program {
  const files = new Map(Object.entries(virtual).map(([path, text]) => [join(root, path), text]));
  const folders = new Set([...files.keys()].map((path) => dirname(path)));
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (path) => files.has(path) || disk.fileExists(path);
  host.readFile = (path) => files.get(path) ?? disk.readFile(path);
  host.directoryExists = (path) => folders.has(path) || (disk.directoryExists?.(path) ?? false);
  host.getSourceFile = (path, language, ...rest) => {
    const text = files.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    if (!libraries.has(path)) libraries.set(path, disk.getSourceFile(path, language, ...rest));
    return libraries.get(path);
  };
  return ts.createProgram([...files.keys()], options, host);
}
