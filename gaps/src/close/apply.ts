/** `apply`: puts a reviewed overlay into the files that a document is made of, or into its notes. Git is the journal. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createTwoFilesPatch } from "diff";
import {
  asList,
  asObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  toPointer,
  valueAt,
} from "../document/document.ts";
import {
  applyActions,
  type Edit,
  merge,
  type OverlayAction,
  pathsOf,
} from "../document/overlay.ts";
import type { ReadDocument } from "../document/read-document.ts";
import type { Origin, SourceMap } from "../document/source-map.ts";
import { displayPath, parseFile } from "../document/files.ts";
import { collectGaps } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { editText } from "./edit-text.ts";

/** The text of a file, and what becomes of it. */
type Rewrite = Record<"before" | "after", string>;

export interface Plan {
  /** The document with the gaps closed. */
  document: OpenApiDocument;
  /** Ids of the gaps that are closed. */
  closed: string[];
  /** By the absolute path of the file. */
  changes: Map<string, Rewrite>;
}

/**
 * Works out in memory what an overlay changes in the files.
 *
 * @param name begins an error about an action, by its index
 * @param notes the overlay that holds the notes of the document, which then takes up all that changes
 * @throws {UserError} when a target selects nothing, or a YAML alias stands for what it selects
 */
export function planChanges(
  read: Pick<ReadDocument, "document" | "sources">,
  { actions }: { actions: OverlayAction[] },
  name?: (index: number) => string,
  notes?: string,
): Plan {
  const document = { ...read.document };
  const edits = withRenames(read.document, applyActions(document, actions, name));
  const file = notes === undefined ? undefined : resolve(notes);
  const byFile = file ? new Map([[file, inNotes(file, actions)]]) : inSources(read.sources, edits);
  const changes = new Map([...byFile].map(([file, own]) => [file, rewrite(file, own)]));
  const left = collectGaps(document).map(({ id }) => id);
  const closed = collectGaps(read.document).flatMap(({ id }) => (left.includes(id) ? [] : id));
  return { document, closed, changes };
}

/** What is removed, and stands under another key beside it, is renamed: its comments and its place stay. */
function withRenames(before: Json, edits: Edit[]): Edit[] {
  const renames = new Map<Edit, Edit>();
  for (const removal of edits.filter((edit) => "remove" in edit)) {
    const parent = toPointer(removal.path.slice(0, -1));
    const isSame = (edit: Edit) =>
      "value" in edit &&
      toPointer(edit.path.slice(0, -1)) === parent &&
      isDeepStrictEqual(edit.value, valueAt(before, removal.path));
    const added = edits.find(isSame);
    if (added)
      renames
        .set(removal, { path: removal.path, key: String(added.path.at(-1)) })
        .set(added, removal);
  }
  return edits.flatMap((edit) => {
    const renamed = renames.get(edit);
    return renamed && "remove" in renamed ? [] : (renamed ?? edit);
  });
}

function rewrite(file: string, edits: Edit[]): Rewrite {
  const before = readFileSync(file, "utf8");
  return { before, after: editText(before, edits, displayPath(file)) };
}

/**
 * The edits of each file, in their order, because a path may count on the edit before. What several places of the document share
 * is changed once.
 *
 * @throws {UserError} where only some of those places change
 */
function inSources(sources: SourceMap, edits: Edit[]): Map<string, Edit[]> {
  const byFile = new Map<string, Edit[]>();
  /** How often each edit was made, by the edit and the places that share it. */
  const shared = new Map<string, { origin: Origin; counts: Map<string, number> }>();
  for (const edit of edits) {
    // It is the holder that changes: what it holds may be another file.
    const holder = edit.path.slice(0, -1);
    const origin = sources.trace(holder);
    const { file, keys } = origin;
    const key = edit.path.at(-1)!;
    const localized =
      "value" in edit ? { value: localize(sources, { [key]: edit.value }, file)[key]! } : {};
    const own = { ...edit, ...localized, from: [], path: [...keys, key] };
    const places = sources.placesOf(origin).map(toPointer);
    const at = toPointer(holder);
    if (places.length > 1) {
      const key = JSON.stringify([file, own]);
      const { counts } = shared.get(key) ?? { counts: new Map(places.map((place) => [place, 0])) };
      shared.set(key, { origin, counts: counts.set(at, Number(counts.get(at)) + 1) });
    }
    if (places.length < 2 || at === places[0]) byFile.set(file, [...(byFile.get(file) ?? []), own]);
  }
  for (const { origin, counts } of shared.values()) requireAll(origin, counts);
  return byFile;
}

