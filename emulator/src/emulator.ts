/** An emulator of the Video Generation Service that can be held in one hand. */
import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Contract, loadContract } from "./contract/contract.ts";
import { addControlPlane } from "./control/control-plane.ts";
import { checkFault } from "./control/schemas.ts";
import type { Fault, FaultSpec } from "./faults/fault.ts";
import { FaultPlan } from "./faults/fault-plan.ts";
import { GapPlayer } from "./gaps/gap-player.ts";
import { buildApp } from "./http/app.ts";
import { type LoggedRequest, RequestLog } from "./http/request-log.ts";
import { type Job, presentJob } from "./jobs/job.ts";
import { JobRunner } from "./jobs/job-runner.ts";
import { type JobChange, JobStore } from "./jobs/job-store.ts";
import { JobFolders } from "./jobs/job-folders.ts";
import { openJournal, type Journal } from "./journal/journal.ts";
import { type EmulatorOptions, OptionError } from "./options.ts";
import { resetService } from "./reset.ts";
import type { Service } from "./service.ts";
import { AddressPolicy } from "./spreadsheet/address-policy.ts";
import { Clock } from "./time/clock.ts";

/** The assumption `ten-seconds`. */
const defaultRenderMs = 10_000;

/** The assumption `videos-expire`. */
const defaultMaxJobs = 100_000;

/**
 * Makes an emulator, and starts its server unless `listen` is false.
 *
 * @throws {OptionError} when the port is taken, the data folder cannot be used, or a reading does not exist
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { seed = randomInt(2 ** 32), profile = "assumed", dataFolder } = options;
  const jobs = new JobStore(options.maxJobs ?? defaultMaxJobs);
  const journal =
    dataFolder === undefined ? undefined : await openJournal(dataFolder, options, jobs);
  let service: Service | undefined;
  try {
    service = createService(options, profile, journal?.seed ?? seed, jobs);
    if (journal) goOn(service, journal);
    const app = buildApp(service);
    await addControlPlane(app, service);
    const emulator = new Emulator(service, app, journal);
    if (options.listen ?? true) await listen(app, options);
    else await app.ready();
    return emulator;
  } catch (error) {
    service?.runner.close();
    service?.clock.close();
    await journal?.close();
    throw error;
  }
}

/** From where the journal ends. */
function goOn({ jobs, clock, runner }: Service, journal: Journal): void {
  clock.restore(journal.clock.timeMs, journal.clock.mode);
  for (const job of jobs.list().reverse()) runner.resume(job);
  journal.follow(jobs, clock);
}

function createService(
  {
    token = "emulator-token",
    gaps,
    allowHosts,
    clock: clockOptions,
    renderMs = defaultRenderMs,
    renderer,
    rendersAtOnce = false,
    dataFolder,
  }: EmulatorOptions,
  profile: Service["profile"],
  seed: number,
  jobs: JobStore,
): Service {
  const contract = loadContract(profile === "strict" ? "service" : "emulator");
  let serviceContract: Contract | undefined;
  const clock = new Clock(clockOptions);
  const folders = new JobFolders(dataFolder && join(dataFolder, "videos"));
  if (renderer)
    jobs.onChange((event) => {
      if (event.type === "dropped") void folders.remove(event.job.id);
    });
  const addresses = new AddressPolicy(allowHosts);
  const runner = new JobRunner({
    clock,
    store: jobs,
    folders,
    renderer,
    rendersAtOnce,
    // Loaded at the first HP job: most starts need no spreadsheet, and its reader takes a third of the time of a start.
    readRows: async (url, slice, signal) => {
      const { readRows } = await import("./spreadsheet/read-rows.ts");
      return readRows(url, slice, addresses, signal);
    },
    seed,
    renderMs: profile === "strict" ? null : toRange(renderMs),
  });
  return {
    profile,
    contract,
    // Few emulators play a gap, and the others start faster without it.
    get serviceContract() {
      return (serviceContract ??= loadContract("service"));
    },
    token,
    seed,
    clock,
    jobs,
    folders,
    runner,
    faults: new FaultPlan(seed),
    gaps: createGapPlayer(seed, gaps),
    requests: new RequestLog(),
    addresses,
  };
}

