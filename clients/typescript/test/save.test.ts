/** What `saveVideos` makes of outputs, servers, folders and processes that are not as one would wish. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { failureStatuses, fileEndings } from "../../../generated/policy.ts";
import { root } from "../../../scripts/support/locations.ts";
import { readAddresses, readOutputs } from "../../../test/support/shared-cases.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { type FaultServer, startFaultServer } from "../../faults/fault-server.ts";
import { addressesIn, type OutputAddress } from "../src/index.ts";
import { SaveError, type SaveOptions, type SaveProgress, saveVideos } from "../src/save.ts";
import { failureOf as failure, token } from "./support.ts";

type Responder = (response: ServerResponse) => void;

const content = Buffer.from("\x00123456789".repeat(10));
const headers = { "content-type": "video/mp4", etag: '"one"', "content-length": 100 };
const sendContent: Responder = (response) => void response.writeHead(200, headers).end(content);

let folder: TemporaryFolder;
let server: FaultServer;
let respond: Responder;
beforeEach(async () => {
  folder = await temporaryFolder();
  respond = sendContent;
  server = await startFaultServer({ respond: (response) => respond(response) });
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await server.close();
  await folder.remove();
});

const out = () => join(folder.path, "out");
const save = (options?: SaveOptions, output: unknown = [`${server.baseUrl}/1`]) =>
  saveVideos({ job_id: "job-1", output }, out(), { baseUrl: server.baseUrl, token, ...options });
const failureOf = (options?: SaveOptions, output?: unknown) =>
  failure(save(options, output)) as Promise<unknown> as Promise<SaveError>;
const saved = async () => (await readdir(out())).sort();
const read = (name: string) => readFile(join(out(), name));
const put = async (name: string, text: string) => {
  await mkdir(out(), { recursive: true });
  await writeFile(join(out(), name), text);
};

const failedStatus = failureStatuses[0] ?? "failed";

interface OutputCase {
  name: string;
  jobId: string;
  output: unknown;
  contentType: string;
  /** A part of the addresses that a filter takes. */
  wanted: string;
  /** The addresses at which a text comes, and its type. */
  texts: string[];
  textType: string;
  /** Of addresses with a content type of their own. */
  types: Record<string, string>;
  /** Of addresses with a body of their own, a letter for each byte. */
  bodies: Record<string, string>;
  files: { url: string; row: number; name: string }[];
  leftOut: string[];
  failed: string[];
}
const cases = JSON.parse(await readOutputs()) as OutputCase[];

/** What comes of a case, in the words of the table. */
async function outcomeOf(outputs: OutputCase, into: string) {
  const { jobId, output, contentType, wanted, texts, textType, types, bodies } = outputs;
  const fetch = async (url: string) => {
    const [body, type] = texts.includes(url) ? ["WEBVTT", textType] : ["\0", contentType];
    const bytes = Buffer.from(bodies[url] ?? body, "latin1");
    return new Response(bytes, { headers: { "content-type": types[url] ?? type } });
  };
  const filter = wanted ? ({ url }: OutputAddress) => url.includes(wanted) : undefined;
  const result = await saveVideos({ job_id: jobId, output }, into, { fetch, filter }).catch(
    (error: SaveError) => error,
  );
  const isFailure = result instanceof SaveError;
  return {
    files: result.saved.map(({ url, row, path }) => ({ url, row, name: relative(into, path) })),
    leftOut: result.leftOut.map(({ url }) => url),
    failed: isFailure ? result.failed.map(({ url }) => url) : [],
    isFailure,
    inFolder: (await readdir(into).catch(() => [])).sort(),
  };
}

const expectedOf = ({ files, leftOut, failed }: OutputCase) => ({
  ...{ files, leftOut, failed },
  isFailure: failed.length > 0 || files.length === 0,
  inFolder: files.map(({ name }) => name).sort(),
});

test.each(cases)("$name: what is saved, and under which names", async (outputs) => {
  expect(await outcomeOf(outputs, out())).toEqual(expectedOf(outputs));
});

