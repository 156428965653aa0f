/** Counts while calls arrive, and decides at the end what may be told. */
import { asList } from "../document/document.ts";
import type { Checker } from "./checker.ts";
import type { Count, Counts, CountsByName, ObservedPlace, Side } from "./counts.ts";
import type { Shape } from "./shapes.ts";

/** More different names than a record, a list of values or a service has. */
const maxNames = 100;

/** A word or a name seen in fewer units may be somebody's, and is not told. */
const minUnits = 3;

/** A name that only so few of the objects have is rather a key of a map. */
const minShare = 0.1;

/** How often something was seen, and in how many units: their numbers as bits, for there are hundreds of thousands. */
class Seen implements Count {
  samples = 0;
  units = 0;
  #bits = new Uint8Array(16);

  add(unit: number): void {
    this.samples++;
    const at = unit >> 3;
    if (at >= this.#bits.length) this.#bits = new Uint8Array(this.#bits.buffer.transfer(2 * at));
    const bit = 1 << (unit & 7);
    if ((this.#bits[at]! & bit) !== 0) return;
    this.#bits[at]! |= bit;
    this.units++;
  }
}

/** Counts by name. */
export class Counter {
  readonly entries = new Map<string, Seen>();
  /** Whether there were more names than a list has, so that they are data; then none is kept. */
  isFull = false;

  /** @param unit number of the unit that it was seen in */
  add(name: string, unit: number): void {
    if (this.isFull) return;
    const seen = this.entries.get(name) ?? new Seen();
    seen.add(unit);
    this.entries.set(name, seen);
    if (this.entries.size <= maxNames) return;
    this.isFull = true;
    this.entries.clear();
  }

  /** The most frequent first. */
  told(isTold: (name: string, seen: Count) => boolean = () => true): CountsByName {
    return Object.fromEntries(
      [...this.entries]
        .filter(([name, seen]) => isTold(name, seen))
        .map(([name, { samples, units }]) => [name, { samples, units }] as const)
        .sort((a, b) => b[1].samples - a[1].samples || (a[0] < b[0] ? -1 : 1)),
    );
  }
}

/** Kinds of evidence whose subject is, or ends with, a status. */
const kindsOfStatuses = ["transitions", "forms-by-status", "forms-when-done"];

/** What was seen of the subjects of each kind of evidence. */
export class Outcomes {
  readonly #seen = new Map<string, { kind: string; subject: string; outcomes: Counter }>();

  add(kind: string, subject: string, outcome: string, unit: number): void {
    const key = `${kind} ${subject}`;
    const seen = this.#seen.get(key) ?? { kind, subject, outcomes: new Counter() };
    seen.outcomes.add(outcome, unit);
    this.#seen.set(key, seen);
  }

  /** @param words those of statuses that may be told */
  told(words: Set<string>): Counts["outcomes"] {
    const told: Counts["outcomes"] = {};
    for (const { kind, subject, outcomes } of this.#seen.values()) {
      if (kindsOfStatuses.includes(kind) && !words.has(subject.split(" ").at(-1)!)) continue;
      const isTold = (outcome: string) => kind !== "transitions" || words.has(outcome);
      (told[kind] ??= {})[subject] = outcomes.told(isTold);
    }
    return told;
  }
}

/** What was seen at one place. */
const newTally = (side: Side, shape: Shape) => ({
  side,
  shape,
  seen: new Seen(),
  types: new Counter(),
  formats: new Counter(),
  /** Words, at a place whose values are a list by meaning. */
  values: new Counter(),
  isListed: false,
  /** Names of fields that the document names, and of others. */
  documented: new Counter(),
  others: new Counter(),
});

type Tally = ReturnType<typeof newTally>;

/** The tallies of each place, by side. */
export class Tallies {
  readonly #places = new Map<Shape, Partial<Record<Side, Tally>>>();

  at(side: Side, shape: Shape): Tally {
    const place = this.#places.get(shape) ?? {};
    this.#places.set(shape, place);
    return (place[side] ??= newTally(side, shape));
  }

  /** Words that may be told, of all places. */
  words(): Set<string> {
    return new Set(this.#all().flatMap((tally) => Object.keys(valuesOf(tally))));
  }

  places(checker: Checker): ObservedPlace[] {
    return this.#all()
      .filter((tally) => tally.seen.samples > 0 && this.#isTold(tally))
      .map((tally) => toPlace(checker, tally));
  }

  #all(): Tally[] {
    return [...this.#places.values()].flatMap((place) => Object.values(place));
  }

  /** A place that the document does not know is told only if all names on the way to it are. */
  #isTold({ side, shape: { parent, name } }: Tally): boolean {
    if (!parent) return true;
    const above = this.at(side, parent);
    return this.#isTold(above) && (name === undefined || Object.hasOwn(fieldsOf(above), name));
  }
}

/** Words that may be told: the document names them, or they recur. */
function valuesOf({ shape, values }: Tally): CountsByName {
  const known = knownValues(shape.node);
  return values.told((word, { units }) => known.includes(word) || units >= minUnits);
}

/** The values that a schema names, whether it takes others or not. */
export function knownValues(schema: Record<string, unknown>): string[] {
  const { enum: closed, "x-extensible-enum": open, const: only } = schema;
  const all = [...asList(closed), ...asList(open), only];
  return [...new Set(all.filter((value) => typeof value === "string"))];
}

/**
 * Names of fields that may be told. One that the document names is no secret. Another has to recur,
 * and so does most of what stands beside it: otherwise the object is a map, and its keys are data.
 */
function fieldsOf({ documented, others, types }: Tally): CountsByName {
  const objects = types.entries.get("object")?.units ?? 0;
  const recurring = others.told((_, { units }) => units >= Math.max(minUnits, minShare * objects));
  const isMap = Object.keys(recurring).length * 2 < others.entries.size;
  return { ...documented.told(), ...(isMap ? {} : recurring) };
}

function toPlace(checker: Checker, tally: Tally): ObservedPlace {
  const { side, shape, seen, types, formats, isListed } = tally;
  const values = valuesOf(tally);
  const told = Object.values(values).reduce((sum, { samples }) => sum + samples, 0);
  return {
    side,
    pointer: shape.pointer,
    gaps: checker.gapsAt(shape.pointer).map(({ id }) => id),
    samples: seen.samples,
    units: seen.units,
    types: types.told(),
    formats: formats.told(),
    fields: fieldsOf(tally),
    values,
    otherValues: isListed ? (types.entries.get("string")?.samples ?? 0) - told : 0,
  };
}
