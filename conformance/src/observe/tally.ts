/** Counts of what was seen at one place of the contract. */
import type { Days } from "./days.ts";

/** How often each of something was seen, and in how many different exchanges. */
export class Counter {
  readonly #counts = new Map<string, { times: number; exchanges: number; last: number }>();
  readonly #limit: number;
  /** Times something came after the limit of different things was reached. */
  beyond = 0;

  /** @param limit of different things that are told apart */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param exchange number of the exchange it was seen in */
  add(key: string, exchange: number): void {
    const entry = this.#counts.get(key);
    if (!entry) {
      if (this.#counts.size >= this.#limit) this.beyond++;
      else this.#counts.set(key, { times: 1, exchanges: 1, last: exchange });
      return;
    }
    entry.times++;
    if (entry.last !== exchange) entry.exchanges++;
    entry.last = exchange;
  }

  /** Names and counts, the most frequent first, of what was seen in at least so many exchanges. */
  counts(minimumExchanges = 1): Record<string, number> {
    const kept = [...this.#counts].filter(([, { exchanges }]) => exchanges >= minimumExchanges);
    return Object.fromEntries(
      kept
        .map(([key, { times }]): [string, number] => [key, times])
        .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
    );
  }
}

/** Names that are told apart at one place. An object with more is a map, and its keys are data. */
const mostNames = 100;

export class Tally {
  /** Values seen. */
  samples = 0;
  readonly operations = new Set<string>();
  readonly types = new Counter(mostNames);
  readonly formats = new Counter(mostNames);
  /** Words, at a place whose values are a list by meaning. */
  readonly values = new Counter(mostNames);
  /** Values there that are no words, and are not told. */
  otherValues = 0;
  /** Names of fields. */
  readonly fields = new Counter(mostNames);
  days: Days | undefined;
}
