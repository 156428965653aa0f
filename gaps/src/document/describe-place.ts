import { parsePointer } from "./pointer.ts";

/** A pointer into the bundle in a reader's words. */
export function describePlace(pointer: string): string {
  const keys = parsePointer(pointer);
  const name = (index: number) => `\`${keys[index] ?? ""}\``;
  if (keys[0] === "info") return "the whole interface";
  if (keys[0] === "tags") return "a group of operations";
  if (keys[0] === "servers") return "the base address";
  if (keys[0] === "paths")
    return keys[2] ? `\`${keys[2].toUpperCase()}\` ${name(1)}` : `path ${name(1)}`;
  if (keys[1] === "securitySchemes") return "the access token";
  if (keys[1] === "responses") return "every response that is not a success";
  if (keys[3] === "properties") return `field ${name(4)} of ${name(2)}`;
  if (keys[1] === "examples") return `example ${name(2)}`;
  return `schema ${name(2)}`;
}
