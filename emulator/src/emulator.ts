/** An emulator of the Video Generation Service. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkOptions } from "./check-options.ts";
import { type Expectation, verify } from "./expect.ts";
import type { Fault, FaultSpec } from "./faults/fault.ts";
import type { GapControl } from "./gaps/gap-player.ts";
import { createFetch } from "./http/fetch.ts";
import { listen } from "./http/listen.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { createListener } from "./listener.ts";
import { buildServer } from "./http/server.ts";
import { type Job, presentJob } from "./jobs/job.ts";
import type { JobChange } from "./jobs/job-event.ts";
import { moveJob } from "./jobs/move-job.ts";
import { assemble } from "./assemble.ts";
import type { Journal } from "./journal/journal.ts";
import type { EmulatorOptions } from "./options.ts";
import type { EmulatorParts } from "./parts.ts";
import type { Profile } from "./profile.ts";
import { resetService } from "./reset.ts";
import type { ClockControl } from "./time/clock.ts";

/**
 * Makes an emulator, and starts its server unless `listen` is false.
 *
 * @throws {OptionError} when an option cannot be used: the port is taken, the data folder is in use, a reading does not exist …
 */
export function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return create(options);
}

/** Defined where it may use what is private: a constructor for everybody would publish the types of all parts. */
let create: (options: EmulatorOptions) => Promise<Emulator>;

/** A running emulator. */
export class Emulator {
  static {
    create = async (options) => {
      checkOptions(options);
      const emulator = new Emulator(await assemble(options));
      try {
        if (options.listen ?? true) await listen(emulator.#server, options);
        return emulator;
      } catch (error) {
        await emulator.close();
        throw error;
      }
    };
  }

  readonly #parts: EmulatorParts;
  readonly #journal: Journal | undefined;
  readonly #listener: RequestListener;
  readonly #server: Server;

  private constructor({ parts, journal }: { parts: EmulatorParts; journal: Journal | undefined }) {
    this.#parts = parts;
    this.#journal = journal;
    this.#listener = createListener(parts);
    this.#server = buildServer(this.#listener);
    this.fetch = createFetch(this.#server, () => this.#baseUrl());
  }

  /** Base address, without a slash at its end: the `{base_url}` of the interface specification. */
  get url(): string {
    const url = this.#baseUrl();
    if (url === undefined)
      throw new Error("This emulator does not listen: it was made with listen: false");
    return url;
  }

  /** The token that requests have to carry. */
  get token(): string {
    return this.#parts.token;
  }

  /** What other machines have to send to the control plane, if they may use it at all. */
  get controlToken(): string | undefined {
    const { access } = this.#parts;
    return access.isOpen ? access.token : undefined;
  }

  get profile(): Profile {
    return this.#parts.profile;
  }

  get seed(): number {
    return this.#parts.seed;
  }

  /** The clock that all jobs live by. */
  get clock(): ClockControl {
    return this.#parts.clock;
  }

  /** What goes wrong. */
  readonly faults = {
    /** Adds a fault. @throws {RangeError} when it is none; the message says what was expected where */
    add: (spec: FaultSpec): Fault => this.#parts.faults.add(spec),
    list: (): Fault[] => this.#parts.faults.list(),
    /** Removes a fault. Returns false when there is none, or it has hit as often as it should. */
    remove: (id: string): boolean => this.#parts.faults.remove(id),
    clear: (): void => this.#parts.faults.clear(),
  };

  /** Which readings of the gaps are played. */
  get gaps(): GapControl {
    return this.#parts.gaps;
  }

  /** The jobs, and a way to move them. */
  readonly jobs = {
    /** The newest first. */
    list: (): Job[] => this.#parts.jobs.list().map(presentJob),
    /** Nothing when there is no such job. */
    get: (id: string): Job | undefined => {
      const job = this.#parts.jobs.get(id);
      return job && presentJob(job);
    },
    /**
     * Gives a job another status. One that is completed gets its videos, unless its output is given.
     *
     * @throws {RangeError} when there is no such job, and for a move that the contract of the profile does not allow
     */
    move: async (id: string, change: JobChange): Promise<void> => {
      const job = this.#parts.jobs.get(id);
      if (!job) throw new RangeError(`There is no job ${id}`);
      await moveJob(this.#parts, job, change);
    },
  };

  /** What was received, the newest first; tokens are redacted. */
  requests(): LoggedRequest[] {
    return this.#parts.requests.list();
  }

  /**
   * Verifies what was received, for the end of a test.
   *
   * @example emulator.expect({ operation: "createHpJob", times: 1, body: { project_name: "Welcome" } });
   * @returns the requests that fit
   * @throws {AssertionError} that lists what was received instead
   */
  expect(expectation: Expectation): LoggedRequest[] {
    return verify(this.requests(), expectation);
  }

  /**
   * Answers a request within this process, without a port: for `listen: false`, or as the handler of a mock such as MSW. What leads
   * to the emulator does so whatever its host; a relative address is taken as one of the emulator.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

  /** Serves a request of a server that this emulator does not own: for `listen: false`. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#listener(request, response);
  }

  /** Forgets all jobs, faults and requests, and goes back to the readings it was started with. The clock stays. */
  async reset(): Promise<void> {
    await resetService(this.#parts);
  }

  /** Ends all connections and all that goes on, and releases port and folder. */
  async close(): Promise<void> {
    const { clock, runner, folders } = this.#parts;
    clock.close();
    const stopped = runner.close();
    const closed = this.#server.listening
      ? new Promise<void>((resolve) => this.#server.close(() => resolve()))
      : undefined;
    this.#server.closeAllConnections();
    await closed;
    await stopped;
    await this.#journal?.close();
    await folders.close();
  }

  /** Everybody's address is no address to call: whoever listens there can be called on the machine itself. */
  #baseUrl(): string | undefined {
    const bound = this.#server.address() as AddressInfo | null;
    if (!bound) return undefined;
    const address = { "0.0.0.0": "127.0.0.1", "::": "::1" }[bound.address] ?? bound.address;
    return `http://${bound.family === "IPv6" ? `[${address}]` : address}:${bound.port}`;
  }
}
