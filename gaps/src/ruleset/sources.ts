/** The preset `sources` for Spectral: `extends: openapi-gaps/ruleset/sources`. */
import { rulesetOf } from "../ruleset.ts";

export default rulesetOf("sources");
