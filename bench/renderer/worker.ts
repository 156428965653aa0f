/** A process to measure: a worker. Prints a line when it works. */
import { createDownload } from "../../emulator/src/index.ts";
import { work } from "../../renderer/src/queue/work.ts";

const [queue = "", storage = ""] = process.argv.slice(2);
const stop = await work({ queue, storage, download: createDownload(["127.0.0.1"]) });
console.log("Working");
process.once("SIGTERM", () => void stop());
