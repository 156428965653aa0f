/** The files that a document is made of: what stands in them, and the line that each part of the document comes from. */
import { readFileSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { CORE_SCHEMA, load, mergeTag, YAMLException } from "js-yaml";
import { UserError } from "../problem.ts";
import type { Json } from "./json.ts";
import { type Path, parsePointer, toPointer } from "./pointer.ts";
import { Lines, nearest, readTree, type SourceNode } from "./source-tree.ts";

export interface SourcePlace {
  /** Relative to the working folder. */
  file: string;
  /** 1-based. */
  line: number;
  /** 1-based. */
  column: number;
}

/** Where something stands: a file, and the keys that lead to it from the root of the file. */
export interface Origin {
  /** Absolute. */
  file: string;
  keys: Path;
}

/** A file as messages name it. */
export const displayPath = (file: string): string => {
  const path = relative(process.cwd(), file);
  return path.startsWith("../../") ? file : path;
};

/** Larger ones do not fit into the memory of a common machine once they are checked. */
const maxMegabytes = 64;

/**
 * The content of a file in YAML or JSON.
 *
 * @param name how errors call it
 * @throws {UserError} when it cannot be read, with line and reason when it is neither YAML nor JSON
 */
export function parseFile(path: string, name = path): Json {
  const remedy = "Split it by tags or paths, and use the parts one by one.";
  return parseText(readBytes(path, name, maxMegabytes, remedy).toString(), name);
}

/** The content of a text in YAML or JSON. @throws {UserError} as {@link parseFile} */
export function parseText(text: string, name: string): Json {
  if (isJson(text)) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      // YAML has such brackets too, and says where they go wrong.
    }
  }
  try {
    return (load(text, yamlOptions) ?? null) as Json;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark ? `:${error.mark.line + 1}:${error.mark.column + 1}` : "";
    throw new UserError(`${name}${place} is neither YAML nor JSON: ${error.reason}.`);
  }
}

/** Whether a text begins as JSON does. */
export const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

const yamlOptions = { schema: CORE_SCHEMA.withTags(mergeTag), maxAliases: 10_000, maxDepth: 500 };

/**
 * @param remedy what to do with a larger file
 * @throws {UserError} when it cannot be read, or is larger
 */
export function readBytes(path: string, name: string, maxMegabytes: number, remedy: string) {
  let megabytes: number;
  try {
    megabytes = Math.round(statSync(path).size / 1e6);
    if (megabytes <= maxMegabytes) return readFileSync(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new UserError(`There is no file ${name}. Correct the path.`);
    if (code === "EISDIR") throw new UserError(`${name} is a folder. Name the file in it.`);
    throw new UserError(`${name} cannot be read: ${message}.`);
  }
  throw new UserError(
    `${name} is ${megabytes} MB, and at most ${maxMegabytes} MB are read. ${remedy}`,
  );
}

/** The positions of the parts of a file. */
export class Positions {
  readonly #tree: SourceNode | undefined;
  readonly #lines: Lines;

  constructor(file: string) {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    this.#tree = readTree(text);
    this.#lines = new Lines(text);
  }

  /** The position of the key or element at a path, or of its nearest parent where there is none. */
  of(path: Path): Pick<SourcePlace, "line" | "column"> {
    return this.#lines.at(nearest(this.#tree, path)?.start ?? 0);
  }
}

/** Finds the file and the line that a part of a joined document comes from. */
export class SourceMap {
  /** The file that names all others. Absolute. */
  readonly entry: string;
  /** Parts that come from elsewhere than their parent, by their pointer in the joined document. */
  readonly #origins = new Map<string, Origin>();
  readonly #positions = new Map<string, Positions>();

  constructor(entry: string) {
    this.entry = entry;
  }

  /** Notes that the part at a path of the joined document comes from a place of its own. */
  add(path: Path, origin: Origin): void {
    this.#origins.set(toPointer(path), origin);
  }

  /** Where a path through the joined document leads in the files; keys that do not exist yet are kept. */
  trace(path: Path): Origin {
    for (let length = path.length; length > 0; length--) {
      const origin = this.#origins.get(toPointer(path.slice(0, length)));
      if (origin) return { file: origin.file, keys: [...origin.keys, ...path.slice(length)] };
    }
    return { file: this.entry, keys: [...path] };
  }

  /** The line of a part of the joined document, or of its nearest parent where it does not exist. */
  locate(path: Path): SourcePlace {
    const { file, keys } = this.trace(path);
    return this.locateInFile(file, keys);
  }

  locateInFile(file: string, keys: Path): SourcePlace {
    const positions = this.#positions.get(file) ?? new Positions(file);
    this.#positions.set(file, positions);
    return { file: displayPath(file), ...positions.of(keys) };
  }

  /** A reference of the joined document, as the given file has to write it. */
  referenceFrom(file: string, reference: string): string {
    if (!reference.startsWith("#")) return reference;
    const target = this.trace(parsePointer(reference));
    const fragment = target.keys.length > 0 ? toPointer(target.keys) : "";
    if (target.file === file) return fragment || "#";
    return `${relative(dirname(file), target.file)}${fragment}`;
  }
}
