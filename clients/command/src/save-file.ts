/** Saves one download: written beside its name, resumed where it broke off, and never over a file that is there. */
import { constants } from "node:fs";
import {
  type FileHandle,
  link,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { type Download, download, type DownloadOptions } from "../../typescript/src/index.ts";
import { CommandError } from "./errors.ts";
import { exitCodes } from "./exit-codes.ts";

export interface SaveOptions {
  folder: string;
  /** Gives the name once the content is known. */
  nameOf(contentType: string | undefined): string;
  isForced: boolean;
  options: DownloadOptions;
}

export interface SavedFile {
  path: string;
  bytes: number;
  /** Whether it was there, in the same size. */
  wasThere: boolean;
}

/** @throws {CommandError} for a file that is there and differs, or cannot be written, and errors of the client */
export async function saveFile(address: string, save: SaveOptions): Promise<SavedFile> {
  // Named before the content is known: an earlier attempt has to be found again.
  const draft = join(save.folder, `${save.nameOf(undefined)}.part`);
  const started = await findStarted(draft);
  try {
    return await write(address, draft, save, started);
  } catch (error) {
    // What is there is of another content: begin again.
    if (started && isOtherContent(error)) return write(address, draft, save, undefined);
    throw error;
  }
}

interface Started {
  offset: number;
  etag: string;
}

async function write(
  address: string,
  draft: string,
  { folder, nameOf, isForced, options }: SaveOptions,
  started: Started | undefined,
): Promise<SavedFile> {
  const content = await download(address, { ...options, ...(started && { resume: started }) });
  const path = join(folder, nameOf(content.contentType));
  const present = isForced ? undefined : await sizeOf(path);
  if (present !== undefined) {
    await content.body.cancel();
    if (present === content.size) return { path, bytes: present, wasThere: true };
    throw fileError(`${path} is there already, and differs. --force overwrites it.`);
  }
  const bytes = await inFileSystem(draft, () => fill(draft, content, started));
  await inFileSystem(path, () => publish(draft, path, isForced));
  return { path, bytes, wasThere: false };
}

async function fill(
  draft: string,
  content: Download,
  started: Started | undefined,
): Promise<number> {
  const { body, etag } = content;
  // Never through a link that somebody has put there.
  const how = started
    ? constants.O_WRONLY
    : constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
  let offset = started?.offset ?? 0;
  await rm(noteOf(draft), { force: true });
  await using file: FileHandle = await open(draft, how | constants.O_NOFOLLOW, 0o644);
  if (etag) await writeFile(noteOf(draft), JSON.stringify({ etag }), { flag: "wx" });
  // Streams of Node can be iterated; the types of browsers do not know it.
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    // A disk that is nearly full takes less than it was given.
    for (let start = 0; start < part.length;) {
      const { bytesWritten } = await file.write(part, start, part.length - start, offset);
      start += bytesWritten;
      offset += bytesWritten;
    }
  }
  await file.truncate(offset);
  await file.sync();
  return offset;
}

async function publish(draft: string, path: string, isForced: boolean): Promise<void> {
  if (isForced) await rename(draft, path);
  else {
    // Fails if the file has come to be there meanwhile, which renaming would not.
    await link(draft, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw error;
      // A file system without links.
      await (await open(path, "wx")).close();
      await rename(draft, path);
    });
    await rm(draft, { force: true });
  }
  await rm(noteOf(draft), { force: true });
}

/** What the content of the draft is called. */
const noteOf = (draft: string) => `${draft}.json`;

async function findStarted(draft: string): Promise<Started | undefined> {
  const offset = await sizeOf(draft);
  if (!offset) return undefined;
  try {
    const { etag } = JSON.parse(await readFile(noteOf(draft), "utf8")) as { etag?: unknown };
    return typeof etag === "string" && etag.startsWith('"') ? { offset, etag } : undefined;
  } catch {
    return undefined;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

function isOtherContent(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidResponseError";
}

/** Errors of the file system name the file and what to do; others pass. */
async function inFileSystem<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw fileError(`${path} is there already. --force overwrites it.`);
    if (code === undefined || syscall === undefined) throw error;
    throw fileError(`${path} cannot be written: ${code}. What has come is kept; run it again.`);
  }
}

function fileError(message: string): CommandError {
  return new CommandError("download", exitCodes.downloads, message);
}
