/** What an error keeps of an answer: everything but the token. */
import { describe, expect, test } from "vitest";
import { type ApiError, createClient, InvalidResponseError } from "../src/index.ts";
import { redactor } from "../src/answer.ts";
import { json, mockFetch } from "./mock-fetch.ts";

const baseUrl = "https://video-generation.example";
const token = "secret/token+of-the-test";
const input = { template_id: "t", slides_count: 2 };

type AnswerError = Pick<ApiError, "status" | "headers" | "body" | "message" | "stack">;

/** What a create, or a list, fails with when it is answered so. */
async function failureOf(
  answer: Response,
  operation: "create" | "list" = "create",
): Promise<AnswerError> {
  const client = createClient({ baseUrl, token, fetch: mockFetch(answer), retries: 0 });
  const call: Promise<unknown> =
    operation === "create" ? client.createDynamicSlideVideo(input) : client.listPublicAvatars();
  return call.then(
    () => expect.unreachable("the call must fail"),
    (error) => error,
  );
}

describe("a success that does not name the job", () => {
  test.each([
    ["a number", { input: { text: "long ".repeat(100) }, job_id: 81723 }],
    ["inside data", { data: { job_id: "job-1" } }],
    ["under another name", { id: "job-1" }],
    ["empty", { job_id: "", status: "rendering" }],
    ["null", null],
  ])("keeps its whole body: %s", async (_, body) => {
    const error = await failureOf(json(body, { headers: { "x-request-id": "r-7" } }));
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error.body).toEqual(body);
    expect(error).toMatchObject({ status: 200, sent: "yes", requestId: "r-7" });
    expect(error.message).toContain("no usable job_id");
    expect(error.message).toContain("a job may be rendering");
  });

  test("keeps as text what is too deep to be written again", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    const error = await failureOf(new Response(deep));
    expect(error).toMatchObject({ name: "InvalidResponseError", sent: "yes" });
    expect(error.body === deep).toBe(true);
  });

  test("keeps a text that is no JSON as it is, and shows its first 200 characters", async () => {
    const error = await failureOf(new Response("x".repeat(999)));
    expect(error.body).toBe("x".repeat(999));
    expect(error.message).toContain(`and no JSON: ${"x".repeat(200)}.`);
  });
});

test.each(["x-request-id", "request-id"])("an error knows its request from %s", async (header) => {
  const error = await failureOf(new Response(null, { status: 400, headers: { [header]: "r-1" } }));
  expect(error).toMatchObject({ name: "ApiError", requestId: "r-1" });
});

describe("a list", () => {
  test.each([[null], [5], [{}], ["text"], [{ avatars_list: {} }], [{ avatars_list: null }]])(
    "is not %j",
    async (body) => {
      const error = await failureOf(json(body), "list");
      expect(error).toMatchObject({ name: "InvalidResponseError", body });
      expect(error.message).toContain("avatars_list");
    },
  );
});

describe("the message of an ApiError", () => {
  test("shows the errors of the body, before anything else of it", async () => {
    const errors = [{ pointer: "/slides_count", detail: "must be an integer" }];
    const body = { type: "about:blank", title: "Unprocessable Content", detail: "At …", errors };
    const { message } = await failureOf(json(body, { status: 422 }));
    expect(message).toContain(`status 422: ${JSON.stringify(errors)}.`);
    expect(message).not.toContain("about:blank");
  });

  test("shows a body that has none, on one line", async () => {
    const text = await failureOf(new Response("no\n  such thing", { status: 404 }));
    expect(text.message).toContain("status 404: no such thing.");
    const object = await failureOf(json({ message: "quota" }, { status: 402 }));
    expect(object.message).toContain('status 402: {"message":"quota"}.');
    const none = await failureOf(json({ errors: null, detail: "quota" }, { status: 402 }));
    expect(none.message).toContain('{"errors":null,"detail":"quota"}');
    const empty = await failureOf(new Response(null, { status: 404 }));
    expect(empty.message).toContain("status 404.");
  });

  test("says of 304 that it is no redirect, and of 303 that a job may be there", async () => {
    const notModified = await failureOf(new Response(null, { status: 304 }));
    expect(notModified.message).not.toContain("Redirect");
    expect(notModified.message).toContain("cache");
    const location = { location: "/api/hp_job/job-1" };
    const seeOther = await failureOf(new Response(null, { status: 303, headers: location }));
    expect(seeOther.message).toContain("Redirects are not followed.");
    expect(seeOther.message).toContain("a job may be rendering");
    expect(seeOther.headers.get("location")).toBe("/api/hp_job/job-1");
    const moved = await failureOf(new Response(null, { status: 307 }));
    expect(moved.message).not.toContain("rendering");
  });
});

describe("the token in a body", () => {
  test("of eight characters is taken out, and a shorter one is left in", () => {
    expect(redactor("12345678")("is 12345678 known?")).toBe("is [redacted] known?");
    expect(redactor("1234567")("is 1234567 known?")).toBe("is 1234567 known?");
  });

  test("of digits is not shown as a number either", async () => {
    const fetch = mockFetch(new Response('{"token":123456789,"n":12}', { status: 401 }));
    const client = createClient({ baseUrl, token: "123456789", fetch });
    const error = await client.listPublicAvatars().catch((failure) => failure);
    expect(error.body).toBe('{"token":[redacted],"n":12}');
  });
});
