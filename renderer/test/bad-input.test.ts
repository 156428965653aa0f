import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Renderer } from "video-generation-emulator";
import { workbook } from "../../test/support/workbook.ts";
import { hpSegments } from "../../test/support/example-requests.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import {
  giving,
  hpTask,
  listFiles,
  lavfi,
  make,
  needed,
  probe,
  render,
  requestFrom,
  send,
  serve,
  startEmulator,
  videosOf,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());

const segments = hpSegments([0, 1]);

describe("a base video", needed, () => {
  let renderer: Renderer;
  let number = 0;
  beforeAll(() => void (renderer = createRenderer({ speech: false })));

  async function renderOver(base: string) {
    const path = join(home, `job-${number++}`);
    try {
      return await render(renderer, hpTask(["Ada"], segments), { path, download: giving(base) });
    } finally {
      await renderer.release!(path);
      expect((await listFiles(path)).filter((name) => name.startsWith("work"))).toEqual([]);
    }
  }

  const secret = join(home, "secret.txt");
  const texts: Record<string, string> = {
    "a text": "This is no video.",
    nothing: "",
    "a playlist": `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
    "a list of files": `ffconcat version 1.0\nfile '${secret}'\n`,
    "a presentation": '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>',
    "a picture": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  };
  test.each(Object.keys(texts))("that is %s is refused as no video", async (kind) => {
    await writeFile(secret, "top secret");
    const base = join(home, "disguised.mp4");
    await writeFile(base, texts[kind]!);
    await expect(renderOver(base)).rejects.toThrow(
      /^The base video https:\/\/example\.com\/base-video cannot be used: it is no video or sound \((?!.*top secret)/,
    );
  });

  test.each([
    [
      "lasts an hour",
      [...lavfi("color=s=64x64:r=1:d=3601"), "-preset", "ultrafast"],
      /it is 3601 s long; at most 600 s are rendered/,
    ],
    [
      "is larger than 4K",
      [...lavfi("color=s=8192x4320:r=1:d=1"), "-preset", "ultrafast"],
      /cannot be read: .*8192x4320/,
    ],
    ["has sound alone", lavfi("sine=440:d=1"), /base-video has no picture/],
  ])("that %s is refused", async (_, words, message) => {
    await expect(renderOver(await make(join(home, "wrong.mp4"), ...words))).rejects.toThrow(
      message,
    );
  });

  test("that is cut off is refused, or rendered as far as it goes", async () => {
    const whole = await make(join(home, "whole.mkv"), ...lavfi("testsrc2=s=320x180:r=25:d=4"));
    const bytes = await readFile(whole);
    const cut = join(home, "cut.mkv");
    await writeFile(cut, bytes.subarray(0, bytes.length / 2));
    const { path } = await renderOver(cut);
    // Its header says four seconds: the last picture stays.
    expect((await probe(path)).streams[0]!.nb_frames).toBe("100");
  });

  test.each([
    ["has no sound", lavfi("testsrc2=s=320x180:r=25:d=2"), [320, 180]],
    ["has odd sides", [...lavfi("testsrc2=s=321x181:r=25:d=2"), "-pix_fmt", "yuv444p"], [320, 180]],
    ["is larger than full HD", lavfi("testsrc2=s=2560x1440:r=5:d=2"), [1920, 1080]],
    [
      "changes its rate",
      [
        ...lavfi("testsrc2=s=320x180:r=25:d=2"),
        "-vf",
        "select='not(mod(n,3))+gt(n,30)'",
        "-vsync",
        "vfr",
      ],
      [320, 180],
    ],
    [
      "has pixels that are no squares",
      [...lavfi("testsrc2=s=320x180:r=25:d=2"), "-vf", "setsar=2"],
      [640, 180],
    ],
  ])("that %s is rendered", async (_, words, size) => {
    const { path } = await renderOver(await make(join(home, "odd.mp4"), ...words));
    const [picture, sound] = (await probe(path)).streams;
    expect([picture!.width, picture!.height]).toEqual(size);
    expect(sound!.codec_name).toBe("aac");
    expect(Number(picture!.duration)).toBeCloseTo(2, 0);
  });

  test("that lies on its side is rendered upright", async () => {
    const lying = await make(join(home, "lying.mp4"), ...lavfi("testsrc2=s=320x180:r=25:d=2"));
    const turned = await make(
      join(home, "turned.mp4"),
      "-i",
      lying,
      "-c",
      "copy",
      "-metadata:s:v:0",
      "rotate=90",
    );
    const { path } = await renderOver(turned);
    const [picture] = (await probe(path)).streams;
    expect([picture!.width, picture!.height]).toEqual([180, 320]);
  });
});

describe("a job with rows that cannot be rendered", needed, () => {
  test("has the others, says of each why, and leaves nothing behind", async () => {
    const base = await make(join(home, "plain.mp4"), ...lavfi("testsrc2=s=320x180:r=25:d=1"));
    const cells = ["Ada", "x".repeat(10_000), "", "\u{10fffd}", "Grace"];
    await using media = await serve({
      "/base": await readFile(base),
      "/sheet": workbook([["name"], ...cells.map((cell) => [cell])]),
    });
    const temporary = join(home, "temporary");
    await mkdir(temporary);
    vi.stubEnv("TMPDIR", temporary);
    const emulator = await startEmulator({ renderer: createRenderer({ pausesMs: [10] }) });
    const body = requestFrom(media.origin, 5);
    const videos = await videosOf(emulator.url, await send(emulator.url, body));
    expect(videos.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringMatching(/^Segment 1: its text of \d+ characters does not fit/),
      "Column 1 is empty.",
      expect.stringMatching(/^Segment 1: no font of this machine can draw/),
      undefined,
    ]);
    const unreachable = { ...body, base_video_url: "http://127.0.0.1:9/base" };
    const jobId = await send(emulator.url, unreachable);
    const [first] = await videosOf(emulator.url, jobId, "failed");
    expect(first?.error).toMatch(/^http:\/\/127\.0\.0\.1:9\/base cannot be fetched: /);
    await emulator.close();
    vi.unstubAllEnvs();
    expect(await readdir(temporary)).toEqual([]);
  });
});
