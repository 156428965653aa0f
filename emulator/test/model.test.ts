/**
 * What people do to an emulator, in any order, beside a model of it that is a page long. For some seconds; for as many as `MODEL_SECONDS` says.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createEmulator, type Emulator, type JobVideo } from "../src/index.ts";
import { call, send } from "./support/client.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

const seconds = Number(process.env["MODEL_SECONDS"] ?? 1);
const maxJobs = 5;
const renderMs = 10_000;

type Scenario = "usual" | "instant" | "stall" | "fail";
type Status = "rendering" | "completed" | "failed";

interface ModelJob {
  scenario: Scenario;
  status: Status;
  dueMs: number;
  videos: number;
}

const durationsMs = { usual: renderMs, instant: 0, stall: Infinity, fail: renderMs };

/** What is expected: jobs by their sequence numbers, in the order in which they were created. */
class Model {
  nowMs = 0;
  sequence = 0;
  faults = 0;
  jobs = new Map<number, ModelJob>();
  /** In the order in which they have ended. */
  finished: number[] = [];

  /** Returns the status code of the response. */
  create(scenario: Scenario): number {
    if (this.takeFault()) return 503;
    if (this.jobs.size >= maxJobs) {
      const oldest = this.finished.shift();
      if (oldest === undefined) return 503;
      this.jobs.delete(oldest);
    }
    const dueMs = this.nowMs + durationsMs[scenario];
    const job: ModelJob = { scenario, status: "rendering", dueMs, videos: 0 };
    this.jobs.set(++this.sequence, job);
    if (scenario === "instant") this.end(this.sequence, job);
    return 201;
  }

  takeFault(): boolean {
    return this.faults > 0 && this.faults-- > 0;
  }

  end(sequence: number, job: ModelJob): void {
    job.status = job.scenario === "fail" ? "failed" : "completed";
    job.videos = job.scenario === "fail" ? 0 : 3;
    this.finished.push(sequence);
  }

  advance(ms: number): void {
    this.nowMs += ms;
    const isDue = ({ status, dueMs }: ModelJob) => status === "rendering" && dueMs <= this.nowMs;
    const due = [...this.jobs].filter(([, job]) => isDue(job));
    due.sort(([a, one], [b, other]) => one.dueMs - other.dueMs || a - b);
    for (const [sequence, job] of due) this.end(sequence, job);
  }

  move(sequence: number, status: Status): void {
    const job = this.jobs.get(sequence) as ModelJob;
    job.status = status;
    if (status === "completed") job.videos = 3;
    if (status !== "rendering" && !this.finished.includes(sequence)) this.finished.push(sequence);
    if (status !== "rendering") return;
    this.finished = this.finished.filter((each) => each !== sequence);
    job.videos = 0;
    job.dueMs = this.nowMs + durationsMs[job.scenario];
  }

  reset(): void {
    this.sequence = 0;
    this.faults = 0;
    this.jobs.clear();
    this.finished = [];
  }
}

interface Real {
  emulator: Emulator;
  restart(): Promise<void>;
}

const bodyOf = (scenario: Scenario) =>
  scenario === "usual" ? hpRequest() : { ...hpRequest(), project_name: `emulator:${scenario}` };

const create = async ({ emulator }: Real, scenario: Scenario) =>
  (await call(emulator, "createHpJob", { body: bodyOf(scenario) })).status;

/** The job that a number stands for, among those that the model has. */
const pick = ({ jobs }: Model, number: number) => [...jobs.keys()][number % jobs.size] as number;
const idOf = ({ emulator }: Real, sequence: number) =>
  emulator.jobs.list().find((job) => job.sequence === sequence)?.id ?? "";

/** After every command the emulator has what the model has. */
function compare({ jobs, nowMs }: Model, { emulator }: Real): void {
  const expected = [...jobs].map(([sequence, { status, videos }]) => [sequence, status, videos]);
  const made = (videos: JobVideo[]) => videos.filter(({ clip }) => clip !== undefined).length;
  const found = emulator.jobs.list().map((job) => [job.sequence, job.status, made(job.videos)]);
  expect(found).toEqual(expected.reverse());
  expect(emulator.clock.now()).toBe(nowMs);
}