function requireAll({ file, keys }: Origin, counts: Map<string, number>): void {
  const most = Math.max(...counts.values());
  const [missed] = [...counts].find(([, count]) => count < most) ?? [];
  const [selected] = [...counts].find(([, count]) => count === most)!;
  if (missed !== undefined)
    throw new UserError(
      `${selected} and ${missed} are the same part of a file (${displayPath(file)}${toPointer(keys)}), and only the first would change. Select both, or give one of them a file of its own.`,
    );
}

/** A reference within the joined document is one between files. */
const localize = (sources: SourceMap, value: JsonObject, file: string): JsonObject =>
  JSON.parse(JSON.stringify(value), (key, child: Json) =>
    key === "$ref" && typeof child === "string" ? sources.referenceFrom(file, child) : child,
  ) as JsonObject;

/** A note changes where it stands in the notes, and everything else is one more action. */
function inNotes(file: string, actions: OverlayAction[]): Edit[] {
  const content = parseFile(file);
  const edits = actions.flatMap((action) => {
    const [, note] = /(\['x-gap'\].*)$/.exec(action.target) ?? [];
    const target = `$.actions.*.update${note}`;
    return note && pathsOf(content, target).length === 1
      ? applyActions(content, [{ ...action, target }])
      : merge(content, ["actions"], [{ ...action }]);
  });
  // The last one first, so that removing one does not move the next.
  const emptied = asList(asObject(content)["actions"])
    .flatMap((action, index) => (isDeepStrictEqual(asObject(action)["update"], {}) ? index : []))
    .reverse();
  return [...edits, ...emptied.map((index): Edit => ({ path: ["actions", index], remove: true }))];
}

/** The changes as a patch, as git shows them. */
export const describeChanges = ({ changes }: Pick<Plan, "changes">): string =>
  [...changes]
    .map(([file, { before, after }]) => {
      const name = displayPath(file);
      return createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, "", "", { context: 3 });
    })
    .join("");

/**
 * Writes the changes. Git undoes what goes wrong, so it has to have each file as it is.
 *
 * @throws {UserError} when it does not, or a file cannot be written
 */
export function applyChanges({ changes }: Pick<Plan, "changes">): void {
  if (changes.size === 0) throw new UserError("The overlay changes nothing.");
  const files = [...changes.keys()];
  const folder = dirname(files[0]!);
  const status = git(folder, "status", "--porcelain", "--untracked-files=no", "--", ...files);
  if (status === undefined)
    throw new UserError(
      `${displayPath(folder) || "This folder"} is in no git repository, so nothing could be undone. Begin one with: git init && git add . && git commit`,
    );
  const [changed] = status.split("\n");
  if (changed)
    throw new UserError(
      `${changed.slice(3)} has changes that are not committed. Commit or stash them, so that git can undo what is applied.`,
    );
  if (git(folder, "ls-files", "--error-unmatch", "--", ...files) === undefined)
    throw new UserError(
      `${files.map(displayPath).join(" or ")} is not under version control. Add and commit it, so that git can undo what is applied.`,
    );
  try {
    for (const [file, { after }] of changes) writeFileSync(file, after);
  } catch (error) {
    git(folder, "restore", "--", ...files);
    throw new UserError(
      `A file cannot be written, so nothing was changed: ${(error as Error).message}.`,
    );
  }
}

/** What git prints; undefined where it fails. */
function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}
