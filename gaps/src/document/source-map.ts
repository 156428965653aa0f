/** Finds the file and the line that a part of a joined document comes from. */
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { type Path, parsePointer, toPointer } from "./pointer.ts";
import { SourceText } from "./source-text.ts";

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

export class SourceMap {
  /** The file that names all others. Absolute. */
  readonly entry: string;
  /** Parts that come from elsewhere than their parent, by their pointer in the joined document. */
  readonly #origins = new Map<string, Origin>();
  readonly #texts = new Map<string, SourceText>();

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
    const text = this.#texts.get(file) ?? new SourceText(readFileSync(file, "utf8"));
    this.#texts.set(file, text);
    return { file: displayPath(file), ...text.locate(keys) };
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
