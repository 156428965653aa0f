import { describe, expect, test } from "vitest";
import { type ClientOptions, createClient } from "../src/index.ts";
import { settingsOf } from "../src/options.ts";
import { json, mockFetch } from "./mock-fetch.ts";

const baseUrl = "https://video-generation.example";
const token = "secret-token-of-the-test";

describe("options", () => {
  test("without them, a read may take 30 seconds, a create 120, and a read is sent at most three times", () => {
    expect(settingsOf({}, {}, "GET")).toMatchObject({ timeoutMs: 30_000, retries: 2 });
    expect(settingsOf({}, {}, "POST")).toMatchObject({ timeoutMs: 120_000 });
  });

  test.each([
    ["not an address", "api.example.com"],
    ["plain http elsewhere", "http://api.example.com"],
    ["a name that only looks like loopback", "http://localhost.example.com"],
    ["another scheme", "ftp://api.example.com"],
    ["credentials", "https://user:password@api.example.com"],
    ["a query", "https://api.example.com/?key=1"],
  ])("baseUrl with %s is refused", (_, address) => {
    expect(() => createClient({ baseUrl: address, token })).toThrow(TypeError);
  });

  test.each(["http://localhost:1", "http://127.0.0.2", "http://[::1]:1", "https://a.example/x/"])(
    "baseUrl %s is accepted",
    (address) => {
      expect(() => createClient({ baseUrl: address, token })).not.toThrow();
    },
  );

  test("plain http can be switched on", () => {
    const options = { baseUrl: "http://api.example.com", token, allowPlainHttp: true };
    expect(() => createClient(options)).not.toThrow();
  });

  test.each([
    { timeoutMs: 0 },
    { timeoutMs: NaN },
    { deadlineMs: -1 },
    { retries: NaN },
    { retries: -1 },
    { signal: new AbortController() as unknown as AbortSignal },
  ])("%o is refused by name, on the client and on a call", async (options) => {
    const [name = ""] = Object.keys(options);
    expect(() => createClient({ baseUrl, token, ...options })).toThrow(new RegExp(`^${name} `));
    const fetch = mockFetch(json({ avatars_list: [] }));
    const client = createClient({ baseUrl, token, fetch });
    await expect(client.listPublicAvatars(options)).rejects.toThrow(new RegExp(`^${name} `));
    expect(fetch.sent).toEqual([]);
  });

  test.each<[string, Partial<ClientOptions>, RegExp]>([
    ["an empty baseUrl", { baseUrl: "" }, /^baseUrl is empty\. .+provider/],
    ["a baseUrl without https", { baseUrl: "api.example.com" }, /^baseUrl .+https:\/\//],
    ["an empty token", { token: "" }, /^token is empty\. Set it/],
    ["a token with a line break", { token: "a\n" }, /^token .+line break/],
  ])("%s is refused with the option and the remedy", (_, options, message) => {
    expect(() => createClient({ baseUrl, token, ...options })).toThrow(message);
  });

  test("fetchOptions reach fetch, those of the call before those of the client", async () => {
    const fetch = mockFetch(json({ avatars_list: [] }));
    const fetchOptions = { dispatcher: "of the client", cache: "no-store" as const };
    const client = createClient({ baseUrl, token, fetch, fetchOptions });
    await client.listPublicAvatars({ fetchOptions: { dispatcher: "of the call" } });
    expect(fetch.sent[0]?.init).toMatchObject({ dispatcher: "of the call", cache: "no-store" });
  });

  test("fetchOptions cannot replace what the client sets", async () => {
    const fetch = mockFetch(json({ avatars_list: [] }));
    const client = createClient({ baseUrl, token, fetch });
    await client.listPublicAvatars({ fetchOptions: { method: "DELETE", redirect: "follow" } });
    expect(fetch.sent[0]?.init).toMatchObject({ method: "GET", redirect: "manual" });
  });

  test("headers replace the client's own in any spelling, and undefined leaves them", async () => {
    const fetch = mockFetch(json({ avatars_list: [] }));
    const client = createClient({ baseUrl, token, fetch, headers: { "User-Agent": "mine/1" } });
    await client.listPublicAvatars({ headers: { Accept: "text/plain", "user-agent": undefined } });
    const { headers } = fetch.sent[0]!;
    expect([headers.get("user-agent"), headers.get("accept")]).toEqual(["mine/1", "text/plain"]);
  });
});
