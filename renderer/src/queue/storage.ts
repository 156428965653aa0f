/** Where workers put files and emulators get them: a folder that all of them reach, or S3. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Disk } from "flydrive";
import { loadOptional } from "./load-optional.ts";

/**
 * @param written `s3://bucket`, `s3://bucket/prefix` or the path of a folder
 * @throws {Error} when nothing can be written there
 */
export async function openStorage(written: string): Promise<Storage> {
  const found = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(written);
  if (!found && /^\w+:\/\//.test(written))
    throw new Error(
      `The storage ${written} cannot be used: it is neither a folder nor S3. Set it to a folder or s3://bucket/prefix.`,
    );
  const [, bucket = "", prefix = ""] = found ?? [];
  const disk = found ? await openBucket(bucket) : await openFolder(resolve(written));
  const storage = new Storage(disk, prefix === "" ? "" : `${prefix}/`);
  await storage.check().catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`The storage ${written} cannot be used: ${reason}`);
  });
  return storage;
}

export class Storage {
  readonly #disk: Disk;
  readonly #prefix: string;

  constructor(disk: Disk, prefix: string) {
    this.#disk = disk;
    this.#prefix = prefix;
  }

  async put(key: string, path: string): Promise<void> {
    // S3 wants to know the length before the first byte.
    const { size } = await stat(path);
    await this.#disk.putStream(this.#prefix + key, createReadStream(path), { contentLength: size });
  }

  has(key: string): Promise<boolean> {
    return this.#disk.exists(this.#prefix + key);
  }

  async get(key: string, path: string): Promise<void> {
    await pipeline(await this.#disk.getStream(this.#prefix + key), createWriteStream(path));
  }

  /** Removes all whose keys begin with `folder/`. */
  removeFolder(folder: string): Promise<void> {
    return this.#disk.deleteAll(`${this.#prefix}${folder}/`);
  }

  /** @throws {Error} when nothing can be written or removed */
  async check(): Promise<void> {
    const key = `${this.#prefix}check-${randomUUID()}`;
    await this.#disk.put(key, "check");
    await this.#disk.delete(key);
  }
}

async function openFolder(location: string): Promise<Disk> {
  const [{ Disk }, { FSDriver }] = await loadOptional(() =>
    Promise.all([import("flydrive"), import("flydrive/drivers/fs")]),
  );
  return new Disk(new FSDriver({ location, visibility: "private" }));
}

/** Region, keys and the address of another server than Amazon's come from the variables that all tools of S3 read. */
async function openBucket(bucket: string): Promise<Disk> {
  const [{ Disk }, { S3Driver }] = await loadOptional(
    () => Promise.all([import("flydrive"), import("flydrive/drivers/s3")]),
    ["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner"],
  );
  const { AWS_ENDPOINT_URL: endpoint, AWS_ENDPOINT_URL_S3: endpointOfS3 = endpoint } = process.env;
  return new Disk(
    new S3Driver({
      ...{ bucket, visibility: "private", supportsACL: false },
      // What servers other than Amazon's understand.
      ...(endpointOfS3 !== undefined && { forcePathStyle: true }),
      requestChecksumCalculation: "WHEN_REQUIRED",
    }),
  );
}
