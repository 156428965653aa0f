/** What the engine has to know of a behaviour of a gap. The service hands in those there are. */
import type { OperationId } from "../../../generated/names.ts";
import type { Reply } from "../http/reply.ts";

/** A way to read a gap, played by changing the response of the emulator. */
export interface Behaviour {
  /** What a consumer meets, in a few words. */
  says: string;
  /** Changes the response in place, if the behaviour concerns it. */
  change?: (reply: Reply, played: Played) => void;
  /** Changes refusals alone: played last, so that it also concerns those that other behaviours make. */
  ofRefusals?: true;
  /** What a new job is called. */
  jobId?: (id: string) => string;
  /** Requests are taken as the contract of the service has them, not as the emulator does. */
  acceptsMore?: true;
  /** The response is no longer what the contract says: a consumer has to survive it all the same. */
  breaksContract?: true;
}

/** What a behaviour may look at. */
export interface Played {
  operation: OperationId;
  /** True when the response is a refusal. */
  refused: boolean;
  /** Path and query of the request. */
  url: string;
  /** The request body as it was received. */
  text: string;
  /** By the clock of the emulator. */
  nowMs: number;
  /** What the behaviour has kept of earlier responses. */
  memory: Map<string, unknown>;
}

/** Behaviours by gap and by name. */
export type Behaviours = Record<string, Record<string, Behaviour>>;
