/** Downloads against servers that break off, lie about ranges, stall, redirect and never end. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { type Listening, listen } from "../../../scripts/support/listen.ts";
import { type Download, download, type DownloadOptions, isSizeLimitError } from "../src/index.ts";

const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
const etag = '"v1"';
const token = "secret-token-of-the-test";

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const opened: Listening[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server[Symbol.asyncDispose]();
});

/** A server with one file, and the requests for it. */
async function serve(answer: Answer) {
  const requests: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    answer(request, response, requests.length);
  });
  const listening = await listen(server);
  opened.push(listening);
  const { origin } = listening;
  return { origin, url: `${origin}/video.mp4`, requests };
}

function sendAll(response: ServerResponse, headers: Record<string, string | number> = {}): void {
  response.writeHead(200, { "content-length": content.length, etag, ...headers }).end(content);
}

/** The first bytes, and then a broken connection. */
function breakAfter(bytes: number, headers: Record<string, string | number> = { etag }): Answer {
  return (_, response) => {
    response.writeHead(200, { "content-length": content.length, ...headers });
    response.write(content.subarray(0, bytes), () => response.socket?.destroy());
  };
}

function sendRange(request: IncomingMessage, response: ServerResponse): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1]);
  const range = `bytes ${start}-${content.length - 1}/${content.length}`;
  response.writeHead(206, { etag, "content-range": range }).end(content.subarray(start));
}

async function readAll({ body }: Download): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

