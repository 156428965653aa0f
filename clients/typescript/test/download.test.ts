/** Downloads against servers that break off, lie about ranges, stall, redirect and never end. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { firstRetryPauseMs } from "../../../generated/policy.ts";
import { type Listening, listen } from "../../../test/support/listen.ts";
import { type Download, download, type DownloadOptions } from "../src/index.ts";
import { failureOf, token } from "./support.ts";

const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
const etag = '"v1"';

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

const opened: Listening[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of opened.splice(0)) await server[Symbol.asyncDispose]();
});

/** A server with one file, and the requests for it. The last response is that of all later requests. */
async function serve(...responders: Responder[]) {
  const requests: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    responders[Math.min(requests.length, responders.length) - 1]!(request, response);
  });
  const listening = await listen(server);
  opened.push(listening);
  return { origin: listening.origin, url: `${listening.origin}/video.mp4`, requests };
}

const sendAll =
  (headers: Record<string, string> = {}): Responder =>
  (_, response) =>
    void response
      .writeHead(200, { "content-length": content.length, etag, ...headers })
      .end(content);

/** The first bytes, and then a broken connection. */
const breakAfter =
  (bytes: number, headers: Record<string, string> = { etag }): Responder =>
  (_, response) => {
    response.writeHead(200, { "content-length": content.length, ...headers });
    response.write(content.subarray(0, bytes), () => response.socket?.destroy());
  };

const sendRange: Responder = (request, response) => {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1]);
  const range = `bytes ${start}-${content.length - 1}/${content.length}`;
  response.writeHead(206, { etag, "content-range": range }).end(content.subarray(start));
};

const readAll = async ({ body }: Download) => Buffer.from(await new Response(body).bytes());
const failure = (url: string, options?: DownloadOptions) =>
  failureOf(download(url, options).then(readAll));

test("streams the bytes, and tells their size and type", async () => {
  const { url, requests } = await serve(sendAll({ "content-type": "video/mp4" }));
  const file = await download(url);
  expect(file).toMatchObject({ size: content.length, contentType: "video/mp4" });
  expect(content.equals(await readAll(file))).toBe(true);
  expect(requests[0]).toMatchObject({ "accept-encoding": "identity", accept: "*/*" });
});

test.each([201, 202, 204])("a response of %i is not the file", async (code) => {
  const { url } = await serve((_, response) => void response.writeHead(code).end("wait"));
  expect(`${await failure(url)}`).toMatch(new RegExp(`^ApiError: .* status ${code}[.:]`));
});

test("cancelling closes the connection, and opens no other one for what was waited for", async () => {
  let isClosed = false;
  const { url, requests } = await serve((_, response) => {
    response.writeHead(200, { etag }).write("x");
    response.on("close", () => (isClosed = true));
  });
  const reader = (await download(url)).body.getReader();
  await reader.read();
  const next = reader.read();
  await reader.cancel();
  await next;
  await expect.poll(() => isClosed).toBe(true);
  await sleep(2 * firstRetryPauseMs);
  expect(requests).toHaveLength(1);
});

