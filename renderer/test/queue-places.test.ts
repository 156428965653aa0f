/** What a queue asks of its database and its storage: how they are opened, asked and closed. Neither is there. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { meet } from "../src/queue/open-queue.ts";
import { home } from "./support/render.ts";

// Nothing is waited for.
vi.setConfig({ testTimeout: 10_000 });

/** In milliseconds, the pauses that were made. */
const pauses: unknown[][] = vi.hoisted(() => []);
vi.mock(import("node:timers/promises"), async (load) => {
  const real = await load();
  const pause = async (ms = 0, value?: unknown, options?: object) => {
    pauses.push(options === undefined || Object.keys(options).length === 0 ? [ms] : [ms, options]);
    await real.setImmediate();
    return value;
  };
  return { ...real, setTimeout: pause as typeof real.setTimeout };
});

interface Pool {
  (question: TemplateStringsArray): Promise<string>;
  reserve: () => Promise<string>;
}

const database = vi.hoisted(() => ({
  /** The address and the options of each pool of connections. */
  opened: [] as [address: string, options: Record<string, unknown>][],
  pools: [] as Pool[],
  connect: null as unknown as (address: string) => Promise<{ stop: () => Promise<void> }>,
  backends: [] as { namespaceId: string; ask: () => Promise<unknown>; stop: () => Promise<void> }[],
  flows: [] as unknown[],
  asked: [] as string[],
}));
vi.mock("postgres", () => {
  const open = (address: string, options: Record<string, unknown>) => {
    database.opened.push([address, options]);
    const reserve = async () => (database.asked.push("reserve"), "reserved");
    const ask = async ([question = ""]: TemplateStringsArray) => (
      database.asked.push(question),
      question
    );
    const pool: Pool = Object.assign(ask, { reserve });
    database.pools.push(pool);
    return pool;
  };
  return { default: Object.assign(open, { toCamel: "camel" }) };
});
vi.mock("openworkflow/postgres", () => ({
  BackendPostgres: {
    connect: (address: string) => database.connect(address),
    fromPool(_pool: unknown, { namespaceId }: { namespaceId: string }) {
      const backend = {
        namespaceId,
        ask: vi.fn(async () => "answer"),
        stop: vi.fn(async () => {}),
      };
      database.backends.push(backend);
      return backend;
    },
  },
}));
vi.mock("openworkflow", () => ({
  OpenWorkflow: class {
    constructor(options: unknown) {
      database.flows.push(options);
    }
  },
}));

const bucket = vi.hoisted(() => ({ options: [] as object[], calls: [] as unknown[][] }));
vi.mock("flydrive/drivers/s3", () => ({
  S3Driver: class {
    constructor(options: object) {
      bucket.options.push(options);
    }
    async put(key: string, content: string) {
      bucket.calls.push(["put", key, content]);
    }
    async putStream(key: string, stream: { resume(): void }, options: object) {
      stream.resume();
      bucket.calls.push(["putStream", key, options]);
    }
    async delete(key: string) {
      bucket.calls.push(["delete", key]);
    }
    async deleteAll(key: string) {
      bucket.calls.push(["deleteAll", key]);
    }
    async exists(key: string) {
      bucket.calls.push(["exists", key]);
      return true;
    }
  },
}));

