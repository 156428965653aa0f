/** The videos of finished jobs. */
import { hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound, Problem } from "../http/problem.ts";
import { isRendered, type JobVideo } from "../jobs/job.ts";
import type { Service } from "../service.ts";
import { readRange } from "./range.ts";
import { labelledClip } from "./stub-clip.ts";

type WithVideo = { Params: { job: string; video: string } };

/** `GET` and `HEAD` of a video, whole or in part, until it expires. */
export function addMedia(app: FastifyInstance, service: Service): void {
  app.route<WithVideo>({
    method: ["GET", "HEAD"],
    url: "/emulator/media/:job/:video",
    handler: async (request, reply) => {
      const video = findVideo(service, request.params);
      return sendVideo(
        await openContent(service, request.params.job, video),
        video,
        request,
        reply,
      );
    },
  });
}

function findVideo(
  { jobs, clock }: Service,
  { job: id, video: name }: WithVideo["Params"],
): JobVideo {
  const index = Number(/^([1-9]\d{0,5})\.mp4$/.exec(name)?.[1]) - 1;
  const video = jobs.get(id)?.videos?.[index];
  if (!video || !isRendered(video)) throw notFound("There is no such video.");
  if (clock.now() >= video.expiresAtMs) {
    const expired = new Date(video.expiresAtMs).toISOString();
    throw new Problem({
      status: 410,
      code: "not_found",
      detail: `This video expired at ${expired}.`,
    });
  }
  return video;
}

interface Content {
  size: number;
  etag: string;
  read(start: number, end: number): Readable;
}

async function openContent(
  { folders }: Service,
  job: string,
  { clip, file = "", row }: JobVideo,
): Promise<Content> {
  if (clip === undefined) {
    const path = folders.toPath(file);
    const { size, mtimeMs } = await stat(path);
    const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
    return { size, etag, read: (start, end) => createReadStream(path, { start, end }) };
  }
  const bytes = await labelledClip(clip, { job_id: job, ...(row !== undefined && { row }) });
  const etag = `"${hash("sha256", bytes).slice(0, 32)}"`;
  const read = (start: number, end: number) => Readable.from([bytes.subarray(start, end + 1)]);
  return { size: bytes.length, etag, read };
}

async function sendVideo(
  { size, etag, read }: Content,
  { expiresAtMs }: JobVideo,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({
    "content-type": "video/mp4",
    "accept-ranges": "bytes",
    "cache-control": "private",
    expires: new Date(expiresAtMs).toUTCString(),
    etag,
  });
  // A part of another version of the file would not fit to what the client has.
  const isSameVersion = [undefined, etag].includes(
    request.headers["if-range"] as string | undefined,
  );
  const range = isSameVersion ? readRange(request.headers.range, size) : "whole";
  if (range === "unsatisfiable")
    return reply.code(416).header("content-range", `bytes */${size}`).send();
  const { start, end } = range === "whole" ? { start: 0, end: size - 1 } : range;
  reply.code(range === "whole" ? 200 : 206).header("content-length", end - start + 1);
  if (range !== "whole") reply.header("content-range", `bytes ${start}-${end}/${size}`);
  if (request.method === "HEAD") return reply.send();
  return reply.send(read(start, end));
}
