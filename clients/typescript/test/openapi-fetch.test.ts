/**
 * What we rely on openapi-fetch for, and what it does not do. A release that changes one of these
 * fails here.
 */
import { describe, expect, test } from "vitest";
import { isInvalidResponseError, type RequestError } from "../src/index.ts";
import { createOpenapiFetchClient, type OpenapiFetchClient } from "../src/openapi-fetch.ts";
import { type Answerer, sendJson, startFaultServer } from "../../faults/fault-server.ts";
import { hpJob } from "../../faults/faults.ts";
import { json, mockFetch } from "./mock-fetch.ts";

const token = "secret-token-of-the-test";
const baseUrl = "https://video-generation.example";

async function withServer<Result>(
  answer: Answerer,
  use: (api: OpenapiFetchClient, requests: () => number) => Promise<Result>,
  timeoutMs = 60_000,
): Promise<Result> {
  const server = await startFaultServer({ answer });
  const api = createOpenapiFetchClient({ baseUrl: server.baseUrl, token, timeoutMs });
  try {
    return await use(api, () => server.received.length);
  } finally {
    await server.close();
  }
}

function open(...answers: Parameters<typeof mockFetch>) {
  const fetch = mockFetch(...answers);
  return { api: createOpenapiFetchClient({ baseUrl, token, fetch }), fetch };
}

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  return promise.then(
    () => expect.unreachable("the call must fail"),
    (error) => error,
  );
}

const body = { template_id: "t", slides_count: 1 };
const slides = "/api/template_dynamic_slide_video";

describe("a call", () => {
  test("returns data and response", async () => {
    await withServer(
      (response, _, { authorization }) => sendJson(response, { avatars_list: [authorization] }),
      async (api) => {
        const { data, response } = await api.GET("/api/avatars/public");
        expect(data).toEqual({ avatars_list: [`Bearer ${token}`] });
        expect(response.status).toBe(200);
      },
    );
  });

  test("sends a body, fills the path, and refuses a path parameter that would change the path", async () => {
    await withServer(
      (response, _, request) => sendJson(response, { job_id: "j", ...request }),
      async (api) => {
        const { data } = await api.POST(slides, { body });
        expect(data).toMatchObject({ method: "POST", body: JSON.stringify(body) });
        const get = (job_id: string) =>
          api.GET("/api/hp_job/{job_id}", { params: { path: { job_id } } });
        expect((await get("a/b")).data).toMatchObject({ path: "/api/hp_job/a%2Fb" });
        await expect(get("..")).rejects.toThrow(TypeError);
      },
    );
  });

  test("hands fetch an address and plain options, as undici and node-fetch want them", async () => {
    const { api, fetch } = open(json({ job_id: "j" }));
    await api.POST(slides, { body, headers: { "x-trace": "1" }, cache: "no-store" });
    const [sent] = fetch.sent;
    expect(sent?.url).toBe(`${baseUrl}${slides}`);
    expect(sent?.body).toBe(JSON.stringify(body));
    expect(sent?.init).toMatchObject({ cache: "no-store", redirect: "manual" });
    expect(sent?.init).not.toHaveProperty("mode");
    expect(Object.fromEntries(sent?.headers ?? [])).toMatchObject({
      "x-trace": "1",
      authorization: `Bearer ${token}`,
      accept: "application/json",
    });
  });

  test("takes limits of its own", async () => {
    const { api, fetch } = open(new Response("", { status: 503 }));
    await api.GET("/api/avatars/public", { retries: 0, fetchOptions: { dispatcher: 1 } });
    expect(fetch.sent).toHaveLength(1);
    expect(fetch.sent[0]?.init).toMatchObject({ dispatcher: 1 });
    await expect(api.GET("/api/avatars/public", { timeoutMs: -1 })).rejects.toThrow("timeoutMs");
  });

  test.each(["https://elsewhere.example", "http://video-generation.example"])(
    "refuses %s as its baseUrl, because the token would go there",
    async (elsewhere) => {
      const { api, fetch } = open(json({ avatars_list: [] }));
      const call = api.GET("/api/avatars/public", { baseUrl: elsewhere });
      await expect(call).rejects.toThrow(`must stay at ${baseUrl}`);
      expect(fetch.sent).toEqual([]);
    },
  );
});

