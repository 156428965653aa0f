/** How often something was seen, and where. */
import { isObject } from "../document/json.ts";
import { isFieldName, isWord, several, typeOf } from "../api/words.ts";

/** Where a value stands in a recording. */
export interface Context {
  /** Number of the exchange. */
  exchange: number;
  /** The `operationId`. */
  operation: string;
  /** Path of the call. */
  path: string;
  /** In milliseconds; `NaN` where the recording does not say. */
  time: number;
  /** The resource that the message is about, by the parameters of its path or its identifier; empty where it has neither. */
  resource: string;
  /** The identifier that stands nearest to the value, or else the request; empty in an item that cannot be told from others. */
  identifier: string;
  /** Whether everything here belongs to that resource. */
  isOfOne: boolean;
}

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
  count(key: string, make: () => Thing, calls = 1): void {
    const known = this.get(key) ?? { ...make(), calls: 0 };
    known.calls += calls;
    this.set(key, known);
  }
}

export class Tally {
  /** Values, objects or responses. */
  times = 0;
  exchanges = 0;
  readonly operations: Map<string, number> = new Map();
  /** Not more than have to be told apart. */
  readonly #resources = new Set<string>();
  readonly #identifiers = new Set<string>();
  /** Whether it was seen in items that cannot be told from others. */
  isOfItems = false;
  /** When it was seen, in milliseconds. */
  first: number = Infinity;
  last: number = -Infinity;
  #last = -1;

