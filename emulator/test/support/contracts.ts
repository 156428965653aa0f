/** The two contracts and their schemas, as the tests look at them. */
import { type Contract, loadContract } from "../../src/contract/contract.ts";
import { asObject, resolved } from "openapi-gaps/document";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { responseFor } from "../../src/contract/operations.ts";
import type { OperationId } from "../../../generated/names.ts";

export const service = loadContract("service");
export const emulated = loadContract("emulator");

/** A schema with its references followed. Fields that stand beside one as well are those of the reference, which narrows them. */
export function dereference(schema: Json): JsonObject {
  const { $ref } = asObject(schema);
  const found = resolved(emulated.document, asObject(schema));
  const { properties } = $ref === undefined ? {} : resolved(emulated.document, { $ref });
  return properties === undefined ? found : { ...found, properties };
}

/** What is wrong with a response body by a contract; nothing when it is valid. */
export function findFault(
  contract: Contract,
  operationId: OperationId,
  response: { status: number; mediaType: string; body: unknown },
): string | undefined {
  const operation = contract.byId.get(operationId);
  const described = operation && responseFor(operation, response.status);
  if (!described) return `${operationId} has no response ${response.status}`;
  const pointer = described.schemas.get(response.mediaType) ?? described.schemas.get("*/*");
  if (pointer === undefined) return `${response.status} has no body of ${response.mediaType}`;
  const validate = contract.schemas.at(pointer);
  return validate(response.body) ? undefined : JSON.stringify(validate.errors);
}
