/** How often something was seen, and where. */
import type { Shape } from "../api/shapes.ts";
import { isWord } from "../api/words.ts";

/** Where a value stands in a recording. */
export interface Context {
  /** Number of the exchange. */
  exchange: number;
  /** The `operationId`. */
  operation: string;
  /** `YYYY-MM-DD`; undefined where the recording does not say. */
  day: string | undefined;
  /** What tells one resource from another: its identifiers, or the path of the call. */
  resource: string;
  /** Whether everything in the message belongs to that resource. */
  isOfOne: boolean;
}

/** What stands in so many resources is no secret of one of them: a name is one of a field, and not a key of a map. */
const minResources = 3;

/** A name that fewer of the objects have is rather a key of a map. */
const minShare = 0.1;

/** More different names than a record has, or words than a list has. */
const maxNames = 100;

export class Tally {
  /** Values, objects or answers. */
  times = 0;
  exchanges = 0;
  readonly operations = new Map<string, number>();
  /** Not more than have to be told apart. */
  readonly resources = new Set<string>();
  days: { first: string; last: string } | undefined;
  #last = -1;

  add({ exchange, operation, day, resource }: Context): void {
    this.times++;
    if (this.resources.size < minResources) this.resources.add(resource);
    if (this.#last === exchange) return;
    this.#last = exchange;
    this.exchanges++;
    this.operations.set(operation, (this.operations.get(operation) ?? 0) + 1);
    if (day === undefined) return;
    const { first, last } = this.days ?? { first: day, last: day };
    this.days = { first: day < first ? day : first, last: day > last ? day : last };
  }
}

/** Tallies by name. */
class Tallies extends Map<string, Tally> {
  add(name: string, context: Context): void {
    if (this.isFull) return;
    const tally = this.get(name) ?? new Tally();
    tally.add(context);
    this.set(name, tally);
  }

  /** So many names are data. */
  get isFull(): boolean {
    return this.size > maxNames;
  }

  timesOf(name: string): number {
    return this.get(name)?.times ?? 0;
  }
}

/** What answers held at one place of the document, or below an open schema of it. */
export class Seen {
  readonly shape: Shape;
  readonly all = new Tally();
  /** JSON types. */
  readonly types = new Tallies();
  readonly documented = new Tallies();
  /** Names that look like those of fields, and are not in the document. */
  readonly unknown = new Tallies();
  /** Objects with names that are not in the document. */
  readonly beyond = new Tally();
  /** Whether the document names fields here, so that another one is a field as well. */
  isRecord = false;
  /** Whether there were names that do not look like those of fields. */
  hasOtherNames = false;
  readonly words = new Tallies();
  /** Values that are no words. */
  otherValues = 0;
  /** Words that came after another one at the same resource. */
  readonly arrived = new Tallies();
  /** Words that another one came after. */
  readonly left = new Set<string>();
  readonly #current = new Map<string, string>();

  constructor(shape: Shape) {
    this.shape = shape;
  }

  addWord(value: unknown, context: Context): void {
    if (value === null) return;
    if (typeof value !== "string" || !isWord(value)) return void this.otherValues++;
    this.words.add(value, context);
    if (!context.isOfOne) return;
    const before = this.#current.get(context.resource) ?? value;
    this.#current.set(context.resource, value);
    if (before === value) return;
    this.left.add(before);
    this.arrived.add(value, context);
  }

  /** The unknown names that are those of fields. */
  fieldNames(): string[] {
    if (this.unknown.isFull) return [];
    const objects = this.types.timesOf("object");
    const names = [...this.unknown].filter(
      ([, { resources, times }]) =>
        this.isRecord || (resources.size >= minResources && times >= minShare * objects),
    );
    // An object most of whose names come once is a map.
    return names.length * 2 < this.unknown.size ? [] : names.map(([name]) => name).sort();
  }

  /**
   * The words, or why they are not told: a list of values is short, and its values are those of many resources.
   */
  listedWords(): string[] | string {
    if (this.otherValues > 0) return `${this.otherValues} of ${this.all.times} values are no words`;
    if (this.words.size > maxWords) return `more than ${maxWords} different values are data`;
    const own = [...this.words.values()].filter(({ resources }) => resources.size === 1).length;
    if (this.all.resources.size > 1 && own * 2 > this.words.size)
      return "most values were seen in one resource only, as a name would be";
    return [...this.words.keys()].sort();
  }
}

/** More different words are data, not a list. */
const maxWords = 20;
