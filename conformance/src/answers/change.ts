/** What becomes of one object of the contract, once a question has been answered. */
import type { JsonObject, OpenApiDocument } from "../../../gaps/src/document/document.ts";
import type { Gap } from "../../../gaps/src/notes/gaps.ts";

export interface Change {
  /** JSON pointer of the object. */
  pointer: string;
  update: JsonObject;
  /** Keys that are taken away, because an overlay can only add to them. */
  remove?: string[];
}

export interface Place {
  document: OpenApiDocument;
  gap: Gap;
  /** What the gap stands on. */
  node: JsonObject;
}
