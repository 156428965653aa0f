/** What a rule about gaps is. Spectral runs them, and so does `openapi-gaps lint`. */
import { asList, asObjectList, isObject, type JsonObject } from "../document/json.ts";
import { type Node, walkNodes } from "../document/walk.ts";

/** What a rule finds. */
export interface Finding {
  /** What is wrong, and what to do instead. */
  message: string;
  /** From the root of the document. */
  path: (string | number)[];
}

export interface RuleOptions {
  /** The headings of the specification. With them, every section that the document names has to be one. */
  headings?: readonly string[];
  /** The vendor extensions that the document may hold, such as `x-gap`. With them, every other is refused. */
  extensions?: readonly string[];
  /** Where each list is kept, for the messages: `docs/headings.yaml`, for instance. */
  listedIn?: { headings?: string; extensions?: string };
}

export interface Rule {
  /** Also the name of the rule's file. */
  code: string;
  /** What the rule asks, in one sentence. */
  description: string;
  /**
   * @param document as it is written, references unresolved: the resolved view replaces a reference by its
   *   target and loses what stands beside it, which is where a description or a gap may be
   */
  find(document: unknown, options: RuleOptions): Finding[];
}

/** A set of rules as Spectral takes it. */
export interface SpectralRuleset {
  rules: Record<string, SpectralRule>;
}

interface SpectralRule {
  description: string;
  message: "{{error}}";
  severity: "error";
  given: "$";
  resolved: false;
  then: { function: (document: unknown) => Finding[] };
}

/** They read every document: a rule that is bound to a format is switched off by a new version without a word. */
export function toSpectral(rules: readonly Rule[], options: RuleOptions = {}): SpectralRuleset {
  const entries = rules.map(({ code, description, find }): [string, SpectralRule] => [
    code,
    {
      description,
      message: "{{error}}",
      severity: "error",
      given: "$",
      resolved: false,
      then: { function: (document) => find(document, options) },
    },
  ]);
  return { rules: Object.fromEntries(entries) };
}

export interface FoundGap {
  entry: JsonObject;
  /** Of the entry. */
  path: string[];
  /** The object it stands on. */
  node: Node;
}

/** Yields every gap entry that is an object; what is not one is left to the rule `gap-well-formed`. */
export function* gapEntries(document: unknown): Generator<FoundGap> {
  for (const node of walkNodes(document)) {
    if (!isObject(node.value)) continue;
    for (const [index, entry] of asList(node.value["x-gap"]).entries())
      if (isObject(entry)) yield { entry, path: [...node.path, "x-gap", String(index)], node };
  }
}

/** Ids of the gaps that evidence has closed. */
export function closedGapIds(document: unknown): string[] {
  return [...walkNodes(document)].flatMap(({ value }) => {
    const verified = isObject(value) ? value["x-verified"] : undefined;
    const entries = isObject(verified) ? [verified] : asObjectList(verified);
    return entries.flatMap(({ gap }) => (typeof gap === "string" ? [gap] : []));
  });
}