describe("a connection that breaks", () => {
  test("is followed by a request for the rest", async () => {
    const { url, requests } = await serve(breakAfter(40_000), sendRange);
    expect(content.equals(await readAll(await download(url)))).toBe(true);
    expect(requests[1]?.["if-range"]).toBe(etag);
    expect(requests[1]?.range).toMatch(/^bytes=[1-9]\d*-$/);
  });

  test("is borne although the server knows no ranges and sends everything again", async () => {
    const { url } = await serve(breakAfter(40_000), sendAll());
    expect(content.equals(await readAll(await download(url)))).toBe(true);
  });

  const otherPart: Responder = (_, response) => {
    response.writeHead(206, { etag, "content-range": `bytes 5-9/${content.length}` });
    response.end("abcde");
  };
  test.each<[string, Responder]>([
    ["the whole of another content", sendAll({ etag: '"v2"' })],
    ["another part than was asked for", otherPart],
  ])("never mixes in %s", async (_, respond) => {
    const { url } = await serve(breakAfter(40_000), respond);
    const error = await failure(url);
    expect(error).toMatchObject({ name: "InvalidResponseError", operation: "download" });
    expect(error.message).toContain("other content");
  });

  test.each([{}, { etag: 'W/"v1"' }])(
    "ends the download where nothing names the content: %j",
    async (headers) => {
      const { url, requests } = await serve(breakAfter(40_000, headers), (request, response) => {
        const start = Number(/\d+/.exec(request.headers.range ?? "")?.[0]);
        const range = `bytes ${start}-${content.length - 1}/${content.length}`;
        response.writeHead(206, { "content-range": range }).end(content.subarray(start));
      });
      const error = await failure(url, { retries: Infinity });
      expect(error).toMatchObject({ name: "ConnectionError" });
      expect(requests).toHaveLength(1);
    },
  );

  test("is no failure where nothing is missing", async () => {
    const all: Responder = (_, response) => {
      response.writeHead(200, { etag });
      response.write(content, () => setTimeout(() => response.socket?.destroy(), 50));
    };
    const nothing: Responder = (_, response) =>
      void response.writeHead(416, { "content-range": `bytes */${content.length}` }).end();
    const { url } = await serve(all, nothing);
    expect(content.equals(await readAll(await download(url)))).toBe(true);
  });

  test("ends the download when more comes than the server told", async () => {
    const tooMuch: Responder = (request, response) => {
      const start = Number(/\d+/.exec(request.headers.range ?? "")?.[0]);
      const range = `bytes ${start}-${content.length - 1}/${content.length}`;
      response.writeHead(206, { etag, "content-range": range }).end(content);
    };
    const { url } = await serve(breakAfter(10), tooMuch);
    expect(await failure(url, { retries: 1 })).toMatchObject({ name: "ConnectionError" });
  });

  test("ends the download when it breaks too often without a byte between", async () => {
    const { url, requests } = await serve(breakAfter(10), breakAfter(0));
    expect(await failure(url, { retries: 1 })).toMatchObject({ name: "ConnectionError" });
    expect(requests).toHaveLength(2);
  });
});

test("takes nothing from the network before it is read", async () => {
  const pull = vi.fn((stream: ReadableStreamDefaultController) =>
    stream.enqueue(new Uint8Array([0])),
  );
  const response = new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  const { body } = await download("https://example.com/1", { fetch: async () => response });
  await sleep();
  expect(pull).not.toHaveBeenCalled();
  const reader = body.getReader();
  await reader.read();
  await sleep();
  expect(pull).toHaveBeenCalledOnce();
  await reader.cancel();
});

test.each<[counts: number[], outcome: number | string, sent: number]>([
  // It breaks more often than it may in a row.
  [[1, 1, 1, 1, 1, 5], 10, 6],
  [[1, 0, 9], 10, 3],
  [[1, 0, 0, 9], "ConnectionError", 3],
])("of responses that end after %j of ten bytes come %s", async (counts, outcome, sent) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let offset = 0;
  let number = 0;
  const fetch = async () => {
    const start = offset;
    const bytes = new Uint8Array(counts[number++]!);
    offset += bytes.length;
    const parts = bytes.length > 0 ? [bytes] : [];
    const body = new ReadableStream({
      pull(stream) {
        const part = parts.pop();
        if (part) stream.enqueue(part);
        else if (offset === 10) stream.close();
        else stream.error(new Error("it broke off"));
      },
    });
    const part = { "content-range": `bytes ${start}-9/10`, etag };
    const whole = { "content-length": "10", etag };
    return new Response(body, start ? { status: 206, headers: part } : { headers: whole });
  };
  const downloading = download("https://example.com/1", { fetch, retries: 2 }).then(readAll);
  const told = downloading.then(
    ({ length }) => length,
    ({ name }: Error) => name,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await told, number]).toEqual([outcome, sent]);
});

