/** The recipes of the README for networks, frameworks and tests, in an application that has the package as a user installs it. */
import { existsSync } from "node:fs";
import { mkdir, readdir, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Reader } from "../../../scripts/site/test/support/reader.ts";
import { root } from "../../../scripts/support/locations.ts";
import { compilers } from "../../../test/support/compilers.ts";
import { listen, type Listening } from "../../../test/support/listen.ts";
import { benchPackage, requires } from "../../../test/support/requires.ts";
import { readSamples } from "../../../test/support/samples.ts";
import { type FaultServer, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { endedStatus } from "../../faults/scenarios.ts";
import { installFromSite, readme } from "./packed.ts";
import { nodes } from "./runtimes/runtimes.ts";

/** What the recipes are used with. undici is the one that the command line is pinned to. */
const neighbours = [
  ...["vitest", "undici", "@types"].map((name) => join(root, "node_modules", name)),
  ...["jest", "msw", "jsdom"].map((name) => join(root, "bench/node_modules", name)),
];

let user: Reader;
let service: FaultServer;
/** The paths that were asked for, each with the key of the gateway that came with it. */
let asked: string[];
beforeAll(async () => {
  service = await startFaultServer({
    respond(response, _, { path }) {
      asked.push([path, response.req.headers["x-gateway-key"]].join(" ").trim());
      if (path.endsWith(".mp4")) return void response.end("\0 a video");
      const output = [`${service.baseUrl}/1.mp4`];
      const lists = { avatars_list: [], voices_list: [] };
      sendJson(response, { job_id: "example-job-id", status: endedStatus, output, ...lists });
    },
  });
  user = await installFromSite({
    VIDEO_GENERATION_BASE_URL: service.baseUrl,
    VIDEO_GENERATION_TOKEN: "a-token",
    NO_COLOR: "1",
  });
  await user.save("package.json", '{"type":"module"}');
  for (const path of neighbours.filter((each) => existsSync(each)))
    await symlink(path, join(user.folder, "node_modules", basename(path)));
  // Each recipe begins with the name of its file.
  for (const recipe of await readSamples(readme, "js")) {
    const [, file = ""] = /^\/\/ (.+)\n/.exec(recipe)!;
    await mkdir(dirname(join(user.folder, file)), { recursive: true });
    await user.save(file, recipe);
  }
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await user[Symbol.asyncDispose]();
  await service.close();
});

/** The oldest, the present and the newest Node, where they are installed. */
const eachNode = Object.entries(nodes).map(([name, binary]) => ({
  name,
  binary,
  needs: requires({ ...benchPackage(name, name), isPresent: () => existsSync(binary) }),
}));

describe("a proxy", () => {
  let proxy: Listening;
  /** Where tunnels were asked for to. */
  let tunnels: (string | undefined)[];
  /** The status with which the proxy refuses them. */
  let refusal: number | undefined;
  beforeEach(async () => {
    tunnels = [];
    refusal = undefined;
    const server = createServer().on("connect", ({ url = "" }, socket) => {
      tunnels.push(url);
      if (refusal) return void socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      const [host, port] = url.split(":");
      const way = connect(Number(port), host, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        way.pipe(socket).pipe(way);
      });
    });
    proxy = await listen(server);
    return () => proxy[Symbol.asyncDispose]();
  });

  for (const { name, binary, needs } of eachNode) {
    test(`is asked by ${name}, and nothing is sent if it refuses`, needs, async () => {
      const command = `HTTP_PROXY=${proxy.origin} ${binary} proxy.mjs`;
      expect(await user.run(command)).toContain("voices_list");
      const tunnel = service.baseUrl.replace("http://", "");
      expect([tunnels, asked]).toEqual([[tunnel], ["/api/voices/public"]]);
      refusal = 407;
      await expect(user.run(command)).rejects.toThrow(/\(407\).*Nothing was sent\. Trying again/);
      expect([tunnels, asked]).toEqual([[tunnel, tunnel], ["/api/voices/public"]]);
    });
  }

  test("has a dispatcher that the types take, of another version than those of Node", async () => {
    const [{ script } = { script: "" }] = compilers;
    const words = "--noEmit --allowJs --checkJs --strict --skipLibCheck --module nodenext";
    // The library of browsers has no dispatcher, and with it everything would do.
    await user.run(`node ${script} ${words} --types node --lib es2022 proxy.mjs`);
  });
});

test("headers of a gateway come with every request to it", async () => {
  const output = await user.run("GATEWAY_KEY=a-key node gateway.mjs");
  expect(output).toMatch(/^videos\/example-job-id-\d\.mp4\n$/);
  expect(asked).toEqual(["/api/hp_job/example-job-id a-key", "/1.mp4 a-key"]);
  expect(await readdir(join(user.folder, "videos"))).toHaveLength(1);
});

/**
 * Next.js 16 takes 322 MB, and a minute and a half to be installed and built: it is tried by hand. What its `fetch`
 * keeps in a route with `revalidate` is written here: everything but what says `no-store`.
 */
const nextServer = `const original = globalThis.fetch;
const kept = new Map();
globalThis.fetch = async (url, options) => {
  if (options.cache === "no-store") return original(url, options);
  if (!kept.has(url)) kept.set(url, await original(url, options));
  return kept.get(url).clone();
};
const job = await import("./app/api/jobs/[id]/route.js");
const avatars = await import("./app/api/avatars/route.js");
const context = { params: Promise.resolve({ id: "example-job-id" }) };
for (let request = 0; request < 2; request++) {
  console.log((await job.GET(null, context)).status, (await avatars.GET()).status);
}`;

test("Next.js keeps what it may keep, and no status of a job", async () => {
  await user.save("next-server.js", nextServer);
  expect(await user.run("node next-server.js")).toBe("200 200\n200 200\n");
  const read = "/api/hp_job/example-job-id";
  expect(asked).toEqual([read, "/api/avatars/public", read]);
});

describe("in tests", () => {
  /** As a user starts it, and not as a test that Vitest runs. */
  const run = (command: string) => user.run(`unset VITEST NODE_ENV\n${command}`);
  const vitest = (file: string) => run(`node node_modules/vitest/vitest.mjs run ${file}`);

  test("Vitest with jsdom", requires(benchPackage("jsdom", "jsdom")), async () => {
    // Vitest is a link to another folder, which has no jsdom beside it.
    const find = `import { registerHooks } from "node:module";
const parentURL = import.meta.url;
registerHooks({
  resolve: (name, context, next) => next(name, name === "jsdom" ? { ...context, parentURL } : context),
});`;
    await user.save("find-jsdom.mjs", find);
    const options = `--import=${join(user.folder, "find-jsdom.mjs")}`;
    const output = await run(
      `NODE_OPTIONS=${options} node node_modules/vitest/vitest.mjs run app.test.js`,
    );
    expect(output).toMatch(/Tests +1 passed/);
  });

  test("MSW", requires(benchPackage("MSW", "msw")), async () => {
    expect(await vitest("msw.test.js")).toMatch(/Tests +1 passed/);
  });

  for (const { name, binary, needs } of eachNode) {
    test(`Jest on ${name}`, { ...requires(benchPackage("Jest", "jest")), ...needs }, async () => {
      const jest = `${binary} --experimental-vm-modules node_modules/jest/bin/jest.js`;
      expect(await run(`${jest} --testMatch '**/app.test.cjs'`)).toMatch(/Tests: +1 passed/);
    });
  }
});
