/** A contract with one thing wrong in it. */
import type { JsonObject, OpenApiDocument } from "../../../../gaps/src/document/document.ts";

export const mutantKinds = [
  "field",
  "required mark",
  "type",
  "value",
  "operation",
  "path",
  "security",
  "status key",
  "example",
  "gap",
  "invention",
] as const;

export type MutantKind = (typeof mutantKinds)[number];

export interface Mutant {
  kind: MutantKind;
  /** What was done, and where: unique, and the same in every run. */
  what: string;
  /** The mutant itself: made anew at each call, because there are a thousand of them. */
  document: () => OpenApiDocument;
}

/** One way to change a node. */
export interface Mutation {
  /** What is done, without the place. */
  what: string;
  /** @param node the node in a copy of the contract */
  change: (node: JsonObject) => unknown;
}
