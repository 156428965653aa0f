/** Finds the line of the source that a place in the bundle comes from. */
import { glob, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Document, isMap, isNode, LineCounter, parseDocument } from "yaml";
import { contractEntry, contractFolder } from "../../../scripts/support/locations.ts";

/** A parsed file of the contract. */
export interface SourceFile {
  /** Absolute. */
  path: string;
  document: Document;
  lines: LineCounter;
}

/** Where a path through the bundle leads in the source. */
interface Trace {
  file: SourceFile;
  /** The rest of the path, from the root of the file. */
  keys: (string | number)[];
  /** Where the last key that exists stands in the file. */
  offset: number;
}

/**
 * Follows a path through the bundle along the references of the source. The bundler names a
 * component after its file, so each component is looked for in the file of its name.
 *
 * @param open gives the file of a path: `openSource`, or a copy that is being edited
 */
async function traceInSource(
  path: readonly (string | number)[],
  open: (path: string) => Promise<SourceFile>,
): Promise<Trace> {
  const [section, , name, ...rest] = path;
  const componentFile = section === "components" ? await fileOfComponent(String(name)) : undefined;
  return componentFile
    ? descend(await open(componentFile), rest, open)
    : descend(await open(contractEntry), path, open);
}

async function fileOfComponent(name: string): Promise<string | undefined> {
  for await (const file of glob("**/*.yaml", { cwd: contractFolder })) {
    if (basename(file, ".yaml") === name) return join(contractFolder, file);
  }
  return undefined;
}

/** Reads and parses a file of the contract. */
async function openSource(path: string): Promise<SourceFile> {
  const lines = new LineCounter();
  const document = parseDocument(await readFile(path, "utf8"), { lineCounter: lines });
  return { path, document, lines };
}

async function descend(
  start: SourceFile,
  path: readonly (string | number)[],
  open: (path: string) => Promise<SourceFile>,
): Promise<Trace> {
  let file = start;
  let node: unknown = start.document.contents;
  let offset = 0;
  let keys = [...path];
  for (const [index, key] of path.entries()) {
    const reference = isMap(node) && !node.has(key) ? node.get("$ref") : undefined;
    if (typeof reference === "string") {
      file = await open(resolve(dirname(file.path), reference));
      node = file.document.contents;
      offset = 0;
      keys = path.slice(index);
    }
    const pair = isMap(node)
      ? node.items.find((item) => String(item.key) === String(key))
      : undefined;
    const child = pair
      ? pair.value
      : isNode(node) && "get" in node
        ? (node as { get(k: unknown, keep: true): unknown }).get(key, true)
        : undefined;
    if (!isNode(child)) break;
    const place = pair && isNode(pair.key) ? pair.key : child;
    offset = place.range?.[0] ?? offset;
    node = child;
  }
  return { file, keys, offset };
}
