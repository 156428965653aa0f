/** How each operation is called over HTTP, as a table that the client's methods are made of. */
import {
  asList,
  asObjectMap,
  type JsonObject,
  type OpenApiDocument,
  resolved,
} from "../contract/document.ts";
import { type Operation, readOperations } from "./operation.ts";

/** Field that names a job. A success without it is worthless: the job could not be found again. */
const jobIdField = "job_id";

/**
 * `generated/operations.ts`: how each operation is called over HTTP.
 *
 * @throws {Error} for an operation that the client could not call: parameters outside the path,
 *   bodies that are not JSON
 */
export function generateOperations(document: OpenApiDocument): string {
  const operations = readOperations(document);
  return `/**
 * Routes of the Video Generation Service, generated from its contract. Do not edit: run npm run generate.
 */
import type { OperationMethods } from "./methods.ts";

/** How an operation is called over HTTP. */
export type OperationRoute = readonly [
  method: string,
  /** Path template, to be appended to the base address. Its placeholders are the first arguments. */
  path: string,
  required: RequiredFields,
  /** Whether the argument after the path parameters is a JSON body. */
  hasBody?: boolean,
];

/**
 * Fields without which a success is worthless, and their types: the identifier of a job, or the
 * lists of an answer that names none.
 */
export type RequiredFields = { readonly [field: string]: "string" | "array" };

/** The route of each operation. */
export const operationRoutes: Record<keyof OperationMethods<unknown>, OperationRoute> = {
${operations.map((operation) => renderRoute(document, operation)).join("\n")}
};
`;
}

function renderRoute(document: OpenApiDocument, operation: Operation): string {
  const { id, method, path, body, result } = operation;
  const parts = [
    JSON.stringify(method),
    JSON.stringify(path),
    renderRequired(document, resolved(document, result)),
    ...(body ? ["true"] : []),
  ];
  return `  ${id}: [${parts.join(", ")}],`;
}

/**
 * Of an answer that names a job, nothing but the name: a receipt is worth keeping, whatever else it
 * lacks. Of any other, the required lists.
 */
function renderRequired(document: OpenApiDocument, result: JsonObject): string {
  const required = asList(result["required"]).map(String);
  if (required.includes(jobIdField)) return `{ ${jobIdField}: "string" }`;
  const properties = asObjectMap(result["properties"]);
  const lists = required.filter(
    (name) => resolved(document, properties[name] ?? {})["type"] === "array",
  );
  return `{ ${lists.map((name) => `${name}: "array"`).join(", ")} }`;
}
