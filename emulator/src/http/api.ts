/** The operations of the contract as routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describeErrors, type FieldProblem } from "../contract/field-problems.ts";
import type { Json, JsonObject } from "../contract/document.ts";
import { type Operation, responseFor } from "../contract/operations.ts";
import { findTexts } from "../contract/texts.ts";
import { assumptionsOf } from "../contract/reach.ts";
import { readPreference } from "../faults/prefer.ts";
import { findScenario, scenarioNames } from "../jobs/scenario.ts";
import type { Service } from "../service.ts";
import { authorize } from "./authorize.ts";
import type { Exchange } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { strikeBeforeWork, strikeEarly } from "./inject.ts";
import { isLoopback } from "./loopback.ts";
import { invalidFields, notFound, Problem } from "./problem.ts";
import { sendSuccess } from "./send.ts";

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
    onRequest: (request, reply, done) => {
      const exchange = beginExchange(service, operation, request, reply);
      request.exchange = exchange;
      if (strikeEarly(exchange)) return;
      authorize(request.headers.authorization, service.token);
      done();
    },
    handler: async (request) => {
      const exchange = request.exchange as Exchange;
      if (exchange.fault && (await strikeBeforeWork(service, exchange))) return exchange.reply;
      const body = readInput(service, operation, request);
      const result = await handlers[operation.id]({
        service,
        operation,
        body,
        pathParameters: request.params as Record<string, string>,
        origin: originOf(request),
      });
      await sendSuccess(service, exchange, result);
      return exchange.reply;
    },
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
  const preferred = isLoopback(request) ? readPreference(request.headers.prefer) : undefined;
  const fault = preferred ?? service.faults.take(operation.id);
  if (fault) record.fault = fault.effect;
  return { operation, record, fault, request, reply };
}

/**
 * The request body, checked.
 *
 * @throws {Problem} 415 without a media type, 422 for a body that is not as the contract wants it
 */
function readInput(service: Service, operation: Operation, request: FastifyRequest): JsonObject {
  if (operation.requestSchema === undefined) return {};
  if (request.headers["content-type"] === undefined) throw wrongMediaType();
  const body = request.body as Json;
  const contract = service.gaps.acceptsMore ? service.serviceContract : service.contract;
  const validate = contract.schemas.at(operation.requestSchema);
  if (!validate(body)) throw invalidFields(describeErrors(validate.errors ?? []));
  const problems = service.profile === "strict" ? [] : checkValues(service, body);
  if (problems.length > 0) throw invalidFields(problems);
  return body as JsonObject;
}

export function wrongMediaType(): Problem {
  return new Problem({
    status: 415,
    code: "unsupported_media_type",
    detail: "The body must be JSON in UTF-8. Send the header Content-Type: application/json.",
    headers: { accept: "application/json" },
  });
}

/** What no schema can say: addresses that lead to private hosts, and reserved values that mean nothing. */
function checkValues({ contract, addresses }: Service, body: Json): FieldProblem[] {
  const isAddress = (_text: string, property: string) => contract.addressProperties.has(property);
  const problems: FieldProblem[] = findTexts(body, isAddress).flatMap(({ text, pointer }) => {
    const detail = addresses.findObjection(text);
    return detail ? [{ pointer, detail }] : [];
  });
  findScenario(body, (pointer) =>
    problems.push({
      pointer,
      detail: `Expected one of the reserved values ${scenarioNames.join(", ")}.`,
    }),
  );
  return problems;
}

/** Where the client has called the emulator. */
export function originOf(request: FastifyRequest): string {
  const host = request.headers.host ?? `127.0.0.1:${request.socket.localPort}`;
  return `${request.protocol}://${host}`;
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
