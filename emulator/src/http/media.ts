/** The videos of finished jobs, whole or in part, until they expire. */
import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { JobFolders } from "../jobs/folders.ts";
import { isRendered, type JobVideo } from "../jobs/job.ts";
import type { EmulatorParts } from "../parts.ts";
import { labelOf } from "../service/present.ts";
import type { Answer } from "./answer.ts";
import type { Route } from "./pipeline.ts";
import { notFound, Problem } from "./problem.ts";

export function mediaRoute(parts: EmulatorParts): Route {
  return {
    method: "GET",
    path: "/emulator/media/:job/:video",
    target: "downloadVideo",
    async do({ request, parameters: { job = "", video: name = "" } }) {
      const video = findVideo(parts, job, name);
      return answerWith(request, await openFile(parts.folders, job, video), video);
    },
  };
}

function findVideo({ jobs, clock }: EmulatorParts, id: string, name: string): JobVideo {
  const [, number, ending] = /^([1-9]\d{0,5})\.(mp4|jpg)$/.exec(name) ?? [];
  const made = jobs.get(id)?.videos[Number(number) - 1];
  const video = ending === "jpg" ? posterOf(made) : made;
  if (!video || !isRendered(video)) throw notFound("There is no such video.");
  if (clock.now() >= video.expiresAtMs) {
    const expired = new Date(video.expiresAtMs).toISOString();
    throw new Problem("gone", `This video expired at ${expired}.`);
  }
  return video;
}

/** The picture of a video, as if it were the video: it is served in the same way, and for as long. */
function posterOf(video: JobVideo | undefined): JobVideo | undefined {
  return video?.poster === undefined ? undefined : { ...video, file: video.poster };
}

interface File {
  type: string;
  size: number;
  etag: string;
  /** The first and the last byte are both included. */
  read(start: number, end: number): Readable;
}

async function openFile(
  folders: JobFolders,
  job: string,
  { clip, file = "", row }: JobVideo,
): Promise<File> {
  if (clip !== undefined) {
    const bytes = await labelledClip(labelOf(job, row));
    const etag = `"${hash("sha256", bytes).slice(0, 32)}"`;
    const read = (start: number, end: number) => Readable.from([bytes.subarray(start, end + 1)]);
    return { type: "video/mp4", size: bytes.length, etag, read };
  }
  const path = folders.toPath(file);
  const { size, mtimeMs } = await stat(path).catch(() => {
    throw notFound("The file of this video has been removed.");
  });
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  const type = path.endsWith(".jpg") ? "image/jpeg" : "video/mp4";
  return { type, size, etag, read: (start, end) => createReadStream(path, { start, end }) };
}

/** Stands for every video while nothing is rendered. */
const stillClip = new URL("../../assets/clip.mp4", import.meta.url);

/** Marks the box as ours; a box of this type may hold anything, and players pass over it. ISO/IEC 14496-12, 11.1. */
const boxId = Buffer.from("9d1f6c1e5b0a4d3e8a5746f1c2b7e039", "hex");

/**
 * A clip that says at its end whose video it stands for: a box with JSON. So two videos are never the same file, and a program that
 * takes one for the other can be found out.
 */
async function labelledClip(label: object): Promise<Buffer> {
  const text = Buffer.from(JSON.stringify(label));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + boxId.length + text.length);
  const clip = await readFile(stillClip);
  return Buffer.concat([clip, length, Buffer.from("uuid"), boxId, text]);
}

/** Conditions come in the order of RFC 9110, 13.2.2. */
function answerWith(
  { method, headers: asked }: IncomingMessage,
  { type, size, etag, read }: File,
  { expiresAtMs }: JobVideo,
): Answer {
  const headers: Record<string, string> = {
    "accept-ranges": "bytes",
    "cache-control": "private",
    expires: new Date(expiresAtMs).toUTCString(),
    etag,
  };
  if (asked["if-match"] !== undefined && !names(asked["if-match"], etag))
    throw new Problem(
      "precondition_failed",
      `The video is another version than the one that If-Match asks for: ${etag}.`,
      { headers: { etag } },
    );
  if (names(asked["if-none-match"]?.replaceAll("W/", ""), etag)) return { status: 304, headers };
  // A part of another version of the file would not fit to what the client has. A date, and a weak version, fit none.
  const isSameVersion = [undefined, etag].includes(asked["if-range"] as string | undefined);
  const range = isSameVersion && method === "GET" ? readRange(asked.range, size) : undefined;
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range && start > end)
    return { status: 416, headers: { ...headers, "content-range": `bytes */${size}` } };
  if (range) headers["content-range"] = `bytes ${start}-${end}/${size}`;
  const content = {
    length: end - start + 1,
    open: (length: number) => read(start, start + length - 1),
  };
  return { status: range ? 206 : 200, headers, mediaType: type, content };
}

/** True when a list of versions has one, or is a star. A weak version is not it. RFC 9110, 8.8.3.2. */
function names(list: string | undefined, etag: string): boolean {
  return (list ?? "").split(",").some((tag) => ["*", etag].includes(tag.trim()));
}

/**
 * The part that a request asks for; its first and last byte are both included. Several parts at once, other units and what is no range
 * at all are answered with the whole, as RFC 9110, section 14, allows.
 */
function readRange(header: string | undefined, size: number) {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== "" && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: Math.min(Number(last || size), size - 1) };
}
