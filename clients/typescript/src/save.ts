/** Saves the videos of a job as files, in Node and what runs its modules: the entry `./save`. */
import { createHash, randomUUID } from "node:crypto";
import { lstat, open, rename, rm } from "node:fs/promises";
import { BlockList, isIP } from "node:net";
import { join } from "node:path";
import {
  downloadDeadlineMs,
  fileEndings,
  maxDownloads,
  maxExcerptLength,
  refusedNetworks,
} from "../../../generated/policy.ts";
import { makeFolder } from "../../../scripts/support/make-folder.ts";
import { redactor } from "../../redactor.ts";
import { addressesIn, download, type DownloadOptions } from "./download.ts";
import { AbortError } from "./errors.ts";
import { readToken, refuse } from "./options.ts";
import { looksLikeFailure, saysFailure } from "./status.ts";

export { looksLikeFailure, makeFolder, saysFailure };

/** Settings of {@link saveVideos}. Limits are those of each file. */
export interface SaveOptions extends DownloadOptions {
  /**
   * Overwrites files that are there.
   *
   * @default false
   */
  force?: boolean | undefined;
  /** Called when a file begins, and whenever bytes of it have come. */
  onProgress?: ((progress: SaveProgress) => void) | undefined;
}

export interface SaveProgress {
  url: string;
  /** Which file it is, from 1. */
  file: number;
  /** How many files there are. */
  files: number;
  /** How many bytes of it are there. */
  bytes: number;
  /** Its size in bytes, if the server told it. */
  size: number | undefined;
}

/** A file that is whole. */
export interface SavedFile {
  url: string;
  row: number;
  path: string;
  bytes: number;
  /** Whether it was there before, in the same size. */
  wasThere: boolean;
}

/** An address that could not be saved. */
export interface FailedFile {
  url: string;
  row: number;
  error: Error;
}

/** Not everything could be saved. What could be is kept; calling again goes on. */
export class SaveError extends Error {
  override readonly name = "SaveError";
  /** The files that are whole. */
  readonly saved: readonly SavedFile[];
  /** What is missing, and why; empty if it is the folder, the output or the status that is wrong. */
  readonly failed: readonly FailedFile[];

  constructor(message: string, saved: SavedFile[] = [], failed: FailedFile[] = []) {
    super(message);
    this.saved = saved;
    this.failed = failed;
  }
}

/**
 * Saves every address in the output of a job as `<job>-<row>.<ending>`. A file is written beside its
 * name, and renamed when it is whole. One that is there in the same size is left alone, so that
 * another call saves what is missing.
 *
 * The token goes to the origin of `baseUrl` alone, and plain `http` to no other.
 *
 * @param job as `getHpJob` or a wait returns it
 * @param folder is made if it is not there
 * @throws {TypeError} for an invalid option
 * @throws {SaveError} after all files were tried, if one is missing, is no video, or if the status says
 *   that the job failed
 * @throws {AbortError} when the signal was aborted
 * @example
 * ```ts
 * const done = await client.waitForHpJob(job.job_id);
 * const files = await saveVideos(done, "videos", { baseUrl, token });
 * ```
 */
export async function saveVideos(
  job: { job_id: string; status?: unknown; output?: unknown },
  folder: string,
  options: SaveOptions = {},
): Promise<SavedFile[]> {
  if (typeof job?.job_id !== "string") refuse("job.job_id", "text");
  const addresses = addressesIn(job.output);
  const failure = await failureOf(job, options);
  if (addresses.length === 0 || addresses.length > maxDownloads) {
    const count = `${addresses.length} addresses: 1 to ${maxDownloads} can be saved`;
    throw new SaveError(`${failure}The output of ${job.job_id} has ${count}.`);
  }
  await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
    throw new SaveError(`The folder ${folder} cannot be made: ${error.code}.`);
  });
  const saved: SavedFile[] = [];
  const failed: FailedFile[] = [];
  const names = new Map<number, number>();
  for (const [index, { url, row }] of addresses.entries()) {
    const earlier = names.get(row) ?? 0;
    names.set(row, earlier + 1);
    const name = `${safeName(job.job_id)}-${row}${earlier ? `_${earlier + 1}` : ""}`;
    const onBytes = (bytes: number, size: number | undefined) =>
      options.onProgress?.({ url, file: index + 1, files: addresses.length, bytes, size });
    try {
      saved.push({ url, row, ...(await saveFile(url, join(folder, name), options, onBytes)) });
    } catch (error) {
      const isOfFile = error instanceof Error && !(error instanceof TypeError);
      if (!isOfFile || error instanceof AbortError) throw error;
      failed.push({ url, row, error });
    }
  }
  const [first] = failed;
  if (!first && !failure) return saved;
  const count = `${failed.length} of ${addresses.length} files are missing`;
  throw new SaveError(
    `${failure}${count}${first ? `: ${first.error.message}` : "."}`,
    saved,
    failed,
  );
}

