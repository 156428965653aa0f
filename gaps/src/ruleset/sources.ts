/** The preset `sources` for Spectral: `extends: openapi-gaps/ruleset/sources`. */
import { type Ruleset, rulesetOf } from "../ruleset.ts";

const ruleset: Ruleset = rulesetOf("sources");
export default ruleset;
