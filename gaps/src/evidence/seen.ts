/** How often something was seen, and where. */
import { isObject } from "../document/json.ts";
import { isFieldName, isWord, several, typeOf } from "../api/words.ts";

/** Where a value stands in a recording. */
export interface Context {
  /** Number of the exchange. */
  exchange: number;
  /** The `operationId`. */
  operation: string;
  /** What the call was about, as far as is certain: its path, or what it has created. */
  resource: string;
  /** What it may have been about. */
  place: string;
  /** Whether a parameter of the path names one resource, to which all of the message belongs. */
  isOfOne: boolean;
  /** Whether it may list resources, of which each item of its list is one. */
  isListing: boolean;
  /** Index in the outermost list of the message. */
  item?: number;
  /** In milliseconds; `NaN` where the recording does not say. */
  time: number;
}

/** Where an element of a list stands. */
export const atItem = (context: Context, index: number): Context =>
  context.item === undefined ? { ...context, item: index } : context;

/** What stands in so many resources is no secret of one of them: a name is one of a field, and not a key of a map. */
const minResources = 3;

/** A name that fewer of the objects have is rather a key of a map. */
const minShare = 0.1;

/** More different names than a record has: they are data. */
const maxUnknown = 100;

/** More different words are data, not a list. */
const maxWords = 20;

/** What is told once, with the number of calls that have shown it. */
export class Counted<Thing extends object> extends Map<string, Thing & { calls: number }> {
  count(thing: Thing, calls = 1): void {
    const key = JSON.stringify(thing);
    this.set(key, { ...thing, calls: calls + (this.get(key)?.calls ?? 0) });
  }
}

export class Tally {
  /** Values, objects or responses. */
  times = 0;
  exchanges = 0;
  readonly operations: Map<string, number> = new Map();
  /** When it was seen last, in milliseconds. */
  last: number = -Infinity;
  /** By operation. No more than have to be told apart. */
  readonly #resources = new Map<string, Set<string>>();
  /** Most items of one list, and of one that lists resources. */
  #items = 0;
  #listed = 0;
  #ofLast = { exchange: -1, item: -1, items: 0 };
  /** The places in messages, no more than two. */
  readonly #places = new Set<string>();

