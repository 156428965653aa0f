/** The clock that every job lives by. */
import { clearTimeout, monotonicMs, realTimeMs, setImmediate, setTimeout } from "./real-time.ts";
import { parseDuration, parseTime, requireTime } from "./time.ts";

export interface ClockOptions {
  /** Where the clock starts: a timestamp or milliseconds since 1970. The real time by default; a data folder goes on with its own. */
  startAt?: string | number | Date;
  /** `auto` goes on with the real time, `manual` stands still until it is moved. @default "auto" */
  mode?: ClockMode;
}

export type ClockMode = "auto" | "manual";

/** How users see the clock. */
export interface ClockControl {
  /** Milliseconds since 1970. */
  now(): number;
  readonly mode: ClockMode;
  /**
   * Moves the clock to a time and does what has become due. Going back undoes nothing.
   *
   * @throws {RangeError} for what is no time from 1970 to 9999
   */
  set(time: string | number | Date): Promise<void>;
  /**
   * Moves the clock forward by a duration such as `"2m"`, and does what has become due, in its order.
   *
   * @throws {RangeError} for what is no duration, and for one that would lead past the year 9999
   */
  advance(duration: string | number): Promise<void>;
  /** Lets the clock go on with the real time, or stops it. @default true */
  auto(on?: boolean): void;
}

/** Something that is due at a time. */
export interface Task {
  timeMs: number;
  run: () => Promise<void> | void;
}

/** Whoever knows what is due: the clock asks, and keeps nothing. */
export interface Agenda {
  /** When the next task is due; nothing when none waits. */
  nextTimeMs(): number | undefined;
  /** Takes the next task if its time is not later. It is not given again. */
  takeUntil(timeMs: number): Task | undefined;
}

/** Longest delay that a timer of Node takes. */
const maxTimerMs = 2 ** 31 - 1;

/** Tasks to run before others of this process have their turn: some hundred thousand may be due at once. */
const tasksPerTurn = 200;

/** Tasks that may be under way at once while the clock goes by itself. */
const maxRunning = 1000;

/**
 * A clock that can be moved. What is due happens when the clock reaches its time, whether it got there by itself or was moved; a
 * move ends when all that it made due has happened.
 */
export class Clock implements ClockControl {
  #agenda: Agenda | undefined;
  #running = 0;
  /** Time of the clock at the anchor, in milliseconds since 1970. */
  #timeMs: number;
  /** Real time at which the clock showed `#timeMs`; none while it stands still. */
  #anchorMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** What the timer waits for. */
  #awaitedMs = Infinity;
  #moves: Promise<void> = Promise.resolve();
  #closed = false;
  #onMove = (): void => {};

  constructor({ startAt = realTimeMs(), mode = "auto" }: ClockOptions = {}) {
    this.#timeMs = parseTime(startAt);
    this.#anchorMs = mode === "auto" ? monotonicMs() : undefined;
  }

  /** Calls a listener each time the clock was moved or its mode has changed. */
  onMove(listener: () => void): void {
    this.#onMove = listener;
  }

  now(): number {
    if (this.#anchorMs === undefined) return this.#timeMs;
    return Math.floor(this.#timeMs + monotonicMs() - this.#anchorMs);
  }

  get mode(): ClockMode {
    return this.#anchorMs === undefined ? "manual" : "auto";
  }

  set(time: string | number | Date): Promise<void> {
    const timeMs = parseTime(time);
    return this.#move(() => timeMs);
  }

  advance(duration: string | number): Promise<void> {
    const durationMs = parseDuration(duration);
    requireTime(this.now() + durationMs);
    return this.#move(() => requireTime(this.now() + durationMs));
  }

  /** Puts the clock to a time without doing anything: for going on after a restart. */
  restore(timeMs: number, mode: ClockMode): void {
    this.#timeMs = timeMs;
    this.#anchorMs = mode === "auto" ? monotonicMs() : undefined;
  }

  auto(on = true): void {
    if (on === (this.mode === "auto")) return;
    this.#timeMs = this.now();
    this.#anchorMs = on ? monotonicMs() : undefined;
    this.#rearm();
    this.#onMove();
  }

  /** Does from now on what an agenda has. */
  follow(agenda: Agenda): void {
    this.#agenda = agenda;
    this.#rearm();
  }

  /** Notes that something new in the agenda is due at a time. */
  expect(timeMs: number): void {
    if (timeMs < this.#awaitedMs) this.#rearm();
  }

  /** Ends the timer. Nothing happens any more. */
  close(): void {
    this.#closed = true;
    this.#rearm();
  }

  #move(target: () => number): Promise<void> {
    const moved = this.#moves.then(async () => {
      const targetMs = target();
      for (let count = 1; ; count++) {
        const task = this.#closed ? undefined : this.#agenda?.takeUntil(targetMs);
        if (!task) break;
        this.#show(Math.max(task.timeMs, this.now()));
        await task.run();
        if (count % tasksPerTurn === 0) await new Promise(setImmediate);
      }
      this.#show(targetMs);
      this.#rearm();
      this.#onMove();
    });
    // A move that fails is told to whoever asked for it, and does not stop the next one.
    this.#moves = moved.catch(() => {});
    return moved;
  }

  #show(timeMs: number): void {
    this.#timeMs = timeMs;
    if (this.#anchorMs !== undefined) this.#anchorMs = monotonicMs();
  }

  /** One timer waits for the next task. It does not keep the process alive: the server does. */
  #rearm(): void {
    clearTimeout(this.#timer);
    this.#awaitedMs = Infinity;
    if (this.#closed || this.mode === "manual" || this.#running >= maxRunning) return;
    const next = this.#agenda?.nextTimeMs();
    if (next === undefined) return;
    this.#awaitedMs = next;
    const delayMs = Math.min(Math.max(0, next - this.now()), maxTimerMs);
    this.#timer = setTimeout(() => this.#runDue(), delayMs).unref();
  }

  #runDue(): void {
    for (let count = 0; count < tasksPerTurn && this.#running < maxRunning; count++) {
      const task = this.#agenda?.takeUntil(this.now());
      if (!task) break;
      void this.#run(task);
    }
    this.#rearm();
  }

  async #run(task: Task): Promise<void> {
    this.#running++;
    try {
      await task.run();
    } finally {
      // It had to wait until fewer are under way.
      if (this.#running-- === maxRunning) this.#rearm();
    }
  }
}
