import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contract } from "./support/contract.ts";
import { mergeStates } from "../src/observe/merge.ts";
import { countOf, joinHashes, limit, Sketch } from "../src/observe/sketch.ts";
import { maxNames } from "../src/observe/tally.ts";
import { toObservations } from "../src/observe/to-observations.ts";
import { Units } from "../src/observe/units.ts";
import { observerOf } from "./support/observing.ts";
import { completeRecording, type RecordedCall } from "./support/recording.ts";

const told = (state: Parameters<typeof mergeStates>[0]) => toObservations(contract, state);

/** Answers with fields, statuses and lists of all kinds, more names than a record has among them. */
const call: fc.Arbitrary<RecordedCall> = fc.oneof(
  fc.constantFrom(...completeRecording(6)),
  fc
    .record({
      job: fc.nat(5),
      status: fc.constantFrom("rendering", "done", "failed"),
      output: fc.dictionary(fc.constantFrom("url", "rows", "note"), fc.jsonValue({ maxDepth: 1 })),
      names: fc.nat(120),
    })
    .map(({ job, status, output, names }) => ({
      url: `/api/hp_job/job-${job}`,
      answer: {
        job_type: "hp_job",
        job_id: `job-${job}`,
        status,
        project_name: "",
        output: {
          ...output,
          ...Object.fromEntries(Array.from({ length: names }, (_, at) => [nameOf(at), { a: at }])),
        },
      },
    })),
);

/** A name of letters for a number. */
function nameOf(number: number): string {
  return `field_${"abcdefghijk"[number % 11]}${"lmnopqrstuv"[Math.floor(number / 11)]}`;
}

const part = fc.array(call, { maxLength: 12 });

describe("joining parts of an observation", () => {
  it("is associative and commutative", () => {
    fc.assert(
      fc.property(part, part, part, (...parts) => {
        const [a, b, c] = parts.map((calls, index) => observerOf(calls, index * 100).state());
        const left = mergeStates(mergeStates(a!, b!), c!);
        expect(mergeStates(a!, mergeStates(b!, c!))).toEqual(left);
        expect(mergeStates(c!, mergeStates(b!, a!))).toEqual(left);
      }),
      { numRuns: 60 },
    );
  });

  it("tells what one observation of everything tells", () => {
    const calls = completeRecording(40);
    const half = calls.length / 2;
    const [a, b] = [observerOf(calls.slice(0, half)), observerOf(calls.slice(half), half)];
    const whole = told(observerOf(calls).state());
    const joined = told(mergeStates(a.state(), b.state()));
    expect(joined.places.toSorted(byPlace)).toEqual(whole.places.toSorted(byPlace));
    expect({ ...joined, places: [] }).toEqual({ ...whole, places: [] });
  });

  it("counts a job once that is in both", () => {
    const calls = completeRecording(3);
    const state = observerOf(calls).state();
    const { places } = told(mergeStates(state, state));
    const status = places.find(({ pointer }) => pointer === "#/components/schemas/JobStatus")!;
    expect(status).toMatchObject({ samples: 30, units: 9 });
  });

  it("keeps as many names as one observation does, and none of more", () => {
    const state = observerOf([]).state();
    const named = (from: number, to: number) => {
      const names = Array.from({ length: to - from }, (_, at) => nameOf(from + at));
      const headers = Object.fromEntries(names.map((name) => [name, { samples: 1, units: [1] }]));
      return { ...state, headers };
    };
    const joined = mergeStates(named(0, 60), named(40, maxNames));
    expect(Object.keys(joined.headers!)).toHaveLength(maxNames);
    expect(mergeStates(joined, named(maxNames, maxNames + 1)).headers).toBeNull();
  });

  it("is refused for parts of different environments, services, contracts and keys", () => {
    const state = observerOf([]).state();
    for (const what of ["environment", "service", "contract", "key"] as const) {
      expect(() => mergeStates(state, { ...state, [what]: "another" })).toThrow(
        new RegExp(`${what} is .* in one, and another in another`),
      );
    }
  });
});

function byPlace(a: { side: string; pointer: string }, b: typeof a): number {
  return `${a.side} ${a.pointer}` < `${b.side} ${b.pointer}` ? -1 : 1;
}

describe("a sketch", () => {
  const sketchOf = (hashes: number[]) => {
    const sketch = new Sketch();
    for (const hash of hashes) sketch.add(hash);
    return sketch.hashes();
  };

  it("counts few things exactly, however often they come", () => {
    expect(countOf(sketchOf([5, 1, 5, 9, 1]))).toBe(3);
  });

  it("estimates many things within a tenth", () => {
    const units = new Units([], Buffer.from("the same hashes in every run"));
    const hashes = Array.from({ length: 50_000 }, (_, index) => units.ofItem(index).hash);
    expect(countOf(sketchOf(hashes))).toBeGreaterThan(45_000);
    expect(countOf(sketchOf(hashes))).toBeLessThan(55_000);
  });

  it("of both is the join of the sketches", () => {
    const hash = fc.nat(2 ** 31);
    const many = fc.array(hash, { maxLength: 3 * limit, minLength: limit });
    fc.assert(
      fc.property(many, many, (a, b) => {
        expect(joinHashes(sketchOf(a), sketchOf(b))).toEqual(sketchOf([...a, ...b]));
      }),
      { numRuns: 20 },
    );
  });
});
