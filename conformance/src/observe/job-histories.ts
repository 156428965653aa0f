/** What each job went through. Identifiers and times stay in memory; only counts leave it. */
import { Counter } from "./tally.ts";

/**
 * Jobs that are followed, chosen by the smallest hashes: an honest sample of any number of jobs, in
 * bounded memory.
 */
const maxJobs = 20_000;

interface Reading {
  /** Milliseconds since 1970; NaN when the recording does not say. */
  time: number;
  status: string;
}

export class JobHistories {
  #jobs = new Map<number, Reading[]>();
  #bound = Infinity;

  add(job: number, time: string | undefined, status: string): void {
    if (job > this.#bound) return;
    const readings = this.#jobs.get(job) ?? [];
    // A run of equal readings is kept as its two ends.
    const isRun = readings.at(-1)?.status === status && readings.at(-2)?.status === status;
    const reading = { time: Date.parse(time ?? ""), status };
    if (isRun) readings[readings.length - 1] = reading;
    else readings.push(reading);
    this.#jobs.set(job, readings);
    if (this.#jobs.size > 2 * maxJobs) this.#drop();
  }

  #drop(): void {
    const kept = [...this.#jobs].sort(([a], [b]) => a - b).slice(0, maxJobs);
    this.#jobs = new Map(kept);
    this.#bound = kept.at(-1)![0];
  }

  /** Changes of status as `a>b`, jobs with several statuses, and times until a first change. */
  count(): { transitions: Counter; jobs: Counter } {
    const transitions = new Counter();
    const jobs = new Counter();
    for (const [job, unsorted] of this.#jobs) {
      const readings = unsorted.every(({ time }) => !Number.isNaN(time))
        ? unsorted.toSorted((a, b) => a.time - b.time)
        : unsorted;
      jobs.add("seen", job);
      if (new Set(readings.map(({ status }) => status)).size > 1) jobs.add("followed", job);
      for (const [index, { status, time }] of readings.entries()) {
        const before = readings[index - 1];
        if (before?.status === status) jobs.add(`still ${status}`, job);
        if (!before || before.status === status) continue;
        transitions.add(`${before.status}>${status}`, job);
        const first = readings[0]!;
        if (first.status === before.status && !Number.isNaN(time - first.time))
          jobs.add(`changed within ${secondsAbove(time - first.time)} s`, job);
      }
    }
    return { transitions, jobs };
  }
}

/** The next power of two, in seconds: a coarse length, which gives no moment away. */
function secondsAbove(milliseconds: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(milliseconds, 1) / 1000)));
}
