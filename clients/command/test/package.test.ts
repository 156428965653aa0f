/** The package as a user gets it: its tarball, installed into an empty folder. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/src/index.ts";
import { installTarball } from "../../../test/support/install.ts";
import { readSamples } from "../../../test/support/samples.ts";
import { root } from "../../../scripts/support/locations.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

const run = promisify(execFile);
const readme = join(import.meta.dirname, "../README.md");
const app = await temporaryFolder();
let tarball: string;
let emulator: Emulator;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  const installed = await installTarball("clients/command", app.path);
  tarball = installed.tarball;
  emulator = await createEmulator({ seed: 1, renderMs: 100 });
  // What `npm install --global` links.
  const bin = join(installed.folder, installed.manifest.bin?.["video-generation"] ?? "");
  await app.write("video-generation", `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  await run("chmod", ["+x", join(app.path, "video-generation")]);
  env = {
    PATH: `${app.path}${delimiter}${process.env["PATH"]}`,
    VIDEO_GENERATION_BASE_URL: emulator.url,
    VIDEO_GENERATION_TOKEN: emulator.token,
  };
});
afterAll(async () => {
  await emulator.close();
  await app.remove();
});

test("holds the command, its code, manifest, README and licence", async () => {
  const { stdout } = await run("tar", ["-tzf", tarball]);
  const files = stdout.trim().split("\n");
  expect(files.filter((file) => !file.startsWith("package/dist/")).sort()).toEqual([
    "package/LICENSE",
    "package/README.md",
    "package/bin/video-generation.js",
    "package/package.json",
  ]);
});

test("finishes a job with the first sample of the README", async () => {
  const [job = ""] = await readSamples(readme, "yaml");
  const [, sample = ""] = await readSamples(readme, "sh");
  await app.write("job.yaml", job);
  const { stdout } = await run("sh", ["-e", "-c", sample], { cwd: app.path, env });
  const [checked, done] = stdout.split(/(?<=^\})\n/m);
  expect(JSON.parse(checked!)).toMatchObject({ project_name: "Welcome videos" });
  const { job_id: id, status } = JSON.parse(done!);
  expect(status).toBe("completed");
  const saved = await readdir(join(app.path, "out"));
  expect(saved.sort()).toEqual([1, 2, 3].map((row) => `${id}-${row}.mp4`));
});

test("has a page whose sample runs", async () => {
  const page = join(root, "docs/pages/command.md");
  const [, create = ""] = await readSamples(page, "bash");
  const { stdout } = await run("bash", ["-e", "-c", create], { cwd: app.path, env });
  expect(JSON.parse(stdout)).toMatchObject({ status: "completed", project_name: "Welcome videos" });
  expect(await readdir(join(app.path, "videos"))).toHaveLength(3);
});

test("serves agents", async () => {
  const child = spawn(join(app.path, "video-generation"), ["mcp"], { env, stdio: "pipe" });
  const said = text(child.stdout);
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  };
  child.stdin.write(`${JSON.stringify(hello)}\n`);
  await once(child.stdout, "data");
  child.stdin.end();
  expect((await once(child, "close"))[0]).toBe(0);
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, "../package.json"), "utf8"));
  expect(JSON.parse(await said).result.serverInfo).toEqual({
    name: "video-generation",
    version: manifest.version,
  });
});
