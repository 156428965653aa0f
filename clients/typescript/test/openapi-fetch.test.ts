/** The entry for openapi-fetch. A release of openapi-fetch that changes what we rely on fails here. */
import { describe, expect, test } from "vitest";
import { InvalidResponseError } from "../src/index.ts";
import { createOpenapiFetchClient } from "../src/openapi-fetch.ts";
import {
  baseUrl,
  failureOf,
  json,
  type MockResponse,
  mockFetch,
  slides as body,
  status,
  token,
} from "./support.ts";

const slides = "/api/template_dynamic_slide_video";
const avatars = "/api/avatars/public";

function open(...responses: MockResponse[]) {
  const fetch = mockFetch(...responses);
  return { api: createOpenapiFetchClient({ baseUrl, token, fetch }), sent: fetch.sent };
}

describe("a call", () => {
  test("hands fetch an address and what is sent, and returns data and response", async () => {
    const { api, sent } = open(json({ job_id: "j" }));
    const options = { body, headers: { "x-trace": "1" } };
    const { data, response } = await api.POST(slides, options);
    expect([data, response.status]).toEqual([{ job_id: "j" }, 200]);
    const [{ url, init, headers }] = sent as [(typeof sent)[0]];
    expect([url, init.body]).toEqual([`${baseUrl}${slides}`, JSON.stringify(body)]);
    expect(init).toMatchObject({ redirect: "manual" });
    expect(init).not.toHaveProperty("mode");
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-trace": "1",
      authorization: `Bearer ${token}`,
      accept: "application/json",
    });
  });

  test("sends a header of its own in place of the client's, however it is spelled", async () => {
    const fetch = mockFetch(json({ avatars_list: [] }));
    const headers = { "X-Trace": "of the client", "x-team": "a" };
    const api = createOpenapiFetchClient({ baseUrl, token, fetch, headers });
    await api.GET(avatars, { headers: { "x-trace": "of the call" } });
    const sent = Object.fromEntries(fetch.sent[0]!.headers);
    expect(sent).toMatchObject({ "x-trace": "of the call", "x-team": "a" });
  });

  test("fills the path, and refuses what would change it", async () => {
    const { api, sent } = open(json({ job_id: "j" }));
    const get = (job_id: string) =>
      api.GET("/api/hp_job/{job_id}", { params: { path: { job_id } } });
    await get("a/b");
    expect(sent[0]?.url).toBe(`${baseUrl}/api/hp_job/a%2Fb`);
    await expect(get("..")).rejects.toThrow(TypeError);
  });

  test("takes limits of its own", async () => {
    const { api, sent } = open(status(503));
    await api.GET(avatars, { retries: 0, fetchOptions: { dispatcher: 1 } });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.init).toMatchObject({ dispatcher: 1 });
    await expect(api.GET(avatars, { timeoutMs: -1 })).rejects.toThrow("timeoutMs");
  });

  test.each(["https://elsewhere.example", "http://video-generation.example", `${baseUrl}.evil`])(
    "refuses %s as its baseUrl, because the token would go there",
    async (elsewhere) => {
      const { api, sent } = open(json({ avatars_list: [] }));
      const call = api.GET(avatars, { baseUrl: elsewhere });
      await expect(call).rejects.toThrow(`must stay at ${baseUrl}`);
      expect(sent).toEqual([]);
    },
  );

  test("runs middleware, which sees no token", async () => {
    const { api } = open(json({ avatars_list: [] }));
    const seen: unknown[] = [];
    api.use({
      onRequest: ({ request }) => void seen.push(request.headers.get("authorization")),
      onResponse: ({ response }) => void seen.push(response.status),
    });
    await api.GET(avatars);
    expect(seen).toEqual([null, 200]);
  });
});

describe("a failure", () => {
  test.each([
    [json({ a: 1 }, { status: 400 }), { a: 1 }],
    [new Response("no", { status: 400 }), "no"],
    // Without a body there is no error: response.ok is what counts.
    [status(404, { "content-length": "0" }), undefined],
  ])("is returned as its error, parsed or as text", async (received, expected) => {
    const { data, error, response } = await open(received).api.GET(avatars);
    expect([data, error, response.ok]).toEqual([undefined, expected, false]);
  });

  test("shows no token, in any spelling, and no cookie", async () => {
    const headers = { "set-cookie": "a=b", "x-echo": token };
    const escaped = `{"echo":"\\u0073${token.slice(1)}"}`;
    const { api } = open(new Response(escaped, { status: 401, headers }));
    const { error, response } = await api.GET(avatars);
    expect(error).toEqual({ echo: "[redacted]" });
    expect(response.headers.get("x-echo")).toBe("[redacted]");
    expect(response.headers.get("set-cookie")).not.toBe("a=b");
  });

  test("is retried where it is a read, and never where it is a create", async () => {
    const read = open(status(503), json({ avatars_list: [] }));
    expect((await read.api.GET(avatars)).data).toEqual({ avatars_list: [] });
    expect(read.sent).toHaveLength(2);
    const create = open(status(503));
    expect((await create.api.POST(slides, { body })).response.status).toBe(503);
    expect(create.sent).toHaveLength(1);
  });

  test("is thrown where there is no response", async () => {
    const { api } = open(() => new Promise(() => {}));
    const late = await failureOf(api.POST(slides, { body, timeoutMs: 20 }));
    expect(late).toMatchObject({ name: "TimeoutError", operation: "createDynamicSlideVideo" });
    const longer = `${avatars}/more`;
    const unknown = await failureOf(api.GET(longer as typeof avatars, { timeoutMs: 20 }));
    expect(unknown).toMatchObject({ operation: `GET ${baseUrl}${longer}` });
    const aborted = await failureOf(api.GET(avatars, { signal: AbortSignal.timeout(20) }));
    expect(aborted.name).toBe("AbortError");
  });

  test("is thrown where no Response can have its status", async () => {
    const response = { status: 999, ok: false, headers: new Headers(), text: async () => "job-7" };
    const error = await failureOf(open(() => response as Response).api.POST(slides, { body }));
    expect(error).toMatchObject({ name: "ApiError", status: 999, text: "job-7" });
  });

  test.each([
    ["an HTML page", new Response("<h1>Sign in</h1>")],
    ["a receipt without a job", json({ message: "accepted" })],
  ])("is thrown for a success that is %s, with what was sent", async (_, response) => {
    const error = await failureOf(open(response).api.POST(slides, { body }));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({ operation: "createDynamicSlideVideo", sent: "yes" });
  });
});
