import { isObject } from "../document/json.ts";
import type { Node } from "../document/walk.ts";

/** What is confirmed about these is one fact about the interface or a call, and not all that they hold. */
const wholes = ["document", "info", "pathItem", "operation"];

/** Whether evidence covers an object: evidence about a message is evidence about its parts. */
export const isVerified = ({ kind, value, parent }: Node): boolean =>
  (!wholes.includes(kind) && isObject(value) && "x-verified" in value) ||
  (parent !== undefined && isVerified(parent));
