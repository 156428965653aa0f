import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resolvePointer } from "../scripts/contract/document.ts";
import { publishedPackages } from "../scripts/support/packages.ts";
import { startRegistry } from "./support/registry.ts";
import { contract } from "./support/contract.ts";
import { RepositoryCopy, type RunningCommand } from "../scripts/support/repository-copy.ts";

const lipsyncVideo = resolvePointer(contract, "#/components/examples/avatar_speaks_audio.request")[
  "value"
] as object;

const run = promisify(execFile);

let copy: RepositoryCopy;
let command: RunningCommand;
let address: string;

/** Long enough for a busy machine; a test ends as soon as what it waits for is there. */
const waiting = { timeout: 240_000, interval: 100 };

beforeAll(async () => {
  copy = await RepositoryCopy.create();
  command = copy.start({ PORT: "0" }, "scripts/cli.ts", "start");
  address = await vi.waitUntil(
    () => /http:\/\/127\.0\.0\.1:\d+/.exec(command.output())?.[0],
    waiting,
  );
});

afterAll(async () => {
  command.interrupt();
  await command.ended;
  await copy[Symbol.asyncDispose]();
});

/** The token is printed beside the address. */
function token(): string {
  return /token (\S+)\)/.exec(command.output())?.[1] ?? "";
}

function authorization(): Record<string, string> {
  return { authorization: `Bearer ${token()}` };
}

describe("npm start", () => {
  it("serves the reference", async () => {
    const response = await fetch(address);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toContain("Video Generation Service");
  });

  it.each(["/missing", "/%E0%A4%A", "/..%2f..%2fpackage.json"])(
    "has nothing at %s",
    async (path) => {
      const { status } = await fetch(address + path);
      expect(status).toBe(404);
    },
  );

  it("serves the emulator beside it", async () => {
    const response = await fetch(`${address}/api/avatars/public`, { headers: authorization() });
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty("avatars_list");
    expect((await fetch(`${address}/emulator`)).headers.get("content-type")).toContain("text/html");
  });

  it("serves the packages, which npm installs, and which work", async () => {
    const urls = publishedPackages().map(({ tarball }) => `${address}/packages/${tarball}`);
    for (const url of urls) expect(command.output()).toContain(`npm install ${url}`);
    await using registry = await startRegistry();
    await using app = await mkdtempDisposable(join(tmpdir(), "app-"));
    const options = { cwd: app.path };
    const quiet = ["--no-audit", "--no-fund", "--registry", registry.url];
    const cache = ["--cache", join(app.path, ".cache")];
    await run("npm", ["install", ...quiet, ...cache, ...urls], options);
    const firstCall = `
      import { createClient } from "video-generation-client";
      const [baseUrl, token] = process.argv.slice(2);
      console.log((await createClient({ baseUrl, token }).listPublicVoices()).voices_list.length);`;
    await writeFile(join(app.path, "first-call.mjs"), firstCall);
    const words = ["first-call.mjs", address, token()];
    expect((await run(process.execPath, words, options)).stdout).toMatch(/^[1-9]\d*\n$/);
    const { stdout } = await run(
      "npx",
      ["--no-install", "video-generation-emulator", "--version"],
      options,
    );
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("builds again when the contract changes", async () => {
    await copy.edit("openapi/hp/ProjectName.yaml", (text) =>
      text.replace("Project name.", "Name of the project."),
    );
    await vi.waitFor(async () => {
      expect(await copy.read("generated/openapi.yaml")).toContain("Name of the project.");
    }, waiting);
    expect(command.output()).toContain("Changed: openapi/hp/ProjectName.yaml");
  });

  it("knows an extension that was registered meanwhile", async () => {
    await copy.edit("openapi/EXTENSIONS.md", (text) => `${text}\n## \`x-team\`\n`);
    await copy.edit("openapi/hp/ProjectName.yaml", (text) => `${text}\nx-team: somebody\n`);
    await vi.waitFor(async () => {
      expect(await copy.read("generated/openapi.yaml")).toContain("x-team: somebody");
    }, waiting);
  });

  it("lets the emulator follow", async () => {
    const create = () =>
      fetch(`${address}/api/express_lipsync_video`, {
        method: "POST",
        headers: { ...authorization(), "content-type": "application/json" },
        body: JSON.stringify({ ...lipsyncVideo, model: "v3" }),
      });
    expect((await create()).ok).toBe(false);
    await copy.edit("openapi/lipsync/LipsyncModel.yaml", (text) =>
      text.replace("  - v2\n", "  - v2\n  - v3\n"),
    );
    await vi.waitUntil(async () => (await create()).ok, waiting);
  });

  it("reports a mistake, and keeps serving the last good site", async () => {
    await copy.edit("openapi/hp/ProjectName.yaml", (text) => `${text}\nx-owner: somebody\n`);
    await vi.waitUntil(() => command.output().includes("extension-registered"), waiting);
    expect((await fetch(address)).status).toBe(200);
  });
});

describe("npm start with a PORT", () => {
  it.each([
    ["that is not a number", "http", 'PORT is "http"'],
    ["that is in use", undefined, "is in use. Set PORT to another one."],
  ])("%s says so and ends", async (_, port, message) => {
    const PORT = port ?? new URL(address).port;
    const second = copy.start({ PORT }, "scripts/cli.ts", "start");
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(message);
  });
});
