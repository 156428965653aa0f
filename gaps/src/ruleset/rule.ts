/** What a rule is. Spectral runs them, and so does `openapi-gaps lint`. */
import { asList, isObject, type JsonObject, type Node, type Path } from "../document/document.ts";

/** What a rule finds. */
export interface Finding {
  /** What is wrong, and what to do instead. */
  message: string;
  /** From the root of the document. */
  path: Path;
}

export interface RuleOptions {
  /** The headings of the specification. With them, every section that the document names has to be one. */
  headings?: readonly string[];
  /** The vendor extensions that the document may hold, such as `x-gap`. With them, every other is refused. */
  extensions?: readonly string[];
}

export interface Rule {
  code: string;
  /** What the rule asks, in one sentence. */
  description: string;
  /** @param nodes of the document, the document itself first; references are not followed, for a gap may stand beside one */
  find(nodes: Node[], options: RuleOptions): Finding[];
}

/** Every note that is an object, and what it stands on; what is none is left to the rule `gap-well-formed`. */
export const gapEntries = (nodes: Node[]): { entry: JsonObject; path: Path; node: Node }[] =>
  nodes.flatMap((node) =>
    [...asList(node.value["x-gap"]).entries()].flatMap(([index, entry]) =>
      isObject(entry) ? [{ entry, path: [...node.path, "x-gap", index], node }] : [],
    ),
  );
