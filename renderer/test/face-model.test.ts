import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lipsyncRequest } from "../../test/support/example-requests.ts";
import { listen } from "../../scripts/support/listen.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { connectFaceModel, createRenderer } from "../src/index.ts";
import {
  giving,
  type Input,
  lavfi,
  make,
  needed,
  readText,
  render,
  rendererTools,
} from "./support/render.ts";

const { path: home, remove } = await temporaryFolder();
afterAll(() => remove());

interface Fake {
  fidelity?: string;
  error?: string;
  /** Status codes with which the first requests are answered. */
  faults?: number[];
  /** Never ends. */
  hangs?: boolean;
}

/** A model that makes every person green. Keeps to FACE-MODEL.md. */
async function startFaceServer({ fidelity = "model", error, faults = [], hangs }: Fake = {}) {
  const green = await make(join(home, "green.mp4"), ...lavfi("color=green:s=1280x720:r=25:d=4"));
  const asked: string[] = [];
  const keys = new Map<string, { id: string; polls: number }>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
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
  const server = createServer((request, response) => void answer(request, response));
  const listening = await listen(server);
  const close = () => listening[Symbol.asyncDispose]();
  return { address: listening.origin, asked, keys, [Symbol.asyncDispose]: close };
}

describe("a lipsync video with a face model", needed, () => {
  let number = 0;
  async function renderWith(address: string, context = {}) {
    const person = await make(join(home, "person.mp4"), ...lavfi("testsrc2=s=320x180:r=25:d=3"));
    const faceModel = connectFaceModel({ address, pollMs: 10 });
    const actor = { use: "video", video_url: "https://media.test/person" };
    const input = { ...lipsyncRequest(), actor } as unknown as Input;
    const path = join(home, String(number++));
    const renderer = createRenderer({ faceModel, voice: "slt", pausesMs: [10, 10, 10] });
    const given = { path, download: giving(person), ...context };
    return render(renderer, { operation: "createLipsyncVideo", input }, given);
  }

  test.each([
    ["model", false],
    ["preview", true],
    ["anything else", true],
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

  test("is made once, though the server does not answer now and then", async () => {
    await using server = await startFaceServer({ faults: [503, 429, 0, 502] });
    expect((await renderWith(server.address)).fidelity).toBe("model");
    expect([...server.keys.keys()]).toEqual([expect.stringMatching(/\/video-[0-9a-f]{24}$/)]);
  });

  test.each([
    [
      { error: "there is no face in the video" },
      /^The face model failed: there is no face in the video\.$/,
    ],
    [{ faults: [422] }, /^The face model answered 422: Not now\.$/],
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
