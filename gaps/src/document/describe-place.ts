import { parsePointer } from "./pointer.ts";

/** A place in a document, in a reader's words. */
export function describePlace(pointer: string): string {
  const keys = parsePointer(pointer);
  const [section, second = "", third, ...rest] = keys;
  if (section === "info") return "the whole interface";
  if (section === "tags") return "a group of operations";
  if (section === "servers") return "the base address";
  if (section === "paths" || section === "webhooks") {
    const kind = section === "paths" ? "path" : "webhook";
    if (third === undefined) return `${kind} \`${second}\``;
    const operation = `\`${third.toUpperCase()}\` \`${second}\``;
    if (rest[0] === "requestBody") return `the request of ${operation}`;
    return rest[0] === "responses" && rest[1] ? `response ${rest[1]} of ${operation}` : operation;
  }
  const fields = rest.filter((_, index) => rest[index - 1] === "properties");
  if (fields.length > 0) return `field \`${fields.join(".")}\` of \`${third}\``;
  // What a member of a section of `components` is called: `request body` in `requestBodies`.
  const member = second.replace(/ies$/, "y").replace(/s$/, "");
  return `${member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} \`${third}\``;
}
