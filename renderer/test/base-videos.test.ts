import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  home,
  lavfi,
  make,
  needed,
  probe,
  renderOver,
  run,
  small,
  split,
} from "./support/render.ts";

const secret = join(home, "secret.txt");
await writeFile(secret, "top secret");

describe("a base video", needed, () => {
  test.each([
    ["a text", "This is no video."],
    ["nothing", ""],
    ["a playlist", `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n`],
    ["a list of files", `ffconcat version 1.0\nfile '${secret}'\n`],
  ])("that is %s is refused as no video", async (_, text) => {
    const base = join(home, "disguised.mp4");
    await writeFile(base, text);
    await expect(renderOver(base)).rejects.toThrow(
      /^The base video https:\/\/example\.com\/base-video cannot be used: it is no video or sound \((?!.*top secret)/,
    );
  });

  test.each([
    ["lasts an hour", lavfi("color=s=64x64:r=1:d=3601"), /it is 3601 s long/],
    ["is larger than 4K", lavfi("color=s=8192x4320:r=1:d=1"), /8192x4320/],
    ["has sound alone", lavfi("sine=440:d=1"), /base-video has no picture/],
  ])("that %s is refused", async (_, words, message) => {
    const base = await make(join(home, "wrong.mp4"), ...words);
    await expect(renderOver(base)).rejects.toThrow(message);
  });

  test.each([
    ["has no sound", small, [320, 180]],
    ["has odd sides", [...lavfi("testsrc2=s=321x181:d=2"), "-pix_fmt", "yuv444p"], [320, 180]],
    ["is larger than full HD", lavfi("testsrc2=s=2560x1440:r=5:d=2"), [1920, 1080]],
    ["has pixels that are no squares", [...small, ...split("-vf setsar=2")], [640, 180]],
  ])("that %s is rendered", async (_, words, size) => {
    const base = await make(join(home, "odd.mp4"), ...words);
    const [picture, sound] = (await probe(await renderOver(base))).streams;
    expect([picture!.width, picture!.height]).toEqual(size);
    expect(sound!.codec_name).toBe("aac");
    expect(Number(picture!.duration)).toBeCloseTo(2, 0);
  });

  test("that lies on its side is rendered upright", async () => {
    const lying = await make(join(home, "lying.mp4"), ...small);
    const turning = ["-i", lying, ...split("-c copy -metadata:s:v:0 rotate=90")];
    const path = await renderOver(await make(join(home, "turned.mp4"), ...turning));
    const [picture] = (await probe(path)).streams;
    expect([picture!.width, picture!.height]).toEqual([180, 320]);
  });
});

describe("the picture of a row", needed, () => {
  /** What a filter of ffmpeg says of a video. */
  async function ask(path: string, filter: string): Promise<string> {
    const words = ["-hide_banner", "-i", path, "-vf", filter, ...split("-an -f null -")];
    return (await run("ffmpeg", words)).stderr;
  }

  test("has a keyframe at least every two seconds, and says which colours it has", async () => {
    const words = [...lavfi("testsrc2=s=160x90:r=25:d=7"), "-g", "250"];
    const path = await renderOver(await make(join(home, "long.mp4"), ...words));
    const listed = split(
      "-v error -select_streams v -show_entries packet=pts_time,flags -of csv=p=0",
    );
    const { stdout } = await run("ffprobe", [...listed, path]);
    const times = [...stdout.matchAll(/([\d.]+),K/g)].map(([, time]) => Number(time));
    const gaps = [...times, 7].map((time, index) => time - (times[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeCloseTo(2, 3);
    const bt709 = { color_space: "bt709", color_transfer: "bt709", color_primaries: "bt709" };
    expect((await probe(path)).streams[0]).toMatchObject(bt709);
  });

  test("is as bright as on a usual screen when the base is of high dynamic range", async () => {
    // The white of a usual screen, 203 candelas, as PQ writes it.
    const white = lavfi("color=gray:s=160x90:r=25:d=2,format=yuv420p10le,lutyuv=y=572:u=512:v=512");
    const tags = split("-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084");
    const base = await make(join(home, "hdr.mkv"), ...white, "-c:v", "libx264", ...tags);
    const filter = "signalstats,metadata=print:key=lavfi.signalstats.YAVG";
    const said = await ask(await renderOver(base, { segment: [1, 2] }), filter);
    expect(Number(/YAVG=([\d.]+)/.exec(said)?.[1])).toBeGreaterThan(200);
  });

  test("has no combs when the base is interlaced", async () => {
    const fields = lavfi(
      "gradients=s=320x180:r=50:speed=0.2:d=3,tinterlace=interleave_top,setfield=tff",
    );
    const coded = split("-c:v libx264 -flags +ilme+ildct -x264-params tff=1");
    const base = await make(join(home, "interlaced.mp4"), ...fields, ...coded);
    const combed = async (file: string) =>
      Number(/Multi frame.*TFF:\s*(\d+)/.exec(await ask(file, "idet"))?.[1]);
    expect(await combed(base)).toBe(75);
    expect(await combed(await renderOver(base))).toBe(0);
  });

  test("is there though the recording does not say how long it is", async () => {
    const words = [...lavfi("testsrc2=s=160x90:r=25:d=3"), ...split("-c:v libvpx -live 1")];
    const base = await make(join(home, "recording.webm"), ...words);
    expect((await probe(base)).format.duration).toBeUndefined();
    expect(Number((await probe(await renderOver(base))).format.duration)).toBeCloseTo(3, 1);
  });
});
