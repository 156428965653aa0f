/** Servers that answer as none should, over the platform's own fetch. */
import { createServer as createTlsServer } from "node:https";
import { createServer, type Server, type Socket } from "node:net";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hpRequest } from "../../../test/support/example-requests.ts";
import { listen } from "../../../scripts/support/listen.ts";
import { type ClientOptions, createClient, type RequestError } from "../src/index.ts";

const token = "secret/token+of-the-test";

/** What a call fails with when its server answers with these bytes, and the requests that came. */
async function failureOf(
  answer: string | Buffer,
  { method = "create", ...options }: Partial<ClientOptions> & { method?: "create" | "read" } = {},
) {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (part) => {
      // A request may come in several parts; each of ours has one head.
      if (/^(GET|POST) /.test(part.toString())) requests.push("");
      requests.push((requests.pop() ?? "") + part.toString());
      const [head = "", body = ""] = requests.at(-1)!.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (Buffer.byteLength(body) >= length) socket.write(answer);
    });
  });
  await using listening = await listen(server);
  const baseUrl = `http://127.0.0.1:${listening.port}`;
  const client = createClient({ baseUrl, token, timeoutMs: 20_000, retries: 0, ...options });
  const call = method === "create" ? client.createHpJob(hpRequest()) : client.getHpJob("job-1");
  const error: RequestError & Record<string, unknown> = await (call as Promise<unknown>).then(
    () => expect.unreachable("the call must fail"),
    (failure) => failure,
  );
  for (const socket of sockets) socket.destroy();
  return { error, requests };
}

