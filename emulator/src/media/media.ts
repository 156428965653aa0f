/** The videos of finished jobs. */
import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import {
  type Content,
  deliver,
  type Delivery,
  injectBeforeBody,
  injectBeforeWork,
} from "../faults/inject.ts";
import { notFound, Problem, problemMediaType, toProblem } from "../http/problem.ts";
import type { Router } from "../http/router.ts";
import { isRendered, type JobVideo } from "../jobs/job.ts";
import type { EmulatorParts } from "../parts.ts";
import { readRange } from "./range.ts";
import { labelledClip } from "./stub-clip.ts";

/** `GET` and `HEAD` of a video, whole or in part, until it expires. */
export function addMedia(router: Router, parts: EmulatorParts): void {
  router.on(["GET", "HEAD"], "/emulator/media/:job/:video", (request, response, parameters) => {
    const { requests: log, faults, clock } = parts;
    const record = log.add(request, "downloadVideo", clock.now());
    const fault = faults.take("downloadVideo");
    if (fault) record.fault = fault.effect;
    const delivery: Delivery = { request, response, log, record, fault, headers: {}, latencyMs: 0 };
    const { job = "", video = "" } = parameters;
    serveVideo(parts, delivery, job, video).catch((error: Error) =>
      refuse(delivery, toProblem(error)),
    );
  });
}

async function serveVideo(
  parts: EmulatorParts,
  delivery: Delivery,
  jobId: string,
  name: string,
): Promise<void> {
  if (injectBeforeBody(delivery) || (await injectBeforeWork(delivery))) return;
  const video = findVideo(parts, jobId, name);
  await sendFile(delivery, await openFile(parts, jobId, video), video);
}

function refuse(delivery: Delivery, problem: Problem): Promise<void> | void {
  if (delivery.response.headersSent) return void delivery.response.destroy();
  delivery.record.reason = problem.message;
  Object.assign(delivery.headers, problem.toHeaders(), { "content-type": problemMediaType });
  return deliver(delivery, problem.status, JSON.stringify(problem.toBody()));
}

function findVideo({ jobs, clock }: EmulatorParts, id: string, name: string): JobVideo {
  const [, number, ending] = /^([1-9]\d{0,5})\.(mp4|jpg)$/.exec(name) ?? [];
  const made = jobs.get(id)?.videos?.[Number(number) - 1];
  const video = ending === "jpg" ? posterOf(made) : made;
  if (!video || !isRendered(video)) throw notFound("There is no such video.");
  if (clock.now() >= video.expiresAtMs) {
    const expired = new Date(video.expiresAtMs).toISOString();
    throw new Problem({
      code: "gone",
      detail: `This video expired at ${expired}.`,
    });
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
  read(start: number, end: number): Readable;
}

async function openFile(
  { folders }: EmulatorParts,
  job: string,
  { clip, file = "", row }: JobVideo,
): Promise<File> {
  if (clip === undefined) {
    const path = folders.toPath(file);
    const { size, mtimeMs } = await stat(path).catch(() => {
      throw notFound("The file of this video has been removed.");
    });
    const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
    const type = path.endsWith(".jpg") ? "image/jpeg" : "video/mp4";
    return { type, size, etag, read: (start, end) => createReadStream(path, { start, end }) };
  }
  const bytes = await labelledClip(clip, { job_id: job, ...(row !== undefined && { row }) });
  const etag = `"${hash("sha256", bytes).slice(0, 32)}"`;
  const read = (start: number, end: number) => Readable.from([bytes.subarray(start, end + 1)]);
  return { type: "video/mp4", size: bytes.length, etag, read };
}

function sendFile(
  delivery: Delivery,
  { type, size, etag, read }: File,
  { expiresAtMs }: JobVideo,
): Promise<void> | void {
  const { request, headers } = delivery;
  Object.assign(headers, {
    "accept-ranges": "bytes",
    "cache-control": "private",
    expires: new Date(expiresAtMs).toUTCString(),
    etag,
  });
  if (namesVersion(request, "if-none-match", etag)) return deliver(delivery, 304);
  // A part of another version of the file would not fit to what the client has.
  const isSameVersion =
    request.headers["if-range"] === undefined || namesVersion(request, "if-range", etag);
  const range = isSameVersion ? readRange(request.headers.range, size) : "whole";
  if (range === "unsatisfiable") {
    headers["content-range"] = `bytes */${size}`;
    return deliver(delivery, 416);
  }
  const { start, end } = range === "whole" ? { start: 0, end: size - 1 } : range;
  headers["content-type"] = type;
  if (range !== "whole") headers["content-range"] = `bytes ${start}-${end}/${size}`;
  const content: Content = {
    length: end - start + 1,
    open: (length) => read(start, start + length - 1),
  };
  return deliver(delivery, range === "whole" ? 200 : 206, content);
}

/** RFC 9110, 13.1.2: a list of versions, or a star for any. */
function namesVersion(
  { headers }: IncomingMessage,
  name: "if-none-match" | "if-range",
  etag: string,
): boolean {
  const tags = String(headers[name] ?? "").split(",");
  return tags.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}
