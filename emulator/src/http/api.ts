/** The paths of the contract, on `node:http`. */
import findMyWay, { type HTTPMethod, type HTTPVersion, type Instance } from "find-my-way";
import type { RequestListener } from "node:http";
import { type Operation, responseFor } from "../contract/operations.ts";
import { assumptionsOf } from "../contract/reach.ts";
import { readPreference } from "../faults/prefer.ts";
import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { isLoopback } from "./loopback.ts";
import { notFound, Problem } from "./problem.ts";
import { refuseStray } from "./refuse-stray.ts";
import { recordOf } from "./request-log.ts";
import { serve } from "./serve.ts";

type Router = Instance<HTTPVersion.V1>;

const everyMethod: HTTPMethod[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** A longer path parameter is no identifier of anything. */
const longestParameter = 4096;

/**
 * Serves each operation of the contract, and refuses every other method on its path.
 *
 * @param otherwise serves all other paths
 */
export function serveApi(service: Service, otherwise: RequestListener): RequestListener {
  const router = findMyWay({ defaultRoute: otherwise, maxParamLength: longestParameter });
  const { document, operations } = service.contract;
  for (const operation of operations) {
    if (!Object.hasOwn(handlers, operation.id))
      throw new Error(`The contract has an operation ${operation.id} that the emulator cannot do`);
    addOperation(router, service, operation);
  }
  for (const path of Object.keys(document.paths)) addRefusals(router, service, path);
  return (request, response) => router.lookup(request, response);
}

function addOperation(router: Router, service: Service, operation: Operation): void {
  const { method, path } = operation;
  router.on(method as HTTPMethod, routePath(path), (request, response, parameters) => {
    const pathParameters = parameters as Record<string, string>;
    void serve(service, beginExchange(service, { operation, request, response, pathParameters }));
  });
}

/** `/api/hp_job/{job_id}` as the router writes it: `/api/hp_job/:job_id`. */
function routePath(template: string): string {
  return template.replace(/\{([^}]+)\}/g, ":$1");
}

function beginExchange(
  service: Service,
  call: Pick<Exchange, "operation" | "request" | "response" | "pathParameters">,
): Exchange {
  const { operation, request } = call;
  const record = service.requests.add(recordOf(request, operation.id, service.clock.now()));
  const { prefer } = request.headers;
  const preferred = prefer && isLoopback(request) ? readPreference(prefer) : undefined;
  const fault = preferred ?? service.faults.take(operation.id);
  if (fault) record.fault = fault.effect;
  return { ...call, record, fault, headers: {} };
}

/** Refuses what a path does not take: other methods, or everything where the contract has no operation. */
function addRefusals(router: Router, service: Service, path: string): void {
  const { contract } = service;
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
    refuseStray(service, problem, request, response);
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
