/** Addresses of servers, for readers that know no variables in them. */
import { asObjectMap, type JsonObject } from "openapi-gaps/document";

/**
 * Puts the default of each variable into the address, in place of the variable.
 *
 * @returns the variables
 */
export function fillServer(server: JsonObject): JsonObject[] {
  const variables = asObjectMap(server["variables"]);
  for (const [name, variable] of Object.entries(variables))
    server["url"] = String(server["url"]).replaceAll(`{${name}}`, String(variable["default"]));
  delete server["variables"];
  return Object.values(variables);
}

/** Whether nobody knows the value of the variable, so that its default leads nowhere. */
export const isPlaceholder = (variable: JsonObject): boolean => "x-gap" in variable;