  /** How many resources are certain: the fewer, by what the messages are about and by the nearest identifiers. */
  get resources(): number {
    return Math.min(this.#resources.size, this.#identifiers.size);
  }

  /** Whether only one resource has it, of several that have some. An item that cannot be told from others may be any of them. */
  isOwn(all: Tally): boolean {
    return (
      (this.#resources.size === 1 && (this.isOfItems || all.#resources.size > 1)) ||
      (this.#identifiers.size === 1 && all.#identifiers.size > 1)
    );
  }

  add({ exchange, operation, time, resource, identifier }: Context): void {
    this.times++;
    if (this.#resources.size < minResources) this.#resources.add(resource);
    if (this.#identifiers.size < minResources) this.#identifiers.add(identifier);
    this.isOfItems ||= identifier === "";
    if (this.#last === exchange) return;
    this.#last = exchange;
    this.exchanges++;
    this.operations.set(operation, (this.operations.get(operation) ?? 0) + 1);
    if (time < this.first) this.first = time;
    if (time > this.last) this.last = time;
  }
}

/** When each word was seen first and last at an identifier. */
interface History {
  /** The path above; undefined for several, as two kinds of resource may have one identifier. */
  place: string | undefined;
  words: { word: string; first: number; last: number }[];
}

/** What responses held at a schema of the document, or at a place that no schema describes. */
export class Seen {
  readonly all: Tally = new Tally();
  /** Values of each JSON type. */
  readonly types: Map<string, number> = new Map();
  /** Objects with each field that the document describes, and of these, where it was null. */
  readonly documented: Map<string, number> = new Map();
  readonly nulls: Map<string, number> = new Map();
  /** What was seen in each field that the document does not describe. */
  readonly unknown: Map<string, Seen> = new Map();
  /** Texts that are none of the values that the document names. */
  readonly newValues: Tally = new Tally();
  /** Objects with such fields, be their names told or not. */
  readonly beyond: Tally = new Tally();
  /** Elements of lists that the document does not describe. */
  items: Seen | undefined;
  /** Objects whose undocumented fields count here, and not at a schema that this one is a part of. */
  holding = 0;
  /** Whether the document names fields here, so that another one is a field as well. */
  isRecord = false;
  /** Whether it is a part of others, so that an unknown field in them may belong to any part. */
  isShared = false;
  /** Whether there were names that do not look like those of fields. */
  hasOtherNames = false;
  readonly words: Map<string, Tally> = new Map();
  readonly allWords: Tally = new Tally();
  /** Values that are no words. */
  otherValues = 0;
  readonly #histories = new Map<string, History>();

  get objects(): number {
    return this.types.get("object") ?? 0;
  }

  /**
   * @param fields that the document describes
   * @param isHolding whether those that it does not describe count here
   */
  addValue(value: unknown, context: Context, fields: string[] = [], isHolding = true): void {
    this.all.add(context);
    count(this.types, typeOf(value));
    if (isHolding && isObject(value)) this.holding++;
    for (const name of fields) {
      if (!isObject(value) || !Object.hasOwn(value, name)) continue;
      count(this.documented, name);
      if (value[name] === null) count(this.nulls, name);
    }
  }

  /** Counts a value and everything in it, none of which the document describes. */
  addWhole(value: unknown, context: Context, isItem = false): void {
    const at = contextOf(value, context, isItem);
    this.addValue(value, at);
    if (Array.isArray(value)) {
      this.items ??= new Seen();
      for (const item of value) this.items.addWhole(item, at, true);
    } else if (isObject(value))
      for (const [name, field] of Object.entries(value)) this.addUnknown(name, field, at);
  }

  addUnknown(name: string, value: unknown, context: Context): void {
    this.beyond.add(context);
    if (!isFieldName(name)) this.hasOtherNames = true;
    else if (this.unknown.size <= maxUnknown) {
      const field = this.unknown.get(name) ?? new Seen();
      this.unknown.set(name, field);
      field.addWhole(value, context);
    }
  }

  addWord(value: unknown, context: Context): void {
    if (value === null) return;
    if (typeof value !== "string" || !isWord(value)) return void this.otherValues++;
    if (this.words.size > maxWords) return;
    const tally = this.words.get(value) ?? new Tally();
    this.words.set(value, tally);
    const { path, resource, identifier, time } = context;
    const at = resource === "" ? { ...context, resource: identifier } : context;
    for (const each of [tally, this.allWords]) each.add(at);
    if (resource === "") return;
    // The same for an item of a list, for what it is by itself, and for an action on it.
    const [place] = path.split(`/${identifier}`);
    const history = this.#histories.get(identifier) ?? { place, words: [] };
    this.#histories.set(identifier, history);
    if (history.place !== place) history.place = undefined;
    const seen = history.words.find(({ word }) => word === value);
    if (!seen) history.words.push({ word: value, first: time, last: time });
    else
      Object.assign(seen, { first: Math.min(seen.first, time), last: Math.max(seen.last, time) });
  }

  /** Words that followed every other one of their resource, and how many resources have shown it. */
  finalWords(): [word: string, resources: number][] {
    const counts = new Map<string, number>();
    const others = new Set<string>();
    for (const { place, words } of this.#histories.values())
      for (const { word, first } of words) {
        const before = words.filter((other) => other.word !== word);
        if (!before.every(({ last }) => last < first)) others.add(word);
        else if (before.length > 0 && place !== undefined) count(counts, word);
      }
    return [...counts].filter(([word]) => !others.has(word)).sort();
  }

  /** What was seen in the unknown fields whose names are those of fields. */
  fields(): [name: string, field: Seen][] {
    if (this.unknown.size > maxUnknown) return [];
    // A map may stand beside a field: most of its names belong to one resource each, or to few of the items of lists.
    const own = [...this.unknown.values()].filter(
      ({ all }) => all.isOwn(this.all) && !(all.isOfItems && all.times * 2 >= this.holding),
    ).length;
    const isMap = own >= minResources && own * 2 > this.unknown.size;
    const fields = [...this.unknown].filter(
      ([, { all }]) =>
        (this.isRecord && !isMap) ||
        (all.resources >= minResources && all.times >= minShare * this.holding),
    );
    // An object most of whose names come once is a map.
    if (fields.length * 2 < this.unknown.size) return [];
    return fields.sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** The words, or why they are not told: a list of values is short, and its values are those of many resources. */
  listedWords(): [word: string, tally: Tally][] | string {
    if (this.otherValues > 0)
      return `${this.otherValues} of ${several(this.all.times, "value")} are no words`;
    if (this.words.size > maxWords) return `more than ${maxWords} different values are data`;
    const own = [...this.words.values()].filter((tally) => tally.isOwn(this.allWords)).length;
    if (own * 2 > this.words.size)
      return "most values were seen in one resource only, as a name would be";
    return [...this.words].sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** Where a part of a message stands: what a response about one resource holds belongs to it, and may have an identifier of its own. */
export function contextOf(value: unknown, context: Context, isItem = false): Context {
  const identifier = identifierOf(value);
  const { resource, isOfOne } = context;
  if (identifier === "")
    return isItem && !isOfOne ? { ...context, resource: "", identifier } : context;
  if (isOfOne) return identifier === context.identifier ? context : { ...context, identifier };
  const isNamed = resource === "" || resource === identifier;
  const own = isNamed ? identifier : `${resource}/${identifier}`;
  return { ...context, resource: own, identifier, isOfOne: true };
}

/** The `id` of an object, or the first of its other identifiers, as more may come later; empty where there is none. */
export function identifierOf(value: unknown): string {
  if (!isObject(value)) return "";
  const { id } = value;
  if (isIdentifier(id)) return String(id);
  for (const name in value)
    if ((name.endsWith("_id") || name.endsWith("Id")) && isIdentifier(value[name]))
      return String(value[name]);
  return "";
}

const isIdentifier = (value: unknown) => typeof value === "string" || typeof value === "number";
