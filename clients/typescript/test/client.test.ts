import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { operationRoutes } from "../../../generated/operations.ts";
import manifest from "../package.json" with { type: "json" };
import { createClient, isApiError, type RequestError } from "../src/index.ts";
import { json, mockFetch } from "./mock-fetch.ts";

const baseUrl = "https://video-generation.example";
const token = "secret-token-of-the-test";

/** Everything a person or a log could see of a value. */
function show(value: unknown): string {
  const error = value as Error | undefined;
  const shallow = inspect(value, { depth: 9, showHidden: true });
  return [shallow, JSON.stringify(value), String(value), error?.stack].join("\n");
}

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  return promise.then(
    () => expect.unreachable("the call must fail"),
    (error) => error,
  );
}

describe("a call", () => {
  test("has a method for every operation of the contract", () => {
    expect(createClient({ baseUrl, token })).toMatchObject(
      Object.fromEntries(Object.keys(operationRoutes).map((name) => [name, expect.any(Function)])),
    );
  });

  test("sends method, path, body and token as the contract says", async () => {
    const fetch = mockFetch(json({ job_id: "job-1", status: "rendering", output: "" }));
    const client = createClient({ baseUrl: `${baseUrl}/`, token, fetch });
    const body = { template_id: "t", slides_count: 2 };
    await client.createDynamicSlideVideo(body, { headers: { "x-trace": "1" } });
    const [request] = fetch.sent;
    expect(request).toMatchObject({
      url: `${baseUrl}/api/template_dynamic_slide_video`,
      method: "POST",
    });
    expect(JSON.parse(request?.body as string)).toEqual(body);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "user-agent": `video-generation-client/${manifest.version}`,
      "x-trace": "1",
    });
  });

  test("reads carry no body and no content type", async () => {
    const fetch = mockFetch(json({ avatars_list: [] }));
    await createClient({ baseUrl, token, fetch }).listPublicAvatars();
    expect(fetch.sent[0]?.body).toBeNull();
    expect(fetch.sent[0]?.headers.has("content-type")).toBe(false);
  });

  test("withResponse gives the data and the response", async () => {
    const fetch = mockFetch(json({ voices_list: [] }, { status: 206, headers: { "x-a": "b" } }));
    const client = createClient({ baseUrl, token, fetch });
    const { data, response } = await client.listPublicVoices().withResponse();
    expect(data).toEqual({ voices_list: [] });
    expect(response.status).toBe(206);
    expect(response.headers.get("x-a")).toBe("b");
  });

  test("withResponse fails once, not also as an unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const fetch = mockFetch(new Response("no", { status: 400 }));
    const client = createClient({ baseUrl, token, fetch });
    expect(isApiError(await failureOf(client.listPublicVoices().withResponse()))).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("accepts JSON whatever the content type, because the content type is not documented", async () => {
    const fetch = mockFetch(new Response('{"voices_list":[]}'));
    expect(await createClient({ baseUrl, token, fetch }).listPublicVoices()).toEqual({
      voices_list: [],
    });
  });

  test("an error of another library is none of this one, whatever its name", async () => {
    const own = await failureOf(
      createClient({
        baseUrl,
        token,
        fetch: mockFetch(new Response(null, { status: 400 })),
      }).getHpJob("job-1"),
    );
    expect(isApiError(own)).toBe(true);
    const named = Object.assign(new Error("no"), { name: "ApiError", status: 400 });
    for (const other of [named, new TypeError("no"), null, undefined, "ApiError"]) {
      expect(isApiError(other)).toBe(false);
    }
  });

  test("calls the global fetch as it stands at the time of the call", async () => {
    const client = createClient({ baseUrl, token });
    const spy = vi.spyOn(globalThis, "fetch").mockResolvedValue(json({ avatars_list: [] }));
    await client.listCustomAvatars();
    expect(spy).toHaveBeenCalledOnce();
    spy.mockRestore();
  });

  test("a deadline covers attempts and pauses, and never hides the real failure behind a pause", async () => {
    const fetch = mockFetch(new Response("", { status: 503 }));
    const client = createClient({ baseUrl, token, fetch });
    const error = await failureOf(client.listPublicAvatars({ deadlineMs: 100 }));
    expect(error).toMatchObject({ name: "ApiError", status: 503, attempts: 1 });
  });

  test("a deadline ends an attempt that hangs, even if fetch ignores its signal", async () => {
    const client = createClient({ baseUrl, token, fetch: () => new Promise(() => {}) });
    const error = await failureOf(client.listPublicAvatars({ deadlineMs: 30 }));
    expect(error).toMatchObject({ name: "TimeoutError", limit: "deadlineMs", limitMs: 30 });
  });

  test("a signal that is aborted already sends nothing", async () => {
    const fetch = mockFetch(json({}));
    const client = createClient({ baseUrl, token, fetch });
    const error = await failureOf(client.listPublicAvatars({ signal: AbortSignal.abort("why") }));
    expect(error).toMatchObject({ name: "AbortError", reason: "why", sent: "no", attempts: 0 });
    expect(fetch.sent).toEqual([]);
  });

  test("an attempt that never got its token is not counted as sent", async () => {
    let asked = 0;
    const readToken = () => (++asked === 1 ? new Promise<string>(() => {}) : token);
    const fetch = mockFetch(new Response(null, { status: 404 }));
    const client = createClient({ baseUrl, token: readToken, fetch, timeoutMs: 1_000 });
    expect(await failureOf(client.getHpJob("job-1"))).toMatchObject({ status: 404, attempts: 1 });
    expect(fetch.sent).toHaveLength(1);
  });
});

describe("the token", () => {
  test("is asked for before every attempt when it is a function", async () => {
    let asked = 0;
    const fetch = mockFetch(new Response("", { status: 503 }), json({ avatars_list: [] }));
    const client = createClient({ baseUrl, token: async () => `token-number-${++asked}`, fetch });
    await client.listPublicAvatars();
    expect(fetch.sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-number-1",
      "Bearer token-number-2",
    ]);
  });

  test("is not seen in the client, in errors, or in events, even if the server repeats it", async () => {
    const seen: unknown[] = [];
    const echo = new Response(`<p>${token}</p>`, { status: 401, headers: { "x-echo": token } });
    const html = new Response(`<p>${token}</p>`);
    const fetch = mockFetch(new TypeError("fetch failed"), echo, html);
    const log = (event: unknown) => seen.push(event);
    const handlers = { onRequest: log, onResponse: log, onRetry: log };
    const client = createClient({ baseUrl, token, fetch, ...handlers });
    seen.push(client, await failureOf(client.getHpJob("a")), await failureOf(client.getHpJob("a")));
    expect(seen).toHaveLength(9);
    for (const value of seen) expect(show(value)).not.toContain(token);
  });

  test("that no header can carry is refused without being repeated", async () => {
    expect(() => createClient({ baseUrl, token: `${token}\n` })).toThrow(/line break/);
    const client = createClient({ baseUrl, token: () => `${token}\n`, fetch: mockFetch(json({})) });
    const error = await failureOf(client.listPublicAvatars());
    expect(show(error)).not.toContain(token);
  });

  test("a failing token function fails the call with its own error, and nothing is sent", async () => {
    const fetch = mockFetch(json({}));
    const failure = new Error("vault closed");
    const client = createClient({ baseUrl, token: () => Promise.reject(failure), fetch });
    expect(await failureOf(client.listPublicAvatars())).toBe(failure);
    expect(fetch.sent).toEqual([]);
  });
});
