/**
 * The faults that a client meets in practice, each as something a server does. Used by the tests
 * and by the comparison with peers.
 */
import { type FaultServerOptions, sendJson } from "./fault-server.ts";

export interface Fault {
  /** What goes wrong, in a few words. */
  name: string;
  /** What the server does; `undefined` when nobody listens. */
  server: FaultServerOptions | undefined;
  /** When the caller aborts, after the start of the call. */
  abortAfterMs?: number;
}

/** A job as the status endpoint gives it. */
export const hpJob = {
  job_type: "hp",
  job_id: "job-1",
  status: "rendering",
  project_name: "Welcome videos",
  output: {},
};

const hour = 3_600_000;

/** A server that sends the same answer to everyone. */
function always(answer: FaultServerOptions["answer"]): { server: FaultServerOptions } {
  return { server: { answer } };
}

const anHourAhead = () => new Date(Date.now() + hour);

/** @param otherOrigin where redirects lead */
export function listFaults(otherOrigin: string): Fault[] {
  return [
    { name: "connection refused", server: undefined },
    {
      name: "503 for ever",
      ...always((response) => response.writeHead(503).end("down")),
    },
    {
      name: "503 once, then fine",
      ...always((response, count) =>
        count === 1 ? response.writeHead(503).end("down") : sendJson(response, hpJob),
      ),
    },
    {
      name: "reset before the request is read",
      server: { answer: () => {}, onConnection: (socket) => socket.resetAndDestroy() },
    },
    {
      name: "reset after the request is read",
      ...always((response) => response.socket?.resetAndDestroy()),
    },
    { name: "no answer", ...always(() => {}) },
    {
      name: "head, then a stalled body",
      ...always((response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"job_id":');
      }),
    },
    {
      name: "truncated body",
      ...always((response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": 500 });
        response.write('{"job_id":', () => response.socket?.destroy());
      }),
    },
    {
      name: "429 with Retry-After: 2, then fine",
      ...always((response, count) =>
        count === 1
          ? response.writeHead(429, { "retry-after": "2" }).end()
          : sendJson(response, hpJob),
      ),
    },
    {
      name: "429 with Retry-After: 3600, aborted after 500 ms",
      abortAfterMs: 500,
      ...always((response) => response.writeHead(429, { "retry-after": "3600" }).end()),
    },
    {
      name: "503 with Retry-After as a date, server clock 1 h ahead, then fine",
      ...always((response, count) => {
        if (count > 1) return sendJson(response, hpJob);
        const date = anHourAhead();
        const until = new Date(date.getTime() + 1000);
        response.writeHead(503, { date: date.toUTCString(), "retry-after": until.toUTCString() });
        response.end();
      }),
    },
    {
      name: "200 with an HTML page",
      ...always((response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("<h1>Please sign in</h1>"),
      ),
    },
    { name: "404 without a body", ...always((response) => response.writeHead(404).end()) },
    { name: "204", ...always((response) => response.writeHead(204).end()) },
    {
      name: "200 without a job_id",
      ...always((response) => sendJson(response, { message: "accepted" })),
    },
    {
      name: "200 with a number as job_id",
      ...always((response) => sendJson(response, { ...hpJob, job_id: 81723 })),
    },
    {
      name: "200 with the job inside data",
      ...always((response) => sendJson(response, { data: hpJob })),
    },
    {
      name: "HTML page once, then fine",
      ...always((response, count) =>
        count === 1
          ? response.writeHead(200, { "content-type": "text/html" }).end("<h1>One moment</h1>")
          : sendJson(response, hpJob),
      ),
    },
    {
      name: "422 with a list of errors",
      ...always((response) => sendJson(response, { title: "no", errors: [{ at: "/music" }] }, 422)),
    },
    {
      name: "303 to the job",
      ...always((response) => response.writeHead(303, { location: `${otherOrigin}/job` }).end()),
    },
    { name: "304", ...always((response) => response.writeHead(304).end()) },
    {
      name: "307 to another origin",
      ...always((response) => response.writeHead(307, { location: `${otherOrigin}/x` }).end()),
    },
    {
      name: "503 for ever, aborted after 200 ms",
      abortAfterMs: 200,
      ...always((response) => response.writeHead(503).end("down")),
    },
    {
      name: "unknown status",
      ...always((response) => sendJson(response, { ...hpJob, status: "cancelled" })),
    },
    {
      name: "output as a string",
      ...always((response) => sendJson(response, { ...hpJob, output: "" })),
    },
    {
      name: "output as an object",
      ...always((response) => sendJson(response, { ...hpJob, output: { any: 1 } })),
    },
  ];
}
