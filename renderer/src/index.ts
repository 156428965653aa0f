/** Real videos behind the `renderer` option of `video-generation-emulator`. Start with {@link createRenderer}. */
export { createRenderer, type RendererOptions } from "./create-renderer.ts";
export { type Made, type Workplace, wrapRenderer, type WrapOptions } from "./wrap-renderer.ts";
export { connectRenderer, type QueueOptions } from "./queue/connect-renderer.ts";
export type { FaceModel } from "./lipsync/render-lipsync.ts";
export { work, type WorkOptions } from "./queue/work.ts";
export { speak, type Speech, voiceOf, type Voice } from "./speech/speak.ts";
export { InputError, SourceFault } from "./tools/faults.ts";
export { describeMissingTools } from "./tools/run-tool.ts";
