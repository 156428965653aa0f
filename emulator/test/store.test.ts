/** What is alike whether jobs are kept in memory or in a data folder. */
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { EmulatorOptions } from "../src/index.ts";
import { call, createHpJob, start } from "./support/client.ts";
import { hpRequest } from "../../test/support/example-requests.ts";

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
    const emulator = await start({ ...options, renderMs: 0, renderer });
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
