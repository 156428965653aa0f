/** Which operation has created a job, for readings of it by an operation of another kind of job. */
import { type Exchange, isSuccess } from "../exchange.ts";
import type { Operation } from "../operations.ts";

/** Jobs that are remembered: far more than any threshold asks for. */
const maxJobs = 20_000;

export class JobCreators {
  readonly #creators = new Map<number, string>();

  /**
   * Remembers who has created a job; undefined for that, and for a reading of a job that was not
   * seen when it was created.
   *
   * @param job hash of its identifier
   */
  creatorOf(
    { method, operationId }: Operation,
    exchange: Exchange,
    job: number,
  ): string | undefined {
    if (method === "get") return exchange.creator ?? this.#creators.get(job);
    if (isSuccess(exchange) && this.#creators.size < maxJobs) this.#creators.set(job, operationId);
    return undefined;
  }
}
