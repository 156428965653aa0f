import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import type { Emulator } from "../../emulator/src/index.ts";
import { hpRequest } from "../../test/support/example-requests.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import { childrenOf, isRunning } from "./support/processes.ts";
import { make, needed, requestFrom, send, serve, startEmulator, still } from "./support/render.ts";

describe("the programs of a renderer", needed, () => {
  test.each([
    ["reset", (emulator: Emulator) => emulator.reset()],
    ["closed", (emulator: Emulator) => emulator.close()],
  ])("are gone when the emulator is %s", async (_, stop) => {
    await using home = await temporaryFolder();
    const base = await make(join(home.path, "base.mp4"), ...still);
    await using media = await serve({ "/base": await readFile(base) });
    await using emulator = await startEmulator({ renderer: createRenderer() });
    const sample = hpRequest().data_xlsx_url;
    await send(emulator.url, requestFrom(media.origin, 3, { data_xlsx_url: sample }));
    await expect.poll(() => childrenOf(process.pid, "ffmpeg")).not.toEqual([]);
    await stop(emulator);
    expect(await childrenOf(process.pid, "ffmpeg")).toEqual([]);
  });

  test("are gone when its process is killed", async () => {
    const script = join(import.meta.dirname, "support/run-endless-tool.ts");
    const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(createInterface(parent.stdout), "line")) as [string];
    const tool = Number(line);
    try {
      expect(await isRunning(tool)).toBe(true);
      parent.kill("SIGKILL");
      await expect.poll(() => isRunning(tool)).toBe(false);
    } finally {
      if (await isRunning(tool)) process.kill(tool, "SIGKILL");
    }
  });
});
