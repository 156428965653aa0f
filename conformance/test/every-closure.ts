/**
 * Closes gaps in copies of the repository, as a maintainer would, and runs there what has to pass: `npm test` for those that
 * are closed together; for each of them alone, what `apply` runs itself.
 */
import { once } from "node:events";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { RepositoryCopy } from "../../scripts/support/repository-copy.ts";
import type { Overlay } from "../src/overlay/overlay.ts";
import { closuresAlone, closuresTogether } from "./support/closures.ts";
import { commandFile } from "./support/command.ts";
import { withGuidesWritten } from "./support/guides.ts";

const cases = new Map([...closuresTogether, ...closuresAlone]);
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !cases.has(name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. There are:\n${[...cases.keys()].join("\n")}`);
  process.exit(2);
}

for (const name of chosen.length > 0 ? chosen : cases.keys()) {
  const start = performance.now();
  const problem = await closing(cases.get(name)!, name.includes(":"));
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(problem ? `✗ ${name}\n${problem}` : `✓ ${name} (${seconds} s)`);
  if (problem) process.exitCode = 1;
}

/** What went wrong, or nothing. */
async function closing(overlay: Overlay, isAlone: boolean): Promise<string | undefined> {
  await using copy = await RepositoryCopy.create();
  await copy.write("closing.yaml", stringify(await withGuidesWritten(overlay)));
  const applied = await copy.run(commandFile, "apply", "closing.yaml");
  if (applied.exitCode !== 0) return applied.output;
  if (isAlone) return undefined;
  // It is no part of the repository, and written as no formatter would.
  await rm(join(copy.folder, "closing.yaml"));
  const { scripts } = JSON.parse(readFileSync(join(copy.folder, "package.json"), "utf8"));
  const tests = spawn("npm", ["test"], {
    cwd: copy.folder,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [exitCode] = (await once(tests, "exit")) as [number];
  return exitCode === 0 ? undefined : `npm test (${scripts.test}) ended with ${exitCode}.`;
}
