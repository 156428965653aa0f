/** Runs a bench by its name, if what it needs is installed. */
import { benchPackages } from "./packages.ts";

const benches: Record<string, () => Promise<unknown>> = {
  pipeline: () => import("./pipeline/run.ts"),
  site: () => import("./site/run.ts"),
  observe: () => import("./conformance/observe.ts"),
  conformance: () => import("./conformance/run.ts"),
  client: () => import("./client/run.ts"),
  renderer: () => import("./renderer/run.ts"),
  emulator: () => import("./emulator/run.ts"),
};

const [name = ""] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`✗ There is no bench "${name}", but ${Object.keys(benches).join(", ")}.`);
  process.exitCode = 2;
} else if (!benchPackages.isPresent()) {
  console.error(`✗ What the bench needs is not installed. Run ${benchPackages.install}.`);
  process.exitCode = 1;
} else {
  await bench();
}
