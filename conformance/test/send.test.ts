import { expect, it } from "vitest";
import { BaseAddress } from "openapi-gaps/evidence";
import type { Credential, Exchange } from "../src/result.ts";
import { sendCall, toCurl } from "../src/send.ts";

/** Reads a list, and gets a response of JSON. */
async function send(
  credential: Credential,
  body: BodyInit = "{}",
): Promise<{ exchange: Exchange; authorization: string | null }> {
  const headers = { "content-type": "application/json" };
  let authorization: string | null = null;
  const exchange = await sendCall(
    {
      ...{ purpose: "read", method: "GET", path: "/api/voices/public" },
      ...{ credential, expects: "success" },
    },
    {
      ...{ base: new BaseAddress("https://service.example"), token: "secret", timeoutMs: 60_000 },
      fetch: async (_, init) => {
        authorization = new Headers(init?.headers).get("authorization");
        return new Response(body, { headers });
      },
    },
  );
  return { exchange, authorization };
}

it("a response that is too long is not read", async () => {
  const { exchange } = await send("token", `"${"x".repeat(9 * 1024 * 1024)}"`);
  const unread = { mediaType: "application/json", json: undefined, unread: "too long" };
  expect(exchange).toMatchObject({ status: 200, response: unread });
});

const basic = Buffer.from("user:secret").toString("base64");
it.each<[Credential, string | null, string | undefined]>([
  ["token", "Bearer secret", "Bearer $VIDEO_TOKEN"],
  ["none", null, undefined],
  ["wrong", "Bearer not-a-token", "Bearer not-a-token"],
  ["other-scheme", `Basic ${basic}`, "Basic $VIDEO_TOKEN"],
])(
  "credentials of the kind %s are sent, and shown without the token",
  async (kind, sent, shown) => {
    const { exchange, authorization } = await send(kind);
    expect(authorization).toBe(sent);
    expect(/-H "Authorization: ([^"]+)"/.exec(toCurl(exchange))?.[1]).toBe(shown);
  },
);