describe("limits", () => {
  const endless: Responder = (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x".repeat(1_000)), 5);
    response.on("close", () => clearInterval(timer));
  };
  const head: Responder = (_, response) => void response.writeHead(200).write("x");

  test.each<[DownloadOptions, Responder, object]>([
    [{ maxBytes: 99_999 }, sendAll(), { name: "SizeLimitError", size: content.length }],
    [{ maxBytes: 5_000, deadlineMs: 10_000 }, endless, { name: "SizeLimitError", maxBytes: 5_000 }],
    [{ idleTimeoutMs: 50, retries: 0 }, () => {}, { limit: "idleTimeoutMs", limitMs: 50 }],
    [{ idleTimeoutMs: 50, retries: 0 }, head, { limit: "idleTimeoutMs", limitMs: 50 }],
    [{ deadlineMs: 80 }, endless, { name: "TimeoutError", limit: "deadlineMs" }],
  ])("%j ends it: %o", async (options, respond, expected) => {
    const { url } = await serve(respond);
    expect(await failure(url, options)).toMatchObject(expected);
  });

  test("of a response hold for that of a refusal: it is not read into memory", async () => {
    const { url } = await serve((_, response) => response.writeHead(404).end(Buffer.alloc(1e8)));
    expect(await failure(url)).toMatchObject({ name: "SizeLimitError", maxBytes: 67_108_864 });
  });

  test("and signals: an abort ends it with its reason", async () => {
    const controller = new AbortController();
    const { url } = await serve(head);
    const read = failureOf(download(url, { signal: controller.signal }).then(readAll));
    controller.abort("user left");
    expect(await read).toMatchObject({ name: "AbortError", reason: "user left" });
  });

  test.each([{ idleTimeoutMs: 0 }, { maxBytes: NaN }, { retries: -1 }])(
    "%o is refused by name",
    async (options) => {
      const [name = ""] = Object.keys(options);
      await expect(download("https://example.com/v", options)).rejects.toThrow(name);
    },
  );
});

