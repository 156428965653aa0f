/** A process that can be killed: a worker that makes one row at once. Prints a line when it works. */
import { createDownload } from "../../../emulator/src/download/create-download.ts";
import { work } from "../../src/queue/work.ts";

const [queue = "", storage = ""] = process.argv.slice(2);
await work({ queue, storage, download: createDownload(["127.0.0.1"]), rowsAtOnce: 1 });
console.log("Working");
