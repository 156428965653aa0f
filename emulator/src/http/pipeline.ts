/** The way of every request through the emulator, in this order, for every kind of request. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HTTPMethod } from "find-my-way";
import type { Contract } from "../contract/contract.ts";
import { type FieldProblem, findProblems } from "../contract/field-problems.ts";
import type { Json } from "../contract/json.ts";
import { type Operation, responseFor } from "../contract/operations.ts";
import { type Path, toPointer } from "../contract/document.ts";
import type { Fault, FaultTarget } from "../faults/fault.ts";
import { readPreference } from "../faults/faults.ts";
import { readScenario, type Scenario, scenarioNames } from "../jobs/scenario.ts";
import type { EmulatorParts } from "../parts.ts";
import { hasBody, inNextTurn, readBody, readJson } from "./body.ts";
import { defect, invalidFields, Problem, toProblem } from "./problem.ts";
import type { Answer, Exchange } from "./reply.ts";
import { cutText, type RequestRecord } from "./request-log.ts";

/** What serves some requests. */
export interface Route {
  method: HTTPMethod;
  /** With parameters as in `/thing/:id`. */
  path: string;
  /** What the log and faults call it; null for what neither concerns. */
  target: FaultTarget | null;
  /** The operation of the contract: with it, readings of gaps apply, and the answer is checked. */
  operation?: Operation;
  /** Beside the token of an operation. @throws {Problem} for a caller that may not */
  authorise?(request: IncomingMessage): void;
  do(call: Call): Answer | Promise<Answer>;
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
  /** Where the emulator was called, for addresses in the answer: `http://127.0.0.1:4010`. */
  origin: string;
}

/** Answers a request, whatever happens. */
export async function serve(
  parts: EmulatorParts,
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
  parameters: Record<string, string> = {},
): Promise<void> {
  const { faults, publicUrl, token } = parts;
  const preferred = preferenceOf(parts, route, request);
  const exchange = { request, response, record: record(parts, route, request), preferred };
  try {
    if (faults.beforeBody(exchange)) return;
    const origin = originOf(publicUrl, request);
    if (route.operation) requireToken(request.headers.authorization, token);
    route.authorise?.(request);
    const input = await readInput(route, exchange);
    const forced = faults.beforeWork(exchange);
    if (forced === "ended") return;
    if (forced) return await faults.send(exchange, forced);
    const choice = check(parts, route, request, input.body);
    const answer = await route.do({ request, parameters, origin, ...input, ...choice });
    answer.status = faults.successStatus(exchange, answer.status);
    await faults.send(exchange, finish(parts, route, exchange, answer, false));
  } catch (error) {
    await refuse(parts, route, exchange, error as Error);
  }
}

/** What neither the log nor a fault concerns is not recorded; but a misspelt path of the API is worth seeing. */
function record(
  { requests, clock }: EmulatorParts,
  { target }: Route,
  request: IncomingMessage,
): RequestRecord | undefined {
  const isLogged = target !== null || request.url?.startsWith("/api");
  return isLogged ? requests.add(request, target, clock.now()) : undefined;
}

/** What a request to an operation asks for itself, instead of its answer. */
function preferenceOf(
  { access }: EmulatorParts,
  { operation }: Route,
  request: IncomingMessage,
): Fault | undefined {
  const { prefer } = request.headers;
  return prefer && operation && access.mayPrefer(request) ? readPreference(prefer) : undefined;
}

/** A name or an address, and a port. RFC 9110, 7.2. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * For addresses in answers: `http://127.0.0.1:4010`.
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

/** @throws {Problem} 400 for a body that is no JSON; the log has it all the same */
async function readInput(
  { operation }: Route,
  { request, record }: Exchange,
): Promise<Pick<Call, "body" | "text">> {
  const isRead = operation ? operation.requestSchema !== undefined : hasBody(request);
  if (!isRead) {
    await new Promise<void>(inNextTurn);
    return { body: undefined, text: "" };
  }
  const bytes = await readBody(request);
  const text = bytes.toString();
  if (record) record.body = cutText(text);
  return { body: readJson(bytes, text), text };
}

/**
 * Checks what the contract asks for.
 *
 * @throws {Problem} 422 for a body that is not as the contract wants it
 */
