import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { requires, tools } from "../../test/support/requires.ts";
import { measureGain, type Wave } from "../src/media/loudness.ts";
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
  test.each<[name: string, file: string, words: () => Promise<string[]> | string[]]>([
    // Half a second of silence is no sound at all.
    [
      "whose sound begins late",
      "late.mkv",
      () => [...picture, ...late, ...sound, ...split("-map 0 -map 1"), ...encoded],
    ],
    [
      "with a gap in its sound",
      "gap.mkv",
      async () => [
        ...["-i", await plain(), ...split("-map 0 -c copy -bsf:a")],
        "noise=drop='between(pts*tb,2.1,2.6)'",
      ],
    ],
    [
      "of variable rate",
      "variable.mkv",
      () => [...coded, ...split("-vf select='not(mod(n,2))+gt(n,50)' -fps_mode vfr")],
    ],
    [
      "cut by an edit list",
      "edited.mp4",
      async () => {
        const longer = await make(join(home, "longer.mp4"), ...coded, "-g", "13");
        return ["-ss", "0.92", "-i", longer, "-c", "copy"];
      },
    ],
    [
      "that is a transport stream from 100 s on",
      "stream.ts",
      async () => ["-i", await plain(), ...split("-c copy -output_ts_offset 100")],
    ],
    [
      "whose sound goes from one channel to two",
      "channels.ts",
      async () => {
        const half = async (from: number, channels: number) => {
          const words = split(`-ss ${from} -t 2 -ac ${channels} -output_ts_offset ${from}`);
          return make(join(home, `${channels}.ts`), "-i", await plain(), ...words);
        };
        return ["-i", `concat:${await half(0, 1)}|${await half(2, 2)}`, "-c", "copy"];
      },
    ],
    [
      "that is interlaced",
      "interlaced.mp4",
      () => [...coded, ...split("-vf setfield=tff -flags +ilme+ildct -x264-params tff=1")],
    ],
  ])("of a base video %s", async (_, file, words) => {
    const base = await make(join(home, file), ...(await words()));
    const { seen, heard } = await findFlashes(
      await renderOver(base, { segment: [0, 0.2], speech: true }),
    );
    expect([seen.length, heard.length]).toEqual([2, 2]);
    seen.forEach((seenS, index) => expect(Math.abs(seenS - heard[index]!)).toBeLessThan(0.02));
  });
});

const heard = requires(tools.recogniser, ...rendererTools);