/** A command with a value that is drawn. */
const command = <Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  act: (value: Value, model: Model, real: Real) => Promise<void>,
): fc.Arbitrary<fc.AsyncCommand<Model, Real>> =>
  values.map((value) => ({
    check: ({ jobs }) => !["get", "move"].includes(name) || jobs.size > 0,
    run: async (model, real) => {
      await act(value, model, real);
      compare(model, real);
    },
    toString: () => `${name} ${String(value)}`,
  }));

const scenario = fc.constantFrom<Scenario>("usual", "instant", "stall", "fail");
/** Instant jobs take room until they are done, so that of a burst of them any number may be refused. */
const slowScenario = scenario.filter((chosen) => chosen !== "instant");
const status = fc.constantFrom<Status>("rendering", "completed", "failed");
const size = fc.integer({ min: 2, max: 8 });
const duration = fc.integer({ min: 0, max: 2 * renderMs });

const commands = [
  command("create", scenario, async (chosen, model, real) => {
    expect(await create(real, chosen)).toBe(model.create(chosen));
  }),
  command("burst", fc.tuple(slowScenario, size), async ([chosen, count], model, real) => {
    const replies = await Promise.all(Array.from({ length: count }, () => create(real, chosen)));
    const expected = Array.from({ length: count }, () => model.create(chosen));
    expect(replies.sort()).toEqual(expected.sort());
  }),
  command("get", fc.nat(), async (number, model, real) => {
    const sequence = pick(model, number);
    const received = await call(real.emulator, "getHpJob", { jobId: idOf(real, sequence) });
    if (model.takeFault()) expect(received.status).toBe(503);
    else expect(received.body.status).toBe(model.jobs.get(sequence)?.status);
  }),
  command("advance", duration, async (ms, model, { emulator }) => {
    await emulator.clock.advance(ms);
    model.advance(ms);
  }),
  command("set the clock later by", duration, async (ms, model, { emulator }) => {
    await emulator.clock.set(model.nowMs + ms);
    model.advance(ms);
  }),
  command("move", fc.tuple(fc.nat(), status), async ([number, to], model, real) => {
    const sequence = pick(model, number);
    await real.emulator.jobs.move(idOf(real, sequence), { status: to });
    model.move(sequence, to);
  }),
  command("fault", fc.constant(503), async (code, model, { emulator }) => {
    emulator.faults.add({ effect: "status", status: code });
    model.faults++;
  }),
  command("restart", fc.constant(""), async (_, model, real) => {
    await real.restart();
    model.faults = 0;
  }),
  command("reset", fc.constant(""), async (_, model, { emulator }) => {
    await emulator.reset();
    model.reset();
  }),
  command("pages of", fc.integer({ min: 1, max: 4 }), async (limit, model, { emulator }) => {
    const seen: number[] = [];
    for (let next: number | null = 1_000_000; next !== null;) {
      const path = `/emulator/jobs?summary=true&limit=${limit}&before=${next}`;
      const { body } = await send(emulator, { path });
      seen.push(...body.jobs.map(({ sequence }: { sequence: number }) => sequence));
      next = body.next;
    }
    expect(seen).toEqual([...model.jobs.keys()].reverse());
  }),
];

describe.each(["in memory", "in SQLite"])("an emulator that keeps its jobs %s", (place) => {
  test("does what the model does", { timeout: (seconds + 240) * 1000 }, async () => {
    const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 60 }), async (tried) => {
      await using folder = await temporaryFolder();
      const dataFolder = place === "in memory" ? undefined : folder.path;
      const clock = { mode: "manual", startAt: 0 } as const;
      const open = () => createEmulator({ seed: 1, maxJobs, renderMs, clock, dataFolder });
      const real: Real = {
        emulator: await open(),
        // Without a folder there is nothing to go on with.
        restart: async () => {
          if (dataFolder === undefined) return real.emulator.faults.clear();
          await real.emulator.close();
          real.emulator = await open();
        },
      };
      try {
        await fc.asyncModelRun(() => ({ model: new Model(), real }), tried);
      } finally {
        await real.emulator.close();
      }
    });
    const endMs = performance.now() + seconds * 1000;
    do await fc.assert(property, { numRuns: 5 });
    while (performance.now() < endMs);
  });
});
