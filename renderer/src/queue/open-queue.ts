/** What emulators and workers share: durable workflows in a Postgres database, and a storage for files: a folder or S3. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { OpenWorkflow } from "openworkflow";
import type { BackendPostgres } from "openworkflow/postgres";
import type { RenderTask } from "video-generation-emulator";
import type { Made } from "../wrap-renderer.ts";
import type { Settings } from "../settings.ts";
import { repeat } from "../tools/faults.ts";
import { makeFolder } from "../../../scripts/support/make-folder.ts";

/** Where emulators and workers meet. */
export interface MeetingPlace {
  /** Address of a Postgres database, `postgres://user@host/database`. The password is that of the variable `PGPASSWORD`. */
  queue: string;
  /** A folder that all machines reach, or `s3://bucket/prefix`. */
  storage: string;
}

/** The kinds of job, by the word that `--takes` has for them. Each has a queue of its own, so that a worker need not take all. */
export const kinds: Record<"hp" | "slides" | "lipsync", RenderTask["operation"]> = {
  hp: "createHpJob",
  slides: "createDynamicSlideVideo",
  lipsync: "createLipsyncVideo",
};

export type Kind = keyof typeof kinds;

/** What a worker is to make. */
export interface Order {
  task: RenderTask;
  settings: Settings;
  /** Of the installation and the job: where its files go, and whose they are. */
  folder: string;
}

/** Keys of the files that a worker has made, or why there never will be any. */
export type Delivery = Delivered | { error: string };

export interface Delivered extends Made {
  video: string;
  poster?: string;
}

/**
 * Another version of an order or a delivery is not taken for this one. What fails outside of its step is the database alone: the row is
 * made again until its deadline.
 */
export const renderVideo = {
  name: "render-video",
  version: "2",
  retryPolicy: { maximumAttempts: 0, maximumInterval: "30s" },
} as const;

export interface Meeting {
  queues: { operation: RenderTask["operation"]; backend: BackendPostgres; flows: OpenWorkflow }[];
  storage: Storage;
  close: () => Promise<unknown>;
}

export interface Storage {
  put: (key: string, path: string) => Promise<void>;
  has: (key: string) => Promise<boolean>;
  get: (key: string, path: string) => Promise<void>;
  removeFolder: (name: string) => Promise<void>;
}

/**
 * Packages that only a queue needs are installed for one alone.
 *
 * @throws {Error} when queue or storage cannot be used, or a package is missing; the message says why
 */
