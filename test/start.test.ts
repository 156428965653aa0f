/** `npm start` in a copy of the repository, once for all that it serves: to a reader, to npm, and to who changes the contract. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { findRenderer } from "../scripts/app/start.ts";
import { localAddress } from "../scripts/site/html.ts";
import { publishedPackages } from "../scripts/support/packages.ts";
import { Reader } from "../scripts/site/test/support/reader.ts";
import { lipsyncRequest } from "./support/example-requests.ts";
import { doneStatus } from "./support/gaps.ts";
import { freePort } from "./support/port.ts";
import { isRunning } from "./support/processes.ts";
import { RepositoryCopy, type RunningCommand } from "./support/repository-copy.ts";
import { samplesIn } from "./support/samples.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

let copy: RepositoryCopy;
let command: RunningCommand;
let address: string;
/** Files in git that the first build has made other than they were. */
let changed: string;
let reader: Reader;

beforeAll(async () => {
  [copy, reader] = await Promise.all([RepositoryCopy.create(), Reader.create()]);
  await copy.write("dist/packages/of-an-older-version.tgz", "");
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  command = copy.start(...["scripts/cli.ts", "start", "--port", String(port), "--render", "1s"]);
  await vi.waitFor(() => expect(command.output()).toMatch(/^Site: .*$/m), 240_000);
  expect(command.output(), "--port is kept").toContain(`\nSite:      ${address}/ `);
  // The first request that reaches the server waits for the build.
  const isServed = () => fetch(address).then(({ status }) => expect(status).toBe(200));
  await vi.waitFor(isServed, 240_000);
  changed = copy.git("status", "--porcelain");
});

afterAll(async () => {
  command.interrupt();
  await command.ended;
  await reader[Symbol.asyncDispose]();
  await copy[Symbol.asyncDispose]();
});

/** That of the samples on the pages. */
const authorization = () => ({ authorization: "Bearer emulator-token" });

/** The code of a page, with the port of this server in it. */
async function readCode(page: string, language: string): Promise<string[]> {
  return samplesIn(await (await fetch(`${address}/${page}.md`)).text(), language);
}

describe("the front page that npm start serves", () => {
  it("leads to a video in TypeScript from an empty folder", async () => {
    const [typescript = ""] = await readCode("quickstart", "typescript");
    const bash = await readCode("quickstart", "bash");
    const install = bash.find((code) => code.startsWith("npm install")) ?? "";
    const start = bash.find((code) => code.startsWith("node ")) ?? "";
    await reader.save(start.slice("node ".length).trim(), typescript);
    expect(await readCode("sdks", "bash")).toContain(install);
    expect(await reader.run(install + start)).toMatch(new RegExp(`${doneStatus}[^]*/1\\.mp4`));
  });

  it("starts the emulator with its one line", async () => {
    const bash = await readCode("quickstart", "bash");
    const line = bash.find((code) => code.startsWith("npx --yes"))!.trim();
    // Another one may have the usual port.
    const wait = 'until grep "http://127" started.txt; do kill -0 $!; sleep 0.1; done';
    expect(await reader.run(`${line} --port 0 > started.txt &\n${wait}`)).toMatch(/:\d+/);
  });
});

