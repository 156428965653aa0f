/** What is sent: the examples of the contract, or what the user has put in their place. */
import {
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../scripts/contract/document.ts";
import { InputError } from "../input-error.ts";
import { operationsOf } from "../operations.ts";

/** Request bodies by the name of their example. */
export type Inputs = Map<string, JsonObject>;

/**
 * @param overrides bodies to send instead, by the name of the example
 * @throws {InputError} for a name that is none of an example
 */
export function readInputs(document: OpenApiDocument, overrides: JsonObject = {}): Inputs {
  const inputs: Inputs = new Map();
  for (const { node } of operationsOf(document)) {
    const body = node["requestBody"] as JsonObject | undefined;
    const content = (body?.["content"] ?? {}) as { [type: string]: JsonObject };
    const examples = content["application/json"]?.["examples"] as
      { [name: string]: JsonObject } | undefined;
    for (const [name, example] of Object.entries(examples ?? {})) {
      const target = resolvePointer(document, String(example["$ref"]));
      inputs.set(name, target["value"] as JsonObject);
    }
  }
  for (const [name, value] of Object.entries(overrides)) {
    if (!inputs.has(name)) {
      throw new InputError(
        `There is no request ${name}. Use the names ${[...inputs.keys()].join(", ")}.`,
      );
    }
    inputs.set(name, value as JsonObject);
  }
  return inputs;
}
