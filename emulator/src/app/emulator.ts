/** An emulator of the Video Generation Service. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Fault, FaultSpec } from "../faults/fault.ts";
import type { GapControl } from "../gaps/gap-player.ts";
import { createFetch } from "../http/fetch.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import { createListener, refuseRequest } from "./router.ts";
import { buildServer, listen, urlOf } from "../http/server.ts";
import { type Job, type JobChange, presentJob } from "../jobs/job.ts";
import { OptionError } from "../contract/option-error.ts";
import { checkOptions, type EmulatorOptions } from "./options.ts";
import { finishJobs } from "../control/control-plane.ts";
import { verify, waitFor } from "../control/expect.ts";
import type { Expectation } from "../control/expectation.ts";
import { moveJob } from "../control/move-job.ts";
import { type Har, toHar } from "../control/to-har.ts";
import { resetService } from "../pipeline/parts.ts";
import { requireRight } from "../pipeline/pipeline.ts";
import { assemble, followContract } from "./parts.ts";
import type { ClockControl } from "../time/clock.ts";
import { monotonicMs } from "../time/real-time.ts";

/** A running emulator. */
export interface Emulator {
  /** Base address, without a slash at its end: the `{base_url}` of the interface specification. */
  readonly url: string;
  /** The token that requests have to carry. */
  readonly token: string;
  /** What other machines have to send to the control plane, if they may use it at all. */
  readonly controlToken: string | undefined;
  readonly seed: number;
  /** The clock that all jobs live by. */
  readonly clock: ClockControl;
  /** What goes wrong. */
  readonly faults: FaultControl;
  /** Which behaviours of the gaps are played. */
  readonly gaps: GapControl;
  /** The jobs, and a way to move them. */
  readonly jobs: JobControl;
  /** What was received, the newest first; tokens are redacted. */
  requests(): LoggedRequest[];
  /**
   * Verifies what was received, for the end of a test.
   *
   * @example emulator.expect({ operation: "listPublicAvatars", times: 1 });
   * @returns the requests that fit
   * @throws {AssertionError} that lists what was received instead
   */
  expect(expectation: Expectation): LoggedRequest[];
  /**
   * Waits until requests have got their responses: as many as `times` says, or more; one by default.
   *
   * @param timeoutMs after which it gives up. @default 5000
   * @example await emulator.received({ operation: "getHpJob", times: 3 });
   * @returns the requests that fit, the newest first
   * @throws {AssertionError} as `expect`, when they do not come in time
   */
  received(expectation: Expectation, timeoutMs?: number): Promise<LoggedRequest[]>;
  /** What was received, as an HTTP Archive (HAR 1.2) for other tools; tokens are redacted. */
  har(): Har;
  /** Moves the clock to where the last job ends by itself. A job that renders for ever goes on. */
  finish(): Promise<void>;
  /**
   * Responds to a request within this process, without a port: for `listen: false`, or as the handler of a mock such as MSW. What leads
   * to the emulator does so whatever its host; a relative address is taken as one of the emulator.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Serves a request of a server that this emulator does not own: for `listen: false`. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /**
   * An emulator beside this one, for a test that runs at the same time as others: with jobs, faults, requests, gaps and a clock of its
   * own, and the same options but the data folder. What is sent below its `url` leads to it. Of more than 100, one ends that nobody has
   * used for a minute.
   *
   * @throws {RangeError} for a name that no address can have ("", "." and ".."), and for one more than 100 that are all in use
   */
  session(name: string): Emulator;
  /** Forgets all jobs, faults and requests, and goes back to the behaviours it was started with. The clock stays. */
  reset(): Promise<void>;
  /** Follows the contract as its files have it now, for people who edit it. Jobs stay as they are. */
  followContract(): void;
  /** Ends all connections and all that goes on, and releases port and folder. */
  close(): Promise<void>;
}

export interface FaultControl {
  /** Adds a fault. @throws {RangeError} when it is not valid; the message says what was expected where */
  add(spec: FaultSpec): Fault;
  list(): Fault[];
  /** Removes a fault. Returns false when there is none, or it has hit as often as it should. */
  remove(id: string): boolean;
  clear(): void;
}

export interface JobControl {
  /** The newest first. */
  list(): Job[];
  /** Nothing when there is no such job. */
  get(id: string): Job | undefined;
  /**
   * Gives a job another status. One that is completed gets its videos, unless its output is given; one that is moved back to
   * `rendering` renders again, for as long as before.
   *
   * @throws {RangeError} when there is no such job, and for a move that the contract does not allow
   */
  move(id: string, change: JobChange): Promise<void>;
}

/**
 * Makes an emulator, and starts its server unless `listen` is false.
 *
 * @throws {OptionError} when an option cannot be used: the port is taken, the data folder is in use, a behaviour does not exist …
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  // It would end somewhere with "Map.groupBy is not a function".
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 13))
    throw new OptionError(
      `video-generation-emulator needs Node 22.13 or later, and this is ${process.version}.`,
    );
  checkOptions(options);
  const { listen: listens = true, port = 0, host = "127.0.0.1" } = options;
  let emulator: ReturnType<typeof present> | undefined;
  try {
    emulator = present(options);
    if (listens) await listen(emulator.server, port, host);
    return emulator.control;
  } catch (error) {
    await emulator?.control.close();
    throw error instanceof RangeError ? new OptionError(error.message) : error;
  }
}

/** Of more, the one ends that nobody has used for longest, if that is long enough: a test that still runs keeps its own. */
const maxSessions = 100;
const idleMs = 60_000;

