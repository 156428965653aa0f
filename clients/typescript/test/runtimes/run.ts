/**
 * `npm test -- --runtimes`: packs all packages, installs their tarballs in an empty folder, runs each on
 * Node 22.13, 24 and 26, and the check of the client in every runtime.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { root } from "../../../../scripts/support/locations.ts";
import { publishedPackages } from "../../../../scripts/support/packages.ts";
import { command, typescript } from "../../../faults/drivers.ts";
import { refusingUrl } from "../../../faults/fault-server.ts";
import { runMatrix } from "../../../faults/matrix.ts";
import { checkPackages } from "./packages.ts";
import { nodes, type Runtime, runtimes } from "./runtimes.ts";
import { expectedResults, startScenarioServer, wrongCounts } from "./scenarios.ts";

const run = promisify(execFile);
const here = import.meta.dirname;
const quiet = ["--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"];
const packages = publishedPackages();

if (!existsSync(nodes["Node 22.13"])) {
  console.error("✗ The runtimes are not installed. Run npm ci --prefix bench.");
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "client-runtimes-"));
try {
  await installPackages();
  for (const [name, binary] of Object.entries(nodes)) {
    const names = packages.map((each) => each.name);
    const { done, failed } = await checkPackages(binary, folder, names);
    console.log(`✓ ${name}: ${done.join(", ")}`);
    for (const problem of failed) console.error(`✗ ${name}: ${problem}`);
    if (failed.length > 0) process.exitCode = 1;
  }
  for (const runtime of runtimes) await check(runtime);
  for (const [name, binary] of Object.entries(nodes)) await playMatrix(name, binary);
} finally {
  await rm(folder, { recursive: true });
}

async function installPackages(): Promise<void> {
  await run(process.execPath, [join(root, "scripts/cli.ts"), "packages"], { cwd: root });
  const names = packages.flatMap(({ name }) => ["--workspace", name]);
  await run("npm", ["pack", ...quiet, ...names, "--pack-destination", folder], { cwd: root });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarballs = packages.map(({ tarball }) => `./${tarball}`);
  // openapi-fetch is an optional peer: whoever wants that entry names it.
  await run("npm", ["install", ...quiet, ...tarballs, "openapi-fetch"], { cwd: folder });
  await build({
    input: ["check", "main", "worker"].map((name) => join(here, `${name}.ts`)),
    external: /^video-generation-client/,
    tsconfig: false,
    output: { dir: folder, entryFileNames: "[name].mjs" },
    logLevel: "warn",
  });
}

/** The faults, with the sources: they need no more of a Node than that it drops their types. */
async function playMatrix(name: string, binary: string): Promise<void> {
  const flags = ["--experimental-strip-types", "--no-warnings"];
  for (const driver of [typescript, command]) {
    const args = [...flags, ...driver.args];
    const rows = await runMatrix({ ...driver, command: binary, args });
    const broken = rows.filter(({ problems }) => problems.length > 0);
    assert.deepEqual(broken, [], `${driver.name} on ${name}`);
    console.log(`✓ ${name}: ${driver.name} keeps ${rows.length} rows of the fault matrix`);
  }
}

async function check({ name, kind, run: runCheck }: Runtime): Promise<void> {
  const startedAt = performance.now();
  const server = await startScenarioServer();
  try {
    const results = await runCheck(folder, server.baseUrl, refusingUrl);
    assert.deepEqual(results, expectedResults(kind), `${name} finds something else`);
    assert.deepEqual(wrongCounts(kind, server.counts), [], `${name} sends another number`);
  } finally {
    await server.close();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const count = Object.keys(expectedResults(kind)).length;
  console.log(`✓ ${name.padEnd(9)} ${count} scenarios (${seconds} s)`);
}
