/** How long-running programs end at each signal: with their exit code, and with nothing left behind. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../emulator/src/index.ts";
import { root } from "../scripts/support/locations.ts";
import { hpRequest } from "./support/example-requests.ts";
import { isRunning } from "./support/processes.ts";
import { temporaryFolder, type TemporaryFolder } from "./support/temporary-folder.ts";

const token = "token-of-the-test";

/** Its jobs take longer than any test. */
let service: Emulator;
let job: string;
beforeEach(async () => {
  service = await createEmulator({ token, renderMs: 3_600_000 });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify(hpRequest());
  const response = await fetch(`${service.url}/api/hp_job`, { method: "POST", headers, body });
  job = ((await response.json()) as { job_id: string }).job_id;
});
afterEach(() => service.close());

interface Program {
  /** A script of the repository, and its words. */
  words: () => string[];
  /** Whether it is in the midst of its work. */
  isAtWork: (printed: string, folder: string) => unknown;
  /** Exit codes of the signals, in their order. */
  codes: [number, number, number];
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** An app that says which process it is, and never ends. */
const app = "fs.writeFileSync('started', String(process.pid)); setInterval(() => {}, 1000)";
const numberIn = (folder: string) => readFile(join(folder, "started"), "utf8").catch(() => "");

const listens = (printed: string) => printed.includes("\nStop");
const hasReadJob = () =>
  service.requests().some(({ operation, status }) => operation === "getHpJob" && status === 200);

const programs: Record<string, Program> = {
  "the emulator": {
    words: () => ["emulator/src/cli.ts", "--port", "0"],
    isAtWork: listens,
    codes: [0, 0, 0],
  },
  "the emulator with --data": {
    words: () => ["emulator/src/cli.ts", "--port", "0", "--data", "jobs"],
    isAtWork: listens,
    codes: [0, 0, 0],
  },
  "explore, and the app that it has started": {
    words: () => ["emulator/src/cli.ts", "explore", "--", process.execPath, "-e", app],
    isAtWork: (_, folder) => numberIn(folder),
    codes: [130, 143, 129],
  },
  "a run of conformance that waits for a job": {
    words: () => [
      ...["conformance/src/cli.ts", "run", "--base-url", service.url, "--token-env", "KEY"],
      ...["--create", "--yes", "--workflow"],
      // An owner may have said that the list of segments has the other name.
      "variables" in hpRequest() ? "hp-job" : "hp-job-under-the-other-name",
    ],
    isAtWork: hasReadJob,
    codes: [3, 3, 3],
  },
  "a command that waits for a job": {
    words: () => ["clients/command/src/cli.ts", "hp", "get", job, "--wait"],
    isAtWork: hasReadJob,
    codes: [130, 143, 143],
  },
};

const cases = Object.entries(programs).flatMap(([name, program]) =>
  signals.map((signal, index) => ({ name, signal, program, code: program.codes[index] })),
);

/** Starts a program in a folder of its own, and waits until it is in the midst of its work. */
async function start(
  { words: wordsOf, isAtWork }: Pick<Program, "words" | "isAtWork">,
  folder: TemporaryFolder,
  temporary: TemporaryFolder,
) {
  const [script = "", ...words] = wordsOf();
  const env = {
    ...process.env,
    ...{ TMPDIR: temporary.path, HOME: folder.path, KEY: token },
    ...{ VIDEO_GENERATION_BASE_URL: service.url, VIDEO_GENERATION_TOKEN: token },
  };
  const options = { cwd: folder.path, env };
  const child = spawn(process.execPath, [join(root, script), ...words], options);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close");
  await expect.poll(() => isAtWork(said, folder.path)).toBeTruthy();
  return { child, ended, printed: () => said };
}

test.each(cases)("$signal ends $name", async ({ signal, program, code }) => {
  await using folder = await temporaryFolder();
  await using temporary = await temporaryFolder();
  const { child, ended, printed } = await start(program, folder, temporary);
  child.kill(signal);
  expect((await ended)[0], printed()).toBe(code);
  expect(await readdir(temporary.path)).toEqual([]);
  const started = Number(await numberIn(folder.path));
  if (started) await expect.poll(() => isRunning(started)).toBe(false);
});

/** What a program waits for that was told to end. */
interface SlowEnd extends Pick<Program, "words" | "isAtWork"> {
  prepare: (folder: TemporaryFolder) => unknown;
  /** Whether the first signal has come. */
  isEnding: (printed: string) => unknown;
}

/** A renderer that never ends what it makes, and never lets go of it. */
const holdsOn = `setInterval(() => {}, 1000);
const render = () => new Promise(() => {});
export default Object.assign(render, { release: () => render() });
`;

const addressIn = (printed: string) => /^Address +(\S+)$/m.exec(printed)?.[1] ?? "";
const create = async (url: string, bearer: string) => {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const body = JSON.stringify(hpRequest());
  return (await fetch(`${url}/api/hp_job`, { method: "POST", headers, body })).ok;
};

const slowEnds: Record<string, SlowEnd> = {
  "an emulator whose renderer does not stop": {
    prepare: (folder) => folder.write("renderer.mjs", holdsOn),
    words: () => ["emulator/src/cli.ts", "--port", "0", "--renderer", "./renderer.mjs"],
    isAtWork: (printed) => listens(printed) && create(addressIn(printed), "emulator-token"),
    isEnding: (printed) =>
      fetch(addressIn(printed)).then(
        () => false,
        () => true,
      ),
  },
  "a run of conformance whose call gets no response": {
    prepare: () => service.faults.add({ effect: "hang", operation: "getHpJob" }),
    words: () => [
      ...["conformance/src/cli.ts", "run", "--base-url", service.url, "--token-env", "KEY"],
      ...["--create", "--yes", "--workflow"],
      // An owner may have said that the list of segments has the other name.
      "variables" in hpRequest() ? "hp-job" : "hp-job-under-the-other-name",
    ],
    isAtWork: () => service.faults.list().length === 0,
    isEnding: (printed) => printed.includes("again to end at once"),
  },
};

test.each(Object.entries(slowEnds))(
  "a second signal ends %s at once",
  async (_, { prepare, isEnding, ...program }) => {
    await using folder = await temporaryFolder();
    await using temporary = await temporaryFolder();
    await prepare(folder);
    const { child, ended, printed } = await start(program, folder, temporary);
    child.kill("SIGINT");
    await expect.poll(() => isEnding(printed())).toBeTruthy();
    child.kill("SIGINT");
    expect(await ended, printed()).toEqual([null, "SIGINT"]);
  },
  30_000,
);
