/** The parts of an OpenAPI document: values, places, operations, schemas and examples. */
export * from "./document/document.ts";
export { acceptsAnything, isOpen } from "./document/schemas.ts";
