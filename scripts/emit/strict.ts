/** The strict copy of the contract: for tests, and for seeing what a real service does beyond its document. */
import { UserError } from "openapi-gaps";
import { isObject, type OpenApiDocument, walk } from "openapi-gaps/document";

/**
 * Copies the contract with everything closed that it leaves open by name: an undeclared property is
 * an error, and so is a value of an extensible enum that is not known. A schema `{}` stays open,
 * because it declares nothing that could be exceeded.
 *
 * The published contract stays open. What passes it and fails here is news about a gap, not a fault.
 *
 * @throws {UserError} for `allOf`, whose parts cannot be closed one by one
 */
export function strictCopy(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  copy.info["title"] = `${copy.info["title"]} (strict copy, for tests)`;
  for (const { value: node, pointer } of walk(copy)) {
    if ("allOf" in node)
      throw new UserError(
        `${pointer} uses allOf, which the strict copy cannot close part by part. List its properties in one schema.`,
      );
    if ([node["type"]].flat().includes("object") || isObject(node["properties"]))
      node["additionalProperties"] ??= false;
    if (node["x-extensible-enum"]) node["enum"] = node["x-extensible-enum"];
  }
  return copy;
}
