/** The way of every request through the emulator, in this order, for every kind of request. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { responseValidator } from "../contract/contract.ts";
import { findProblems } from "../contract/find-problems.ts";
import type { Json } from "../contract/json.ts";
import { namedFailure, type Operation, responseFor } from "../contract/operations.ts";
import { toPointer } from "openapi-gaps/document";
import type { FaultTarget } from "../faults/fault.ts";
import { readScenario, type Scenario, scenarioNames } from "../jobs/scenario.ts";
import type { EmulatorParts } from "./parts.ts";
import { hasBody, readBody, readJson } from "../http/body.ts";
import { defect, invalidFields, Problem, toProblem } from "../http/problem.ts";
import type { Exchange, Reply } from "../http/reply.ts";
import { cutText } from "../http/request-log.ts";

/** What serves some requests. */
export interface Route {
  method: string;
  /** With parameters as in `/thing/:id`. */
  path: string;
  /** What the log and faults call it; null for what neither concerns. */
  target: FaultTarget | null;
  /** The operation of the contract: with it, behaviours of gaps apply, and the response is checked. */
  operation?: Operation;
  /** Beside the token of an operation. @throws {Problem} for a caller that may not */
  authorise?(request: IncomingMessage): void;
  do(call: Call): Reply | Promise<Reply>;
}

/** A request that has passed every check. */
export interface Call {
  request: IncomingMessage;
  /** Of the path. */
  parameters: Record<string, string>;
  /** The request body; undefined when there is none. */
  body: Json | undefined;
  /** The same as it was received. */
  text: string;
  /** What the request chooses for its job. */
  scenario: Scenario;
  /** The request came from this machine, and from no page of another site. */
  isLocal: boolean;
  /** Where the emulator was called, for addresses in the response: `http://127.0.0.1:4010`. */
  origin: string;
}

/** Responds to a request, whatever happens. */
export async function serve(
  parts: EmulatorParts,
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  parameters: Record<string, string> = {},
): Promise<void> {
  const { clock, faults, publicUrl, requests, token } = parts;
  // What neither the log nor a fault concerns is not recorded; but a misspelt path of the API is worth seeing.
  const isLogged = route.target !== null || request.url?.startsWith("/api");
  const exchange: Exchange = {
    request,
    response,
    record: isLogged ? requests.add(request, route.target, clock.now()) : undefined,
    parameters,
  };
  try {
    if (faults.beforeBody(exchange)) return;
    const origin = originOf(publicUrl, request) + parts.path;
    if (route.operation) requireToken(request.headers.authorization, token);
    if (route.operation) refusePreference(request.headers);
    route.authorise?.(request);
    const input = takesBody(route, request) ? await readInput(exchange) : noInput;
    const forced = faults.beforeWork(exchange);
    if (forced === "ended") return;
    if (forced) return await faults.send(exchange, forced);
    const { scenario, isLocal } = check(parts, route, request, input.body);
    const { body, text } = input;
    const reply = await route.do({ request, parameters, origin, body, text, scenario, isLocal });
    reply.status = faults.successStatus(exchange, reply.status);
    await faults.send(exchange, finish(parts, route, exchange, reply, false));
  } catch (error) {
    await refuse(parts, route, exchange, error as Error);
  } finally {
    if (exchange.record) requests.end(exchange.record);
  }
}

/**
 * Other mocks take `Prefer: code=404`. What is ignored in silence would let a test pass that proves nothing.
 *
 * @throws {Problem} 400 that names what does the same here
 */
function refusePreference({ prefer = "" }: IncomingHttpHeaders): void {
  const [asked] = /\b(?:code|example|dynamic)\s*=\s*[^;,]+/i.exec(String(prefer)) ?? [];
  if (asked === undefined) return;
  throw new Problem(
    "malformed_request",
    `The emulator takes no Prefer: ${asked}. Add a fault in its place, for instance with POST /emulator/faults {"effect": "status", "status": 404}.`,
  );
}

/** A name or an address, and a port. RFC 9110, 7.2. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * For addresses in responses: `http://127.0.0.1:4010`.
 *
 * @param publicUrl stands for it, unless it is null
 * @throws {Problem} 400 when the header `Host` is not valid, or there twice: then it is a list. RFC 9112, 3.2
 */
function originOf(publicUrl: string | null, { headers, socket }: IncomingMessage): string {
  const host = headers.host || `127.0.0.1:${socket.localPort}`;
  if (!hostForm.test(host) || !URL.canParse(`http://${host}`))
    throw new Problem(
      "malformed_request",
      "The header Host is not one name or address with a port. Send the one that you call.",
    );
  return publicUrl ?? `${"encrypted" in socket ? "https" : "http"}://${host}`;
}

/**
 * Checks the bearer token. Interface specification, “Authentication”.
 *
 * @throws {Problem} 401 when it is missing, of another scheme, or another one
 */
function requireToken(header = "", token: string): void {
  const [, given] = /^bearer +(\S+)$/i.exec(header) ?? [];
  if (given === token) return;
  const detail =
    header === ""
      ? "The header Authorization is missing. Send: Authorization: Bearer <API_TOKEN>."
      : given
        ? "The token is not the one the emulator was started with."
        : "The header Authorization must read: Bearer <API_TOKEN>.";
  throw new Problem("unauthorized", detail, { headers: { "www-authenticate": "Bearer" } });
}

