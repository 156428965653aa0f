/** Sends an answer, after a last check against the contract. */
import type { Contract } from "../contract/contract.ts";
import { type DescribedResponse, responseFor } from "../contract/operations.ts";
import type { Answer } from "../gaps/reading.ts";
import type { EmulatorParts } from "../parts.ts";
import { deliver } from "../faults/inject.ts";
import type { Exchange } from "./exchange.ts";
import { defect, type Problem, problemMediaType } from "./problem.ts";

/** Sends what the operation has yielded. */
export function sendSuccess(
  parts: EmulatorParts,
  exchange: Exchange,
  body: unknown,
): Promise<void> | void {
  const { fault, operation } = exchange;
  const status = fault?.effect === "status" ? fault.status : operation.successStatus;
  return send(parts, exchange, { status, mediaType: "application/json", body }, false);
}

/** Sends a refusal. In the strict profile it has no body, because the specification shows none. */
export function sendRefusal(
  parts: EmulatorParts,
  exchange: Exchange,
  problem: Problem,
): Promise<void> | void {
  exchange.record.reason = problem.message;
  Object.assign(exchange.headers, problem.toHeaders());
  const body = parts.profile === "strict" ? undefined : problem.toBody();
  return send(parts, exchange, { status: problem.status, mediaType: problemMediaType, body }, true);
}

function send(
  parts: EmulatorParts,
  exchange: Exchange,
  answer: Answer,
  refused: boolean,
): Promise<void> | void {
  const { operation, record, headers } = exchange;
  const assumed = responseFor(operation, answer.status)?.assumed;
  const { played, breaksContract } = parts.gaps.change(answer, {
    operation: operation.id,
    input: exchange.body,
    refused,
    requestId: record.id,
  });
  if (played.length > 0) {
    record.played = played;
    headers["x-emulator-played"] = played.join(", ");
  }
  // An answer that plays another reading is no longer the emulator's own, but still one that the service could give.
  if (!breaksContract)
    checkAnswer(played.length > 0 ? parts.serviceContract : parts.contract, exchange, answer);
  if (assumed) headers["x-emulator-assumed"] = assumed;
  if (answer.body !== undefined) headers["content-type"] = answer.mediaType;
  if (typeof answer.body === "string") return deliver(exchange, answer.status, answer.body);
  exchange.value = answer.body;
  return deliver(exchange, answer.status, JSON.stringify(answer.body));
}

/** Pointer to the schema of a body. Parameters of a media type, such as its character set, choose nothing. */
function schemaOf({ schemas }: DescribedResponse, mediaType: string): string | undefined {
  return (
    schemas.get(mediaType) ?? schemas.get(mediaType.split(";", 1)[0] ?? "") ?? schemas.get("*/*")
  );
}

/**
 * Nothing leaves the emulator that its contract does not allow.
 *
 * @throws {Problem} 500, because then the emulator has a defect
 */
function checkAnswer(contract: Contract, { operation, request }: Exchange, answer: Answer): void {
  const response = responseFor(contract.byId.get(operation.id) ?? operation, answer.status);
  const schema = response && schemaOf(response, answer.mediaType);
  if (schema === undefined) {
    if (answer.body === undefined) return;
    throw defect(
      `${request.method} ${operation.path} has no ${answer.status} with ${answer.mediaType}.`,
    );
  }
  const validate = contract.schemas.at(schema);
  if (answer.body === undefined || validate(answer.body)) return;
  throw defect(`The answer is not as the contract wants it: ${JSON.stringify(validate.errors)}`);
}
