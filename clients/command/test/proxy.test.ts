/** The proxies that the environment names. */
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { listen, type Listening } from "../../../test/support/listen.ts";
import { sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { runCommand } from "./support/run-command.ts";

/** What the proxy was asked for. */
let asked: string[];
let proxy: Listening;
/** The status with which it refuses a tunnel. */
let refusal: number;
beforeEach(async () => {
  asked = [];
  refusal = 502;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    sendJson(response, { job_id: "job-1", status: "rendering" });
  });
  server.on("connect", ({ url }, socket: Duplex) => {
    asked.push(`CONNECT ${url}`);
    socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
  });
  proxy = await listen(server);
});
afterEach(() => proxy[Symbol.asyncDispose]());

const get = ["hp", "get", "job-1", "--allow-plain-http", "--retries", "0"];

test.each(["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])(
  "%s is asked for an http address",
  async (name) => {
    const env = { [name]: proxy.origin };
    const { exitCode } = await runCommand(get, { baseUrl: "http://service.test", env });
    expect([exitCode, asked]).toEqual([0, ["GET http://service.test/api/hp_job/job-1"]]);
  },
);

test.each(["http", "all"])("%s_proxy counts before its name in capitals", async (kind) => {
  const env = { [`${kind}_proxy`]: proxy.origin, [`${kind.toUpperCase()}_PROXY`]: "http://b.test" };
  await runCommand(get, { baseUrl: "http://service.test", env });
  expect(asked).toEqual(["GET http://service.test/api/hp_job/job-1"]);
});

test.each(["http://localhost:4", "http://127.0.0.1:4", "http://[::1]:4"])(
  "no proxy is asked for %s, where nobody listens",
  async (baseUrl) => {
    const env = { HTTP_PROXY: proxy.origin, NO_PROXY: "elsewhere.test" };
    const { exitCode, messages } = await runCommand(get, { baseUrl, env });
    expect([exitCode, asked], messages).toEqual([4, []]);
  },
);

test.each([
  ["HTTPS_PROXY", "ALL_PROXY"],
  ["ALL_PROXY", "HTTP_PROXY"],
])("%s is asked for a tunnel, with or without http:// before it", async (name, other) => {
  for (const address of [proxy.origin, proxy.origin.replace("http://", "")]) {
    asked = [];
    // The one of the protocol comes first, whatever the other is.
    const env = { [name]: address, [other]: "http://other.test" };
    await runCommand(get, { baseUrl: "https://service.test", env });
    expect(asked).toEqual(["CONNECT service.test:443"]);
  }
});

test.each([
  [407, 1, /Proxy response \(407\).*Nothing was sent. Trying again does not help/],
  [502, 3, /Proxy response \(502\).*Nothing was sent: try again/],
])("a proxy that refuses with %i has let no create through", async (status, tunnels, message) => {
  refusal = status;
  const words = ["hp", "create", "--file", "-", "--yes", "--no-receipts"];
  const { exitCode, messages } = await runCommand(words, {
    baseUrl: "https://service.test",
    env: { HTTPS_PROXY: proxy.origin },
    input: JSON.stringify(hpRequest()),
  });
  expect(messages).toMatch(message);
  expect([exitCode, asked]).toEqual([4, Array(tunnels).fill("CONNECT service.test:443")]);
});

test.each([
  ["the other protocol", { HTTP_PROXY: "<proxy>" }, "https://service.test"],
  ["a name in NO_PROXY", { HTTPS_PROXY: "<proxy>", NO_PROXY: "a, .test" }, "https://service.test"],
  ["every name", { HTTPS_PROXY: "<proxy>", no_proxy: "*" }, "https://service.test"],
])("is not asked for %s", async (_, variables, baseUrl) => {
  const env = JSON.parse(JSON.stringify(variables).replaceAll("<proxy>", proxy.origin));
  const { messages } = await runCommand(get, { baseUrl, env });
  expect([asked, messages]).toEqual([[], expect.stringMatching(/ENOTFOUND|EAI_AGAIN/)]);
});

test("of another kind in ALL_PROXY is left alone where both protocols have their own", async () => {
  const own = { HTTP_PROXY: proxy.origin, HTTPS_PROXY: proxy.origin };
  const env = { ...own, ALL_PROXY: "socks5://127.0.0.1:1080" };
  await runCommand(get, { baseUrl: "https://service.test", env });
  expect(asked).toEqual(["CONNECT service.test:443"]);
});

test("is not asked for this machine", async () => {
  const server = await startFaultServer({
    respond: (response) => sendJson(response, { job_id: "1" }),
  });
  const env = { HTTP_PROXY: proxy.origin, HTTPS_PROXY: proxy.origin };
  expect((await runCommand(get, { baseUrl: server.baseUrl, env })).exitCode).toBe(0);
  await server.close();
  expect(asked).toEqual([]);
});

test.each([
  ["socks5://user:hunter2@proxy", "is no address of a proxy, such as http://proxy:3128."],
  ["http://user:hunter2%@proxy", "has a login with a % in it: write it as %25."],
  ["user:hunter2%ff@proxy", "has a login with a % in it: write it as %25."],
])("that is no address is refused, without the password in it: %s", async (address, problem) => {
  for (const name of ["HTTPS_PROXY", "ALL_PROXY"]) {
    const env = { [name]: address };
    const { exitCode, messages } = await runCommand(get, { baseUrl: "https://service.test", env });
    expect([exitCode, messages]).toEqual([2, `✗ ${name} ${problem}\n`]);
  }
});