/** Another value for each that a case holds: the place of each, and the case with it. */
function* alterationsOf(whole: OutputCase): Generator<[place: string, altered: OutputCase]> {
  const { failed, leftOut } = whole;
  const alter = (value: unknown, [field, ...inner]: string[]): unknown => {
    if (typeof value === "number") return 77;
    if (field === "wanted") return ".mp4";
    if (field === "textType") return "text/plain";
    if (field === "contentType" || field === "types")
      return value === "image/gif" ? "image/png" : "image/gif";
    if (field === "bodies") return [...failed, ...leftOut].includes(inner[0]!) ? "\0" : "";
    return "https://altered.example/1.jpg";
  };
  function* inside(value: unknown, path: string[]): Generator<[string[], unknown]> {
    if (typeof value !== "object" || value === null) return yield [path, alter(value, path)];
    for (const [name, item] of Object.entries(value)) yield* inside(item, [...path, name]);
  }
  const { name: _, ...fields } = whole;
  for (const [path, value] of inside(fields, [])) {
    // Where the table does not say it, nothing of the case depends on it.
    if (path.length === 1 && !Object.hasOwn(written.get(whole.name)!, path[0]!)) continue;
    const altered = structuredClone(whole);
    let target = altered as unknown as Record<string, unknown>;
    for (const name of path.slice(0, -1)) target = target[name] as Record<string, unknown>;
    target[path.at(-1)!] = value;
    yield [path.join("."), altered];
  }
}
const table = await readFile(join(root, "clients/outputs.yaml"), "utf8");
const written = new Map((parse(table) as OutputCase[]).map((each) => [each.name, each] as const));

/** The row of a video without an address says nothing of a file. */
const withoutConsequence = ["the videos of the emulator, one of which failed: output.videos.1.row"];

test("of each case of the table, any other value fails", async () => {
  const unnoticed: string[] = [];
  let count = 0;
  for (const each of cases) {
    const usual = await outcomeOf(each, join(folder.path, String(count++)));
    const trials = Array.from(alterationsOf(each), async ([place, altered]) => {
      const into = join(folder.path, String(count++));
      // What comes of a case does not depend on what is expected of it.
      const isExpected = /^(files|leftOut|failed)\b/.test(place);
      const found = isExpected ? usual : await outcomeOf(altered, into);
      if (isDeepStrictEqual(found, expectedOf(altered))) unnoticed.push(`${each.name}: ${place}`);
    });
    await Promise.all(trials);
  }
  expect(unnoticed).toEqual(withoutConsequence);
  expect(count).toBeGreaterThan(300);
});

test("the table has every media type with an ending, and every byte that no text has, beside those that one has", () => {
  const row = (name: string) => cases.find((each) => each.name === name)!;
  const { types, files } = row("every media type that has an ending");
  const endings = files.map(({ url, name }) => [types[url], /\.\w+$/.exec(name)?.[0]]);
  expect(Object.fromEntries(endings)).toEqual(fileEndings);
  // The ranges that the head of the table names, from their first byte to their last.
  const [, first = "", ranges = ""] = /first (\d+) bytes[^]*?the bytes ([\w, -]+), as/.exec(table)!;
  const ends = ranges
    .split(/, | and /)
    .map((range) => range.split("-").map((hex) => parseInt(hex, 16)));
  const isBinary = (byte: number) => ends.some(([from, to = from]) => from! <= byte && byte <= to!);
  const last = ({ bodies }: OutputCase) =>
    Object.values(bodies).map((body) => body.charCodeAt(body.length - 1));
  const lengths = ({ bodies }: OutputCase) => Object.values(bodies).map((body) => body.length);
  const binary = row("bytes that no text has");
  const text = row("bytes that a text has");
  expect(last(binary)).toEqual(expect.arrayContaining(ends.flat()));
  const beside = ends.flatMap(([from, to = from]) => [from! - 1, to! + 1]);
  const textBytes = Object.values(text.bodies).flatMap((body) =>
    Array.from(body, (each) => each.charCodeAt(0)),
  );
  expect(textBytes).toEqual(
    expect.arrayContaining(beside.filter((byte) => byte >= 0 && !isBinary(byte))),
  );
  // The last of these bytes counts, and the one behind it does not.
  expect([lengths(binary), lengths(text)]).toEqual([
    expect.arrayContaining([Number(first)]),
    expect.arrayContaining([Number(first) + 1]),
  ]);
});

