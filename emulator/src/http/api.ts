/** The paths of the contract. */
import type { HTTPMethod } from "find-my-way";
import type { Operation } from "../contract/operations.ts";
import { responseFor } from "../contract/operations.ts";
import { assumptionsOf } from "../contract/reach.ts";
import { readPreference } from "../faults/prefer.ts";
import type { EmulatorParts } from "../parts.ts";
import { chance } from "../random.ts";
import type { Exchange } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { notFound, Problem } from "./problem.ts";
import { refuseUnmatched } from "./refuse-unmatched.ts";
import type { Router } from "./router.ts";
import { serve } from "./serve.ts";

const everyMethod: HTTPMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Serves each operation of the contract, and refuses every other method on its path. */
export function addApi(router: Router, parts: EmulatorParts): void {
  const { document, operations } = parts.contract;
  for (const operation of operations) {
    if (!Object.hasOwn(handlers, operation.id))
      throw new Error(`The contract has an operation ${operation.id} that the emulator cannot do`);
    addOperation(router, parts, operation);
  }
  for (const path of Object.keys(document.paths)) addRefusals(router, parts, path);
}

function addOperation(router: Router, parts: EmulatorParts, operation: Operation): void {
  const { method, path } = operation;
  router.on(method as HTTPMethod, routePath(path), (request, response, parameters) => {
    const pathParameters = parameters as Record<string, string>;
    void serve(parts, beginExchange(parts, { operation, request, response, pathParameters }));
  });
}

/** `/api/hp_job/{job_id}` as the router writes it: `/api/hp_job/:job_id`. */
function routePath(template: string): string {
  return template.replace(/\{([^}]+)\}/g, ":$1");
}

function beginExchange(
  parts: EmulatorParts,
  call: Pick<Exchange, "operation" | "request" | "response" | "pathParameters">,
): Exchange {
  const { operation, request } = call;
  const { requests: log, access, faults } = parts;
  const record = log.add(request, operation.id, parts.clock.now());
  const { prefer } = request.headers;
  const preferred = prefer && access.mayPrefer(request) ? readPreference(prefer) : undefined;
  const fault = preferred ?? faults.take(operation.id);
  if (fault) record.fault = fault.effect;
  const latencyMs = drawLatency(parts, record.id);
  return { ...call, log, record, fault, headers: {}, latencyMs };
}

function drawLatency({ latencyMs: [from, to], seed }: EmulatorParts, requestId: number): number {
  if (from === to) return from;
  return Math.round(from + (to - from) * chance(seed, "latency", requestId));
}

/** Refuses what a path does not take: other methods, or everything where the contract has no operation. */
function addRefusals(router: Router, parts: EmulatorParts, path: string): void {
  const { contract } = parts;
  const operations = contract.operations.filter((operation) => operation.path === path);
  const allowed = operations.map(({ method }) => method);
  const assumed = operations[0]
    ? responseFor(operations[0], 405)?.assumed
    : assumptionsOf(contract.document, contract.document.paths[path] ?? {}).join(", ");
  const headers = assumed ? { "x-emulator-assumed": assumed } : undefined;
  const refused = everyMethod.filter((method) => !allowed.includes(method));
  // Refused before the body is read: it does not matter what it holds.
  router.on(refused, routePath(path), (request, response) => {
    const problem =
      allowed.length === 0
        ? notFound(`The contract has no operation at ${path}.`, headers)
        : methodNotAllowed(path, allowed, headers);
    refuseUnmatched(parts, problem, request, response);
  });
}

function methodNotAllowed(path: string, allowed: string[], headers = {}): Problem {
  return new Problem({
    status: 405,
    code: "method_not_allowed",
    detail: `${path} takes only ${allowed.join(" and ")}.`,
    headers: { allow: allowed.join(", "), ...headers },
  });
}