describe("the token", () => {
  test("goes to the service's own origin and nowhere else, neither at once nor by a redirect", async () => {
    const other = await serve(sendAll());
    const own = await serve((_, response) =>
      response.writeHead(302, { location: other.url }).end(),
    );
    const options = { baseUrl: `${own.origin}/base`, token };
    expect(content.equals(await readAll(await download(own.url, options)))).toBe(true);
    await readAll(await download(other.url, options));
    expect(own.requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${token}`]);
    const sent = other.requests.map(({ authorization }) => authorization);
    expect(sent).toEqual([undefined, undefined]);
  });

  test("is not shown when the server repeats it", async () => {
    const { url, origin } = await serve((_, response) =>
      response.writeHead(403).end(JSON.stringify({ echo: token })),
    );
    const error = await failure(url, { baseUrl: origin, token });
    expect(error).toMatchObject({ name: "ApiError", status: 403, body: { echo: "[redacted]" } });
  });
});

test("a redirect of each kind is followed, and no list of several", async () => {
  const hops = [301, 302, 303, 307, 308].map(
    (code): Responder =>
      (_, response) =>
        void response.writeHead(code, { location: "/again" }).end(),
  );
  const several: Responder = (_, response) =>
    void response.writeHead(300, { location: "/again" }).end();
  const { url, origin, requests } = await serve(...hops, sendAll(), several);
  const options = { baseUrl: origin, token };
  expect(content.equals(await readAll(await download(url, options)))).toBe(true);
  expect(await failure(url, options)).toMatchObject({ name: "ApiError", status: 300 });
  expect(requests).toHaveLength(7);
});

test.each<[letters: string, spell: (name: string) => string]>([
  ["small", (name) => name],
  ["capital", (name) => name.toUpperCase()],
  ["mixed", (name) => name.replace(/\b./g, (letter) => letter.toUpperCase())],
])("a caller decides in %s letters neither which part is asked for, nor how", async (_, spell) => {
  const rest = expect.stringMatching(/^bytes=[1-9]\d*-$/);
  const sent: Record<string, unknown[]> = {
    range: [undefined, rest, undefined],
    "if-range": [undefined, etag, undefined],
    // Node adds its own to a range.
    "accept-encoding": ["identity", "identity, identity", "identity"],
    authorization: [`Bearer ${token}`, `Bearer ${token}`, `Bearer ${token}`],
  };
  const { url, origin, requests } = await serve(breakAfter(40_000), sendRange, sendAll());
  const headers = Object.fromEntries(Object.keys(sent).map((name) => [spell(name), "mine"]));
  for (const options of Array<DownloadOptions>(2).fill({ baseUrl: origin, token, headers })) {
    expect(content.equals(await readAll(await download(url, options)))).toBe(true);
  }
  for (const name in sent) expect(requests.map((each) => each[name])).toEqual(sent[name]);
});

/** A body that is open until somebody cancels it, or its request is aborted. */
function openBody(cancelled: string[], name: string, signal: AbortSignal): ReadableStream {
  const note = () => void (cancelled.includes(name) || cancelled.push(name));
  signal.addEventListener("abort", note);
  return new ReadableStream({ pull: () => new Promise(() => {}), cancel: note });
}

test.each<[name: string, status: number, headers: Record<string, string>]>([
  ["of a redirect that is followed", 302, { location: "/video" }],
  ["of other content", 206, { etag, "content-range": "bytes 5-9/10" }],
  ["of more than its limit", 200, { "content-length": "1000" }],
  ["of a range that nothing is left of", 416, { "content-range": "bytes */1" }],
])("a body %s is not left open", async (name, status, headers) => {
  const cancelled: string[] = [];
  const start = () => {
    const parts = [new TextEncoder().encode("\0")];
    const pull = (body: ReadableStreamDefaultController) => {
      const part = parts.pop();
      if (part) body.enqueue(part);
      else body.error(new Error("it broke off"));
    };
    return new Response(new ReadableStream({ pull }), { headers: { etag } });
  };
  const leaveOpen = (signal: AbortSignal) =>
    new Response(openBody(cancelled, name, signal), { status, headers });
  const responses = [leaveOpen, () => new Response("\0")];
  // Of what is there alone, the rest can be asked for.
  if (status === 416) responses.unshift(start);
  const fetch: DownloadOptions["fetch"] = async (_, { signal }) =>
    responses.shift()!(signal as AbortSignal);
  const options = { baseUrl: "https://example.com", token, fetch, maxBytes: 100, retries: 1 };
  await download("https://example.com/video", options)
    .then(readAll)
    .catch(() => {});
  expect(cancelled).toEqual([name]);
});

test.each([
  ["a redirect without an end", "/again", 6],
  ["one to no address", "http://[", 1],
  ["one to a file of this machine", "file:///etc/passwd", 1],
  ["one that is its own content", "data:text/plain,x", 1],
  ["one to an address with a login", "http://a:b@127.0.0.1/", 1],
])("%s is an error", async (_, location, times) => {
  const { url, origin, requests } = await serve((_, response) =>
    response.writeHead(302, { location }).end(),
  );
  const error = await failure(url, { baseUrl: origin, token });
  expect(error).toMatchObject({ name: "ApiError", status: 302 });
  expect(requests).toHaveLength(times);
});

test.each(["", "video.mp4", "file:///etc/passwd", "data:text/plain,x", "https://a:b@c.example/"])(
  "%j is no address to download",
  async (address) => {
    await expect(download(address)).rejects.toThrow(
      /^address must be an http:\/\/ or https:\/\/ URL/,
    );
  },
);