/**
 * Whoever may use the service or the control plane may begin a session; an image on a page of another site may not.
 *
 * @throws {Problem} 401 or 403 for others
 */
export function requireRight({ access, token }: EmulatorParts, request: IncomingMessage): void {
  try {
    requireToken(request.headers.authorization, token);
  } catch {
    access.require(request);
  }
}

type Input = Pick<Call, "body" | "text">;

const noInput: Input = { body: undefined, text: "" };

/** An operation takes the body that the contract gives it, and anything else the one that comes. */
function takesBody({ operation }: Route, request: IncomingMessage): boolean {
  return operation ? operation.requestSchema !== undefined : hasBody(request);
}

/** @throws {Problem} 400 for a body that is no JSON; the log has it all the same */
async function readInput({ request, record }: Exchange): Promise<Input> {
  const bytes = await readBody(request);
  const text = bytes.toString();
  if (record) record.body = cutText(text);
  return { body: readJson(bytes, text), text };
}

/**
 * Checks a request body: by the contract, and its texts for what no schema can say.
 *
 * @returns what it chooses for its job
 * @throws {Problem} 422 for what the contract does not allow, addresses that may not be used, and reserved values that mean nothing
 */
function check(
  parts: EmulatorParts,
  { operation }: Route,
  request: IncomingMessage,
  body: Json = null,
): Pick<Call, "isLocal" | "scenario"> {
  const scenario: Scenario = {};
  if (operation?.requestSchema === undefined) return { isLocal: false, scenario };
  const { schemas } = parts.gaps.acceptsMore ? parts.serviceContract : parts.contract;
  const problems = findProblems(schemas.at(operation.requestSchema), body);
  if (problems.length > 0) throw invalidFields(problems);
  const isLocal = parts.access.isFromThisMachine(request);
  const addresses = parts.addressesFor(isLocal);
  const path: string[] = [];
  const visit = (value: Json): void => {
    for (const [key, item] of typeof value === "object" ? Object.entries(value ?? {}) : []) {
      path.push(key);
      visit(item);
      path.pop();
    }
    if (typeof value !== "string") return;
    const chosen = readScenario(value);
    const isAddress = parts.contract.addressProperties.has(path.at(-1) ?? "");
    const detail =
      chosen === null
        ? `Expected one of the reserved values ${scenarioNames.join(", ")}.`
        : isAddress && addresses.findObjection(value);
    if (detail) problems.push({ pointer: toPointer(path).slice(1), detail });
    Object.assign(scenario, chosen);
  };
  visit(body);
  if (problems.length > 0) throw invalidFields(problems);
  return { isLocal, scenario };
}

/**
 * Plays the gaps, and checks that nothing leaves the emulator which its contract does not allow.
 *
 * @throws {Problem} 500 where that would be, because then the emulator has a defect
 */
function finish(
  parts: EmulatorParts,
  { operation }: Route,
  { record }: Exchange,
  reply: Reply,
  refused: boolean,
): Reply {
  if (!operation) return reply;
  const assumed = responseFor(operation, reply.status)?.assumed;
  const { played, breaksContract } = parts.gaps.change(reply, {
    ...{ operation: operation.id, refused },
    ...{ url: record?.url ?? "", text: record?.body ?? "" },
    nowMs: parts.clock.now(),
  });
  const { status, mediaType, body } = reply;
  if (!breaksContract && body !== undefined) {
    // A response that plays another behaviour, or echoes what only such a one takes, is still one that the service could give.
    const isOwn = played.length === 0 && !parts.gaps.acceptsMore;
    const contract = isOwn ? parts.contract : parts.serviceContract;
    const validate = responseValidator(contract, operation.id, status, mediaType);
    if (!validate(body))
      throw defect(
        `The response is not as the contract wants it: ${JSON.stringify(validate.errors)}`,
      );
  }
  reply.headers ??= {};
  if (assumed) reply.headers["x-emulator-assumed"] = assumed;
  if (played.length > 0) {
    if (record) record.played = played;
    reply.headers["x-emulator-played"] = played.join(", ");
  }
  return reply;
}

/** The one place where what was thrown becomes a response. */
async function refuse(
  parts: EmulatorParts,
  route: Route,
  exchange: Exchange,
  error: Error,
): Promise<void> {
  const { response, record } = exchange;
  if (response.headersSent) return void response.destroy();
  const problem = toProblem(error);
  if (record) record.reason = problem.message;
  let reply = problem.toReply();
  if (route.operation) reply.status = namedFailure(route.operation, reply.status);
  try {
    reply = finish(parts, route, exchange, reply, true);
  } catch (failure) {
    // Not even the refusal is as the contract wants it.
    reply = { status: 500, mediaType: "text/plain", body: (failure as Error).message };
  }
  await parts.faults.send(exchange, reply);
}

/** The parameters of the query. */
export function queryOf({ request }: Call): URLSearchParams {
  return new URL(request.url ?? "/", "http://localhost").searchParams;
}
