import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { describe, expect, test, vi } from "vitest";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { createRenderer, type FaceModel, InputError } from "../src/index.ts";
import {
  decibelsIn,
  expectDecodes,
  frameHashes,
  giving,
  home,
  type Input,
  lavfi,
  make,
  needed,
  probe,
  readSound,
  readTexts,
  render,
  rendererTools,
  split,
} from "./support/render.ts";

let number = 0;

/** The actor of a video that the request names. */
const person = { actor: { use: "video", video_url: "https://example.com/actor" } };

function makeVideo(change: object, context: object = {}, faceModel?: FaceModel) {
  const input = { ...lipsyncRequest(), ...change } as unknown as Input;
  const task = { operation: "createLipsyncVideo" as const, input };
  const path = join(home, String(number++));
  return render(createRenderer({ faceModel }), task, { path, ...context });
}

const text = (spoken: string, voice_id = "clara") => ({
  script: { use: "text", text: spoken, voice_id, voice_type: "public" },
});

/** A video of a person. */
const actor = () =>
  make(join(home, "person.mp4"), ...lavfi("testsrc=s=1281x721:r=30:d=1"), "-preset", "ultrafast");

describe("a lipsync video", needed, () => {
  test("of an avatar shows 40 letters of its name, moves its mouth, and is a preview", async () => {
    const context = Object.getPrototypeOf(createCanvas(1, 1).getContext("2d")) as CanvasText;
    const written = vi.spyOn(context, "fillText");
    const avatar_id = "x".repeat(41);
    const { path, fidelity } = await makeVideo({ actor: { use: "avatar", avatar_id } });
    expect(fidelity).toBe("preview");
    expect(written.mock.calls.map(([line]) => line)).toEqual([
      "local preview, no lip synchronisation of a person",
      "x".repeat(40),
    ]);
    const hashes = await frameHashes(path);
    expect(new Set(hashes).size).toBeGreaterThan(6);
    const { streams } = await probe(path);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(["h264", "aac"]);
  });

  test.each([1, 5])("is as long as its sound, though the pictures last %i s", async (seconds) => {
    const picture = lavfi(`testsrc=s=321x181:r=30:d=${seconds}`);
    const sound = await make(join(home, "sound.mp4"), ...lavfi("sine=440:d=3"), ...picture);
    const video = await make(join(home, `${seconds}.mp4`), ...picture);
    const download = (address: string, path: string) =>
      giving(address.endsWith("sound.mp4") ? sound : video)(address, path);
    const script = { use: "audio", audio_url: "https://media.test/sound.mp4" };
    const { path } = await makeVideo({ ...person, script }, { download });
    const [shown] = (await probe(path)).streams;
    expect(Number(shown!.duration)).toBeCloseTo(3.4, 1);
    expect([shown!.width, shown!.height]).toEqual([320, 180]);
    // In both channels -16 LUFS, whatever it was.
    expect(decibelsIn(await readSound(path), 0.5, 2.5)).toBeCloseTo(-18.3, 0);
  });

  test.each([
    ["mp3", "leads to another length", 48_000],
    ["aac", "leads to another length", 48_000],
    ["mp3", "names the first of two rates", 22_050],
    ["aac", "names the first of two rates", 22_050],
  ])("is as long as its sound, though the header of an .%s %s", async (ending, _, rate) => {
    // The estimate rests on the beginning.
    const plain = ending === "mp3" ? split("-write_xing 0 -b:a") : ["-b:a"];
    const part = async (name: string, source: string, bits: string) =>
      readFile(await make(join(home, `${name}.${ending}`), ...lavfi(source), ...plain, bits));
    const [quiet, loud] = [
      await part("quiet", "aevalsrc=0:d=2:s=48000", "32k"),
      await part("loud", `anoisesrc=d=2:a=0.1:r=${rate}`, "128k"),
    ];
    const file = join(home, `both.${ending}`);
    await writeFile(file, Buffer.concat([quiet, loud]));
    expect(Math.abs(Number((await probe(file)).format.duration) - 4)).toBeGreaterThan(1);
    const script = { use: "audio", audio_url: "https://media.test/sound" };
    const { path } = await makeVideo({ script }, { download: giving(file) });
    expect(Math.abs(Number((await probe(path)).format.duration) - 4.4)).toBeLessThan(0.5);
    await expectDecodes(path);
    expect(decibelsIn(await readSound(path), 2.3, 3.8)).toBeGreaterThan(-25);
  });

  test("is as long as its sound, though a WAV file that came through a pipe says it is longer", async () => {
    const file = await make(join(home, "pipe.wav"), ...lavfi("sine=440:d=2"));
    const bytes = await readFile(file);
    for (const at of [4, bytes.indexOf("data") + 4]) bytes.writeUInt32LE(0xffffffff, at);
    await writeFile(file, bytes);
    const script = { use: "audio", audio_url: "https://media.test/sound" };
    const { path } = await makeVideo({ script }, { download: giving(file) });
    expect(Number((await probe(path)).format.duration)).toBeCloseTo(2.4, 1);
  });

  test.each([
    ["李雷你好", "clara", /^The voice clara cannot speak "李" of "李雷你好"; choose/],
    ["…!?", "clara", /^"…!\?" holds nothing that can be spoken\.$/],
    ["Hello", "xx", /^The voice xx cannot be used: /],
  ])("of %s in the voice %s is refused", async (spoken, voice, message) => {
    await expect(makeVideo(text(spoken, voice))).rejects.toThrow(message);
  });

  test.each([
    ["Hej, jeg hedder Niels.", "niels"],
    ["你好，我叫李雷。", "zh"],
    ["Привет, меня зовут Ада.", "constructor"],
    ["-v not-an-option [[p@'f:e]]", "clara"],
  ])("of %s in the voice %s is spoken", async (spoken, voice) => {
    const { path } = await makeVideo(text(spoken, voice));
    await expectDecodes(path);
    const sound = await readSound(path);
    // As loud as the voice of other videos.
    expect(decibelsIn(sound, 0, 1)).toBeGreaterThan(-24);
    const seconds = sound.samples.length / sound.samplesPerSecond;
    expect(decibelsIn(sound, seconds - 0.3, seconds)).toBeLessThan(-60);
  });
});

