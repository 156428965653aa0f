import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { requires, tools } from "../../test/support/requires.ts";
import { measureGain } from "../src/media/loudness.ts";
import {
  decibelsIn,
  expectDecodes,
  hear,
  home,
  lavfi,
  make,
  needed,
  readSound,
  rendererTools,
  renderOver,
  run,
  split,
} from "./support/render.ts";

/** The picture is white, and the sound loud, in these spans only. */
const flashes = [1.52, 3.2];
const flashS = 0.2;
const within = flashes.map((at) => `between(t,${at},${at + flashS - 0.001})`).join("+");
const picture = lavfi(
  `color=black:s=160x96:r=25:d=4,format=yuv420p,geq=lum='if(${within.replaceAll("t,", "T,")},235,16)':cb=128:cr=128`,
);
const sound = lavfi(`aevalsrc='0.6*sin(2*PI*880*t)*(${within})':s=48000:d=4`);

/** When the picture becomes white and when the sound becomes loud, in seconds. */
async function findFlashes(path: string) {
  const dark = ["-vf", "crop=iw:ih/2:0:0,blackdetect=d=0.1:pix_th=0.3", "-an", "-f", "null", "-"];
  const { stderr } = await run("ffmpeg", ["-hide_banner", "-i", path, ...dark]);
  const seen = [...stderr.matchAll(/black_end:([\d.]+)/g)]
    .map(([, end]) => Number(end))
    .slice(0, 2);
  const { samples, samplesPerSecond } = await readSound(path);
  const heard: number[] = [];
  samples.forEach((sample, index) => {
    const timeS = index / samplesPerSecond;
    if (Math.abs(sample) > 3000 && timeS > (heard.at(-1) ?? -1) + 2 * flashS) heard.push(timeS);
  });
  return { seen, heard };
}

describe("the sound stays with the picture", needed, () => {
  const encoded = split("-c:v libx264 -preset ultrafast -c:a aac -shortest");
  const coded = [...picture, ...sound, ...encoded];
  const late = split("-itsoffset 0.5 -ss 0.5");
  const plain = () => make(join(home, "plain.mp4"), ...coded);
  const bases: Record<string, [file: string, words: () => Promise<string[]> | string[]]> = {
    // Half a second of silence is no sound at all.
    "whose sound begins late": [
      "late.mkv",
      () => [...picture, ...late, ...sound, ...split("-map 0 -map 1"), ...encoded],
    ],
    "with a gap in its sound": [
      "gap.mkv",
      async () => [
        ...["-i", await plain(), ...split("-map 0 -c copy -bsf:a")],
        "noise=drop='between(pts*tb,2.1,2.6)'",
      ],
    ],
    "of variable rate": [
      "variable.mkv",
      () => [...coded, ...split("-vf select='not(mod(n,2))+gt(n,50)' -fps_mode vfr")],
    ],
    "cut by an edit list": [
      "edited.mp4",
      async () => {
        const longer = await make(join(home, "longer.mp4"), ...coded, "-g", "13");
        return ["-ss", "0.92", "-i", longer, "-c", "copy"];
      },
    ],
    "that is a transport stream from 100 s on": [
      "stream.ts",
      async () => ["-i", await plain(), ...split("-c copy -output_ts_offset 100")],
    ],
    "that is interlaced": [
      "interlaced.mp4",
      () => [...coded, ...split("-vf setfield=tff -flags +ilme+ildct -x264-params tff=1")],
    ],
  };

  test.each(Object.keys(bases))("of a base video %s", async (name) => {
    const [file, words] = bases[name]!;
    const base = await make(join(home, file), ...(await words()));
    const { seen, heard } = await findFlashes(
      await renderOver(base, { segment: [0, 0.2], speech: true }),
    );
    expect([seen.length, heard.length]).toEqual([2, 2]);
    seen.forEach((seenS, index) => expect(Math.abs(seenS - heard[index]!)).toBeLessThan(0.02));
  });
});

describe("the voice of a row is heard", needed, () => {
  const encoded = split("-c:v libx264 -preset ultrafast -c:a aac -shortest");
  const blue = lavfi("color=navy:s=160x90:r=25:d=4");
  const silence = (layout: string) => lavfi(`anullsrc=r=48000:cl=${layout}`);
  test.each([
    ["without sound", [...blue]],
    ["that is silent", [...blue, ...silence("stereo"), ...encoded]],
    ["of silence in one channel", [...blue, ...silence("mono"), ...encoded]],
    ["of silence in six channels", [...blue, ...silence("5.1"), ...encoded]],
    [
      "of variable rate",
      [...blue, ...silence("stereo"), ...encoded, ...split("-vf select='mod(n,3)' -fps_mode vfr")],
    ],
  ])("over a base video %s, and nothing beside it", async (name, words) => {
    const base = await make(join(home, `${name}.mkv`), ...words);
    const change = { music: false };
    const spoken = { segment: [1, 3], speech: true, text: "Hello Ada", change };
    const path = await renderOver(base, spoken);
    await expectDecodes(path);
    const sound = await readSound(path);
    expect(decibelsIn(sound, 0, 0.9)).toBeLessThan(-80);
    expect(decibelsIn(sound, 1, 1.6)).toBeGreaterThan(-30);
    expect(decibelsIn(sound, 3.1, 4)).toBeLessThan(-80);
  });
});

