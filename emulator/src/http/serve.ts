/** Serves a request to an operation of the contract: what is checked, done and sent, in this order. */
import { describeErrors, type FieldProblem } from "../contract/field-problems.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { listTexts, visitTexts } from "../contract/texts.ts";
import { readScenario, scenarioNames } from "../jobs/scenario.ts";
import type { EmulatorParts } from "../parts.ts";
import { deliver, injectBeforeBody, injectBeforeWork } from "../faults/inject.ts";
import { authorize } from "./authorize.ts";
import type { Exchange } from "./exchange.ts";
import { handlers } from "./handlers.ts";
import { originOf } from "./origin.ts";
import { invalidFields, toProblem } from "./problem.ts";
import { readBody } from "./read-body.ts";
import { readJson } from "./read-json.ts";
import { cutText } from "./request-log.ts";
import { sendInjected, sendRefusal, sendSuccess } from "./send.ts";

/** Answers a request, whatever happens. */
export async function serve(parts: EmulatorParts, exchange: Exchange): Promise<void> {
  const { operation, request } = exchange;
  try {
    if (injectBeforeBody(exchange)) return;
    authorize(request.headers.authorization, parts.token);
    if (operation.requestSchema !== undefined) exchange.body = await readInput(exchange);
    const injected = exchange.fault && injectBeforeWork(exchange);
    if (injected === true) return;
    if (injected) return await sendInjected(parts, exchange, injected);
    const result = await handlers[operation.id]({
      parts,
      operation,
      body: checkInput(parts, exchange),
      pathParameters: exchange.pathParameters,
      origin: originOf(parts, request),
    });
    await sendSuccess(parts, exchange, result);
  } catch (error) {
    await refuse(parts, exchange, error as Error);
  }
}

/** @throws {Problem} 413, 415, or 400 for a body that is no JSON */
async function readInput({ request, record }: Exchange): Promise<Json> {
  const bytes = await readBody(request);
  const text = bytes.toString();
  record.body = cutText(text);
  return readJson(bytes, text);
}

/**
 * The request body; an empty object when the operation takes none.
 *
 * @throws {Problem} 422 for a body that is not as the contract wants it
 */
function checkInput(parts: EmulatorParts, { operation, body }: Exchange): JsonObject {
  if (operation.requestSchema === undefined || body === undefined) return {};
  const contract = parts.gaps.acceptsMore ? parts.serviceContract : parts.contract;
  const validate = contract.schemas.at(operation.requestSchema);
  if (!validate(body)) throw invalidFields(describeErrors(validate.errors ?? []));
  const problems = parts.profile === "strict" ? [] : checkTexts(parts, body);
  if (problems.length > 0) throw invalidFields(problems);
  return body as JsonObject;
}

/** What no schema can say: addresses that lead to private hosts, and reserved values that mean nothing. */
function checkTexts({ contract, addresses }: EmulatorParts, body: Json): FieldProblem[] {
  const findObjection = (text: string, property: string): string | undefined => {
    if (readScenario(text) === null)
      return `Expected one of the reserved values ${scenarioNames.join(", ")}.`;
    return contract.addressProperties.has(property) ? addresses.findObjection(text) : undefined;
  };
  let isObjectionable = false;
  visitTexts(body, (text, property) => {
    isObjectionable ||= findObjection(text, property) !== undefined;
  });
  if (!isObjectionable) return [];
  return listTexts(body).flatMap(({ text, property, pointer }) => {
    const detail = findObjection(text, property);
    return detail === undefined ? [] : [{ pointer, detail }];
  });
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
