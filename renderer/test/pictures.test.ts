import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { slidesRequest } from "../../test/support/example-requests.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import {
  giving,
  hpTask,
  type Input,
  lavfi,
  make,
  needed,
  probe,
  readText,
  render,
  rendererTools,
  split,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());
const execute = promisify(execFile);

/** Renders a row over a base video. */
async function renderBase(name: string, ...words: string[]): Promise<string> {
  const base = await make(join(home, name), ...words);
  const task = hpTask(["Ada"], { variables: [{ start_time: 1, end_time: 1.4 }] });
  const renderer = createRenderer({ speech: false });
  return (await render(renderer, task, { path: join(home, `job-${name}`), download: giving(base) }))
    .path;
}

/** What a filter of ffmpeg says of a video. */
async function ask(path: string, filter: string): Promise<string> {
  const words = ["-hide_banner", "-i", path, "-vf", filter, ...split("-an -f null -")];
  return (await execute("ffmpeg", words)).stderr;
}

describe("the picture of a base video", needed, () => {
  test("has a keyframe at least every two seconds, and says which colours it has", async () => {
    const path = await renderBase("long.mp4", ...lavfi("testsrc2=s=160x90:r=25:d=7"), "-g", "250");
    const listed = split(
      "-v error -select_streams v -show_entries packet=pts_time,flags -of csv=p=0",
    );
    const { stdout } = await execute("ffprobe", [...listed, path]);
    const times = [...stdout.matchAll(/([\d.]+),K/g)].map(([, time]) => Number(time));
    const gaps = [...times, 7].map((time, index) => time - (times[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeCloseTo(2, 3);
    const bt709 = { color_space: "bt709", color_transfer: "bt709", color_primaries: "bt709" };
    expect((await probe(path)).streams[0]).toMatchObject(bt709);
  });

  test("is as bright as on a usual screen when it is of high dynamic range", async () => {
    // The white of a usual screen, 203 candelas, as PQ writes it.
    const white = lavfi("color=gray:s=160x90:r=25:d=2,format=yuv420p10le,lutyuv=y=572:u=512:v=512");
    const tags = split("-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084");
    const path = await renderBase("hdr.mkv", ...white, "-c:v", "libx264", ...tags);
    const said = await ask(path, "signalstats,metadata=print:key=lavfi.signalstats.YAVG");
    expect(Number(/YAVG=([\d.]+)/.exec(said)?.[1])).toBeGreaterThan(200);
  });

  test("has no combs when it is interlaced", async () => {
    const fields = lavfi(
      "gradients=s=320x180:r=50:speed=0.2:d=3,tinterlace=interleave_top,setfield=tff",
    );
    const coded = split("-c:v libx264 -flags +ilme+ildct -x264-params tff=1");
    const path = await renderBase("interlaced.mp4", ...fields, ...coded);
    const combed = async (file: string) =>
      Number(/Multi frame.*TFF:\s*(\d+)/.exec(await ask(file, "idet"))?.[1]);
    expect(await combed(join(home, "interlaced.mp4"))).toBe(75);
    expect(await combed(path)).toBe(0);
  });

  test("is there though the recording does not say how long it is", async () => {
    const words = [...lavfi("testsrc2=s=160x90:r=25:d=3"), ...split("-c:v libvpx -live 1")];
    const path = await renderBase("recording.webm", ...words);
    expect((await probe(join(home, "recording.webm"))).format.duration).toBeUndefined();
    expect(Number((await probe(path)).format.duration)).toBeCloseTo(3, 1);
  });
});

describe("a slide video", requires(tools.tesseract, ...rendererTools), () => {
  test("says in legible letters that it has no such template", async () => {
    const input = { ...slidesRequest(), template_id: "corporate-2019" } as unknown as Input;
    const task = { operation: "createDynamicSlideVideo" as const, input };
    const { path } = await render(createRenderer({ speech: false }), task, {
      path: join(home, "slides"),
    });
    expect(await readText(path, 2)).toMatch(/No template .corporate-2019. here, this is .midnight/);
  });
});
