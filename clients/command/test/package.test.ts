/** The package as a user gets it: its tarball, installed into an empty folder. */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/src/index.ts";
import { type InstalledPackage, installTarball } from "../../../test/support/install.ts";
import { readSamples } from "../../../test/support/samples.ts";
import { root } from "../../../scripts/support/locations.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";

const run = promisify(execFile);
const readme = join(import.meta.dirname, "../README.md");
const app = await temporaryFolder();
let installed: InstalledPackage;
let emulator: Emulator;
let env: Record<string, string>;

beforeAll(async () => {
  installed = await installTarball("clients/command", app.path);
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
  const command = join(app.path, "video-generation");
  const transport = new StdioClientTransport({ command, args: ["mcp"], env });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { version } = installed.manifest as { version?: string };
  expect(client.getServerVersion()).toEqual({ name: "video-generation", version });
  await client.close();
});
