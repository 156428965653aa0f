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
import type { Router } from "./router.ts";
import { serve } from "./serve.ts";

/** What is repeated of a path that leads nowhere. */
const maxShown = 200;

/** Serves each operation of the contract. */
export function addApi(router: Router, parts: EmulatorParts): void {
  for (const operation of parts.contract.operations) {
    if (!Object.hasOwn(handlers, operation.id))
      throw new Error(`The contract has an operation ${operation.id} that the emulator cannot do`);
    addOperation(router, parts, operation);
  }
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

/** Why a request led to no operation: its path is none of the contract, or takes other methods. */
export function explainUnmatched(
  { contract }: EmulatorParts,
  method: string,
  url: string,
): Problem {
  const [path = ""] = url.split("?");
  const template = Object.keys(contract.document.paths).find((known) => fits(path, known));
  if (template === undefined) {
    const shown = path.length > maxShown ? `${path.slice(0, maxShown)}…` : path;
    return notFound(`There is nothing at ${method} ${shown}.`);
  }
  const operations = contract.operations.filter((operation) => operation.path === template);
  const [first] = operations;
  const assumed = first
    ? responseFor(first, 405)?.assumed
    : assumptionsOf(contract.document, contract.document.paths[template] ?? {}).join(", ");
  const headers = assumed ? { "x-emulator-assumed": assumed } : undefined;
  if (!first) return notFound(`The contract has no operation at ${template}.`, headers);
  const allowed = operations.map((operation) => operation.method);
  return new Problem({
    code: "method_not_allowed",
    detail: `${template} takes only ${allowed.join(" and ")}.`,
    headers: { allow: allowed.join(", "), ...headers },
  });
}

/** True for `/api/hp_job/1` and `/api/hp_job/{job_id}`. */
function fits(path: string, template: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]*")}$`).test(path);
}
