import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { help, readArguments } from "../src/app/arguments.ts";
import { createEmulator, type EmulatorOptions } from "../src/index.ts";

/** The package that makes real videos: what it was asked for is found in what it makes. */
const { madeHere, madeBy } = vi.hoisted(() => {
  const workers = new Map<string, () => never>();
  const make = (words: object) => {
    const name = JSON.stringify(words);
    if (!workers.has(name)) workers.set(name, () => undefined as never);
    return workers.get(name)!;
  };
  return { madeHere: make({}), madeBy: make };
});
vi.mock("video-generation-renderer", () => ({
  createRenderer: () => madeHere,
  connectRenderer: ({ queue, storage }: Record<string, string>) =>
    Promise.resolve(madeBy({ queue, storage })),
}));

test.each<[options: object, reason: RegExp]>([
  [{ token: "two words" }, /^token is "two words". Set it to visible ASCII/],
  [{ renderMs: -1 }, /^renderMs is -1.*in the library to milliseconds/],
  [{ seed: 1.5 }, /^seed is 1.5/],
  [{ port: 70_000 }, /^port is 70000. Set it to a number from 0 to 65535.$/],
  [{ sede: 1 }, /^There is no option sede.*seed/],
  [{ allowHosts: ["[::1]:3000"] }, /without a port/],
  [{ controlHosts: ["http://emulator"] }, /^controlHosts/],
  [{ publicUrl: "http://emulator/path" }, /^publicUrl.*without a path/],
  [{ clock: { mode: "fast" } }, /^clock.*auto or manual/],
  [{ clock: { startAt: "soon" } }, /no time/],
  [{ gaps: { "error-body": 7 } }, /^gaps is .*Set it to random, or to a behaviour for each gap/],
  [{ gaps: { "error-body": "nothing" } }, /no behaviour "nothing"/],
  [{ gaps: { constructor: "nothing" } }, /^constructor cannot be played. Gaps: .*error-body/],
  [{ maxJobs: 0 }, /^maxJobs is 0. Set it to a number from 1/],
  [{ renderer: "ffmpeg" }, /^renderer is "ffmpeg". Set it to a function/],
])("the library refuses %j, and says what to do", async (options, reason) => {
  await expect(createEmulator(options as EmulatorOptions)).rejects.toMatchObject({
    name: "OptionError",
    message: expect.stringMatching(reason),
  });
});

