/** What the page shows: what the control plane answers, and what the user has chosen. */
import type { VNode } from "preact";
import type { showOperation, showState } from "../src/control/control-plane.ts";
import type { Fault } from "../src/faults/fault.ts";
import type { PlayableGap } from "../src/gaps/gap-player.ts";
import type { LoggedRequest } from "../src/http/request-log.ts";
import type { describeJob, summarizeJob } from "../src/service/present.ts";

export type State = ReturnType<typeof showState>;
export type Operation = ReturnType<typeof showOperation>;
export type JobSummary = ReturnType<typeof summarizeJob>;
export type Job = ReturnType<typeof describeJob>;
export type Video = Job["videos"][number];
export type { LoggedRequest };
/** Without its bodies and headers. */
export type RequestSummary = Omit<LoggedRequest, "headers" | "body" | "response">;

/** Calls the control plane with a path below `/emulator/`, and shows what has become of it. */
export type Act = (method: string, path: string, body?: unknown) => Promise<void>;

/** The request that is to be sent. */
export interface Draft {
  operation: string;
  /** Empty for an operation without a body. */
  example: string;
  body: string;
  /** Identifier in its path. */
  job: string;
}

export interface Model {
  /** Null until the emulator has answered. */
  state: State | null;
  /** Why the emulator cannot be asked. */
  connection: string;
  /** What the last action was refused with. */
  problem: string;
  section: string;
  /** Identifier of the job or request that is shown whole, and what it is or why it cannot be shown. */
  chosen: string;
  detail: Job | LoggedRequest | Error | null;
  /** Of the jobs or requests that are listed. */
  text: string;
  jobs: JobSummary[];
  requests: RequestSummary[];
  operations: Operation[];
  faults: Fault[];
  gaps: PlayableGap[];
  effect: string;
  draft: Draft;
  answer: LoggedRequest | null;
  act: Act;
  edit(change: Partial<Draft>): void;
  sendDraft(): Promise<void>;
  show(changed: Partial<Model>): void;
  filter(text: string): Promise<void>;
}

/** Draws a section. */
export type Section = (model: Model & { state: State }) => VNode;
