/** The package as a user gets it: npm installs it from what the site offers. */
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/src/index.ts";
import { Reader } from "../../../scripts/site/test/support/reader.ts";
import { root } from "../../../scripts/support/locations.ts";
import { doneStatus, videosOf } from "../../../test/support/gaps.ts";
import { offerPackages } from "../../../test/support/offered-packages.ts";
import { readSamples } from "../../../test/support/samples.ts";
import manifest from "../package.json" with { type: "json" };

const readme = join(import.meta.dirname, "../README.md");
let emulator: Emulator;
let user: Reader;

beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 100 });
  await using site = await offerPackages();
  user = await Reader.create({
    SITE: site.origin,
    VIDEO_GENERATION_BASE_URL: emulator.url,
    VIDEO_GENERATION_TOKEN: emulator.token,
  });
  const [install = ""] = await readSamples(readme, "sh");
  // The address and the token of the sample are nobody's.
  await user.run(install.replace(/^export .*\n/m, ""));
});
afterAll(async () => {
  await user[Symbol.asyncDispose]();
  await emulator.close();
});

test("installs from the site as the README says, and its first sample saves the videos of a job", async () => {
  const [job = ""] = await readSamples(readme, "yaml");
  const [, sample = ""] = await readSamples(readme, "sh");
  await user.save("job.yaml", job);
  const said = await user.run(sample);
  expect(said).toContain("Nothing was sent.");
  const [, id] = new RegExp(`"job_id": "(\\w+)",[^]*"status": "${doneStatus}"`).exec(said) ?? [];
  const saved = await readdir(join(user.folder, "out"));
  const rows = [1, 2, 3].slice(0, await videosOf(3, emulator));
  expect(saved.sort()).toEqual(rows.map((row) => `${id}-${row}.mp4`));
});

test("has a page whose sample runs", async () => {
  const page = join(root, "docs/pages/command.md");
  const [, create = ""] = await readSamples(page, "bash");
  expect(await user.run(create)).toContain(`"status": "${doneStatus}"`);
  const saved = await readdir(join(user.folder, "videos"));
  expect(saved).toHaveLength(await videosOf(3, emulator));
});

test("serves agents", async () => {
  const transport = new StdioClientTransport({
    command: join(user.folder, "global/bin/video-generation"),
    args: ["mcp", "--base-url", emulator.url],
    // The Node of the tests, whatever the machine has.
    env: { PATH: dirname(process.execPath), VIDEO_GENERATION_TOKEN: emulator.token },
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const { version } = manifest;
  expect(client.getServerVersion()).toEqual({ name: "video-generation", version });
  await client.close();
});