const http = (head: string, body = "", status = "200 OK") =>
  `HTTP/1.1 ${status}\r\n${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

describe("a create is sent once, with its length,", () => {
  test.each([
    ["after a status 421", http("", "wrong server", "421 Misdirected Request")],
    ["after a status 407", http("", "", "407 Proxy Authentication Required")],
    ["after a 100 Continue that nobody asked for", `HTTP/1.1 100 Continue\r\n\r\n${http("")}`],
    ["after a 101 that nobody asked for", http("upgrade: x\r\n", "", "101 Switching Protocols")],
    ["after two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}"],
    ["after a head that is garbled", "HTTP/1.1 200 OK\r\nno header\r\n\r\n"],
    ["after an encoding that is none", http("content-encoding: gzip\r\n", "no gzip")],
  ])("%s", async (_, answer) => {
    const { error, requests } = await failureOf(answer, { retries: 3 });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatch(/\r\ncontent-length: \d+\r\n/i);
    expect(requests[0]).toContain(hpRequest().project_name);
    expect(error).toMatchObject({ attempts: 1 });
    expect(error.sent).not.toBe("no");
    expect(error.message).not.toMatch(/undefined|\[object/);
  });
});

describe("the token is nowhere in an error when a server sends it", () => {
  const escaped = "secret\\/token\\u002bof-the-test";
  test.each([
    ["in the status line", http("", "", `400 ${token}`)],
    ["in a status line that is none", `HTTP/1.1 2xx ${token}\r\n\r\n`],
    ["as a name that no header has", `HTTP/1.1 200 OK\r\n${token}: 1\r\n\r\n`],
    ["as the value of a header", http(`x-echo: a ${token} b\r\n`, "", "400 No")],
    ["in a page, escaped as in a script", http("", `<script>t="${escaped}"</script>`, "400 No")],
    ["in a page, percent-encoded", http("", "/?t=secret%2Ftoken%2Bof-the-test", "400 No")],
    ["in JSON inside of JSON", http("", JSON.stringify({ a: `{"t":"${escaped}"}` }), "400 No")],
    ["in a success", http("", `{"t":"${escaped}"}`)],
    ["in place of an answer", `${token}\r\n\r\n`],
  ])("%s", async (_, answer) => {
    const { error } = await failureOf(answer);
    const shown = [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error)];
    expect([...shown, error.stack].join()).not.toMatch(/token.{0,9}of-the-test/i);
  });

  test("as the name of a header, where its case is lost", async () => {
    const answer = http("x-Secret-TOKEN-of-the-test: 1\r\n", "", "400 No");
    const { error } = await failureOf(answer, { token: "Secret-TOKEN-of-the-test" });
    expect(error["headers"]).toEqual(
      new Headers({ "x-redacted": "[redacted]", "content-length": "0" }),
    );
  });
});

test("a text keeps the digits of its numbers", async () => {
  const body = '{"job_id": 9007199254740993123, "much": 1e400}';
  const { error } = await failureOf(http("", body));
  expect(error).toMatchObject({ name: "InvalidResponseError", text: body, sent: "yes" });
  expect(error.message).toContain("9007199254740993123");
});

describe("an answer that is too large", () => {
  const zipped = (megabytes: number) => {
    const body = gzipSync(Buffer.alloc(megabytes * 1024 * 1024, " "));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  };

  test.each(["create", "read"] as const)(
    "ends a %s, and is not asked for again",
    async (method) => {
      const { error, requests } = await failureOf(zipped(200), { method, retries: 3 });
      expect(error).toMatchObject({
        name: "SizeLimitError",
        maxBytes: 67_108_864,
        sent: "yes",
        attempts: 1,
      });
      expect(requests).toHaveLength(1);
      if (method === "create") expect(error.message).toContain("a job may be rendering");
    },
  );

  test("is measured by the limit of the call", async () => {
    const { error } = await failureOf(http("", "x".repeat(101)), { maxBodyBytes: 100 });
    expect(error).toMatchObject({ name: "SizeLimitError", maxBytes: 100 });
    const { error: other } = await failureOf(http("", "x".repeat(100)), { maxBodyBytes: 100 });
    expect(other).toMatchObject({ name: "InvalidResponseError" });
  });
});

describe("what cannot change is not tried again, and says so:", () => {
  /** Self-signed, of no name that anybody asks for. */
  const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg72CXOQJfvaveI0ws
LvRrSzlXkPtpcBUg2HsNKGQHET6hRANCAARzxSst6/pC5CQHV0P8inNQ4wU78MW1
CUK7FtPbxvQ1cFubbgsLjNoVHrlqoUqMKJ6E37bt3ro5+sWoHUop+bJZ
-----END PRIVATE KEY-----`;
  const cert = `-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIUICM7V/eC3J0t6EmDmExi+T86W5QwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjMwODU2MThaGA8yMTI2MTAzMDA4NTYx
OFowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHPF
Ky3r+kLkJAdXQ/yKc1DjBTvwxbUJQrsW09vG9DVwW5tuCwuM2hUeuWqhSowonoTf
tu3eujn6xagdSin5slmjUzBRMB0GA1UdDgQWBBTiH35X0Weo63ylQIScq3Ee1usW
YzAfBgNVHSMEGDAWgBTiH35X0Weo63ylQIScq3Ee1usWYzAPBgNVHRMBAf8EBTAD
AQH/MAoGCCqGSM49BAMCA0gAMEUCIQCHbZ97FqevtdvPyQ0wMUQbjehr4gPVfO+9
nK2/A6rKqgIgSwaTKp9DyuO9cWwXOw2FZS+ZyhPc2V2OE4nQpoGlHOg=
-----END CERTIFICATE-----`;

  test("a certificate that is not accepted", async () => {
    const server: Server = createTlsServer({ key, cert }, (_, response) => response.end("{}"));
    await using listening = await listen(server);
    await expectForGood(`https://127.0.0.1:${listening.port}`, "self-signed certificate");
  });

  test("a port that fetch blocks", () => expectForGood("http://127.0.0.1:6000", "bad port"));

  async function expectForGood(baseUrl: string, reason: string) {
    const client = createClient({ baseUrl, token });
    for (const call of [() => client.createHpJob(hpRequest()), () => client.getHpJob("job-1")]) {
      const error: RequestError = await (call() as Promise<unknown>).then(
        () => expect.unreachable("the call must fail"),
        (failure) => failure,
      );
      expect(error).toMatchObject({ sent: "no", attempts: 1, isTransient: false });
      expect(error.message).toContain(reason);
      expect(error.message).toContain("Nothing was sent. Trying again does not help.");
    }
  }
});

test("a fetch whose error is its own cause ends the call, and not the process", async () => {
  const failure = new Error("loop");
  failure.cause = failure;
  const fetch = () => Promise.reject(failure);
  const client = createClient({ baseUrl: "https://a.example", token, fetch, retries: 0 });
  await expect(client.getHpJob("job-1")).rejects.toMatchObject({ name: "ConnectionError" });
});
