/** Calls, options and responses, apart from the faults that the matrix plays. */
import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { readAddresses, readHeaders } from "../../../test/support/shared-cases.ts";
import { operationRoutes } from "../../../generated/operations.ts";
import { hpJob } from "../../faults/faults.ts";
import manifest from "../package.json" with { type: "json" };
import {
  type ClientOptions,
  createClient,
  download,
  type FetchFunction,
  type RequestEvent,
} from "../src/index.ts";
import { baseUrl, failureOf, json, mockFetch, open, slides, status, token } from "./support.ts";

const headerCases = await readHeaders();

describe("a call", () => {
  test("is a method for every operation of the contract", () => {
    expect(createClient({ baseUrl, token })).toMatchObject(
      Object.fromEntries(Object.keys(operationRoutes).map((name) => [name, expect.any(Function)])),
    );
  });

  test("sends method, path, body and token as the contract says", async () => {
    const { client, sent } = open(json(hpJob), { baseUrl: `${baseUrl}/` });
    await client.createDynamicSlideVideo(slides, { headers: { "x-trace": "1" } });
    const [request] = sent;
    const url = `${baseUrl}/api/template_dynamic_slide_video`;
    expect(request).toMatchObject({ url, method: "POST" });
    expect(JSON.parse(request?.init.body as string)).toEqual(slides);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: `Bearer ${token}`,
      connection: "close",
      "content-type": "application/json",
      "user-agent": `video-generation-client/${manifest.version}`,
      "x-trace": "1",
    });
  });

  const own = { "user-agent": `video-generation-client/${manifest.version}` };
  const called = { ...own, accept: "application/json", connection: "close" };
  const owned = { ...called, authorization: `Bearer ${token}` };
  const file = { ...own, accept: "*/*", "accept-encoding": "identity" };
  test.each<[what: string, send: (fetch: FetchFunction) => Promise<unknown>, headers: object]>([
    ["a read", (fetch) => createClient({ baseUrl, token, fetch }).getHpJob("job-1"), owned],
    [
      "a call beyond the contract, without a body",
      (fetch) => createClient({ baseUrl, token, fetch }).request("DELETE", "/x"),
      owned,
    ],
    [
      "a download from the service",
      (fetch) => download(`${baseUrl}/x`, { baseUrl, token, fetch }),
      { ...file, authorization: `Bearer ${token}` },
    ],
    ["a download from elsewhere", (fetch) => download("https://a.example/x", { fetch }), file],
  ])("%s is sent with its headers and no others", async (_, send, headers) => {
    const fetch = mockFetch(json(hpJob));
    await send(fetch);
    expect(Object.fromEntries(fetch.sent[0]!.headers)).toEqual(headers);
  });

  test.each(
    headerCases.flatMap((row) => [
      { ...row, what: "call", sent: row.call },
      { ...row, what: "download", sent: row.download },
    ]),
  )("$name of a caller in a $what", async ({ name, value, what, sent }) => {
    const spellings = [name, name.toLowerCase(), name.toUpperCase()];
    for (const headers of spellings.map((spelling) => ({ [spelling]: value }))) {
      const fetch = mockFetch(json(hpJob));
      if (what === "download") await download(`${baseUrl}/x`, { baseUrl, token, fetch, headers });
      else {
        await createClient({ baseUrl, token, fetch, headers }).getHpJob("job-1");
        await createClient({ baseUrl, token, fetch }).request("POST", "/x", { headers });
      }
      const wanted = sent.replace("<token>", token) || null;
      for (const request of fetch.sent)
        if (sent === "<own>") expect(request.headers.get(name)).not.toBe(value);
        else expect(request.headers.get(name)).toBe(wanted);
    }
  });

  test("lets nobody keep its response, and follows no redirect while it has a token", async () => {
    const fetch = mockFetch(json(hpJob));
    const client = createClient({ baseUrl, token, fetch });
    await client.getHpJob("job-1");
    await client.createDynamicSlideVideo(slides);
    await download(`${baseUrl}/x`, { baseUrl, token, fetch });
    await download("https://a.example/x", { fetch });
    const modes = fetch.sent.map(({ method, init }) => [method, init.cache, init.redirect]);
    expect(modes).toEqual([
      ["GET", "no-store", "manual"],
      ["POST", "no-store", "manual"],
      ["GET", undefined, "manual"],
      // Without a token, nothing can get lost on the way.
      ["GET", undefined, "follow"],
    ]);
  });

  test("withResponse gives the data, the text and the response, and accepts any content type", async () => {
    const response = new Response('{"voices_list":[]}', { status: 206, headers: { "x-a": "b" } });
    const result = await open(response).client.listPublicVoices().withResponse();
    expect(result).toMatchObject({ data: { voices_list: [] }, text: '{"voices_list":[]}' });
    expect([result.response.status, result.response.headers.get("x-a")]).toEqual([206, "b"]);
  });

  test("withResponse fails once, not also as an unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    await failureOf(open(status(400)).client.listPublicVoices().withResponse());
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("asks a token function before every attempt, and fails with its failure", async () => {
    let asked = 0;
    const readToken = async () => `token-number-${++asked}`;
    const { client, sent } = open([status(503), json(hpJob)], { token: readToken });
    await client.getHpJob("job-1");
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual([
      "Bearer token-number-1",
      "Bearer token-number-2",
    ]);
    const failure = new Error("vault closed");
    const locked = open(json(hpJob), { token: () => Promise.reject(failure) });
    expect(await failureOf(locked.client.getHpJob("job-1"))).toBe(failure);
    expect(locked.sent).toEqual([]);
  });
});

