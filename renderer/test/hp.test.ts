import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Renderer } from "video-generation-emulator";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import {
  frameHashes,
  giving,
  hpTask,
  listFiles,
  lavfi,
  make,
  needed,
  probe,
  readSound,
  render,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());

describe("an HP job", needed, () => {
  let renderer: Renderer;
  let base: string;
  /** Gives the base video wherever one is asked for. */
  const fromBase = {
    download: (address: string, path: string) => giving(base)(address, path),
  };
  const segments = { variables: [{ start_time: "1", end_time: "2.2" }] };

  beforeAll(async () => {
    renderer = createRenderer();
    const picture = lavfi("testsrc2=s=320x180:r=25:d=4");
    const sound = [...lavfi("sine=440:d=4"), "-shortest", "-c:a", "aac"];
    base = await make(join(home, "base.mp4"), ...picture, ...sound);
  });

  test("differs from row to row in exactly the frames of its segment", async () => {
    const folder = { path: join(home, "rows"), ...fromBase };
    const [ada, grace] = await Promise.all(
      ["Hello Ada", "Hello Grace"].map((text, index) =>
        render(renderer, hpTask([text], segments, index + 1), folder),
      ),
    );
    const [one, other] = await Promise.all([ada!, grace!].map(({ path }) => frameHashes(path)));
    expect(one).toHaveLength(100);
    const differing = one!.flatMap((hash, frame) => (hash === other![frame] ? [] : [frame]));
    expect(differing).toEqual(Array.from({ length: 30 }, (_, index) => 25 + index));
    const { streams } = await probe(ada!.path);
    const [video, sound] = streams;
    expect(video).toMatchObject({ codec_name: "h264", width: 320, height: 180, nb_frames: "100" });
    expect(Number(video!.duration)).toBe(4);
    expect(sound).toMatchObject({ codec_name: "aac" });
    const bytes = await readFile(ada!.path);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(bytes.indexOf("moov")).toBeGreaterThan(0);
    expect((await readFile(ada!.poster!)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    await renderer.release!(folder.path);
    // Video, picture and description of each.
    expect(await listFiles(folder.path)).toHaveLength(6);
  });

  test("has the same bytes in every run", async () => {
    const made = [];
    for (const name of ["first", "second"]) {
      const task = hpTask(["Hello Ada"], { ...segments, music: true });
      const { path } = await render(renderer, task, { path: join(home, name), ...fromBase });
      made.push(await readFile(path));
    }
    expect(made[0]!.equals(made[1]!)).toBe(true);
  });

  test("takes several segments, in either spelling and type, also at the very edges", async () => {
    const customizations = [
      { start_time: "2", end_time: "4.000" },
      { start_time: 0, end_time: 1 },
    ];
    const change = { variables: undefined, variable_count: 2, customizations };
    const folder = { path: join(home, "edges"), ...fromBase };
    const { path } = await render(renderer, hpTask(["last", "first"], change), folder);
    const same = await render(renderer, hpTask(["last", "other"], change, 2), folder);
    const [one, other] = await Promise.all([path, same.path].map(frameHashes));
    expect(one!.filter((hash, frame) => hash !== other![frame])).toHaveLength(25);
    expect((await probe(path)).streams[0]!.nb_frames).toBe("100");
  });

  test("gives each variable an equal share of the video when there is no list of segments", async () => {
    const change = { variables: undefined, customizations: undefined, variable_count: 2 };
    const folder = { path: join(home, "shares"), ...fromBase };
    const rows = [
      ["one", "two"],
      ["one", "three"],
    ];
    const made = await Promise.all(
      rows.map((texts, index) => render(renderer, hpTask(texts, change, index + 1), folder)),
    );
    const [one, other] = await Promise.all(made.map(({ path }) => frameHashes(path)));
    expect(one!.findIndex((hash, frame) => hash !== other![frame])).toBe(50);
  });

  test.each([
    [
      "overlap",
      [
        { start_time: 1, end_time: 3 },
        { start_time: 2, end_time: 4 },
      ],
      /^Segments 1 and 2 overlap\.$/,
    ],
    [
      "lie outside",
      [{ start_time: 1, end_time: 30 }],
      /^Segment 1 ends at 30 s, but the base video at 4\.00 s\.$/,
    ],
    [
      "are shorter than a frame",
      [{ start_time: "1", end_time: "1.001" }],
      /^Segment 1 is shorter than a frame/,
    ],
  ])("is refused when segments %s", async (_, variables, message) => {
    const folder = {
      path: join(home, `refused-${variables.length}-${variables[0]!.end_time}`),
      ...fromBase,
    };
    const texts = variables.map(() => "Ada");
    await expect(render(renderer, hpTask(texts, { variables }), folder)).rejects.toThrow(message);
    await renderer.release!(folder.path);
    expect(await listFiles(folder.path)).toEqual([]);
  });

  test("makes rows that are the same once", async () => {
    let downloads = 0;
    const download = async (address: string, path: string) => (
      downloads++,
      fromBase.download(address, path)
    );
    const folder = { path: join(home, "twice"), download };
    const rows = [1, 2].map((index) => hpTask(["Ada"], segments, index));
    const [one, other] = await Promise.all(rows.map((task) => render(renderer, task, folder)));
    expect(one).toEqual(other);
    expect(downloads).toBe(1);
    expect(
      (await listFiles(folder.path)).filter((name) => /^video-.*mp4$/.test(name)),
    ).toHaveLength(1);
  });

  test("gives its programs the more time, the longer the segment is", async () => {
    const limits = vi.spyOn(AbortSignal, "timeout");
    const maxOf = async (seconds: number) => {
      const change = { variables: [{ start_time: 0, end_time: seconds }] };
      const folder = { path: join(home, `limits-${seconds}`), ...fromBase };
      await render(renderer, hpTask(["Ada"], change), folder);
      limits.mockClear();
      // The base is prepared by now: what is left is the segment.
      await render(renderer, hpTask(["Grace"], change, 2), folder);
      return Math.max(...limits.mock.calls.map(([limitMs]) => limitMs));
    };
    const [short, long] = [await maxOf(1), await maxOf(4)];
    limits.mockRestore();
    expect(long - short).toBeGreaterThanOrEqual(3 * 5000);
  });

  test("ends when its job is not wanted any more, and leaves nothing", async () => {
    const stop = new AbortController();
    const folder = join(home, "cancelled");
    const reportProgress = () => stop.abort();
    const context = { path: folder, ...fromBase, signal: stop.signal, reportProgress };
    await expect(render(renderer, hpTask(["Ada"], segments), context)).rejects.toThrow(/aborted/);
    await renderer.release!(folder);
    expect(await listFiles(folder)).toEqual([]);
  });

  test("lays music under the video when it is asked for", async () => {
    const loudness = async (music: boolean) => {
      const silent = await make(join(home, "silent.mp4"), ...lavfi("color=s=64x64:d=4"));
      const context = { path: join(home, `music-${music}`), download: giving(silent) };
      const task = hpTask(["Ada"], { ...segments, music });
      const { path } = await render(createRenderer({ speech: false }), task, context);
      const { samples } = await readSound(path);
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    };
    expect(await loudness(false)).toBeLessThan(10);
    expect(await loudness(true)).toBeGreaterThan(500);
  });
});
