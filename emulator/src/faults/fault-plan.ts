/** The faults that wait for a request. */
import type { OperationId } from "../contract/operations.ts";
import { chance } from "../random.ts";
import type { Fault, FaultSpec } from "./fault.ts";

export class FaultPlan {
  readonly #seed: number;
  #faults: Fault[] = [];
  #count = 0;
  #draws = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Adds a fault. Of several that fit a request, the oldest hits it. */
  add(spec: FaultSpec): Fault {
    const times = spec.times ?? (spec.probability === undefined ? 1 : null);
    const fault: Fault = { ...spec, id: `fault-${++this.#count}`, left: times };
    this.#faults.push(fault);
    return fault;
  }

  list(): Fault[] {
    return [...this.#faults];
  }

  /** Returns false when there is no such fault. */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
    this.#count = 0;
    this.#draws = 0;
  }

  /** The fault that hits a request, if one does. A fault that has hit often enough is gone. */
  take(operation: OperationId): Fault | undefined {
    if (this.#faults.length === 0) return undefined;
    const fault = this.#faults.find((candidate) => this.#hits(candidate, operation));
    if (fault && fault.left !== null && --fault.left === 0) this.remove(fault.id);
    return fault;
  }

  #hits({ operation, probability = 1, id }: Fault, requested: OperationId): boolean {
    if (operation !== undefined && operation !== requested) return false;
    return probability >= 1 || chance(this.#seed, "fault", id, ++this.#draws) < probability;
  }
}
