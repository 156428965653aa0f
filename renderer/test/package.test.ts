import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hpRequest } from "../../test/support/example-requests.ts";
import { areOpen } from "../../test/support/gaps.ts";
import { root } from "../../scripts/support/locations.ts";
import { requires, tools } from "../../test/support/requires.ts";
import { Reader } from "../../scripts/site/test/support/reader.ts";
import { startPostgres } from "../../test/support/postgres.ts";
import {
  needed,
  home as app,
  listFiles,
  probe,
  rendererTools,
  send,
  split,
} from "./support/render.ts";
import { startProxy } from "./support/proxy.ts";
import { s3Tools, startS3 } from "./support/s3.ts";

/** Installs the emulator, and later the renderer, from their tarballs. */
const user = await Reader.create();
const command = join(app, "node_modules/.bin/video-generation-emulator");

beforeAll(async () => {
  await writeFile(join(app, "package.json"), '{"type":"module"}');
  await user.install("emulator", app);
});
afterAll(() => user[Symbol.asyncDispose]());

const run = (env: NodeJS.ProcessEnv, ...words: string[]) =>
  spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"], env });

function start(env: NodeJS.ProcessEnv = process.env, ...more: string[]) {
  const words = split("--port 0 --token dev --renderer local --render 1ms");
  return run(env, command, ...words, ...more);
}

async function refusal(env?: NodeJS.ProcessEnv, ...more: string[]): Promise<[number, string]> {
  const child = start(env, ...more);
  const [[code], said] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  return [code as number, said.trim()];
}

describe("the packed renderer", () => {
  test("is asked for in one line where it is not installed", async () => {
    const [code, said] = await refusal();
    expect(code).toBe(2);
    expect(said).toMatch(
      /^The renderer video-generation-renderer cannot be loaded.*install it beside.*$/,
    );
  });

  test("names the programs that are missing, and how to get them, in one line", async () => {
    await user.install("renderer", app);
    const [code, said] = await refusal({ ...process.env, PATH: app });
    expect(code).toBe(2);
    expect(said).toBe(
      "The renderer cannot start: ffmpeg, ffprobe, flite, espeak-ng missing: apt-get install ffmpeg flite espeak-ng",
    );
  });

  test("names the packages that a queue needs, in one line", async () => {
    const place = ["--queue", "postgres://127.0.0.1/none", "--storage", app];
    const [code, said] = await refusal(process.env, ...place);
    expect(code).toBe(2);
    expect(said).toBe(
      "A queue needs packages that are missing (Cannot find package 'flydrive'): npm install openworkflow postgres flydrive, and for S3 @aws-sdk/client-s3 @aws-sdk/s3-request-presigner",
    );
  });

  /** Has an emulator make three rows, and returns the streams of the last of them. */
  async function makeRows(child: ReturnType<typeof start>, meanwhile = async () => {}) {
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    const address = line.split(/\s+/)[1]!;
    const jobId = await send(address, hpRequest());
    await meanwhile();
    const videos = await addressesOf(address, jobId);
    // An owner may have said that all rows are in one video.
    if (areOpen("hp-output-fields")) expect(videos).toHaveLength(3);
    const { streams } = await probe(videos.at(-1)!);
    await interrupt(child);
    return streams;
  }

  /** Of the videos of a job, under whichever names: they are in its output once they are there. */
  async function addressesOf(address: string, jobId: string): Promise<string[]> {
    const headers = { authorization: "Bearer dev" };
    const read = async () => (await fetch(`${address}/api/hp_job/${jobId}`, { headers })).text();
    await expect.poll(read, { timeout: 240_000 }).toMatch(/\.mp4"/);
    return (await read()).match(/http[^"]+\.mp4/g) ?? [];
  }

  async function interrupt(child: ChildProcess): Promise<void> {
    const ended = once(child, "exit");
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  }

  /** The renderer that the page of examples shows. */
  async function writeExample(): Promise<string> {
    const page = await readFile(join(root, "renderer/examples/compositions.md"), "utf8");
    const [, code = ""] = /```js\n(.*?)```/s.exec(page) ?? [];
    const module = join(app, "compositions.js");
    await writeFile(module, code);
    return module;
  }
  const secondsOf = ({ duration }: { duration: string }) => Number(duration);
  const ofExample = { width: 640, height: 360, nb_frames: "50" };

  test("makes the videos of the packed emulator", needed, async () => {
    expect((await makeRows(start())).map(secondsOf)).toEqual([8, 8]);
  });

  test("gives way to a module, as its example shows", needed, async () => {
    const [picture] = await makeRows(start(process.env, "--renderer", await writeExample()));
    expect(picture).toMatchObject(ofExample);
  });

  /** Emulator and worker in one process, with the renderer of the example. */
  const together = `
    import { createDownload, createEmulator } from "video-generation-emulator";
    import { connectRenderer, work } from "video-generation-renderer";
    import { createRenderer } from "./compositions.js";
    const [queue, storage] = process.argv.slice(2);
    const renderer = await connectRenderer({ queue, storage });
    const stop = await work({ queue, storage, download: createDownload(), renderer: createRenderer });
    const emulator = await createEmulator({ renderer, token: "dev", renderMs: 1 });
    process.once("SIGINT", () => void emulator.close().then(stop));
    console.log("Emulator", emulator.url);`;

  test(
    "has workers make them through Postgres and an S3 that is away for 20 s, in one process or several, or a module of theirs",
    requires(tools.postgres, ...s3Tools, ...rendererTools),
    async () => {
      await using database = await startPostgres();
      await using s3 = await startS3(join(app, "s3"), "videos");
      // What a user would have installed for a queue.
      for (const path of [
        "bench/node_modules/flydrive",
        "node_modules/openworkflow",
        "node_modules/postgres",
      ])
        await symlink(join(root, path), join(app, "node_modules", basename(path)));
      await using proxy = await startProxy(Number(new URL(s3.variables.AWS_ENDPOINT_URL).port));
      const AWS_ENDPOINT_URL = `http://127.0.0.1:${proxy.port}`;
      const env = { ...process.env, ...s3.variables, AWS_ENDPOINT_URL };
      const place = ["--queue", database.address, "--storage", "s3://videos/of/tests"];
      const example = await writeExample();
      await writeFile(join(app, "together.js"), together);
      const alone = run(env, join(app, "together.js"), place[1]!, place[3]!);
      expect((await makeRows(alone))[0]).toMatchObject(ofExample);
      const script = "node_modules/video-generation-renderer/bin/video-generation-renderer.js";
      const startWorker = async (...more: string[]) => {
        const worker = run(env, join(app, script), "work", ...place, ...more);
        await once(createInterface(worker.stdout), "line");
        return worker;
      };
      const worker = await startWorker();
      const beAway = () => proxy.beAway(20_000);
      expect((await makeRows(start(env, ...place), beAway)).map(secondsOf)).toEqual([8, 8]);
      await interrupt(worker);
      const other = await startWorker("--renderer", example);
      expect((await makeRows(start(env, ...place)))[0]).toMatchObject(ofExample);
      await interrupt(other);
      expect((await listFiles(join(app, "s3"))).filter((name) => /mp4|jpg/.test(name))).toEqual([]);
    },
  );
});
