/** The operations of the contract as routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Operation, responseFor } from "../contract/operations.ts";
import { assumptionsOf } from "../contract/reach.ts";
import { readPreference } from "../faults/prefer.ts";
import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { isLoopback } from "./loopback.ts";
import { notFound, Problem } from "./problem.ts";
import { serve } from "./serve.ts";

const everyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Adds a route for each operation, and a refusal for each other method on its path. */
export function addApi(app: FastifyInstance, service: Service): void {
  const { operations } = service.contract;
  for (const operation of operations) {
    if (!Object.hasOwn(handlers, operation.id))
      throw new Error(`The contract has an operation ${operation.id} that the emulator cannot do`);
    addOperation(app, service, operation);
  }
  for (const path of Object.keys(service.contract.document.paths)) addRefusals(app, service, path);
}

function addOperation(app: FastifyInstance, service: Service, operation: Operation): void {
  app.route({
    method: operation.method,
    url: routePath(operation.path),
    // From here on fastify is left out: reading and writing by its rules takes as long again as all the rest.
    onRequest: (request, reply) => {
      reply.hijack();
      void serve(service, beginExchange(service, operation, request, reply));
    },
    handler: () => {},
  });
}

/** `/api/hp_job/{job_id}` as the router writes it: `/api/hp_job/:job_id`. */
function routePath(template: string): string {
  return template.replace(/\{([^}]+)\}/g, ":$1");
}

function beginExchange(
  service: Service,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Exchange {
  const record = service.requests.add({
    atMs: service.clock.now(),
    method: request.method,
    url: request.url,
    operation: operation.id,
    headers: request.headers,
    status: null,
  });
  const { prefer } = request.headers;
  const preferred = prefer && isLoopback(request) ? readPreference(prefer) : undefined;
  const fault = preferred ?? service.faults.take(operation.id);
  if (fault) record.fault = fault.effect;
  return { operation, record, fault, headers: {}, request, reply };
}

/** Refuses what a path does not take: other methods, or everything where the contract has no operation. */
function addRefusals(app: FastifyInstance, { contract }: Service, path: string): void {
  const operations = contract.operations.filter((operation) => operation.path === path);
  const allowed = operations.map(({ method }) => method);
  const assumed = operations[0]
    ? responseFor(operations[0], 405)?.assumed
    : assumptionsOf(contract.document, contract.document.paths[path] ?? {}).join(", ");
  const headers = assumed ? { "x-emulator-assumed": assumed } : undefined;
  const refuse = () => {
    if (allowed.length === 0) throw notFound(`The contract has no operation at ${path}.`, headers);
    throw methodNotAllowed(path, allowed, headers);
  };
  app.route({
    method: everyMethod.filter((method) => !allowed.includes(method)),
    url: routePath(path),
    // Refused before the body is read: it does not matter what it holds.
    onRequest: refuse,
    handler: refuse,
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
