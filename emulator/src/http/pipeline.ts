/** The way of every request through the emulator, in this order, for every kind of request. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { HTTPMethod } from "find-my-way";
import type { Contract } from "../contract/contract.ts";
import { type FieldProblem, findProblems } from "../contract/field-problems.ts";
import type { Json } from "../contract/json.ts";
import { type Operation, responseFor } from "../contract/operations.ts";
import { eachText, toPointer } from "../contract/document.ts";
import type { FaultEffect, FaultTarget } from "../faults/fault.ts";
import { Injection, readPreference } from "../faults/faults.ts";
import type { ReadableAnswer } from "../gaps/reading.ts";
import { readScenario, type Scenario, scenarioNames } from "../jobs/scenario.ts";
import type { EmulatorParts } from "../parts.ts";
import { hasBody, inNextTurn, readBody, readJson } from "./body.ts";
import { defect, invalidFields, Problem, toProblem } from "./problem.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./reply.ts";
import { cutText } from "./request-log.ts";

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
  const exchange = record(parts, route, request, response);
  const preferred = preferenceOf(parts, route, request);
  const injection = new Injection(exchange, parts.faults, route.target, preferred);
  const input: Input = { body: undefined, text: "" };
  const send = (answer: Answer, isRefusal: boolean) =>
    injection.send(
      route.operation
        ? finish(parts, route.operation, exchange, input.body, answer, isRefusal)
        : answer,
    );
  try {
    if (injection.beforeBody()) return;
    requireOneHost(request);
    if (route.operation) requireToken(request.headers.authorization, parts.token);
    route.authorise?.(request);
    const readsBody = route.operation ? route.operation.requestSchema : hasBody(request);
    await (readsBody ? readInput(exchange, input) : new Promise<void>(inNextTurn));
    const forced = injection.beforeWork();
    if (forced === "ended") return;
    if (forced) return await injection.send(forced);
    const answer = await route.do(check(parts, route, exchange, input, parameters));
    await send({ ...answer, status: injection.successStatus(answer.status) }, false);
  } catch (error) {
    await refuse(exchange, injection, error as Error, (answer) => send(answer, true));
  }
}

interface Input {
  body: Json | undefined;
  text: string;
}

/** What neither the log nor a fault concerns is not recorded; but a misspelt path of the API is worth seeing. */
function record(
  { requests: log, clock }: EmulatorParts,
  { target }: Route,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const isLogged = target !== null || request.url?.startsWith("/api");
  return {
    request,
    response,
    log,
    record: isLogged ? log.add(request, target, clock.now()) : undefined,
  };
}

/** What a request to an operation asks for itself, instead of its answer. */
function preferenceOf(
  { access }: EmulatorParts,
  { operation }: Route,
  request: IncomingMessage,
): FaultEffect | undefined {
  const { prefer } = request.headers;
  return prefer && operation && access.mayPrefer(request) ? readPreference(prefer) : undefined;
}

/** @throws {Problem} 400 when the header `Host` is there twice: Node would take the first. RFC 9112, 3.2 */
function requireOneHost({ rawHeaders }: IncomingMessage): void {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  if (count > 1) throw malformedHost("is there twice");
}

