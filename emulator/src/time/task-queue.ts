/** Tasks in the order of their times: a binary heap, because thousands of jobs may wait at once. */

export interface Task {
  timeMs: number;
  run: () => Promise<void> | void;
}

interface Entry extends Task {
  /** Keeps tasks of one time in the order in which they were added. */
  sequence: number;
}

export class TaskQueue {
  #heap: Entry[] = [];
  #sequence = 0;

  /** Adds a task and tells whether it is now the next one. */
  add(task: Task): boolean {
    const entry = { ...task, sequence: this.#sequence++ };
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    return this.#heap[0] === entry;
  }

  nextTimeMs(): number | undefined {
    return this.#heap[0]?.timeMs;
  }

  /** Takes the next task if its time is not later. */
  takeUntil(timeMs: number): Task | undefined {
    const [first] = this.#heap;
    if (!first || first.timeMs > timeMs) return undefined;
    const last = this.#heap.pop() as Entry;
    if (this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  clear(): void {
    this.#heap = [];
  }

  #rise(index: number): void {
    for (let child = index; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.#swapIfEarlier(child, parent)) return;
      child = parent;
    }
  }

  #sink(index: number): void {
    for (let parent = index; ;) {
      const left = 2 * parent + 1;
      const right = left + 1;
      const earlier = this.#isEarlier(right, left) ? right : left;
      if (!this.#swapIfEarlier(earlier, parent)) return;
      parent = earlier;
    }
  }

  #isEarlier(index: number, other: number): boolean {
    const a = this.#heap[index];
    const b = this.#heap[other];
    if (!a || !b) return false;
    return a.timeMs < b.timeMs || (a.timeMs === b.timeMs && a.sequence < b.sequence);
  }

  #swapIfEarlier(index: number, other: number): boolean {
    if (!this.#isEarlier(index, other)) return false;
    const entry = this.#heap[index] as Entry;
    this.#heap[index] = this.#heap[other] as Entry;
    this.#heap[other] = entry;
    return true;
  }
}