/** What a status says that means a failure, with a part of the output. */
async function failureOf(
  { job_id: id, status, output }: { job_id: string; status?: unknown; output?: unknown },
  { token = "" }: SaveOptions,
): Promise<string> {
  if (!saysFailure(status)) return "";
  let shown = "";
  try {
    shown = JSON.stringify(output);
  } catch {
    // It is nested too deep.
  }
  const redact = redactor(token && (await readToken(token)));
  return (
    redact(`The status of ${id} is "${String(status)}": ${shown}`).slice(0, maxExcerptLength) + ". "
  );
}

/** The rule of browsers for what is no binary file; see `outputs.yaml`. */
// oxlint-disable-next-line no-control-regex -- these are the bytes that no text has
const isText = /^(?:\xff\xfe|\xfe\xff|[^\0-\x08\x0b\x0e-\x1a\x1c-\x1f]*$)/;

type File = Pick<SavedFile, "path" | "bytes" | "wasThere">;

/** @param base path without the ending, which only the response may tell */
async function saveFile(
  url: string,
  base: string,
  options: SaveOptions,
  onBytes: (bytes: number, size: number | undefined) => void,
): Promise<File> {
  onBytes(0, undefined);
  const send = options.fetch ?? fetch;
  const content = await download(url, {
    ...options,
    deadlineMs: options.deadlineMs ?? downloadDeadlineMs,
    // Each step of a redirect is looked at before it is taken.
    fetch: (target, init) => {
      refuseAddress(target, options);
      return send(target, { ...init, redirect: "manual" });
    },
  });
  const path = base + endingOf(url, content.contentType);
  // The name is new, so that no two processes write one file, and none writes through a link.
  const draft = `${base}.${randomUUID()}.part`;
  let bytes = 0;
  try {
    const earlier = await findPresent(path, content.size, options);
    if (earlier) return earlier;
    const file = await open(draft, "wx+", 0o644);
    try {
      // Iterable in what has `node:fs`, which the types of browsers do not know.
      for await (const part of content.body as unknown as AsyncIterable<Uint8Array>) {
        await file.writeFile(part);
        bytes += part.length;
        onBytes(bytes, content.size);
      }
      await file.sync();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
      if (isText.test(buffer.toString("latin1", 0, bytesRead))) {
        const what = bytes ? "a text, such as a login page or an error" : "nothing";
        throw new Error(`${path} was not saved: what came is no video, but ${what}.`);
      }
    } finally {
      await file.close();
    }
    const meanwhile = await findPresent(path, bytes, options);
    if (meanwhile) return meanwhile;
    await rename(draft, path);
    return { path, bytes, wasThere: false };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // What the file system says of a write names no file.
    throw syscall ? new Error(`${path} cannot be written: ${code}.`, { cause: error }) : error;
  } finally {
    // Whatever has happened, the connection is closed, and what is not whole is of no use later.
    void content.body.cancel().catch(() => {});
    await rm(draft, { force: true });
  }
}

/** The file of a name, if it is there in the same size. @throws if it may not be replaced */
async function findPresent(
  path: string,
  size: number | undefined,
  { force }: SaveOptions,
): Promise<File | undefined> {
  const present = force ? undefined : await lstat(path).catch(() => undefined);
  if (!present) return undefined;
  if (present.size === size) return { path, bytes: size, wasThere: true };
  const differs = size === undefined ? "may differ" : "differs";
  throw new Error(`${path} exists already, and ${differs}. Overwrite it with force.`);
}

/** Plain http would show what is downloaded, and reaches into networks that only this machine sees. */
function refuseAddress(target: string, { baseUrl, allowPlainHttp }: SaveOptions): void {
  const { protocol, origin, hostname } = new URL(target);
  if (baseUrl !== undefined && origin === new URL(baseUrl).origin) return;
  if (isRefused(hostname)) throw new Error(`${hostname} is refused: clouds keep their keys there.`);
  if (protocol === "https:" || allowPlainHttp) return;
  throw new Error(`Plain http is refused: ${origin} is not the origin of baseUrl.`);
}

function isRefused(hostname: string): boolean {
  const networks = new BlockList();
  for (const network of refusedNetworks) {
    const [start = "", length] = network.split("/");
    networks.addSubnet(start, Number(length), `ipv${isIP(start)}` as "ipv4");
  }
  const host = hostname.replace(/^\[|\]$/g, "");
  return isIP(host) > 0 && networks.check(host, `ipv${isIP(host)}` as "ipv4");
}

/** Leaves room for the row, the ending and what is added while it is written; file systems take 255 bytes. */
const maxNameLength = 100;

/** The same text for the same job, and another one for another, also where case does not count. */
function safeName(jobId: string): string {
  // Without a dot it is no name that Windows keeps for devices, no hidden file and no folder above.
  const safe = jobId.replace(/[^\w-]|^-/gu, "_").slice(0, maxNameLength) || "_";
  if (safe === jobId && safe === jobId.toLowerCase()) return safe;
  return `${safe}-${createHash("sha256").update(jobId).digest("hex").slice(0, 8)}`;
}

function endingOf(url: string, contentType = ""): string {
  const [ending = ""] = /\.\w+$/.exec(new URL(url).pathname.toLowerCase()) ?? [];
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  const known = new Map<string, string>(Object.entries(fileEndings));
  return [...known.values()].includes(ending) ? ending : (known.get(type) ?? "");
}
