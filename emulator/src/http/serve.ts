/** Serves a request to an operation of the contract: what is checked, done and sent, in this order. */
import { findProblems } from "../contract/field-problems.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { listTexts, visitTexts } from "../contract/texts.ts";
import { readScenario, type Scenario, scenarioNames } from "../jobs/scenario.ts";
import type { EmulatorParts } from "../parts.ts";
import { deliver, injectBeforeBody, injectBeforeWork } from "../faults/inject.ts";
import { inNextTurn } from "../time/next-turn.ts";
import { authorize } from "./authorize.ts";
import type { Exchange } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { originOf } from "./origin.ts";
import { invalidFields, toProblem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { readJson } from "./read-json.ts";
import { cutText } from "./request-log.ts";
import { sendRefusal, sendSuccess } from "./send.ts";

/** Answers a request, whatever happens. */
export async function serve(parts: EmulatorParts, exchange: Exchange): Promise<void> {
  const { operation, request } = exchange;
  try {
    if (injectBeforeBody(exchange)) return;
    authorize(request.headers.authorization, parts.token);
    if (operation.requestSchema !== undefined) keepInput(exchange, await readBody(request));
    else await new Promise<void>(inNextTurn);
    if (exchange.fault && (await injectBeforeWork(exchange))) return;
    const { body, scenario } = checkInput(parts, exchange);
    const { text = "", pathParameters } = exchange;
    const origin = originOf(parts, request);
    const call = { parts, operation, body, text, scenario, pathParameters, origin };
    const result = await handlers[operation.id](call);
    const sent = sendSuccess(parts, exchange, result);
    // Mostly it is sent by now.
    if (sent) await sent;
  } catch (error) {
    await refuse(parts, exchange, error as Error);
  }
}

/** @throws {Problem} 400 for a body that is no JSON; the log has it all the same */
function keepInput(exchange: Exchange, bytes: Buffer): void {
  exchange.text = bytes.toString();
  exchange.record.body = cutText(exchange.text);
  exchange.body = readJson(bytes, exchange.text);
}

/**
 * The request body, an empty object when the operation takes none; and what it chooses for its job.
 *
 * @throws {Problem} 422 for a body that is not as the contract wants it
 */
function checkInput(
  parts: EmulatorParts,
  { operation, body }: Exchange,
): { body: JsonObject; scenario: Scenario } {
  if (operation.requestSchema === undefined || body === undefined)
    return { body: {}, scenario: {} };
  const contract = parts.gaps.acceptsMore ? parts.serviceContract : parts.contract;
  const problems = findProblems(contract.schemas.at(operation.requestSchema), body);
  if (problems.length > 0) throw invalidFields(problems);
  const scenario = parts.profile === "strict" ? {} : checkTexts(parts, body);
  return { body: body as JsonObject, scenario };
}

/**
 * Reads the texts of a request, all at once, for what no schema can say.
 *
 * @returns what they choose for the job
 * @throws {Problem} 422 for addresses that lead to private hosts, and for reserved values that mean nothing
 */
function checkTexts({ contract, addresses }: EmulatorParts, body: Json): Scenario {
  const scenario: Scenario = {};
  const findObjection = (text: string, property: string): string | undefined => {
    const chosen = readScenario(text);
    if (chosen === null) return `Expected one of the reserved values ${scenarioNames.join(", ")}.`;
    if (chosen) Object.assign(scenario, chosen);
    return contract.addressProperties.has(property) ? addresses.findObjection(text) : undefined;
  };
  let isObjectionable = false;
  visitTexts(body, (text, property) => {
    if (findObjection(text, property) !== undefined) isObjectionable = true;
  });
  if (!isObjectionable) return scenario;
  throw invalidFields(
    listTexts(body).flatMap(({ text, property, pointer }) => {
      const detail = findObjection(text, property);
      return detail === undefined ? [] : [{ pointer, detail }];
    }),
  );
}

async function refuse(parts: EmulatorParts, exchange: Exchange, error: Error): Promise<void> {
  const problem = toProblem(error);
  try {
    await sendRefusal(parts, exchange, problem);
  } catch (failure) {
    // Not even the refusal is as the contract wants it.
    exchange.headers["content-type"] = "text/plain";
    await deliver(exchange, 500, (failure as Error).message);
  }
}
