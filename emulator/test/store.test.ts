/** What both stores do alike. */
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { EmulatorOptions } from "../src/index.ts";
import type { JobRecord } from "../src/jobs/job.ts";
import { SqliteStore } from "../src/jobs/sqlite-store.ts";
import { type JobStore, MemoryStore } from "../src/jobs/store.ts";
import { call, createHpJob, start } from "./support/client.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

const job = (sequence: number, change: Partial<JobRecord> = {}): JobRecord => ({
  id: `job-${sequence}`,
  operation: "createHpJob",
  input: "{}",
  sequence,
  createdAtMs: 0,
  dueAtMs: null,
  status: "completed",
  history: [],
  videos: [],
  ...change,
});
const ids = (jobs: Iterable<JobRecord>) => Array.from(jobs, ({ id }) => id);

describe.each<[name: string, make: (folder: string) => JobStore]>([
  ["memory", () => new MemoryStore()],
  ["SQLite", (folder) => new SqliteStore(join(folder, "jobs.sqlite"))],
])("a store in %s", (_name, make) => {
  const use = async (work: (store: JobStore) => Promise<void> | void) => {
    await using folder = await temporaryFolder();
    const store = make(folder.path);
    await work(store);
    store.close();
  };

  test("gives back what was put, changed or not, and nothing else", () =>
    use(async (store) => {
      const videos = [{ row: 1, clip: "still", expiresAtMs: 5 }];
      const first = job(1, { videos, name: "Ä", output: { a: [1] }, isLocal: true });
      store.put(first);
      expect(store.get("job-1")).toEqual(first);
      store.put({ ...first, status: "failed", error: "By hand." });
      expect(store.get("job-1")).toEqual({ ...first, status: "failed", error: "By hand." });
      expect([store.get("job-2"), store.get(""), store.size]).toEqual([undefined, undefined, 1]);
    }));

  test("has pages, the newest first, without those that were removed", () =>
    use((store) => {
      for (let sequence = 1; sequence <= 50; sequence++) store.put(job(sequence));
      for (const sequence of [1, 20, 50]) store.remove(job(sequence));
      expect(ids(store.newestFirst()).slice(0, 2)).toEqual(["job-49", "job-48"]);
      expect(ids(store.newestFirst(22))).toEqual([
        "job-21",
        ...Array.from({ length: 18 }, (_, index) => `job-${19 - index}`),
      ]);
      expect([store.size, store.lastSequence]).toEqual([47, 50]);
    }));

  test("knows what is due, in its order, and only while it renders", () =>
    use((store) => {
      const rendering = (sequence: number, dueAtMs: number | null) =>
        job(sequence, { status: "rendering", dueAtMs });
      for (const [sequence, dueAtMs] of [30, 10, null, 10, 20].entries())
        store.put(rendering(sequence + 1, dueAtMs));
      expect(ids(store.waiting())).toEqual(["job-2", "job-4", "job-5", "job-1"]);
      store.put(job(4));
      store.put(rendering(2, 25));
      store.remove(rendering(1, 30));
      expect(ids(store.waiting())).toEqual(["job-5", "job-2"]);
    }));

  test("knows which job has been finished for longest, also after one has rendered again", () =>
    use((store) => {
      for (const sequence of [1, 2, 3]) store.put(job(sequence));
      store.put(job(1, { status: "rendering" }));
      expect(store.oldestFinished()?.id).toBe("job-2");
      store.put(job(1));
      store.put(job(2, { status: "failed" }));
      expect(store.oldestFinished()?.id).toBe("job-2");
      store.remove(job(2));
      store.remove(job(3));
      expect(store.oldestFinished()?.id).toBe("job-1");
    }));

  test("forgets everything when it is cleared, and counts from the start", () =>
    use(async (store) => {
      store.put(job(7, { status: "rendering", dueAtMs: 1 }));
      store.clear();
      expect([store.size, store.lastSequence, ids(store.newestFirst())]).toEqual([0, 0, []]);
      expect([ids(store.waiting()), store.oldestFinished()]).toEqual([[], undefined]);
      store.put(job(1));
      expect(store.get("job-1")?.sequence).toBe(1);
    }));
});

test("SQLite gives no number twice after a restart, also when the newest job was dropped", async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "jobs.sqlite");
  const first = new SqliteStore(path);
  first.put(job(1));
  first.put(job(2));
  first.remove(job(2));
  first.close();
  const second = new SqliteStore(path);
  expect([second.lastSequence, second.size]).toEqual([2, 1]);
  second.close();
});

describe.each(["in memory", "in a data folder"])("the jobs %s", (place) => {
  let options: EmulatorOptions;
  beforeEach(async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    options = place === "in memory" ? {} : { dataFolder: folder.path };
  });

  test("of fifty creates at once are as many as may be", async () => {
    const emulator = await start({ ...options, maxJobs: 5 });
    const create = () => call(emulator, "createHpJob", { body: hpRequest() });
    const answers = await Promise.all(Array.from({ length: 50 }, create));
    const refused = answers.filter(({ status }) => status === 503);
    expect([refused.length, emulator.jobs.list().length]).toEqual([45, 5]);
    expect(refused[0]?.body.detail).toMatch(/5 jobs.*--max-jobs/);
  });

  test("render again when they are moved back, and end by themselves, also after a restart", async () => {
    let emulator = await start(options);
    const id = await createHpJob(emulator);
    await emulator.clock.advance("1h");
    await emulator.jobs.move(id, { status: "rendering" });
    expect(emulator.jobs.get(id)).toMatchObject({ status: "rendering", videos: [] });
    if (options.dataFolder !== undefined) {
      await emulator.close();
      emulator = await start(options);
    }
    await emulator.clock.advance("9s");
    expect(emulator.jobs.get(id)?.status).toBe("rendering");
    await emulator.clock.advance("1d");
    expect(emulator.jobs.get(id)).toMatchObject({ status: "completed", videos: [{}, {}, {}] });
  });

  test("that are too many lose the one that has been finished for longest", async () => {
    const emulator = await start({ ...options, maxJobs: 2 });
    const create = (project_name: string) => createHpJob(emulator, { project_name });
    const [first, second] = [await create("emulator:instant"), await create("emulator:instant")];
    await emulator.jobs.move(first, { status: "rendering" });
    await emulator.jobs.move(first, { status: "completed" });
    const third = await create("emulator:stall");
    expect(emulator.jobs.list().map(({ id }) => id)).toEqual([third, first]);
    expect(emulator.jobs.get(second)).toBeUndefined();
  });

  test("that bear the same identifier after a reset are others", async () => {
    const release = Promise.withResolvers<void>();
    const renderer = async () => {
      await release.promise;
      throw new Error("Of the job before the reset.");
    };
    const emulator = await start({ ...options, rendersAtOnce: true, renderMs: 0, renderer });
    const created = call(emulator, "createHpJob", { body: hpRequest() });
    await expect.poll(() => emulator.jobs.list().length).toBe(1);
    const [before] = emulator.jobs.list();
    await emulator.reset();
    const id = await createHpJob(emulator, { project_name: "emulator:stall" });
    expect(id).toBe(before?.id);
    release.resolve();
    await created;
    expect(emulator.jobs.get(id)?.status).toBe("rendering");
  });
});
