import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createEmulator } from "../../emulator/src/index.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import {
  download,
  hpTask,
  lavfi,
  make,
  needed,
  rendererTools,
  readBack,
  readText,
  render,
  send,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());

describe("the emulator with the renderer", needed, () => {
  test(
    "ends the first sample of the site with videos that say the names of the spreadsheet",
    requires(tools.tesseract),
    async () => {
      const renderer = createRenderer();
      const emulator = await createEmulator({
        token: "dev",
        renderer,
        rendersAtOnce: true,
        renderMs: 1,
      });
      const jobId = await send(emulator.url, hpRequest());
      await expect.poll(async () => (await readBack(emulator.url, jobId)).status).toBe("completed");
      const { videos } = (await readBack(emulator.url, jobId)).output;
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
      await emulator.close();
    },
  );

  test("reports how many rows are done while it works, and stops at a reset", async () => {
    const emulator = await createEmulator({
      token: "dev",
      renderer: createRenderer(),
      rendersAtOnce: true,
    });
    const jobId = await send(emulator.url, { ...hpRequest(), data_slice_end_index: 5 });
    await expect.poll(() => emulator.jobs.get(jobId)?.progress?.done).toBeGreaterThan(0);
    expect(emulator.jobs.get(jobId)?.progress?.total).toBe(5);
    await emulator.reset();
    await emulator.close();
  });
});

describe("the text of a row", requires(tools.tesseract, ...rendererTools), () => {
  const names = [
    "O'Brien: 100 %",
    "Zoë",
    "a:b='c'",
    "50% [off]",
    "back\\slash",
    "Núñez & Çelik",
    'say "hi"',
    "semi;colon,comma",
    "$(reboot)",
    "<b>Bold</b>",
  ];

  test("is in its own file, whatever its characters, and in no other", async () => {
    const base = await make(join(home, "base.mp4"), ...lavfi("color=c=navy:s=1280x720:r=25:d=1"));
    const renderer = createRenderer({ speech: false });
    const context = {
      path: join(home, "names"),
      download: async (_address: string, path: string) => (await copyFile(base, path), true),
    };
    const variables = [{ start_time: "0", end_time: "0.4" }];
    const seen = await Promise.all(
      names.map(async (name, index) => {
        const { path } = await render(renderer, hpTask([name], { variables }, index + 1), context);
        return readText(path, 0.2);
      }),
    );
    // What the reader takes for another sign of the same look.
    const plain = (text: string) =>
      text
        .normalize("NFKD")
        .replaceAll(/[’‘]/g, "'")
        .replaceAll(/[“”]/g, '"')
        .replaceAll(/[\s\p{M}]/gu, "");
    seen.forEach((text, index) => {
      const found = names.filter((name) => plain(text).includes(plain(name)));
      expect(found, text).toEqual([names[index]]);
    });
  });
});
