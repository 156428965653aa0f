/** Counts of what was seen, in samples and in independent units. */
import { type Days } from "./days.ts";
import { Sketch } from "./sketch.ts";

/** How often something was seen, and the hashes of the units it was seen in. */
export interface Seen {
  samples: number;
  units: number[];
}

/** Counts by name. `null`: more different names than a list has, so what was counted is data. */
export type Counts = Record<string, Seen> | null;

/** More different names than a record, a list of values or a service has. */
export const maxNames = 100;

/** Counts by name while exchanges arrive. */
export class Counter {
  readonly #entries = new Map<string, { samples: number; units: Sketch }>();
  #isFull = false;

  /** @param unit hash of the unit it was seen in */
  add(name: string, unit: number): void {
    if (this.#isFull) return;
    let entry = this.#entries.get(name);
    if (!entry) {
      if (this.#entries.size >= maxNames) {
        // Which names came first says nothing, so none is kept.
        this.#isFull = true;
        this.#entries.clear();
        return;
      }
      this.#entries.set(name, (entry = { samples: 0, units: new Sketch() }));
    }
    entry.samples++;
    entry.units.add(unit);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  counts(): Counts {
    if (this.#isFull) return null;
    return Object.fromEntries(
      [...this.#entries].map(([name, { samples, units }]) => [
        name,
        { samples, units: units.hashes() },
      ]),
    );
  }
}

/** What was seen at one place of the contract. */
export class Tally {
  samples = 0;
  readonly units = new Sketch();
  readonly operations = new Set<string>();
  readonly types = new Counter();
  readonly formats = new Counter();
  /** Words, at a place whose values are a list by meaning. */
  readonly values = new Counter();
  /** Values there that are no words, and stay private. */
  otherValues = 0;
  /** Names of fields. */
  readonly fields = new Counter();
  days: Days | undefined;
}
