/** What the words of `video-generation-renderer work` come to: every option, alone and repeated. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { work, type WorkOptions } from "../src/queue/work.ts";

vi.mock(import("../src/queue/work.ts"));
// As in a repository where nothing is built.
vi.mock("video-generation-emulator", () => import("../../emulator/src/index.ts"));

const stop = vi.fn(async () => {});
/** What it printed, and what it told on the standard error. */
const said: string[] = [];
const told: string[] = [];
const words = process.argv;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
beforeEach(() => {
  said.length = told.length = 0;
  stop.mockClear();
  vi.mocked(work).mockReset().mockResolvedValue(stop);
  vi.spyOn(console, "log").mockImplementation((text: string) => void said.push(text));
  vi.spyOn(console, "error").mockImplementation((text: string) => void told.push(text));
});
afterEach(() => {
  // The process of the test goes on.
  for (const signal of signals) process.removeAllListeners(signal);
  process.argv = words;
  process.exitCode = undefined;
});

/** Runs the command in this process, and gives what the worker is started with. */
async function run(...given: string[]): Promise<WorkOptions | undefined> {
  process.argv = ["node", "video-generation-renderer", ...given];
  vi.resetModules();
  await import("../src/cli.ts");
  return vi.mocked(work).mock.lastCall?.[0];
}

const place = ["work", "--queue", "postgres://me:secret@host/d", "--storage", "/videos"];
const usual = { queue: "postgres://me:secret@host/d", storage: "/videos" };
const none = { takes: undefined, renderer: undefined };

test.each<[words: string, options: object]>([
  ["", none],
  ["--queue postgres://other@host/e", { ...none, queue: "postgres://other@host/e" }],
  ["--storage s3://bucket/b", { ...none, storage: "s3://bucket/b" }],
  ["--takes lipsync", { ...none, takes: ["lipsync"] }],
  ["--takes hp --takes slides", { ...none, takes: ["hp", "slides"] }],
  ["--takes hp --takes slides --takes lipsync", { ...none, takes: ["hp", "slides", "lipsync"] }],
])("work %s", async (more, options) => {
  const started = await run(...place, ...more.split(" ").filter(Boolean));
  expect(started).toEqual({ ...usual, ...options, download: expect.any(Function) });
  const { queue, storage } = { ...usual, ...options };
  const address = queue.replace(":secret", "");
  expect(said).toEqual([`Working   for ${address}, files in ${storage}\nStop      Ctrl-C`]);
  expect(told).toEqual([]);
});

test("work --renderer takes the module of its user", async () => {
  await using folder = await temporaryFolder();
  const module = await folder.write("mine.mjs", "export const createRenderer = () => 'mine';");
  const started = await run(...place, "--renderer", module);
  expect(started?.renderer?.({})).toBe("mine");
});

test("work --allow-host, repeated, allows each of the hosts and no other", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "file");
  const { download } = (await run(
    ...place,
    ...["--allow-host", "127.0.0.2", "--allow-host", "127.0.0.3"],
  ))!;
  const limits = { timeoutMs: 10_000, maxBytes: 5 };
  // Nobody listens there: who is allowed is asked.
  const reasons = ["127.0.0.2", "127.0.0.3", "127.0.0.4"].map((host) =>
    download(`http://${host}:4/x`, file, limits).catch(({ message }: Error) => message),
  );
  expect(await Promise.all(reasons)).toEqual([
    expect.stringMatching(/ECONNREFUSED/),
    expect.stringMatching(/ECONNREFUSED/),
    expect.stringMatching(/private host/),
  ]);
});

const usage = /^Call it as: video-generation-renderer work --queue <address> --storage <place>$/;

test.each([
  [["--help"], 0, /^Usage: video-generation-renderer work/],
  [["work", "-h"], 0, /^Usage: video-generation-renderer work/],
  [["--version"], 0, /^\d+\.\d+\.\d+$/],
  [["-v"], 0, /^\d+\.\d+\.\d+$/],
  [["work", "--storage", "/videos"], 2, usage],
  [[...place, "--nothing"], 2, /^Unknown option '--nothing'/],
  [[], 2, usage],
  [["work", "--queue", "postgres://host/d"], 2, usage],
  [["play", ...place.slice(1)], 2, usage],
  [[...place, "--takes", "films"], 2, /^--takes is "films"\. Set it to hp, slides, lipsync\.$/],
  [[...place, "--takes", "hp", "--takes", "films"], 2, /^--takes is "films"/],
  [
    [...place, "--renderer", "./nowhere.mjs"],
    2,
    /^--renderer \.\/nowhere\.mjs cannot be loaded: Cannot find module [^\n]+$/,
  ],
  [
    [...place, "--renderer", "node:fs"],
    2,
    /^--renderer node:fs is no renderer\. Export a function createRenderer\(settings\)\.$/,
  ],
])("%j ends with %i", async (given, code, says) => {
  expect(await run(...given)).toBeUndefined();
  // A question is answered where it can be piped, and a mistake told where it is seen.
  expect([told, said][code === 0 ? 1 : 0]!.join("\n")).toMatch(says);
  expect([told, said][code === 0 ? 0 : 1]).toEqual([]);
  expect(process.exitCode ?? 0).toBe(code);
});

const help = `Usage: video-generation-renderer work --queue <address> --storage <place>

Renders for an emulator that was started with the same queue and storage, on
this machine and as many others as there are.

  --queue <address>        postgres://user@host/database; the password comes from
                           PGPASSWORD, which no list of processes shows
  --storage <place>        a folder that all machines reach, or s3://bucket/prefix
  --takes <kind>           hp, slides or lipsync; may be repeated (all of them)
  --renderer <module>      makes the videos instead of this package: a file or a
                           package that exports createRenderer(settings)
  --allow-host <host>      a private host that addresses may lead to; may be repeated

  --version, --help

S3 takes its region, its keys and its address from AWS_REGION, AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY and AWS_ENDPOINT_URL.

Exit codes: 0 stopped, 2 an option cannot be used.`;

test("every option that the help names is tried here", async () => {
  await run("--help");
  expect(said).toEqual([help]);
  const named = [...said.join("").matchAll(/^ {2}--([a-z-]+) </gm)].map(([, name]) => name);
  expect(named).toEqual(["queue", "storage", "takes", "renderer", "allow-host"]);
});

test.each(signals)(
  "%s stops the worker, and a second one is left to the system",
  async (signal) => {
    await run(...place);
    process.emit(signal);
    expect(stop).toHaveBeenCalledOnce();
    expect(process.listenerCount(signal)).toBe(0);
  },
);