function check(
  parts: EmulatorParts,
  { operation }: Route,
  request: IncomingMessage,
  body: Json = null,
): Pick<Call, "isLocal" | "scenario"> {
  if (operation?.requestSchema === undefined) return { isLocal: false, scenario: {} };
  const contract = parts.gaps.acceptsMore ? parts.serviceContract : parts.contract;
  const problems = findProblems(contract.schemas.at(operation.requestSchema), body);
  if (problems.length > 0) throw invalidFields(problems);
  const isLocal = parts.access.isFromThisMachine(request);
  return { isLocal, scenario: checkTexts(parts, body, isLocal) };
}

/**
 * Reads the texts of a request for what no schema can say.
 *
 * @returns what they choose for the job
 * @throws {Problem} 422 for addresses that may not be used, and for reserved values that mean nothing
 */
function checkTexts(
  { contract, addressesFor }: EmulatorParts,
  body: Json,
  isLocal: boolean,
): Scenario {
  const addresses = addressesFor(isLocal);
  const scenario: Scenario = {};
  const problems: FieldProblem[] = [];
  eachText(body, (text, path) => {
    const chosen = readScenario(text);
    const property = path.findLast((key) => typeof key === "string") ?? "";
    const objection = contract.addressProperties.has(property) && addresses.findObjection(text);
    const detail =
      chosen === null
        ? `Expected one of the reserved values ${scenarioNames.join(", ")}.`
        : objection;
    if (detail) problems.push({ pointer: toPointer(path).slice(1), detail });
    if (chosen) Object.assign(scenario, chosen);
  });
  if (problems.length > 0) throw invalidFields(problems);
  return scenario;
}

/** Calls back for each text of a value, with the keys and indexes that lead to it, which change afterwards. */
function eachText(value: Json, visit: (text: string, path: Path) => void, path: Path = []): void {
  if (typeof value === "string") visit(value, path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    path.push(Array.isArray(value) ? Number(key) : key);
    eachText(item, visit, path);
    path.pop();
  }
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
  answer: Answer,
  refused: boolean,
): Answer {
  if (!operation) return answer;
  const assumed = responseFor(operation, answer.status)?.assumed;
  const exchanged = { operation: operation.id, refused, requestId: record?.id ?? 0 };
  const { played, breaksContract } = parts.gaps.change(answer, exchanged);
  // An answer that plays another reading is no longer the emulator's own, but still one that the service could give.
  const contract = played.length > 0 ? parts.serviceContract : parts.contract;
  if (!breaksContract) checkAnswer(contract, operation, answer);
  if (assumed) answer.headers = { ...answer.headers, "x-emulator-assumed": assumed };
  if (played.length > 0) {
    if (record) record.played = played;
    answer.headers = { ...answer.headers, "x-emulator-played": played.join(", ") };
  }
  return answer;
}

/** @throws {Problem} 500 for an answer that the contract does not allow */
function checkAnswer(
  { byId, schemas }: Contract,
  { id }: Operation,
  { status, mediaType = "", body }: Answer,
): void {
  if (body === undefined) return;
  const operation = byId.get(id) as Operation;
  const { schemas: byMediaType } = responseFor(operation, status) ?? {};
  // Parameters of a media type, such as its character set, choose nothing.
  const [essence = ""] = mediaType.split(";", 1);
  const schema = byMediaType?.get(essence) ?? byMediaType?.get("*/*");
  if (schema === undefined) throw defect(`${id} has no ${status} with ${mediaType}.`);
  const validate = schemas.at(schema);
  if (!validate(body))
    throw defect(`The answer is not as the contract wants it: ${JSON.stringify(validate.errors)}`);
}

/** The one place where what was thrown becomes an answer. */
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
  let answer = problem.toAnswer();
  try {
    answer = finish(parts, route, exchange, answer, true);
  } catch (failure) {
    // Not even the refusal is as the contract wants it.
    answer = { status: 500, mediaType: "text/plain", body: (failure as Error).message };
  }
  await parts.faults.send(exchange, answer);
}

/** The parameters of the query. */
export function queryOf({ request }: Call): URLSearchParams {
  return new URL(request.url ?? "/", "http://localhost").searchParams;
}
