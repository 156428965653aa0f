/** Verifies what the emulator has received, in words that a test report can show. */
import { check } from "../contract/check.ts";
import { differencesOf } from "../contract/differences.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import type { Expectation } from "./expectation.ts";
import type { EmulatorParts } from "../pipeline/parts.ts";
import { clearTimeout, setTimeout } from "../time/real-time.ts";

/**
 * Returns the requests that fit, the newest first.
 *
 * @throws {AssertionError} when they are not as many as expected, or when nobody can tell
 * @throws {FieldError} when it is not valid
 */
export function verify(parts: EmulatorParts, expectation: Expectation): LoggedRequest[] {
  const { requests: log, faults } = parts;
  const { operation, times, status, body } = check<Expectation>("expectation", expectation);
  const received = log.list();
  const isWhole = received.length === log.count;
  const fitting = received.filter((request) => fits(request, expectation));
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
      ...faults.describeUnused(),
    ]
      .filter(Boolean)
      .join("\n"),
    actual: fitting.length,
    expected: times ?? 1,
    operator: "expect",
    stackStartFn: verify,
  });
}

/**
 * Waits until as many requests fit and have got their responses, or more.
 *
 * @returns them, the newest first
 * @throws {AssertionError} as {@link verify}, when they do not come in time
 */
export async function waitFor(
  parts: EmulatorParts,
  expectation: Expectation,
  timeoutMs: number,
): Promise<LoggedRequest[]> {
  const { times = 1 } = check<Expectation>("expectation", expectation);
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  const fitting = () =>
    parts.requests
      .list()
      .filter((request) => request.status !== null && fits(request, expectation));
  const look = () => fitting().length >= times && resolve();
  const stop = parts.requests.onResponse(look);
  look();
  await promise;
  stop();
  clearTimeout(timer);
  const found = fitting();
  return found.length >= times ? found : verify(parts, expectation);
}

function fits(request: LoggedRequest, { operation, status, body }: Expectation): boolean {
  return (
    request.operation === operation &&
    (status === undefined || request.status === status) &&
    (body === undefined || differencesOf(request.body, body).length === 0)
  );
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
