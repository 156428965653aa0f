/** A process that can be killed while its tool works: for ever, unless that is killed too. Prints the tool's number. */
import { setTimeout } from "node:timers/promises";
import { runTool } from "../../src/tools/run-tool.ts";
import { childrenOf } from "./processes.ts";

const endless = ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc2", "-f", "null", "-"];
const never = new AbortController().signal;
void runTool("ffmpeg", endless, { cwd: ".", signal: never, timeoutMs: 600_000 });
let children: number[] = [];
while (children.length === 0) {
  await setTimeout(10);
  children = await childrenOf(process.pid, "ffmpeg");
}
console.log(children.join());
