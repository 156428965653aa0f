import type { RulesetDefinition } from "@stoplight/spectral-core";

export interface GapOptions {
  /** The headings of the specification. With them, every section that the document names has to be one. */
  headings?: readonly string[];
  /** The vendor extensions that the document may hold, such as `x-gap`. With them, every other is refused. */
  extensions?: readonly string[];
  /** Where each list is kept, for the messages: `docs/headings.yaml`, for instance. */
  listedIn?: { headings?: string; extensions?: string };
}

/** The rules, with what they need to know of the document's house. */
export declare function gaps(options?: GapOptions): RulesetDefinition;

/** The rules that need to know nothing else. */
declare const ruleset: RulesetDefinition;
export default ruleset;
