/** The preset `gaps` for Spectral: `extends: openapi-gaps/ruleset`. */
import { rulesetOf } from "./ruleset/index.ts";

/** A preset, with what the rules need to know of the document's house. */
export { rulesetOf };

export default rulesetOf("gaps");
