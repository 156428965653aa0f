import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const run = promisify(execFile);
const workspace = join(import.meta.dirname, "..");
const modules = join(workspace, "../node_modules");

let app: string;
let command: string;

/** An application that has installed the package from its tarball. Its dependencies are those of the repository. */
beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), "emulator-app-"));
  const installed = join(app, "node_modules/video-generation-emulator");
  await mkdir(installed, { recursive: true });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", app], {
    cwd: workspace,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [{ filename: string }];
  await run("tar", ["-xzf", join(app, filename), "-C", installed, "--strip-components=1"]);
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8")) as {
    bin: Record<string, string>;
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(manifest.dependencies))
    await symlink(join(modules, name), join(app, "node_modules", name));
  command = join(installed, manifest.bin["video-generation-emulator"] ?? "");
}, 120_000);
afterAll(() => rm(app, { recursive: true, force: true }));

describe("the packed tarball", () => {
  test("has a command that starts, says how to reach it, answers, and stops cleanly", async () => {
    const child = spawn(process.execPath, [command, "--port", "0", "--token", "dev"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const printed: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      printed.push(line);
      if (line.startsWith("Stop")) break;
    }
    const address = printed[0]?.split(/\s+/)[1];
    expect(printed.join("\n")).toMatch(/Token +dev\nProfile +assumed/);
    const headers = { authorization: "Bearer dev" };
    const avatars = await fetch(`${address}/api/avatars/public`, { headers });
    expect(avatars.status).toBe(200);
    expect((await fetch(`${address}/emulator`)).status).toBe(200);
    child.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  });

  test.each([
    [["--nonsense"], /Unknown option '--nonsense'.*--help/],
    [["--port", "70000"], /--port is "70000".*0 to 65535/],
    [["--profile", "real"], /--profile is "real".*assumed or strict/],
    [["--gaps", "error-body=nothing"], /error-body has no reading "nothing".*html/],
    [["--data", "/dev/null/x"], /cannot be used.*--data/],
    [["--render", "soon"], /--render.*250ms/],
  ])("refuses %j in one line, with exit code 2", async (words, message) => {
    const failure = await run(process.execPath, [command, ...words]).catch(
      (error: unknown) => error,
    );
    const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string };
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("refuses a port that is in use", async () => {
    const script = `
      import { createEmulator } from "video-generation-emulator";
      const emulator = await createEmulator({ token: "x" });
      const port = Number(new URL(emulator.url).port);
      console.log(await createEmulator({ port }).catch((error) => error.name + ": " + error.message));
      await emulator.close();`;
    await writeFile(join(app, "port.mjs"), script);
    const { stdout } = await run(process.execPath, [join(app, "port.mjs")]);
    expect(stdout).toMatch(/^OptionError: Port \d+ is in use\. Choose another one/);
  });

  test("has types that a strict consumer can use", async () => {
    const consumer = `
      import { createEmulator, type FaultSpec } from "video-generation-emulator";
      const emulator = await createEmulator({ profile: "assumed", seed: 1 });
      const fault: FaultSpec = { effect: "status", status: 503, operation: "createHpJob" };
      await emulator.faults.add(fault);
      // @ts-expect-error a status code is missing
      await emulator.faults.add({ effect: "status" });
      // @ts-expect-error there is no such operation
      await emulator.faults.add({ effect: "hang", operation: "createNothing" });
      await emulator.clock.advance("2m");
      const url: string = emulator.url + emulator.token;
      await emulator.close();
      export { url };`;
    await writeFile(join(app, "consumer.ts"), consumer);
    await writeFile(join(app, "package.json"), '{"type":"module"}');
    const compiler = join(
      createRequire(import.meta.url).resolve("typescript/package.json"),
      "../bin/tsc",
    );
    const flags = [
      "--strict",
      "--noEmit",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--types",
      "node",
      "--typeRoots",
      join(modules, "@types"),
    ];
    const { stdout } = await run(process.execPath, [compiler, ...flags, join(app, "consumer.ts")], {
      cwd: app,
    }).catch((error) => error);
    expect(stdout).toBe("");
  }, 60_000);
});
