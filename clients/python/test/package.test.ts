/** The Python package: its own tests, its types, and what is built of it. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmulator } from "../../../emulator/src/index.ts";
import { assembleClient, packageVersion } from "../../../scripts/release/assemble.ts";
import { findPython } from "../../../test/support/python.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { readSamples, startSampleService } from "../../../test/support/samples.ts";
import { strictMypy } from "../../../test/support/strict-mypy.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";

const run = promisify(execFile);

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  await assembleClient("python", folder.path);
});
afterAll(() => folder.remove());

/** Runs Python in the assembled folder, and gives what it printed, also if it fails. */
async function python(modules: string[], ...words: string[]): Promise<string> {
  const env = {
    ...process.env,
    PYTHONPATH: join(folder.path, "src"),
    MYPYPATH: join(folder.path, "src"),
  };
  const options = { cwd: folder.path, env: { ...env, PYTHONDONTWRITEBYTECODE: "1" } };
  const { stdout } = await run(findPython(...modules)!, words, options).catch(
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
  );
  return stdout;
}

test("passes its own tests", requires(tools.pytest), async () => {
  const said = await python(["httpx", "pytest"], "-m", "pytest", "-q", "-p", "no:cacheprovider");
  expect(said).toMatch(/^\d+ passed/m);
  expect(said).not.toMatch(/failed|error/);
});

test(
  "holds under mypy --strict, which refuses the wrong calls and no other",
  requires(tools.mypy),
  async () => {
    const calls = await readFile(join(folder.path, "tests/calls.py"), "utf8");
    const marked = calls
      .split("\n")
      .flatMap((line, index) => (line.endsWith("# error") ? [`tests/calls.py:${index + 1}`] : []));
    const said = await python(["httpx", "mypy"], ...strictMypy, "src", "tests/calls.py");
    const found = [...said.matchAll(/^(.+?:\d+): error/gm)].map(([, place]) => place);
    expect([...new Set(found)], said).toEqual(marked);
    expect(marked.length).toBeGreaterThan(15);
  },
);

describe("as it is built", requires(tools.pythonBuild), () => {
  let installed: string;
  let files: string;
  const modules = ["httpx", "build", "setuptools", "venv", "pip", "wheel"];

  beforeAll(async () => {
    // From the source distribution, so that both forms are tried.
    const built = await python(modules, "-m", "build", "--no-isolation", "--outdir", "dist", ".");
    expect(built).toContain("Successfully built");
    const wheel = `video_generation_client-${packageVersion()}-py3-none-any.whl`;
    const environment = join(folder.path, "environment");
    // Sees httpx, which no index gives here, and nothing of the repository.
    await python(modules, "-m", "venv", "--system-site-packages", "--without-pip", environment);
    installed = join(environment, "bin/python");
    await run(installed, ["-m", "pip", "install", "--no-index", join(folder.path, "dist", wheel)]);
    files = await python(modules, "-m", "zipfile", "--list", join("dist", wheel));
  });

  async function runSample(sample: string, baseUrl: string, token: string): Promise<string> {
    await using app = await temporaryFolder();
    await writeFile(join(app.path, "sample.py"), sample);
    const env = { BASE_URL: baseUrl, API_TOKEN: token };
    const { stdout } = await run(installed, ["sample.py"], { cwd: app.path, env });
    return stdout;
  }

  test("holds code, types, licence and README, and no test", () => {
    for (const name of ["py.typed", "generated/types.py", "generated/operations.py", "LICENSE"]) {
      expect(files).toContain(name);
    }
    expect(files).not.toMatch(/test|calls\.py/);
  });

  test("finishes a job of the emulator with the first sample of the README", async () => {
    const [sample = ""] = await readSamples(join(folder.path, "README.md"), "python");
    const emulator = await createEmulator({ seed: 1, renderMs: 100 });
    const said = await runSample(sample, emulator.url, emulator.token);
    await emulator.close();
    expect(said).toMatch(/HpJob\(.*status='completed'.*Welcome videos/s);
  });

  test("has samples that run", async () => {
    const samples = await readSamples(join(folder.path, "README.md"), "python");
    const service = await startSampleService();
    const said = await Promise.all(
      samples.map((sample) => runSample(sample, service.baseUrl, "token")),
    );
    await service.close();
    expect(said).toHaveLength(3);
    expect(said[2]).toMatch(/video[^]*finished/);
  });
});
