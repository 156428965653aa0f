/** Files in YAML or JSON: what they say, and how they are written. */
import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { CORE_SCHEMA, dump, type DumpOptions, load, mergeTag, YAMLException } from "js-yaml";
import { type Problem, UserError } from "../problem.ts";
import type { Json } from "./json.ts";

/** A file as messages name it. */
export const displayPath = (file: string): string => {
  const path = relative(process.cwd(), file);
  return path.startsWith("../../") ? file : path;
};

/** A file that is neither YAML nor JSON, and where it stops to be. */
export class BrokenFileError extends UserError {
  readonly problem: Problem;

  constructor(file: string, place: Pick<Problem, "line" | "column">, reason: string) {
    // A colon in a text that has no quotes is the commonest reason.
    const remedy = reason.startsWith("bad indentation of a mapping entry")
      ? " Put a text with a colon into quotes."
      : "";
    const says = `is neither YAML nor JSON: ${reason}.${remedy}`;
    super(`${file}:${place.line}:${place.column} ${says}`);
    const head = { file, ...place, severity: "error", rule: "yaml-or-json" } as const;
    this.problem = { ...head, message: `This file ${says}` };
  }
}

/** More than any honest document has; YAML's aliases can make billions of a few lines. */
const maxObjects = 2_000_000;

/**
 * The content of a file in YAML or JSON.
 *
 * @param name how errors call it
 * @throws {UserError} when it cannot be read; a {@link BrokenFileError} when it is neither YAML nor JSON
 */
export const parseFile = (path: string, name: string = path): Json =>
  parseText(readText(path, name), name);

/** The text of a file. @throws {UserError} when it cannot be read */
export function readText(path: string, name: string = path): string {
  const bytes = readBytes(path, name);
  if (!isUtf8(bytes)) throw new UserError(`${name} is not UTF-8. Save the file in UTF-8.`);
  return bytes.toString();
}

/** The content of a text in YAML or JSON. @throws {UserError} as {@link parseFile} */
export function parseText(text: string, name: string): Json {
  try {
    const content = isJson(text) ? (JSON.parse(text) as Json) : undefined;
    // Of a key that stands twice, JSON takes the last one, and says nothing. YAML says where it stands.
    if (content !== undefined && countKeys(content) === keysIn(text)) return content;
  } catch (error) {
    // YAML has such brackets too, and says where they go wrong.
    if (!(error instanceof SyntaxError)) throw error;
  }
  try {
    return withoutAliases((load(text, yamlOptions) ?? null) as Json, name);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const lines = text.split("\n");
    const refuse = (index: number, remedy: string) => {
      if (index >= 0) throw new BrokenFileError(name, { line: index + 1, column: 1 }, remedy);
    };
    const conflict = lines.findIndex((each) => /^<{7}( |$)/.test(each));
    refuse(conflict, "a conflict of versions begins here. Choose what holds");
    if (error.reason.includes("single document"))
      refuse(secondDocumentIn(lines), "a second document begins here. Give it a file of its own");
    const { line = 0, column = 0 } = error.mark ?? {};
    throw new BrokenFileError(name, { line: line + 1, column: column + 1 }, error.reason);
  }
}

/** The index of the line with which a second document of YAML begins. The first one may begin with such a line, too. */
function secondDocumentIn(lines: string[]): number {
  const first = lines.findIndex((line) => /^[^#%\s]/.test(line));
  return lines.findIndex((line, index) => index > first && /^---(\s|$)/.test(line));
}

/** How many keys a text of JSON has. */
function keysIn(text: string): number {
  let count = 0;
  for (const [string] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*:?/g))
    if (string.endsWith(":")) count++;
  return count;
}

function countKeys(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts = Object.values(value);
  let count = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) count += countKeys(part);
  return count;
}

/** A copy in which nothing is shared, be it by aliases, so that each place can change by itself. */
function withoutAliases(value: Json, name: string, count = { left: maxObjects }): Json {
  if (typeof value !== "object" || value === null) return value;
  if (count.left-- === 0)
    throw new UserError(
      `${name} stands for more than ${maxObjects} objects. Remove the YAML aliases that repeat each other.`,
    );
  if (Array.isArray(value)) return value.map((item) => withoutAliases(item, name, count));
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutAliases(item, name, count)]));
}

/** Whether a text begins as JSON does. */
export const isJson = (text: string): boolean => /^\s*[{[]/.test(text);

const yamlOptions = { schema: CORE_SCHEMA.withTags(mergeTag), maxAliases: 10_000, maxDepth: 500 };

/** What came through pipes: they can be read once, and messages ask for lines later. */
const pipes = new Map<string, Buffer>();

/** @throws {UserError} when it cannot be read, or is larger, with what to do then */
export function readBytes(
  path: string,
  name: string,
  maxMegabytes: number = Infinity,
  remedy: string = "",
): Buffer {
  try {
    const stats = statSync(path);
    // It may never end.
    if (stats.isCharacterDevice() || stats.isBlockDevice())
      throw new UserError(`${name} is a device, and no file. Correct the path.`);
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
    if (code === "ENOENT" || code === "EISDIR")
      throw new UserError(`There is no file ${name}. Correct the path.`);
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

/** YAML in the style that most formatters have. */
export const writeYaml = (value: unknown, options: DumpOptions = {}): string =>
  dump(value, { lineWidth: -1, noRefs: true, quoteStyle: "double", ...options });
