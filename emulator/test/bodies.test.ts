/** How bodies travel: their media types, their sizes, and the ways in which they do not arrive whole. */
import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readJson } from "../src/http/body.ts";
import { createEmulator, type Emulator } from "../src/index.ts";
import { timeoutMs, send } from "./support/client.ts";
import { hpRequest, slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await createEmulator({ seed: 1 })));
afterAll(() => emulator.close());

const path = "/api/template_dynamic_slide_video";

/** Opens a request whose body the test writes itself. */
function open(headers: Record<string, string> = {}, agent?: Agent): ClientRequest {
  return requestHttp(emulator.url + path, {
    method: "POST",
    ...(agent && { agent }),
    headers: {
      authorization: `Bearer ${emulator.token}`,
      "content-type": "application/json",
      ...headers,
    },
  });
}

async function answerTo(request: ClientRequest): Promise<{ status: number; body: any }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const [response] = (await once(request, "response", { signal })) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) };
}

test.each(["Ada", "Zoë", "שלום", "你好 🎉", "\uFFFD"])(
  "%s comes back as it was sent",
  async (name) => {
    const body = { ...hpRequest(), project_name: name };
    const answer = await send(emulator, { method: "POST", path: "/api/hp_job", body });
    expect(answer.body).toMatchObject({ project_name: name, data_json: JSON.stringify(body) });
  },
);

describe("the media type", () => {
  const typed = (contentType: string) =>
    send(emulator, {
      method: "POST",
      path,
      body: slidesRequest(),
      headers: { "content-type": contentType },
    });

  test.each([
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    'application/json; charset="UTF-8"',
    "application/json; profile=x",
  ])("%s is JSON", async (contentType) => {
    expect((await typed(contentType)).status).toBe(201);
  });

  test.each([
    "text/json",
    "application/jsonp",
    "application/problem+json",
    "application/json; charset=utf-16",
    "json",
    "multipart/form-data; boundary=x",
  ])("%s is none", async (contentType) => {
    expect(await typed(contentType)).toMatchObject({
      status: 415,
      body: { code: "unsupported_media_type" },
    });
  });
});

describe("a body", () => {
  const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));

  test("may nest 64 levels deep, and not 65", () => {
    expect(() => readJson(nested(64))).not.toThrow();
    expect(() => readJson(nested(65))).toThrow(/deeper than 64 levels/);
  });

  test("may hold any number of brackets in its texts", () => {
    const texts = [`${"[".repeat(65)}`, `\\" ${"{".repeat(65)}`];
    expect(readJson(Buffer.from(JSON.stringify(texts)))).toEqual(texts);
  });

  test("may come in pieces that cut a letter in two", async () => {
    const request = open();
    const answer = answerTo(request);
    const bytes = Buffer.from(JSON.stringify({ ...slidesRequest(), template_id: "schön" }));
    for (const byte of bytes) request.write(Buffer.of(byte));
    request.end();
    expect((await answer).status).toBe(201);
    const [received] = emulator.requests();
    expect(received?.body).toMatchObject({ template_id: "schön" });
  });

  test.each([
    [1024 * 1024, 422],
    [1024 * 1024 + 1, 413],
  ])("of %i bytes is answered with %i", async (bytes, status) => {
    const body = `"${"x".repeat(bytes - 2)}"`;
    expect((await send(emulator, { method: "POST", path, body })).status).toBe(status);
  });

  test("is refused as too large also when nobody said how long it would be", async () => {
    const request = open({ "transfer-encoding": "chunked" });
    request.on("error", () => {});
    const answer = answerTo(request);
    for (let kibibytes = 0; kibibytes <= 1024; kibibytes++) request.write(" ".repeat(1024));
    expect(await answer).toMatchObject({ status: 413, body: { code: "payload_too_large" } });
    request.destroy();
  });

  test("is refused before any of it arrives when its length is too large", async () => {
    const request = open({ "content-length": String(1024 * 1024 + 1) });
    request.on("error", () => {});
    request.flushHeaders();
    expect(await answerTo(request)).toMatchObject({ status: 413 });
    request.destroy();
  });

  test("that never arrives whole disturbs nobody, and its request is to be seen", async () => {
    const request = open({ "content-length": "1000" });
    request.on("error", () => {});
    request.write("{");
    await vi.waitFor(() => expect(emulator.requests()[0]).toMatchObject({ status: null }), 240_000);
    request.destroy();
    const { status } = await send(emulator, { method: "POST", path, body: slidesRequest() });
    expect(status).toBe(201);
    expect(emulator.requests()[1]).toMatchObject({ url: path, status: null, body: null });
  });

  test("that was refused unread leaves its connection to the next request", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const refused = open({ authorization: "Bearer other" }, agent);
    refused.end(JSON.stringify(slidesRequest()));
    expect((await answerTo(refused)).status).toBe(401);
    const taken = open({}, agent);
    taken.end(JSON.stringify(slidesRequest()));
    expect((await answerTo(taken)).status).toBe(201);
    expect(taken.reusedSocket).toBe(true);
    agent.destroy();
  });
  test("that creates an HP job is in its receipt as it was sent", async () => {
    const body = JSON.stringify(hpRequest(), undefined, 2);
    const answer = await send(emulator, { method: "POST", path: "/api/hp_job", body });
    expect(answer).toMatchObject({ status: 201, body: { data_json: body } });
    expect(emulator.jobs.get(answer.body.job_id)?.input).toEqual(hpRequest());
  });
});
