import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Renderer } from "video-generation-emulator";
import { createRenderer } from "../src/index.ts";
import {
  frameHashes,
  giving,
  home,
  hpTask,
  listFiles,
  lavfi,
  make,
  needed,
  probe,
  readSound,
  render,
  renderOver,
} from "./support/render.ts";

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

  /** The frames in which two rows differ. */
  async function differing(name: string, change: object, ...rows: string[][]): Promise<number[]> {
    const folder = { path: join(home, name), ...fromBase };
    const tasks = rows.map((texts, index) => hpTask(texts, change, index + 1));
    const made = await Promise.all(tasks.map((task) => render(renderer, task, folder)));
    const [one, other] = await Promise.all(made.map(({ path }) => frameHashes(path)));
    expect(one).toHaveLength(100);
    return one!.flatMap((hash, frame) => (hash === other![frame] ? [] : [frame]));
  }
  const range = (from: number, to: number) => [...Array(to).keys()].slice(from);

  test("differs from row to row in exactly the frames of its segment", async () => {
    const rows = [["Hello Ada"], ["Hello Grace"]];
    expect(await differing("rows", segments, ...rows)).toEqual(range(25, 55));
    const folder = { path: join(home, "rows"), ...fromBase };
    const ada = await render(renderer, hpTask(rows[0]!, segments), folder);
    const { streams } = await probe(ada.path);
    const [video, sound] = streams;
    expect(video).toMatchObject({ codec_name: "h264", width: 320, height: 180, nb_frames: "100" });
    expect(Number(video!.duration)).toBe(4);
    expect(sound).toMatchObject({ codec_name: "aac" });
    const bytes = await readFile(ada.path);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(bytes.indexOf("moov")).toBeGreaterThan(0);
    expect((await readFile(ada.poster!)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    await renderer.release!(folder.path);
    // Video, picture and description of each.
    expect(await listFiles(folder.path)).toHaveLength(6);
  });

  test("takes several segments, in either spelling and type, also at the very edges", async () => {
    const customizations = [
      { start_time: "2", end_time: "4.000" },
      { start_time: 0, end_time: 1 },
    ];
    const change = { variables: undefined, variable_count: 2, customizations };
    const rows = [
      ["last", "first"],
      ["last", "other"],
    ];
    expect(await differing("edges", change, ...rows)).toEqual(range(0, 25));
  });

  test("gives each variable an equal share of the video when there is no list of segments", async () => {
    const change = { variables: undefined, customizations: undefined, variable_count: 2 };
    const rows = [
      ["one", "two"],
      ["one", "three"],
    ];
    expect(await differing("shares", change, ...rows)).toEqual(range(50, 100));
  });

  test.each([
    [[1, 3], [2, 4], /^Segments 1 and 2 overlap\.$/],
    [[0, 1], [2, 30], /^Segment 2 ends at 30 s, but the base video at 4\.00 s\.$/],
    [[0, 1], [2, 2.001], /^Segment 2 is shorter than a frame/],
  ])("is refused when its segments are %j and %j", async (one, other, message) => {
    const folder = { path: join(home, `refused-${one}-${other}`), ...fromBase };
    const variables = [one, other].map(([start_time, end_time]) => ({ start_time, end_time }));
    const task = hpTask(["Ada", "Grace"], { variables });
    await expect(render(renderer, task, folder)).rejects.toThrow(message);
    await renderer.release!(folder.path);
    expect(await listFiles(folder.path)).toEqual([]);
  });

  test("makes rows that are the same once", async () => {
    let downloads = 0;
    const download = (address: string, path: string) => {
      downloads++;
      return fromBase.download(address, path);
    };
    const folder = { path: join(home, "twice"), download };
    const rows = [1, 2].map((index) => hpTask(["Ada"], segments, index));
    const [one, other] = await Promise.all(rows.map((task) => render(renderer, task, folder)));
    expect(one).toEqual(other);
    expect(downloads).toBe(1);
    const files = await listFiles(folder.path);
    expect(files.filter((name) => /^video-.*mp4$/.test(name))).toHaveLength(1);
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
    const silent = await make(join(home, "silent.mp4"), ...lavfi("color=s=64x64:d=4"));
    const loudness = async (music: boolean) => {
      const { samples } = await readSound(await renderOver(silent, { change: { music } }));
      return samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
    };
    expect(await loudness(false)).toBeLessThan(10);
    expect(await loudness(true)).toBeGreaterThan(500);
  });
});
