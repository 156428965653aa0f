/** Each limit of the renderer to its last unit, where that needs no whole video. Its figure is not taken from where the renderer has it. */
import { writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { hpSegments, lipsyncRequest, slidesRequest } from "../../test/support/example-requests.ts";
import { isRunning } from "../../test/support/processes.ts";
import { createRenderer, InputError, speak, voiceOf, wrapRenderer } from "../src/index.ts";
import { speakText } from "../src/hp/render-row.ts";
import { followLoudness } from "../src/lipsync/render-lipsync.ts";
import { decodeToEnd, isWhole } from "../src/media/decode.ts";
import { measureGain, readWave } from "../src/media/loudness.ts";
import { sampleSpeech } from "../src/media/samples.ts";
import { filtersFor, inspect, probe, rateOf, untrusted } from "../src/media/source.ts";
import { drawSlide, loadTemplates } from "../src/slides/draw-slide.ts";
import { lengthOf } from "../src/slides/render-slides.ts";
import { voiceNamed } from "../src/speech/speak.ts";
import { faultPausesMs, repeat, shorten } from "../src/tools/faults.ts";
import {
  checkDisk,
  describeMissingTools,
  ffmpeg,
  longRun,
  runTool,
} from "../src/tools/run-tool.ts";
import { removeVideo } from "../src/wrap-renderer.ts";
import {
  giving,
  home,
  hpTask,
  type Input,
  lavfi,
  listFiles,
  make,
  needed,
  render,
  run,
  small,
} from "./support/render.ts";

const disk = vi.hoisted(() => ({ freeBytes: Infinity }));
vi.mock(import("node:fs/promises"), async (load) => {
  const real = await load();
  const statfs = async () => ({ bavail: disk.freeBytes, bsize: 1 });
  return { ...real, statfs: statfs as unknown as typeof real.statfs };
});

let cwd: string;
let count = 0;
beforeEach(async () => {
  disk.freeBytes = Infinity;
  cwd = join(home, `limits-${count++}`);
  await mkdir(cwd);
});
const runIn = () => ({ cwd, signal: new AbortController().signal, timeoutMs: 60_000 });

/** Puts a program of the shell in the place of one that the renderer calls. */
async function replaceTool(name: string, script: string): Promise<void> {
  const folder = join(cwd, "bin");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
}

describe("what is fetched", needed, () => {
  const address = "https://media.test/file";
  const layers = (layer_id: string) => ({
    ...{ ...slidesRequest(), slides_count: 1 },
    customizations: [{ layer_id, inputs: [address] }],
  });
  const script = { use: "audio", audio_url: address };
  test.each<
    [
      what: string,
      operation: "createHpJob" | "createDynamicSlideVideo" | "createLipsyncVideo",
      input: object,
    ]
  >([
    ["a base video", "createHpJob", hpTask([]).input],
    ["a picture of a slide", "createDynamicSlideVideo", layers("image")],
    ["a sound of a slide", "createDynamicSlideVideo", layers("audio")],
    ["a sound to speak", "createLipsyncVideo", { ...lipsyncRequest(), script }],
  ])("%s has two minutes and 512 MiB", async (_, operation, input) => {
    const asked: unknown[] = [];
    const download = async (_address: string, _path: string, limits: object) => {
      asked.push(limits);
      throw new Error("It got status code 404");
    };
    const task = { ...hpTask(["Ada"]), operation, input: input as Input };
    const made = render(createRenderer({ pausesMs: [] }), task, { path: cwd, download });
    await expect(made).rejects.toThrow(InputError);
    const signal = expect.any(AbortSignal);
    expect(asked).toEqual([{ timeoutMs: 120_000, maxBytes: 536_870_912, signal }]);
    expect((await listFiles(cwd)).filter((name) => name.includes("draft-"))).toEqual([]);
  });

  test.each([
    ["600", undefined],
    ["601", /it is 601 s long; at most 600 s are rendered/],
  ])("may last %s s", async (seconds, refused) => {
    const file = await make(join(cwd, "long.mp4"), ...lavfi(`color=s=64x64:r=1:d=${seconds}`));
    const seen = inspect(file, runIn());
    if (refused) await expect(seen).rejects.toThrow(refused);
    else expect((await seen).seconds).toBe(600);
  });

  test.each([
    ["4096x2304", undefined],
    ["4096x2306", /4096x2306/],
  ])("may have the pixels of %s", async (size, refused) => {
    const words = [...lavfi(`color=s=${size}:r=1:d=1`), "-preset", "ultrafast"];
    const file = await make(join(cwd, "large.mp4"), ...words);
    const decoded = decodeToEnd([...untrusted, "-i", file], runIn());
    if (refused) await expect(decoded).rejects.toThrow(refused);
    else expect(await decoded).toBe(1);
  });
});

test.each([
  [9.5, false],
  [9.51, true],
])("a file of 10 s that decodes for %f s is whole: %s", (decodedS, is) => {
  expect(isWhole(decodedS, 10)).toBe(is);
});

test.each([
  [-50.5, "noise, and stays"],
  [-49.5, "quiet, and becomes louder"],
])("a sound of %f LUFS is %s", needed, async (loudness, what) => {
  // A tone of 1 kHz in two channels is as loud as its amplitude.
  const tone = `aevalsrc='${10 ** (loudness / 20)}*sin(2*PI*997*t)|${10 ** (loudness / 20)}*sin(2*PI*997*t)':d=3`;
  const gain = await measureGain(["-f", "lavfi", "-i", tone], runIn());
  expect(gain).toBeCloseTo(what.startsWith("noise") ? 0 : -16 - loudness, 0);
});

describe("a program", needed, () => {
  test.each<[what: string, ms: number, work: () => Promise<unknown>]>([
    ["that looks at a file", 20_000, () => probe("none.mp4", runIn())],
    ["that speaks 10 letters", 62_000, () => speak("1234567890", voiceOf("slt"), "a", runIn())],
    ["that works on 7 s", 130_000, () => ffmpeg(longRun(runIn(), 7))`-version`],
  ])("%s has %i ms", async (_, ms, work) => {
    const limits = vi.spyOn(AbortSignal, "timeout");
    await work().catch(() => {});
    expect(limits.mock.calls).toEqual([[ms]]);
  });

  test("has 4 GB of memory, 1 GiB of it at once, and a file of 2 GiB", async () => {
    await replaceTool("ffmpeg", 'ulimit -v\nulimit -f\necho "$@"');
    const [memory, blocks, words] = (await ffmpeg(runIn())`-i a`).split("\n");
    expect([memory, Number(blocks) * 512]).toEqual(["4000000", 2 ** 31]);
    expect(words).toContain(`-max_alloc ${2 ** 30} `);
  });

  test.each([
    [2 ** 26, "kept"],
    [2 ** 26 + 1, "refused"],
  ])("may print 64 MiB: %i bytes are %s", async (bytes, how) => {
    await replaceTool("ffmpeg", `head -c ${bytes} /dev/zero`);
    const printed = runTool("ffmpeg", [], runIn());
    if (how === "kept") expect(await printed).toHaveLength(bytes);
    else await expect(printed).rejects.toThrow(/maxBuffer/);
  });

  test.each<[script: string, name: string, message: RegExp]>([
    // As a shell ends that finds no program.
    ["exit 127", "Error", /^ffmpeg is missing: apt-get install ffmpeg$/],
    ["exit 126", "ToolError", /^ffmpeg ended with 126$/],
    ["kill -KILL $$", "Error", /^ffmpeg was killed \(SIGKILL\)$/],
    ["kill -XFSZ $$", "ToolError", /^it would take more than 2 GiB on the disk$/],
    ["kill -ABRT $$", "ToolError", /^ffmpeg gave up$/],
    ["echo '[a @ 0x1] No such way.' >&2; kill -ABRT $$", "ToolError", /^No such way$/],
    ["printf 'frame=1\\n\\nfirst.\\nsecond\\n' >&2; exit 1", "ToolError", /^first$/],
    ["printf 'first\\n[mp4 @ 0x1] [error] worse\\n' >&2; exit 1", "ToolError", /^worse$/],
    ["printf 'first\\n[fatal] worst\\n' >&2; exit 1", "ToolError", /^worst$/],
    ...[
      ...["No space left on device", "Disk quota exceeded", "Cannot allocate memory"],
      ...["Too many open files", "Read-only file system", "Permission denied"],
      ...["Resource temporarily unavailable", "error while loading shared libraries"],
    ].map((fault): [string, string, RegExp] => [
      `echo 'a.mp4: ${fault}' >&2; exit 1`,
      "Error",
      new RegExp(`^ffmpeg could not work on this machine: ${fault}$`),
    ]),
  ])("that ends by %s is told of", async (script, name, message) => {
    await replaceTool("ffmpeg", script);
    const failed = await ffmpeg(runIn())`-i a`.catch((error: Error) => error);
    expect([(failed as Error).name, (failed as Error).message]).toEqual([
      name,
      expect.stringMatching(message),
    ]);
  });

  // As a shell ends that finds no program, and as Node does.
  test.each(["exit 127", undefined])(
    "that is missing is told with its package: %s",
    async (script) => {
      const run = runIn();
      const packages = {
        ffmpeg: "ffmpeg",
        ffprobe: "ffmpeg",
        flite: "flite",
        "espeak-ng": "espeak-ng",
      };
      for (const tool of Object.keys(packages)) {
        if (script === undefined) vi.stubEnv("PATH", join(cwd, "none"));
        else await replaceTool(tool, script);
      }
      const said = Object.keys(packages).map((tool) =>
        runTool(tool as keyof typeof packages, [], run).catch(({ message }: Error) => message),
      );
      expect(await Promise.all(said)).toEqual(
        Object.entries(packages).map(
          ([tool, name]) => `${tool} is missing: apt-get install ${name}`,
        ),
      );
    },
  );

  test.each([
    ["ffmpeg", "ffmpeg missing: apt-get install ffmpeg"],
    ["ffprobe", "ffprobe missing: apt-get install ffmpeg"],
    ["ffmpeg ffprobe", "ffmpeg, ffprobe missing: apt-get install ffmpeg"],
    ["flite", "flite missing: apt-get install flite"],
    ["espeak-ng", "espeak-ng missing: apt-get install espeak-ng"],
    ["flite ffprobe", "ffprobe, flite missing: apt-get install ffmpeg flite"],
    ["", undefined],
  ])("is missed at the start: %s", async (missing, said) => {
    for (const tool of ["ffmpeg", "ffprobe", "flite", "espeak-ng"])
      if (!missing.split(" ").includes(tool)) await replaceTool(tool, "exit 1");
    vi.stubEnv("PATH", join(cwd, "bin"));
    expect(describeMissingTools()).toBe(said);
    if (said === undefined) expect(createRenderer()).toBeTypeOf("function");
    else expect(() => createRenderer()).toThrow(new Error(`The renderer cannot start: ${said}`));
  });

  test("that takes too long says so", async () => {
    await replaceTool("ffmpeg", "exec sleep 60");
    const brief = { ...runIn(), timeoutMs: 1 };
    await expect(ffmpeg(brief)`-i a`).rejects.toThrow(/^ffmpeg took more than 0\.001 s$/);
  });

  test("that is not wanted any more is gone when that is told", async () => {
    const script = "trap 'touch asked; exit' TERM; echo $$ > pid; while :; do sleep 0.1; done";
    await replaceTool("ffmpeg", script);
    const unwanted = new AbortController();
    const working = ffmpeg({ ...runIn(), signal: unwanted.signal })`-i a`;
    const readPid = async () => Number(await readFile(join(cwd, "pid"), "utf8").catch(() => 0));
    await expect.poll(readPid).toBeGreaterThan(0);
    unwanted.abort();
    await expect(working).rejects.toThrow(/abort/);
    expect(await isRunning(await readPid())).toBe(false);
    // Who only asks it may wait for ever.
    expect(await readdir(cwd)).not.toContain("asked");
  });

  test("that is not wanted any more is not begun", async () => {
    await replaceTool("ffmpeg", "touch begun");
    await expect(ffmpeg({ ...runIn(), signal: AbortSignal.abort() })`-i a`).rejects.toThrow();
    expect(await readdir(cwd)).not.toContain("begun");
  });

  test.each([
    [262_143, true],
    [262_144, false],
  ])("needs a disk with 256 KiB: with %i bytes it is full: %s", async (freeBytes, isFull) => {
    disk.freeBytes = freeBytes;
    const checked = checkDisk(cwd);
    if (isFull) await expect(checked).rejects.toThrow(/^the disk of .* is full$/);
    else await checked;
  });
});

/** Puts a voice in the place of flite that says these samples, 8000 a second. */
async function replaceVoice(...samples: number[]): Promise<void> {
  const wave = Buffer.alloc(44 + 2 * samples.length);
  wave.writeUInt32LE(8000, 24);
  wave.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((sample, index) => wave.writeInt16LE(sample, 44 + 2 * index));
  await writeFile(join(cwd, "made"), wave);
  await replaceTool("flite", 'for last; do :; done\ncp made "$last"');
}

describe("a voice", needed, () => {
  test.each([
    [100, "no sound"],
    [101, "a sound"],
    [-101, "a sound"],
  ])("whose loudest sample is %i made %s", async (sample, heard) => {
    await replaceVoice(sample);
    const spoken = speak("Ada", voiceOf("slt"), "speech", runIn());
    if (heard === "a sound")
      expect(await spoken).toEqual({ file: "speech.wav", seconds: 1 / 8000 });
    else await expect(spoken).rejects.toThrow('the voice slt made no sound of "Ada"');
  });

  test("a voice that knows only ASCII is given each sign as it is spelled there", async () => {
    const spelled = {
      ...{ "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-" },
      ...{ "€": " euro ", "£": " pounds ", "°": " degrees ", ß: "ss", ı: "i", ø: "o", Ø: "O" },
      ...{ æ: "ae", Æ: "Ae", œ: "oe", Œ: "Oe", ł: "l", Ł: "L", đ: "d", Đ: "D", ð: "d" },
      ...{ þ: "th", Þ: "Th", é: "e", Å: "A", "½": "1 2", "\u{1f3ac}": " " },
    };
    await replaceVoice(101);
    for (const [sign, written] of Object.entries(spelled)) {
      await speak(`a${sign}b`, voiceOf("slt"), "speech", runIn());
      expect(await readFile(join(cwd, "speech.txt"), "utf8"), sign).toBe(`a${written}b`);
    }
  });

  test.each([
    ["example-voice-id", "Hello", "slt"],
    ["clara", "Hello", "slt"],
    ["niels", "Hello", "da"],
    ["lucia", "Hello", "es"],
    ["zh", "Hello", "cmn-latn-pinyin"],
    // Nobody knows it: the text decides.
    ["somebody", "Hello", "slt"],
    ["somebody", "Привет", "ru"],
  ])("of the name %s speaks %s as %s", (id, text, engineVoice) => {
    expect(voiceNamed(id, text).engineVoice).toBe(engineVoice);
  });
});

test.each([
  [16_000, undefined],
  [16_001, "it takes 2.0 s to be spoken, and the segment has 1.0 s"],
])(
  "a segment of a second has speech of %i samples, at most twice as fast",
  needed,
  async (samples, warning) => {
    await replaceVoice(...Array(samples).fill(101));
    await replaceTool("ffmpeg", `echo '{"input_i":"-20","input_tp":"-6"}' >&2`);
    const spoken = await speakText("Ada", voiceOf("slt"), 1, runIn());
    const sound = { file: "speech.wav", seconds: 2, gain: 4 };
    expect(spoken).toEqual(warning ? { warning } : { spoken: sound });
  },
);

test.each([
  ["-20", "-6", 4],
  // Its peak leaves less.
  ["-20", "-5", 3.5],
  // Its peak is above the highest already, and it stays.
  ["-20", "-1", 0],
  // It is louder than others, and becomes quieter.
  ["-10", "0", -6],
  ["-inf", "-inf", 0],
])("a sound of %s LUFS and %s dBTP becomes louder by %f dB", async (input_i, input_tp, gain) => {
  await replaceTool("ffmpeg", `echo '${JSON.stringify({ input_i, input_tp })}' >&2`);
  expect(await measureGain(["-i", "a"], runIn())).toBe(gain);
});

test.each([
  [79, 0],
  [80, 1],
  [299, 1],
  [300, 2],
  [599, 2],
  [600, 3],
])("at %i of 1000 of its loudest sound, a mouth is open by %i of 3", (loudness, shape) => {
  // Two samples for each frame, and none for the last one.
  const wave = { samples: Int16Array.of(1000, -1000, loudness, -loudness), samplesPerSecond: 50 };
  expect(followLoudness(wave, 3, 25)).toEqual([3, shape, 0]);
  expect(followLoudness({ ...wave, samples: Int16Array.of(0, 0) }, 1, 25)).toEqual([0]);
});

test.each([
  [[7500, 7500], undefined],
  [[7500, 7501], /^the slides take 600\.04 s; at most 600 s are rendered$/],
])("slides of %j frames may be a video", (frames, refused) => {
  const added = () => lengthOf(frames.map((one) => ({ frames: one })));
  if (refused) expect(added).toThrow(refused);
  else expect(added()).toBe(600);
});

test.each<
  [what: string, operation: "createHpJob" | "createLipsyncVideo", failing: string, says: RegExp]
>([
  ["base video", "createHpJob", "base.mp4", /^The base video \S+ cannot be read: no way\.$/],
  [
    "video of a person",
    "createLipsyncVideo",
    "mark.png",
    /^The video \S+ cannot be read: no way\.$/,
  ],
])("a %s that a program gives up on is told of", needed, async (_, operation, failing, says) => {
  const { stdout: real } = await run("sh", ["-c", "command -v ffmpeg"]);
  await replaceTool(
    "ffmpeg",
    `case "$*" in *${failing}*) echo no way >&2; exit 1;; esac\nexec ${real.trim()} "$@"`,
  );
  const download = giving(await make(join(cwd, "small.mp4"), ...small));
  const actor = { use: "video", video_url: "https://media.test/actor" };
  const input = operation === "createHpJob" ? hpTask([]).input : { ...lipsyncRequest(), actor };
  const task = { ...hpTask(["Ada"], hpSegments([0, 1])), operation };
  const made = render(
    createRenderer({ pausesMs: [], speech: false }),
    { ...task, ...(operation === "createLipsyncVideo" && { input: input as unknown as Input }) },
    { path: cwd, download },
  );
  await expect(made).rejects.toThrow(says);
});

test("a sound of an address for documentation says what it is", needed, async () => {
  await replaceVoice(101);
  await sampleSpeech("sound", runIn());
  expect(await readFile(join(cwd, "sound-sample.txt"), "utf8")).toBe(
    "This sample stands for a sound at an address of example dot com.",
  );
});

test("a sound that is shorter than its header says is cut off", async () => {
  const [whole, cut] = [Buffer.alloc(46), join(cwd, "cut.wav")];
  whole.writeUInt32LE(2, 40);
  await writeFile(cut, whole);
  expect((await readWave(cut)).samples).toHaveLength(1);
  for (const size of [45, 43]) {
    await writeFile(cut, whole.subarray(0, size));
    await expect(readWave(cut)).rejects.toThrow(`${cut} is cut off: is the disk full?`);
  }
});

test(
  "slides that take too long together are refused before any of them is encoded",
  needed,
  async () => {
    const wave = Buffer.alloc(44 + 2 * 8000 * 300, 0x11);
    wave.writeUInt32LE(8000, 24);
    wave.writeUInt32LE(wave.length - 44, 40);
    await writeFile(join(cwd, "made"), wave);
    await replaceTool("flite", `for last; do :; done\ncp ${cwd}/made "$last"`);
    const measured = `echo '{"input_i":"-20","input_tp":"-6"}' >&2`;
    await replaceTool("ffmpeg", `echo "$@" >> ${cwd}/asked\n${measured}`);
    const customizations = [{ layer_id: "title", inputs: ["Ada"] }];
    const input = { ...slidesRequest(), slides_count: 3, customizations } as unknown as Input;
    const task = { operation: "createDynamicSlideVideo" as const, input };
    await expect(render(createRenderer({ pausesMs: [] }), task, { path: cwd })).rejects.toThrow(
      /^The slides take 903 s; at most 600 s are rendered\.$/,
    );
    const asked = (await readFile(join(cwd, "asked"), "utf8")).trim().split("\n");
    expect(asked.filter((words) => !words.includes("loudnorm"))).toEqual(["-h"]);
  },
);

describe("a video", () => {
  test.each(
    ["24/1", "25/1", "30/1", "50/1", "60/1"].flatMap((rate) => [
      rate,
      rate.replace("/1", "000/1001"),
    ]),
  )("of %s frames a second keeps its rate", (avg_frame_rate) => {
    const [frames, seconds] = avg_frame_rate.split("/").map(Number);
    expect(rateOf({ avg_frame_rate }).rate).toEqual({ frames, seconds });
  });

  test.each<[average: number, written: string, frames: number, isUneven: boolean]>([
    // What is counted is a little off.
    [25 * 1.000_49, "90000/1", 25, false],
    [25 * 0.999_51, "90000/1", 25, false],
    [25 * 1.000_51, "90000/1", 30, false],
    // In fragments, a frame may last too long.
    [25 * 1.014, "25/1", 25, true],
    [25 * 0.986, "25/1", 25, true],
    [25 * 1.016, "25/1", 30, false],
    // It varies, or is like no other.
    [48, "48/1", 30, false],
    [15, "15/1", 30, false],
    [NaN, "0/0", 30, false],
  ])("of %f frames a second, written as %s, has %i: %s", (average, written, frames, isUneven) => {
    const rate = rateOf({ avg_frame_rate: `${average}/1`, r_frame_rate: written });
    expect(rate).toMatchObject({ rate: { frames, seconds: 1 } });
    expect(Boolean(rate.isUneven)).toBe(isUneven);
  });

  const [deinterlaced, onBlack, mapped] = ["bwdif=", "premultiply=", "tonemap="];
  test.each<[stream: Parameters<typeof filtersFor>[0], has: string[], lacks: string[]]>([
    [
      { height: 719 },
      ["in_color_matrix=bt601:"],
      ["bt709:out_color", deinterlaced, onBlack, mapped],
    ],
    [{ height: 720 }, ["in_color_matrix=bt709:"], ["bt601"]],
    [
      { height: 719, color_space: "bt470bg" },
      ["scale=out_color_matrix=bt709"],
      ["in_color_matrix"],
    ],
    ...["tt", "bb", "tb", "bt"].map((field_order) => filtered({ field_order }, [deinterlaced])),
    filtered({ field_order: "progressive" }, [], [deinterlaced]),
    ...["smpte2084", "arib-std-b67"].map((color_transfer) =>
      filtered({ color_transfer }, [mapped], ["out_range=tv"]),
    ),
    filtered({ color_transfer: "bt709" }, ["out_range=tv"], [mapped]),
    ...[
      "yuva420p",
      "gbrap",
      "rgba",
      "bgra",
      "argb",
      "abgr",
      "ya8",
      "ya16le",
      "ayuv64le",
      "vuya",
    ].map((pix_fmt) => filtered({ pix_fmt }, [onBlack])),
    ...["yuv420p", "gray", "rgb24", "yuyv422"].map((pix_fmt) =>
      filtered({ pix_fmt }, [], [onBlack]),
    ),
  ])("that says %j is read as it is meant", (stream, has, lacks) => {
    const filters = filtersFor(stream, { frames: 25, seconds: 1 }, 0);
    expect(has.filter((one) => !filters.includes(one))).toEqual([]);
    expect(lacks.filter((one) => filters.includes(one))).toEqual([]);
    expect(filters).toContain("'min(iw,1920)':'min(ih,1920)'");
  });

  function filtered(stream: object, has: string[], lacks: string[] = []) {
    return [stream, has, lacks] as [object, string[], string[]];
  }
});

describe("a text", needed, () => {
  test.each([
    [60, "x".repeat(60)],
    [61, `${"x".repeat(60)}…`],
  ])("of %i letters is quoted to its sixtieth", (length, quoted) => {
    expect(shorten("x".repeat(length))).toBe(quoted);
  });

  test.each([
    [180, "x".repeat(180)],
    [181, `${"x".repeat(180)}…`],
  ])("of %i letters stands at the foot of a slide to its 180th", (length, shown) => {
    const context = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d")) as CanvasText;
    const written = vi.spyOn(context, "fillText");
    const [template] = loadTemplates();
    const content = { slide: {}, number: 1, count: 1, image: undefined, texts: "" };
    drawSlide({ ...content, template: template!, remark: "x".repeat(length) });
    const lines = written.mock.calls.map(([line]) => line).filter((line) => /^xx+…?$/.test(line));
    expect(lines.join("")).toBe(shown);
  });
});

describe("a fault", () => {
  test("is waited for about two minutes", () => {
    expect(faultPausesMs.reduce((sum, ms) => sum + ms) / 1000).toBeCloseTo(120, -1);
  });

  test.each([
    [[], 1],
    [[1, 1, 1], 4],
  ])(
    "is met again after each of the pauses %j: %i times, and told as it was last",
    async (pausesMs, times) => {
      let met = 0;
      const work = () => Promise.reject(new Error(`fault ${++met}`));
      await expect(repeat(work, { pausesMs })).rejects.toThrow(`fault ${times}`);
    },
  );

  test("leaves nothing of the row, which then begins in an empty folder", async () => {
    const found: string[][] = [];
    const renderer = wrapRenderer(
      async (_task, { scratch, share }) => {
        found.push(await readdir(scratch));
        await writeFile(join(scratch, "half"), "");
        await share("base", async (folder) => {
          found.push(await readdir(folder));
          await writeFile(join(folder, "half"), "");
          throw new Error("the disk is full");
        });
        return {};
      },
      { pausesMs: [1, 1] },
    );
    await expect(render(renderer, hpTask(["Ada"]), { path: cwd })).rejects.toThrow(/disk is full/);
    expect(found).toEqual([[], [], [], [], [], []]);
    expect(await readdir(join(cwd, "work"))).toEqual([]);
  });
});

test("what a program writes while its row ends is removed with it", async () => {
  let isWriting = true;
  const renderer = wrapRenderer(
    async (_task, { scratch }) => {
      const write = (number: number) => {
        writeFileSync(join(scratch, `${number}`), "");
        if (isWriting) setImmediate(write, number + 1);
      };
      write(0);
      setTimeout(() => (isWriting = false), 40);
      throw new InputError("it is no video");
    },
    { pausesMs: [] },
  );
  const made = render(renderer, hpTask(["Ada"]), { path: cwd });
  await expect(made).rejects.toThrow(/^It is no video\.$/);
  expect(await readdir(join(cwd, "work"))).toEqual([]);
});

test("of what a killed process has left, what rows share stays, and half of it goes", async () => {
  for (const name of ["base", "draft-abcdef"])
    await mkdir(join(cwd, "work", name), { recursive: true });
  const found: string[] = [];
  const renderer = wrapRenderer(
    async (_task, { scratch, share }) => {
      await share("base", () => Promise.reject(new InputError("it is there")));
      found.push(...(await readdir(join(cwd, "work"))));
      await writeFile(join(scratch, "video.mp4"), "");
      return {};
    },
    { pausesMs: [] },
  );
  await render(renderer, hpTask(["Ada"]), { path: cwd });
  expect(found).toEqual(["base", expect.stringMatching(/^draft-(?!abcdef)/)]);
});

test("a video that is delivered is removed with all its files, and no others", async () => {
  for (const name of ["a.mp4", "a.jpg", "a.json", "b.mp4"]) await writeFile(join(cwd, name), "");
  await removeVideo({ path: join(cwd, "a.mp4"), poster: join(cwd, "a.jpg") });
  expect(await readdir(cwd)).toEqual(["b.mp4"]);
});

interface CanvasText {
  fillText: (text: string, ...place: number[]) => void;
}
