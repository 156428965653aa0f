import { expect, it } from "vitest";
import { JobIndex } from "../src/jobs/job-index.ts";
import type { JobRecord } from "../src/jobs/job.ts";

const jobOf = (id: string) => ({ id }) as JobRecord;

it("finds each of a hundred thousand jobs by its identifier, and nothing else", () => {
  const index = new JobIndex();
  const jobs = Array.from({ length: 100_000 }, (_, count) =>
    jobOf((count * 40_503).toString(16).padStart(8, "0").padEnd(16, "f")),
  );
  for (const job of jobs) index.add(job);
  expect(index.size).toBe(jobs.length);
  expect(jobs.filter((job) => index.get(job.id) !== job)).toEqual([]);
  for (const other of ["", "0", "00000000", "0000000000000000", "no-such-job", "ffffffffffffffff"])
    expect(index.get(other), other).toBeUndefined();
});

it("tells jobs apart whose identifiers begin alike, or are none of the emulator's", () => {
  const index = new JobIndex();
  const jobs = ["0123456789abcdef", "0123456700000000", "", "a", "ä".repeat(20)].map(jobOf);
  for (const job of jobs) index.add(job);
  for (const [count, job] of jobs.entries()) {
    expect(index.get(job.id)).toBe(job);
    index.delete(job);
    expect(index.get(job.id)).toBeUndefined();
    expect(index.size).toBe(jobs.length - count - 1);
  }
  const again = jobOf(jobs[1]!.id);
  index.add(again);
  expect([index.has(again), index.has(jobs[1]!)]).toEqual([true, false]);
  index.clear();
  expect([index.size, index.get(again.id)]).toEqual([0, undefined]);
});
