/** What is alike whether jobs are kept in memory or in a data folder. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { EmulatorOptions, Renderer } from "../src/index.ts";
import { call, createHpJob, send, start } from "./support/client.ts";
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
    const replies = await Promise.all(Array.from({ length: 50 }, create));
    const refused = replies.filter(({ status }) => status === 503);
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
    const four = [{}, {}, {}, {}];
    expect(emulator.jobs.get(id)).toMatchObject({
      status: "completed",
      videos: [{}, {}, {}],
      history: four,
    });
  });

  test("end when they are due, and those that are due at once in the order in which they came", async () => {
    const emulator = await start({ ...options, maxJobs: 5 });
    const startMs = emulator.clock.now();
    const create = (project_name: string) => createHpJob(emulator, { project_name });
    const [slow, moved] = [await create("emulator:slow"), await create("Usual")];
    await emulator.clock.advance("5s");
    const later = [await create("Usual"), await create("Usual")];
    const longer = await create("emulator:slow");
    await emulator.jobs.move(moved, { status: "rendering" });
    const usual = [moved, ...later];
    await emulator.clock.advance("10s");
    const completed = emulator.jobs.list().filter(({ status }) => status === "completed");
    expect(completed.map(({ id }) => id).toReversed()).toEqual(usual);
    await emulator.finish();
    // Each new one takes the place of the one that ended first.
    const ended: [id: string | undefined, afterMs: number][] = [];
    for (let count = 0; count < 5; count++) {
      const before = emulator.jobs.list();
      await create("emulator:stall");
      const job = before.find(({ id }) => !emulator.jobs.get(id));
      ended.push([job?.id, job!.history.at(-1)!.atMs - startMs]);
    }
    const wanted = [...usual.map((id) => [id, 15_000]), [slow, 600_000], [longer, 605_000]];
    expect(ended).toEqual(wanted);
  });

  test("that are too many lose the one that has been finished for longest", async () => {
    const emulator = await start({ ...options, maxJobs: 2 });
    const create = (project_name: string) => createHpJob(emulator, { project_name });
    const ids = () => emulator.jobs.list().map(({ id }) => id);
    const [first, second] = [await create("emulator:instant"), await create("emulator:instant")];
    await emulator.jobs.move(first, { status: "rendering" });
    await emulator.jobs.move(first, { status: "completed" });
    const third = await create("Usual");
    expect(ids()).toEqual([third, first]);
    expect(emulator.jobs.get(second)).toBeUndefined();
    await emulator.clock.advance("10s");
    expect(emulator.jobs.get(third)?.status).toBe("completed");
    const fourth = await create("Usual");
    expect(ids()).toEqual([fourth, third]);
  });

  test("are found by a text in any case", async () => {
    const emulator = await start(options);
    const id = await createHpJob(emulator, { project_name: "Élan 100%" });
    await createHpJob(emulator);
    for (const text of ["éLAN", "100%", "LAN 1", id.toUpperCase()]) {
      const path = `/emulator/jobs?text=${encodeURIComponent(text)}`;
      const { jobs } = (await send(emulator, { path })).body;
      expect(jobs, text).toMatchObject([{ id }]);
    }
  });

  test("that are too many take the files of the one that goes with them", async () => {
    const folders: string[] = [];
    const renderer: Renderer = async (_task, { folder }) => {
      folders.push(await folder());
      return { path: `${folders[0]}/1.mp4` };
    };
    const emulator = await start({ ...options, maxJobs: 1, renderer });
    const instant = { project_name: "emulator:instant" };
    await createHpJob(emulator, instant);
    expect(existsSync(folders[0]!)).toBe(true);
    await createHpJob(emulator, instant);
    await expect
      .poll(() => folders.map((folder) => existsSync(folder)))
      .toEqual(folders.map((folder) => folder !== folders[0]));
  });

  test("take all their files with them on a reset", async () => {
    let path = "";
    const renderer: Renderer = async (_task, { folder }) => {
      path = `${await folder()}/1.mp4`;
      await writeFile(path, "video");
      return { path };
    };
    const emulator = await start({ ...options, renderer });
    await createHpJob(emulator, { project_name: "emulator:instant" });
    expect(existsSync(path)).toBe(true);
    await emulator.reset();
    expect(existsSync(dirname(path))).toBe(false);
  });

  test.each(["a reset", "a move back"])("wait for the renderer to let go on %s", async (way) => {
    using said = vi.spyOn(console, "error").mockReturnValue();
    const seen: string[] = [];
    const stops = Promise.withResolvers<void>();
    const render: Renderer = async ({ row }, { signal, folder }) => {
      const path = `${await folder()}/${row?.index}.mp4`;
      if (seen.push("begins") === 1) {
        await once(signal, "abort");
        await stops.promise;
        seen.push("stops");
        throw signal.reason;
      }
      await writeFile(path, "video");
      return { path };
    };
    const release = () => {
      seen.push("lets go");
      throw new Error("The storage is away.");
    };
    const emulator = await start({ ...options, renderer: Object.assign(render, { release }) });
    const id = await createHpJob(emulator);
    await expect.poll(() => seen).toEqual(["begins"]);
    const isReset = way === "a reset";
    const stopped = isReset ? emulator.reset() : emulator.jobs.move(id, { status: "failed" });
    if (isReset) expect(await createHpJob(emulator)).toBe(id);
    else await emulator.jobs.move(id, { status: "rendering" });
    stops.resolve();
    await stopped;
    await emulator.clock.advance("10s");
    expect(seen.join()).toBe("begins,stops,lets go,begins,begins,begins,lets go");
    const video = await fetch(`${emulator.url}/emulator/media/${id}/1.mp4`);
    expect(await video.text()).toBe("video");
    expect(said).toHaveBeenCalledWith(
      `The renderer cannot let go of the job ${id}: The storage is away.`,
    );
  });
});
