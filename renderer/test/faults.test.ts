import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createDownload } from "../../emulator/src/index.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { requires } from "../../test/support/requires.ts";
import { readAddresses } from "../../test/support/shared-cases.ts";
import {
  createRenderer,
  InputError,
  speak,
  voiceOf,
  type WrapOptions,
  wrapRenderer,
} from "../src/index.ts";
import { downloadError } from "../src/tools/faults.ts";
import { runTool } from "../src/tools/run-tool.ts";
import { mount, mounts } from "../../test/support/mount.ts";
import { childrenOf, isRunning } from "../../test/support/processes.ts";
import { startProcess } from "./support/processes.ts";
import {
  giving,
  home,
  hpTask,
  listFiles,
  make,
  needed,
  render,
  rendererTools,
  requestFrom,
  send,
  serve,
  sheetOf,
  small,
  startEmulator,
  still,
  videosOf,
  waitForJob,
} from "./support/render.ts";

const hosts = await readAddresses();
const notPublic = Object.entries(hosts).flatMap(([where, each]) =>
  where === "public" ? [] : each,
);

test.each(notPublic)("a worker fetches nothing from %s", async (host) => {
  const limits = { timeoutMs: 60_000, maxBytes: 1 };
  const fetched = createDownload()(`http://${host}/base`, join(home, "base"), limits);
  await expect(fetched).rejects.toThrow(/is a private host/);
});

test.each([
  [
    "SourceFault",
    [
      ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "ETIMEDOUT", "EPIPE", "EAI_AGAIN"],
      ...["EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENETDOWN", "ENETRESET", "EADDRNOTAVAIL"],
      "ERR_STREAM_PREMATURE_CLOSE",
    ],
  ],
  ["InputError", ["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_TLS_CERT_ALTNAME_INVALID"]],
  ["InputError", ["CERT_HAS_EXPIRED", "ENOTFOUND", "HPE_INVALID_CONSTANT", "ERR_INVALID_URL"]],
  ["Error", ["ENOSPC", "EDQUOT", "EMFILE", "EROFS", "EACCES"]],
])("a download ends in a %s for %j", (name, codes) => {
  for (const code of codes) {
    const cause = Object.assign(new Error("why"), { code });
    expect([code, downloadError(new Error("It cannot be fetched", { cause })).name]).toEqual([
      code,
      name,
    ]);
  }
});

test.each([
  ["SourceFault", [500, 503, 599, 408, 425, 429].map((code) => `status code ${code}`)],
  ["InputError", [400, 404, 410, 428, 430].map((code) => `status code ${code}`)],
  ["SourceFault", ["took more than 9 ms"]],
  ["InputError", ["took more than 9 bytes"]],
])("a download ends in a %s, of which is said %j", (name, reasons) => {
  expect(reasons.map((reason) => downloadError(new Error(reason)).name)).toEqual(
    reasons.map(() => name),
  );
});

