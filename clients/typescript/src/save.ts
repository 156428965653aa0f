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
import {
  addressesIn,
  beginDownload,
  type DownloadOptions,
  isFetchable,
  type OutputAddress,
} from "./download.ts";
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
  /**
   * Says which addresses are wanted. It changes no name of a file.
   *
   * @default () => true
   */
  filter?: ((address: OutputAddress) => boolean) | undefined;
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

/** An address that was not saved, and why. */
export interface FailedFile {
  url: string;
  row: number;
  error: Error;
}

export interface SaveResult {
  /** The files that are whole. */
  saved: SavedFile[];
  /** What nothing calls a video and is none, such as captions or a page to share. */
  leftOut: FailedFile[];
}

/** Not everything could be saved. What could be is kept; calling again goes on. */
export class SaveError extends Error {
  override readonly name = "SaveError";
  /** As in a {@link SaveResult}. */
  readonly saved: readonly SavedFile[];
  readonly leftOut: readonly FailedFile[];
  /** What is missing, and why; empty if it is the folder, the output or the status that is wrong. */
  readonly failed: readonly FailedFile[];

  constructor(message: string, result?: SaveResult, failed: FailedFile[] = []) {
    super(message);
    this.saved = result?.saved ?? [];
    this.leftOut = result?.leftOut ?? [];
    this.failed = failed;
  }
}

/**
 * Saves every address in the output of a job as `<job>-<row>.<ending>`. A file is written beside its
 * name, and renamed when it is whole. One that is there in the same size is left alone, so that
 * another call saves what is missing.
 *
 * Captions and pages beside a video are left out. The token and the headers go to the origin of
 * `baseUrl` alone, and plain `http` to no other.
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
 * const { saved, leftOut } = await saveVideos(done, "videos", { baseUrl, token });
 * ```
 */
export async function saveVideos(
  job: { job_id: string; status?: unknown; output?: unknown },
  folder: string,
  options: SaveOptions = {},
): Promise<SaveResult> {
  if (typeof job?.job_id !== "string") refuse("job.job_id", "text");
  const { filter = () => true } = options;
  const addresses = nameFiles(job).filter(filter);
  const failure = await failureOf(job, options);
  if (addresses.length === 0 || addresses.length > maxDownloads) {
    const which = options.filter ? " that the filter takes" : "";
    const count = `${addresses.length} addresses${which}: 1 to ${maxDownloads} can be saved`;
    throw new SaveError(`${failure}The output of ${job.job_id} has ${count}.`);
  }
  await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
    throw new SaveError(`The folder ${folder} cannot be made: ${error.code}.`);
  });
  const result: SaveResult = { saved: [], leftOut: [] };
  const failed: FailedFile[] = [];
  for (const [index, { url, row, name }] of addresses.entries()) {
    const onBytes = (bytes: number, size: number | undefined) =>
      options.onProgress?.({ url, file: index + 1, files: addresses.length, bytes, size });
    try {
      const file = await saveFile(url, join(folder, name), options, onBytes);
      result.saved.push({ url, row, ...file });
    } catch (error) {
      const isOfFile = error instanceof Error && !(error instanceof TypeError);
      if (!isOfFile || error instanceof AbortError) throw error;
      const list = error instanceof PlainTextError ? result.leftOut : failed;
      list.push({ url, row, error });
    }
  }
  // Nothing but texts are no captions beside a video.
  if (result.saved.length === 0) failed.push(...result.leftOut.splice(0));
  const [first] = failed;
  if (!first && !failure) return result;
  const count = `${failed.length} of ${addresses.length} files are missing`;
  const reason = first ? `: ${first.error.message}` : ".";
  throw new SaveError(`${failure}${count}${reason}`, result, failed);
}

/** The addresses of a job, each with the name of its file but for the ending, which only the response may tell. */
function nameFiles({ job_id, output }: { job_id: string; output?: unknown }) {
  const counts = new Map<number, number>();
  return addressesIn(output).map((address) => {
    const count = (counts.get(address.row) ?? 0) + 1;
    counts.set(address.row, count);
    const name = `${safeName(job_id)}-${address.row}${count > 1 ? `_${count}` : ""}`;
    return { ...address, name };
  });
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

/** A text that neither its address nor its content type calls a video. */
class PlainTextError extends Error {}

type File = Pick<SavedFile, "path" | "bytes" | "wasThere">;

/**
 * @param base path without the ending
 * @throws {PlainTextError}
 */
async function saveFile(
  url: string,
  base: string,
  options: SaveOptions,
  onBytes: (bytes: number, size: number | undefined) => void,
): Promise<File> {
  onBytes(0, undefined);
  // A caller's mistake would end the whole; this is the server's.
  if (!isFetchable(new URL(url))) throw new Error("The address has a login, and is not asked.");
  const limits = { ...options, deadlineMs: options.deadlineMs ?? downloadDeadlineMs };
  const content = await beginDownload(url, limits, (step) => refuseAddress(step, options));
  const ending = endingOf(new URL(url), content.contentType);
  const path = base + ending;
  // The name is new, so that no two processes write one file, and none writes through a link.
  const draft = `${base}.${randomUUID()}.part`;
  let bytes = 0;
  try {
    const earlier = await findPresent(path, content.size, options);
    if (earlier) return earlier;
    const file = await open(draft, "wx+");
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
        const text = "what came is no video, but a text, such as a login page or an error";
        const message = `${path} was not saved: ${bytes ? text : "nothing came"}.`;
        throw bytes && !ending ? new PlainTextError(message) : new Error(message);
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
  throw new Error(`Plain http is refused: ${origin}/ is not of the origin of baseUrl.`);
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

/** The ending of the path, else that of the content type, else that of the first value of the query that has one; or none. */
function endingOf({ pathname, searchParams }: URL, contentType = ""): string {
  const known = new Map<string, string>(Object.entries(fileEndings));
  const findEnding = (name: string) =>
    [...known.values()].find((ending) => ending === /\.\w+$/.exec(name.toLowerCase())?.[0]);
  const type = contentType.split(";")[0]!.trim().toLowerCase();
  const inQuery = [...searchParams.values()].map(findEnding).find(Boolean);
  return findEnding(pathname) ?? known.get(type) ?? inQuery ?? "";
}
