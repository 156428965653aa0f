/** How each operation is called over HTTP, as the table that the TypeScript client's methods are made of. */
import { banner } from "../model/banner.ts";
import type { Model } from "../model/model.ts";
import type { Operation } from "../model/operations.ts";

/** `generated/operations.ts` */
export function renderRoutes({ operations }: Model): string {
  return `/** Routes of the Video Generation Service. ${banner} */
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
 * lists of a response that names none.
 */
export type RequiredFields = { readonly [field: string]: "string" | "array" };

/** The route of each operation. */
export const operationRoutes: Record<keyof OperationMethods<unknown>, OperationRoute> = {
${operations.map(renderRoute).join("\n")}
};
`;
}

function renderRoute({ id, method, path, body, required }: Operation): string {
  const fields = Object.entries(required).map(([name, type]) => `${propertyName(name)}: "${type}"`);
  const parts = [
    JSON.stringify(method),
    JSON.stringify(path),
    `{ ${fields.join(", ")} }`,
    ...(body ? ["true"] : []),
  ];
  return `  ${id}: [${parts.join(", ")}],`;
}

const propertyName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
