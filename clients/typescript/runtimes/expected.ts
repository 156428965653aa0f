/** What `check.ts` must find, and what the server must have seen. */
import { hpJob } from "../../faults/faults.ts";
import { video } from "./scenarios.ts";

/**
 * How much `fetch` tells: whether a connection was refused; less than that; and in a browser not
 * even the status of a redirect.
 */
export type RuntimeKind = "precise" | "vague" | "browser";

/** The same in every runtime, as far as its `fetch` tells. */
export function expectedResults(kind: RuntimeKind): Record<string, unknown> {
  return {
    story: {
      created: "rendering",
      statuses: ["rendering", "rendering", "finished"],
      done: "finished",
    },
    "openapi-fetch": { ...hpJob, status: "finished" },
    download: { size: video.length, text: video },
    "503 once: read": { status: "rendering" },
    "503 once: create": { name: "ApiError", sent: "yes", status: 503 },
    "reset: create": { name: "ConnectionError", sent: "maybe" },
    "hang: create": { name: "TimeoutError", sent: "maybe" },
    "stalled body: create": { name: "TimeoutError", sent: "yes" },
    "truncated body: create": { name: "ConnectionError", sent: "yes" },
    "empty 404": { name: "ApiError", sent: "yes", status: 404 },
    "HTML page": { name: "InvalidResponseError", sent: "yes" },
    redirect: { name: "ApiError", sent: "yes", status: kind === "browser" ? 0 : 307 },
    abort: { name: "AbortError", sent: "maybe", reason: "the caller's reason" },
    refused: { name: "ConnectionError", sent: kind === "precise" ? "no" : "maybe" },
  };
}

/**
 * Requests by scenario. A create that met a fault is there once.
 *
 * `undefined` in the one case that no client can prevent: when a reused HTTP/1.1 connection is
 * reset, Chromium itself sends the request again, as often as it has idle connections.
 */
export function expectedCounts(kind: RuntimeKind): Record<string, number | undefined> {
  return {
    story: 4,
    done: 1,
    "flaky-read": 2,
    "flaky-create": 1,
    reset: kind === "browser" ? undefined : 1,
    hang: 2,
    stall: 1,
    truncate: 1,
    "empty-404": 1,
    html: 1,
    video: 2,
    redirect: 1,
  };
}
