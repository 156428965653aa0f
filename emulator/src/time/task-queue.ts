/** Tasks in the order of their times; those of one time in the order in which they were added. */
import TinyQueue from "tinyqueue";

export interface Task {
  timeMs: number;
  run: () => Promise<void> | void;
}

type Entry = Task & { sequence: number };

export class TaskQueue {
  #queue = newQueue();
  #sequence = 0;

  /** Adds a task. Returns whether it is now the next one. */
  add(task: Task): boolean {
    const entry = { ...task, sequence: this.#sequence++ };
    this.#queue.push(entry);
    return this.#queue.peek() === entry;
  }

  nextTimeMs(): number | undefined {
    return this.#queue.peek()?.timeMs;
  }

  /** Takes the next task if its time is not later. */
  takeUntil(timeMs: number): Task | undefined {
    const next = this.nextTimeMs();
    return next === undefined || next > timeMs ? undefined : this.#queue.pop();
  }

  clear(): void {
    this.#queue = newQueue();
  }
}

function newQueue(): TinyQueue<Entry> {
  return new TinyQueue<Entry>([], (a, b) => a.timeMs - b.timeMs || a.sequence - b.sequence);
}
