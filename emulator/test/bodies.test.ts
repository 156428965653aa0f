/** How bodies travel: their media types, their sizes, and the ways in which they do not arrive whole. */
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createEmulator, type Emulator } from "../src/index.ts";
import { timeoutMs, send } from "./support/client.ts";
import { hpRequest, slidesRequest } from "../../test/support/example-requests.ts";

let emulator: Emulator;
beforeAll(async () => void (emulator = await createEmulator({ seed: 1 })));
afterAll(() => emulator.close());

const path = "/api/template_dynamic_slide_video";
const post = (body: unknown, headers: Record<string, string> = {}) =>
  send(emulator, { method: "POST", path, body, headers });

/** Opens a request whose body the test writes itself. */
function open(own: Record<string, string> = {}): ClientRequest {
  const authorization = `Bearer ${emulator.token}`;
  const headers = { authorization, "content-type": "application/json", ...own };
  return requestHttp(emulator.url + path, { method: "POST", headers }).on("error", () => {});
}

async function statusOf(request: ClientRequest): Promise<number | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const [response] = (await once(request, "response", { signal })) as [IncomingMessage];
  await text(response);
  return response.statusCode;
}

test.each(["Ada", "Zoë", "שלום", "你好 🎉", "\uFFFD"])(
  "%s comes back as it was sent, and so does the space around it",
  async (name) => {
    const body = JSON.stringify({ ...hpRequest(), project_name: name }, undefined, 2);
    const reply = await send(emulator, { method: "POST", path: "/api/hp_job", body });
    expect(reply.body).toMatchObject({ project_name: name, data_json: body });
    expect(emulator.jobs.get(reply.body.job_id)?.input).toEqual(JSON.parse(body));
  },
);

test.each([
  ["application/json", 201],
  ["Application/JSON", 201],
  ['application/json; charset="UTF-8"', 201],
  ["application/json; profile=x", 201],
  ["text/json", 415],
  ["application/jsonp", 415],
  ["application/problem+json", 415],
  ["application/json; charset=utf-16", 415],
  ["json", 415],
  ["multipart/form-data; boundary=x", 415],
])("the media type %s gets %i", async (type, status) => {
  expect((await post(slidesRequest(), { "content-type": type })).status).toBe(status);
});

describe("a body", () => {
  test("may come in pieces that cut a letter in two", async () => {
    const request = open();
    const reply = statusOf(request);
    const bytes = Buffer.from(JSON.stringify({ ...slidesRequest(), template_id: "schön" }));
    for (const byte of bytes) request.write(Buffer.of(byte));
    request.end();
    expect(await reply).toBe(201);
    expect(emulator.requests()[0]?.body).toMatchObject({ template_id: "schön" });
  });

  test.each([
    [1024 * 1024, 422],
    [1024 * 1024 + 1, 413],
  ])("of %i bytes gets %i", async (bytes, status) => {
    expect((await post(`"${"x".repeat(bytes - 2)}"`)).status).toBe(status);
  });

  test("is refused as too large also when nobody said how long it would be", async () => {
    const request = open({ "transfer-encoding": "chunked" });
    const reply = statusOf(request);
    for (let kibibytes = 0; kibibytes <= 1024; kibibytes++) request.write(" ".repeat(1024));
    expect(await reply).toBe(413);
    request.destroy();
  });

  test("that never arrives whole disturbs nobody, and its request is to be seen", async () => {
    const request = open({ "content-length": "1000" });
    request.write("{");
    await vi.waitFor(() => expect(emulator.requests()[0]).toMatchObject({ status: null }), 60_000);
    request.destroy();
    expect((await post(slidesRequest())).status).toBe(201);
    expect(emulator.requests()[1]).toMatchObject({
      ...{ url: path, status: null, body: null },
      reason: "The connection ended before the body did.",
    });
  });
});