describe("npm start", () => {
  it("generates the same bytes in another folder", () => {
    expect(changed).toBe("");
  });

  it("serves the reference, and the emulator beside it", async () => {
    const site = await fetch(address);
    expect(site.headers.get("content-type")).toContain("text/html");
    expect(await site.text()).toContain("Video Generation Service");
    const api = await fetch(`${address}/api/avatars/public`, { headers: authorization() });
    expect(await api.json()).toHaveProperty("avatars_list");
    expect((await fetch(`${address}/emulator`)).headers.get("content-type")).toContain("text/html");
    expect((await fetch(`${address}/..%2f..%2fpackage.json`)).status).toBe(404);
  });

  it("offers no package of an older version", async () => {
    const { status } = await fetch(`${address}/packages/of-an-older-version.tgz`);
    expect(status).toBe(404);
  });

  it("prints where everything is, and with which token", () => {
    const printed = command.output();
    expect(printed).toContain(`\nSite:      ${address}/   (Ctrl-C to stop)\n`);
    expect(printed).toContain(`\nEmulator:  ${address}/emulator   (token emulator-token)\n`);
    const packages = publishedPackages().map(({ tarball }) => tarball);
    for (const tarball of packages)
      expect(printed).toContain(`npm install ${address}/packages/${tarball}\n`);
  });

  it("is for this machine alone, unless another --host is named", async () => {
    const { port } = new URL(address);
    await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow("fetch failed");
  });

  it("takes --host and the options of the emulator, and prints what they name", async () => {
    await copy.write("scripts/lint/lint.ts", "export const lintContract = () => {};");
    await copy.write("scripts/site/build-site.ts", "export const site = () => {};");
    await copy.write("scripts/release/pack.ts", "export const packPackages = () => {};");
    const words = ["--port=0", "--host", "::1", "--token", "other"];
    const started = copy.start("scripts/cli.ts", "start", ...words);
    onTestFinished(() => started.kill("SIGINT"));
    const printed = /^Emulator: +(http:\/\/\[::1\]:\d+)\/emulator +\(token other\)$/m;
    await expect.poll(() => started.output(), { timeout: 240_000 }).toMatch(printed);
    const [, other] = printed.exec(started.output())!;
    const statusFor = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${other}/api/avatars/public`, { headers })).status;
    };
    expect([await statusFor("other"), await statusFor("emulator-token")]).toEqual([200, 401]);
    copy.git("checkout", "--quiet", "scripts");
  });

  it("refuses two Host headers, as the emulator alone does", async () => {
    const { hostname, port } = new URL(address);
    const sent = request({ hostname, port, path: "/api/avatars/public", setHost: false });
    sent.setHeader("Host", ["127.0.0.1", "elsewhere.example"]);
    const [{ statusCode }] = (await once(sent.end(), "response")) as [IncomingMessage];
    expect(statusCode).toBe(400);
  });

  it("says first that another port takes the place of the usual one, where that is in use", async () => {
    const port = Number(new URL(localAddress).port);
    // Another program may have it already, which is as good.
    const other = createServer()
      .listen(port, "127.0.0.1")
      .on("error", () => {});
    const started = copy.start("scripts/cli.ts", "start", "--render", "1s");
    try {
      await expect
        .poll(() => started.output())
        .toMatch(
          /^Port 8080 is in use: port \d+ takes its place\. Name one of your own with npm start -- --port <number>\.\n/,
        );
    } finally {
      started.interrupt();
      await started.ended;
      other.close();
    }
  });

  it("says in one line which programs for real videos are missing", async () => {
    await using empty = await temporaryFolder();
    vi.stubEnv("PATH", empty.path);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    expect(await findRenderer()).toBeUndefined();
    expect(log.mock.lastCall).toEqual([
      "Videos:    a clip stands for each. The renderer cannot start: ffmpeg, ffprobe, flite, espeak-ng missing: apt-get install ffmpeg flite espeak-ng",
    ]);
  });

  it.each([
    ["--nonsense", /^✗ Unknown option '--nonsense'\. Call it with --help to see the options\.\n$/],
    ["--gaps=error-body=nothing", /^(?![^]*✓ packages)[^]*✗ error-body has no behaviour/],
    ["--port=<in use>", /^✗ Port <in use> is in use\. Choose another --port\.\n$/],
    ["--host=192.0.2.1", /^✗ Nothing can listen on 192\.0\.2\.1: .+\. Choose another --host\.\n$/],
  ])("refuses %s in a sentence", async (word, message) => {
    const option = word.replace("<in use>", new URL(address).port);
    const { exitCode, output } = await copy.run("scripts/cli.ts", "start", option);
    expect(exitCode).toBe(2);
    expect(output.replace(`Port ${new URL(address).port} `, "Port <in use> ")).toMatch(message);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends at %s, with what it has started",
    async (signal) => {
      // In place of a linter that takes long.
      const tool = "fs.writeFileSync('started', String(process.pid)); setInterval(() => {}, 1000);";
      await copy.write("scripts/long.cjs", `const fs = require("node:fs"); ${tool}`);
      await copy.write(
        "scripts/lint/lint.ts",
        'import { runTool } from "../support/tool.ts";\nexport const lintContract = () => runTool("scripts/long.cjs");',
      );
      const started = copy.start("scripts/cli.ts", "start", "--port=0");
      const readNumber = () => copy.read("started").then(Number, () => 0);
      await expect.poll(readNumber).toBeGreaterThan(0);
      const number = await readNumber();
      onTestFinished(async () => void ((await isRunning(number)) && process.kill(number)));
      started.kill(signal);
      expect(await started.ended).toBe(signal);
      await expect.poll(() => isRunning(number)).toBe(false);
      copy.git("checkout", "--quiet", "scripts");
      copy.git("clean", "--quiet", "--force", "started", "scripts");
    },
  );

  it("reports a mistake, and keeps serving the last good site", async () => {
    await copy.edit("openapi/hp/ProjectName.yaml", (text) => `${text}\nx-team: somebody\n`);
    await expect.poll(() => command.output()).toContain("extension-registered");
    expect((await fetch(address)).status).toBe(200);
  });

  // One build for all of it. Last, because packing the packages anew would hold up every other test.
  it("builds again when the contract changes, knows an extension that was registered meanwhile, and lets the emulator follow with its jobs", async () => {
    const create = (change: object = { model: "v3" }) =>
      fetch(`${address}/api/express_lipsync_video`, {
        method: "POST",
        headers: { ...authorization(), "content-type": "application/json" },
        body: JSON.stringify({ ...lipsyncRequest(), ...change }),
      });
    expect((await create()).ok).toBe(false);
    const { job_id: keptId } = (await (await create({})).json()) as { job_id: string };
    const edits: [file: string, from: RegExp, to: string][] = [
      ["scripts/lint/facts/facts.yaml", /one of v1 v2/g, "one of v1 v2 v3"],
      ["openapi/EXTENSIONS.md", /$/, "\n## `x-team`\n"],
      ["openapi/hp/ProjectName.yaml", /Project name\./, "Name of the project."],
      ["openapi/lipsync/LipsyncModel.yaml", / {2}- v2\n/, "$&  - v3\n"],
      ["clients/policy.yaml", /^retries: .*/m, "retries: 7"],
    ];
    for (const [file, from, to] of edits) await copy.edit(file, (text) => text.replace(from, to));
    // A request that the old emulator takes while it ends is broken off.
    const isCreated = () =>
      create().then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isCreated).toBe(true);
    expect((await fetch(`${address}/emulator/jobs/${keptId}`)).status).toBe(200);
    const bundle = await copy.read("generated/openapi.yaml");
    expect(bundle).toContain("Name of the project.");
    expect(bundle).toContain("x-team: somebody");
    await expect.poll(() => copy.read("generated/policy.ts")).toContain("retries = 7");
    // Files that are saved during a build are in it already, and are named when it has ended.
    await expect
      .poll(() => command.output())
      .toMatch(/Changed: .*openapi\/lipsync\/LipsyncModel\.yaml/);
  });
});
