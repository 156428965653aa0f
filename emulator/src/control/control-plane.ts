/** `/emulator`: controls the emulator, and shows what it has done. */
import { check, FieldError } from "../contract/check.ts";
import { readAssumptions } from "../contract/document.ts";
import type { Operation } from "../contract/operations.ts";
import type { FaultSpec } from "../faults/fault.ts";
import { type Call, queryOf, type Route } from "../pipeline/pipeline.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import type { JobRecord } from "../jobs/job.ts";
import { StorageError } from "../jobs/store.ts";
import { type EmulatorParts, resetService } from "../pipeline/parts.ts";
import { verify } from "./expect.ts";
import type { Expectation } from "./expectation.ts";
import { moveJob } from "./move-job.ts";
import { describeJob, summarizeJob } from "./present.ts";
import type { Clock, ClockMode } from "../time/clock.ts";
import { pageRoutes } from "./page.ts";
import { toHar } from "./to-har.ts";

/** Returns what is sent as JSON; nothing for an empty response. */
type Handler = (call: Call) => unknown;

const health = "GET /health";

export function controlRoutes(parts: EmulatorParts): Route[] {
  const { clock, jobs, requests, faults, gaps } = parts;
  const findJob = ({ parameters: { id = "" } }: Call): JobRecord => {
    const job = jobs.get(id);
    if (!job) throw notFound(`There is no job ${id}.`);
    return job;
  };
  const handlers: Record<string, Handler> = {
    // For what supervises a container: anybody may ask, and it says nothing secret.
    [health]: () => {
      if (jobs.failure !== undefined) throw new StorageError(jobs.failure);
      return { status: "ok" };
    },
    "GET /state": ({ origin }) => showState(parts, origin),
    "GET /operations": () => ({ operations: parts.contract.operations.map(showOperation) }),
    "GET /assumptions": () => readAssumptions(),
    "POST /reset": () => resetService(parts),

    // Those that never end go on.
    "POST /finish": () => finishJobs(parts),

    "GET /clock": () => showClock(clock),
    "PATCH /clock": async ({ body }) => {
      await moveClock(clock, body);
      return showClock(clock);
    },

    "GET /jobs": (call) => {
      const { limit, text, before, summary } = readQuery(call);
      const show = summary ? summarizeJob : (job: JobRecord) => describeJob(job, call.origin);
      return { ...takePage(jobs.find(text, before), limit, show), total: jobs.size };
    },
    "GET /jobs/:id": (call) => describeJob(findJob(call), call.origin),
    "PATCH /jobs/:id": async (call) => {
      await moveJob(parts, findJob(call), call.body);
      return describeJob(findJob(call), call.origin);
    },

    "GET /requests": (call) => {
      const { limit, text, before, summary } = readQuery(call);
      const found = requests.list(limit, text, before);
      // Without what is long.
      const show = ({ headers, body, response, ...shown }: LoggedRequest) =>
        summary ? shown : { ...shown, headers, body, response };
      return { requests: found.map(show) };
    },
    "GET /requests/:id": ({ parameters: { id = "" } }) => {
      const request = requests.get(Number(id));
      if (request) return request;
      throw notFound(`There is no request ${id}, or it has made room for newer ones.`);
    },
    "GET /requests.har": ({ origin }) => toHar(requests.list(), origin),
    "DELETE /requests": () => requests.clear(),
    "POST /expect": ({ body }) => {
      try {
        return { requests: verify(parts, body as unknown as Expectation) };
      } catch (error) {
        throw error instanceof Error && error.name === "AssertionError"
          ? new Problem("not_received", error.message)
          : error;
      }
    },

    "GET /faults": () => ({ faults: faults.list() }),
    "POST /faults": ({ body }) => faults.add(body as FaultSpec),
    "DELETE /faults": () => faults.clear(),
    "DELETE /faults/:id": ({ parameters: { id = "" } }) => {
      if (!faults.remove(id)) throw notFound(`There is no fault ${id}.`);
    },

    "GET /gaps": () => ({ gaps: gaps.list() }),
    "PUT /gaps/:gap": ({ parameters: { gap = "" }, body }) => {
      const { behaviour } = check<{ behaviour: string }>("behaviour", body);
      return atField("/behaviour", () => gaps.play(gap, behaviour));
    },
    "DELETE /gaps/:gap": ({ parameters: { gap = "" } }) => gaps.stop(gap),
  };
  return [
    ...Object.entries(handlers).map(([place, handle]) => controlRoute(parts, place, handle)),
    ...pageRoutes(parts),
  ];
}

