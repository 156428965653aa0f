/** Verifies what the emulator has received, in words that a test report can show. */
import { isDeepStrictEqual } from "node:util";
import { check } from "../contract/check.ts";
import type { FaultTarget } from "../faults/fault.ts";
import type { LoggedRequest, RequestLog } from "../http/request-log.ts";

/** What was to be received. */
export interface Expectation {
  operation: FaultTarget;
  /** How often, exactly. At least once by default. */
  times?: number;
  /** Only requests that got a response with this status code. */
  status?: number;
  /** Only requests whose body has these fields; further ones do not matter. */
  body?: unknown;
}

/**
 * Returns the requests that fit, the newest first.
 *
 * @throws {AssertionError} when they are not as many as expected, or when nobody can tell
 * @throws {FieldError} when it is not valid
 */
export function verify(log: RequestLog, expectation: Expectation): LoggedRequest[] {
  const { operation, times, status, body } = check<Expectation>("expectation", expectation);
  const received = log.list();
  const isWhole = received.length === log.count;
  const fitting = received.filter(
    (request) =>
      request.operation === operation &&
      (status === undefined || request.status === status) &&
      (body === undefined || differencesOf(request.body, body).length === 0),
  );
  const isMet = times === undefined ? fitting.length > 0 : isWhole && fitting.length === times;
  if (isMet) return fitting;
  const filters = [
    status !== undefined && `with status ${status}`,
    body !== undefined && `with ${JSON.stringify(body)} in the body`,
  ].filter(Boolean);
  // Loaded when it is needed: a start has no use for it.
  const { AssertionError } = process.getBuiltinModule("node:assert");
  throw new AssertionError({
    message: [
      `Expected ${[operation, ...filters].join(" ")} ${times === undefined ? "at least once" : `${times} times`}, received it ${fitting.length} times.`,
      !isWhole &&
        `Only the newest ${received.length} of ${log.count} requests are kept. Call reset() before.`,
      received.length === 0 ? "Nothing was received." : "Received, the newest first:",
      ...received.slice(0, 10).map(describe),
      ...(received.length > 10 ? [`  … and ${received.length - 10} more`] : []),
      ...describeNearest(received, expectation),
    ]
      .filter(Boolean)
      .join("\n"),
    actual: fitting.length,
    expected: times ?? 1,
    operator: "expect",
    stackStartFn: verify,
  });
}

function describe({ operation, method, url, status, reason, fault }: LoggedRequest): string {
  const remarks = [fault && `fault: ${fault}`, reason].filter(Boolean).join("; ");
  return `  ${operation ?? `${method} ${url}`} → ${status ?? "no response"}${remarks && ` (${remarks})`}`;
}

/** Of the requests to the operation, the one whose body is nearest to what was expected, and where it differs. */
function describeNearest(received: LoggedRequest[], { operation, body }: Expectation): string[] {
  if (body === undefined) return [];
  const [nearest] = received
    .filter((request) => request.operation === operation)
    .map(({ id, body: sent }) => ({ id, differences: differencesOf(sent, body) }))
    .sort((a, b) => a.differences.length - b.differences.length);
  if (!nearest || nearest.differences.length === 0) return [];
  const shown = nearest.differences.slice(0, 10);
  return [`The nearest body, of request ${nearest.id}, differs:`, ...shown];
}

/** Where a value lacks what another one has, each place in a line. */
function differencesOf(value: unknown, part: unknown, pointer = ""): string[] {
  if (typeof part === "object" && part !== null && !Array.isArray(part))
    return Object.entries(part).flatMap(([name, field]) =>
      differencesOf(
        typeof value === "object" && value !== null
          ? (value as Record<string, unknown>)[name]
          : undefined,
        field,
        `${pointer}/${name}`,
      ),
    );
  if (isDeepStrictEqual(value, part)) return [];
  return [`  ${pointer || "the body"}: expected ${show(part)}, received ${show(value)}`];
}

function show(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