test("the table has the first and the last row that counts, and those beside them", () => {
  const [, first = "", last = ""] = /whole number \((\d+) to (\d+)\)/.exec(table)!;
  const { output } = cases.find(({ name }) => name === "rows in every spelling of a number")!;
  const rows = (output as { row: unknown }[]).map(({ row }) => row);
  expect(rows).toEqual(expect.arrayContaining([Number(first), Number(last), Number(last) + 1]));
  expect(rows.some((row) => Number(row) < Number(first))).toBe(true);
});

const hosts = await readAddresses();

test.each(hosts.metadata)("nothing is fetched from %s, nor behind a redirect", async (host) => {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return new Response(null, { status: 302, headers: { location: `https://${host}/x` } });
  };
  const output = [`https://${host}/x`, `http://${host}/x`, "https://example.com/x"];
  const { failed } = await failureOf({ fetch, allowPlainHttp: true }, output);
  expect(failed.map(({ error }) => error.message)).toEqual(
    Array(3).fill(expect.stringContaining("is refused")),
  );
  expect(asked).toEqual(["https://example.com/x"]);
});

test.each(hosts.public)("a file is fetched from %s", async (host) => {
  const fetch = async () => new Response("\0");
  expect((await save({ fetch }, [`https://${host}/x`])).saved).toHaveLength(1);
});

test("addresses are found at any depth", () => {
  let deep: unknown = "https://example.com/deep";
  for (let depth = 0; depth < 200_000; depth++) deep = { deep };
  expect(addressesIn(deep)).toEqual([{ url: "https://example.com/deep", row: 1 }]);
});

test("a file that is there is left alone: it is a failure, or done if it has the same size", async () => {
  await put("job-1-1.mp4", "mine");
  const { message, failed } = await failureOf();
  expect(message).toMatch(/^1 of 1 files are missing: .*job-1-1\.mp4 exists already, and differs/);
  expect(failed).toMatchObject([{ url: `${server.baseUrl}/1`, row: 1 }]);
  expect(String(await read("job-1-1.mp4"))).toBe("mine");
  expect(await save({ force: true })).toMatchObject({ saved: [{ bytes: 100, wasThere: false }] });
  expect(await read("job-1-1.mp4")).toEqual(content);
  expect(await saved()).toEqual(["job-1-1.mp4"]);
  expect(await save()).toMatchObject({ saved: [{ bytes: 100, wasThere: true }] });
});