const queue = "postgres://me:secret@host/d?sslmode=require";
let folder: string;
let count = 0;
const stopFirst = vi.fn(async () => {});
beforeEach(async () => {
  folder = join(home, `places-${count++}`);
  await mkdir(folder);
  for (const list of [pauses, ...Object.values(database), ...Object.values(bucket)])
    if (Array.isArray(list)) list.length = 0;
  stopFirst.mockClear();
  database.connect = vi.fn(async () => ({ stop: stopFirst }));
  for (const name of ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"]) vi.stubEnv(name, undefined);
});
const open = (storage = folder, ...takes: Parameters<typeof meet>[1] & {}) =>
  meet({ queue, storage }, takes.length > 0 ? takes : undefined);

describe("a database", () => {
  test.each<[takes: ("hp" | "slides" | "lipsync")[], names: string[]]>([
    [[], ["hp", "slides", "lipsync"]],
    [["lipsync"], ["lipsync"]],
  ])("is opened once for each kind of %j, one connection at a time", async (takes, names) => {
    const { queues, close } = await open(folder, ...takes);
    expect(database.backends.map(({ namespaceId }) => namespaceId)).toEqual(names);
    const operations = {
      ...{ hp: "createHpJob", slides: "createDynamicSlideVideo", lipsync: "createLipsyncVideo" },
    };
    expect(queues.map(({ operation }) => operation)).toEqual(
      names.map((name) => operations[name as keyof typeof operations]),
    );
    const address = "postgres://me:secret@host/d?sslmode=require&idle_timeout=2";
    expect(database.opened).toEqual(
      names.map(() => [
        address,
        {
          ...{ max: 1, fetch_types: false, onnotice: expect.any(Function) },
          transform: { column: { from: "camel" } },
        },
      ]),
    );
    // The connection that made the tables is not kept.
    expect(database.connect).toHaveBeenCalledExactlyOnceWith(address);
    expect(stopFirst).toHaveBeenCalledOnce();
    expect(database.flows).toEqual(queues.map(({ backend }) => ({ backend })));
    await close();
    for (const { stop } of database.backends) expect(stop).toHaveBeenCalledOnce();
  });

  test("is asked before a connection is reserved", async () => {
    await open(folder, "hp");
    expect(await database.pools[0]!.reserve()).toBe("reserved");
    expect(database.asked).toEqual(["select 1", "reserve"]);
  });

  test.each([
    [1, [[500]]],
    [2, [[500], [1000]]],
    [3, [[500], [1000]]],
  ])("that cannot be opened %i times is waited for", async (times, waited) => {
    let left = times;
    database.connect = async () => {
      if (left-- > 0) throw new Error("no tables yet");
      return { stop: stopFirst };
    };
    const opened = open(folder, "hp");
    if (times < 3) await opened;
    else
      await expect(opened).rejects.toThrow(
        /^The queue postgres:\/\/me@host\/d cannot be used: no tables yet$/,
      );
    expect(pauses).toEqual(waited);
  });

  test("that does not answer within ten seconds is opened anew, once for all who asked, and asked again", async () => {
    const { queues } = await open(folder, "hp");
    const backend = queues[0]!.backend as unknown as (typeof database.backends)[number];
    expect(await backend.ask()).toBe("answer");
    expect(pauses).toEqual([[10_000, { ref: false }]]);
    const [first] = database.backends;
    vi.mocked(first!.ask).mockImplementation(() => new Promise(() => {}));
    vi.mocked(first!.stop).mockRejectedValue(new Error("cut"));
    const late = await Promise.allSettled([backend.ask(), backend.ask()]);
    const reasons = late.map((one) => one.status === "rejected" && (one.reason as Error).message);
    expect(reasons).toEqual(Array(2).fill("The queue did not respond within 10 s."));
    expect(database.backends).toHaveLength(2);
    expect(first!.stop).toHaveBeenCalledOnce();
    expect(await backend.ask()).toBe("answer");
    expect(database.backends[1]!.ask).toHaveBeenCalledOnce();
    expect(backend.namespaceId).toBe("hp");
  });
});

describe("a storage", () => {
  const plain = {
    ...{ bucket: "videos", visibility: "private", supportsACL: false },
    requestChecksumCalculation: "WHEN_REQUIRED",
  };
  test.each<[variables: Record<string, string>, options: object]>([
    [{}, plain],
    [{ AWS_ENDPOINT_URL: "http://127.0.0.1:9" }, { ...plain, forcePathStyle: true }],
    [{ AWS_ENDPOINT_URL_S3: "http://127.0.0.1:9" }, { ...plain, forcePathStyle: true }],
  ])("of S3 with %j is private, and asked as other servers understand", async (given, options) => {
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value);
    await open("s3://videos", "hp");
    expect(bucket.options).toEqual([options]);
  });

  test.each([
    ["s3://videos", ""],
    ["s3://videos/", ""],
    ["s3://videos/a/b", "a/b/"],
    ["s3://videos/a/b/", "a/b/"],
  ])("%s has its files below %j, and is tried with one that goes again", async (place, prefix) => {
    const { storage } = await open(place, "hp");
    const probe = expect.stringMatching(`^${prefix}check-[0-9a-f-]{36}$`);
    expect(bucket.calls).toEqual([
      ["put", probe, "check"],
      ["delete", probe],
    ]);
    expect(bucket.calls[0]![1]).toBe(bucket.calls[1]![1]);
    bucket.calls.length = 0;
    const file = join(folder, "video.mp4");
    await writeFile(file, "a video");
    await storage.put("row/video.mp4", file);
    await storage.has("row/video.mp4");
    await storage.removeFolder("row");
    const key = `${prefix}row/video.mp4`;
    expect(bucket.calls).toEqual([
      // S3 wants to know the length before the first byte.
      ["putStream", key, expect.objectContaining({ contentLength: 7 })],
      ["exists", key],
      ["deleteAll", expect.stringMatching(`^${prefix}row/?$`)],
    ]);
  });

  test("of a folder is made, holds what is put there, and nothing else", async () => {
    const place = join(folder, "a/b");
    const { storage } = await open(place, "hp");
    // As open as folders of this user are: other machines write there too.
    expect((await stat(place)).mode).toBe((await stat(folder)).mode);
    expect(await readdir(place)).toEqual([]);
    const [file, back] = [join(folder, "video.mp4"), join(folder, "back.mp4")];
    await writeFile(file, "a video");
    // A second file takes the place of the first, whole.
    await storage.put("row/1/video.mp4", file);
    await writeFile(file, "short");
    await storage.put("row/1/video.mp4", file);
    await storage.put("row-2/video.mp4", file);
    await writeFile(back, "something longer");
    await storage.get("row/1/video.mp4", back);
    expect(await readFile(back, "utf8")).toBe("short");
    expect(await storage.has("row/1/poster.jpg")).toBe(false);
    await storage.removeFolder("row");
    expect([await storage.has("row/1/video.mp4"), await readdir(place)]).toEqual([
      false,
      ["row-2"],
    ]);
    await expect(storage.get("row/1/video.mp4", join(folder, "gone"))).rejects.toThrow(/./);
    await storage.removeFolder("row");
    expect(existsSync(place)).toBe(true);
  });
});
