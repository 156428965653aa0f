/** The server behind `check.ts`, what the client must make of it, and how many requests must have come. */
import type { ServerResponse } from "node:http";
import { type FaultServer, sendJson, startFaultServer } from "../../../faults/fault-server.ts";
import { hpJob } from "../../../faults/faults.ts";

/**
 * How much `fetch` tells: whether a connection was refused; less than that; and in a browser not
 * even the status of a redirect.
 */
export type RuntimeKind = "precise" | "vague" | "browser";

interface Scenario {
  /** @param count how often this scenario was called, this call included */
  respond: (response: ServerResponse, count: number) => void;
  /** What the client must make of it. */
  expected: unknown;
  /** How many requests must have come; 1 without it. A create that met a fault is sent once. */
  requests?: number;
  /** Chromium itself sends a request again: after a status 421, and when a reused HTTP/1.1 connection is reset. */
  mayRepeatInBrowser?: boolean;
}

/** What `download` fetches. */
const video = "0123456789";
const finished = { ...hpJob, status: "finished" };

/** By the first part of the path, which is also the name of the result. */
const scenarios = (kind: RuntimeKind): Record<string, Scenario> => ({
  // One create, then polls of which the third finds the job finished.
  story: {
    respond: (response, count) => sendJson(response, count < 4 ? hpJob : finished),
    expected: ["rendering", "rendering", "rendering", "finished"],
    requests: 4,
  },
  "openapi-fetch": { respond: (response) => sendJson(response, finished), expected: finished },
  video: { respond: sendVideo, expected: { size: video.length, text: video }, requests: 2 },
  421: {
    respond: (response) => response.writeHead(421).end(),
    expected: { name: "ApiError", sent: "yes", status: 421 },
    mayRepeatInBrowser: true,
  },
  reset: {
    respond: (response) => response.socket?.resetAndDestroy(),
    expected: { name: "ConnectionError", sent: "maybe" },
    mayRepeatInBrowser: true,
  },
  hang: { respond: () => {}, expected: { name: "TimeoutError", sent: "maybe" } },
  redirect: {
    respond: (response) => response.writeHead(307, { location: "/story" }).end(),
    expected: { name: "ApiError", sent: "yes", status: kind === "browser" ? 0 : 307 },
  },
});

/**
 * Breaks off in the middle, and sends the rest when it is asked for. A browser may lose the first
 * half with the connection, and then asks for everything again.
 */
function sendVideo(response: ServerResponse, count: number): void {
  const [, start] = /^bytes=(\d+)-$/.exec(response.req.headers.range ?? "") ?? [];
  response.setHeader("etag", '"v1"');
  if (start) {
    response.setHeader("content-range", `bytes ${start}-${video.length - 1}/${video.length}`);
  }
  const rest = video.slice(Number(start ?? 0));
  response.writeHead(start ? 206 : 200, { "content-length": rest.length });
  if (count > 1) response.end(rest);
  else response.write(rest.slice(0, 5), () => response.socket?.destroy());
}

/** All that `check.ts` must find. */
export function expectedResults(kind: RuntimeKind): Record<string, unknown> {
  const entries = Object.entries(scenarios(kind)).map(([name, { expected }]) => [name, expected]);
  return {
    ...(Object.fromEntries(entries) as Record<string, unknown>),
    refused: { name: "ConnectionError", sent: kind === "precise" ? "no" : "maybe" },
  };
}

export interface ScenarioServer extends FaultServer {
  /** What is wrong with the numbers of requests. */
  wrongCounts(): string[];
}

export async function startScenarioServer(kind: RuntimeKind): Promise<ScenarioServer> {
  const counts: Record<string, number> = {};
  const known = scenarios(kind);
  const server = await startFaultServer({
    respond: (response, _, { path }) => {
      const name = path.split("/")[1] ?? "";
      const found = known[name];
      // Pages ask for an icon and need a document to run in.
      if (!found)
        return void response.setHeader("content-type", "text/html").end("<title></title>");
      counts[name] = (counts[name] ?? 0) + 1;
      found.respond(response, counts[name]);
    },
  });
  const wrongCounts = () =>
    Object.entries(known).flatMap(([name, { requests = 1, mayRepeatInBrowser }]) => {
      if (counts[name] === requests || (kind === "browser" && mayRepeatInBrowser)) return [];
      return [`${name}: ${counts[name]} requests, not ${requests}`];
    });
  return Object.assign(server, { wrongCounts });
}