test.each([
  ["022", "644", "755"],
  ["002", "664", "775"],
  ["077", "600", "700"],
])(
  "with the umask %s, a file is of the mode %s, and a new folder of %s",
  async (mask, ...modes) => {
    const before = process.umask(mask);
    onTestFinished(() => void process.umask(before));
    await save();
    const made = await Promise.all([join(out(), "job-1-1.mp4"), out()].map((path) => stat(path)));
    expect(made.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(modes);
  },
);

test("progress tells of each file, from its first byte to its last", async () => {
  const seen: SaveProgress[] = [];
  const output = [`${server.baseUrl}/1.mp4`, `${server.baseUrl}/2.mp4`];
  await save({ onProgress: (progress) => void seen.push(progress) }, output);
  expect(seen[0]).toEqual({ url: output[0], file: 1, files: 2, bytes: 0, size: undefined });
  expect(seen.at(-1)).toEqual({ url: output[1], file: 2, files: 2, bytes: 100, size: 100 });
});

test.each(["server", "caller"])("a download that its %s breaks off leaves nothing", async (who) => {
  const controller = new AbortController();
  let breakOff = () => controller.abort("enough");
  respond = (response) => {
    if (who === "server") breakOff = () => void response.destroy();
    response.writeHead(200, headers).write(content.subarray(0, 40));
  };
  const onProgress = ({ bytes }: SaveProgress) => bytes === 40 && breakOff();
  const error = await failureOf({ retries: 0, signal: controller.signal, onProgress });
  expect(error.name).toBe(who === "server" ? "SaveError" : "AbortError");
  expect(await saved()).toEqual([]);
});

test("a video that is there already is not waited for, nor left open", async () => {
  await put("job-1-1.mp4", "12345");
  let sent: AbortSignal | null | undefined;
  const fetch: SaveOptions["fetch"] = async (_, { signal }) => {
    sent = signal;
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    return new Response(body, { headers: { "content-type": "video/mp4", "content-length": "5" } });
  };
  expect((await save({ fetch })).saved).toMatchObject([{ bytes: 5, wasThere: true }]);
  expect(sent?.aborted).toBe(true);
});

test("a file that appears meanwhile is left alone", async () => {
  const onProgress = ({ bytes }: SaveProgress) => {
    if (bytes === 100) writeFileSync(join(out(), "job-1-1.mp4"), "mine");
  };
  expect((await failureOf({ onProgress })).message).toContain(
    "job-1-1.mp4 exists already, and differs",
  );
  expect([await saved(), String(await read("job-1-1.mp4"))]).toEqual([["job-1-1.mp4"], "mine"]);
});

test("two that save the same file at once leave a whole one", async () => {
  let goOn!: () => void;
  respond = (response) => {
    respond = sendContent;
    response.writeHead(200, headers).write(content.subarray(0, 40));
    goOn = () => void response.end(content.subarray(40));
  };
  let second: Promise<unknown> | undefined;
  const onProgress = ({ bytes }: SaveProgress) => {
    if (bytes === 40) second = save().finally(goOn);
  };
  expect(await save({ onProgress })).toMatchObject({ saved: [{ bytes: 100, wasThere: true }] });
  expect(await second).toMatchObject({ saved: [{ bytes: 100, wasThere: false }] });
  expect(await saved()).toEqual(["job-1-1.mp4"]);
  expect(await read("job-1-1.mp4")).toEqual(content);
});

describe("in a process of its own", () => {
  /** @param limits words of the shell before the process */
  function start(limits = ""): ChildProcess {
    const module = JSON.stringify(join(import.meta.dirname, "../src/save.ts"));
    const job = JSON.stringify({ job_id: "job-1", output: [`${server.baseUrl}/1`] });
    const options = JSON.stringify({ baseUrl: server.baseUrl, token });
    const code = `import { saveVideos } from ${module};
      await saveVideos(${job}, ${JSON.stringify(out())}, ${options}).catch((error) => console.log(error.message));`;
    const line = `${limits} exec "$0" --input-type=module --eval "$1"`;
    return spawn("sh", ["-c", line, process.execPath, code]);
  }

  test("that is killed, no half file has its final name, and the next one begins again", async () => {
    respond = (response) => void response.writeHead(200, headers).write(content.subarray(0, 40));
    const child = start();
    await expect.poll(saved).toEqual([expect.stringMatching(/^job-1-1\..+\.part$/)]);
    const [draft = ""] = await saved();
    await expect.poll(async () => (await read(draft)).length).toBe(40);
    child.kill("SIGKILL");
    await once(child, "close");
    respond = sendContent;
    await once(start(), "close");
    expect(await saved()).toEqual([draft, "job-1-1.mp4"]);
    expect(await read("job-1-1.mp4")).toEqual(content);
  });

  test("where a file can grow no more, the error names it, and nothing is left", async () => {
    const large = Buffer.alloc(100_000);
    respond = (response) =>
      void response.writeHead(200, { "content-type": "video/mp4" }).end(large);
    // In blocks of 512 bytes: what a full disk is to all files, this is to each.
    const said = await text(start("ulimit -f 40;").stdout!);
    expect(said).toMatch(/job-1-1\.mp4 cannot be written: EFBIG\.\n$/);
    expect(await saved()).toEqual([]);
  });
});

test("a failure on this side closes the connection", async () => {
  let closed = 0;
  respond = (response) => {
    response.writeHead(200).write(content);
    response.on("close", () => closed++);
  };
  const fail = ({ bytes }: SaveProgress) => {
    if (bytes > 0) throw new Error("no screen");
  };
  expect((await failureOf({ onProgress: fail })).message).toContain("no screen");
  await expect.poll(() => closed).toBe(1);
  const onProgress = () => rmSync(out(), { recursive: true });
  expect((await failureOf({ onProgress })).message).toContain("job-1-1 cannot be written: ENOENT");
  await expect.poll(() => closed).toBe(2);
});

test.each(["/dev/full/out", "/proc/out/videos"])(
  "a folder that cannot be made, %s, is an error of one line",
  async (path) => {
    const call = saveVideos({ job_id: "job-1", output: "https://a.example/1" }, path);
    await expect(call).rejects.toThrow(/^The folder \/\w+\/\w+\/?\w* cannot be made: E\w+\.$/);
  },
);

test("one file that fails does not cost the others", async () => {
  respond = (response) =>
    response.req.url === "/missing" ? void response.writeHead(404).end() : sendContent(response);
  const error = await failureOf({}, [`${server.baseUrl}/missing`, `${server.baseUrl}/2`]);
  expect(error).toBeInstanceOf(SaveError);
  expect(error.failed).toMatchObject([{ row: 1, error: { name: "ApiError", status: 404 } }]);
  expect(error.saved).toMatchObject([{ row: 2, path: join(out(), "job-1-2.mp4") }]);
  expect(await saved()).toEqual(["job-1-2.mp4"]);
});

const many = Array.from({ length: 10_001 }, (_, row) => `https://a.example/${row}`);
test.each<[string, SaveOptions, unknown, RegExp]>([
  ["a file that is too large", { maxBytes: 50 }, undefined, /passed its maxBytes of 50/],
  ["an output of too many addresses", {}, many, /has 10001 addresses: 1 to 10000 can/],
  ["an invalid option", { baseUrl: "example" }, undefined, /^baseUrl must be/],
  ["an output without an address", {}, { url: "file:///etc/passwd" }, /has 0 addresses/],
])("%s is refused", async (_, options, output, message) => {
  expect((await failureOf(options, output)).message).toMatch(message);
});

test.each(["at once", "by a redirect"])(
  "another origin gets no token, and is not asked over plain http unless that is allowed: %s",
  async (how) => {
    const other = await startFaultServer({ respond: (response) => sendContent(response) });
    respond = (response) => void response.writeHead(302, { location: `${other.baseUrl}/x` }).end();
    const output = how === "at once" ? [`${other.baseUrl}/1.mp4`] : undefined;
    expect((await failureOf({}, output)).message).toContain("Plain http is refused");
    expect(other.received).toEqual([]);
    await save({ allowPlainHttp: true }, output);
    expect(other.received.map(({ authorization }) => authorization)).toEqual([undefined]);
    await other.close();
    const own = server.received.map(({ authorization }) => authorization);
    expect(own).toEqual(how === "at once" ? [] : [`Bearer ${token}`, `Bearer ${token}`]);
  },
);

test("an address with a login is one file that failed, and the others are tried", async () => {
  const withLogin = server.baseUrl.replace("//", "//user:password@");
  const output = [`${server.baseUrl}/1.mp4`, `${withLogin}/2.mp4`, `${server.baseUrl}/3.mp4`];
  const { saved, failed } = await failureOf({}, output);
  expect(saved.map(({ row }) => row)).toEqual([1, 3]);
  expect(failed).toMatchObject([{ row: 2, error: { message: expect.stringMatching(/login/) } }]);
});

test("headers go where the token goes: to no other origin, and along no redirect to one", async () => {
  const traces: unknown[] = [];
  const note = (response: ServerResponse) => traces.push(response.req.headers["x-gateway"]);
  const other = await startFaultServer({
    respond: (response) => sendContent((note(response), response)),
  });
  respond = (response) => {
    note(response);
    response.writeHead(302, { location: `${other.baseUrl}/x` }).end();
  };
  const output = [`${server.baseUrl}/1`, `${other.baseUrl}/2`];
  await save({ headers: { "x-gateway": "key" }, allowPlainHttp: true }, output);
  await other.close();
  expect(traces).toEqual(["key", undefined, undefined]);
  const withoutBase = { headers: { "x-gateway": "key" }, baseUrl: undefined };
  await expect(save(withoutBase)).rejects.toThrow(/^baseUrl must be given with headers/);
});

test.each([null, {}, { job_id: 5 }])("a job %j is refused", async (job) => {
  await expect(saveVideos(job as never, out())).rejects.toThrow(/^job\.job_id must be text/);
});

const hostile = [
  "../../etc/passwd",
  "..",
  ".ssh",
  "-rf",
  "con",
  "C:\\x",
  "",
  "a\u0000b",
  "\u001b[2J",
];
test.each([...hostile, "$(reboot)", "x".repeat(100_000)])(
  "a job %j becomes a plain, short name in the folder",
  async (jobId) => {
    const output = "https://example.com/%2e%2e%2f..\\evil.sh%00.MP4?x=/y.exe";
    const fetch = async () => new Response("\0");
    const { saved } = await saveVideos({ job_id: jobId, output }, out(), { fetch });
    expect(saved[0]!.path.slice(out().length + 1)).toMatch(/^\w[\w-]{0,150}-1\.mp4$/);
    expect(await readdir(folder.path)).toEqual(["out"]);
  },
);

/** What is sent for a file whose server is busy, while nobody waits for time to pass. */
async function sentFor(options: SaveOptions): Promise<number> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let sent = 0;
  const fetch = async () => new Response(null, { status: ++sent ? 503 : 200 });
  let isOver = false;
  const saving = failureOf({ fetch, ...options }).finally(() => (isOver = true));
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await saving;
  return sent;
}

