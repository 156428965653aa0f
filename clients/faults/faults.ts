/** The scenarios as servers that play them. */
import { setInterval } from "node:timers";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type FaultServerOptions, sendJson } from "./fault-server.ts";
import type { Kind } from "./drivers.ts";
import {
  endedStatus,
  type PaddedResponse,
  type PlainResponse,
  type PlannedResponse,
  type RawResponse,
  type Scenario,
} from "./scenarios.ts";

/** What stands for the placeholders of a scenario. */
export interface Run {
  /** Where redirects lead. */
  elsewhere: string;
  token: string;
  kind: Kind;
  /** The origin of the server itself. */
  here?: string;
}

/** A job as the status endpoint gives it. */
export const hpJob = {
  job_type: "hp_job",
  job_id: "job-1",
  status: "rendering",
  project_name: "Welcome videos",
  output: {},
};

/** What begins as an MP4 file does. */
const video = Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom");

const dripMs = 100;

/** The server that plays a scenario; `undefined` when nobody listens. */
export function serverOf(scenario: Scenario, run: Run): FaultServerOptions | undefined {
  const { connection, responses = [] } = scenario;
  if (connection === "refused" || connection === "unreachable") return undefined;
  return {
    tls: connection === "tls",
    onConnection(socket) {
      if (connection === "reset") socket.resetAndDestroy();
      if (connection === "reset-at-data" || connection === "tls-reset")
        socket.prependOnceListener("data", () => socket.resetAndDestroy());
      if (connection === "tls-closed") socket.prependOnceListener("data", () => socket.destroy());
    },
    respond(response, count) {
      const planned = responses[Math.min(count, responses.length) - 1];
      const here = `http://${response.req.headers.host}`;
      if (planned) play(planned, response, { ...run, here });
    },
  };
}

function play(planned: PlannedResponse, response: ServerResponse, run: Run): void {
  const job = run.kind === "wait" ? { ...hpJob, status: endedStatus } : hpJob;
  if (planned === "job") return sendJson(response, job);
  if (planned === "job-on-a-new-connection") {
    // All that was read on it is of this request.
    const isNew = response.socket!.bytesWritten === 0;
    return isNew ? sendJson(response, job) : void response.socket!.destroy();
  }
  if (planned === "video") {
    return void response.writeHead(200, { "content-type": "video/mp4" }).end(video);
  }
  if (planned === "reset") return void response.socket?.resetAndDestroy();
  if ("raw" in planned) return sendRaw(planned, response, filled(planned.raw, run, job));
  if ("padding" in planned) return sendPadded(planned, response, job);
  send(planned, response, run);
}

/** Writes bytes past the HTTP server, and ends the connection if it is to end. */
function sendRaw({ stays, drips }: RawResponse, { socket }: ServerResponse, text: string): void {
  const [head = "", ...body] = text.split(/\n\n/);
  const bytes = [head.replaceAll("\n", "\r\n"), ...body].join("\r\n\r\n");
  socket?.write(Buffer.from(bytes, "latin1"));
  if (drips) {
    const timer = setInterval(() => socket?.write(" "), dripMs);
    socket?.once("close", () => clearInterval(timer));
  } else if (!stays) socket?.end();
}

/** The job, with spaces after it, which are a thousandth of their size on the way. */
function sendPadded(
  { padding, isPackedTwice }: PaddedResponse,
  response: ServerResponse,
  job: object,
): void {
  const coding = isPackedTwice ? "gzip, gzip" : "gzip";
  response.writeHead(200, { "content-type": "application/json", "content-encoding": coding });
  const gzip = createGzip({ level: 1 });
  if (isPackedTwice) gzip.pipe(createGzip({ level: 1 })).pipe(response);
  else gzip.pipe(response);
  gzip.on("error", () => {});
  response.once("close", () => gzip.destroy());
  const part = Buffer.alloc(1_000_000, " ");
  const parts = Array.from({ length: Math.ceil(padding / part.length) }, () => part);
  Readable.from([Buffer.from(JSON.stringify(job)), ...parts]).pipe(gzip);
}

function send(
  { status = 200, headers = {}, text, json }: PlainResponse,
  response: ServerResponse,
  run: Run,
): void {
  const type = json === undefined ? {} : { "content-type": "application/json" };
  const body = text ?? (json === undefined ? "" : JSON.stringify(json));
  const filledHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) filledHeaders[name] = filled(value, run);
  response.writeHead(status, { ...type, ...filledHeaders }).end(filled(body, run));
}

function filled(text: string, { elsewhere, here, token }: Run, job: object = hpJob): string {
  const body = JSON.stringify(job);
  const known = new Map([
    ...Object.entries({ elsewhere, here, token, job: body, length: `${body.length}` }),
    // As JSON may write it, and as Java does.
    ["escaped token", token.replaceAll("/", "\\/").replaceAll("+", "\\u002B")],
  ]);
  return text
    .replace(/<([a-z ]+)>/g, (whole, name: string) => known.get(name) ?? whole)
    .replace(/<(\d+) times (.+?)>/gs, (_, count: string, what: string) => what.repeat(+count))
    .replace(/<date\+(\d+)>/g, (_, seconds: string) =>
      new Date(Date.now() + Number(seconds) * 1000).toUTCString(),
    );
}
