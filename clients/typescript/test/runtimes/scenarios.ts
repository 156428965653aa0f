/** The server behind `check.ts`, what the client must make of it, and how many requests must have come. */
import type { ServerResponse } from "node:http";
import { type FaultServer, sendJson, startFaultServer } from "../../../faults/fault-server.ts";
import { hpJob } from "../../../faults/faults.ts";

/**
 * How much `fetch` tells: whether a connection was refused; less than that; and in a browser not
 * even the status of a redirect.
 */
export type RuntimeKind = "precise" | "vague" | "browser";

/** @param count how often this scenario was called, this call included */
type Answer = (response: ServerResponse, count: number, method: string) => void;

interface Scenario {
  answer: Answer;
  /** What the client must make of it; the same in every runtime, as far as its `fetch` tells. */
  expected: (kind: RuntimeKind) => unknown;
  /** `undefined` where no client can tell. A create that met a fault is sent once. */
  requests: (kind: RuntimeKind) => number | undefined;
}

/** What `download` fetches. */
const video = "0123456789";
const finished = { ...hpJob, status: "finished" };

const failsWith = (name: string, sent: string, more: object = {}) => ({ name, sent, ...more });
const once503: Answer = (response, count) =>
  count === 1 ? void response.writeHead(503).end() : sendJson(response, hpJob);

function scenario(answer: Answer, expected: unknown, requests = 1): Scenario {
  return { answer, expected: () => expected, requests: () => requests };
}

/** Chromium itself sends a request again: after a status 421, and when a reused HTTP/1.1 connection is reset. */
const unlessBrowser = (kind: RuntimeKind) => (kind === "browser" ? undefined : 1);

/** By the first part of the path, which is also the name of the result. */
const scenarios: Record<string, Scenario> = {
  // One create, then polls of which the third finds the job finished.
  story: scenario(
    (response, count, method) =>
      sendJson(response, method === "POST" || count < 4 ? hpJob : finished),
    {
      created: "rendering",
      statuses: ["rendering", "rendering", "finished"],
      done: "finished",
    },
    4,
  ),
  "openapi-fetch": scenario((response) => sendJson(response, finished), finished),
  video: scenario(sendVideo, { size: video.length, text: video }, 2),
  "503-read": scenario(once503, { status: "rendering" }, 2),
  "503-create": scenario(once503, failsWith("ApiError", "yes", { status: 503 })),
  421: {
    ...scenario(
      (response) => response.writeHead(421).end(),
      failsWith("ApiError", "yes", { status: 421 }),
    ),
    requests: unlessBrowser,
  },
  reset: {
    ...scenario(
      (response) => response.socket?.resetAndDestroy(),
      failsWith("ConnectionError", "maybe"),
    ),
    requests: unlessBrowser,
  },
  hang: scenario(() => {}, failsWith("TimeoutError", "maybe"), 2),
  stall: scenario(
    (response) =>
      response.writeHead(200, { "content-type": "application/json" }).write('{"job_id":'),
    failsWith("TimeoutError", "yes"),
  ),
  truncate: scenario(
    (response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
      response.write('{"job_id":', () => response.socket?.destroy());
    },
    failsWith("ConnectionError", "yes"),
  ),
  large: scenario((response) => response.end("x".repeat(2000)), failsWith("SizeLimitError", "yes")),
  html: scenario(
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
    failsWith("InvalidResponseError", "yes", { status: 200 }),
  ),
  redirect: {
    ...scenario((response) => response.writeHead(307, { location: "/story" }).end(), undefined),
    expected: (kind) => failsWith("ApiError", "yes", { status: kind === "browser" ? 0 : 307 }),
  },
};

/** All that `check.ts` must find. */
export function expectedResults(kind: RuntimeKind): Record<string, unknown> {
  const results = Object.entries(scenarios).map(([name, { expected }]): [string, unknown] => [
    name,
    expected(kind),
  ]);
  return {
    ...(Object.fromEntries(results) as Record<string, unknown>),
    abort: failsWith("AbortError", "maybe", { reason: "the caller's reason" }),
    refused: failsWith("ConnectionError", kind === "precise" ? "no" : "maybe"),
  };
}

/** What is wrong with the numbers of requests. */
export function wrongCounts(kind: RuntimeKind, counts: Record<string, number>): string[] {
  return Object.entries(scenarios).flatMap(([name, { requests }]) => {
    const expected = requests(kind) ?? counts[name];
    return counts[name] === expected ? [] : [`${name}: ${counts[name]} requests, not ${expected}`];
  });
}

/**
 * Breaks off in the middle, and sends the rest when it is asked for. A browser may lose the first
 * half with the connection, and then asks for everything again.
 */
function sendVideo(response: ServerResponse, count: number): void {
  const [, start] = /^bytes=(\d+)-$/.exec(response.req.headers.range ?? "") ?? [];
  response.setHeader("etag", '"v1"');
  if (start)
    response.setHeader("content-range", `bytes ${start}-${video.length - 1}/${video.length}`);
  const rest = video.slice(Number(start ?? 0));
  response.writeHead(start ? 206 : 200, { "content-length": rest.length });
  if (count > 1) response.end(rest);
  else response.write(rest.slice(0, 5), () => response.socket?.destroy());
}

export interface ScenarioServer extends FaultServer {
  /** Requests by scenario. */
  counts: Record<string, number>;
}

export async function startScenarioServer(): Promise<ScenarioServer> {
  const counts: Record<string, number> = {};
  const server = await startFaultServer({
    answer: (response, _, { method, path }) => {
      const name = path.split("/")[1] ?? "";
      const found = scenarios[name];
      // Pages ask for an icon and need a document to run in.
      if (!found)
        return void response.setHeader("content-type", "text/html").end("<title></title>");
      counts[name] = (counts[name] ?? 0) + 1;
      found.answer(response, counts[name], method);
    },
  });
  return Object.assign(server, { counts });
}