function toRange(value: number | readonly [number, number]): readonly [number, number] {
  return typeof value === "number" ? [value, value] : value;
}

function createGapPlayer(seed: number, choice: EmulatorOptions["gaps"]): GapPlayer {
  try {
    return new GapPlayer(seed, choice);
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

async function listen(
  app: FastifyInstance,
  { port = 0, host = "127.0.0.1" }: EmulatorOptions,
): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new OptionError(
        `Port ${port} is in use. Choose another one with --port, or 0 for any.`,
      );
    if (
      code === "EACCES" ||
      code === "EADDRNOTAVAIL" ||
      code === "ENOTFOUND" ||
      code === "ERR_SOCKET_BAD_PORT"
    )
      throw new OptionError(
        `Cannot listen on ${host}:${port}: ${message}. Choose others with --host and --port.`,
      );
    throw error;
  }
}

/** A running emulator. */
export class Emulator {
  readonly #service: Service;
  readonly #app: FastifyInstance;
  readonly #journal: Journal | undefined;

  /** Made by {@link createEmulator}. */
  constructor(service: Service, app: FastifyInstance, journal: Journal | undefined) {
    this.#service = service;
    this.#app = app;
    this.#journal = journal;
  }

  /** Base address, without a slash at its end: the `{base_url}` of the interface specification. */
  get url(): string {
    const address = this.#app.server.address() as AddressInfo | null;
    if (!address) throw new Error("This emulator does not listen: it was made with listen: false");
    const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
    return `http://${host}:${address.port}`;
  }

  /** The token that requests have to carry. */
  get token(): string {
    return this.#service.token;
  }

  get profile(): Service["profile"] {
    return this.#service.profile;
  }

  get seed(): number {
    return this.#service.seed;
  }

  /** The clock that all jobs live by. */
  get clock(): Pick<Clock, "now" | "set" | "advance" | "auto" | "mode"> {
    return this.#service.clock;
  }

  /** What goes wrong. */
  readonly faults = {
    /** Adds a fault. @throws {RangeError} when it is none; the message says what was expected where */
    add: async (spec: FaultSpec): Promise<Fault> => this.#service.faults.add(checkFault(spec)),
    list: async (): Promise<Fault[]> => this.#service.faults.list(),
    clear: async (): Promise<void> => this.#service.faults.clear(),
  };

  /** Which readings of the gaps are played. */
  get gaps(): Pick<GapPlayer, "play" | "stop" | "list" | "drawAll" | "reset"> {
    return this.#service.gaps;
  }

  /** The jobs, and a way to move them. */
  readonly jobs = {
    /** The newest first. */
    list: (): Job[] => this.#service.jobs.list().map(presentJob),
    /** Gives a job another status. @throws {RangeError} when there is no such job */
    move: async (id: string, change: JobChange): Promise<void> => {
      const job = this.#service.jobs.get(id);
      if (!job) throw new RangeError(`There is no job ${id}`);
      await this.#service.runner.move(job, change);
    },
  };

  /** What was received, the newest first; tokens are redacted. */
  requests(): LoggedRequest[] {
    return this.#service.requests.list();
  }

  /** Serves a request of a server that this emulator does not own: for `listen: false`. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#app.server.emit("request", request, response);
  }

  /** Forgets all jobs, faults and requests, and goes back to the readings it was started with. The clock stays. */
  async reset(): Promise<void> {
    await resetService(this.#service);
  }

  /** Ends all connections and releases port and folder. */
  async close(): Promise<void> {
    this.#service.clock.close();
    this.#service.runner.close();
    await this.#app.close();
    await this.#journal?.close();
    await this.#service.folders.close();
  }
}