describe("the command", () => {
  test.each([
    [["--port", "x"], /--port is "x".*0 to 65535/],
    [["--port", "-1"], /^Option '--port' argument is ambiguous. Call it with --help[^\n]*$/],
    [["--allow-host", "localhost:3000"], /--allow-host is.*without a port/],
    [["--allow-host", "*"], /--allow-host is \["\*"\]/],
    [["--control-token", ""], /--control-token is ""/],
    [["--render", "soon"], /--render is "soon".*a duration such as 250ms/],
    [["--profile", "strict"], /Unknown option '--profile'/],
    [["--gaps", "error-body"], /--gaps is "error-body".*gap=behaviour/],
    [["--gaps", "error-body=html,"], /--gaps is "error-body=html,".*gap=behaviour/],
    [["--gaps", "error-body=html=x"], /--gaps is "error-body=html=x"/],
    [["--clock", "fast"], /--clock is "fast".*auto or manual/],
    [["--queue", "postgres://h/d"], /^--queue and --storage need each other/],
    [["--storage", "/videos"], /^--queue and --storage need each other/],
  ])("refuses %j by the names of its own options", async (words, reason) => {
    await expect(readArguments(words)).rejects.toThrow(reason);
  });

  /** Options alone, and those that may be repeated twice: what the emulator is made with beside what is usual. */
  const rows: Record<string, [words: string, options: EmulatorOptions][]> = {
    none: [["", {}]],
    port: [
      ["--port 0", { port: 0 }],
      ["--port 1 --port 65535", { port: 65_535 }],
    ],
    host: [["--host h", { host: "h", allowThisMachine: false }]],
    "public-url": [["--public-url http://p:2/", { publicUrl: "http://p:2" }]],
    token: [["--token t", { token: "t" }]],
    "control-host": [
      ["--control-host a", { controlHosts: ["a"] }],
      ["--control-host a --control-host *", { controlHosts: ["a", "*"] }],
    ],
    "control-token": [["--control-token c", { controlToken: "c" }]],
    "allow-host": [
      ["--allow-host ::1", { allowHosts: ["::1"], allowThisMachine: false }],
      [
        "--allow-host [::1] --allow-host l.internal",
        { allowHosts: ["[::1]", "l.internal"], allowThisMachine: false },
      ],
    ],
    gaps: [
      ["--gaps random", { gaps: "random" }],
      ["--gaps a=b", { gaps: { a: "b" } }],
      ["--gaps a=b,c=d,e=f", { gaps: { a: "b", c: "d", e: "f" } }],
    ],
    render: [
      ["--render 2s", { renderMs: 2000 }],
      ["--render 1h", { renderMs: 3_600_000 }],
    ],
    clock: [
      ["--clock auto", { clock: { mode: "auto" } }],
      ["--clock manual", { clock: { mode: "manual" } }],
    ],
    seed: [["--seed 3 --seed 4", { seed: 4 }]],
    data: [["--data d", { dataFolder: "d" }]],
    "max-jobs": [["--max-jobs 9", { maxJobs: 9 }]],
    renderer: [["--renderer local", { renderer: madeHere }]],
    queue: [["--queue q --storage s", { renderer: madeBy({ queue: "q", storage: "s" }) }]],
    // Workers make them, whatever else is named.
    storage: [
      [
        "--renderer local --storage t --queue u",
        { renderer: madeBy({ queue: "u", storage: "t" }) },
      ],
    ],
  };
  test.each(Object.entries(rows).flatMap(([option, each]) => each.map((row) => [option, ...row])))(
    "reads --%s: %s",
    async (_, words, options) => {
      const given = String(words).split(" ").filter(Boolean);
      const expected = { port: 4010, allowThisMachine: true, ...(options as object) };
      expect(await readArguments(given)).toEqual(expected);
    },
  );

  test("has a row for each option that its help names", () => {
    const shown = [...help.matchAll(/^ {2}--([a-z-]+) </gm)].map(([, name]) => name!);
    expect(shown.toSorted()).toEqual(
      Object.keys(rows)
        .filter((name) => name !== "none")
        .toSorted(),
    );
  });

  test.each([
    ["--help", "help"],
    ["-h", "help"],
    ["--version", "version"],
    ["-v", "version"],
    // Asked for beside others, it is answered.
    ["--port 1 --help", "help"],
  ])("takes %s for a question", async (words, asked) => {
    expect(await readArguments(words.split(" "))).toBe(asked);
  });
});

test("the README lists the options as --help does, in lines of a terminal's width", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`\`\`\`text\n${help}\n\`\`\``);
  expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test.each([
  [[], true],
  [["--host", "::1"], true],
  [["--host", "0.0.0.0"], false],
  [["--allow-host", "10.0.0.1"], false],
])("after %j files of this machine may be fetched: %s", async (words, allowThisMachine) => {
  expect(await readArguments(words)).toMatchObject({ allowThisMachine });
});

describe("your own renderer", () => {
  test.each([
    ["a renderer", "export default () => ({ path: 'video.mp4' });"],
    ["what makes one", "export const createRenderer = () => () => ({ path: 'video.mp4' });"],
  ])("is %s of a module", async (_name, code) => {
    await using folder = await temporaryFolder();
    const file = await folder.write("renderer.mjs", code);
    const options = (await readArguments(["--renderer", file])) as EmulatorOptions;
    expect(options.renderer?.({} as never, {} as never)).toEqual({ path: "video.mp4" });
  });

  test.each([
    ["mine.mjs", "export const nothing = 1;", "mine.mjs is no renderer. Export it as the default"],
    ["mine.mjs", "throw new Error('No ffmpeg.');", "mine.mjs cannot be loaded \\(No ffmpeg.\\)"],
    ["mine.mjs", "export function createRenderer() { throw new Error('None.'); }", "^None.$"],
    ["no-such-module", "", "no-such-module'.*Name a file"],
    ["./no-such-file.js", "", `${resolve("no-such-file.js")}'.*Name a file`],
  ])("is refused where %s is %j", async (name, code, reason) => {
    await using folder = await temporaryFolder();
    const module = code ? await folder.write(name, code) : name;
    await expect(readArguments(["--renderer", module])).rejects.toMatchObject({
      name: "OptionError",
      message: expect.stringMatching(reason),
    });
  });
});