describe("a renderer that is wrapped", () => {
  test("has all that its row shares until the row is made, and keeps a part of it for four jobs", async () => {
    const names = ["base", ...Array.from({ length: 80 }, (_, index) => `text-${index}`)];
    const renderer = wrapRenderer(async (_task, { scratch, share }) => {
      const folders: string[] = [];
      for (const name of names)
        folders.push(await share(name, (folder) => writeFile(join(folder, "made"), "")));
      for (const folder of folders) await readFile(join(folder, "made"));
      await writeFile(join(scratch, "video.mp4"), "a video");
      return {};
    });
    const path = join(home, "shared");
    const jobs = ["one", "two", "three", "four", "five", "six"];
    for (const job of jobs) await render(renderer, hpTask(["Ada"]), { path: join(path, job) });
    const kept = (await listFiles(path)).filter((name) => name.endsWith("/made"));
    expect(kept).toHaveLength(4 * 64);
    expect(new Set(kept.map((name) => name.split("/")[0]))).toEqual(new Set(jobs.slice(2)));
  });

  test("fills for a row what its job shares anew, once that was removed", async () => {
    let filled = 0;
    const renderer = wrapRenderer(async (_task, { scratch, share }) => {
      const base = await share("base", (folder) => (filled++, writeFile(join(folder, "made"), "")));
      await readFile(join(base, "made"));
      await writeFile(join(scratch, "video.mp4"), "a video");
      return {};
    });
    const path = join(home, "removed");
    let rows = 0;
    const renderRow = (job: string) =>
      render(renderer, hpTask([`row ${rows++}`]), { path: join(path, job) });
    const left = async () => {
      const files = await listFiles(path);
      return files.filter((name) => name.endsWith("/made")).map((name) => name.split("/")[0]);
    };
    const jobs = ["1", "2", "3", "4", "5"];
    for (const job of jobs) await renderRow(job);
    expect([await left(), filled]).toEqual([jobs.slice(1), 5]);
    // Of the four that are kept nothing is filled again.
    for (const job of jobs.slice(1)) await renderRow(job);
    expect([await left(), filled]).toEqual([jobs.slice(1), 5]);
    // What was removed is, and removed again after five others.
    for (const job of ["1", "2"]) await renderRow(job);
    expect([await left(), filled]).toEqual([["1", "2", "4", "5"], 7]);
    await renderer.release?.(join(path, "1"));
    await renderRow("1");
    expect([await left(), filled]).toEqual([["1", "2", "4", "5"], 8]);
  });

  test.each<[options: WrapOptions, rows: number, times: number]>([
    [{ pausesMs: [] }, availableParallelism(), 1],
    [{ pausesMs: [1], rowsAtOnce: undefined }, availableParallelism(), 2],
    [{ pausesMs: [1, 1, 1], rowsAtOnce: 1 }, 1, 4],
    [{ pausesMs: Array(12).fill(0), rowsAtOnce: 500 }, 500, 13],
  ])(
    "has as many rows at once, and repeats as often, as it is told: %j",
    async (given, rows, times) => {
      let met = 0;
      const renderer = wrapRenderer(() => Promise.reject(new Error(`fault ${++met}`)), given);
      expect(renderer.rowsAtOnce).toBe(rows);
      const path = join(home, "told", JSON.stringify(given));
      await expect(render(renderer, hpTask(["Ada"]), { path })).rejects.toThrow(
        new Error(`Fault ${times}.`),
      );
      expect(createRenderer(given).rowsAtOnce).toBe(rows);
    },
  );

  test.each<[what: string, reason: Error, times: number]>([
    ["a fault, each row tries again", new Error("down"), 3],
    ["what is final, none does", new InputError("broken"), 1],
  ])("what a job shares fails: of %s", async (what, reason, times) => {
    let tried = 0;
    const renderer = wrapRenderer(
      async (_, { share }) => {
        await share("base", () => {
          tried++;
          return Promise.reject(reason);
        });
        return {};
      },
      { pausesMs: [] },
    );
    const path = join(home, what, "job");
    for (const name of ["Ada", "Grace", "Joan"])
      await expect(render(renderer, hpTask([name]), { path })).rejects.toThrow();
    expect(tried).toBe(times);
  });

  test("makes another video of the same request with other settings", async () => {
    const path = join(home, "settings");
    const made: string[] = [];
    for (const settings of [{ speech: true }, { speech: false }]) {
      const make = async (_: unknown, { scratch }: { scratch: string }) => {
        await writeFile(join(scratch, "video.mp4"), JSON.stringify(settings));
        return {};
      };
      const video = await render(wrapRenderer(make, { settings }), hpTask(["Ada"]), { path });
      made.push(await readFile(video.path, "utf8"));
    }
    expect(made).toEqual(['{"speech":true}', '{"speech":false}']);
  });

  test("keeps two emulators apart that share it and have the same identifiers", async () => {
    const sent = Promise.withResolvers<void>();
    const renderer = wrapRenderer(async ({ row }, { scratch }) => {
      await sent.promise;
      await writeFile(join(scratch, "video.mp4"), `a video of row ${row!.index}`);
      return {};
    });
    await using one = await startEmulator({ renderer, seed: 11 });
    await using other = await startEmulator({ renderer, seed: 11 });
    const jobId = await send(one.url, hpRequest());
    expect(await send(other.url, hpRequest())).toBe(jobId);
    sent.resolve();
    await videosOf(one.url, jobId);
    await one.reset();
    const [first] = await videosOf(other.url, jobId);
    expect(await (await fetch(first!.video_url)).text()).toBe("a video of row 1");
  });
});

