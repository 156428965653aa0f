/** The command `video-generation`. */
import { run } from "./run.ts";
import { processSurroundings } from "./terminal.ts";

process.exitCode = await run(process.argv.slice(2), processSurroundings());
