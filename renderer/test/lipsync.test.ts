import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import { listen } from "../../test/support/listen.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { connectFaceModel, createRenderer, type RendererOptions } from "../src/index.ts";
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
  readText,
  render,
  rendererTools,
  split,
} from "./support/render.ts";

let number = 0;

/** The actor of a video that the request names. */
const person = { actor: { use: "video", video_url: "https://example.com/actor" } };

function makeVideo(change: object, context: object = {}, options: RendererOptions = {}) {
  const input = { ...lipsyncRequest(), ...change } as unknown as Input;
  const task = { operation: "createLipsyncVideo" as const, input };
  const path = join(home, String(number++));
  return render(createRenderer({ voice: "slt", ...options }), task, { path, ...context });
}

describe("a lipsync video", needed, () => {
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
    ["video", person],
  ])("of an actor that is an %s carries its mark", requires(tools.tesseract), async (_, change) => {
    const { path } = await makeVideo(change);
    const seen = await readText(path, 0.5);
    expect(seen).toMatch(/local preview, no lip synchronisation of a person/);
  });

  test.each([1, 5])("is as long as its sound, though the video lasts %i s", async (seconds) => {
    const sound = await make(join(home, "sound.wav"), ...lavfi("sine=440:d=3"));
    const picture = lavfi(`testsrc=s=321x181:r=30:d=${seconds}`);
    const video = await make(join(home, `${seconds}.mp4`), ...picture);
    const download = (address: string, path: string) =>
      giving(address.endsWith("wav") ? sound : video)(address, path);
    const script = { use: "audio", audio_url: "https://media.test/sound.wav" };
    const { path } = await makeVideo({ ...person, script }, { download });
    const [shown] = (await probe(path)).streams;
    expect(Number(shown!.duration)).toBeCloseTo(3.4, 1);
    expect([shown!.width, shown!.height]).toEqual([320, 180]);
  });

  test.each(["mp3", "aac"])(
    "is as long as its sound, though the header of an .%s leads to another length",
    async (ending) => {
      // The estimate rests on the beginning.
      const plain = ending === "mp3" ? split("-write_xing 0 -b:a") : ["-b:a"];
      const part = async (name: string, source: string, rate: string) =>
        readFile(await make(join(home, `${name}.${ending}`), ...lavfi(source), ...plain, rate));
      const [quiet, loud] = [
        await part("quiet", "aevalsrc=0:d=3", "32k"),
        await part("loud", "anoisesrc=d=3:a=0.1", "128k"),
      ];
      const sound = join(home, `both.${ending}`);
      await writeFile(sound, Buffer.concat([quiet, loud]));
      expect(Math.abs(Number((await probe(sound)).format.duration) - 6)).toBeGreaterThan(1);
      const script = { use: "audio", audio_url: "https://media.test/sound" };
      const { path } = await makeVideo({ script }, { download: giving(sound) });
      expect(Math.abs(Number((await probe(path)).format.duration) - 6.4)).toBeLessThan(0.5);
      await expectDecodes(path);
    },
  );

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
    ["Привет, меня зовут Ада.", "any-voice-of-an-account"],
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

interface Fake {
  fidelity?: string;
  error?: string;
  /** Status codes with which the first requests get a response. */
  faults?: number[];
  /** Never ends. */
  hangs?: boolean;
}

/** A model that makes every person green. Keeps to FACE-MODEL.md. */
async function startFaceServer({ fidelity = "model", error, faults = [], hangs }: Fake = {}) {
  const green = await make(join(home, "green.mp4"), ...lavfi("color=green:s=1280x720:r=25:d=4"));
  const asked: string[] = [];
  const keys = new Map<string, { id: string; polls: number }>();
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", headers } = request;
    let length = 0;
    for await (const chunk of request) length += (chunk as Buffer).length;
    asked.push(`${method} ${url}`);
    const fault = faults.shift();
    if (fault) return void response.writeHead(fault).end("Not now.");
    if (method === "POST") {
      const key = String(headers["idempotency-key"]);
      const boundary = /boundary=(.*)/.exec(headers["content-type"] ?? "")?.[1];
      if (!boundary || length < 10_000) return void response.writeHead(400).end("No form.");
      keys.set(key, keys.get(key) ?? { id: String(keys.size + 1), polls: 0 });
      return void response.end(JSON.stringify({ id: keys.get(key)!.id, status: "running" }));
    }
    const task = [...keys.values()].find(({ id }) => url.startsWith(`/tasks/${id}`));
    if (!task) return void response.writeHead(404).end();
    if (url.endsWith("/video")) return void response.end(await readFile(green));
    const isRunning = hangs || ++task.polls < 3;
    const status = isRunning ? "running" : error ? "failed" : "done";
    response.end(JSON.stringify({ id: task.id, status, progress: 0.5, fidelity, error }));
  };
  const server = createServer((request, response) => void respond(request, response));
  const listening = await listen(server);
  const close = () => listening[Symbol.asyncDispose]();
  return { address: listening.origin, asked, keys, [Symbol.asyncDispose]: close };
}

describe("a lipsync video with a face model", needed, () => {
  async function renderWith(address: string, context = {}) {
    const base = await make(join(home, "person.mp4"), ...lavfi("testsrc2=s=320x180:r=25:d=3"));
    const faceModel = connectFaceModel({ address, pollMs: 10 });
    const options = { faceModel, pausesMs: [10, 10, 10] };
    return makeVideo(person, { download: giving(base), ...context }, options);
  }

  test.each([
    ["model", false],
    ["preview", true],
  ])(
    "that says %s carries the mark: %s",
    requires(tools.tesseract, ...rendererTools),
    async (fidelity, isMarked) => {
      await using server = await startFaceServer({ fidelity });
      const made = await renderWith(server.address);
      expect(made.fidelity).toBe(isMarked ? "preview" : "model");
      expect(/local preview/.test(await readText(made.path, 0.5))).toBe(isMarked);
      expect(server.asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
    },
  );

  test("is made once, though the server does not respond now and then", async () => {
    await using server = await startFaceServer({ faults: [503, 429, 0, 502] });
    expect((await renderWith(server.address)).fidelity).toBe("model");
    expect([...server.keys.keys()]).toEqual([expect.stringMatching(/\/video-[0-9a-f]{24}$/)]);
  });

  test.each([
    [{ error: "there is no face" }, /^The face model failed: there is no face\.$/],
    [{ faults: [422] }, /^The face model sent 422: Not now\.$/],
  ])("fails with what it says: %j", async (fake, message) => {
    await using server = await startFaceServer(fake);
    await expect(renderWith(server.address)).rejects.toThrow(message);
    expect(server.asked.filter((one) => one.startsWith("POST"))).toHaveLength(1);
  });

  test("has the task removed when its job is not wanted any more", async () => {
    await using server = await startFaceServer({ hangs: true });
    const stop = new AbortController();
    const rendering = renderWith(server.address, { signal: stop.signal });
    rendering.catch(() => undefined);
    await expect.poll(() => server.asked.some((one) => one.startsWith("GET"))).toBe(true);
    stop.abort();
    await expect(rendering).rejects.toThrow(/abort/i);
    expect(server.asked.at(-1)).toBe("DELETE /tasks/1");
  });
});
