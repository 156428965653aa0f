/** The part of `npm run test:types` that needs the packages of the benches. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { areInstalled, installCommand } from "./packages.ts";

if (areInstalled()) {
  const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
  const words = [join(manifest, "../bin/tsc"), "--project", import.meta.dirname];
  process.exitCode = spawnSync(process.execPath, words, { stdio: "inherit" }).status ?? 1;
} else {
  console.log(`- The types of bench/ are not checked. ${installCommand} installs what they need.`);
}
