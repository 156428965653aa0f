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
import { isJson, readBytes } from "./files.ts";
import type { Path } from "./json.ts";

/** A value in the text. Offsets are those of the text; `end` is exclusive. */
export interface SourceNode {
  /** Where the key, or the dash of a list, begins; where the value does that has none. */
  readonly start: number;
  /** Behind the colon or the dash; the same as `start` for what has none. */
  readonly valueStart: number;
  readonly end: number;
  /** Whether it is a map or list in brackets, as all of JSON are. */
  readonly isFlow: boolean;
  /** Of an entry of a map. */
  readonly key: string | undefined;
  /** The entries of a map or the elements of a list, in the order of the text. */
  readonly parts: SourceNode[];
}

/** The positions of the parts of a file. */
export class Positions {
  readonly #tree: SourceNode;
  /** Offsets at which the lines begin. */
  readonly #lines = [0];

  /** @param text what of it can be read, where that is not all */
  constructor(file: string, text: string = readBytes(file, file).toString()) {
    this.#tree = readTree(text);
    for (const { index } of text.matchAll(/\n/g)) this.#lines.push(index + 1);
  }

  /** Line and column, each 1-based, of the key or element at a path, or of its nearest parent where there is none. */
  of(path: Path): { line: number; column: number } {
    const node = nodesAt(this.#tree, path).at(-1)!;
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle]! <= node.start) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: node.start - this.#lines[low]! + 1 };
  }
}

/** The parts on the way to a path, from the root to the last one that there is. */
export function nodesAt(root: SourceNode, path: Path): SourceNode[] {
  const nodes = [root];
  for (const name of path.map(String)) {
    const { parts } = nodes.at(-1)!;
    const part = parts.find(({ key }, index) => (key ?? String(index)) === name);
    if (!part) break;
    nodes.push(part);
  }
  return nodes;
}

/** The tree of a text that can be read. */
export function readTree(text: string): SourceNode {
  const isReadable = isJson(text) && endOfJson(text, 0) !== undefined;
  return isReadable ? readJson(text, behind(gap, text, 0)) : readYaml(text);
}

/** What stands between two parts. */
const gap = /(?:[\s,]|#.*(?:\n|$))*/y;
/** The colon behind a key, where there is one. */
const colon = /(?:(?:\s|#.*\n)*:)?/y;
/** A bracket, text or word of JSON, with what stands before it. */
const token = /[\s,:]*(?:"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|true|false|null|-?\d[\d.eE+-]*)/y;
/** One for all scalars, as a large file has many. */
const noParts: SourceNode[] = [];

function behind(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Where the value behind an offset ends; undefined where something is no JSON. */
function endOfJson(text: string, offset: number): number | undefined {
  let depth = 0;
  token.lastIndex = offset;
  do {
    if (!token.test(text)) return undefined;
    const last = text[token.lastIndex - 1];
    if (last === "{" || last === "[") depth++;
    if (last === "}" || last === "]") depth--;
  } while (depth > 0);
  return token.lastIndex;
}

/** A value of JSON. Its parts are read when they are asked for: of the million in a large file, few are. */
function readJson(text: string, start: number, keyEnd = start): SourceNode {
  const valueStart = behind(colon, text, keyEnd);
  const end = endOfJson(text, valueStart)!;
  const isFlow = /[}\]]/.test(text[end - 1]!);
  const key = keyEnd === start ? undefined : (JSON.parse(text.slice(start, keyEnd)) as string);
  let parts: SourceNode[] | undefined;
  return {
    ...{ start, valueStart, end, isFlow, key },
    get parts() {
      return (parts ??= isFlow ? readParts(text, valueStart, end - 1) : noParts);
    },
  };
}

function readParts(text: string, open: number, close: number): SourceNode[] {
  const parts: SourceNode[] = [];
  let start = behind(gap, text, behind(gap, text, open) + 1);
  while (start < close) {
    const part = readJson(text, start, text[close] === "}" ? endOfJson(text, start) : start);
    parts.push(part);
    start = behind(gap, text, part.end);
  }
  return parts;
}

function readYaml(text: string): SourceNode {
  /** Those that have not been read, the next one last: what has been read of a large file leaves room for the tree. */
  const events = parseEvents(text, { maxDepth: Infinity }).reverse();
  /** Everything before it has been read. */
  let offset = 0;

  const readKey = (): string | undefined => {
    const event = events.at(-1)!;
    readValue(offset);
    offset = behind(colon, text, offset);
    return event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined;
  };
  const readValue = (start: number, valueStart = start, key?: string): SourceNode => {
    const event = events.pop()!;
    let [end, isFlow, parts] = [valueStart, false, noParts];
    if (event.type === EVENT_ID.ALIAS) end = event.anchorEnd;
    else if (event.type === EVENT_ID.SCALAR)
      end = valueStart + scalarIn(text, event, valueStart).length;
    else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      parts = [];
      isFlow = event.style === COLLECTION_STYLE.FLOW;
      offset = event.start + Number(isFlow);
      while (events.at(-1)!.type !== EVENT_ID.POP) {
        offset = behind(gap, text, offset);
        const start = offset;
        const key = event.type === EVENT_ID.MAPPING ? readKey() : undefined;
        if (event.type === EVENT_ID.SEQUENCE && !isFlow) offset++; // The dash.
        parts.push(readValue(start, offset, key));
      }
      events.pop();
      if (isFlow) offset = behind(gap, text, offset);
      end = offset + Number(isFlow);
    }
    offset = end;
    return { start, valueStart, end, isFlow, key, parts };
  };

  events.pop(); // It opens the document.
  offset = behind(gap, text, offset);
  return readValue(offset);
}

/** A scalar as it is written. Empty lines below a block belong to nothing, but where it keeps them. */
function scalarIn(text: string, event: ScalarEvent, start: number): string {
  const { valueEnd, anchorEnd, tagEnd, style, chomping } = event;
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  // An empty one has no end of its own.
  const written = text.slice(
    start,
    Math.max(start, valueEnd + Number(isQuoted), anchorEnd, tagEnd),
  );
  return chomping === CHOMPING_MODE.KEEP ? written.replace(/\r?\n$/, "") : written.trimEnd();
}
