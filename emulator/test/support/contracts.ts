/** The two contracts and their schemas, as the tests look at them. */
import { type Contract, loadContract } from "../../src/contract/contract.ts";
import { isObject, resolvePointer } from "../../src/contract/document.ts";
import { asObject } from "openapi-gaps/document";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { responseFor } from "../../src/contract/operations.ts";
import type { OperationId } from "../../src/service/names.ts";

export const service = loadContract("service");
export const emulated = loadContract("emulator");

/** A schema with its references followed, up to the first that is no reference. */
export function dereference(schema: Json, { document }: Contract = emulated): JsonObject {
  if (!isObject(schema)) throw new Error("This is no schema");
  const { $ref, ...own } = schema;
  if ($ref === undefined) return schema;
  return narrowed(dereference(resolvePointer(document, String($ref))), own);
}

/** A schema with what stands beside the reference to it: a value has to keep both. */
function narrowed(schema: JsonObject, own: JsonObject): JsonObject {
  const rule = asObject(schema["additionalProperties"]);
  const properties = asObject(schema["properties"]);
  const both = Object.entries(asObject(own["properties"])).map(([name, field]) => [
    name,
    narrowed(asObject(properties[name] ?? rule), asObject(field)),
  ]);
  const required = new Set([schema["required"] ?? [], own["required"] ?? []].flat());
  return {
    ...schema,
    ...own,
    ...(both.length > 0 ? { properties: { ...properties, ...Object.fromEntries(both) } } : {}),
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
}

/** What is wrong with a response body by a contract; nothing when it is valid. */
export function findFault(
  contract: Contract,
  operationId: OperationId,
  response: { status: number; mediaType: string; body: unknown },
): string | undefined {
  const operation = contract.operations.find(({ id }) => id === operationId);
  const described = operation && responseFor(operation, response.status);
  if (!described) return `${operationId} has no response ${response.status}`;
  const pointer = described.schemas.get(response.mediaType) ?? described.schemas.get("*/*");
  if (pointer === undefined) return `${response.status} has no body of ${response.mediaType}`;
  const validate = contract.schemas.at(pointer);
  return validate(response.body) ? undefined : JSON.stringify(validate.errors);
}
