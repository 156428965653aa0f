/** The scenarios as servers that play them. */
import { setInterval } from "node:timers";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type FaultServerOptions, sendJson } from "./fault-server.ts";
import type { Answer, Kind, PaddedAnswer, PlainAnswer, RawAnswer, Scenario } from "./scenarios.ts";

/** What stands for the placeholders of a scenario. */
export interface Run {
  /** Where redirects lead. */
  elsewhere: string;
  token: string;
  kind: Kind;
}

/** A job as the status endpoint gives it. */
export const hpJob = {
  job_type: "hp_job",
  job_id: "job-1",
  status: "rendering",
  project_name: "Welcome videos",
  output: {},
};

const finished = { status: "finished" };
const dripMs = 100;

/** The server that plays a scenario; `undefined` when nobody listens. */
export function serverOf(scenario: Scenario, run: Run): FaultServerOptions | undefined {
  const { connection, answers = [] } = scenario;
  switch (connection) {
    case "refused":
      return undefined;
    case "tls":
    case "no-tls":
      return { answer: () => {}, tls: connection === "tls" };
    case "reset":
      return { answer: () => {}, onConnection: (socket) => socket.resetAndDestroy() };
    case "reset-at-data":
      return {
        answer: () => {},
        onConnection: (socket) => socket.once("data", () => socket.resetAndDestroy()),
      };
    default:
      return {
        answer: (response, count) => {
          const answer = answers[Math.min(count, answers.length) - 1];
          if (answer) play(answer, response, run);
        },
      };
  }
}

function play(answer: Answer, response: ServerResponse, run: Run): void {
  const job = run.kind === "wait" ? { ...hpJob, ...finished } : hpJob;
  switch (answer) {
    case "job":
      return sendJson(response, job);
    case "hang":
      return;
    case "reset":
      return void response.socket?.resetAndDestroy();
    case "stall":
      response.writeHead(200, { "content-type": "application/json" });
      return void response.write('{"job_id":');
    case "truncate":
      response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
      return void response.write('{"job_id":', () => response.socket?.destroy());
    case "drip-head":
      return drip(response, (text) => response.socket?.write(text), "HTTP/1.1 200 OK\r\nx-drip: ");
    case "drip-body":
      response.writeHead(200, { "content-type": "application/json" });
      return drip(response, (text) => response.write(text), " ");
    case "garbage":
      return void response.socket?.end("\0\x01 this is no HTTP\r\n\r\n");
    case "early-hints":
      return response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () =>
        sendJson(response, job),
      );
    default:
      if ("job" in answer) return sendJson(response, { ...job, ...answer.job });
      if ("raw" in answer) return sendRaw(answer, response, filled(answer.raw, run, job));
      if ("padding" in answer) return sendPadded(answer, response, job);
      if ("deep" in answer) return sendDeep(answer.deep, response, job);
      return send(answer, response, run);
  }
}

/** Writes bytes past the HTTP server, and ends the connection. */
function sendRaw({ stays = false }: RawAnswer, { socket }: ServerResponse, text: string): void {
  const [head = "", ...body] = text.split(/\n\n/);
  const bytes = [head.replaceAll("\n", "\r\n"), ...body].join("\r\n\r\n");
  socket?.write(Buffer.from(bytes, "latin1"));
  if (!stays) socket?.end();
}

/** The job, with spaces after it, which are a thousandth of their size on the way. */
function sendPadded({ padding }: PaddedAnswer, response: ServerResponse, job: object): void {
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const gzip = createGzip({ level: 1 });
  gzip.pipe(response.writeHead(200, headers));
  gzip.on("error", () => {});
  response.once("close", () => gzip.destroy());
  const part = Buffer.alloc(1_000_000, " ");
  const parts = Array.from({ length: Math.ceil(padding / part.length) }, () => part);
  Readable.from([Buffer.from(JSON.stringify(job)), ...parts]).pipe(gzip);
}

function sendDeep(depth: number, response: ServerResponse, job: object): void {
  const [open, close] = ["[".repeat(depth), "]".repeat(depth)];
  const text = JSON.stringify({ ...job, status: "done", output: 0 });
  response.writeHead(200, { "content-type": "application/json" });
  response.end(text.replace('"output":0', `"output":${open}${close}`));
}

function send(
  { status = 200, headers = {}, text, json }: PlainAnswer,
  response: ServerResponse,
  run: Run,
): void {
  const type = json === undefined ? {} : { "content-type": "application/json" };
  const body = text ?? (json === undefined ? "" : JSON.stringify(json));
  const filledHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) filledHeaders[name] = filled(value, run);
  response.writeHead(status, { ...type, ...filledHeaders }).end(filled(body, run));
}

function filled(text: string, { elsewhere, token }: Run, job: object = hpJob): string {
  const body = JSON.stringify(job);
  return (
    text
      .replaceAll("<elsewhere>", elsewhere)
      .replaceAll("<token>", token)
      // As JSON may write it, and as Java does.
      .replaceAll("<escaped token>", token.replaceAll("/", "\\/").replaceAll("+", "\\u002B"))
      .replaceAll("<job>", body)
      .replaceAll("<length>", String(body.length))
      .replace(/<(\d+) times (.+?)>/gs, (_, count: string, repeated: string) =>
        repeated.repeat(Number(count)),
      )
      .replace(/<date\+(\d+)>/g, (_, seconds: string) =>
        new Date(Date.now() + Number(seconds) * 1000).toUTCString(),
      )
  );
}

/** Sends a byte now and then, for as long as somebody reads. */
function drip(response: ServerResponse, write: (text: string) => void, first: string): void {
  write(first);
  const timer = setInterval(() => write(" "), dripMs);
  response.once("close", () => clearInterval(timer));
}
