/** The parts of an OpenAPI document: values, places, operations, schemas and examples. */
export { describePlace } from "./document/describe-place.ts";
export * from "./document/document.ts";
export * from "./document/examples.ts";
export * from "./document/pointer.ts";
export { isOpen } from "./document/schemas.ts";
export { methods, type Node, walkNodes } from "./document/walk.ts";
