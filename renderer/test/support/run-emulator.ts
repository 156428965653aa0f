/** A process that can be killed: an emulator with the renderer, on a data folder. Prints its address. */
import { createEmulator } from "../../../emulator/src/index.ts";
import { createRenderer } from "../../src/index.ts";

const [dataFolder = ""] = process.argv.slice(2);
const emulator = await createEmulator({
  dataFolder,
  token: "dev",
  renderer: createRenderer({ speech: false }),
  rendersAtOnce: true,
  renderMs: 1,
  allowHosts: ["127.0.0.1"],
});
console.log(emulator.url);
