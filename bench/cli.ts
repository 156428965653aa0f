/** Runs a bench by its name, if what it needs is installed. */
import { benchPackages, peerPackages, toolPackages } from "./packages.ts";

const benches: Record<string, () => Promise<unknown>> = {
  pipeline: () => import("./pipeline/run.ts"),
  site: () => import("./site/run.ts"),
  observe: () => import("./conformance/observe.ts"),
  conformance: () => import("./conformance/run.ts"),
  peers: () => import("./peers/run.ts"),
  client: () => import("./client/run.ts"),
  faults: () => import("./client/faults.ts"),
  renderer: () => import("./renderer/run.ts"),
  emulator: () => import("./emulator/run.ts"),
  // By an address, so that the types of the others can be checked without the packages of this one.
  tools: () => import(new URL("tools/run.ts", import.meta.url).href),
  generated: () => import(new URL("tools/faults.ts", import.meta.url).href),
};

const [name = ""] = process.argv.slice(2);
const bench = benches[name];
const packages =
  { tools: toolPackages, generated: toolPackages, peers: peerPackages }[name] ?? benchPackages;
if (!bench) {
  console.error(`✗ There is no bench "${name}", but ${Object.keys(benches).join(", ")}.`);
  process.exitCode = 2;
} else if (!packages.isPresent()) {
  console.error(`✗ What the bench needs is not installed. Run ${packages.install}.`);
  process.exitCode = 1;
} else {
  await bench();
}
