import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { help, readArguments } from "../src/app/arguments.ts";
import { createEmulator, type EmulatorOptions } from "../src/index.ts";

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

  test("reads every option", async () => {
    const words =
      "--port 1 --host h --allow-host ::1 --allow-host [::1] --public-url http://p:2/ --token t --control-host a --control-host b --control-token c --allow-host l.internal --gaps error-body=html --render 2s --clock manual --seed 3 --data d --max-jobs 9";
    expect(await readArguments(words.split(" "))).toEqual({
      ...{ port: 1, host: "h", publicUrl: "http://p:2", token: "t", seed: 3, dataFolder: "d" },
      ...{ controlHosts: ["a", "b"], controlToken: "c", gaps: { "error-body": "html" } },
      ...{ allowHosts: ["::1", "[::1]", "l.internal"], allowThisMachine: false },
      ...{ renderMs: 2000, clock: { mode: "manual" }, maxJobs: 9 },
    });
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