test.each<[SaveOptions, number]>([
  [{ retries: 0 }, 1],
  [{ retries: 1 }, 2],
  [{}, 3],
  [{ retries: 5 }, 6],
])("with %j, a busy server is asked %i times for a file", async (options, count) => {
  expect(await sentFor(options)).toBe(count);
});

test("a file may take an hour, if nothing else is said", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const hasBegun = Promise.withResolvers<void>();
  const fetch: SaveOptions["fetch"] = () => (hasBegun.resolve(), new Promise(() => {}));
  const saving = failureOf({ fetch, idleTimeoutMs: Infinity });
  await hasBegun.promise;
  await vi.advanceTimersByTimeAsync(3_600_001);
  expect((await saving).failed).toMatchObject([
    { error: { limit: "deadlineMs", limitMs: 3_600_000 } },
  ]);
});

test("a job that failed is told by the first 200 letters of what it says", async () => {
  const job = { job_id: "job-1", status: failedStatus, output: "x".repeat(1_000) };
  const { message } = await failure(saveVideos(job, out()));
  expect(message.indexOf("x. The output of job-1")).toBe(199);
});

test("what a file holds is on the disk before it has its name", async () => {
  const { promises } = await import("node:fs");
  const handle = await promises.open(import.meta.filename);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, "sync");
  await handle.close();
  sync.mockImplementation(async () => {
    expect((await saved()).filter((name) => !name.endsWith(".part"))).toEqual([]);
  });
  await save();
  expect(sync).toHaveBeenCalledOnce();
});

test.each(["deadlineMs", "idleTimeoutMs"])("%s limits each file", async (limit) => {
  await using own = await temporaryFolder();
  const fetch = (_: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((__, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error)),
    );
  const job = { job_id: "job-1", status: "done", output: ["https://a.example/1.mp4"] };
  const saving = saveVideos(job as never, own.path, { fetch, retries: 0, [limit]: 30 });
  await expect(saving).rejects.toMatchObject({ failed: [{ error: { limit, limitMs: 30 } }] });
});
