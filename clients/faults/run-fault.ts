/** Runs one call against one fault and measures what a user cares about. */
import { refusingUrl, type FaultServer, startFaultServer } from "./fault-server.ts";
import type { Fault } from "./faults.ts";

/** A call with some client: resolves or rejects as the client does. */
export type ClientCall = (baseUrl: string, signal?: AbortSignal) => Promise<unknown>;

export interface FaultResult {
  /** Requests that the server saw, or connections where it read none. */
  requests: number;
  tookMs: number;
  /** What the call resolved to. */
  value?: unknown;
  /** What the call rejected with. */
  error?: unknown;
  /** Whether the call was still pending when the observation ended. */
  pending: boolean;
}

/** @param hangMs a call that has not ended by then hangs */
export async function runFault(
  fault: Fault,
  call: ClientCall,
  hangMs: number,
): Promise<FaultResult> {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error("the caller's reason"));
  let aborting: NodeJS.Timeout | undefined;
  const onFirstRequest = () => {
    if (fault.abortAfterMs !== undefined) aborting = setTimeout(abort, fault.abortAfterMs);
  };
  const server = fault.server && (await startFaultServer({ ...fault.server, onFirstRequest }));
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const hanging = new Promise<{ pending: true }>((resolve) => {
    timer = setTimeout(resolve, hangMs, { pending: true });
  });
  const outcome = call(server?.baseUrl ?? refusingUrl, controller.signal).then(
    (value) => ({ value, pending: false }),
    (error: unknown) => ({ error, pending: false }),
  );
  const result = await Promise.race([outcome, hanging]);
  const tookMs = performance.now() - startedAt;
  clearTimeout(timer);
  clearTimeout(aborting);
  const requests = countRequests(server);
  await server?.close();
  return { ...result, requests, tookMs };
}

function countRequests(server: FaultServer | undefined): number {
  return server ? server.received.length || server.connections : 0;
}
