/** A process to measure: an emulator that renders here, or leaves it to workers. Prints its address. */
import { createEmulator } from "../../emulator/src/index.ts";
import { connectRenderer, createRenderer } from "../../renderer/src/index.ts";

const [queue, storage] = process.argv.slice(2);
const emulator = await createEmulator({
  token: "bench",
  renderer: queue && storage ? await connectRenderer({ queue, storage }) : createRenderer(),
  renderMs: 1,
  allowHosts: ["127.0.0.1"],
});
console.log(emulator.url);
