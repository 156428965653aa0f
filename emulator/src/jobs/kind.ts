/** What jobs have to know of a kind of job. The service hands in one for each operation that creates a job. */
import type { JsonObject } from "../contract/json.ts";
import type { OperationId } from "../../../generated/names.ts";
import type { AddressPolicy } from "../download/addresses.ts";
import type { JobKind, JobRecord, RowTexts } from "./job.ts";

export interface Kind {
  /** What the request calls its job. */
  nameOf?(input: JsonObject): string;
  /** What its creation responds with. */
  receipt(job: JobRecord, origin: string): object;
  /** The operation that reads it back, and what that responds with. */
  readBack?: {
    operation: OperationId;
    show(job: JobRecord, origin: string, example: JsonObject): object;
  };
  /** Why the job fails before any work, although every schema allows its request. */
  reasonToFail?(job: JobRecord): string | undefined;
  /**
   * What each of its videos is made of, or why that one cannot be made. A job without this makes one video.
   *
   * @param addresses those that its request may name
   * @param signal ends the reading
   * @throws {Error} whose message says why there is nothing to make
   */
  readRows?(job: JobRecord, addresses: AddressPolicy, signal: AbortSignal): Promise<RowTexts[]>;
}

export type Kinds = Record<JobKind, Kind>;
