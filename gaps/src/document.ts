/** The parts of an OpenAPI document: values, places, operations, schemas and examples. */
export { describePlace } from "./document/describe-place.ts";
export {
  asList,
  asObject,
  asObjectList,
  asObjectMap,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  resolved,
  resolvePointer,
  walk,
} from "./document/document.ts";
export { type Example, messageExamples, schemaExamples } from "./document/examples.ts";
export { methods } from "./document/walk.ts";
export {
  escapeSegment,
  parsePointer,
  type Path,
  toPointer,
  valueAt,
  valueAtPath,
} from "./document/pointer.ts";
export { isOpen } from "./document/schemas.ts";
export { type Node, walkNodes } from "./document/walk.ts";
