/** Verifies what the emulator has received, in words that a test report can show. */
import { isDeepStrictEqual } from "node:util";
import type { FaultTarget } from "./faults/fault.ts";
import type { LoggedRequest } from "./http/request-log.ts";

/** What was to be received. */
export interface Expectation {
  operation: FaultTarget;
  /** How often, exactly. At least once by default. */
  times?: number;
  /** Only requests that were answered with this status code. */
  status?: number;
  /** Only requests whose body has these fields; further ones do not matter. */
  body?: unknown;
}

/**
 * Returns the requests that fit, the newest first.
 *
 * @throws {AssertionError} when they are not as many as expected
 */
export function verify(received: LoggedRequest[], expectation: Expectation): LoggedRequest[] {
  const { operation, times, status, body } = expectation;
  const fitting = received.filter(
    (request) =>
      request.operation === operation &&
      (status === undefined || request.status === status) &&
      (body === undefined || contains(request.body, body)),
  );
  const isMet = times === undefined ? fitting.length > 0 : fitting.length === times;
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
      received.length === 0 ? "Nothing was received." : "Received, the newest first:",
      ...received.slice(0, 10).map(describe),
      ...(received.length > 10 ? [`  … and ${received.length - 10} more`] : []),
    ].join("\n"),
    actual: fitting.length,
    expected: times ?? 1,
    operator: "expect",
    stackStartFn: verify,
  });
}

function describe({ operation, method, url, status, reason, fault }: LoggedRequest): string {
  const remarks = [fault && `fault: ${fault}`, reason].filter(Boolean).join("; ");
  return `  ${operation ?? `${method} ${url}`} → ${status ?? "no answer"}${remarks && ` (${remarks})`}`;
}

/** True when a value has all that another one has. */
function contains(value: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null || Array.isArray(part))
    return isDeepStrictEqual(value, part);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(part).every(([name, field]) =>
    contains((value as Record<string, unknown>)[name], field),
  );
}
