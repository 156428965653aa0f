import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Reader } from "../../scripts/site/test/support/reader.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Has installed the emulator from its tarball. */
const user = await Reader.create();
const app = user.folder;
const command = join(app, "node_modules/.bin/video-generation-emulator");

beforeAll(async () => {
  await user.save("package.json", '{"type":"module"}');
  await user.install("emulator");
});
afterAll(() => user[Symbol.asyncDispose]());

interface Started {
  child: ChildProcess;
  /** What it has printed, up to the last line. */
  printed: string;
  address: string;
}

/** Starts the command on a free port, if the words name none. */
async function start(...words: string[]): Promise<Started> {
  const all = [command, "--token", "dev", "--port", "0", ...words];
  const child = spawn(process.execPath, all, { stdio: ["ignore", "pipe", "inherit"] });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (line.startsWith("Stop")) break;
  }
  return { child, printed: printed.join("\n"), address: printed[0]?.split(/\s+/)[1] ?? "" };
}

async function stop({ child }: Started): Promise<unknown[]> {
  const ended = once(child, "exit");
  child.kill("SIGINT");
  return ended;
}

describe("the packed tarball", () => {
  test("has a command that starts, says how to reach it, responds, and stops cleanly", async () => {
    const emulator = await start("--control-host", "emulator", "--control-token", "control");
    expect(emulator.printed).toMatch(/Token +dev\nSeed +\d+\nControl +.*enter\?token=control/);
    const headers = { authorization: "Bearer dev" };
    const avatars = await fetch(`${emulator.address}/api/avatars/public`, { headers });
    expect(avatars.status).toBe(200);
    expect((await fetch(`${emulator.address}/emulator`)).status).toBe(200);
    const script = await fetch(`${emulator.address}/emulator/page.js`);
    expect(await script.text()).toContain("Send an example");
    const style = await fetch(`${emulator.address}/emulator/page.css`);
    expect(await style.text()).toMatch(/--accent: .*\.chip \{(?!.*@apply)/s);
    expect(await stop(emulator)).toEqual([0, null]);
  });

  test("runs the code of its README", async () => {
    const readme = await readFile(join(root, "emulator/README.md"), "utf8");
    const blocksOf = (language: string) =>
      [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(
        ([, code = ""]) => code.replaceAll("\\\n", ""),
      );
    const commands = blocksOf("sh").flatMap((code) => code.match(/(?<=^npx \S+ ).*/gm) ?? []);
    expect(commands).toHaveLength(3);
    for (const line of commands.filter((words) => !words.startsWith("explore"))) {
      const words = line.replaceAll(/--(?:data|port) \S+/g, "").trim();
      const emulator = await start(...words.split(/\s+/));
      expect(emulator.address).toMatch(/^http:/);
      await stop(emulator);
    }
    for (const code of blocksOf("ts")) {
      // What the second sample leaves to the reader, who has read the first.
      const before = code.includes("import ")
        ? ""
        : `import { createEmulator } from "video-generation-emulator";
           const headers = { authorization: "Bearer emulator-token" };`;
      await writeFile(join(app, "readme.ts"), before + code);
      await run(process.execPath, [join(app, "readme.ts")], { cwd: app });
    }
  });

  test("explores an app, and writes its page", async () => {
    const code = `const headers = { authorization: "Bearer " + process.env.KEY };
      const { ok } = await fetch(process.env.VIDEO_GENERATION_BASE_URL + "/api/voices/public", { headers });`;
    await writeFile(join(app, "asks.mjs"), code);
    const words = ["--env", "KEY=token", "--budget", "0s", "--report", "explore.html"];
    const all = [command, "explore", ...words, "--", process.execPath, "asks.mjs"];
    const { code: exitCode, stdout } = (await run(process.execPath, all, { cwd: app }).catch(
      (error: { code: number; stdout: string }) => error,
    )) as { code?: number; stdout: string };
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/✗ It fails if the first response to listPublicVoices is lost/);
    expect(await readFile(join(app, "explore.html"), "utf8")).toContain("--paper:");
  });

  test.each([
    [["--nonsense"], /Unknown option '--nonsense'.*--help/],
    [["--gaps", "error-body=nothing"], /error-body has no behaviour "nothing".*html/],
    [["--data", "/dev/null"], /cannot be used: EEXIST.*--data/],
    // Nobody may write there.
    [["--data", "/sys/jobs"], /cannot be used: E[A-Z]+:.*--data/],
  ])("refuses %j in one line, with exit code 2", async (words, message) => {
    const failed = run(process.execPath, [command, ...words]).catch((error) => error);
    const { code, stdout, stderr } = (await failed) as Record<string, any>;
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("has types that a strict consumer can use, and none of what is private", async () => {
    const consumer = `
      import { createEmulator, Emulator, type FaultSpec } from "video-generation-emulator";
      const emulator = await createEmulator({ seed: 1 });
      const fault: FaultSpec = { effect: "status", status: 503, operation: "createHpJob" };
      await emulator.faults.add(fault);
      // @ts-expect-error a status code is missing
      await emulator.faults.add({ effect: "status" });
      // @ts-expect-error there is no such operation
      await emulator.faults.add({ effect: "hang", operation: "createNothing" });
      // @ts-expect-error nobody else makes one
      new Emulator();
      export const url: string = emulator.url + emulator.token;`;
    await writeFile(join(app, "consumer.ts"), consumer);
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const language = "--strict --noEmit --target es2022 --lib es2022 --module nodenext";
    // Those of the package are checked, those of TypeScript are not.
    const options = `${language} --skipDefaultLibCheck --types node --typeRoots`.split(" ");
    const words = [compiler, ...options, join(root, "node_modules/@types"), "consumer.ts"];
    const { stdout } = await run(process.execPath, words, { cwd: app }).catch((error) => error);
    expect(stdout).toBe("");
    const path = join(app, "node_modules/video-generation-emulator/dist/index.d.ts");
    expect(await readFile(path, "utf8")).not.toMatch(/EmulatorParts|JobStore|interface operations/);
  });
});
