/** A process that can be killed: an emulator with the renderer, on a data folder. Prints its address. */
import { createEmulator } from "../../../emulator/src/index.ts";
import { connectRenderer, createRenderer } from "../../src/index.ts";

const [dataFolder = "", queue, storage] = process.argv.slice(2);
const speech = false;
const emulator = await createEmulator({
  dataFolder,
  token: "dev",
  renderer:
    queue && storage
      ? await connectRenderer({ queue, storage, speech })
      : createRenderer({ speech }),
  renderMs: 1,
  allowHosts: ["127.0.0.1"],
});
console.log(emulator.url);
