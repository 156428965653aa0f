/** Files in YAML or JSON: what they say, and how they are written. */
import { isUtf8 } from "node:buffer";
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
import type { Json } from "./json.ts";

/** A file as messages name it. */
export const displayPath = (file: string): string => {
  const path = relative(process.cwd(), file);
  return path.startsWith("../../") ? file : path;
};

/** Larger ones do not fit into the memory of a common machine once they are checked. */
const maxTextMegabytes = 64;

/** More than any honest document has; YAML's aliases can make billions of a few lines. */
const maxObjects = 2_000_000;

/**
 * The content of a file in YAML or JSON.
 *
 * @param name how errors call it
 * @throws {UserError} when it cannot be read, with line and reason when it is neither YAML nor JSON
 */
export function parseFile(path: string, name: string = path): Json {
  const remedy = "Split it by tags or paths, and use the parts one by one.";
  const bytes = readBytes(path, name, maxTextMegabytes, remedy);
  const text = bytes.toString();
  if (isUtf8(bytes)) return parseText(text, name);
  const line = text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
  throw new UserError(`${name}:${line} is not UTF-8. Save the file in UTF-8.`);
}

/** The content of a text in YAML or JSON. @throws {UserError} as {@link parseFile} */
export function parseText(text: string, name: string): Json {
  try {
    if (isJson(text)) return JSON.parse(text) as Json;
  } catch {
    // YAML has such brackets too, and says where they go wrong.
  }
  try {
    const value = (load(text, yamlOptions) ?? null) as Json;
    if (sizeOf(value) <= maxObjects) return value;
    throw new UserError(
      `${name} stands for more than ${maxObjects} objects. Remove the YAML aliases that repeat each other.`,
    );
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark ? `:${error.mark.line + 1}:${error.mark.column + 1}` : "";
    throw new UserError(`${name}${place} is neither YAML nor JSON: ${error.reason}.`);
  }
}

/** How many objects and lists a value stands for. What holds itself is entered once. */
function sizeOf(value: Json, known = new Map<Json, number>()): number {
  if (typeof value !== "object" || value === null) return 0;
  const size = known.get(value);
  if (size !== undefined) return size;
  known.set(value, 1);
  const all = Object.values(value).reduce<number>((sum, child) => sum + sizeOf(child, known), 1);
  known.set(value, all);
  return all;
}

/** Whether a text begins as JSON does. */
export const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

const yamlOptions = { schema: CORE_SCHEMA.withTags(mergeTag), maxAliases: 10_000, maxDepth: 500 };

/** What came through pipes: they can be read once, and messages ask for lines later. */
const pipes = new Map<string, Buffer>();

/**
 * @param remedy what to do with a larger file
 * @throws {UserError} when it cannot be read, or is larger
 */
export function readBytes(
  path: string,
  name: string,
  maxMegabytes: number,
  remedy: string,
): Buffer {
  try {
    const stats = statSync(path);
    const megabytes = Math.round(stats.size / 1e6);
    if (megabytes > maxMegabytes)
      throw new UserError(
        `${name} is ${megabytes} MB, and at most ${maxMegabytes} MB are read. ${remedy}`,
      );
    const bytes = pipes.get(path) ?? readFileSync(path);
    if (!stats.isFile()) pipes.set(path, bytes);
    return bytes;
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new UserError(`There is no file ${name}. Correct the path.`);
    if (code === "EISDIR") throw new UserError(`${name} is a folder. Name the file in it.`);
    throw new UserError(`${name} cannot be read: ${message}.`);
  }
}

/** Writes a file whole or leaves it as it was. What is no file, such as a link or `/dev/stdout`, is written to. */
export function writeWhole(file: string, text: string): void {
  const isReplaced = lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
  if (!isReplaced) return writeFileSync(file, text);
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** YAML as formatters write it: double quotes, or single ones around what holds double ones. */
export const writeYaml = (value: unknown, options: DumpOptions = {}): string =>
  dump(value, {
    lineWidth: -1,
    noRefs: true,
    quoteStyle: "double",
    scalarStyleRules: [
      ...Object.values(DEFAULT_SCALAR_STYLE_RULES),
      (layout) => {
        const { value: text } = layout.node;
        const isShorter = text.includes('"') && !/['\p{C}]/u.test(text);
        if (layout.style === SCALAR_STYLE.DOUBLE_QUOTED && isShorter)
          layout.style = SCALAR_STYLE.SINGLE_QUOTED;
      },
    ],
    ...options,
  });
