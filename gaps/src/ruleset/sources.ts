/** The preset `sources` for Spectral: `extends: openapi-gaps/ruleset/sources`. */
import { rulesetOf } from "./index.ts";

export default rulesetOf("sources");
