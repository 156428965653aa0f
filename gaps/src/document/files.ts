/** Files in YAML or JSON: what they say, where each part of them stands, and how they are written. */
import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import {
  CORE_SCHEMA,
  DEFAULT_SCALAR_STYLE_RULES,
  dump,
  type DumpOptions,
  load,
  mergeTag,
  SCALAR_STYLE,
  YAMLException,
} from "js-yaml";
import { UserError } from "../problem.ts";
import type { Json, Path } from "./json.ts";
import { readTree, type SourceNode } from "./source-tree.ts";

/** A file as messages name it. */
export const displayPath = (file: string): string => {
  const path = relative(process.cwd(), file);
  return path.startsWith("../../") ? file : path;
};

/** Larger ones do not fit into the memory of a common machine once they are checked. */
const maxTextMegabytes = 64;

/**
 * The content of a file in YAML or JSON.
 *
 * @param name how errors call it
 * @throws {UserError} when it cannot be read, with line and reason when it is neither YAML nor JSON
 */
export function parseFile(path: string, name = path): Json {
  const remedy = "Split it by tags or paths, and use the parts one by one.";
  return parseText(readBytes(path, name, maxTextMegabytes, remedy).toString(), name);
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
  readonly #tree: SourceNode;
  /** Offsets at which the lines begin. */
  readonly #lines = [0];

  constructor(file: string) {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    this.#tree = readTree(text);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
      this.#lines.push(at + 1);
  }

  /** Line and column, each 1-based, of the key or element at a path, or of its nearest parent where there is none. */
  of(path: Path): { line: number; column: number } {
    let node = this.#tree;
    for (const key of path) {
      const child = node.entries?.get(String(key)) ?? node.items?.[Number(key)];
      if (!child) break;
      node = child;
    }
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle]! <= node.start) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: node.start - this.#lines[low]! + 1 };
  }
}

/** Writes a file whole or leaves it as it was. What is no file, such as a link or `/dev/stdout`, is written to. */
export function writeWhole(file: string, text: string): void {
  const isReplaced = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  const draft = isReplaced ? `${file}.${process.pid}.draft` : file;
  try {
    writeFileSync(draft, text);
    if (isReplaced) renameSync(draft, file);
  } catch (error) {
    if (isReplaced) rmSync(draft, { force: true });
    throw error;
  }
}

/** YAML as Prettier writes it: double quotes, or single ones around what holds double ones. */
export const writeYaml = (value: unknown, options: DumpOptions = {}): string =>
  dump(value, {
    lineWidth: -1,
    noRefs: true,
    quoteStyle: "double",
    scalarStyleRules: [
      ...Object.values(DEFAULT_SCALAR_STYLE_RULES),
      (layout) => {
        const { value: text } = layout.node;
        const { DOUBLE_QUOTED, SINGLE_QUOTED } = SCALAR_STYLE;
        const isAllowed = (layout.allowedStylesMask & (1 << SINGLE_QUOTED)) !== 0;
        const isShorter = text.includes('"') && !text.includes("'");
        if (layout.style === DOUBLE_QUOTED && isShorter && isAllowed) layout.style = SINGLE_QUOTED;
        else if (layout.style === SINGLE_QUOTED && text.includes("'") && !text.includes('"'))
          layout.style = DOUBLE_QUOTED;
      },
    ],
    ...options,
  });
