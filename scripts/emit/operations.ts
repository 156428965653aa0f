/** How each operation is called over HTTP, as a table that the client's methods are made of. */
import type { OpenApiDocument } from "../../gaps/src/document/document.ts";
import { type Operation, readOperations } from "./operation.ts";

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
${operations.map(renderRoute).join("\n")}
};
`;
}

function renderRoute({ id, method, path, body, required }: Operation): string {
  const fields = Object.entries(required).map(([name, type]) => `${name}: "${type}"`);
  const parts = [
    JSON.stringify(method),
    JSON.stringify(path),
    `{ ${fields.join(", ")} }`,
    ...(body ? ["true"] : []),
  ];
  return `  ${id}: [${parts.join(", ")}],`;
}