  /**
   * How many resources are certain: a list may change its order, several operations may be about one resource, and what
   * was created is read again.
   */
  get resources(): number {
    return Math.max(this.#listed, ...[...this.#resources.values()].map(({ size }) => size));
  }

  /** Whether only one resource is certain to have it, and others may have something else. */
  isOwn(all: Tally): boolean {
    return this.resources === 1 && this.#items === 1 && all.#places.size > 1;
  }

  add({ exchange, operation, resource, place, isListing, item = 0, time }: Context): void {
    this.times++;
    const last = this.#ofLast;
    if (last.exchange !== exchange) {
      Object.assign(last, { exchange, item: -1, items: 0 });
      this.exchanges++;
      count(this.operations, operation);
      const resources = this.#resources.get(operation) ?? new Set<string>();
      if (resources.size < minResources) this.#resources.set(operation, resources.add(resource));
      if (time > this.last) this.last = time;
    }
    if (last.item === item) return;
    last.item = item;
    if (this.#places.size < 2) this.#places.add(`${place} ${item}`);
    this.#items = Math.max(this.#items, ++last.items);
    if (isListing) this.#listed = Math.max(this.#listed, last.items);
  }
}

/** What responses held at a schema of the document, or at a place that no schema describes. */
export class Seen {
  readonly all: Tally = new Tally();
  /** Values of each JSON type. */
  readonly types: Map<string, number> = new Map();
  /** Objects with each field that the document describes. */
  readonly documented: Map<string, number> = new Map();
  /** What was seen in each field that the document does not describe; under an empty name what is in no field, but in a map. */
  readonly unknown: Map<string, Seen> = new Map();
  /** Texts that are none of the values that the document names. */
  readonly newValues: Tally = new Tally();
  /** Objects with such fields, be their names told or not. */
  readonly beyond: Tally = new Tally();
  /** Elements of lists that the document does not describe. */
  items: Seen | undefined;
  /** Objects whose undocumented fields count here, and not at a schema that this one is a part of. */
  readonly holding: Tally = new Tally();
  /** Whether the document names fields here, so that what two resources have is another one. */
  isRecord = false;
  /** Texts where a gap asks for values; an empty one for what is none. */
  readonly #values = new Map<string, Tally>();
  /** Those of one resource each, and when. */
  readonly #history: { text: string; resource: string; time: number }[] = [];

  get objects(): number {
    return this.types.get("object") ?? 0;
  }

  /** @param fields that the document describes */
  addValue(value: unknown, context: Context, fields: string[] = []): void {
    this.all.add(context);
    count(this.types, typeOf(value));
    for (const name of fields)
      if (isObject(value) && Object.hasOwn(value, name)) count(this.documented, name);
  }

  /** Counts a value and everything in it, none of which the document describes. */
  addWhole(value: unknown, context: Context): void {
    this.addValue(value, context);
    if (Array.isArray(value)) {
      this.items ??= new Seen();
      for (const [index, item] of value.entries())
        this.items.addWhole(item, atItem(context, index));
    } else if (isObject(value)) {
      this.holding.add(context);
      for (const [name, field] of Object.entries(value)) this.addUnknown(name, field, context);
    }
  }

  addUnknown(name: string, value: unknown, context: Context): void {
    this.beyond.add(context);
    if (this.unknown.size > maxUnknown) return;
    const key = this.unknown.has(name) || isFieldName(name) ? name : "";
    const field = this.unknown.get(key) ?? new Seen();
    this.unknown.set(key, field);
    field.addWhole(value, context);
  }

  /** Counts a value where a gap asks for them. */
  addListed(value: unknown, context: Context): void {
    if (value === null || this.#values.size > maxWords) return;
    const text = typeof value === "string" ? value : "";
    const tally = this.#values.get(text) ?? new Tally();
    this.#values.set(text, tally);
    tally.add(context);
    const { resource, time, isOfOne, item } = context;
    if (isOfOne && item === undefined) this.#history.push({ text, resource, time });
  }

  /** Words that followed every other one at their path, and at how many paths. */
  finalWords(): [word: string, paths: number][] {
    const counts = new Map<string, number>();
    const others = new Set<string>();
    const inOrder = this.#history.toSorted((one, other) => one.time - other.time);
    for (const history of Map.groupBy(inOrder, ({ resource }) => resource).values()) {
      const words = new Set(history.map(({ text }) => text));
      for (const word of words) {
        const since = history.find(({ text }) => text === word)!.time;
        const isLast = history.every(({ text, time }) => text === word || time < since);
        if (!isLast) others.add(word);
        else if (words.size > 1) count(counts, word);
      }
    }
    return [...counts].filter(([word]) => !others.has(word)).sort();
  }

  /** What was seen in the unknown fields whose names are those of fields, and not keys of a map. */
  fields(): [name: string, field: Seen][] {
    if (this.unknown.size > maxUnknown) return [];
    const { resources, times } = this.holding;
    const isOfMost = (all: Tally) => resources === 1 && all.times * 2 > times;
    const isTold = ({ all }: Seen) =>
      this.isRecord
        ? all.resources > 1 || isOfMost(all)
        : all.resources >= minResources && all.times >= minShare * times;
    return [...this.unknown]
      .filter(([name, field]) => name !== "" && isTold(field))
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** The words, or why they are not told: a list of values is short, and its values are those of many resources. */
  listedWords(): [word: string, tally: Tally][] | string {
    if (this.#values.size > maxWords) return `more than ${maxWords} different values are data`;
    const others = [...this.#values].filter(([value]) => !isWord(value));
    const count = others.reduce((sum, [, { times }]) => sum + times, 0);
    if (count > 0) return `${count} of ${several(this.all.times, "value")} are no words`;
    const own = [...this.#values.values()].filter((tally) => tally.isOwn(this.all)).length;
    if (own * 2 > this.#values.size)
      return "most values were seen in one resource only, as a name would be";
    return [...this.#values].sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

/** Counts one more of a name. */
const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);