async function failureOf(url: string, options?: DownloadOptions) {
  try {
    await readAll(await download(url, options));
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  return expect.unreachable("the download must fail");
}

test("streams the bytes, and tells size, type and name of the content", async () => {
  const { url, requests } = await serve((_, response) =>
    sendAll(response, { "content-type": "video/mp4" }),
  );
  const file = await download(url);
  expect(file).toMatchObject({ size: content.length, contentType: "video/mp4", etag });
  expect(content.equals(await readAll(file))).toBe(true);
  expect(requests[0]).toMatchObject({ "accept-encoding": "identity", accept: "*/*" });
});

test("cancelling closes the connection", async () => {
  let isClosed = false;
  const { url } = await serve((_, response) => {
    response.writeHead(200).write("x");
    response.on("close", () => (isClosed = true));
  });
  const { body } = await download(url);
  await body.cancel();
  await expect.poll(() => isClosed).toBe(true);
});

describe("a connection that breaks", () => {
  test("is followed by a request for the rest", async () => {
    const { url, requests } = await serve((request, response, count) =>
      count === 1 ? breakAfter(40_000)(request, response, 1) : sendRange(request, response),
    );
    expect(content.equals(await readAll(await download(url)))).toBe(true);
    const [, second] = requests;
    expect(second?.["if-range"]).toBe(etag);
    expect(second?.range).toMatch(/^bytes=[1-9]\d*-$/);
  });

  test("is borne although the server knows no ranges and sends everything again", async () => {
    const { url } = await serve((request, response, count) =>
      count === 1 ? breakAfter(40_000)(request, response, 1) : sendAll(response),
    );
    expect(content.equals(await readAll(await download(url)))).toBe(true);
  });

  test.each<[string, Answer]>([
    ["the whole of another content", (_, response) => sendAll(response, { etag: '"v2"' })],
    [
      "another part than was asked for",
      (_, response) => {
        response.writeHead(206, { etag, "content-range": `bytes 5-9/${content.length}` });
        response.end("abcde");
      },
    ],
  ])("never mixes in %s", async (_, answer) => {
    const { url } = await serve((request, response, count) =>
      (count === 1 ? breakAfter(40_000) : answer)(request, response, count),
    );
    const error = await failureOf(url);
    expect(error).toMatchObject({ name: "InvalidResponseError", operation: "download" });
    expect(error.message).toContain("other content");
  });

  test.each([{}, { etag: 'W/"v1"' }])(
    "ends the download where nothing names the content: %j",
    async (headers) => {
      const { url, requests } = await serve(breakAfter(40_000, headers));
      expect(await failureOf(url)).toMatchObject({ name: "ConnectionError" });
      expect(requests).toHaveLength(1);
    },
  );

  test("ends the download when it breaks too often without a byte between", async () => {
    const { url, requests } = await serve((request, response, count) =>
      count === 1 ? breakAfter(10)(request, response, 1) : response.socket?.destroy(),
    );
    expect(await failureOf(url, { retries: 1 })).toMatchObject({ name: "ConnectionError" });
    expect(requests).toHaveLength(2);
  });
});

describe("a download that was broken off", () => {
  test("goes on after what is there", async () => {
    const { url } = await serve(sendRange);
    const file = await download(url, { resume: { offset: 99_000, etag } });
    expect(file.size).toBe(content.length);
    expect(content.subarray(99_000).equals(await readAll(file))).toBe(true);
  });

  test("is empty where all is there", async () => {
    const { url } = await serve((_, response) =>
      response.writeHead(416, { "content-range": `bytes */${content.length}` }).end(),
    );
    const file = await download(url, { resume: { offset: content.length, etag } });
    expect((await readAll(file)).length).toBe(0);
  });

  test.each([
    { offset: -1, etag },
    { offset: 1, etag: 'W/"v1"' },
    { offset: 1, etag: "" },
  ])("is refused by name: %j", async (resume) => {
    await expect(download("https://example.com/v", { resume })).rejects.toThrow(/^resume\./);
  });
});

describe("limits", () => {
  test("of the size end it before it is read, if the server tells the size", async () => {
    const { url } = await serve((_, response) => sendAll(response));
    const error = await download(url, { maxBytes: 99_999 }).catch((failure) => failure);
    expect(isSizeLimitError(error)).toBe(true);
    expect(error).toMatchObject({ maxBytes: 99_999, size: content.length, attempts: 1 });
  });

  test("of the size end it on the way, if the server does not", async () => {
    const { url } = await serve((_, response) => {
      const send = () => response.write(content) || response.once("drain", send);
      response.writeHead(200, { etag });
      send();
      response.write(content);
    });
    expect(await failureOf(url, { maxBytes: 150_000 })).toMatchObject({ name: "SizeLimitError" });
  });

  test.each(["head", "body"])("of silence end it: no %s", async (what) => {
    const { url } = await serve((_, response) => {
      if (what === "body") response.writeHead(200, { "content-length": 5 }).write("x");
    });
    expect(await failureOf(url, { idleTimeoutMs: 50, retries: 0 })).toMatchObject({
      name: "TimeoutError",
      limit: "idleTimeoutMs",
      limitMs: 50,
    });
  });

  test("of the whole end it although bytes keep coming", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(timer));
    });
    expect(await failureOf(url, { deadlineMs: 80 })).toMatchObject({
      name: "TimeoutError",
      limit: "deadlineMs",
    });
  });

  test("and signals: an abort ends it with its reason", async () => {
    const controller = new AbortController();
    const { url } = await serve((_, response) => void response.writeHead(200).write("x"));
    const { body } = await download(url, { signal: controller.signal });
    const read = readAll({ body } as Download).catch((error) => error);
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
  test("goes to the service's own origin", async () => {
    const { url, origin, requests } = await serve((_, response) => sendAll(response));
    await readAll(await download(url, { baseUrl: `${origin}/base`, token }));
    expect(requests[0]?.authorization).toBe(`Bearer ${token}`);
  });

  test("goes nowhere else, neither at once nor by a redirect", async () => {
    const other = await serve((_, response) => sendAll(response));
    const own = await serve((_, response) =>
      response.writeHead(302, { location: other.url }).end(),
    );
    const options = { baseUrl: own.origin, token };
    expect(content.equals(await readAll(await download(own.url, options)))).toBe(true);
    await readAll(await download(other.url, options));
    expect(own.requests[0]?.authorization).toBe(`Bearer ${token}`);
    expect(other.requests.map(({ authorization }) => authorization)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is not shown when the server repeats it", async () => {
    const { url, origin } = await serve((_, response) =>
      response.writeHead(403).end(JSON.stringify({ echo: token })),
    );
    const error = await failureOf(url, { baseUrl: origin, token });
    expect(error).toMatchObject({ name: "ApiError", status: 403, body: { echo: "[redacted]" } });
    expect(error.message).not.toContain(token);
  });
});

test("a redirect without an end is an error", async () => {
  const { url, origin, requests } = await serve((_, response) =>
    response.writeHead(302, { location: "/again" }).end(),
  );
  const error = await failureOf(url, { baseUrl: origin, token });
  expect(error).toMatchObject({ name: "ApiError", status: 302 });
  expect(requests).toHaveLength(6);
});

test.each(["", "video.mp4", "file:///etc/passwd", "data:text/plain,x"])(
  "%j is no address to download",
  async (address) => {
    await expect(download(address)).rejects.toThrow(/^address cannot be/);
  },
);
