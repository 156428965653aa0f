/** What an operation is called with in an example: the contract's own values. */
import {
  asList,
  asObject,
  asObjectMap,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../../gaps/src/document/document.ts";
import { jsonMediaOf } from "../../gaps/src/document/message.ts";
import type { Operation } from "./operation.ts";

/** Path parameters in their order, then the body; `undefined` where the contract has no example. */
export function exampleArguments(document: OpenApiDocument, operation: Operation): unknown[] {
  const { parameters, node } = operation;
  const values = parameters.map((parameter) =>
    exampleValue(document, resolved(document, schemaOf(parameter)), parameter),
  );
  if (operation.body) {
    const body = resolved(document, asObject(node["requestBody"]));
    values.push(exampleValue(document, resolved(document, operation.body), jsonMediaOf(body)));
  }
  return values;
}

export function schemaOf(parameter: JsonObject): JsonObject {
  return asObject(parameter["schema"]);
}

function exampleValue(document: OpenApiDocument, schema: JsonObject, holder: JsonObject): unknown {
  if ("example" in holder) return holder["example"];
  const [named] = Object.values(asObjectMap(holder["examples"]));
  if (named) return resolved(document, named)["value"];
  return asList(schema["examples"])[0];
}
