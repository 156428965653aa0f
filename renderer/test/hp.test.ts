import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Renderer } from "video-generation-emulator";
import { requires, tools } from "../../test/support/requires.ts";
import { createRenderer } from "../src/index.ts";
import { checkSpans, checkVideo } from "../src/media/decode.ts";
import { inspect } from "../src/media/source.ts";
import {
  decibelsIn,
  expectDecodes,
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
  readText,
  render,
  rendererTools,
  renderOver,
  run,
  small,
  split,
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
    // The last box, whose size is in front of its name.
    const media = bytes.indexOf("mdat") - 4;
    expect(media + bytes.readUInt32BE(media)).toBe(bytes.length);
    expect((await readFile(ada.poster!)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect((await listFiles(folder.path)).filter((file) => /draft/.test(file))).toEqual([]);
    await renderer.release!(folder.path);
    // Video, picture and description of each.
    expect(await listFiles(folder.path)).toHaveLength(6);
  });

  const atEdges = [
    { start_time: "2", end_time: "4.000" },
    { start_time: 0, end_time: 1 },
  ];
  test.each([
    ["those of a list, in either spelling and type, also at the very edges", atEdges, range(0, 25)],
    ["an equal share of the video for each variable without a list", undefined, range(50, 100)],
  ])("has as its segments %s", async (name, customizations, frames) => {
    const change = { variables: undefined, customizations, variable_count: 2 };
    expect(await differing(name, change, ["one", "two"], ["one", "three"])).toEqual(frames);
    // What both rows say is drawn and spoken once.
    const made = (await listFiles(join(home, name))).filter((file) => /text.json/.test(file));
    expect(made).toHaveLength(3);
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

  test.each([
    ["Привет", "Ada", undefined],
    ["Hello", "Ада", expect.stringMatching(/voice slt.* cannot speak "А"/)],
  ])("is spoken in one voice, that of its fixed text %s, also %s", async (fixed, name, warning) => {
    const variables = [{ ...segments.variables[0], variable_pre_text: fixed }];
    const task = hpTask([`${fixed} ${name}`], { variables });
    const made = await render(renderer, task, { path: join(home, fixed), ...fromBase });
    expect(made.warning).toEqual(warning);
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

  test("lays music under the video when it is asked for", async () => {
    const silent = await make(join(home, "silent.mp4"), ...lavfi("color=s=64x64:d=4"));
    const loudness = async (over: string, music: boolean) =>
      decibelsIn(await readSound(await renderOver(over, { change: { music } })), 1.5, 2.5);
    expect(await loudness(silent, false)).toBeLessThan(-70);
    expect(await loudness(silent, true)).toBeGreaterThan(-45);
    // Whose sound stays as loud as it is.
    const quieter = (await loudness(base, false)) - (await loudness(base, true));
    expect(Math.abs(quieter)).toBeLessThan(2);
  });
});

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

  test("of ten minutes is taken, though its sound ends with a frame of its own", async () => {
    const words = [...lavfi("color=s=64x64:r=1:d=600"), ...lavfi("sine=d=600.03")];
    const base = await make(join(home, "ten-minutes.mp4"), ...words, "-c:a", "aac");
    const run = { cwd: home, signal: new AbortController().signal, timeoutMs: 60_000 };
    expect((await inspect(base, run)).seconds).toBeGreaterThan(600);
  });

  test.each(["mp4", "mkv"])("in .%s that is cut off in the middle is refused", async (ending) => {
    const words = [...lavfi("testsrc2=s=160x90:r=25:d=6"), ...split("-movflags +faststart")];
    const whole = await readFile(await make(join(home, `whole.${ending}`), ...words));
    const base = join(home, `cut.${ending}`);
    await writeFile(base, whole.subarray(0, whole.length / 2));
    await expect(renderOver(base)).rejects.toThrow(
      /base-video cannot be used: it says that it is 6\.0 s long, and ends after [23]\.\d s\.$/,
    );
  });

  test.each(["mp4", "mkv", "webm", "ts", "avi"])(
    "in .%s with a hole in its middle is refused",
    async (ending) => {
      const words = [...lavfi("testsrc2=s=160x90:r=25:d=6"), ...lavfi("sine=440:d=6"), "-shortest"];
      const whole = await readFile(await make(join(home, `sound.${ending}`), ...words));
      const base = join(home, `hole.${ending}`);
      const [from, size] = [whole.length >> 1, whole.length >> 3];
      for (const instead of [Buffer.alloc(size), Buffer.alloc(0)]) {
        const rest = whole.subarray(from + size);
        await writeFile(base, Buffer.concat([whole.subarray(0, from), instead, rest]));
        await expect(renderOver(base)).rejects.toThrow(
          /base-video cannot be used: (?:a part of it cannot be decoded \(.+\); encode it anew|it (?:says|is no video) .+)\.$/,
        );
      }
    },
  );

  test.each([
    ["has no sound", small, [320, 180]],
    ["has odd sides", [...lavfi("testsrc2=s=321x181:d=2"), "-pix_fmt", "yuv444p"], [320, 180]],
    ["is larger than full HD", lavfi("testsrc2=s=2560x1438:r=5:d=2"), [1920, 1078]],
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

describe("a finished video that does not decode is a fault", needed, () => {
  const run = { cwd: home, signal: new AbortController().signal, timeoutMs: 60_000 };
  const long = [...lavfi("testsrc2=s=320x180:r=25:d=6"), ...lavfi("sine=440:d=6"), "-shortest"];

  test("also when a part of it is damaged or missing alone", async () => {
    const whole = await make(join(home, "sound.mp4"), ...long, ...split("-movflags +faststart"));
    const bytes = await readFile(whole);
    await checkVideo(whole, 6, run);
    await expect(checkVideo(whole, 7, run)).rejects.toThrow(/was made for 7 s, and decodes for 6/);
    const cut = join(home, "short.mp4");
    await writeFile(cut, bytes.subarray(0, bytes.length * 0.7));
    await expect(checkVideo(cut, 6, run)).rejects.toThrow(
      /short\.mp4 (?:does not decode|was made)/,
    );
    const damaged = join(home, "damaged.mp4");
    const middle = bytes.length >> 1;
    await writeFile(damaged, Buffer.from(bytes).fill(0xff, middle, middle + 20_000));
    await expect(checkVideo(damaged, 6, run)).rejects.toThrow(/damaged\.mp4 does not decode: /);
    const [first, all] = [[{ fromS: 0, toS: 1 }], [{ fromS: 0, toS: 6 }]];
    await checkSpans(damaged, { picture: first, sound: first }, run);
    for (const spans of [
      { picture: all, sound: first },
      { picture: first, sound: all },
    ])
      await expect(checkSpans(damaged, spans, run)).rejects.toThrow(/damaged\.mp4 does not decode/);
  });

  test("also when a segment that rows share is damaged on the disk", async () => {
    const context = {
      path: join(home, "shared"),
      download: giving(await make(join(home, "shared.mp4"), ...long)),
    };
    const variables = [0, 2].map((start_time) => ({ start_time, end_time: start_time + 1 }));
    const renderer = createRenderer({ voice: "slt", pausesMs: [] });
    const renderFor = (name: string) =>
      render(renderer, hpTask(["Hello", name], { variables, variable_count: 2 }), context);
    await renderFor("Ada");
    const files = await listFiles(context.path);
    const segment = join(
      context.path,
      files.find((file) => /text-0-.*segment\.mp4/.test(file))!,
    );
    const bytes = await readFile(segment);
    await writeFile(segment, bytes.fill(0xff, bytes.indexOf("mdat") + 4));
    await expect(renderFor("Grace")).rejects.toThrow(/video\.mp4 does not decode: /i);
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
    expect((await probe(path)).streams[0]).toMatchObject({ ...bt709, color_range: "tv" });
  });

  const brightness = async (path: string) => {
    const said = await ask(path, "signalstats,metadata=print:key=lavfi.signalstats.YAVG");
    return Number(/YAVG=([\d.]+)/.exec(said)?.[1]);
  };

  test.each([
    ["320x180", "bt601"],
    ["1280x720", "bt709"],
  ])("has the red of a base of %s that does not say it is %s", async (size, matrix) => {
    const red = `color=red:s=${size}:r=25:d=2,format=gbrp,scale=out_color_matrix=${matrix}`;
    const words = [...lavfi(`${red},format=yuv420p`), "-c:v", "libx264"];
    const base = await make(join(home, `${matrix}.mp4`), ...words);
    // As BT.709 has it.
    const path = await renderOver(base, { segment: [1, 2] });
    expect(Math.abs((await brightness(path)) - 63)).toBeLessThan(2);
  });

  test("is as bright as on a usual screen when the base is of high dynamic range", async () => {
    // The white of a usual screen, 203 candelas, as PQ writes it.
    const white = lavfi("color=gray:s=160x90:r=25:d=2,format=yuv420p10le,lutyuv=y=572:u=512:v=512");
    const tags = split("-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084");
    const base = await make(join(home, "hdr.mkv"), ...white, "-c:v", "libx264", ...tags);
    expect(await brightness(await renderOver(base, { segment: [1, 2] }))).toBeGreaterThan(200);
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

  test("is as long as the recording, though that counts from an hour on", async () => {
    const words = [...lavfi("testsrc2=s=160x90:r=25:d=3"), ...split("-output_ts_offset 3600")];
    const base = await make(join(home, "hour.mkv"), ...words);
    expect(Number((await probe(base)).format.duration)).toBe(3603);
    expect(Number((await probe(await renderOver(base))).format.duration)).toBeCloseTo(3, 1);
  });

  test("is there though the recording does not say how long it is", async () => {
    const words = [...lavfi("testsrc2=s=160x90:r=25:d=3"), ...split("-c:v libvpx -live 1")];
    const base = await make(join(home, "recording.webm"), ...words);
    expect((await probe(base)).format.duration).toBeUndefined();
    expect(Number((await probe(await renderOver(base))).format.duration)).toBeCloseTo(3, 1);
  });
});

/** Each with what the reader of pictures calls its language, where it has one, and whether an English voice can speak it. */
const names: [name: string, language: string | undefined, isSpoken: boolean][] = [
  ["山田太郎さくら", "jpn", false],
  ["김철수", "kor", false],
  ["अर्जुन शर्मा", "hin", false],
  ["สมชาย", "tha", false],
  ["محمد علي", "ara", false],
  ["דוד כהן!", "heb", false],
  ["Ada 山田", "jpn", false],
  ...[
    ...["1.234,50 €", "2026-05-17", "=1+1", "Grace Hopper 🎉", "   Grace", "O'Brien: 100 %", "Zoë"],
    ...["a:b='c'", "50% [off]", "back\\slash", "Núñez & Çelik", 'say "hi"', "semi;colon,comma"],
    ...["$(reboot)", "<b>Bold</b>"],
  ].map((name): [string, string, boolean] => [name, "eng", true]),
];

describe("a name is shown, whatever it is", requires(tools.languages, ...rendererTools), () => {
  test("and spoken where the voice of the job can speak it", async () => {
    const sized = `color=navy:s=1280x720:r=5:d=${3 * names.length}`;
    const base = await make(join(home, "base.mp4"), ...lavfi(sized));
    const renderer = createRenderer({ voice: "slt" });
    const variables = names.map((_, index) => ({
      start_time: 3 * index,
      end_time: 3 * index + 3,
    }));
    const texts = names.map(([name]) => name);
    const context = { path: join(home, "names"), download: giving(base) };
    const task = hpTask(texts, { variables, variable_count: names.length, music: false });
    const { path, warning = "" } = await render(renderer, task, context);
    await expectDecodes(path);
    const sound = await readSound(path);
    for (const [index, [name, language, isSpoken]] of names.entries()) {
      const [lacking] = new RegExp(`Segment ${index + 1} is .*?;`).exec(warning) ?? [];
      if (isSpoken) expect(lacking).toBeUndefined();
      else expect(lacking).toMatch(/ is shown and not spoken: the voice slt cannot speak "./);
      const loudness = decibelsIn(sound, 3 * index + 0.1, 3 * index + 1);
      if (isSpoken) expect(loudness, name).toBeGreaterThan(-35);
      else expect(loudness, name).toBeLessThan(-70);
      // Signs that a reader of pictures passes over, or takes for another one.
      const plain = (text: string) =>
        text
          .normalize("NFKD")
          .replaceAll("ى", "ي")
          .replaceAll(/[’‘]/g, "'")
          .replaceAll(/[“”]/g, '"')
          .replaceAll(/[\u0300-\u036f]/g, "")
          .replaceAll(/[\s\p{Extended_Pictographic}٠-٩]/gu, "");
      const seen = plain(await readText(path, 3 * index + 1.5, language));
      expect(seen, name).toContain(plain(name));
    }
  });
});