test("a text that takes longer than its segment is spoken faster, to its end", needed, async () => {
  const base = await make(join(home, "brief.mp4"), ...lavfi("color=navy:s=160x90:r=25:d=4"));
  const text = "Hello Ada, welcome to our new shop";
  const spoken = { segment: [1, 2.8], speech: true, text, change: { music: false } };
  const sound = await readSound(await renderOver(base, spoken));
  // The last word, and the pause of the voice behind it.
  expect(decibelsIn(sound, 2.4, 2.6)).toBeGreaterThan(-30);
  expect(decibelsIn(sound, 2.72, 2.8)).toBeLessThan(-45);
});

test("a row says what it shows", requires(tools.recogniser, ...rendererTools), async () => {
  const base = await make(join(home, "quiet.mp4"), ...lavfi("color=navy:s=160x90:r=25:d=4"));
  const text = "Hello Ada, welcome to our new shop";
  const spoken = { segment: [0, 4], speech: true, text, change: { music: false } };
  expect(await hear(await renderOver(base, spoken))).toMatch(/welcome to our new shop/);
});

test("a sound becomes louder only as far as its peaks allow", needed, async () => {
  const beeps = "aevalsrc='0.02*sin(2*PI*440*t)+0.6*sin(2*PI*880*t)*lt(mod(t,3),0.02)':d=9";
  const wave = await make(join(home, "beeps.wav"), ...lavfi(beeps));
  const run = { cwd: home, signal: new AbortController().signal, timeoutMs: 60_000 };
  const gain = await measureGain(["-i", wave], run);
  // -16 LUFS would take 15 dB, and in two channels the beeps have seven left below full scale.
  expect(gain).toBeGreaterThan(4);
  expect(gain).toBeLessThan(7);
  await expect(measureGain(["-i", wave, "-i", "gone.wav"], run)).rejects.toThrow(/^gone\.wav: No/);
});

describe("the sound of a row", needed, () => {
  const tone = lavfi("sine=330:d=6:r=48000");
  const blue = [...lavfi("color=navy:s=160x90:r=25:d=6"), ...tone, "-c:a", "aac", "-shortest"];
  const readSamples = async (path: string) => (await readSound(path)).samples;
  const levelOf = (samples: Int16Array, from: number, to: number) =>
    Math.sqrt(
      samples.slice(from * 48_000, to * 48_000).reduce((sum, one) => sum + one * one, 0) /
        ((to - from) * 48_000),
    );

  test("is that of the base outside of its segment, bit by bit, and runs through its edges", async () => {
    const base = await make(join(home, "tone.mp4"), ...blue);
    const [one, other] = await Promise.all([
      renderOver(base, { segment: [2, 4], speech: true }),
      renderOver(base, { segment: [2, 4], speech: true, text: "Somebody else" }),
    ]);
    const [first, second] = await Promise.all([readSamples(one), readSamples(other)]);
    expect(first.length).toBe(second.length);
    const differing = [...first.keys()].filter((index) => first[index] !== second[index]);
    // A frame of AAC and its overlap more than the segment.
    expect(differing[0]!).toBeGreaterThan((2 - 0.07) * 48_000);
    expect(differing.at(-1)!).toBeLessThan((4 + 0.09) * 48_000);
    // A seam is heard as a jump: larger than the tone ever makes.
    const jump = (at: number) =>
      Math.max(
        ...Array.from({ length: 6000 }, (_, index) =>
          Math.abs(first[at - 3000 + index + 1]! - first[at - 3000 + index]!),
        ),
      );
    const usual = jump(48_000);
    for (const edge of [2, 4])
      expect(jump(edge * 48_000 + (edge === 2 ? -3000 : 3000))).toBeLessThan(1.5 * usual);
  });

  test("is ducked or replaced as the option says", async () => {
    const base = await make(join(home, "tone.mp4"), ...blue);
    // The end of the segment, when the name has been said.
    const over = (given: object) => renderOver(base, { segment: [1, 5], speech: true, ...given });
    const level = async (given: object) => levelOf(await readSamples(await over(given)), 3.5, 4.5);
    const untouched = await level({ speech: false });
    expect((await level({ sound: "duck" })) / untouched).toBeCloseTo(0.3, 1);
    expect((await level({ sound: "replace" })) / untouched).toBeLessThan(0.02);
  });

  test("is as loud as the target, whatever the base was", async () => {
    const loudness = async (volume: string, channels: string) => {
      const changed = ["-af", `volume=${volume}`, "-ac", channels, "-c:a", "aac", "-shortest"];
      const words = [...blue.slice(0, -3), ...changed];
      const base = await make(join(home, `tone${volume}.mp4`), ...words);
      const path = await renderOver(base);
      const { stderr } = await run("ffmpeg", ["-i", path, "-af", "ebur128", "-f", "null", "-"]);
      return Number(
        /I:\s+(-[\d.]+) LUFS\s+Threshold/.exec(stderr.slice(stderr.indexOf("Summary")))?.[1],
      );
    };
    expect(await loudness("-20dB", "1")).toBeCloseTo(-16, 0);
    expect(await loudness("12dB", "6")).toBeCloseTo(-16, 0);
  });
});
