/**
 * `npx node clients/typescript/test/runtimes/run.ts`: packs all packages, installs their tarballs in an empty folder, runs each on
 * Node 22.13, 24 and 26 with the fault matrix, and the check of the client in every other runtime.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { packPackages } from "../../../../scripts/release/pack.ts";
import { packagesFolder } from "../../../../scripts/support/locations.ts";
import { publishedPackages } from "../../../../scripts/support/packages.ts";
import { hpRequest } from "../../../../test/support/example-requests.ts";
import { command, typescript } from "../../../faults/drivers.ts";
import { refusingUrl } from "../../../faults/fault-server.ts";
import { runMatrix } from "../../../faults/matrix.ts";
import { nodes, type Runtime, runtimes } from "./runtimes.ts";
import { expectedResults, startScenarioServer } from "./scenarios.ts";

const run = promisify(execFile);
const quiet = ["--loglevel=error", "--no-audit", "--no-fund", "--ignore-scripts"];
const packages = publishedPackages();

/** CommonJS gets the client by `require`, on every Node that has it. */
const commonJs = `const { createClient } = require("video-generation-client");
createClient({ baseUrl: "https://a.example", token: "t" });
require("video-generation-client/save").saveVideos({ job_id: "1" }, ".").catch(({ name }) => {
  if (name !== "SaveError") throw new Error(name);
});`;

/** Lists the jobs of a data folder while memory is tidied up: Node 22.13 then ends a statement of SQLite that nothing refers to. */
const listJobs = `import { createEmulator } from "video-generation-emulator";
const emulator = await createEmulator({ dataFolder: await (await import("node:fs/promises")).mkdtemp("jobs-") });
const headers = { authorization: "Bearer " + emulator.token, "content-type": "application/json" };
const body = ${JSON.stringify(JSON.stringify(hpRequest()))};
for (let job = 0; job < 3; job++) await emulator.fetch("/api/hp_job", { method: "POST", headers, body });
const { parse } = JSON;
JSON.parse = (text) => (gc(), parse(text));
if (emulator.jobs.list().length !== 3) throw new Error("A job is missing.");
await emulator.close();`;

if (!existsSync(nodes["Node 22.13"])) {
  console.error("✗ The runtimes are not installed. Run npm ci --prefix bench.");
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "client-runtimes-"));
try {
  await installPackages();
  for (const [name, binary] of Object.entries(nodes)) await startPackages(name, binary);
  for (const runtime of runtimes) await check(runtime);
  for (const [name, binary] of Object.entries(nodes)) await playMatrix(name, binary);
} finally {
  await rm(folder, { recursive: true });
}

async function installPackages(): Promise<void> {
  await packPackages();
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarballs = packages.map(({ tarball }) => join(packagesFolder, tarball));
  // openapi-fetch is an optional peer: a user of that entry installs it.
  await run("npm", ["install", ...quiet, ...tarballs, "openapi-fetch"], { cwd: folder });
  await writeFile(join(folder, "use.cjs"), commonJs);
  await build({
    input: join(import.meta.dirname, "check.ts"),
    external: /^video-generation-client/,
    tsconfig: false,
    output: { dir: folder, entryFileNames: "[name].mjs" },
    logLevel: "warn",
  });
}

/** What every package exports is imported, and what it installs is started. */
async function startPackages(name: string, binary: string): Promise<void> {
  const starts: [name: string, args: string[]][] = [
    ["require", ["use.cjs"]],
    ["jobs in a data folder", ["--expose-gc", "--input-type=module", "--eval", listJobs]],
  ];
  for (const { name } of packages) {
    const path = join("node_modules", name);
    const manifest = await readFile(join(folder, path, "package.json"), "utf8");
    const { exports, bin = {} } = JSON.parse(manifest) as {
      exports: Record<string, unknown>;
      bin?: Record<string, string>;
    };
    for (const entry of Object.keys(exports).filter((each) => !/\*|\.\w+$/.test(each))) {
      const specifier = `${name}${entry.slice(1)}`;
      const code = `await import(${JSON.stringify(specifier)})`;
      starts.push([specifier, ["--input-type=module", "--eval", code]]);
    }
    for (const [command, file] of Object.entries(bin)) {
      starts.push([`${command} --help`, [join(path, file), "--help"]]);
    }
  }
  for (const [what, args] of starts) {
    await run(binary, args, { cwd: folder }).then(
      () => console.log(`✓ ${name}: ${what}`),
      ({ stderr }: { stderr: string }) => {
        console.error(`✗ ${name}: ${what}:\n${stderr}`);
        process.exitCode = 1;
      },
    );
  }
}

/** The faults, with the sources: they need no more of a Node than that it drops their types. */
async function playMatrix(name: string, binary: string): Promise<void> {
  const flags = ["--experimental-strip-types", "--no-warnings"];
  for (const [client, [, source]] of Object.entries({ typescript, command })) {
    const rows = await runMatrix([binary, ...flags, source]);
    const broken = rows.filter(({ problems }) => problems.length > 0);
    assert.deepEqual(broken, [], `${client} on ${name}`);
    console.log(`✓ ${name}: ${client} keeps ${rows.length} rows of the fault matrix`);
  }
}

async function check({ name, kind, run: runCheck }: Runtime): Promise<void> {
  const server = await startScenarioServer(kind);
  try {
    const results = await runCheck(folder, [server.baseUrl, refusingUrl]);
    assert.deepEqual(results, expectedResults(kind), `${name} finds something else`);
    assert.deepEqual(server.wrongCounts(), [], `${name} sends another number`);
  } finally {
    await server.close();
  }
  console.log(`✓ ${name}: ${Object.keys(expectedResults(kind)).length} scenarios`);
}
