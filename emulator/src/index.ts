/** The Video Generation Service on your own machine. Start with {@link createEmulator}. */
export { createEmulator, Emulator } from "./emulator.ts";
export type { Expectation } from "./expect.ts";
export {
  type CatalogueOptions,
  type EmulatorOptions,
  OptionError,
  type OutcomeOptions,
  type Range,
} from "./options.ts";
export type { OperationId } from "./contract/operations.ts";
export type { Fault, FaultEffect, FaultSpec, FaultTarget } from "./faults/fault.ts";
export type { GapChoice, GapControl, PlayableGap } from "./gaps/gap-player.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { Job, JobProgress, JobVideo } from "./jobs/job.ts";
export type { JobChange } from "./jobs/job-event.ts";
export type {
  Download,
  DownloadLimits,
  RenderContext,
  RenderedFile,
  Renderer,
  RenderTask,
} from "./jobs/renderer.ts";
export { createDownload } from "./spreadsheet/create-download.ts";
export type { Profile } from "./profile.ts";
export type { ClockControl, ClockMode, ClockOptions } from "./time/clock.ts";
