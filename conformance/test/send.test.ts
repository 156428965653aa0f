import { execFileSync } from "node:child_process";
import { expect, it, onTestFinished, vi } from "vitest";
import { BaseAddress } from "openapi-gaps/evidence";
import { requireService } from "../src/require-service.ts";
import type { Credential, Exchange } from "../src/result.ts";
import { sendCall, toCurl } from "../src/send.ts";

const read = {
  purpose: "read",
  method: "GET",
  path: "/api/voices/public",
  expects: "success",
} as const;
const service = {
  base: new BaseAddress("https://service.example"),
  token: "secret",
  timeoutMs: 60_000,
};

/** Reads a list, and gets a response of JSON. */
async function send(
  credential: Credential,
  body: BodyInit = "{}",
): Promise<{ exchange: Exchange; authorization: string | null }> {
  const headers = { "content-type": "application/json" };
  let authorization: string | null = null;
  const exchange = await sendCall(
    { ...read, credential },
    {
      ...service,
      fetch: async (_, init) => {
        authorization = new Headers(init?.headers).get("authorization");
        return new Response(body, { headers });
      },
    },
  );
  return { exchange, authorization };
}

it("a response of 8 MiB is read, and a longer one is not, nor left open", async () => {
  const whole = `"${"x".repeat(8 * 1024 * 1024 - 2)}"`;
  expect((await send("token", whole)).exchange.response.json).toBe(whole.slice(1, -1));
  const parts = [whole, "x", "never asked for"];
  let isLeft = true;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(body) {
        const part = parts.shift();
        if (part === undefined) body.close();
        else body.enqueue(new TextEncoder().encode(part));
      },
      cancel: () => void (isLeft = false),
    },
    { highWaterMark: 0 },
  );
  const { exchange } = await send("token", stream);
  expect([parts, isLeft]).toEqual([["never asked for"], false]);
  const unread = { mediaType: "application/json", json: undefined, unread: "too long" };
  expect(exchange).toMatchObject({ status: 200, response: unread });
});

const basic = Buffer.from("user:secret").toString("base64");
it.each<[Credential, string | null, string[]]>([
  ["token", "Bearer secret", ["-H", "Authorization: Bearer secret"]],
  ["none", null, []],
  ["wrong", "Bearer not-a-token", ["-H", "Authorization: Bearer not-a-token"]],
  // curl makes the same of it.
  ["other-scheme", `Basic ${basic}`, ["-u", "user:secret"]],
])(
  "credentials of the kind %s are sent, and so by curl, which takes the token from the variable that is named",
  async (kind, sent, shown) => {
    const { exchange, authorization } = await send(kind);
    expect(authorization).toBe(sent);
    const curl = toCurl(exchange, "MY_TOKEN");
    expect(curl).not.toContain("secret");
    const script = `curl() { printf '%s\\n' "$@"; }; MY_TOKEN=secret; ${curl}`;
    const words = execFileSync("sh", ["-c", script]).toString().trim().split("\n");
    expect(words.slice(1, -1)).toEqual(shown);
    if (kind === "other-scheme") expect(curl).toContain('-u "user:$MY_TOKEN"');
  },
);

it.each<[what: string, call: { method: string; body?: object | string }, sent: object]>([
  ["a read", { method: "GET" }, { headers: { authorization: "Bearer secret" }, body: undefined }],
  [
    "a create",
    { method: "POST", body: { a: 1 } },
    {
      headers: { authorization: "Bearer secret", "content-type": "application/json" },
      body: '{"a":1}',
    },
  ],
  [
    "a body that is no JSON",
    { method: "POST", body: "{" },
    { headers: { authorization: "Bearer secret", "content-type": "application/json" }, body: "{" },
  ],
])("%s is sent with its headers, and follows no redirect", async (_, call, sent) => {
  let init: RequestInit | undefined;
  await sendCall(
    { ...read, ...call, path: "/api/x", credential: "token" },
    {
      ...service,
      fetch: async (_url, given) => {
        init = given;
        return new Response("{}");
      },
    },
  );
  const { method } = call;
  expect(init).toEqual({ ...sent, method, redirect: "manual", signal: expect.any(AbortSignal) });
});

it("a body that is not UTF-8 is not read, and a service without a media type is told so", async () => {
  const { response } = (await send("token", new Uint8Array([0xff]))).exchange;
  expect(response.unread).toBe("not UTF-8");
  const options = { ...service, fetch: async () => new Response(null, { status: 500 }) };
  await expect(requireService(options, "/api/avatars/public", "MY_TOKEN")).rejects.toThrow(
    "GET https://service.example/api/avatars/public gets status 500 and no media type, and not the list.",
  );
});

it.each<[what: string, fetch: () => Promise<Response>]>([
  ["a response", async () => new Response("{}")],
  ["no response", () => Promise.reject(new TypeError("fetch failed"))],
  ["a body that breaks off", async () => new Response(broken())],
])("after %s no timer keeps the command", async (_, fetch) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await sendCall({ ...read, credential: "token" }, { ...service, fetch });
  expect(vi.getTimerCount()).toBe(0);
});

const broken = () =>
  new ReadableStream({
    pull(body) {
      body.error(new Error("reset"));
    },
  });
