/** Plays behaviours of gaps: one at a time, or a whole service made of behaviours drawn by chance. */
import type { Reply } from "../http/reply.ts";
import { chance } from "../random.ts";
import type { Behaviour, Behaviours, Played } from "./behaviour.ts";

/** Which behaviours are played: `"random"` draws them from the seed, a record names them by gap. */
export type GapChoice = "random" | Record<string, string>;

/** A gap that can be played. */
export interface PlayableGap {
  gap: string;
  behaviours: { name: string; says: string; breaksContract: boolean }[];
  /** The behaviour that is played; null for what the emulator assumes. */
  played: string | null;
}

/** How users choose what is played. */
export interface GapControl {
  /**
   * Plays a behaviour of a gap from now on.
   *
   * @throws {RangeError} when there is no such gap or behaviour; the message lists those there are
   */
  play(gap: string, behaviour: string): void;
  /** Goes back to what the emulator assumes. */
  stop(gap: string): void;
  list(): PlayableGap[];
  /**
   * Tries every behaviour on a copy of each response from now on.
   *
   * @returns `gap=behaviour` of those that would have changed one, as they come: what else there is your tests do not meet
   */
  watch(): ReadonlySet<string>;
  /** Goes back to the choice the emulator was started with. */
  reset(): void;
}

export class GapPlayer implements GapControl {
  readonly #seed: number;
  readonly #behaviours: Behaviours;
  readonly #initial: GapChoice;
  /** Ids of the gaps that the contract leaves open: a behaviour of another one breaks it. */
  open: ReadonlySet<string>;
  readonly #chosen = new Map<string, Behaviour & { name: string }>();
  /** What each behaviour has kept, by its gap and name. */
  readonly #memories = new Map<string, Played["memory"]>();
  #met: Set<string> | undefined;

  constructor(
    seed: number,
    behaviours: Behaviours,
    open: ReadonlySet<string>,
    choice: GapChoice = {},
  ) {
    this.#seed = seed;
    this.#behaviours = behaviours;
    this.open = open;
    this.#initial = choice;
    this.reset();
  }

  reset(): void {
    this.#chosen.clear();
    this.#memories.clear();
    const choice = this.#initial === "random" ? this.#draw() : Object.entries(this.#initial);
    for (const [gap, behaviour] of choice) this.play(gap, behaviour);
  }

  play(gap: string, name: string): void {
    const known = Object.hasOwn(this.#behaviours, gap) ? this.#behaviours[gap] : undefined;
    if (!known)
      throw new RangeError(
        `${gap} cannot be played. Gaps: ${Object.keys(this.#behaviours).join(", ")}.`,
      );
    const behaviour = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!behaviour)
      throw new RangeError(
        `${gap} has no behaviour "${name}". Behaviours: ${Object.keys(known).join(", ")}.`,
      );
    this.#chosen.set(gap, { ...behaviour, name });
    // The same set is the same service, in whichever order it was chosen. What refuses comes before what shapes a refusal.
    const gaps = Object.keys(this.#behaviours);
    const rank = ([of, { ofRefusals }]: [string, Behaviour]) =>
      gaps.indexOf(of) + (ofRefusals ? gaps.length : 0);
    const sorted = [...this.#chosen].sort((a, b) => rank(a) - rank(b));
    this.#chosen.clear();
    for (const [of, chosen] of sorted) this.#chosen.set(of, chosen);
  }

  stop(gap: string): void {
    this.#chosen.delete(gap);
  }

  watch(): ReadonlySet<string> {
    return (this.#met ??= new Set());
  }

  /** Draws a behaviour for every gap, its assumed one included. Behaviours that break the contract are not drawn. */
  #draw(): [gap: string, behaviour: string][] {
    return this.list().flatMap(({ gap, behaviours: known }) => {
      const drawable = known.filter(({ breaksContract }) => !breaksContract);
      const place = Math.floor(chance(this.#seed, "behaviour", gap) * (drawable.length + 1));
      const drawn = drawable[place - 1];
      return drawn ? [[gap, drawn.name]] : [];
    });
  }

  list(): PlayableGap[] {
    return Object.entries(this.#behaviours).map(([gap, known]) => ({
      gap,
      behaviours: Object.entries(known).map(([name, behaviour]) => ({
        name,
        says: behaviour.says,
        breaksContract: this.#breaksContract(gap, behaviour),
      })),
      played: this.#chosen.get(gap)?.name ?? null,
    }));
  }

  #breaksContract(gap: string, { breaksContract }: Behaviour): boolean {
    return breaksContract === true || !this.open.has(gap);
  }

  /** What a new job is called. */
  jobIdOf(id: string): string {
    for (const [gap, known] of this.#met ? Object.entries(this.#behaviours) : [])
      for (const name in known) if (known[name]?.jobId) this.#met?.add(`${gap}=${name}`);
    return [...this.#chosen.values()].reduce((called, { jobId }) => jobId?.(called) ?? called, id);
  }

  /** True while requests are taken as the contract of the service has them. */
  get acceptsMore(): boolean {
    return [...this.#chosen.values()].some(({ acceptsMore }) => acceptsMore);
  }

  /**
   * Changes a response, in place, by every behaviour that concerns it.
   *
   * @returns `gap=behaviour` for each that changed it, and whether it is no longer as the contract says
   */
  change(
    reply: Reply,
    exchanged: Omit<Played, "memory">,
  ): { played: string[]; breaksContract: boolean } {
    const changed = { played: [] as string[], breaksContract: false };
    if (this.#met) this.#watch(this.#met, reply, exchanged);
    if (this.#chosen.size === 0) return changed;
    // The body may share parts with a job, which must stay as it is.
    reply.body = structuredClone(reply.body);
    for (const [gap, behaviour] of this.#chosen) {
      const name = `${gap}=${behaviour.name}`;
      if (!this.#play(name, behaviour, reply, exchanged)) continue;
      changed.played.push(name);
      changed.breaksContract ||= this.#breaksContract(gap, behaviour);
    }
    return changed;
  }

  /** @returns false where it concerns another response, or has changed something into what it was */
  #play(
    name: string,
    behaviour: Behaviour,
    reply: Reply,
    exchanged: Omit<Played, "memory">,
  ): boolean {
    const memory = this.#memories.get(name) ?? new Map<string, unknown>();
    this.#memories.set(name, memory);
    const before = JSON.stringify(reply);
    const refused = exchanged.refused || reply.status >= 400;
    behaviour.change?.(reply, { ...exchanged, refused, memory });
    return JSON.stringify(reply) !== before;
  }

  /** Tries every behaviour on a copy. */
  #watch(met: Set<string>, reply: Reply, exchanged: Omit<Played, "memory">): void {
    for (const [gap, known] of Object.entries(this.#behaviours))
      for (const [name, behaviour] of Object.entries(known))
        if (
          this.#play(`${gap}=${name}`, behaviour, structuredClone(reply), exchanged) ||
          // What the emulator refuses, such a service may take.
          (behaviour.acceptsMore && reply.status === 422)
        )
          met.add(`${gap}=${name}`);
  }
}