export async function meet({ queue, storage }: MeetingPlace, takes?: Kind[]): Promise<Meeting> {
  try {
    if (!/^postgres(ql)?:\/\//.test(queue) || !URL.canParse(queue))
      throw new Error(
        `The queue ${withoutPassword(queue)} cannot be used: it is no address of a Postgres database. Set it to postgres://user@host/database, and PGPASSWORD to the password.`,
      );
    // Before the queue, which holds connections.
    const opened = await openStorage(storage);
    return { storage: opened, ...(await openQueues(queue, takes)) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") throw error;
    const [reason] = message.split(" imported from");
    throw new Error(
      `A queue needs packages that are missing (${reason}): npm install openworkflow postgres flydrive, and for S3 @aws-sdk/client-s3 @aws-sdk/s3-request-presigner`,
    );
  }
}

async function openQueues(address: string, takes = Object.keys(kinds) as Kind[]) {
  const { OpenWorkflow } = await import("openworkflow");
  const { BackendPostgres } = await import("openworkflow/postgres");
  const { default: postgres } = await import("postgres");
  const url = new URL(address);
  // In seconds: an emulator that waits for nothing holds no connection, so its process can end.
  url.searchParams.set("idle_timeout", "2");
  const open = (namespaceId: Kind) => {
    // A cut while a new connection is asked for types would end the process: nobody catches it (porsager/postgres#1192).
    const options = { max: 1, fetch_types: false, onnotice() {} };
    const transform = { column: { from: postgres.toCamel } };
    const pool = postgres(url.href, { ...options, transform });
    // Without types, a new connection is never reserved (porsager/postgres#751). So it is opened by a question.
    const { reserve } = pool;
    pool.reserve = () => pool`select 1`.then(reserve);
    return BackendPostgres.fromPool(pool, { namespaceId });
  };
  // Of several that begin at once, one makes the tables, and the others fail at first.
  const connect = () => BackendPostgres.connect(url.href);
  const first = await repeat(connect, { pausesMs: [500, 1000] }).catch((error: Error) => {
    throw new Error(`The queue ${withoutPassword(address)} cannot be used: ${error.message}`);
  });
  await first.stop();
  const queues = takes.map((kind) => {
    const backend = withinLimit(() => open(kind));
    return { operation: kinds[kind], backend, flows: new OpenWorkflow({ backend }) };
  });
  const close = () => Promise.all(queues.map(({ backend }) => backend.stop()));
  return { queues, close };
}

const responseLimitMs = 10_000;
const late = Symbol("late");

/**
 * After a cut at the wrong moment the driver neither responds nor fails, for good: rows would wait for ever, and so would a worker that
 * asks for them. So each question has a limit. After it the connections are opened anew, and the caller asks again.
 */
function withinLimit(open: () => BackendPostgres) {
  let current = open();
  return new Proxy(current, {
    get(_, name) {
      const asked = current;
      const member: unknown = Reflect.get(asked, name);
      if (typeof member !== "function") return member;
      return async (...given: unknown[]): Promise<unknown> => {
        const tooLate = setTimeout(responseLimitMs, late, { ref: false });
        const response: unknown = await Promise.race([
          Reflect.apply(member, asked, given),
          tooLate,
        ]);
        if (response !== late) return response;
        if (asked === current) {
          current = open();
          void asked.stop().catch(() => {});
        }
        throw new Error(`The queue did not respond within ${responseLimitMs / 1000} s.`);
      };
    },
  });
}

/** An address as it may be shown: without its password, and not at all where that could stand anywhere in it. */
export function withoutPassword(address: string): string {
  const { protocol, username, host, pathname, search, hash } = URL.parse(address) ?? {};
  if (!host || `${pathname}${search}${hash}`.includes("@")) return "that was given";
  return `${protocol}//${username ? `${username}@` : ""}${host}${pathname}`;
}

/**
 * @param written `s3://bucket`, `s3://bucket/prefix` or the path of a folder
 * @throws {Error} when nothing can be written there
 */
async function openStorage(written: string): Promise<Storage> {
  const found = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(written);
  if (!found && /^\w+:\/\//.test(written))
    throw new Error(
      `The storage ${written} cannot be used: it is neither a folder nor S3. Set it to a folder or s3://bucket/prefix.`,
    );
  const { Disk } = await import("flydrive");
  const { FSDriver } = await import("flydrive/drivers/fs");
  const [, bucket = "", folder = ""] = found ?? [];
  const prefix = folder && `${folder}/`;
  const disk = new Disk(
    found
      ? await openBucket(bucket)
      : new FSDriver({ location: resolve(written), visibility: "private" }),
  );
  const probe = `${prefix}check-${randomUUID()}`;
  try {
    if (!found) await makeFolder(resolve(written));
    await disk.put(probe, "check");
    await disk.delete(probe);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new Error(`The storage ${written} cannot be used: ${reason}`, { cause: error });
  }
  return {
    async put(key, path) {
      // S3 wants to know the length before the first byte.
      const { size: contentLength } = await stat(path);
      await disk.putStream(prefix + key, createReadStream(path), { contentLength });
    },
    has: (key) => disk.exists(prefix + key),
    async get(key, path) {
      await pipeline(await disk.getStream(prefix + key), createWriteStream(path));
    },
    removeFolder: (name) => disk.deleteAll(`${prefix}${name}/`),
  };
}

/** Region, keys and the address of another server than Amazon's come from the variables that all tools of S3 read. */
async function openBucket(bucket: string) {
  const { S3Driver } = await import("flydrive/drivers/s3");
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL } = process.env;
  return new S3Driver({
    ...({ bucket, visibility: "private", supportsACL: false } as const),
    // What servers other than Amazon's understand.
    ...(AWS_ENDPOINT_URL_S3 !== undefined && { forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
}
