/** Where in the text of a YAML or JSON file each of its parts stands. */
import {
  CHOMPING_MODE,
  COLLECTION_STYLE,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import { readBytes } from "./files.ts";
import type { Path } from "./json.ts";

/** A value in the text. Offsets are those of the text; `end` is exclusive. */
export interface SourceNode {
  /** Where the key, or the dash of a list, begins; where the value does that has none. */
  start: number;
  /** Behind the colon or the dash; the same as `start` for what has none. */
  valueStart: number;
  end: number;
  /** Whether it is a map or list in brackets, as all of JSON are. */
  isFlow: boolean;
  /** Of an entry of a map. */
  key: string | undefined;
  /** The entries of a map or the elements of a list, in the order of the text. */
  parts: SourceNode[];
}

/** The positions of the parts of a file. */
export class Positions {
  readonly #tree: SourceNode;
  /** Offsets at which the lines begin. */
  readonly #lines = [0];

  constructor(file: string) {
    const text = readBytes(file, file, Infinity, "").toString();
    this.#tree = readTree(text);
    for (const { index } of text.matchAll(/\n/g)) this.#lines.push(index + 1);
  }

  /** Line and column, each 1-based, of the key or element at a path, or of its nearest parent where there is none. */
  of(path: Path): { line: number; column: number } {
    let node = this.#tree;
    for (const key of path.map(String)) {
      const part = node.parts.find((each, index) => (each.key ?? String(index)) === key);
      if (!part) break;
      node = part;
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

/** What stands between two parts. */
const gap = /(?:[\s,]|#.*(?:\n|$))*/y;
/** The colon behind a key, where there is one. */
const colon = /(?:(?:\s|#.*\n)*:)?/y;
/** One for all scalars, as a large file has many. */
const noParts: SourceNode[] = [];

/** @returns the tree of a text that can be read */
export function readTree(text: string): SourceNode {
  /** Those that have not been read, the next one last: what has been read of a large file leaves room for the tree. */
  const events = parseEvents(text, { maxDepth: Infinity }).reverse();
  /** Everything before it has been read. */
  let offset = 0;

  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = offset;
    offset += pattern.exec(text)![0].length;
  };
  const readKey = (): string | undefined => {
    const event = events.at(-1)!;
    readValue(offset);
    skip(colon);
    return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
  };
  const readValue = (start: number, valueStart = start, key?: string): SourceNode => {
    const event = events.pop()!;
    const node: SourceNode = {
      start,
      valueStart,
      end: valueStart,
      isFlow: false,
      key,
      parts: noParts,
    };
    if (event.type === EVENT_ID.ALIAS) node.end = event.anchorEnd;
    else if (event.type === EVENT_ID.SCALAR)
      node.end = valueStart + scalarIn(text, event, valueStart).length;
    else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      node.parts = [];
      node.isFlow = event.style === COLLECTION_STYLE.FLOW;
      offset = event.start + Number(node.isFlow);
      while (events.at(-1)!.type !== EVENT_ID.POP) {
        skip(gap);
        const start = offset;
        const key = event.type === EVENT_ID.MAPPING ? readKey() : undefined;
        if (event.type === EVENT_ID.SEQUENCE && !node.isFlow) offset++; // The dash.
        node.parts.push(readValue(start, offset, key));
      }
      events.pop();
      if (node.isFlow) skip(gap);
      node.end = offset + Number(node.isFlow);
    }
    offset = node.end;
    return node;
  };

  events.pop(); // It opens the document.
  skip(gap);
  return readValue(offset);
}

/** A scalar as it is written. Empty lines below a block belong to nothing, but where it keeps them. */
function scalarIn(text: string, event: ScalarEvent, start: number): string {
  const { valueEnd, anchorEnd, tagEnd, style, chomping } = event;
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  const written = text.slice(start, Math.max(valueEnd + Number(isQuoted), anchorEnd, tagEnd));
  return chomping === CHOMPING_MODE.KEEP ? written.replace(/\r?\n$/, "") : written.trimEnd();
}