function malformedHost(reason: string): Problem {
  return new Problem("malformed_request", `The header Host ${reason}. Send the one that you call.`);
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
async function readInput({ request, record: logged }: Exchange, input: Input): Promise<void> {
  const bytes = await readBody(request);
  input.text = bytes.toString();
  if (logged) logged.body = cutText(input.text);
  input.body = readJson(bytes, input.text);
}

/**
 * Checks what the contract asks for.
 *
 * @throws {Problem} 422 for a body that is not as the contract wants it, 400 for an invalid host
 */
function check(
  parts: EmulatorParts,
  { operation }: Route,
  { request }: Exchange,
  { body, text }: Input,
  parameters: Record<string, string>,
): Call {
  let isLocal = false;
  let scenario: Scenario = {};
  if (operation?.requestSchema !== undefined && body !== undefined) {
    const contract = parts.gaps.acceptsMore ? parts.serviceContract : parts.contract;
    const problems = findProblems(contract.schemas.at(operation.requestSchema), body);
    if (problems.length > 0) throw invalidFields(problems);
    isLocal = parts.access.isFromThisMachine(request);
    scenario = checkTexts(parts, body, isLocal);
  }
  return {
    request,
    parameters,
    body,
    text,
    scenario,
    isLocal,
    origin: originOf(parts.publicUrl, request),
  };
}

/** A name or an address, and a port. RFC 9110, 7.2. */
const hostForm = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * For addresses in answers: `http://127.0.0.1:4010`.
 *
 * @param publicUrl stands for it, unless it is null
 * @throws {Problem} 400 when the header `Host` is not valid: it would be a part of them
 */
function originOf(publicUrl: string | null, { headers, socket }: IncomingMessage): string {
  if (publicUrl !== null) return publicUrl;
  const scheme = "encrypted" in socket ? "https" : "http";
  const host = headers.host || `127.0.0.1:${socket.localPort}`;
  if (hostForm.test(host) && URL.canParse(`http://${host}`)) return `${scheme}://${host}`;
  throw malformedHost("is no name or address with a port");
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

/** Plays the gaps, and checks that nothing leaves the emulator which its contract does not allow. */
function finish(
  parts: EmulatorParts,
  operation: Operation,
  { record: logged }: Exchange,
  input: Json | undefined,
  { status, mediaType = "application/json", body, headers = {} }: Answer,
  refused: boolean,
): Answer {
  const assumed = responseFor(operation, status)?.assumed;
  const answer: ReadableAnswer = { status, mediaType, body };
  const exchanged = { operation: operation.id, input, refused, requestId: logged?.id ?? 0 };
  const { played, breaksContract } = parts.gaps.change(answer, exchanged);
  if (logged && played.length > 0) logged.played = played;
  // An answer that plays another reading is no longer the emulator's own, but still one that the service could give.
  if (!breaksContract)
    checkAnswer(played.length > 0 ? parts.serviceContract : parts.contract, operation, answer);
  return {
    ...answer,
    mediaType: answer.body === undefined ? undefined : answer.mediaType,
    headers: {
      ...headers,
      ...(played.length > 0 && { "x-emulator-played": played.join(", ") }),
      ...(assumed && { "x-emulator-assumed": assumed }),
    },
  };
}

/** @throws {Problem} 500, because then the emulator has a defect */
function checkAnswer(contract: Contract, operation: Operation, answer: ReadableAnswer): void {
  const { status, mediaType, body } = answer;
  const { schemas } = responseFor(contract.byId.get(operation.id) ?? operation, status) ?? {};
  // Parameters of a media type, such as its character set, choose nothing.
  const [essence = ""] = mediaType.split(";", 1);
  const schema = schemas?.get(mediaType) ?? schemas?.get(essence) ?? schemas?.get("*/*");
  if (body === undefined) return;
  if (schema === undefined)
    throw defect(`${operation.method} ${operation.path} has no ${status} with ${mediaType}.`);
  const validate = contract.schemas.at(schema);
  if (!validate(body))
    throw defect(`The answer is not as the contract wants it: ${JSON.stringify(validate.errors)}`);
}

/** The one place where what was thrown becomes an answer. */
async function refuse(
  { response, record: logged }: Exchange,
  injection: Injection,
  error: Error,
  send: (answer: Answer) => Promise<void>,
): Promise<void> {
  if (response.headersSent) return void response.destroy();
  const problem = toProblem(error);
  if (logged) logged.reason = problem.message;
  try {
    await send(problem.toAnswer());
  } catch (failure) {
    // Not even the refusal is as the contract wants it.
    const body = (failure as Error).message;
    await injection.send({ status: 500, mediaType: "text/plain", body });
  }
}

/** The parameters of the query. */
export function queryOf({ request }: Call): URLSearchParams {
  return new URL(request.url ?? "/", "http://localhost").searchParams;
}
