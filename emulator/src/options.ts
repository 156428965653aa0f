/** What an emulator can be told when it is made. */
import type { GapChoice } from "./gaps/gap-player.ts";
import type { Renderer } from "./jobs/renderer.ts";
import type { Profile } from "./service.ts";
import type { ClockOptions } from "./time/clock.ts";

export interface EmulatorOptions {
  /** Port to listen on; 0 takes a free one. @default 0 */
  port?: number;
  /** Address to listen on. The control plane answers on loopback only, whatever this is. @default "127.0.0.1" */
  host?: string;
  /** False makes no server: the requests come through `handle`. @default true */
  listen?: boolean;
  /** The token that requests have to carry. @default "emulator-token" */
  token?: string;
  /** `assumed` fills the gaps of the specification, `strict` shows only what it states. @default "assumed" */
  profile?: Profile;
  /** Makes identifiers, faults and readings the same in every run. Random by default. */
  seed?: number;
  /** Readings of gaps to play from the start. @default {} */
  gaps?: GapChoice;
  /** Folder that keeps the jobs across restarts. In memory by default. */
  dataFolder?: string;
  /** Hosts that addresses in requests may lead to although they are private. @default [] */
  allowHosts?: string[];
  /** Where the clock starts, and whether it goes by itself. */
  clock?: ClockOptions;
  /**
   * How long a job renders, in milliseconds by the clock of the emulator; a pair of numbers draws each job's between them.
   * @default 10000
   */
  renderMs?: number | readonly [number, number];
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

/** An option that cannot be used. The message names the remedy in one line. */
export class OptionError extends Error {
  override name = "OptionError";
}
