/** The videos of finished jobs, whole or in part, until they expire. */
import { hash } from "node:crypto";
import { openAsBlob } from "node:fs";
import type { IncomingMessage } from "node:http";
import type { EmulatorParts } from "../pipeline/parts.ts";
import type { Route } from "../pipeline/pipeline.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Reply } from "../http/reply.ts";

export function mediaRoute(parts: EmulatorParts): Route {
  return {
    method: "GET",
    path: "/emulator/media/:job/:video",
    target: "downloadVideo",
    async do({ request, parameters: { job = "", video = "" } }) {
      return replyWith(request, await openFile(parts, job, video));
    },
  };
}

interface File {
  bytes: Blob;
  mediaType: string;
  etag: string;
  expiresAt: Date;
}

async function openFile(
  { jobs, folders, clock }: EmulatorParts,
  id: string,
  name: string,
): Promise<File> {
  const [, number, ending] = /^([1-9]\d{0,5})\.(mp4|jpg)$/.exec(name) ?? [];
  const job = jobs.get(id);
  const video = job?.videos[Number(number) - 1];
  const isPoster = ending === "jpg";
  const file = isPoster ? video?.poster : (video?.file ?? video?.clip);
  if (!job || !video || file === undefined) throw notFound("There is no such video.");
  const expiresAt = new Date(video.expiresAtMs);
  if (clock.now() >= video.expiresAtMs)
    throw new Problem("gone", `This video expired at ${expiresAt.toISOString()}.`);
  const bytes =
    file === video.clip ? await labelledClip(id, video.row) : await openBlob(folders.toPath(file));
  // A job that renders again ends at another time, and after a reset another request may have its identifier.
  const version = hash("sha256", JSON.stringify([id, name, video.expiresAtMs, job.input]));
  const mediaType = isPoster ? "image/jpeg" : "video/mp4";
  return { bytes, mediaType, etag: `"${version.slice(0, 32)}"`, expiresAt };
}

async function openBlob(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch {
    throw notFound("The file of this video has been removed.");
  }
}

/** Stands for every video while nothing is rendered. */
const stillClip = new URL("../../assets/clip.mp4", import.meta.url);

/** Marks the box as ours; a box of this type may hold anything, and players pass over it. ISO/IEC 14496-12, 11.1. */
const boxId = Buffer.from("9d1f6c1e5b0a4d3e8a5746f1c2b7e039", "hex");

/**
 * A clip that says at its end whose video it stands for: a box with JSON. So two videos are never the same file, and a program that
 * takes one for the other can be found out.
 */
async function labelledClip(jobId: string, row: number | undefined): Promise<Blob> {
  const label = Buffer.from(JSON.stringify({ job_id: jobId, row }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + boxId.length + label.length);
  return new Blob([await openAsBlob(stillClip), length, "uuid", boxId, label]);
}

function replyWith(
  { method, headers: asked }: IncomingMessage,
  { bytes, mediaType, etag, expiresAt }: File,
): Reply {
  const headers: Record<string, string> = {
    "accept-ranges": "bytes",
    "cache-control": "private",
    expires: expiresAt.toUTCString(),
    etag,
  };
  // A part of another version of the file would not fit to what the client has. A date, and a weak version, fit none.
  const isSameVersion = [undefined, etag].includes(asked["if-range"] as string | undefined);
  const range = isSameVersion && method === "GET" ? readRange(asked.range, bytes.size) : undefined;
  if (!range) return { status: 200, headers, mediaType, body: bytes };
  const { start, end } = range;
  const isEmpty = start > end;
  headers["content-range"] = `bytes ${isEmpty ? "*" : `${start}-${end}`}/${bytes.size}`;
  if (isEmpty) return { status: 416, headers };
  return { status: 206, headers, mediaType, body: bytes.slice(start, end + 1) };
}

/**
 * The part that a request asks for; its first and last byte are both included. Several parts at once, other units and what is no range
 * at all get the whole, as RFC 9110, section 14, allows.
 */
function readRange(header: string | undefined, size: number) {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return { start: Math.max(0, size - Number(last)), end: size - 1 };
  if (last !== "" && Number(last) < Number(first)) return undefined;
  return { start: Number(first), end: Math.min(Number(last || size), size - 1) };
}
