/** `apply`: puts a reviewed overlay into the files that a document is made of, or into its notes. Git is the journal. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createTwoFilesPatch } from "diff";
import {
  asObject,
  asObjectList,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  valueAt,
} from "../document/document.ts";
import {
  applyActions,
  applyEdit,
  closedBy,
  type ClosingAction,
  type Edit,
  merge,
  type Overlay,
  pathsOf,
} from "../document/overlay.ts";
import { type ReadDocument, type SourceMap } from "../document/read-document.ts";
import { displayPath, parseText, Positions } from "../document/files.ts";
import { UserError } from "../problem.ts";
import { editText, UneditableError } from "./edit-text.ts";

/** The text of a file, and what becomes of it. */
interface Rewrite {
  before: string;
  after: string;
}

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
  { document: today, sources }: Pick<ReadDocument, "document" | "sources">,
  overlay: Pick<Overlay, "actions">,
  name?: (index: number) => string,
  notes?: string,
): Plan {
  const document = structuredClone(today);
  const edits = applyActions(document, overlay.actions, name);
  const changes =
    notes === undefined
      ? changeSources(sources, edits)
      : new Map([[resolve(notes), changeNotes(resolve(notes), overlay.actions, today)]]);
  return { document, closed: closedBy(overlay), changes };
}

/** Edits have to come in their order, because a path may count on the edit before. */
function changeSources(sources: SourceMap, edits: Edit[]): Map<string, Rewrite> {
  const places = edits.map((edit) => {
    const { file, keys } = sources.trace(edit.path);
    const value = "value" in edit ? { value: localize(sources, edit.value, file) } : edit;
    return { file, edit: { ...value, path: keys } };
  });
  const byFile = Object.groupBy(places, ({ file }) => file);
  return new Map(
    Object.entries(byFile).map(([file, here = []]) => [
      file,
      changeFile(file, (content) => {
        for (const { edit } of here) applyEdit(content, edit);
      }),
    ]),
  );
}

/** A reference within the joined document is one between files. */
function localize(sources: SourceMap, value: Json, file: string): Json {
  if (Array.isArray(value)) return value.map((item) => localize(sources, item, file));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]): [string, Json] => [
      key,
      key === "$ref" && typeof child === "string"
        ? sources.referenceFrom(file, child)
        : localize(sources, child, file),
    ]),
  );
}

/** A note that is closed leaves its overlay, and what changes in the document is there instead. */
function changeNotes(file: string, actions: ClosingAction[], document: OpenApiDocument): Rewrite {
  const gapsIn = ({ update }: JsonObject) => asObjectList(asObject(update)["x-gap"]);
  return changeFile(file, (content) => {
    const notes = asObjectList(asObject(content)["actions"]);
    for (const action of actions) {
      const { target, update, "x-closes": id } = action;
      if (target.includes("['x-gap']")) {
        const holder = notes.find((note) => gapsIn(note).some((gap) => gap["id"] === id));
        const index = holder ? gapsIn(holder).findIndex((gap) => gap["id"] === id) : -1;
        const path = ["update", "x-gap", index];
        if (!holder) notes.push({ ...action });
        else if (update !== undefined) merge(holder, path, update);
        else
          applyEdit(holder, {
            path: gapsIn(holder).length > 1 ? path : path.slice(0, -1),
            remove: true,
          });
        continue;
      }
      const held = heldIn(notes, target, document).find(({ value, isWhole }) =>
        update === undefined ? isWhole : isObject(value),
      );
      if (!held) notes.push({ ...action });
      else if (update !== undefined) merge(held.note, held.path, update);
      else applyEdit(held.note, { path: held.path, remove: true });
    }
    const isLeft = ({ update }: JsonObject) => !isObject(update) || Object.keys(update).length > 0;
    asObject(content)["actions"] = notes.filter(isLeft);
  });
}

/** Where notes hold what a target selects in the document with them, the note of the same target first. */
function heldIn(notes: JsonObject[], target: string, document: OpenApiDocument) {
  const placesOf = (each: Json) => pathsOf(document, String(each));
  const places = placesOf(target);
  const [place = []] = places;
  return notes
    .map((note) => {
      const own = placesOf(note["target"]!);
      const isSame = own.length > 0 ? isDeepStrictEqual(own, places) : note["target"] === target;
      const [above = []] = own;
      const isAbove =
        own.length === 1 &&
        places.length === 1 &&
        isDeepStrictEqual(above, place.slice(0, above.length));
      const keys = isSame ? [] : isAbove ? place.slice(above.length) : undefined;
      const path = ["update", ...(keys ?? [])];
      // In a list of the notes, the numbers are others.
      const isInList = path.some((_, depth) => Array.isArray(valueAt(note, path.slice(0, depth))));
      const value = keys && !isInList ? valueAt(note, path) : undefined;
      // What the document has as well, the notes alone cannot take away.
      return { note, path, value, isWhole: isDeepStrictEqual(value, valueAt(document, place)) };
    })
    .filter(({ value }) => value !== undefined)
    .sort((one, other) => one.path.length - other.path.length);
}

/** @throws {UserError} where a YAML alias or merge key stands for what is to change */
function changeFile(file: string, change: (content: Json) => void): Rewrite {
  const text = readFileSync(file, "utf8");
  const name = displayPath(file);
  const content = parseText(text, name);
  change(content);
  try {
    return { before: text, after: editText(text, parseText(text, name), content) };
  } catch (error) {
    if (!(error instanceof UneditableError)) throw error;
    const { line } = new Positions(file).of(error.path);
    throw new UserError(
      `${name}:${line}: ${error.path.join("/") || "the file"} ${error.message}. Write it out, and apply again.`,
    );
  }
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
 * Writes the changes, and runs a command.
 *
 * @param then for the shell, such as `npm test`
 * @throws {UserError} when a file is not in git, cannot be written, or the command fails
 */
export function applyChanges({ changes }: Pick<Plan, "changes">, then: string | undefined): void {
  const files = [...changes.keys()];
  const [first] = files;
  if (first === undefined || [...changes.values()].every(({ before, after }) => before === after))
    throw new UserError("The overlay changes nothing. Write under update what it sets.");
  const folder = dirname(first);
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
  if (!then) return;
  const { status } = spawnSync(then, { shell: true, stdio: "inherit" });
  if (status === 0) return;
  const names = files.map((file) => relative(process.cwd(), file)).join(" ");
  throw new UserError(
    `"${then}" failed after the overlay was applied. See what changed with: git diff. Undo it with: git restore ${names}, and what the command changed with: git restore .`,
  );
}

/**
 * Git undoes what goes wrong, so it has to have everything as it is.
 *
 * @throws {UserError} when it does not
 */
export function requireCleanTree(folder: string): void {
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