describe("a call beyond the contract", () => {
  test("has method, path, body, token, limits, events and errors as every other", async () => {
    const told: unknown[] = [];
    const onRequest = ({ operation, method }: RequestEvent) => void told.push([operation, method]);
    const { client, sent } = open([status(503), json({ state: "ready" })], { onRequest });
    expect(await client.request("GET", "/api/jobs/a%2Fb?full=1", { timeoutMs: 5_000 })).toEqual({
      state: "ready",
    });
    expect(sent.map(({ url, method }) => [method, url])).toEqual([
      ["GET", `${baseUrl}/api/jobs/a%2Fb?full=1`],
      ["GET", `${baseUrl}/api/jobs/a%2Fb?full=1`],
    ]);
    expect(sent[0]?.headers.get("authorization")).toBe(`Bearer ${token}`);
    expect(told[0]).toEqual(["GET /api/jobs/a%2Fb?full=1", "GET"]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"] as const)("%s is never repeated", async (method) => {
    const { client, sent } = open(new Response("job-7", { status: 503 }));
    const error = await failureOf(client.request(method, "/api/cancel", { body: { job: 1 } }));
    expect(error).toMatchObject({ name: "ApiError", text: "job-7", isSafeToRepeat: false });
    expect(error.message).toContain(`${method} /api/cancel got status 503`);
    expect(sent.map(({ init }) => init.body)).toEqual(['{"job":1}']);
  });

  test.each([
    ["nothing", new Response(null, { status: 204 }), undefined],
    ["null", json(null), null],
    ["a list", json([1]), [1]],
  ])("may succeed with %s", async (_, response, expected) => {
    const { data } = await open(response).client.request("DELETE", "/api/x").withResponse();
    expect(data).toEqual(expected);
  });

  test("fails with what came where that is no JSON", async () => {
    const page = new Response("<h1>Please sign in</h1>");
    const error = await failureOf(open(page).client.request("POST", "/api/x"));
    expect(error).toMatchObject({ name: "InvalidResponseError", text: "<h1>Please sign in</h1>" });
  });

  const elsewhere = ["", "api/x", "@evil.example/", ".evil.example/", "https://evil.example/"];
  const others = ["/../x", "/a/%2E%2e/x", "/a/.%2e", "/a#b", "/ä", "/a b", "/a\nb"];
  test.each([...elsewhere, ...others])("a path %j is refused", async (path) => {
    const { client, sent } = open(json({}), { baseUrl: `${baseUrl}/base` });
    await expect(client.request("GET", path)).rejects.toThrow(/^path must be/);
    expect(sent).toEqual([]);
  });
});

const hosts = await readAddresses();

describe("options", () => {
  const addresses = ["api.example.com", "http://api.example.com", "http://localhost.example.com"];
  const more = ["ftp://api.example.com", "https://user:password@a.example", "https://a.example/?b"];
  const others = [...hosts.private, ...hosts.metadata, ...hosts.public].map(
    (host) => `http://${host}`,
  );
  test.each(["", ...addresses, ...more, ...others])(
    "baseUrl %j is refused with the remedy",
    (address) => {
      const call = () => createClient({ baseUrl: address, token });
      expect(call).toThrow(/^baseUrl must be the service's https:\/\/ address/);
    },
  );

  const local = hosts.thisMachine.map((host) => `http://${host}:1`);
  test.each([...local, "http://127.0.0.2", "https://a.example/x/"])(
    "baseUrl %s is accepted, and any http address where plain http is allowed",
    (address) => {
      expect(() => createClient({ baseUrl: address, token })).not.toThrow();
      const options = { baseUrl: "http://api.example.com", token, allowPlainHttp: true };
      expect(() => createClient(options)).not.toThrow();
    },
  );

  test("nothing at all is refused by name", () => {
    expect(() => (createClient as () => unknown)()).toThrow(/^token is empty or cannot be sent/);
  });

  test.each(["", "a\nsecret", "a secret", "sécret", 5])(
    "token %j is refused without being shown",
    (value) => {
      const call = () => createClient({ baseUrl, token: value as string });
      expect(call).toThrow(/^token (?!.*s.cret)/);
    },
  );

  test.each([
    { timeoutMs: 0 },
    { timeoutMs: NaN },
    { deadlineMs: -1 },
    { maxBodyBytes: "1" as never },
    { retries: NaN },
    { retries: -1 },
    { signal: {} as never },
  ])("%o is refused by name, on the client and on a call", async (options) => {
    const [name = ""] = Object.keys(options);
    const says = new RegExp(`^${name} must be (an|${name === "retries" ? 0 : 1} or more)`);
    expect(() => createClient({ baseUrl, token, ...options })).toThrow(says);
    const { client, sent } = open(json(hpJob));
    await expect(client.getHpJob("job-1", options)).rejects.toThrow(says);
    expect(sent).toEqual([]);
  });

  test("fetchOptions and headers of the call come before those of the client", async () => {
    const options: Partial<ClientOptions> = {
      fetchOptions: { dispatcher: "of the client", cache: "no-store" },
      headers: { "User-Agent": "mine/1" },
    };
    const { client, sent } = open(json(hpJob), options);
    await client.getHpJob("job-1", {
      fetchOptions: { dispatcher: "of the call", method: "DELETE", redirect: "follow" },
      headers: { Accept: "text/plain", "user-agent": undefined },
    });
    const { init, headers } = sent[0]!;
    expect(init).toMatchObject({ dispatcher: "of the call", cache: "no-store" });
    // What the client sets itself stays.
    expect(init).toMatchObject({ method: "GET", redirect: "manual" });
    expect([headers.get("user-agent"), headers.get("accept")]).toEqual(["mine/1", "text/plain"]);
  });
});

describe("a path parameter", () => {
  const segment = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^(\.|%2e|%2E|\/|\\|%2f|\?|#|;|@|:|\{job_id\}|\t|\n| ){0,5}$/),
  );

  test("never changes which path is called, and arrives as it was given", async () => {
    const property = fc.asyncProperty(segment, async (jobId) => {
      const { client, sent } = open(json(hpJob), { baseUrl: `${baseUrl}/base` });
      const call = client.getHpJob(jobId);
      if (["", ".", ".."].includes(jobId)) {
        await expect(call).rejects.toThrow(TypeError);
        expect(sent).toEqual([]);
        return;
      }
      await call;
      const { pathname, search, hash, origin } = new URL(sent[0]!.url);
      expect([origin, search, hash]).toEqual([baseUrl, "", ""]);
      const [, last] = /^\/base\/api\/hp_job\/([^/]*)$/.exec(pathname)!;
      expect(decodeURIComponent(last!)).toBe(jobId);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  test.each(["\ud800", 5])("%j is refused", async (jobId) => {
    const call = open(json(hpJob)).client.getHpJob(jobId as string);
    await expect(call).rejects.toThrow(/^job_id must be an identifier/);
  });
});

describe("a response", () => {
  test.each([[null], [5], [{}], ["text"], [{ avatars_list: {} }], [{ avatars_list: null }]])(
    "is no list: %j",
    async (body) => {
      const error = await failureOf(open(json(body)).client.listPublicAvatars());
      expect(error).toMatchObject({ name: "InvalidResponseError", body });
      expect(error.message).toContain("avatars_list");
    },
  );

  test("of any length is kept, and its first 200 characters are shown on one line", async () => {
    const text = "a\n  page ".repeat(999);
    const error = await failureOf(open(new Response(text)).client.createDynamicSlideVideo(slides));
    expect(error).toMatchObject({ text, body: text, sent: "yes" });
    expect(error.message).toMatch(
      /and no JSON: (a page ){28}a pa\. It is not sent again: a job may be/,
    );
  });
});

describe("the token", () => {
  test("is seen in no client and no error, whatever a server writes it in", async () => {
    const escaped = "secret\\/token\\u002bof-the-test";
    const spellings = [
      `<p>${token}</p>`,
      `<script>t="${escaped}"</script>`,
      "/?t=secret%2Ftoken%2Bof-the-test",
      JSON.stringify({ a: `{"t":"${escaped}"}` }),
      token.toUpperCase(),
    ];
    for (const text of spellings) {
      const response = new Response(text, { status: 401, headers: { "x-echo": token } });
      const { client } = open(response);
      const error = await failureOf(client.getHpJob("job-1"));
      const shown = inspect([client, error], { depth: 9, showHidden: true });
      const all = [shown, JSON.stringify(error), error.stack];
      expect(all.join()).not.toMatch(/token.{0,9}of-the-test/i);
    }
  });

  test("of less than eight characters is not taken out, and of digits is not shown as a number", async () => {
    const response = new Response('{"token":123456789,"n":12}', { status: 401 });
    const long = await failureOf(open(response, { token: "123456789" }).client.getHpJob("job-1"));
    expect(long["body"]).toBe('{"token":[redacted],"n":12}');
    const short = await failureOf(open(response, { token: "1234567" }).client.getHpJob("job-1"));
    expect(short["body"]).toEqual({ token: 123456789, n: 12 });
  });

  test("of thousands of letters is taken out as any other", async () => {
    const issued = "0123456789abcdef+/".repeat(500);
    const response = new Response(JSON.stringify({ a: `{"t":"${issued}"}` }), { status: 401 });
    const error = await failureOf(open(response, { token: issued }).client.getHpJob("job-1"));
    expect(error["body"]).toEqual({ a: '{"t":"[redacted]"}' });
  });
});