describe("a job with failed rows", needed, () => {
  test("says how many, and its failed rows are made again, and no others", async () => {
    const made: number[] = [];
    let isAway = true;
    const base = await make(join(home, "failing.mp4"), ...small);
    const renderer = wrapRenderer(
      async ({ row }, { scratch }) => {
        if (row!.index === 2 && isAway) throw new Error("the disk of this machine is full");
        made.push(row!.index);
        await copyFile(base, join(scratch, "video.mp4"));
        return { fidelity: "composition", warning: `Row ${row!.index} is not spoken.` };
      },
      { pausesMs: [], release: () => Promise.reject(new Error("the storage is away")) },
    );
    await using emulator = await startEmulator({ renderer });
    const jobId = await send(emulator.url, hpRequest());
    const address = `${emulator.url}/emulator/jobs/${jobId}`;
    const read = async (): Promise<any> => (await fetch(address)).json();
    await expect.poll(async () => (await read()).status).toBe("completed");
    const failed = await read();
    expect(failed).toMatchObject({ video_count: 2, failed_count: 1 });
    expect(failed.videos[1].error).toBe("The disk of this machine is full.");
    isAway = false;
    // What the button of the page sends.
    await fetch(address, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ status: "rendering" }),
    });
    await expect.poll(read).toMatchObject({ status: "completed", video_count: 3, failed_count: 0 });
    expect((await read()).videos[1].warning).toBe("Row 2 is not spoken.");
    expect(emulator.jobs.get(jobId)?.videos[1]?.fidelity).toBe("composition");
    expect(made.sort()).toEqual([1, 2, 3]);
  });

  test("says of each row that never can be rendered why; the end of the emulator ends its programs and leaves nothing behind", async () => {
    const base = await readFile(await make(join(home, "plain.mp4"), ...small));
    const names = ["Ada", "x".repeat(10_000), "", "\u{10fffd}", "Grace"];
    const long = await readFile(await make(join(home, "long.mp4"), ...still));
    await using media = await serve({ "/base": base, "/long": long, "/sheet": sheetOf(names) });
    const temporary = join(home, "temporary");
    await mkdir(temporary);
    vi.stubEnv("TMPDIR", temporary);
    const renderer = createRenderer({ pausesMs: [10], speech: false });
    const emulator = await startEmulator({ renderer });
    const body = requestFrom(media.origin, names.length);
    const videos = await videosOf(emulator.url, await send(emulator.url, body));
    expect(videos.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringMatching(/^Segment 1: its text of \d+ characters does not fit/),
      "Column 1 is empty.",
      expect.stringMatching(/^Segment 1: no font of this machine can draw/),
      undefined,
    ]);
    const unreachable = { ...body, base_video_url: "http://127.0.0.1:9/base" };
    const [first] = await videosOf(emulator.url, await send(emulator.url, unreachable), "failed");
    expect(first?.error).toMatch(/^The file at http:\/\/127\.0\.0\.1:9\/base cannot be fetched: /);
    // And of a job that is at work when the emulator ends.
    await send(emulator.url, { ...body, base_video_url: `${media.origin}/long` });
    await expect.poll(() => childrenOf(process.pid, "ffmpeg", "base.mp4")).not.toEqual([]);
    await emulator.close();
    vi.unstubAllEnvs();
    expect(await childrenOf(process.pid, "ffmpeg")).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe("a fault that passes costs no row", needed, () => {
  const segments = { variables: [{ start_time: "0", end_time: "1" }] };
  const texts = ["Ada", "Grace", "Hedy"];
  let base: string;
  beforeAll(async () => void (base = await make(join(home, "base.mp4"), ...small)));
  const fromBase = (address: string, path: string) => giving(base)(address, path);

  async function renderAll(path: string, options: object, download = fromBase) {
    const renderer = createRenderer({ voice: "slt", ...options });
    const rows = texts.map((text, index) =>
      render(renderer, hpTask([text], segments, index + 1), { path, download }),
    );
    const made = await Promise.allSettled(rows);
    return made.map((one) => (one.status === "fulfilled" ? "made" : one.reason));
  }
  const allMade = texts.map(() => "made");

  test.each([
    ["it got status code 503", 2],
    ["it took more than 120000 ms", 2],
    ["connect ECONNREFUSED 192.0.2.1:80", 2],
    ["read ECONNRESET", 2],
    ["getaddrinfo EAI_AGAIN media.test", 2],
    // What a server is, and a response, are no faults.
    ["write EPROTO 140:error:0A00010B:SSL routines", 1],
    ["ERR_TLS_CERT_ALTNAME_INVALID", 1],
    ["getaddrinfo ENOTFOUND media.test", 1],
    ["it got status code 404", 1],
  ])("of a source that fails once: %s; it is asked %i times", async (reason, times) => {
    let asked = 0;
    const code = /E[A-Z]{2,}[A-Z_]*/.exec(reason)?.[0];
    const options = { pausesMs: [10], speech: false };
    const made = await renderAll(join(home, reason), options, async (address, path) => {
      if (++asked > 1) return fromBase(address, path);
      throw Object.assign(new Error(`${address} cannot be fetched: ${reason}`), { code });
    });
    expect(made).toEqual(times === 2 ? allMade : texts.map(() => expect.any(InputError)));
    // Each row does not fetch for itself.
    expect(asked).toBe(times);
  });

  test("of a working folder that is gone is no missing program", async () => {
    const gone = {
      cwd: join(home, "gone"),
      signal: new AbortController().signal,
      timeoutMs: 10_000,
    };
    await expect(runTool("ffmpeg", ["-version"], gone)).rejects.toThrow(
      /^the folder .*gone is gone$/,
    );
  });

  test("of a full disk is known by the sentence of this ffmpeg, whichever it is", async () => {
    const run = { cwd: home, signal: new AbortController().signal, timeoutMs: 60_000 };
    const filling = [...small, "-f", "mp4", "-y", "/dev/full"];
    await expect(runTool("ffmpeg", ["-v", "error", ...filling], run)).rejects.toThrow(
      /^ffmpeg could not work on this machine: No space left on device$/,
    );
  });

  const onMounts = requires(mounts, ...rendererTools);

  test("of a disk that is full for a while, and the error names it", onMounts, async () => {
    const path = join(home, "disk");
    using disk = await mount(path, "300k");
    for (const reason of await renderAll(path, { pausesMs: [] }))
      expect(String(reason)).toMatch(/disk of .* is full|ENOSPC|No space left/);
    let asked = 0;
    const rendering = renderAll(path, { pausesMs: Array(40).fill(500) }, (address, target) => {
      asked++;
      return fromBase(address, target);
    });
    // Whoever asks for the base once more has met the full disk.
    await expect.poll(() => asked).toBeGreaterThan(1);
    disk.resize("remount,size=100m");
    expect(await rendering).toEqual(allMade);
    expect((await listFiles(path)).filter((name) => /^video-.*mp4$/.test(name))).toHaveLength(3);
  });

  test("of a voice without room is no silent voice", onMounts, async () => {
    const cwd = join(home, "small");
    using _disk = await mount(cwd, "16k");
    const run = { cwd, signal: new AbortController().signal, timeoutMs: 10_000 };
    const text = "This text takes more room than there is.";
    for (const voice of ["slt", "da"])
      await expect(speak(text, voiceOf(voice), voice, run)).rejects.toThrow(/full|cut off|ENOSPC/);
  });
});

describe("a job of ten rows", needed, () => {
  const rows = 10;
  /** How many more rows are there before each kill, and how long after that it comes: anywhere in the making of a row. */
  const moreRows = [0, 1, 2, 0, 2, 1];
  const pausesMs = [150, 0, 80, 30, 200, 110];

  test("whose process is killed six times has every row once, makes none twice that was done, and leaves no program", async () => {
    const names = Array.from({ length: rows }, (_, index) => `Guest ${index + 1}`);
    const base = await readFile(await make(join(home, "base.mp4"), ...small));
    await using media = await serve({ "/base": base, "/sheet": sheetOf(names) });
    const data = join(home, "data");
    const start = () => startProcess("run-emulator.ts", data);
    let running = await start();
    onTestFinished(() => running.kill());
    const jobId = await send(running.line, requestFrom(media.origin, rows));
    const folder = join(data, "videos", jobId);
    const finished = async () =>
      (await listFiles(folder).catch(() => [])).filter((name) => /^video-.*\.mp4$/.test(name));
    /** When each file was made, as far as it was seen. */
    const made = new Map<string, number>();
    for (const [kill, more] of moreRows.entries()) {
      const wanted = made.size + more;
      await waitForJob(running.line, jobId, async () => (await finished()).length >= wanted);
      await setTimeout(pausesMs[kill]);
      const programs = await childrenOf(running.pid, "ffmpeg");
      await running.kill();
      for (const program of programs) await expect.poll(() => isRunning(program)).toBe(false);
      for (const name of await finished())
        made.set(name, made.get(name) ?? (await stat(join(folder, name))).mtimeMs);
      running = await start();
    }
    const videos = await videosOf(running.line, jobId);
    expect(videos.map(({ status }) => status)).toEqual(names.map(() => "completed"));
    for (const [name, mtimeMs] of made)
      expect((await stat(join(folder, name))).mtimeMs, name).toBe(mtimeMs);
    expect(await finished()).toHaveLength(rows);
    await expect.poll(async () => (await listFiles(folder)).length).toBe(3 * rows);
  }, 600_000);
});
