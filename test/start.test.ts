/** `npm start` in a copy of the repository, once for all that it serves: to a reader, to npm, and to who changes the contract. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { resolvePointer } from "openapi-gaps/document";
import { Reader } from "../scripts/site/test/support/reader.ts";
import { startVisit } from "../scripts/site/test/support/visit.ts";
import { launchBrowser } from "../scripts/support/browser.ts";
import { contract } from "./support/contract.ts";
import { requires, tools } from "./support/requires.ts";
import { RepositoryCopy, type RunningCommand } from "./support/repository-copy.ts";

const lipsyncVideo = resolvePointer(contract, "#/components/examples/avatar_speaks_audio.request")[
  "value"
] as object;

let copy: RepositoryCopy;
let command: RunningCommand;
let address: string;
/** The committed files of `generated/`, and what the first build has made of them. */
let generated: { committed: string; built: string };
let browser: Browser;
let reader: Reader;

/** Long enough for a busy machine; a test ends as soon as what it waits for is there. */
const waiting = { timeout: 240_000, interval: 100 };

beforeAll(async () => {
  [copy, browser, reader] = await Promise.all([
    RepositoryCopy.create(),
    launchBrowser(),
    Reader.create(),
  ]);
  const committed = await copy.fingerprint("generated");
  command = copy.start({}, "scripts/cli.ts", "start", "--port", "0", "--latency", "1ms");
  address = await vi.waitUntil(
    () => /http:\/\/127\.0\.0\.1:\d+/.exec(command.output())?.[0],
    waiting,
  );
  generated = { committed, built: await copy.fingerprint("generated") };
});

afterAll(async () => {
  command.interrupt();
  await command.ended;
  await browser.close();
  await reader[Symbol.asyncDispose]();
  await copy[Symbol.asyncDispose]();
});

/** The token is printed beside the address. */
function token(): string {
  return /token (\S+)\)/.exec(command.output())?.[1] ?? "";
}

function authorization(): Record<string, string> {
  return { authorization: `Bearer ${token()}` };
}

/** The code of a page as a reader sees and copies it. */
async function readCode(page: string, language: string): Promise<string[]> {
  await using visit = await startVisit(browser, `${address}/`);
  await visit.open(page);
  // In a tab that is not chosen, or in an example that is not, is code as well.
  return await visit.page.locator(`code.language-${language}`).allTextContents();
}

/** Lets the emulator's time pass until the program has ended. */
async function runWhileTimePasses(line: string): Promise<string> {
  let isEnded = false;
  const ended = reader.run(line).finally(() => (isEnded = true));
  await vi.waitUntil(async () => {
    await fetch(`${address}/emulator/clock`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advance: "1m" }),
    });
    return isEnded;
  }, waiting);
  return ended;
}

describe("the front page that npm start serves", () => {
  it("leads to a video in the shell", requires(tools.curl), async () => {
    const bash = await readCode("quickstart.html", "bash");
    const shell = bash.find((code) => code.includes("curl")) ?? "";
    expect(shell).toContain(`BASE_URL="${address}"`);
    expect(await runWhileTimePasses(shell)).toMatch(/completed[^]*\/1\.mp4/);
  });

  it("leads to a video in Python", requires(tools.python), async () => {
    const [python = ""] = await readCode("quickstart.html", "python");
    await reader.save("first-video.py", python);
    expect(await runWhileTimePasses("python3 first-video.py")).toMatch(/completed[^]*\/1\.mp4/);
  });

  it("leads to a video in TypeScript from an empty folder", async () => {
    const [typescript = ""] = await readCode("quickstart.html", "typescript");
    const bash = await readCode("quickstart.html", "bash");
    const install = bash.find((code) => code.startsWith("npm install")) ?? "";
    const start = bash.find((code) => code.startsWith("node ")) ?? "";
    await reader.save(start.slice("node ".length).trim(), typescript);
    expect(await readCode("sdks.html", "bash")).toContain(install);
    await reader.run(install);
    expect(await runWhileTimePasses(start)).toMatch(/completed[^]*\/1\.mp4/);
  });

  it("starts the emulator with its one line", async () => {
    const bash = await readCode("quickstart.html", "bash");
    const line = bash.find((code) => code.startsWith("npx --yes")) ?? "";
    // Another one may have the usual port.
    const wait = 'until grep "http://127" started.txt; do kill -0 $!; sleep 0.1; done';
    expect(await reader.run(`${line} --port 0 > started.txt &\n${wait}`)).toMatch(/:\d+/);
  });
});

describe("npm start", () => {
  it("generates the same bytes in another folder", () => {
    expect(generated.built).toBe(generated.committed);
  });

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

  it("fills the copies in Markdown with its own port", async () => {
    const copyOfPage = await (await fetch(`${address}/quickstart.md`)).text();
    expect(copyOfPage).toContain(`npm install ${address}/packages/`);
  });

  it("serves the emulator beside it", async () => {
    const response = await fetch(`${address}/api/avatars/public`, { headers: authorization() });
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty("avatars_list");
    expect((await fetch(`${address}/emulator`)).headers.get("content-type")).toContain("text/html");
  });

  // One build for all three: it takes the processor for ten seconds.
  it("builds again when the contract changes, knows an extension that was registered meanwhile, and lets the emulator follow", async () => {
    const create = () =>
      fetch(`${address}/api/express_lipsync_video`, {
        method: "POST",
        headers: { ...authorization(), "content-type": "application/json" },
        body: JSON.stringify({ ...lipsyncVideo, model: "v3" }),
      });
    expect((await create()).ok).toBe(false);
    await copy.edit("openapi/EXTENSIONS.md", (text) => `${text}\n## \`x-team\`\n`);
    await copy.edit(
      "openapi/hp/ProjectName.yaml",
      (text) => `${text.replace("Project name.", "Name of the project.")}\nx-team: somebody\n`,
    );
    await copy.edit("openapi/lipsync/LipsyncModel.yaml", (text) =>
      text.replace("  - v2\n", "  - v2\n  - v3\n"),
    );
    // A request that the old emulator takes while it ends is broken off.
    await vi.waitUntil(async () => (await create().catch(() => undefined))?.ok, waiting);
    const bundle = await copy.read("generated/openapi.yaml");
    expect(bundle).toContain("Name of the project.");
    expect(bundle).toContain("x-team: somebody");
    // Files that are saved during a build are in it already, and are named when it has ended.
    await vi.waitUntil(
      () => /Changed: .*openapi\/hp\/ProjectName\.yaml/.test(command.output()),
      waiting,
    );
  });

  it("reports a mistake, and keeps serving the last good site", async () => {
    await copy.edit("openapi/hp/ProjectName.yaml", (text) => `${text}\nx-owner: somebody\n`);
    await vi.waitUntil(() => command.output().includes("extension-registered"), waiting);
    expect((await fetch(address)).status).toBe(200);
  });
});

describe("npm start with options", () => {
  it("takes those of the emulator, and refuses others in a sentence", async () => {
    const second = copy.start({}, "scripts/cli.ts", "start", "--latency", "slow");
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^✗ --latency/);
    const third = copy.start({}, "scripts/cli.ts", "start", "--nonsense");
    expect(await third.ended).toBe(1);
    expect(third.output()).toMatch(/^✗ Unknown option '--nonsense'/);
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
