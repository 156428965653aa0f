import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { RenderedFile, Renderer } from "video-generation-emulator";
import { requires, tools } from "../../test/support/requires.ts";
import { listOpen } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import { checkSpans, checkVideo } from "../src/media/decode.ts";
import type { Wave } from "../src/media/loudness.ts";
import { replaceSamples } from "../src/media/replace-samples.ts";
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
  readTexts,
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
  const path = join(home, "rows");
  let downloads = 0;
  const download = (address: string, target: string) => {
    downloads++;
    return giving(base)(address, target);
  };
  const customizations = [
    { start_time: "2.2", end_time: "4.000" },
    { start_time: 1, end_time: 2.2 },
  ];
  const listed = { variables: undefined, customizations, variable_count: 2 };
  const renderRow = (index: number, texts: string[], change: object = listed, folder = path) =>
    render(renderer, hpTask(texts, change, index), { path: folder, download });
  /** Rows over the same base: the third is like the first. */
  let rows: RenderedFile[];
  let sound: Wave;

  beforeAll(async () => {
    renderer = createRenderer();
    const picture = lavfi("testsrc2=s=320x180:r=25:d=4");
    const tone = [...lavfi("sine=440:d=4"), "-shortest", "-c:a", "aac"];
    base = await make(join(home, "base.mp4"), ...picture, ...tone);
    const texts = ["Hello Ada", "Hello Grace", "Hello Ada"];
    rows = await Promise.all(texts.map((text, index) => renderRow(index + 1, ["one", text])));
    sound = await readSound(rows[0]!.path);
  });

  /** The frames in which two rows differ. */
  async function differing(one: RenderedFile, other: RenderedFile): Promise<number[]> {
    const [hashes, others] = await Promise.all([one, other].map((row) => frameHashes(row.path)));
    expect(hashes).toHaveLength(100);
    return hashes!.flatMap((hash, frame) => (hash === others![frame] ? [] : [frame]));
  }
  const range = (from: number, to: number) => [...Array(to).keys()].slice(from);

  test("differs from row to row in exactly the frames of its segment", async () => {
    expect(await differing(rows[0]!, rows[1]!)).toEqual(range(25, 55));
  });

  test("makes rows that are the same once, and what rows have in common", async () => {
    expect(rows[2]).toEqual(rows[0]);
    expect(downloads).toBe(1);
    const files = await listFiles(path);
    expect(files.filter((name) => /^video-.*mp4$/.test(name))).toHaveLength(2);
    expect(files.filter((name) => /text.json/.test(name))).toHaveLength(3);
    expect(files.filter((name) => /draft/.test(name))).toEqual([]);
  });

  test("is one file of H.264 and AAC with its index in front, and a picture", async () => {
    const [{ path: file, poster } = { path: "" }] = rows;
    const [video, audio] = (await probe(file)).streams;
    expect(video).toMatchObject({ codec_name: "h264", width: 320, height: 180, nb_frames: "100" });
    expect(Number(video!.duration)).toBe(4);
    expect(audio).toMatchObject({ codec_name: "aac" });
    const bytes = await readFile(file);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(bytes.indexOf("moov")).toBeGreaterThan(0);
    // The last box, whose size is in front of its name.
    const media = bytes.indexOf("mdat") - 4;
    expect(media + bytes.readUInt32BE(media)).toBe(bytes.length);
    expect((await readFile(poster!)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  test("lays music under a base whose sound stays as loud as it is", () => {
    expect(decibelsIn(sound, 0.1, 0.9)).toBeCloseTo(-18.3, 0);
  });

  test("gives its programs the more time, the longer the segment is", async () => {
    const limits = vi.spyOn(AbortSignal, "timeout");
    await renderRow(4, ["two", "Hello Hedy"]);
    for (const seconds of [1.2, 1.8])
      expect(limits).toHaveBeenCalledWith(60_000 + 10_000 * seconds);
  });

  test.each([
    ["Привет", "Ada", undefined],
    ["Hello", "Ада", expect.stringMatching(/voice slt.* cannot speak "А"/)],
  ])("is spoken in one voice, that of its fixed text %s, also %s", async (fixed, name, warning) => {
    const spoken = customizations.map((one) => ({ ...one, variable_pre_text: fixed }));
    const change = { ...listed, customizations: spoken };
    expect((await renderRow(5, ["one", `${fixed} ${name}`], change)).warning).toEqual(warning);
  });

  test("keeps video, picture and description of each row when it is over", async () => {
    await renderer.release!(path);
    const files = await listFiles(path);
    expect(files.filter((name) => !name.endsWith(".wav"))).toHaveLength(3 * 5);
  });

  test("gives each variable without a list of segments an equal share of the video", async () => {
    const change = { ...listed, customizations: undefined };
    const folder = join(home, "shares");
    const one = await renderRow(1, ["one", "two"], change, folder);
    const other = await renderRow(2, ["three", "two"], change, folder);
    expect(await differing(one, other)).toEqual(range(0, 50));
  });

  test("writes a name in the letters of Japan where the row is Japanese", async () => {
    const folder = join(home, "japanese");
    const [chinese, japanese] = await Promise.all([
      renderRow(4, ["直子", "Hello Ada"], listed, folder),
      renderRow(5, ["直子", "さくら"], listed, folder),
    ]);
    expect(await differing(chinese!, japanese!)).toEqual(range(25, 100));
  });

  test.each([
    [[1, 3], [2, 4], /^Segments 1 and 2 overlap\.$/],
    [[0, 1], [2, 30], /^Segment 2 ends at 30 s, but the base video at 4\.00 s\.$/],
    [[0, 1], [2, 2.001], /^Segment 2 is shorter than a frame/],
  ])("is refused when its segments are %j and %j", async (one, other, message) => {
    const folder = join(home, `refused-${one}-${other}`);
    const variables = [one, other].map(([start_time, end_time]) => ({ start_time, end_time }));
    const refused = renderRow(1, ["Ada", "Grace"], { variables }, folder);
    await expect(refused).rejects.toThrow(message);
    await renderer.release!(folder);
    expect(await listFiles(folder)).toEqual([]);
  });
});

/** Where it is the size or the length that costs. */
const quickly = split("-preset ultrafast");

const secret = join(home, "secret.txt");
await writeFile(secret, "top secret");

describe("a base video", needed, () => {
  // Without the name that the file has here, and what another one holds.
  const noVideo = /base-video cannot be used: it is no video or sound \((?!source)(?!.*top secret)/;
  test.each<[what: string, made: string | string[], message: RegExp, ending?: string]>([
    ["empty", "", /base-video cannot be used: it is empty\.$/],
    ["a text", "This is no video.", noVideo],
    ["a playlist", `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${secret}\n`, noVideo],
    ["a list of files", `ffconcat version 1.0\nfile '${secret}'\n`, noVideo],
    ["an hour long", lavfi("color=s=64x64:r=1:d=3601"), /base-video cannot be used: it is 3601 s/],
    ["larger than 4K", [...lavfi("color=s=8192x4320:r=1:d=1"), ...quickly], /8192x4320/],
    [
      "of Windows Media",
      lavfi("testsrc2=s=64x64:r=25:d=1"),
      /it is a file of Windows Media, such as \.wmv; export it as MP4/,
      "wmv",
    ],
    [
      "of television",
      lavfi("testsrc2=s=64x64:r=25:d=1"),
      /it is a file for television \(\.mxf\); export it as MP4/,
      "mxf",
    ],
    [
      "AVIF",
      [...lavfi("testsrc2=s=64x64:r=25:d=1"), "-frames:v", "1"],
      /it is a picture in AVIF; export it as MP4/,
      "avif",
    ],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", /it is a picture in HEIC; export it as MP4/],
    [
      "PNG",
      [...lavfi("testsrc2=s=64x64:r=25:d=1"), "-frames:v", "1"],
      /it is a picture; export it as MP4/,
      "png",
    ],
    ["a document", "PK\x03\x04", /it is an archive or a document, such as/],
    ["sound alone", lavfi("sine=440:d=1"), /base-video has no picture/],
  ])("that is %s is refused", async (_, made, message, ending = "mp4") => {
    const base = join(home, `wrong.${ending}`);
    await (typeof made === "string" ? writeFile(base, made) : make(base, ...made));
    await expect(renderOver(base)).rejects.toThrow(message);
  });

  test("of ten minutes is taken, though its sound ends with a frame of its own", async () => {
    const words = [
      ...lavfi("color=s=64x64:r=1:d=600"),
      ...lavfi("anullsrc=r=8000:cl=mono:d=600.03"),
    ];
    const base = await make(join(home, "ten-minutes.mp4"), ...words, "-c:a", "aac");
    const run = { cwd: home, signal: new AbortController().signal, timeoutMs: 60_000 };
    expect((await inspect(base, run)).seconds).toBeGreaterThan(600);
  });

  test.each(["mp4", "mkv", "webm", "ts", "avi"])(
    "in .%s that is cut off or has a hole in its middle is refused",
    async (ending) => {
      const words = [...lavfi("testsrc2=s=160x90:r=25:d=6"), ...lavfi("sine=440:d=6"), "-shortest"];
      const coded =
        ending === "webm" ? split("-c:v vp8 -threads 1") : split("-movflags +faststart");
      const whole = await readFile(await make(join(home, `whole.${ending}`), ...words, ...coded));
      const base = join(home, `damaged.${ending}`);
      const [from, size] = [whole.length >> 1, whole.length >> 3];
      const [before, behind] = [whole.subarray(0, from), whole.subarray(from + size)];
      const hole =
        /base-video cannot be used: (?:a part of it cannot be decoded \((?!frame=|source).+\); encode it anew|it (?:says|is no video) .+)\.$/;
      const cut =
        /base-video cannot be used: it says that it is 6\.0 s long, and ends after [23]\.\d s\.$/;
      const damaged: [Buffer[], RegExp][] = [
        [[before, Buffer.alloc(size), behind], hole],
        [[before, behind], hole],
        // The others don't say how long they are.
        ...(ending.startsWith("m") ? [[[before], cut] as [Buffer[], RegExp]] : []),
      ];
      for (const [parts, message] of damaged) {
        await writeFile(base, Buffer.concat(parts));
        await expect(renderOver(base)).rejects.toThrow(message);
      }
    },
  );

  const red = (size: string, matrix: string) =>
    `color=red:s=${size}:r=25:d=2,format=gbrp,scale=out_color_matrix=${matrix},format=yuv420p`;
  // The white of a usual screen, 203 candelas, as PQ writes it.
  const white = "color=gray:s=320x180:r=25:d=2,format=yuv420p10le,lutyuv=y=572:u=512:v=512";
  const pq = "-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084";
  const fields = "gradients=s=320x180:r=50:speed=0.2:d=4,tinterlace=interleave_top,setfield=tff";
  const interlaced = "-flags +ilme+ildct -x264-params tff=1";
  const clear =
    "color=white:s=320x180:r=25:d=2,format=yuva444p10le,geq=lum='p(X,Y)':cb=512:cr=512:a=0";
  const prores = "-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le";
  const lateWithOneKeyframe = "-g 250 -output_ts_offset 3600";

  const odd = "testsrc=s=321x181:r=25:d=2,setsar=2";
  const long = "testsrc2=s=320x180:r=25:d=7";
  const brief = "testsrc2=s=320x180:r=25:d=2";
  test.each<
    [name: string, string, words: string, number, number, size: number[], brightness?: number]
  >([
    ["odd, of wide pixels.mp4", odd, "-pix_fmt yuv444p", 2, 2, [642, 180]],
    // The red of BT.709 is 63.
    ["in BT.709.mp4", red("2560x1438", "bt709"), "-preset ultrafast -t 1", 1, 1, [1920, 1078], 63],
    ["lying.mp4", red("320x180", "bt601"), "", 2, 2, [180, 320], 63],
    ["of high dynamic range.mkv", white, pq, 2, 2, [320, 180], 218],
    ["transparent.mov", clear, prores, 2, 2, [320, 180], 16],
    ["interlaced.mp4", fields, interlaced, 4, 4, [320, 180]],
    ["from an hour on.mkv", long, lateWithOneKeyframe, 3607, 7, [320, 180]],
    ["of a length unsaid.webm", brief, "-c:v libvpx -live 1", 0, 2, [320, 180]],
  ])(
    "%s is rendered as players show it",
    async (name, source, words, stated, seconds, size, brightness) => {
      let base = await make(join(home, name), ...lavfi(source), ...split(`-y ${words}`));
      // Only a copy is turned.
      if (name === "lying.mp4")
        base = await make(
          join(home, "turned.mp4"),
          "-i",
          base,
          ...split("-c copy -metadata:s:v:0 rotate=90"),
        );
      expect(Number((await probe(base)).format.duration ?? 0)).toBeCloseTo(stated, 1);
      const segment = [seconds / 2, seconds];
      const path = await renderOver(base, { segment, change: { music: true } });
      const { streams, format, packets } = await probe(path);
      expect(Number(format.duration)).toBeCloseTo(seconds, 1);
      const bt709 = { color_space: "bt709", color_transfer: "bt709", color_primaries: "bt709" };
      const [width, height] = size;
      expect(streams[0]).toMatchObject({ width, height, ...bt709, color_range: "tv" });
      expect(streams[1]!.codec_name).toBe("aac");
      // The music, because there is no other sound.
      expect(decibelsIn(await readSound(path), seconds / 2, seconds)).toBeGreaterThan(-45);
      const keyframes = packets
        .filter(({ stream_index, flags }) => stream_index === 0 && flags.startsWith("K"))
        .map(({ pts_time }) => Number(pts_time));
      const gaps = [...keyframes, seconds].map((time, index) => time - (keyframes[index - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThan(2.05);
      if (brightness !== undefined)
        expect(Math.abs((await brightnessOf(path)) - brightness)).toBeLessThan(brightness / 20);
      if (words === interlaced)
        expect([await combedFrames(base), await combedFrames(path)]).toEqual([100, 0]);
    },
  );

  test.each(["24", "25", "30000/1001", "50"])(
    "in fragments keeps its rate of %s and its length",
    async (rate) => {
      const picture = lavfi(`testsrc2=s=160x90:r=${rate}`);
      const words = ["-frames:v", "200", ...split("-preset ultrafast -c:a aac -shortest")];
      const pieces = split("-movflags frag_every_frame+empty_moov");
      const base = join(home, "fragments.mp4");
      await make(base, ...picture, ...lavfi("sine=440"), ...words, ...pieces);
      const { streams } = await probe(await renderOver(base));
      expect(streams[0]).toMatchObject({ r_frame_rate: rate.includes("/") ? rate : `${rate}/1` });
      expect(streams[0]!.nb_frames).toBe("200");
    },
  );

  /** What a filter of ffmpeg says of a video. */
  async function ask(path: string, filter: string): Promise<string> {
    const words = ["-hide_banner", "-i", path, "-vf", filter, ...split("-an -f null -")];
    return (await run("ffmpeg", words)).stderr;
  }

  /** Of the first frame. */
  async function brightnessOf(path: string): Promise<number> {
    const said = await ask(path, "signalstats,metadata=print:key=lavfi.signalstats.YAVG");
    return Number(/YAVG=([\d.]+)/.exec(said)?.[1]);
  }

  async function combedFrames(path: string): Promise<number> {
    return Number(/Multi frame.*TFF:\s*(\d+)/.exec(await ask(path, "idet"))?.[1]);
  }
});

describe("a finished video that does not decode is a fault", needed, () => {
  const run = { cwd: home, signal: new AbortController().signal, timeoutMs: 60_000 };
  const long = [...lavfi("testsrc2=s=320x180:r=25:d=6"), ...lavfi("sine=440:d=6"), "-shortest"];

  test("also when a part of it is damaged or missing alone", async () => {
    const whole = await make(join(home, "sound.mp4"), ...long, ...split("-movflags +faststart"));
    const bytes = await readFile(whole);
    await checkVideo(whole, 6, run);
    await expect(checkVideo(whole, 7, run)).rejects.toThrow(
      /mp4 was made for 7 s, and decodes for 6[\d.]* s alone$/,
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

  test("also when damage is planted in a row: where the whole decoding finds it, so does the look at what is new", async () => {
    const base = await make(join(home, "planted.mp4"), ...long);
    const change = { music: false };
    const row = await renderOver(base, { segment: [2, 3], speech: true, change });
    const picture = [{ fromS: 2.02, toS: 3 }];
    const sound = [{ fromS: 1.9, toS: 3.1 }];
    await checkSpans(row, { picture, sound }, run);
    const { packets } = await probe(row);
    const bytes = await readFile(row);
    const damaged = join(home, "planted-damage.mp4");
    for (const [stream, atS] of [
      [0, 2],
      [0, 2.5],
      [0, 2.96],
      [1, 2],
      [1, 2.5],
      [1, 3.06],
    ]) {
      const at = ({ stream_index, pts_time }: (typeof packets)[number]) =>
        stream_index === stream && Number(pts_time) >= atS! - 0.001;
      const { pos, size } = packets.find(at)!;
      const planted = Buffer.from(bytes).fill(0xff, Number(pos), Number(pos) + Number(size));
      await writeFile(damaged, planted);
      await expect(checkVideo(damaged, 6, run), `${stream} ${atS}`).rejects.toThrow(/decode/);
      await expect(
        checkSpans(damaged, { picture, sound }, run),
        `${stream} ${atS}`,
      ).rejects.toThrow(/planted-damage\.mp4 does not decode/);
    }
  });

  test("also when its index comes to the disk otherwise than it was written", async () => {
    const base = await make(join(home, "index.mp4"), ...long, ...split("-movflags +faststart"));
    const target = join(home, "index-target.mp4");
    await replaceSamples(base, [], target);
    await checkVideo(target, 6, run);
    const file = await open(base);
    const handles = Object.getPrototypeOf(file) as { writeFile: (data: Buffer) => Promise<void> };
    await file.close();
    const { writeFile: write } = handles;
    const wrong = /^the index of a video is wrong at sample \d+ of track 1$/;
    for (const [table, place, says] of [
      ["stco", 19, wrong],
      ["stsz", 19, wrong],
      ["stts", 19, wrong],
      // How many there are.
      ["stsz", 15, /^track 1 of a video has \d+ samples in place of 150$/],
    ] as const) {
      const writing = vi.spyOn(handles, "writeFile");
      writing.mockImplementation(function (this: object, data: Buffer) {
        const at = data.indexOf(table);
        const changed = Buffer.from(data);
        if (at >= 0) changed[at + place]! ^= 0xff;
        return write.call(this, changed);
      });
      await expect(replaceSamples(base, [], target), table).rejects.toThrow(says);
      writing.mockRestore();
    }
  });

  test("also when files do not fit together, with the reason", async () => {
    const base = await make(join(home, "joined.mp4"), ...small, ...split("-movflags +faststart"));
    const target = join(home, "joined-target.mp4");
    const other = { kind: "vide", at: 49, file: base } as const;
    const bytes = await readFile(base);
    const [cut, none] = [join(home, "cut.mp4"), join(home, "none.mp4")];
    await writeFile(cut, bytes.subarray(0, bytes.length - 100));
    await writeFile(none, bytes.subarray(0, 32));
    for (const [file, replacements, reason] of [
      [base, [other], `${base} has another number of samples than ${base} has room for`],
      [base, [{ ...other, at: 0, count: 51 }], `${base} has another number of samples than`],
      [base, [{ ...other, kind: "soun" }], "a video has no track of the kind soun"],
      [cut, [], "a video ends before its index says so"],
      [none, [], "a video has no index"],
    ] as const) {
      await expect(replaceSamples(file, [...replacements], target)).rejects.toThrow(reason);
      expect(await listOpen(home), reason).toEqual([]);
    }
  });

  test("also when the base was changed on the disk since it was checked", async () => {
    const path = join(home, "changed");
    const context = { path, download: giving(await make(join(home, "to-change.mp4"), ...small)) };
    const variables = [{ start_time: 0, end_time: 1 }];
    const renderer = createRenderer({ speech: false, pausesMs: [] });
    const renderFor = (name: string) => render(renderer, hpTask([name], { variables }), context);
    await renderFor("Ada");
    const prepared = join(path, "work/base/base.mp4");
    const bytes = await readFile(prepared);
    await writeFile(prepared, bytes.fill(0xff, bytes.length - 5000, bytes.length - 4000));
    await expect(renderFor("Grace")).rejects.toThrow(
      /^The prepared base video was changed on the disk since it was checked\.$/,
    );
  });

  test("also when a segment that rows share is damaged on the disk", async () => {
    const context = {
      path: join(home, "shared"),
      download: giving(await make(join(home, "shared.mp4"), ...small)),
    };
    const variables = [0, 1].map((start_time) => ({ start_time, end_time: start_time + 1 }));
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

/** Each with what the reader of pictures calls its language, and whether an English voice can speak it. */
const names: [name: string, language: string, isSpoken: boolean][] = [
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
    const spanS = 2;
    const sized = `color=navy:s=854x480:r=25:d=${spanS * names.length}`;
    const base = await make(join(home, "base.mp4"), ...lavfi(sized), ...quickly);
    const renderer = createRenderer({ voice: "slt" });
    const variables = names.map((_, index) => ({
      start_time: spanS * index,
      end_time: spanS * (index + 1),
    }));
    const texts = names.map(([name]) => name);
    const context = { path: join(home, "names"), download: giving(base) };
    const task = hpTask(texts, { variables, variable_count: names.length, music: false });
    const { path, warning = "" } = await render(renderer, task, context);
    await expectDecodes(path);
    const sound = await readSound(path);
    const seen = await readTexts(
      path,
      names.map(([, language], index) => [spanS * (index + 0.5), language]),
    );
    // Signs that a reader of pictures passes over, or takes for another one.
    const plain = (text: string) =>
      text
        .normalize("NFKD")
        .replaceAll("ى", "ي")
        .replaceAll(/[’‘]/g, "'")
        .replaceAll(/[“”]/g, '"')
        .replaceAll(/[\u0300-\u036f]/g, "")
        .replaceAll(/[\s\p{Extended_Pictographic}٠-٩]/gu, "");
    for (const [index, [name, , isSpoken]] of names.entries()) {
      const [lacking] = new RegExp(`Segment ${index + 1} is .*?;`).exec(warning) ?? [];
      if (isSpoken) expect(lacking).toBeUndefined();
      else expect(lacking).toMatch(/ is shown and not spoken: the voice slt cannot speak "./);
      const loudness = decibelsIn(sound, spanS * index + 0.1, spanS * index + 1);
      if (isSpoken) expect(loudness, name).toBeGreaterThan(-35);
      else expect(loudness, name).toBeLessThan(-70);
      expect(plain(seen[index]!), name).toContain(plain(name));
    }
  });
});
