/** A way to read a gap, played by changing what the emulator would answer. */
import type { OperationId } from "../service/names.ts";

/** An answer on its way out, as far as a reading can change it. */
export interface ReadableAnswer {
  status: number;
  mediaType: string;
  /** A value is sent as JSON, a string as it is, undefined not at all. */
  body: unknown;
}

/** What a reading may look at. */
export interface Played {
  operation: OperationId;
  /** The request body. */
  input: unknown;
  /** True when the answer is a refusal. */
  refused: boolean;
  /** Counts the requests of the emulator. */
  requestId: number;
}

export interface Reading {
  /** What a consumer meets, in a few words. */
  says: string;
  /** Changes the answer in place, if the reading concerns it. */
  change?: (answer: ReadableAnswer, played: Played) => void;
  /** Requests are taken as the contract of the service has them, not as the emulator does. */
  acceptsMore?: true;
  /** The answer is no longer what the contract says: a consumer has to survive it all the same. */
  breaksContract?: true;
}

/** Readings of one gap by name. */
export type Readings = Record<string, Reading>;
