/** `apply`: puts a reviewed overlay into the files that a document is made of. Git is the journal. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { type Document, isAlias, isMap, isScalar, isSeq, parseDocument, visit } from "yaml";
import { isObject, type Json, type OpenApiDocument } from "../document/document.ts";
import { applyActions, type Edit } from "../document/overlay.ts";
import type { ReadDocument } from "../document/read-document.ts";
import type { Path } from "../document/pointer.ts";
import { displayPath, type SourceMap } from "../document/sources.ts";
import { UserError } from "../problem.ts";
import { closedBy, type Overlay } from "./overlay.ts";

export interface Plan {
  /** The document with the gaps closed. */
  document: OpenApiDocument;
  /** Ids of the gaps that are closed. */
  closed: string[];
  /** New text of every file that changes, by its absolute path. */
  changes: Map<string, string>;
}

/**
 * Works out in memory what an overlay changes in the files.
 *
 * @param name begins an error about an action, by its index
 * @throws {UserError} when a target selects nothing, or stands in a YAML alias
 */
export function planChanges(
  { document: today, sources }: Pick<ReadDocument, "document" | "sources">,
  overlay: Pick<Overlay, "actions">,
  name?: (index: number) => string,
): Plan {
  const document = structuredClone(today);
  const editor = new SourceEditor(sources);
  for (const edit of applyActions(document, overlay.actions, name)) editor.edit(edit);
  return { document, closed: closedBy(overlay), changes: editor.changes() };
}

/** Makes the edits of an overlay, which are meant for the joined document, in the files that it is made of. */
class SourceEditor {
  readonly #sources: SourceMap;
  readonly #files = new Map<string, { document: Document; before: string }>();

  constructor(sources: SourceMap) {
    this.#sources = sources;
  }

  /** Edits have to come in their order, because a path may count on the edit before. */
  edit(edit: Edit): void {
    const { file, keys } = this.#sources.trace(edit.path);
    const { document } = this.#open(file);
    const isRemoval = !("value" in edit);
    const refuse = (why: string): never => {
      const { file: name, line } = this.#sources.locateInFile(file, keys);
      throw new UserError(
        `${name}:${line}: ${keys.join("/")} ${why}. Write it out in place of the alias, and apply again.`,
      );
    };
    const written =
      keysIn(document, keys, isRemoval) ??
      refuse("comes from a YAML alias or merge key, and is not written here");
    if (isRemoval) document.deleteIn(written);
    else document.setIn(written, document.createNode(this.#localize(edit.value, file)));
    visit(document, {
      Alias: (_, alias) =>
        alias.resolve(document) ? undefined : refuse("has a YAML anchor that is used elsewhere"),
    });
  }

  changes(): Map<string, string> {
    return new Map(
      [...this.#files].map(([file, { document, before }]) => [file, write(document, before)]),
    );
  }

  #open(file: string) {
    const known = this.#files.get(file);
    if (known) return known;
    const before = readFileSync(file, "utf8");
    const opened = { document: parseDocument(before, { intAsBigInt: true }), before };
    this.#files.set(file, opened);
    return opened;
  }

  /** A reference within the joined document is one between files. */
  #localize(value: Json, file: string): Json {
    if (Array.isArray(value)) return value.map((item) => this.#localize(item, file));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]): [string, Json] => [
        key,
        key === "$ref" && typeof child === "string"
          ? this.#sources.referenceFrom(file, child)
          : this.#localize(child, file),
      ]),
    );
  }
}

/**
 * The keys of a path as the file writes them, such as a status code without quotes; undefined where an alias or
 * a merge key stands for what is to be changed.
 */
function keysIn(document: Document, keys: Path, isRemoval: boolean): unknown[] | undefined {
  const written: unknown[] = [];
  let node: unknown = document.contents;
  for (const [index, key] of keys.entries()) {
    if (isAlias(node)) return undefined;
    const pair = isMap(node)
      ? node.items.find((item) => nameOf(item.key) === String(key))
      : undefined;
    const isNeeded = isRemoval || index < keys.length - 1;
    if (isMap(node) && !pair && isNeeded && node.has("<<")) return undefined;
    written.push(isScalar(pair?.key) ? pair.key.value : key);
    node = isSeq(node) ? node.items[Number(key)] : pair?.value;
  }
  return written;
}

const nameOf = (key: unknown) => String(isScalar(key) ? key.value : key);

/** As the file was written: JSON stays JSON, and prose is folded where the longest line of the file was. */
function write(document: Document, before: string): string {
  const text = /^\s*[{[]/.test(before) ? writeJson(document, before) : writeYaml(document, before);
  const mark = before.startsWith("\uFEFF") ? "\uFEFF" : "";
  return mark + (before.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text);
}

function writeYaml(document: Document, before: string): string {
  const folded = before.split("\n").filter((line) => /^\s+[A-Za-z`][^:]*$/.test(line));
  const width = Math.max(80, ...folded.map((line) => line.length));
  return document.toString({ lineWidth: folded.length > 0 ? Math.min(width, 160) : 0 });
}

/** Large integers keep their digits: a number of JavaScript would lose them. */
function writeJson(document: Document, before: string): string {
  const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => unknown };
  const indent = /^\s*[{[]\r?\n([ \t]+)/.exec(before)?.[1] ?? "  ";
  const text = JSON.stringify(
    document.toJS(),
    (_, value: unknown) => (typeof value === "bigint" ? rawJSON(String(value)) : value),
    indent,
  );
  return `${text}\n`;
}

/**
 * Writes the changes, and runs a command.
 *
 * @param then for the shell, such as `npm test`
 * @throws {UserError} when the files are not under version control as they are, cannot be written, or the
 *   command fails
 */
export function applyChanges({ changes }: Pick<Plan, "changes">, then: string | undefined): void {
  const files = [...changes.keys()];
  const [first] = files;
  if (first === undefined)
    throw new UserError("The overlay changes nothing. Write under update what it sets.");
  const folder = dirname(first);
  requireCleanTree(folder, files);
  try {
    for (const [file, text] of changes) writeFileSync(file, text);
  } catch (error) {
    git(folder, "restore", "--", ...files);
    throw new UserError(
      `A file cannot be written, so nothing was changed: ${(error as Error).message}.`,
    );
  }
  if (!then) return;
  const { status } = spawnSync(then, { shell: true, stdio: "inherit" });
  if (status === 0) return;
  const names = files.map((file) => relative(process.cwd(), file)).join(" ");
  throw new UserError(
    `"${then}" failed after the overlay was applied. See what changed with: git diff. Undo it with: git restore ${names}, and what the command changed with: git restore .`,
  );
}

/** Git undoes what went wrong, so it has to have everything as it is. */
function requireCleanTree(folder: string, files: string[]): void {
  const status = git(folder, "status", "--porcelain", "--untracked-files=no");
  if (status === undefined)
    throw new UserError(
      `${displayPath(folder) || "This folder"} is in no git repository, so nothing could be undone. Begin one with: git init && git add . && git commit`,
    );
  const [changed] = status.split("\n").filter((line) => line !== "");
  if (changed !== undefined)
    throw new UserError(
      `${changed.slice(3)} has changes that are not committed. Commit or stash them, so that git can undo what is applied.`,
    );
  const known = git(folder, "ls-files", "-z", "--full-name", "--", ...files)?.split("\0") ?? [];
  if (known.length <= files.length)
    throw new UserError(
      `${files.map(displayPath).join(" or ")} is not under version control. Add and commit it, so that git can undo what is applied.`,
    );
}

/** What git prints; undefined where it fails. */
function git(folder: string, ...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}
