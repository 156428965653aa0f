/** The Python package: its own tests, its types, and what is built of it. */
import { execFile } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmulator } from "../../../emulator/src/index.ts";
import { packagesFolder, root } from "../../../scripts/support/locations.ts";
import { wheelName } from "../../../scripts/support/packages.ts";
import { findPython, newestPython, strictMypy } from "../../../test/support/python.ts";
import { writeSharedCases } from "../../../test/support/shared-cases.ts";
import { offerPackages } from "../../../test/support/offered-packages.ts";
import { videosOf } from "../../../test/support/gaps.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { readSamples, startSampleService } from "../../../test/support/samples.ts";
import { temporaryFolder, type TemporaryFolder } from "../../../test/support/temporary-folder.ts";

const run = promisify(execFile);

const source = join(root, "clients/python");

let folder: TemporaryFolder;
beforeAll(async () => void (folder = await temporaryFolder()));
afterAll(() => folder.remove());

/** Runs Python in the folder of the package, and gives what it printed, also if it fails. */
const python = (modules: string[], ...words: string[]) => runPython(findPython(...modules)!, words);

async function runPython(interpreter: string, words: string[]): Promise<string> {
  const env = {
    ...process.env,
    PYTHONPATH: join(source, "src"),
    MYPYPATH: join(source, "src"),
    SHARED_CASES: await writeSharedCases(folder),
  };
  const options = { cwd: source, env: { ...env, PYTHONDONTWRITEBYTECODE: "1" } };
  const { stdout } = await run(interpreter, words, options).catch(
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr }),
  );
  return stdout;
}

const passesItsTests = async (interpreter: string) => {
  const said = await runPython(interpreter, ["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
  expect(said).toMatch(/^\d+ passed/m);
  expect(said).not.toMatch(/failed|error|skipped/);
};

test("passes its own tests", requires(tools.pytest), () =>
  passesItsTests(findPython("httpx", "pytest")!),
);

test("passes them with the newest httpx, too", requires(tools.newestHttpx), () =>
  passesItsTests(newestPython),
);

test(
  "holds under mypy --strict, which refuses the wrong calls and no other",
  requires(tools.mypy),
  async () => {
    const calls = await readFile(join(source, "tests/calls.py"), "utf8");
    const marked = calls
      .split("\n")
      .flatMap((line, index) => (line.endsWith("# error") ? [`tests/calls.py:${index + 1}`] : []));
    const said = await python(["httpx", "mypy"], ...strictMypy, "src", "tests/calls.py");
    const found = [...said.matchAll(/^(.+?:\d+): error/gm)].map(([, place]) => place);
    expect([...new Set(found)], said).toEqual(marked);
    expect(marked.length).toBeGreaterThan(15);
  },
);

/** The words of each line, sorted: limits of a dependency may come in any order. */
const normal = (metadata: string) =>
  metadata.split("\n").map((line) => line.match(/[<>=]*[\w.-]+/g)?.sort());

describe("as it is built", requires(tools.pythonBuild), () => {
  let installed: string;
  let files: string;
  const modules = ["httpx", "build", "setuptools", "venv", "pip", "wheel"];

  beforeAll(async () => {
    await using site = await offerPackages();
    const environment = join(folder.path, "environment");
    // Sees httpx, which no index gives here, and nothing of the repository.
    await python(modules, "-m", "venv", "--system-site-packages", "--without-pip", environment);
    installed = join(environment, "bin/python3");
    const [install = ""] = await readSamples(join(source, "README.md"), "sh");
    const path = `${join(environment, "bin")}:${process.env["PATH"]}`;
    const env = { ...process.env, PATH: path, SITE: site.origin, PIP_NO_INDEX: "1" };
    await run("sh", ["-ec", install], { cwd: folder.path, env });
    files = await listWheel(join(packagesFolder, wheelName()));
  });

  /** The names in a wheel, and the text of its metadata. */
  function listWheel(wheel: string): Promise<string> {
    const program = `import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
print("\\n".join(sorted(wheel.namelist())))
print(*(wheel.read(name).decode() for name in wheel.namelist() if name.endswith("METADATA")))`;
    return python(modules, "-c", program, wheel);
  }

  /** Names of files whose content the wheel's record does not describe: installers refuse them. */
  function listWrongRecords(wheel: string): Promise<string> {
    const program = `import base64, csv, hashlib, io, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
record = next(name for name in wheel.namelist() if name.endswith("RECORD"))
said = {name: (sum, size) for name, sum, size in csv.reader(io.StringIO(wheel.read(record).decode()))}
for name in wheel.namelist():
    content = wheel.read(name)
    sum = "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    if said.get(name) != (("", "") if name == record else (sum, str(len(content)))):
        print(name)`;
    return python(modules, "-c", program, wheel);
  }

  async function runSample(sample: string, baseUrl: string, token: string): Promise<string> {
    await using app = await temporaryFolder();
    await writeFile(join(app.path, "sample.py"), sample);
    const env = { VIDEO_GENERATION_BASE_URL: baseUrl, VIDEO_GENERATION_TOKEN: token };
    const { stdout } = await run(installed, ["sample.py"], { cwd: app.path, env });
    return stdout;
  }

  test("is what build makes of the folder by its source distribution, without tests", async () => {
    for (const name of ["py.typed", "_generated/types.py", "LICENSE"]) {
      expect(files).toContain(name);
    }
    expect(files).not.toMatch(/\btests?\/|calls\.py/);
    expect(await listWrongRecords(join(packagesFolder, wheelName()))).toBe("");
    const copy = join(folder.path, "copy");
    await cp(source, copy, { recursive: true });
    const built = join(folder.path, "dist");
    const build = ["-m", "build", "--no-isolation", "--outdir", built, copy];
    expect(await python(modules, ...build)).toContain("Successfully built");
    const said = await listWheel(join(built, wheelName()));
    // What setuptools adds for tools before pip.
    expect(normal(files)).toEqual(normal(said.replace(/^.*top_level\.txt\n/m, "")));
  });

  test("installs from the site as the README says, and its samples run: the first saves videos", async () => {
    const [first = "", ...samples] = await readSamples(join(source, "README.md"), "python");
    const emulator = await createEmulator({ seed: 1, renderMs: 100 });
    const saved = await runSample(first, emulator.url, emulator.token);
    const count = await videosOf(3, emulator);
    await emulator.close();
    expect(saved).toMatch(new RegExp(`^(videos/\\w+-[123]\\.mp4\n){${count}}$`));
    const service = await startSampleService();
    const said = await Promise.all(
      samples.map((sample) => runSample(sample, service.baseUrl, "token")),
    );
    await service.close();
    expect(said).toHaveLength(5);
    expect(said[0]).toContain('"job_id"');
    expect(said[3]).toMatch(/^1 \w+ None\n/);
    expect(said[4]).toMatch(/^7 None\n/);
  });
});
