/** What is published, as a user meets it. */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { satisfies } from "semver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import type { FaultServer } from "../../faults/fault-server.ts";
import { compilers } from "../../../test/support/compilers.ts";
import { requires } from "../../../test/support/requires.ts";
import { startSampleService } from "../../../test/support/samples.ts";
import { compile, installPackedClient, type PackedClient, run } from "./packed.ts";

/** Room for a slow machine; nothing here is a measurement. */
const timeoutMs = 120_000;

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

let packed: PackedClient;
let samples: string[];
beforeAll(async () => {
  packed = await installPackedClient();
  const { folder } = packed;
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await copyFile(join(import.meta.dirname, "types.test-d.ts"), join(folder, "types.test-d.ts"));
  samples = await readSamples();
  await Promise.all(
    samples.map((sample, index) => writeFile(join(folder, `sample-${index}.ts`), sample)),
  );
  // All that the samples use of Node; its own types would take longer to check than everything
  // else. The library of TypeScript itself knows the second only since 5.6.
  const globals = `declare const process: { env: Record<string, string | undefined> };
interface ReadableStream<R> { [Symbol.asyncIterator](): AsyncIterator<R> }`;
  await writeFile(join(folder, "globals.d.ts"), globals);
  const configure = (name: string, language: string, include: string[]) =>
    writeFile(
      join(folder, name),
      JSON.stringify({ compilerOptions: compilerOptions(language), include }),
    );
  await Promise.all([
    configure("tsconfig.es2022.json", "es2022", ["*.ts"]),
    // Without the samples, which await at their top level.
    configure("tsconfig.es2020.json", "es2020", ["types.test-d.ts"]),
  ]);
}, timeoutMs);
afterAll(() => packed.remove());

/** The TypeScript blocks of the README, each as a module of its own. */
async function readSamples(): Promise<string[]> {
  const readme = await readFile(join(import.meta.dirname, "../README.md"), "utf8");
  return [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) =>
    /\bclient = createClient\(/.test(code) ? code : `${connect(code)}\n${code}`,
  );
}

/** What the samples after the first take for granted. */
function connect(code: string): string {
  if (!/\bclient\b/.test(code.replaceAll("video-generation-client", ""))) return "";
  return `import { createClient as connect } from "video-generation-client";
const client = connect({ baseUrl: process.env["VIDEO_GENERATION_BASE_URL"] ?? "", token: "a-token" });`;
}

describe("the package", () => {
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
      { timeout: timeoutMs, ...requires(...tools) },
      async () => {
        const { stdout } = await run(process.execPath, [script(), "--version"]);
        expect(stdout.replace("Version", "TypeScript")).toContain(name);
        await compile(script(), ["--project", "tsconfig.es2022.json"], packed.folder);
      },
    );
  }

  test(
    "has types that hold with the library of ES2020, which knows no cause of an error",
    { timeout: timeoutMs },
    () => compile(compilers[0]!.script(), ["-p", "tsconfig.es2020.json"], packed.folder),
  );
});

describe("the README", () => {
  let server: FaultServer;
  beforeAll(async () => {
    server = await startSampleService();
  });
  afterAll(() => server.close());

  test("has samples that run", { timeout: timeoutMs }, async () => {
    expect(samples.length).toBeGreaterThanOrEqual(6);
    // The first creates, waits and saves the videos in eleven lines.
    expect(samples[0]!.trim().split("\n").filter(Boolean).length).toBeLessThanOrEqual(11);
    const env = {
      ...process.env,
      VIDEO_GENERATION_BASE_URL: server.baseUrl,
      VIDEO_GENERATION_TOKEN: "a-token",
    };
    for (const index of samples.keys()) {
      const { stdout } = await run(process.execPath, [`sample-${index}.ts`], {
        cwd: packed.folder,
        env,
      });
      if (index === 0) {
        expect(stdout).toContain("rendering\nfinished\nvideos/job-1-1.mp4\n");
        expect(await readFile(join(packed.folder, "videos/job-1-1.mp4"), "utf8")).toBe("a video");
      }
    }
    expect(server.received.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/api/avatars/public", "/api/express_lipsync_video", "/video.mp4"]),
    );
  });
});
