/** The Video Generation Service on your own machine. Start with {@link createEmulator}. */
export {
  createEmulator,
  type Emulator,
  type FaultControl,
  type JobControl,
} from "./app/emulator.ts";
export type { Expectation } from "./control/expectation.ts";
export type { Har } from "./control/to-har.ts";
export type { EmulatorOptions } from "./app/options.ts";
export { OptionError } from "./contract/option-error.ts";
export type { OperationId } from "../../generated/names.ts";
export type { Fault, FaultEffect, FaultSpec, FaultTarget } from "./faults/fault.ts";
export type { GapChoice, GapControl, PlayableGap } from "./gaps/gap-player.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { Job, JobChange, JobProgress, JobVideo } from "./jobs/job.ts";
export type { RenderContext, RenderedFile, Renderer, RenderTask } from "./jobs/renderer.ts";
export { createDownload, type Download } from "./download/create-download.ts";
export type { DownloadLimits } from "./download/download.ts";
export type { ClockControl, ClockMode, ClockOptions } from "./time/clock.ts";
