/** The videos of finished jobs. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound, Problem } from "../http/problem.ts";
import type { JobVideo } from "../jobs/job.ts";
import type { Service } from "../service.ts";
import { readRange } from "./range.ts";

type WithVideo = { Params: { job: string; video: string } };

/** `GET` and `HEAD` of a video, whole or in part, until it expires. */
export function addMedia(app: FastifyInstance, service: Service): void {
  app.route<WithVideo>({
    method: ["GET", "HEAD"],
    url: "/emulator/media/:job/:video",
    handler: (request, reply) => sendVideo(findVideo(service, request.params), request, reply),
  });
}

function findVideo(
  { jobs, clock }: Service,
  { job: id, video: name }: WithVideo["Params"],
): JobVideo {
  const index = Number(/^([1-9]\d{0,5})\.mp4$/.exec(name)?.[1]) - 1;
  const video = jobs.get(id)?.videos?.[index];
  if (!video?.file) throw notFound("There is no such video.");
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

async function sendVideo(
  { file = "", expiresAtMs }: JobVideo,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { size, mtimeMs } = await stat(file);
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
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
  return reply.send(createReadStream(file, { start, end }));
}
