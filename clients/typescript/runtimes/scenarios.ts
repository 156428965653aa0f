/** The server behind `check.ts`: the first part of the path chooses what it does. */
import type { ServerResponse } from "node:http";
import { type FaultServer, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { hpJob } from "../../faults/faults.ts";

type Scenario = (response: ServerResponse, method: string, count: number) => void;

const finished = { ...hpJob, status: "finished" };

/** @param count how often this scenario was called, this call included */
const scenarios: Record<string, Scenario> = {
  // One create, then polls of which the third finds the job finished.
  story: (response, method, count) =>
    sendJson(response, method === "POST" || count < 4 ? hpJob : finished),
  done: (response) => sendJson(response, finished),
  "flaky-read": (response, _, count) => flaky(response, count),
  "flaky-create": (response, _, count) => flaky(response, count),
  reset: (response) => response.socket?.resetAndDestroy(),
  hang: () => {},
  stall: (response) =>
    response.writeHead(200, { "content-type": "application/json" }).write('{"job_id":'),
  truncate: (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
    response.write('{"job_id":', () => response.socket?.destroy());
  },
  "empty-404": (response) => response.writeHead(404).end(),
  html: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
  video: (response, _, count) => sendVideo(response, count),
  redirect: (response) => response.writeHead(307, { location: "/story" }).end(),
};

function flaky(response: ServerResponse, count: number): void {
  if (count === 1) response.writeHead(503).end();
  else sendJson(response, hpJob);
}

/** What `download` fetches. */
export const video = "0123456789";

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
      const scenario = scenarios[name];
      // Pages ask for an icon and need a document to run in.
      if (!scenario)
        return void response.setHeader("content-type", "text/html").end("<title></title>");
      counts[name] = (counts[name] ?? 0) + 1;
      scenario(response, method, counts[name]);
    },
  });
  return Object.assign(server, { counts });
}
