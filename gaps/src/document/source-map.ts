/** Where each part of a joined document stands in its files, and which notes several places of it share. */
import { dirname, relative } from "node:path";
import type { Problem } from "../problem.ts";
import {
  asObjectList,
  type OpenApiDocument,
  parsePointer,
  type Path,
  toPointer,
  toReference,
} from "./document.ts";
import { displayPath } from "./files.ts";
import { Positions } from "./source-tree.ts";
import { walk } from "./walk.ts";

/** Where something stands: a file, and the keys that lead to it from the root of the file. */
export interface Origin {
  /** Absolute. */
  file: string;
  keys: Path;
}

/** Finds the file and the line that a part of a joined document comes from. */
export class SourceMap {
  /** The file that names all others. Absolute. */
  readonly entry: string;
  /** Every file that the document is made of. Absolute. */
  readonly files: Set<string> = new Set();
  /** Pointers of what could not be read, and has an empty object in its place. */
  readonly unread: Set<string> = new Set();
  /** Parts that come from elsewhere than their parent, by their pointer in the joined document. */
  readonly #origins = new Map<string, Origin>();
  /** The same by file, with the paths at which they stand. */
  readonly #uses = new Map<string, { at: Path; keys: Path }[]>();
  readonly #positions = new Map<string, Positions>();

  constructor(entry: string) {
    this.entry = entry;
  }

  /** Notes that the part at a path of the joined document comes from a place of its own. */
  add(path: Path, origin: Origin): void {
    this.#origins.set(toPointer(path), origin);
    const uses = this.#uses.get(origin.file) ?? [];
    this.#uses.set(origin.file, uses);
    uses.push({ at: path, keys: origin.keys });
  }

  /** Where a path through the joined document leads in the files; keys that do not exist yet are kept. */
  trace(path: Path): Origin {
    for (let length = path.length; length > 0; length--) {
      const origin = this.#origins.get(toPointer(path.slice(0, length)));
      if (origin) return { file: origin.file, keys: [...origin.keys, ...path.slice(length)] };
    }
    return { file: this.entry, keys: [...path] };
  }

  /**
   * All paths of the joined document that lead to the same place of a file. Two paths of an interface may have one file, so that what
   * changes at one of them changes at both.
   */
  placesOf({ file, keys }: Origin): Path[] {
    const places = file === this.entry ? [keys] : [];
    for (const use of this.#uses.get(file) ?? [])
      if (use.keys.every((key, index) => key === keys[index]))
        places.push([...use.at, ...keys.slice(use.keys.length)]);
    const origin = keyOf({ file, keys });
    // Within a part, something else may come from a file of its own.
    return places.filter((place) => keyOf(this.trace(place)) === origin);
  }

  /** The line of a part of the joined document, or of its nearest parent where it does not exist. */
  locate(path: Path): Pick<Problem, "file" | "line" | "column"> {
    const { file, keys } = this.trace(path);
    const positions = this.#positions.get(file) ?? new Positions(file);
    this.#positions.set(file, positions);
    return { file: displayPath(file), ...positions.of(keys) };
  }

  /** A place of the joined document in a message: `file:line`. */
  name = (pointer: string): string => {
    const { file, line } = this.locate(parsePointer(pointer));
    return `${file}:${line}`;
  };

  /** What is wrong with a part of the joined document. @param inside keys of what the line is of, from the part */
  problem(rule: string, message: string, path: Path, ...inside: string[]): Problem {
    const place = this.locate([...path, ...inside]);
    return { ...place, severity: "error", rule, message, pointer: toPointer(path) };
  }

  /** A reference of the joined document, as the given file has to write it. */
  referenceFrom(file: string, reference: string): string {
    if (!reference.startsWith("#")) return reference;
    const target = this.trace(parsePointer(reference));
    const fragment = toReference(toPointer(target.keys));
    if (target.file === file) return fragment;
    const name = encodeURI(relative(dirname(file), target.file)).replaceAll(
      /[#?]/g,
      encodeURIComponent,
    );
    return name + fragment.replace(/^#$/, "");
  }
}

/** A place of a file as one text. */
export const keyOf = ({ file, keys }: Origin): string => `${file}${toPointer(keys)}`;

/** The place in a file of each note that stands at several places of a document, because several paths share the file. */
const shared = new WeakMap<object, string>();

/** Finds the notes that several places of a document share. */
export function findSharedNotes(document: OpenApiDocument, sources: SourceMap): void {
  for (const { value, path } of walk(document)) {
    const notes = asObjectList(value["x-gap"]);
    if (notes.length === 0) continue;
    const origin = sources.trace(path);
    if (sources.placesOf(origin).length < 2) continue;
    for (const [index, note] of notes.entries()) shared.set(note, `${keyOf(origin)} ${index}`);
  }
}

/** Whether two notes of a document are one note of a file. */
export const isSameNote = (one: object, other: object): boolean =>
  shared.has(one) && shared.get(one) === shared.get(other);
