import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { createEmulator, type Emulator } from "../../emulator/src/index.ts";
import { hpRequest, hpSegments } from "../../test/support/example-requests.ts";
import { listen } from "../../scripts/support/listen.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { createRenderer } from "../src/index.ts";
import { childrenOf, isRunning } from "./support/processes.ts";
import { make, needed, send, still } from "./support/render.ts";

describe("the programs of a renderer", needed, () => {
  test.each([
    ["reset", (emulator: Emulator) => emulator.reset()],
    ["closed", (emulator: Emulator) => emulator.close()],
  ])("are gone when the emulator is %s", async (_, stop) => {
    await using home = await temporaryFolder();
    const base = await make(join(home.path, "base.mp4"), ...still);
    const bytes = await readFile(base);
    await using media = await listen(createServer((_request, response) => response.end(bytes)));
    const emulator = await createEmulator({
      token: "dev",
      renderer: createRenderer(),
      rendersAtOnce: true,
      allowHosts: ["127.0.0.1"],
    });
    await send(emulator.url, {
      ...hpRequest(),
      base_video_url: media.origin,
      ...hpSegments([1, 2]),
    });
    await expect.poll(() => childrenOf(process.pid, "ffmpeg")).not.toEqual([]);
    await stop(emulator);
    expect(await childrenOf(process.pid, "ffmpeg")).toEqual([]);
    await emulator.close();
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
