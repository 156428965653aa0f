/** Where in the text of a YAML or JSON file each of its parts stands. */
import {
  COLLECTION_STYLE,
  type Event,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
} from "js-yaml";

/** A value in the text. Offsets are those of the text; `end` is exclusive. */
export interface SourceNode {
  /** Where the key, or the dash of a list, begins; where the value does that has none. */
  start: number;
  /** Behind the colon or the dash; the same as `start` for what has none. */
  valueStart: number;
  end: number;
  kind: "block" | "flow" | "scalar" | "alias";
  /** Of a scalar. */
  style?: number | undefined;
  /** Of a map, in the order of the text. */
  entries?: Map<string, SourceNode>;
  /** Of a list. */
  items?: SourceNode[];
}

const quoted: number[] = [SCALAR_STYLE.SINGLE_QUOTED, SCALAR_STYLE.DOUBLE_QUOTED];
const blocks: number[] = [SCALAR_STYLE.LITERAL_BLOCK, SCALAR_STYLE.FOLDED_BLOCK];

/** The tree of a text that can be read, and has no byte order mark. */
export const readTree = (text: string): SourceNode =>
  new TreeReader(text, parseEvents(text, { maxDepth: Infinity })).read();

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
      // What is empty at the end of a block belongs to nothing.
      if (blocks.includes(style))
        node.end = valueStart + this.#text.slice(valueStart, node.end).trimEnd().length;
    } else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      const isFlow = event.style === COLLECTION_STYLE.FLOW;
      node.kind = isFlow ? "flow" : "block";
      this.#offset = event.start + Number(isFlow);
      if (event.type === EVENT_ID.MAPPING) this.#readEntries(node);
      else this.#readItems(node, isFlow);
      if (isFlow) this.#skip(",");
      node.end = isFlow ? this.#offset + 1 : this.#offset;
    }
    this.#offset = node.end;
    return node;
  }

  #readEntries(node: SourceNode): void {
    node.entries = new Map();
    while (!this.#isAtEnd()) {
      const key = this.#events[this.#next]!;
      const isScalar = key.type === EVENT_ID.SCALAR;
      const isQuoted = isScalar && quoted.includes(key.style);
      this.#skip(",");
      const start = isQuoted ? key.valueStart - 1 : this.#offset;
      this.#value(start);
      this.#skip(":");
      const child = this.#value(start, this.#offset);
      if (isScalar) node.entries.set(getScalarValue(this.#text, key), child);
    }
    this.#next++;
  }

  #readItems(node: SourceNode, isFlow: boolean): void {
    node.items = [];
    while (!this.#isAtEnd()) {
      this.#skip(",");
      const start = this.#offset;
      if (!isFlow) this.#offset++; // The dash.
      node.items.push(this.#value(start, this.#offset));
    }
    this.#next++;
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
