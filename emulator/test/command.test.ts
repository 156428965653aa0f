/** What the command prints, on which stream, with which exit code; and the commands that it prints run as they are printed. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const { argv } = process;
let printed: string;
let told: string;
beforeEach(() => {
  printed = told = "";
  vi.spyOn(console, "log").mockImplementation((text: string) => void (printed += `${text}\n`));
  vi.spyOn(console, "error").mockImplementation((text: string) => void (told += `${text}\n`));
});
afterEach(() => {
  // What runs is ended as a terminal ends it.
  process.emit("SIGHUP");
  for (const signal of signals) process.removeAllListeners(signal);
  vi.restoreAllMocks();
  process.argv = argv;
  process.exitCode = undefined;
});

/** Runs the command in this process, until it has started or refused. */
async function run(...words: string[]): Promise<void> {
  process.argv = ["node", "video-generation-emulator", ...words];
  vi.resetModules();
  await import("../src/cli.ts");
}

/** What is printed behind a word. */
const said = (word: string) => new RegExp(`^${word} +(.*)$`, "m").exec(printed)?.[1] ?? "";

/** Runs a command that was printed. */
const shell = async (command: string) =>
  (await promisify(execFile)("sh", ["-c", `${command} --silent --show-error --fail`])).stdout;

test.each([[[]], [["--token", "mine"]], [["--token", "it's`$x\\"]]])(
  "with %j, the request that it prints runs as it is printed",
  async (words) => {
    await run("--port", "0", ...words);
    expect(JSON.parse(await shell(said("Try")))).toHaveProperty("avatars_list");
    expect(said("Token")).toBe(words[1] ?? "emulator-token");
    expect(told).toBe("");
  },
);

test("the address of the control plane that it prints lets in, whatever letters its token has", async () => {
  await run("--port", "0", "--control-host", "*", "--control-token", "a&b#c%+d");
  const cookieOf = async (address: string) =>
    (await fetch(address, { redirect: "manual" })).headers.get("set-cookie");
  expect(await cookieOf(said("Control"))).toContain(encodeURIComponent("a&b#c%+d"));
  expect(await cookieOf(said("Control").replace(/.$/, "x"))).toBeNull();
});

test.each<[words: string[], lines: Record<string, RegExp>]>([
  [
    [],
    { Address: /^http:\/\/127\.0\.0\.1:\d+$/, Control: /^http:\/\/127\.0\.0\.1:\d+\/emulator$/ },
  ],
  [["--host", "127.0.0.2"], { Address: /^http:\/\/127\.0\.0\.2:\d+$/ }],
  [["--seed", "7"], { Seed: /^7$/ }],
  [
    ["--public-url", "http://p.test:2"],
    {
      ...{ Address: /^http:\/\/p\.test:2$/, Try: / http:\/\/p\.test:2\/api\// },
      // By its public name, nobody is let in.
      Control: /^http:\/\/127\.0\.0\.1:\d+\/emulator$/,
    },
  ],
  // Other machines enter by the address that they have, with the token that they need.
  [
    ["--public-url", "http://p.test:2", "--control-host", "p.test", "--control-token", "c"],
    { Control: /^http:\/\/p\.test:2\/emulator\/enter\?token=c$/ },
  ],
  [
    ["--control-host", "*"],
    { Control: /^http:\/\/127\.0\.0\.1:\d+\/emulator\/enter\?token=[0-9a-f]{32}$/ },
  ],
])("with %j it says where it is", async (words, lines) => {
  await run("--port", "0", ...words);
  for (const [word, text] of Object.entries(lines)) expect(said(word), word).toMatch(text);
});

test.each([
  [[], false],
  [["--host", "0.0.0.0"], true],
])("with %j, who calls this machine by another address is let in: %s", async (words, isLetIn) => {
  await run("--port", "0", ...words);
  const socket = connect(Number(new URL(said("Address")).port), "127.0.0.2");
  const [what] = await Promise.race(
    ["connect", "error"].map((event) =>
      once(socket, event).then(
        () => [event],
        () => ["error"],
      ),
    ),
  );
  socket.destroy();
  expect(what === "connect").toBe(isLetIn);
});

test.each<[words: string[], code: number, out: RegExp, error: RegExp]>([
  [["--help"], 0, /^Usage: video-generation-emulator /, /^$/],
  [["-h"], 0, /^Usage: video-generation-emulator /, /^$/],
  [["--version"], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  [["-v"], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
  [["explore", "--help"], 0, /^Usage: video-generation-emulator explore /, /^$/],
  [["explore", "-h"], 0, /^Usage: video-generation-emulator explore /, /^$/],
  [["--nothing"], 2, /^$/, /^Unknown option '--nothing'\. Call it with --help/],
  [["--seed", "x"], 2, /^$/, /^--seed is "x"\. Set it to/],
  [["--gaps", "error-body=nothing"], 2, /^$/, /no behaviour "nothing"/],
  [["explore"], 2, /^$/, /^There is no command\./],
  [["explore", "--budget", "x", "--", "true"], 2, /^$/, /^--budget is "x"/],
])("%j ends with %i", async (words, code, out, error) => {
  await run(...words);
  expect(printed, "the standard output").toMatch(out);
  expect(told, "the standard error").toMatch(error);
  expect(process.exitCode ?? 0).toBe(code);
});

test.each(signals)("%s ends it, and a second one is left to the system", async (signal) => {
  await run("--port", "0");
  const address = said("Address");
  process.emit(signal);
  await expect.poll(() => fetch(address).then(String, () => "gone")).toBe("gone");
  expect(process.listenerCount(signal)).toBe(0);
});
