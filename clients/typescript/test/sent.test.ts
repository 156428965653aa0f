import { expect, test } from "vitest";
import { classifySent } from "../src/sent.ts";

const failure = (fields: object) => Object.assign(new Error("failed"), fields);
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });

test.each([
  ["a refused connection", fetchFailed(failure({ code: "ECONNREFUSED" })), "no"],
  ["an unknown name", fetchFailed(failure({ code: "ENOTFOUND", syscall: "getaddrinfo" })), "no"],
  ["a name server out of reach", fetchFailed(failure({ code: "EAI_AGAIN" })), "no"],
  ["undici's connect timeout", fetchFailed(failure({ code: "UND_ERR_CONNECT_TIMEOUT" })), "no"],
  ["a timeout of read", failure({ code: "ETIMEDOUT", syscall: "read" }), "maybe"],
  ["a reset", fetchFailed(failure({ code: "ECONNRESET" })), "maybe"],
  ["a socket that closed", fetchFailed(failure({ code: "UND_ERR_SOCKET" })), "maybe"],
  ["a headers timeout", fetchFailed(failure({ code: "UND_ERR_HEADERS_TIMEOUT" })), "maybe"],
  ["Bun's word for a refused connection", failure({ code: "ConnectionRefused" }), "maybe"],
  ["a browser's error", new TypeError("Failed to fetch"), "maybe"],
  ["no error at all", undefined, "maybe"],
  [
    "all addresses refused",
    fetchFailed(
      new AggregateError([failure({ code: "ECONNREFUSED" }), failure({ code: "ECONNREFUSED" })]),
    ),
    "no",
  ],
  [
    "one address refused, one reset",
    fetchFailed(
      failure({
        code: "ECONNREFUSED",
        errors: [failure({ code: "ECONNREFUSED" }), failure({ code: "ECONNRESET" })],
      }),
    ),
    "maybe",
  ],
])("%s", (_, error, sent) => {
  expect(classifySent(error)).toBe(sent);
});
