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
  #events: ReturnType<typeof parseEvents> | undefined;
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
    const events = this.#events;
    let offset = 0;
    let index = 1; // Behind the event that opens the document.
    for (const key of path) {
      const holder = events[index];
      const isMap = holder?.type === EVENT_ID.MAPPING;
      if (!isMap && holder?.type !== EVENT_ID.SEQUENCE) return offset;
      let found = false;
      index += 1;
      for (let position = 0; events[index] && events[index]!.type !== EVENT_ID.POP; position++) {
        const item = events[index]!;
        const name = isMap && item.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, item) : "";
        if (isMap ? name === key : String(position) === key) {
          offset = startOf(item) ?? offset;
          if (isMap) index += 1;
          found = true;
          break;
        }
        index = isMap ? behind(events, behind(events, index)) : behind(events, index);
      }
      if (!found) return offset;
    }
    return offset;
  }
}

type Event = ReturnType<typeof parseEvents>[number];

/** The index behind a node and all that it holds. */
function behind(events: Event[], index: number): number {
  let depth = 0;
  for (let next = index; next < events.length; next++) {
    const { type } = events[next]!;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
    if (type === EVENT_ID.POP) depth -= 1;
    if (depth <= 0) return next + 1;
  }
  return events.length;
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
