/** What happens, as it happens: server-sent events for the page. */
import type { ServerResponse } from "node:http";
import { type LoggedRequest, summarizeRequest } from "../http/request-log.ts";
import type { JobRecord } from "../jobs/job.ts";
import type { EmulatorParts } from "../parts.ts";
import { summarizeJob } from "../service/present.ts";
import type { Clock } from "../time/clock.ts";

/** What happens in this time is sent at once: a reader has no use for more, and could not follow a load. */
const intervalMs = 100;
/** Of more, only the newest are sent; a reader can ask for the others. */
const maxAtOnce = 100;

/** Tells of what happens from now on, until the reader has gone. */
export function followEvents(parts: EmulatorParts, response: ServerResponse): undefined {
  const { jobs, clock, requests, faults } = parts;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const changedJobs = new Map<string, JobRecord>();
  let newRequests: LoggedRequest[] = [];
  let hasMoved = false;
  const send = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const flush = () => {
    // A reader that is too slow gets the newest when it is ready.
    if (response.writableNeedDrain) return;
    const total = jobs.size;
    if (changedJobs.size > 0) {
      const newest = [...changedJobs.values()].slice(-maxAtOnce);
      send("jobs", { jobs: newest.map(summarizeJob), total });
    }
    if (newRequests.length > 0) send("requests", { requests: newRequests.map(summarizeRequest) });
    if (newRequests.some(({ fault }) => fault)) send("faults", { faults: faults.list() });
    if (hasMoved) send("clock", showClock(clock));
    changedJobs.clear();
    newRequests = [];
    hasMoved = false;
  };
  const timer = setInterval(flush, intervalMs).unref();
  const stops = [
    jobs.onChange((event) => {
      if (event.type === "cleared") send("reset", {});
      else if (event.type !== "dropped") {
        // Deleted first, so that it comes last.
        changedJobs.delete(event.job.id);
        changedJobs.set(event.job.id, event.job);
      }
    }),
    requests.onEnd((request) => {
      newRequests.push(request);
      if (newRequests.length > maxAtOnce) newRequests.shift();
    }),
    clock.onMove(() => (hasMoved = true)),
    () => clearInterval(timer),
  ];
  send("ready", {});
  response.on("close", () => stops.forEach((stop) => stop()));
}

/** The clock in the words of the control plane. */
export function showClock(clock: Clock) {
  return { now: new Date(clock.now()).toISOString(), mode: clock.mode };
}
