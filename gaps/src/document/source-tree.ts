/** Where in the text of a YAML or JSON file each of its parts stands. */
import {
  COLLECTION_STYLE,
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
} from "js-yaml";
import { parseJson, readBytes } from "./files.ts";
import type { Path } from "./json.ts";

/** A value in the text. Offsets are those of the text; `end` is exclusive. */
export interface SourceNode {
  /** Where the key, or the dash of a list, begins; where the value does that has none. */
  start: number;
  /** Behind the colon or the dash; the same as `start` for what has none. */
  valueStart: number;
  end: number;
  kind: "block" | "flow" | "scalar" | "alias";
  /** Of a scalar in YAML. */
  style?: number | undefined;
  /** Of an entry of a map. */
  key?: string | undefined;
  /** The entries of a map or the elements of a list, in the order of the text. */
  parts?: SourceNode[];
}

/** The positions of the parts of a file. */
export class Positions {
  readonly #tree: SourceNode;
  /** Offsets at which the lines begin. */
  readonly #lines = [0];

  constructor(file: string) {
    const text = readBytes(file, file, Infinity, "")
      .toString()
      .replace(/^\uFEFF/, "");
    this.#tree = readTree(text);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
      this.#lines.push(at + 1);
  }

  /** Line and column, each 1-based, of the key or element at a path, or of its nearest parent where there is none. */
  of(path: Path): { line: number; column: number } {
    let node = this.#tree;
    for (const key of path.map(String)) {
      const part = node.parts?.find((each, index) => (each.key ?? String(index)) === key);
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

/** The tree of a text that can be read, and has no byte order mark. */
export const readTree = (text: string): SourceNode =>
  parseJson(text) === undefined
    ? new TreeReader(text, parseEvents(text, { maxDepth: Infinity })).read()
    : readJson(text);

/** Large files are in JSON, and the events of YAML would take more memory than the rest of a command. */
function readJson(text: string): SourceNode {
  const tokens = text.matchAll(/[[\]{}]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s[\]{},:"]+/g);
  const next = () => tokens.next().value!;
  let token = next();
  const read = (start?: number): SourceNode => {
    const { 0: word, index } = token;
    const valueStart = start === undefined ? index : text.lastIndexOf(":", index) + 1;
    const end = index + word.length;
    const node: SourceNode = { start: start ?? index, valueStart, end, kind: "scalar" };
    token = next();
    if (word !== "{" && word !== "[") return node;
    node.kind = "flow";
    node.parts = [];
    while (token[0] !== "}" && token[0] !== "]") {
      const { 0: name, index: start } = token;
      if (word === "{") token = next();
      const part = word === "{" ? read(start) : read();
      if (word === "{") part.key = JSON.parse(name) as string;
      node.parts.push(part);
    }
    node.end = token.index + 1;
    token = next();
    return node;
  };
  return read();
}

const quoted: number[] = [SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED];
const blocks: number[] = [SCALAR_STYLE.LITERAL_BLOCK, SCALAR_STYLE.FOLDED_BLOCK];

class TreeReader {
  readonly #text: string;
  readonly #events: Event[];
  #next = 1; // Behind the event that opens the document.
  /** Everything before it has been read. */
  #offset = 0;

  constructor(text: string, events: Event[]) {
    this.#text = text;
    this.#events = events;
  }

  read(): SourceNode {
    this.#skip();
    return this.#value(this.#offset);
  }

  #value(start: number, valueStart = start): SourceNode {
    const event = this.#events[this.#next++]!;
    const node: SourceNode = { start, valueStart, end: valueStart, kind: "scalar" };
    if (event.type === EVENT_ID.ALIAS) {
      node.kind = "alias";
      node.end = event.anchorEnd;
    } else if (event.type === EVENT_ID.SCALAR) {
      node.style = event.style;
      const { valueEnd, style } = event;
      const written = Math.max(valueEnd, event.anchorEnd, event.tagEnd, valueStart);
      node.end = quoted.includes(style) ? valueEnd + 1 : written;
      // What is empty at the end of a block belongs to nothing, but where a plus keeps it.
      const block = this.#text.slice(valueStart, node.end);
      if (blocks.includes(style) && /^\s*[|>]\d?\+/.test(block))
        node.end -= Number(block.endsWith("\n"));
      else if (blocks.includes(style)) node.end = valueStart + block.trimEnd().length;
    } else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      const isFlow = event.style === COLLECTION_STYLE.FLOW;
      node.kind = isFlow ? "flow" : "block";
      this.#offset = event.start + Number(isFlow);
      const isMap = event.type === EVENT_ID.MAPPING;
      node.parts = [];
      while (!this.#isAtEnd()) node.parts.push(isMap ? this.#entry() : this.#item(isFlow));
      this.#next++;
      if (isFlow) this.#skip(",");
      node.end = isFlow ? this.#offset + 1 : this.#offset;
    }
    this.#offset = node.end;
    return node;
  }

  #entry(): SourceNode {
    const key = this.#events[this.#next]!;
    const isScalar = key.type === EVENT_ID.SCALAR;
    this.#skip(",");
    const start = isScalar && quoted.includes(key.style) ? key.valueStart - 1 : this.#offset;
    this.#value(start);
    this.#skip(":");
    const entry = this.#value(start, this.#offset);
    if (isScalar) entry.key = getScalarValue(this.#text, key);
    return entry;
  }

  #item(isFlow: boolean): SourceNode {
    this.#skip(",");
    const start = this.#offset;
    if (!isFlow) this.#offset++; // The dash.
    return this.#value(start, this.#offset);
  }

  #isAtEnd = (): boolean => (this.#events[this.#next]?.type ?? EVENT_ID.POP) === EVENT_ID.POP;

  /** Goes over space and comments to what comes next, and over the mark where it is there. */
  #skip(mark?: string): void {
    const space = /(?:\s|(?<=^|\s)#[^\n]*)*/y;
    for (let isMarkDue = mark !== undefined; ; isMarkDue = false) {
      space.lastIndex = this.#offset;
      const [{ length }] = space.exec(this.#text)!;
      if (isMarkDue && this.#text[this.#offset + length] === mark) {
        this.#offset += length + 1;
        if (mark === ":") return;
      } else {
        if (mark !== ":") this.#offset += length;
        return;
      }
    }
  }
}
