/** Plays readings of gaps: one at a time, or a whole service made of readings drawn by chance. */
import { isObject } from "../contract/document.ts";
import type { Json } from "../contract/json.ts";
import { chance } from "../random.ts";
import { readings } from "../service/readings.ts";
import type { Played, ReadableAnswer } from "./reading.ts";

/** Which readings are played: `"random"` draws them from the seed, a record names them by gap. */
export type GapChoice = "random" | Record<string, string>;

/** A gap that can be played. */
export interface PlayableGap {
  gap: string;
  readings: { name: string; says: string; breaksContract: boolean }[];
  /** The reading that is played; null for what the emulator assumes. */
  played: string | null;
}

/** How users choose what is played. */
export interface GapControl {
  /**
   * Plays a reading of a gap from now on.
   *
   * @throws {RangeError} when there is no such gap or reading; the message lists those there are
   */
  play(gap: string, reading: string): void;
  /** Goes back to what the emulator assumes. */
  stop(gap: string): void;
  list(): PlayableGap[];
  /** Goes back to the choice the emulator was started with. */
  reset(): void;
}

export class GapPlayer implements GapControl {
  readonly #seed: number;
  readonly #initial: GapChoice;
  #open: ReadonlySet<string>;
  readonly #chosen = new Map<string, string>();

  /** @param open ids of the gaps that are open: a reading of another one breaks the contract */
  constructor(seed: number, open: ReadonlySet<string>, choice: GapChoice = {}) {
    this.#seed = seed;
    this.#open = open;
    this.#initial = choice;
    this.reset();
  }

  /** @param open ids of the gaps that a changed contract leaves open */
  follow(open: ReadonlySet<string>): void {
    this.#open = open;
  }

  reset(): void {
    this.#chosen.clear();
    if (this.#initial === "random") this.#draw();
    else for (const [gap, reading] of Object.entries(this.#initial)) this.play(gap, reading);
  }

  play(gap: string, reading: string): void {
    const known = Object.hasOwn(readings, gap) ? readings[gap] : undefined;
    if (!known)
      throw new RangeError(`${gap} cannot be played. Gaps: ${Object.keys(readings).join(", ")}.`);
    if (!Object.hasOwn(known, reading))
      throw new RangeError(
        `${gap} has no reading "${reading}". Readings: ${Object.keys(known).join(", ")}.`,
      );
    this.#chosen.set(gap, reading);
  }

  stop(gap: string): void {
    this.#chosen.delete(gap);
  }

  /** Draws a reading for every gap, its assumed one included. Readings that break the contract are not drawn. */
  #draw(): void {
    for (const { gap, readings: known } of this.list()) {
      const drawable = known.filter(({ breaksContract }) => !breaksContract);
      const names = [undefined, ...drawable.map(({ name }) => name)];
      const name = names[Math.floor(chance(this.#seed, "reading", gap) * names.length)];
      if (name !== undefined) this.#chosen.set(gap, name);
    }
  }

  list(): PlayableGap[] {
    return Object.entries(readings).map(([gap, known]) => ({
      gap,
      readings: Object.entries(known).map(([name, { says }]) => ({
        name,
        says,
        breaksContract: this.#breaksContract(gap, name),
      })),
      played: this.#chosen.get(gap) ?? null,
    }));
  }

  #breaksContract(gap: string, name: string): boolean {
    return Boolean(readings[gap]?.[name]?.breaksContract) || !this.#open.has(gap);
  }

  /** True while requests are taken as the contract of the service has them. */
  get acceptsMore(): boolean {
    for (const [gap, name] of this.#chosen) if (readings[gap]?.[name]?.acceptsMore) return true;
    return false;
  }

  /**
   * Changes an answer, in place, by every reading that concerns it.
   *
   * @returns `gap=reading` for each that changed it, and whether it is still as the contract says
   */
  change(answer: ReadableAnswer, played: Played) {
    const concerned: [gap: string, name: string][] = [];
    if (this.#chosen.size > 0) {
      // The body may share parts with a job, which must stay as it is.
      answer.body = structuredClone(answer.body);
      for (const [gap, name] of this.#chosen) {
        const before = JSON.stringify(answer);
        readings[gap]?.[name]?.change?.(answer, played);
        // It may concern another answer, or have changed something into what it was.
        if (JSON.stringify(answer) !== before) concerned.push([gap, name]);
      }
    }
    return {
      played: concerned.map(([gap, name]) => `${gap}=${name}`),
      breaksContract: concerned.some(([gap, name]) => this.#breaksContract(gap, name)),
    };
  }
}

/** Ids of the gaps that a contract leaves open: all its `x-gap` entries. */
export function openGapsOf(node: Json): Set<string> {
  const ids = new Set<string>();
  const collect = (part: Json | undefined): void => {
    if (Array.isArray(part)) part.forEach(collect);
    if (!isObject(part)) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === "x-gap") for (const { id } of value as { id: string }[]) ids.add(id);
      else collect(value);
    }
  };
  collect(node);
  return ids;
}
