import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { hpRequest } from "../../test/support/example-requests.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer, wrapRenderer } from "../src/index.ts";
import {
  download,
  lavfi,
  make,
  needed,
  readText,
  send,
  startEmulator,
  videosOf,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());

describe("the emulator with the renderer", needed, () => {
  test(
    "ends the first sample of the site with videos that say the names of the spreadsheet",
    requires(tools.tesseract),
    async () => {
      await using emulator = await startEmulator({ renderer: createRenderer() });
      const jobId = await send(emulator.url, hpRequest());
      const videos = await videosOf(emulator.url, jobId);
      const seen = [];
      for (const [index, { video_url }] of videos.entries()) {
        const file = join(home, `${index}.mp4`);
        await download(video_url, file);
        seen.push(await readText(file, 2));
      }
      expect(seen).toEqual(
        ["Ada", "Grace", "Hedy"].map((name) => expect.stringContaining(`Hello ${name} welcome`)),
      );
      expect(emulator.jobs.get(jobId)?.videos[0]?.fidelity).toBe("composition");
    },
  );
});

describe("a job with failed rows", needed, () => {
  test("says how many, and its failed rows are made again, and no others", async () => {
    const made: number[] = [];
    let isAway = true;
    const base = await make(join(home, "small.mp4"), ...lavfi("color=navy:s=64x64:r=5:d=1"));
    const renderer = wrapRenderer(
      async ({ row }, { scratch }) => {
        if (row!.index === 2 && isAway) throw new Error("the disk of this machine is full");
        made.push(row!.index);
        await copyFile(base, join(scratch, "video.mp4"));
        return { warning: `Row ${row!.index} is not spoken.` };
      },
      { pausesMs: [] },
    );
    await using emulator = await startEmulator({ renderer });
    const jobId = await send(emulator.url, hpRequest());
    const address = `${emulator.url}/emulator/jobs/${jobId}`;
    const read = async () => {
      const { status, video_count, failed_count, videos } = (await (
        await fetch(address)
      ).json()) as {
        status: string;
        video_count: number;
        failed_count: number;
        videos: { error: string | null; warning: string | null }[];
      };
      return { status, video_count, failed_count, second: videos[1] };
    };
    await expect.poll(async () => (await read()).status).toBe("completed");
    expect(await read()).toMatchObject({ video_count: 2, failed_count: 1 });
    expect((await read()).second?.error).toBe("The disk of this machine is full.");
    isAway = false;
    // What the button of the page sends.
    await fetch(address, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status: "rendering" }),
    });
    await expect.poll(read).toMatchObject({ status: "completed", video_count: 3, failed_count: 0 });
    expect((await read()).second?.warning).toBe("Row 2 is not spoken.");
    expect(made.sort()).toEqual([1, 2, 3]);
  });
});
