/** Each limit of the renderer to its last unit, where that needs no whole video. Its figure is not taken from where the renderer has it. */
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { lipsyncRequest, slidesRequest } from "../../test/support/example-requests.ts";
import { createRenderer, InputError, speak, voiceOf, wrapRenderer } from "../src/index.ts";
import { decodeToEnd, isWhole } from "../src/media/decode.ts";
import { measureGain } from "../src/media/loudness.ts";
import { inspect, probe, untrusted } from "../src/media/source.ts";
import { drawSlide, loadTemplates } from "../src/slides/draw-slide.ts";
import { voiceNamed } from "../src/speech/speak.ts";
import { faultPausesMs, repeat, shorten } from "../src/tools/faults.ts";
import { checkDisk, ffmpeg, longRun, runTool } from "../src/tools/run-tool.ts";
import { removeVideo } from "../src/wrap-renderer.ts";
import {
  home,
  hpTask,
  type Input,
  lavfi,
  listFiles,
  make,
  needed,
  render,
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
  await mkdir(folder);
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

describe("a voice", needed, () => {
  test.each([
    [100, "no sound"],
    [101, "a sound"],
    [-101, "a sound"],
  ])("whose loudest sample is %i made %s", async (sample, heard) => {
    const wave = Buffer.alloc(46);
    wave.writeUInt32LE(8000, 24);
    wave.writeUInt32LE(2, 40);
    wave.writeInt16LE(sample, 44);
    await writeFile(join(cwd, "made"), wave);
    await replaceTool("flite", 'for last; do :; done\ncp made "$last"');
    const spoken = speak("Ada", voiceOf("slt"), "speech", runIn());
    if (heard === "a sound")
      expect(await spoken).toEqual({ file: "speech.wav", seconds: 1 / 8000 });
    else await expect(spoken).rejects.toThrow('the voice slt made no sound of "Ada"');
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

test("a video that is delivered is removed with all its files, and no others", async () => {
  for (const name of ["a.mp4", "a.jpg", "a.json", "b.mp4"]) await writeFile(join(cwd, name), "");
  await removeVideo({ path: join(cwd, "a.mp4"), poster: join(cwd, "a.jpg") });
  expect(await readdir(cwd)).toEqual(["b.mp4"]);
});

interface CanvasText {
  fillText: (text: string, ...place: number[]) => void;
}
