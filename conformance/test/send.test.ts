import { expect, it } from "vitest";
import { BaseAddress } from "openapi-gaps/evidence";
import { sendCall } from "../src/send.ts";

it.each<[string, BodyInit, string]>([
  ["is too long", `"${"x".repeat(9 * 1024 * 1024)}"`, "too long"],
  ["is not UTF-8", Buffer.from('"\xe9"', "latin1"), "not UTF-8"],
])("a response that %s is not read", async (_, body, unread) => {
  const headers = { "content-type": "application/json" };
  const { status, response } = await sendCall(
    {
      ...{ purpose: "slides", method: "GET", path: "/api/voices/public" },
      ...{ credential: "token", expects: "success" },
    },
    {
      ...{ base: new BaseAddress("https://service.example"), token: "token", timeoutMs: 60_000 },
      fetch: async () => new Response(body, { headers }),
    },
  );
  expect(status).toBe(200);
  expect(response).toEqual({ mediaType: "application/json", json: undefined, unread });
});
