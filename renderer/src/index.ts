/** Real videos behind the `renderer` option of `video-generation-emulator`. Start with {@link createRenderer}. */
export { createRenderer, type RendererOptions } from "./create-renderer.ts";
export { connectRenderer, type QueueOptions } from "./queue/connect-renderer.ts";
export { describeMissingTools } from "./tools/tools.ts";
