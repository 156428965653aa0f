/** The scenarios as servers that play them. */
import { setInterval } from "node:timers";
import type { ServerResponse } from "node:http";
import { type FaultServerOptions, sendJson } from "./fault-server.ts";
import { type Answer, type Kind, type Scenario, scenarios } from "./scenarios.ts";

export interface Fault {
  /** What goes wrong, in a few words. */
  name: string;
  /** What the server does; `undefined` when nobody listens. */
  server: FaultServerOptions | undefined;
  /** When the caller aborts, after the server has the first request. */
  abortAfterMs?: number;
}

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

/** The scenarios for clients that make one call in each, and know no limit of a whole call. */
export function listFaults(run: Run): Fault[] {
  return scenarios
    .filter(({ warmUp, deadline, ...expected }) => expected[run.kind] && !warmUp && !deadline)
    .map((scenario) => ({
      name: scenario.name,
      server: serverOf(scenario, run),
      ...(scenario.cancelAfter && { abortAfterMs: scenario.cancelAfter * 1000 }),
    }));
}

/** The server that plays a scenario; `undefined` when nobody listens. */
export function serverOf(scenario: Scenario, run: Run): FaultServerOptions | undefined {
  const { connection, answers = [] } = scenario;
  switch (connection) {
    case "refused":
      return undefined;
    case "tls":
      return { answer: () => {}, tls: true };
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
      return send(answer, response, run);
  }
}

function send(
  { status = 200, headers = {}, text, json }: Exclude<Answer, string | { job: unknown }>,
  response: ServerResponse,
  run: Run,
): void {
  const type = json === undefined ? {} : { "content-type": "application/json" };
  const body = text ?? (json === undefined ? "" : JSON.stringify(json));
  const values = Object.entries(headers).map(([name, value]) => [name, filled(value, run)]);
  response.writeHead(status, { ...type, ...Object.fromEntries(values) }).end(filled(body, run));
}

function filled(text: string, { elsewhere, token }: Run): string {
  return text
    .replaceAll("<elsewhere>", elsewhere)
    .replaceAll("<token>", token)
    .replace(/<date\+(\d+)>/g, (_, seconds: string) =>
      new Date(Date.now() + Number(seconds) * 1000).toUTCString(),
    );
}

/** Sends a byte now and then, for as long as somebody reads. */
function drip(response: ServerResponse, write: (text: string) => void, first: string): void {
  write(first);
  const timer = setInterval(() => write(" "), dripMs);
  response.once("close", () => clearInterval(timer));
}
