/** The options of an emulator. */
import type { GapChoice } from "./gaps/gap-player.ts";
import type { Renderer } from "./jobs/renderer.ts";
import type { Profile } from "./profile.ts";
import type { ClockOptions } from "./time/clock.ts";

/** One number, or a pair of them to draw from. */
export type Range = number | readonly [from: number, to: number];

export interface EmulatorOptions {
  /** Port to listen on; 0 takes a free one. @default 0 */
  port?: number;
  /** Address to listen on. @default "127.0.0.1" */
  host?: string;
  /** False makes no server: the requests come through `handle` or `fetch`. @default true */
  listen?: boolean;
  /** Base of the addresses that are handed out, such as those of videos. The one that the client has called by default. */
  publicUrl?: string;
  /** Address of a reference site, which the page links to. */
  siteUrl?: string;
  /** The token that requests have to carry. @default "emulator-token" */
  token?: string;
  /**
   * Names and addresses by which other machines may call the control plane; `*` for any. They need the control token. By default it
   * answers to programs on its own machine alone. @default []
   */
  controlHosts?: string[];
  /** What other machines have to send to the control plane. Random by default. */
  controlToken?: string;
  /** `assumed` fills the gaps of the specification, `strict` shows only what it states. @default "assumed" */
  profile?: Profile;
  /** Makes identifiers, faults and readings the same in every run. Random by default. */
  seed?: number;
  /** Readings of gaps to play from the start. @default {} */
  gaps?: GapChoice;
  /** Avatars and voices instead of those of the contract's examples. */
  catalogue?: CatalogueOptions;
  /** Folder that keeps the jobs across restarts. In memory by default. */
  dataFolder?: string;
  /** Hosts that addresses in requests may lead to although they are private. @default [] */
  allowHosts?: string[];
  /** Where the clock starts, and whether it goes by itself. */
  clock?: ClockOptions;
  /** How long a job renders, in milliseconds by the clock of the emulator. A pair draws each job's. @default 10000 */
  renderMs?: Range;
  /** How long each answer of the API is held back, in milliseconds. A pair draws each answer's. @default 0 */
  latencyMs?: Range;
  /** How likely a job ends otherwise, from 0 to 1, unless its request chooses. @default {} */
  outcome?: OutcomeOptions;
  /** Makes the videos. A short clip for every job by default. */
  renderer?: Renderer;
  /** Starts the renderer when a job is created. It ends when both its time and the renderer are over. @default false */
  rendersAtOnce?: boolean;
  /**
   * Jobs to keep. With more of them, the job that has been finished for the longest time is dropped; when all of them render, no more
   * are taken. @default 100000
   */
  maxJobs?: number;
  /** The options above hold, although the data folder began with others. @default false */
  force?: boolean;
}

/** Lists by what they hold; one that is missing is that of the contract. */
export interface CatalogueOptions {
  publicAvatars?: object[];
  customAvatars?: object[];
  publicVoices?: object[];
}

export interface OutcomeOptions {
  /** The job fails. */
  fail?: number;
  /** The job renders for ever. */
  stall?: number;
}

/** An option that cannot be used. The message names the remedy in one line. */
export class OptionError extends Error {
  override name = "OptionError";
}
