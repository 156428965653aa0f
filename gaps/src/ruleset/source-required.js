// @ts-check
import { truthy } from "@stoplight/spectral-functions";
import { defineRule } from "./support/define-rule.js";
import { methods } from "./support/grammar.js";

export default defineRule("source-required", {
  description: "Operations and component schemas name the sections they come from.",
  message:
    'Add x-source: a list of the headings this comes from, for instance ["3. Create HP job"]. What no section supports does not belong in the contract.',
  given: [`$.paths[*][${methods.join(",")}]`, "$.components.schemas[?(!@['$ref'])]"],
  then: { field: "x-source", function: truthy },
});