describe("the voice of a row is heard", heard, () => {
  const encoded = split("-c:v libx264 -preset ultrafast -c:a aac -shortest");
  const blue = lavfi("color=navy:s=160x90:r=25:d=4");
  const silence = (layout: string) => lavfi(`anullsrc=r=48000:cl=${layout}`);
  const text = "Hello Ada, welcome to our new shop";
  const change = { music: false };

  test.each([
    ["without sound", [...blue]],
    ["of silence in one channel", [...blue, ...silence("mono"), ...encoded]],
    [
      "of variable rate, and of silence in six channels",
      [...blue, ...silence("5.1"), ...encoded, ...split("-vf select='mod(n,3)' -fps_mode vfr")],
    ],
  ])("over a base video %s, and nothing beside it", async (name, words) => {
    const base = await make(join(home, `${name}.mkv`), ...words);
    const path = await renderOver(base, { segment: [1, 3.6], speech: true, text, change });
    await expectDecodes(path);
    expect(await hear(path)).toMatch(/welcome to our new shop/);
    const sound = await readSound(path);
    expect(decibelsIn(sound, 0, 0.9)).toBeLessThan(-80);
    expect(decibelsIn(sound, 1, 1.6)).toBeGreaterThan(-30);
    expect(decibelsIn(sound, 3.7, 4)).toBeLessThan(-80);
  });

  test("to its end, faster, when it takes longer than its segment", async () => {
    const base = await make(join(home, "brief.mp4"), ...blue);
    const path = await renderOver(base, { segment: [1, 2.8], speech: true, text, change });
    const sound = await readSound(path);
    // The last word, and the pause of the voice behind it.
    expect(decibelsIn(sound, 2.4, 2.6)).toBeGreaterThan(-30);
    expect(decibelsIn(sound, 2.72, 2.8)).toBeLessThan(-45);
  });
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
  const samplesPerS = 48_000;
  const makeTone = (volume: string, channels: string) => {
    const changed = ["-af", `volume=${volume}`, "-ac", channels, "-c:a", "aac", "-shortest"];
    const words = [...lavfi("color=navy:s=160x90:r=25:d=6"), ...lavfi("sine=330:d=6:r=48000")];
    return make(join(home, `tone${volume}.mp4`), ...words, ...changed);
  };
  /** Of three rows, each spoken from 2 to 4 s. */
  let rows: string[];
  let sounds: Wave[];
  beforeAll(async () => {
    const [quiet, loud] = await Promise.all([makeTone("-20dB", "1"), makeTone("12dB", "6")]);
    const given = { segment: [2, 4], speech: true };
    rows = await Promise.all([
      renderOver(quiet, given),
      renderOver(quiet, { ...given, text: "Bob" }),
      renderOver(loud, { ...given, sound: "replace" }),
    ]);
    sounds = await Promise.all(rows.map(readSound));
  });

  test("is that of the base outside of its segment, bit by bit, and runs through its edges", () => {
    const [first, second] = sounds.map(({ samples }) => samples) as [Int16Array, Int16Array];
    expect(first.length).toBe(second.length);
    const differing = [...first.keys()].filter((index) => first[index] !== second[index]);
    // A frame of AAC and its overlap more than the segment.
    expect(differing[0]!).toBeGreaterThan((2 - 0.07) * samplesPerS);
    expect(differing.at(-1)!).toBeLessThan((4 + 0.09) * samplesPerS);
    // A seam is heard as a jump: larger than the tone ever makes.
    const jump = (at: number) =>
      Math.max(
        ...Array.from({ length: 6000 }, (_, index) =>
          Math.abs(first[at - 3000 + index + 1]! - first[at - 3000 + index]!),
        ),
      );
    const usual = jump(samplesPerS);
    for (const edge of [2, 4])
      expect(jump(edge * samplesPerS + (edge === 2 ? -3000 : 3000))).toBeLessThan(1.5 * usual);
  });

  test("is ducked or replaced while a text is spoken, as the option says", () => {
    // The end of the segment, when the name has been said.
    const [ducked, , replaced] = sounds.map(
      (sound) => decibelsIn(sound, 3.2, 3.7) - decibelsIn(sound, 0.5, 1.5),
    );
    // Three tenths.
    expect(ducked).toBeCloseTo(-10.5, 0);
    expect(replaced).toBeLessThan(-34);
  });

  test("is as loud as the target, whatever the base was", async () => {
    for (const row of [rows[0]!, rows[2]!]) {
      const unchanged = ["-t", "1.8", "-i", row, "-af", "ebur128", "-f", "null", "-"];
      const { stderr } = await run("ffmpeg", unchanged);
      const [, loudness] = /Summary:.*?I:\s+(-[\d.]+) LUFS/s.exec(stderr) ?? [];
      expect(Number(loudness)).toBeCloseTo(-16, 0);
    }
  });
});

describe("of several tracks of sound", needed, () => {
  /** Heard from one second to another alone. */
  const tone = (from: number, to: number) =>
    lavfi(`aevalsrc='0.3*sin(2*PI*440*t)*between(t,${from},${to})':s=48000:d=4`);
  const plain = lavfi("color=gray:s=160x96:r=25:d=4");
  const maps = split("-map 0 -map 1 -map 2 -c:a aac -shortest");

  test.each<[name: string, tracks: string[][], words: string, heard: [from: number, to: number]]>([
    [
      "the one that can be heard, not a silent one before it",
      [tone(9, 9), tone(0.2, 1.8)],
      "",
      [0.4, 1.6],
    ],
    [
      "the one that players choose, not the first",
      [tone(0.2, 1.8), tone(2.2, 3.8)],
      "-disposition:a:0 0 -disposition:a:1 default",
      [2.4, 3.6],
    ],
    [
      "the first, where nothing chooses",
      [tone(0.2, 1.8), tone(2.2, 3.8)],
      "-disposition:a 0",
      [0.4, 1.6],
    ],
  ])("is taken %s", async (name, tracks, words, [from, to]) => {
    const base = join(home, `${name}.mkv`);
    await make(base, ...plain, ...tracks.flat(), ...maps, ...split(words || "-y"));
    const heard = await readSound(
      await renderOver(base, { segment: [0, 0.1], change: { music: false } }),
    );
    expect(decibelsIn(heard, from, to)).toBeGreaterThan(-30);
    expect(decibelsIn(heard, (from + 2) % 4, (to + 2) % 4)).toBeLessThan(-60);
  });
});
