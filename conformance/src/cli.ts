/** `video-generation-conformance` as a process. */
import { enableCompileCache } from "node:module";

// Before anything else is loaded, which takes most of the time of a short run and is the same every time.
enableCompileCache();
const { run } = await import("./command.ts");

process.exitCode = await run(process.argv.slice(2));
