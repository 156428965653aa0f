/** The Video Generation Service on your own machine. Start with {@link createEmulator}. */
export { createEmulator, type Emulator, type FaultControl, type JobControl } from "./emulator.ts";
export type { Expectation } from "./expect.ts";
export { type EmulatorOptions, OptionError } from "./options.ts";
export type { OperationId } from "./service/names.ts";
export type { Fault, FaultEffect, FaultSpec, FaultTarget } from "./faults/fault.ts";
export type { GapChoice, GapControl, PlayableGap } from "./gaps/gap-player.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { Job, JobChange, JobProgress, JobVideo } from "./jobs/job.ts";
export type {
  Download,
  DownloadLimits,
  RenderContext,
  RenderedFile,
  Renderer,
  RenderTask,
} from "./jobs/renderer.ts";
export { createDownload } from "./download/create-download.ts";
export type { ClockControl, ClockMode, ClockOptions } from "./time/clock.ts";