function controlRoute({ access }: EmulatorParts, place: string, handle: Handler): Route {
  const [method, path] = place.split(" ") as [string, string];
  const success = place === "POST /faults" ? 201 : 200;
  const headers = { "cache-control": "no-store" };
  return {
    ...{ method, path: `/emulator${path}`, target: null },
    authorise: (request) => {
      if (place !== health) access.require(request);
    },
    do: async (call) => {
      const body = await handle(call);
      if (body === undefined) return { status: 204 };
      return { status: success, headers, mediaType: "application/json", body };
    },
  };
}

/** Longest page of jobs: a thousand jobs may hold more than a text can. */
const maxPageLength = 16 * 1024 * 1024;

/** The first jobs, and where the next page starts: null when there is none. */
function takePage(found: Iterable<JobRecord>, limit: number, show: (job: JobRecord) => object) {
  const jobs: object[] = [];
  let length = 0;
  for (const job of found) {
    if (jobs.length === limit || length > maxPageLength) return { jobs, next: job.sequence + 1 };
    const shown = show(job);
    length += JSON.stringify(shown).length;
    jobs.push(shown);
  }
  return { jobs, next: null };
}

/** Moves the clock to where the last job ends by itself. */
export function finishJobs({ clock, jobs }: EmulatorParts): Promise<void> {
  return clock.set(Math.max(clock.now(), jobs.lastTimeMs() ?? 0));
}

/** @param origin under which the emulator was asked */
export function showState(
  { seed, token, clock, jobs, requests, faults, gaps, siteUrl }: EmulatorParts,
  origin: string,
) {
  return {
    ...{ url: origin, seed, token },
    clock: showClock(clock),
    jobs: jobs.size,
    requests: requests.count,
    faults: faults.list().length,
    gaps: gaps.list().filter(({ played }) => played !== null).length,
    site: siteUrl,
  };
}

export function showOperation({ id, method, path, requestExamples: examples }: Operation) {
  return { id, method, path, examples };
}

function showClock(clock: Clock) {
  return { now: new Date(clock.now()).toISOString(), mode: clock.mode };
}

async function moveClock(clock: Clock, body: unknown): Promise<void> {
  const move = check<{ set?: string; advance?: string; mode?: ClockMode }>("clockMove", body);
  const { set, advance, mode } = move;
  if (set !== undefined) await atField("/set", () => clock.set(set));
  if (advance !== undefined) await atField("/advance", () => clock.advance(advance));
  if (mode !== undefined) clock.auto(mode === "auto");
}

/** Names the field whose value does not fit. */
function atField<Value>(pointer: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new FieldError([{ pointer, detail: error.message }]);
  }
}

/** Parameters of lists: how many, older than what, with which text, and whether without what is long. */
function readQuery(call: Call) {
  const query = queryOf(call);
  return {
    limit: readNumber(query, "limit", 1000) ?? 100,
    before: readNumber(query, "before", Number.MAX_SAFE_INTEGER),
    text: query.get("text") ?? "",
    summary: query.get("summary") === "true",
  };
}

function readNumber(query: URLSearchParams, name: string, max: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new Problem(
    "invalid_field",
    `The parameter ${name} is "${text}". Set it to a number from 1 to ${max}.`,
  );
}
