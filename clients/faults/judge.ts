/** Compares what a client has reported, and what a server has seen, with what must happen. */
import { isDeepStrictEqual } from "node:util";
import type { ReceivedRequest } from "./fault-server.ts";
import { type DriverReport, errorKinds, type Kind } from "./drivers.ts";
import type { Expectation } from "./scenarios.ts";

/** What an error states, compared by value. */
const compared = ["sent", "attempts", "status", "body", "text", "requestId", "retryAfter"] as const;

/** @returns what is not as it must be, in words; nothing for a row that is kept */
export function judge(
  kind: Kind,
  expected: Expectation,
  report: DriverReport | undefined,
  requests: number,
  received: ReceivedRequest[],
  files: string[] = [],
): string[] {
  if (!report) return ["the call hangs"];
  return [
    ...judgeCount(expected, requests),
    ...judgePause(expected, received),
    ...(expected.files ? difference("files", expected.files, files) : []),
    ...judgeOutcome(kind, expected, report),
  ];
}

function judgeCount({ requests: expected }: Expectation, requests: number): string[] {
  const [least = 0, most = least] = String(expected)
    .replace("+", "-Infinity")
    .split("-")
    .map(Number);
  const isRight = least <= requests && requests <= most;
  return isRight ? [] : [`${requests} requests in place of ${expected}`];
}

function judgePause({ minPause = [] }: Expectation, received: ReceivedRequest[]): string[] {
  return [minPause].flat().flatMap((least, index) => {
    const [before, after] = [received[index], received[index + 1]];
    const pause = before && after ? (after.atMs - before.atMs) / 1000 : least;
    // Clocks of two processes and of timers may differ by a few milliseconds.
    return pause > least - 0.02 ? [] : [`paused ${pause} s in place of ${least} s`];
  });
}

function judgeOutcome(kind: Kind, expected: Expectation, report: DriverReport): string[] {
  if (expected.keeps && !textsOf(report).some((text) => text?.includes(expected.keeps!))) {
    return [`nothing names ${expected.keeps}: ${report.error}: ${report.message}`];
  }
  if (expected.error === "any") return report.ok ? [] : judgeAny(report);
  if (!expected.error) {
    if (!report.ok) return [`failed: ${report.error}: ${report.message}`];
    return (["value", "text"] as const).flatMap((name) =>
      name in expected ? difference(name, expected[name], report[name]) : [],
    );
  }
  if (report.ok) return [`returned ${JSON.stringify(report.value)} in place of ${expected.error}`];
  // A wait fails with its last poll, a save with a file, and the cancellation of a language may carry nothing.
  const isCall = kind !== "wait" && kind !== "save" && expected.error !== "abort";
  const attempts = isCall && typeof expected.requests === "number" && expected.requests;
  const wanted = { ...(attempts && { attempts }), ...expected };
  return [
    ...difference("error", expected.error, report.error),
    ...compared.flatMap((name) =>
      name in wanted ? difference(name, wanted[name], report[name] ?? null) : [],
    ),
    ...judgeMessage(expected, report),
  ];
}

/** What a caller can find a receipt in. Values may be nested too deep to be written. */
function textsOf({ text, message, value }: DriverReport): (string | undefined)[] {
  const { job_id: jobId } = Object(value) as { job_id?: string };
  return [text, message, jobId];
}

/** Whatever the platform makes of it is one of the errors of the client, and something was sent. */
function judgeAny({ error = "", sent }: DriverReport): string[] {
  const isKnown = Object.values(errorKinds).includes(error);
  return [
    ...(isKnown ? [] : [`the error is ${error}`]),
    ...(sent === "no" ? ["sent is no, after a request was read"] : []),
  ];
}

function judgeMessage({ message }: Expectation, report: DriverReport): string[] {
  if (!message) return [];
  const [, flags = "", pattern = ""] = /^(\(\?i\))?(.*)$/.exec(message) ?? [];
  return new RegExp(pattern, flags && "i").test(report.message ?? "")
    ? []
    : [`the message is ${report.message}`];
}

function difference(name: string, expected: unknown, found: unknown): string[] {
  if (isDeepStrictEqual(expected, found)) return [];
  return [`${name} is ${JSON.stringify(found)} in place of ${JSON.stringify(expected)}`];
}