describe("a failure", () => {
  test("is returned as its error, parsed or as text", async () => {
    await withServer(
      (response, count) =>
        count === 1 ? sendJson(response, { a: 1 }, 400) : response.writeHead(400).end("no"),
      async (api) => {
        expect((await api.GET("/api/avatars/public")).error).toEqual({ a: 1 });
        expect((await api.GET("/api/avatars/public")).error).toBe("no");
      },
    );
  });

  test("without a body has no error: response.ok is what counts", async () => {
    await withServer(
      (response) => response.writeHead(404, { "content-length": 0 }).end(),
      async (api) => {
        const { data, error, response } = await api.GET("/api/avatars/public");
        expect({ data, error, ok: response.ok }).toEqual({ ok: false });
      },
    );
  });

  test("shows no token, in any spelling, and no cookie", async () => {
    const escaped = `{"echo":"\\u0073${token.slice(1)}"}`;
    const { api } = open(
      new Response(escaped, { status: 401, headers: { "set-cookie": "a=b", "x-echo": token } }),
    );
    const { error, response } = await api.GET("/api/avatars/public");
    expect(error).toEqual({ echo: "[redacted]" });
    expect(response.status).toBe(401);
    expect(response.headers.get("x-echo")).toBe("[redacted]");
    expect(response.headers.get("set-cookie")).not.toBe("a=b");
  });

  test("is retried where it is a read, and never where it is a create", async () => {
    await withServer(
      (response, count) =>
        count === 1 ? response.writeHead(503).end() : sendJson(response, { avatars_list: [] }),
      async (api, requests) => {
        expect((await api.GET("/api/avatars/public")).data).toEqual({ avatars_list: [] });
        expect(requests()).toBe(2);
      },
    );
    await withServer(
      (response) => response.writeHead(503).end(),
      async (api, requests) => {
        const { response } = await api.POST(slides, { body });
        expect(response.status).toBe(503);
        expect(requests()).toBe(1);
      },
    );
  });

  test("is thrown where there is no response: a stalled body, an abort", async () => {
    await withServer(
      (response) => response.writeHead(200).write("{"),
      async (api) => {
        const stalled = await failureOf(api.POST(slides, { body }));
        expect(stalled).toMatchObject({
          name: "TimeoutError",
          operation: "createDynamicSlideVideo",
          sent: "yes",
        });
        const signal = AbortSignal.timeout(20);
        const aborted = await failureOf(api.GET("/api/avatars/public", { signal }));
        expect(aborted.name).toBe("AbortError");
      },
      1_500,
    );
  });

  test.each([
    ["an HTML page", new Response("<h1>Sign in</h1>", { status: 200 })],
    ["a receipt without a job", json({ message: "accepted" })],
  ])("is thrown for a success that is %s, with what was sent", async (_, answer) => {
    const error = await failureOf(open(answer).api.POST(slides, { body }));
    expect(isInvalidResponseError(error)).toBe(true);
    expect(error).toMatchObject({ operation: "createDynamicSlideVideo", sent: "yes" });
  });
});

test("middleware runs, and sees no token", async () => {
  await withServer(
    (response) => sendJson(response, { avatars_list: [], ...hpJob }),
    async (api) => {
      const seen: (string | null)[] = [];
      api.use({
        onRequest: ({ request }) => void seen.push(request.headers.get("authorization")),
        onResponse: ({ request, response }) =>
          void seen.push(request.headers.get("authorization"), String(response.status)),
      });
      await api.GET("/api/avatars/public");
      expect(seen).toEqual([null, null, "200"]);
    },
  );
});
