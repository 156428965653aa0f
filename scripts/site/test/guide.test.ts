/** The guide "from your spreadsheet to saved videos", done as its page says, in each of its three ways. */
import { execFile, spawn } from "node:child_process";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/src/index.ts";
import { requires, type Tool, tools } from "../../../test/support/requires.ts";
import { findPython } from "../../../test/support/python.ts";
import { workbook } from "../../../test/support/workbook.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { root } from "../../support/locations.ts";
import { freePort } from "../../../test/support/port.ts";
import { codeBlocks } from "./support/code-blocks.ts";
import { guides } from "./support/samples.ts";

const page = codeBlocks.filter((block) => block.page === "hp-jobs");
const sampleIn = (language: string) =>
  guides.find(
    (sample) => sample.name === "guides/spreadsheet" && sample.language.name === language,
  )!;

let emulator: Emulator;
let clock: NodeJS.Timeout;

beforeAll(async () => {
  emulator = await createEmulator({ allowThisMachine: true, clock: { mode: "manual" } });
  // Jobs end while programs wait for them.
  clock = setInterval(() => void emulator.clock.advance("1m"), 200);
});

afterAll(async () => {
  clearInterval(clock);
  await emulator.close();
});

describe("from a spreadsheet to saved videos", () => {
  const ways: [language: string, file: string, command: string[], needs: Tool[]][] = [
    ["bash", "videos.sh", ["sh"], []],
    ["typescript", "videos.mjs", [process.execPath], []],
    ["python", "videos.py", [findPython("httpx") ?? "python3"], [tools.httpx]],
  ];
  for (const [language, file, [command = "", ...options], needs] of ways)
    it(`in ${language}`, requires(tools.python, ...needs), async () => {
      await using folder = await temporaryFolder();
      const port = await freePort();
      // 1. Make the spreadsheet.
      await writeFile(join(folder.path, "customers.xlsx"), workbook([["name"], ["Zoë"], ["Ali"]]));
      // 2. Serve it, with the command of the page.
      const serve = page.find(({ code }) => code.startsWith("python3 -m http.server"))!;
      const [program = "", ...rest] = withPort(serve.code, port).split(" ");
      const server = spawn(program, rest, { cwd: folder.path, stdio: "ignore" });
      try {
        await expect.poll(() => isServed(port)).toBe(true);
        // 3. Create, wait and save.
        await install(folder.path);
        await folder.write(file, fillIn(sampleIn(language).source, port));
        const output = await run(folder.path, command, ...options, file);
        const videos = await readdir(join(folder.path, "videos"));
        const saved = videos.filter((name) => name.endsWith(".mp4"));
        expect(saved).toHaveLength(2);
        for (const name of saved) {
          expect(output).toContain(name);
          expect((await stat(join(folder.path, "videos", name))).size).toBeGreaterThan(1000);
        }
      } finally {
        server.kill();
      }
    });
});

const withPort = (code: string, port: number) => code.replaceAll("8000", String(port));

function fillIn(source: string, port: number): string {
  const code = source
    .replaceAll("{{address}}", emulator.url)
    .replaceAll("{{token}}", emulator.token);
  return withPort(code, port);
}

const isServed = (port: number) =>
  fetch(`http://127.0.0.1:${port}/customers.xlsx`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The packages as an installation lays them down. */
async function install(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, ".bin"), { recursive: true });
  await symlink(join(root, "clients/typescript"), join(modules, "video-generation-client"));
  const command = join(root, "clients/command/bin/video-generation.js");
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`;
  await writeFile(join(modules, ".bin/video-generation"), shim, { mode: 0o755 });
}

function run(folder: string, command: string, ...words: string[]): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${join(folder, "node_modules/.bin")}:${process.env["PATH"]}`,
    PYTHONPATH: join(root, "clients/python/src"),
    VIDEO_GENERATION_TOKEN: emulator.token,
  };
  return new Promise((resolve, reject) => {
    execFile(command, words, { cwd: folder, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${words.join(" ")} failed: ${stderr}${stdout}`));
      else resolve(stdout + stderr);
    });
  });
}
