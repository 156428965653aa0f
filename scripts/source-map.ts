/** Finds the line of the source that a place in the bundle comes from. */
import { glob, readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { isMap, isNode, LineCounter, type Node, parseDocument } from "yaml";
import { contractEntry, contractFolder, root } from "./locations.ts";

export interface SourcePlace {
  /** Path relative to the repository. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
}

interface SourceFile {
  path: string;
  content: Node | null;
  lines: LineCounter;
}

/**
 * Follows a path through the bundle along the references of the source. The bundler names a
 * component after its file, so each component is looked for in the file of its name.
 *
 * A path that leads nowhere in the source, such as a key that should be there, is answered with the
 * nearest parent.
 */
export async function locateInSource(path: readonly (string | number)[]): Promise<SourcePlace> {
  const [section, , name, ...rest] = path;
  const componentFile = section === "components" ? await fileOfComponent(String(name)) : undefined;
  return componentFile
    ? descend(await open(componentFile), rest)
    : descend(await open(contractEntry), path);
}

async function fileOfComponent(name: string): Promise<string | undefined> {
  for await (const file of glob("**/*.yaml", { cwd: contractFolder })) {
    if (basename(file, ".yaml") === name) return join(contractFolder, file);
  }
  return undefined;
}

async function open(path: string): Promise<SourceFile> {
  const lines = new LineCounter();
  const { contents } = parseDocument(await readFile(path, "utf8"), { lineCounter: lines });
  return { path, content: contents, lines };
}

async function descend(
  start: SourceFile,
  keys: readonly (string | number)[],
): Promise<SourcePlace> {
  let file = start;
  let node: unknown = start.content;
  let offset = 0;
  for (const key of keys) {
    const reference = isMap(node) && !node.has(key) ? node.get("$ref") : undefined;
    if (typeof reference === "string") {
      file = await open(resolve(dirname(file.path), reference));
      node = file.content;
      offset = 0;
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
  const { line, col } = file.lines.linePos(offset);
  return { file: relative(root, file.path), line, column: col };
}
