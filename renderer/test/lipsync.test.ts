import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Renderer } from "video-generation-emulator";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import { voiceNamed } from "../src/speech/voices.ts";
import {
  frameHashes,
  giving,
  type Input,
  make,
  needed,
  probe,
  readText,
  render,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());

describe("a lipsync video", needed, () => {
  let renderer: Renderer;
  let number = 0;
  beforeAll(() => void (renderer = createRenderer()));

  function makeVideo(change: object, download?: ReturnType<typeof giving>) {
    const input = { ...lipsyncRequest(), ...change } as unknown as Input;
    const task = { operation: "createLipsyncVideo" as const, input };
    const path = join(home, String(number++));
    return render(renderer, task, { path, ...(download && { download }) });
  }
  const text = (spoken: string, voice_id = "clara") => ({
    script: { use: "text", text: spoken, voice_id, voice_type: "public" },
  });

  test("of the example of the contract moves its mouth, and is a preview", async () => {
    const { path, fidelity } = await makeVideo({});
    expect(fidelity).toBe("preview");
    const hashes = await frameHashes(path);
    expect(new Set(hashes).size).toBeGreaterThan(6);
    const { streams } = await probe(path);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(["h264", "aac"]);
  });

  test.each([
    ["avatar", {}],
    ["video", { actor: { use: "video", video_url: "https://example.com/actor" } }],
  ])("of an actor that is an %s carries its mark", requires(tools.tesseract), async (_, change) => {
    const { path } = await makeVideo(change);
    const seen = await readText(path, 0.5);
    expect(seen).toMatch(/local preview, no lip synchronisation of a person/);
  });

  test("is as long as its sound, whether the supplied video is shorter or longer", async () => {
    const words = ["-f", "lavfi", "-i"];
    const sound = await make(join(home, "sound.wav"), ...words, "sine=440:d=3");
    for (const seconds of [1, 5]) {
      const video = await make(
        join(home, `${seconds}.mp4`),
        ...words,
        `testsrc=s=321x181:r=30:d=${seconds}`,
      );
      const download = (address: string, path: string) =>
        giving(address.endsWith("wav") ? sound : video)(address, path);
      const actor = { use: "video", video_url: "https://media.test/actor" };
      const script = { use: "audio", audio_url: "https://media.test/sound.wav" };
      const { path } = await makeVideo({ actor, script }, download);
      const [picture] = (await probe(path)).streams;
      expect(Number(picture!.duration)).toBeCloseTo(3.4, 1);
      expect([picture!.width, picture!.height]).toEqual([320, 180]);
    }
  });

  test.each([
    [
      "李雷你好",
      "clara",
      /^The voice clara cannot speak "李" of "李雷你好"; choose a voice of its language\.$/,
    ],
    ["…!?", "clara", /^"…!\?" holds nothing that can be spoken\.$/],
    ["こんにちは世界", "ja", /^The voice ja cannot speak "世"/],
    ["김철수", "clara", /^The voice clara cannot speak "김"/],
    ["Hello", "xx", /^The voice xx cannot be used: /],
  ])("of %s in the voice %s is refused", async (spoken, voice, message) => {
    await expect(makeVideo(text(spoken, voice))).rejects.toThrow(message);
  });

  test("has the language of each voice that the emulator lists", () => {
    const named = ["clara", "niels", "lucia"].map((id) => voiceNamed(id, "Welcome", "slt"));
    expect(named.map(({ engineVoice }) => engineVoice)).toEqual(["slt", "da", "es"]);
  });

  test.each([
    ["Hej, jeg hedder Niels.", "niels"],
    ["你好，我叫李雷。", "zh"],
    ["Привет, меня зовут Ада.", "any-voice-of-an-account"],
    ["-v not-an-option [[p@'f:e]]", "clara"],
  ])("of %s in the voice %s is spoken", async (spoken, voice) => {
    const { path } = await makeVideo(text(spoken, voice));
    expect(Number((await probe(path)).streams[0]!.duration)).toBeGreaterThan(1);
  });
});