/** The path of a session. @throws {RangeError} for a name that no path can have */
function pathOf(name: string): string {
  if (/^\.{0,2}$/.test(name))
    throw new RangeError(
      `"${name}" is no step of an address. Give the session a name, such as "refunds".`,
    );
  return `/emulator/session/${encodeURIComponent(name)}`;
}

/** The name of a session as a path has it. @throws {RangeError} for what is no text, such as `%zz` */
function nameIn(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    throw new RangeError(
      `"${step}" is no step of an address. Write a percent sign in a name as %25.`,
    );
  }
}

/** What an emulator is a session of, the path that its addresses are below, and what to do when it ends. */
interface Session {
  of: Emulator;
  path: string;
  /** Where it is called; nothing when nothing listens. */
  addressOf: () => string | undefined;
  forget: () => void;
}

function present(options: EmulatorOptions, session?: Session) {
  const parts = assemble(options, session?.path);
  let listener: RequestListener = createListener(parts);
  /** By name, the one that was used last at the end. */
  const sessions = new Map<string, { emulator: Emulator; usedMs: number }>();
  const begin = (name: string): Emulator => {
    const path = pathOf(name);
    const [oldest] = sessions.values();
    if (oldest && sessions.size >= maxSessions) {
      if (monotonicMs() - oldest.usedMs < idleMs)
        throw new RangeError(
          `There are ${maxSessions} sessions, and all were used within the last minute. Close those that are over: session.close().`,
        );
      void oldest.emulator.close();
    }
    const own = { ...options, seed: parts.seed, dataFolder: undefined };
    // Not one of the same name that was begun since.
    const forget = () => {
      if (sessions.get(name)?.emulator === begun) sessions.delete(name);
    };
    const addressOfSession = () => {
      const address = addressOf();
      return address && address + path;
    };
    const begun = present(own, { of: control, path, addressOf: addressOfSession, forget }).control;
    return begun;
  };
  const sessionOf = (name: string): Emulator => {
    const emulator = sessions.get(name)?.emulator ?? begin(name);
    sessions.delete(name);
    sessions.set(name, { emulator, usedMs: monotonicMs() });
    return emulator;
  };
  const handle: RequestListener = (request, response) => {
    const { url = "/" } = request;
    const [, path, step] = (!session && /^(\/emulator\/session\/([^/?]+))\//.exec(url)) || [];
    if (path === undefined || step === undefined) return listener(request, response);
    try {
      const name = nameIn(step);
      if (!sessions.has(name)) requireRight(parts, request);
      const { handle: handleInSession } = sessionOf(name);
      request.url = url.slice(path.length);
      handleInSession(request, response);
    } catch (error) {
      refuseRequest(parts, error as Error, request, response);
    }
  };
  const server = buildServer(handle);
  const addressOf = (): string | undefined => (session ? session.addressOf() : urlOf(server));
  const control: Emulator = {
    get url() {
      const url = addressOf();
      if (url === undefined)
        throw new Error("This emulator does not listen: it was made with listen: false");
      return url;
    },
    token: parts.token,
    controlToken: parts.access.isOpen ? parts.access.token : undefined,
    seed: parts.seed,
    clock: parts.clock,
    faults: parts.faults,
    gaps: parts.gaps,
    jobs: {
      list: () => [...parts.jobs.find()].map(presentJob),
      get: (id) => {
        const job = parts.jobs.get(id);
        return job && presentJob(job);
      },
      move: async (id, change) => {
        const job = parts.jobs.get(id);
        if (!job) throw new RangeError(`There is no job ${id}`);
        await moveJob(parts, job, change);
      },
    },
    requests: () => parts.requests.list(),
    expect: (expectation) => verify(parts, expectation),
    received: (expectation, timeoutMs = 5000) => waitFor(parts, expectation, timeoutMs),
    har: () => toHar(parts.requests.list(), addressOf() ?? `http://localhost${parts.path}`),
    finish: () => finishJobs(parts),
    fetch: createFetch(server, () => urlOf(server)),
    handle,
    session: (name) => session?.of.session(name) ?? sessionOf(name),
    reset: () => resetService(parts),
    followContract: () => {
      followContract(parts);
      listener = createListener(parts);
      for (const { emulator } of sessions.values()) emulator.followContract();
    },
    close: async () => {
      session?.forget();
      // A test that ends is told; it would have to ask otherwise.
      for (const unused of parts.faults.describeUnused()) process.emitWarning(unused);
      parts.faults.clear();
      await Promise.all([...sessions.values()].map(({ emulator }) => emulator.close()));
      parts.clock.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await parts.jobs.close();
    },
  };
  return { server, control };
}