const marked = requires(tools.tesseract, ...rendererTools);

describe("the picture of a lipsync video", needed, () => {
  /** Makes every person green. */
  const turnGreen = (fidelity: "model" | "preview"): FaceModel =>
    vi.fn<FaceModel>(async ({ target }) => {
      await make(target, ...lavfi("color=green:s=1280x720:r=25:d=2"), "-f", "mp4");
      return { fidelity };
    });

  test.each([
    ["an avatar", {}, undefined, true],
    ["a video", person, undefined, true],
    ["a video, by a model that says preview", person, turnGreen("preview"), true],
    ["a video, by a model that says model", person, turnGreen("model"), false],
  ] as const)("of %s carries the mark", marked, async (_, change, faceModel, isMarked) => {
    const request = { ...text("Hello"), ...change };
    const made = await makeVideo(request, { download: giving(await actor()) }, faceModel);
    expect(made.fidelity).toBe(isMarked ? "preview" : "model");
    const mark = /local preview, no lip synchronisation of a person/;
    expect(mark.test((await readTexts(made.path, [[0.5]]))[0]!)).toBe(isMarked);
    if (!faceModel) return;
    const key = expect.stringMatching(/\/video-[0-9a-f]{24}$/);
    expect(faceModel).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      expect.objectContaining({ key }),
    );
  });

  test("is refused when the model says so, or writes no video", async () => {
    const download = giving(await actor());
    const refuse = async () => Promise.reject(new InputError("there is no face"));
    await expect(makeVideo(person, { download }, refuse)).rejects.toThrow(/^There is no face\.$/);
    const faceModel: FaceModel = async ({ target }) => {
      await writeFile(target, "no video");
      return { fidelity: "model" };
    };
    await expect(makeVideo(person, { download }, faceModel)).rejects.toThrow(
      /^The video of the face model cannot be used: it is no video or sound/,
    );
  });
});

interface CanvasText {
  fillText: (text: string, ...place: number[]) => void;
}
