/** The text of a file in YAML or JSON: its value, and the place of each part in it. */
import {
  CORE_SCHEMA,
  EVENT_ID,
  getScalarValue,
  load,
  mergeTag,
  parseEvents,
  YAMLException,
} from "js-yaml";
import { UserError } from "../problem.ts";
import type { Json } from "./document.ts";
import type { Path } from "./pointer.ts";

const options = { schema: CORE_SCHEMA.withTags(mergeTag), maxAliases: 10_000, maxDepth: 500 };

/**
 * @param name of the file, for errors
 * @throws {UserError} with line and reason when it is neither YAML nor JSON
 */
export function parseSource(text: string, name: string): Json {
  if (/^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      // YAML has such brackets too, and says where they go wrong.
    }
  }
  try {
    return (load(text, options) ?? null) as Json;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const place = error.mark ? `:${error.mark.line + 1}:${error.mark.column + 1}` : "";
    throw new UserError(`${name}${place} is neither YAML nor JSON: ${error.reason}.`);
  }
}

/** Lines and columns of the parts of a text. */
export class SourceText {
  readonly #text: string;
  #events: Event[] | undefined;
  #ends: Int32Array | undefined;
  #lineStarts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The place of the key or element at a path, or of its nearest parent where there is none. 1-based. */
  locate(path: Path): { line: number; column: number } {
    const offset = this.#offsetOf(path.map(String));
    this.#lineStarts ??= lineStartsOf(this.#text);
    const line = lastNotAfter(this.#lineStarts, offset);
    return { line: line + 1, column: offset - this.#lineStarts[line]! + 1 };
  }

  /** Follows the path through the events of the parser, and passes over whatever lies beside it. */
  #offsetOf(path: string[]): number {
    this.#events ??= parseEvents(this.#text, { maxDepth: options.maxDepth });
    this.#ends ??= endsOf(this.#events);
    const events = this.#events;
    const ends = this.#ends;
    let offset = 0;
    let index = 1; // Behind the event that opens the document.
    for (const key of path) {
      const isMap = events[index]?.type === EVENT_ID.MAPPING;
      if (!isMap && events[index]?.type !== EVENT_ID.SEQUENCE) return offset;
      let position = 0;
      index += 1;
      while (!this.#isAt(index, isMap, position, key)) {
        index = isMap ? ends[ends[index]!]! : ends[index]!;
        position += 1;
        if (events[index] === undefined || events[index]!.type === EVENT_ID.POP) return offset;
      }
      offset = startOf(events[index]!) ?? offset;
      if (isMap) index += 1;
    }
    return offset;
  }

  #isAt(index: number, isMap: boolean, position: number, key: string): boolean {
    const event = this.#events![index];
    if (!isMap) return String(position) === key && event?.type !== EVENT_ID.POP;
    return event?.type === EVENT_ID.SCALAR && getScalarValue(this.#text, event) === key;
  }
}

type Event = ReturnType<typeof parseEvents>[number];

/** For each event that begins a node the index behind the node and all that it holds. */
function endsOf(events: Event[]): Int32Array {
  const ends = new Int32Array(events.length);
  const open: number[] = [];
  for (const [index, { type }] of events.entries()) {
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index + 1;
    else if (type === EVENT_ID.SCALAR || type === EVENT_ID.ALIAS) ends[index] = index + 1;
    else open.push(index);
  }
  return ends;
}

function startOf(event: Event): number | undefined {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  return event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE
    ? event.start
    : undefined;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lastNotAfter(starts: number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
