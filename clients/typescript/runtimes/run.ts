/**
 * `npm test -- --runtimes`: packs the client, installs the tarball in an empty folder, and runs the
 * check in every runtime.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { refusingUrl } from "../../faults/fault-server.ts";
import { expectedCounts, expectedResults } from "./expected.ts";
import { type Runtime, runtimes } from "./runtimes.ts";
import { startScenarioServer } from "./scenarios.ts";

const run = promisify(execFile);
const here = import.meta.dirname;
const quiet = ["--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"];

if (!existsSync(join(here, "../../../bench/node_modules/node-22"))) {
  console.error("✗ The runtimes are not installed. Run npm ci --prefix bench.");
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "client-runtimes-"));
try {
  await installPackedClient();
  for (const runtime of runtimes) await check(runtime);
} finally {
  await rm(folder, { recursive: true });
}

async function installPackedClient(): Promise<void> {
  await run(process.execPath, [join(here, "../../../scripts/cli.ts"), "client"]);
  await run("npm", ["pack", ...quiet, "--pack-destination", folder], { cwd: join(here, "..") });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarball = `./video-generation-client-${await clientVersion()}.tgz`;
  // openapi-fetch is an optional peer: whoever wants that entry names it.
  const { "openapi-fetch": version } = await peerVersions();
  await run("npm", ["install", ...quiet, tarball, `openapi-fetch@${version}`], { cwd: folder });
  await build({
    input: ["check", "main", "worker"].map((name) => join(here, `${name}.ts`)),
    external: /^video-generation-client/,
    tsconfig: false,
    output: { dir: folder, entryFileNames: "[name].mjs" },
    logLevel: "warn",
  });
}

async function clientVersion(): Promise<string> {
  return (await readManifest()).version;
}

async function peerVersions(): Promise<Record<string, string>> {
  return (await readManifest()).peerDependencies;
}

async function readManifest() {
  return (await import("../package.json", { with: { type: "json" } })).default;
}

async function check({ name, kind, run: runCheck }: Runtime): Promise<void> {
  const startedAt = performance.now();
  const server = await startScenarioServer();
  try {
    const results = await runCheck(folder, server.baseUrl, refusingUrl);
    assert.deepEqual(results, expectedResults(kind), `${name} finds something else`);
    for (const [scenario, count] of Object.entries(expectedCounts(kind))) {
      const sent = server.counts[scenario];
      assert.equal(sent, count ?? sent, `${name} sends ${scenario} another number of times`);
    }
  } finally {
    await server.close();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const scenarios = Object.keys(expectedResults(kind)).length;
  console.log(`✓ ${name.padEnd(9)} ${scenarios} scenarios (${seconds} s)`);
}
