/** What is published, as a user meets it. */
import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { satisfies } from "semver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/src/index.ts";
import type { Reader } from "../../../scripts/site/test/support/reader.ts";
import { compilers } from "../../../test/support/compilers.ts";
import { doneStatus, videosOf } from "../../../test/support/gaps.ts";
import { requires } from "../../../test/support/requires.ts";
import { readSamples, startSampleService } from "../../../test/support/samples.ts";
import manifest from "../package.json" with { type: "json" };
import { installFromSite, readme } from "./packed.ts";

const compilerOptions = (language: string) => ({
  target: language,
  module: "nodenext",
  lib: [language, "dom", "dom.iterable", "dom.asynciterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // Ours are checked, TypeScript's own are not.
  skipDefaultLibCheck: true,
  noEmit: true,
});

/**
 * All that the samples use of Node; its own types would take longer to check than everything else. The
 * library of TypeScript itself knows the second only since 5.6.
 */
const globals = `declare const process: { env: Record<string, string | undefined> };
interface ReadableStream<R> { [Symbol.asyncIterator](): AsyncIterator<R> }`;

let emulator: Emulator;
let user: Reader;
let samples: string[];
beforeAll(async () => {
  emulator = await createEmulator({ seed: 1, renderMs: 100 });
  user = await installFromSite({
    VIDEO_GENERATION_BASE_URL: emulator.url,
    VIDEO_GENERATION_TOKEN: emulator.token,
  });
  const [first = "", ...others] = await readSamples(readme, "ts");
  samples = [first, ...others.map((sample) => `${connect(sample)}\n${sample}`)];
  for (const [index, sample] of samples.entries()) await user.save(`sample-${index}.mts`, sample);
  await user.save("globals.d.ts", globals);
  const types = join(import.meta.dirname, "types.test-d.ts");
  await copyFile(types, join(user.folder, "types.mts"));
  const configure = (language: string, include: string[]) =>
    user.save(
      `tsconfig.${language}.json`,
      JSON.stringify({ compilerOptions: compilerOptions(language), include }),
    );
  await configure("es2022", ["*.mts", "globals.d.ts"]);
  // Without the samples, which await at their top level.
  await configure("es2020", ["types.mts"]);
});
afterAll(async () => {
  await user[Symbol.asyncDispose]();
  await emulator.close();
});

/** What the samples after the first take for granted. */
function connect(sample: string): string {
  const needsClient = /\bclient\b/.test(sample.replaceAll("video-generation-client", ""));
  if (!needsClient) return "";
  return `import { createClient as connect } from "video-generation-client";
const client = connect({ baseUrl: process.env["VIDEO_GENERATION_BASE_URL"] ?? "", token: "a-token" });`;
}

test("installs from the site as the README says, and its first sample saves the videos of a job", async () => {
  const said = await user.run("node sample-0.mts");
  const count = await videosOf(3, emulator);
  const lines = `(rendering\n)*${doneStatus}\n(videos/\\w+-[123]\\.mp4\n){${count}}`;
  expect(said).toMatch(new RegExp(`^${lines}$`));
  expect(await readdir(join(user.folder, "videos"))).toHaveLength(count);
});

test("has samples that run", async () => {
  const service = await startSampleService();
  expect(samples.length).toBeGreaterThanOrEqual(6);
  for (const index of samples.keys())
    await user.run(`VIDEO_GENERATION_BASE_URL=${service.baseUrl} node sample-${index}.mts`);
  await service.close();
  expect(service.received.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["/api/avatars/public", "/api/express_lipsync_video", "/video.mp4"]),
  );
});

test("depends on nothing; openapi-fetch is optional, and its next version is welcome", () => {
  expect(manifest).not.toHaveProperty("dependencies");
  const range = manifest.peerDependencies["openapi-fetch"];
  for (const version of ["0.15.0", "0.16.0", "0.17.0", "0.18.1"]) {
    expect(satisfies(version, range), version).toBe(true);
  }
  expect(manifest.peerDependenciesMeta["openapi-fetch"].optional).toBe(true);
});

for (const { name, script, tools } of compilers) {
  test.concurrent(
    `has types that hold under ${name}, and README samples that compile`,
    requires(...tools),
    async () => {
      // A compiler may end before a pipe has taken what it prints.
      const compiler = await readFile(join(script, "../../package.json"), "utf8");
      expect(`TypeScript ${(JSON.parse(compiler) as typeof manifest).version}`).toContain(name);
      await user.runProgram(process.execPath, script, "--project", "tsconfig.es2022.json");
    },
  );
}

test.each([
  ["nodenext", 'import { createClient } from "video-generation-client"; createClient;'],
  ["node16", 'void import("video-generation-client").then(({ createClient }) => createClient);'],
])("has types for CommonJS, with the module %s", async (module, code) => {
  await user.save(`${module}.cts`, code);
  const words = ["--noEmit", "--strict", "--target", "es2022", "--module", module];
  await user.runProgram(process.execPath, compilers[0]!.script, ...words, `${module}.cts`);
});

test("has types that hold with the library of ES2020, which knows no cause of an error", () =>
  user.runProgram(process.execPath, compilers[0]!.script, "-p", "tsconfig.es2020.json"));
