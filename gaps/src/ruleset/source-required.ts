import { isObject } from "../document/json.ts";
import { walkNodes } from "../document/walk.ts";
import type { Rule } from "./rule.ts";

export const sourceRequired: Rule = {
  code: "source-required",
  description: "Operations and component schemas name the sections they come from.",
  find: (document) =>
    [...walkNodes(document, "operation", "schema")]
      .filter(({ kind, role }) => kind === "operation" || role === "schemas")
      .filter(({ value }) => isObject(value) && !("$ref" in value) && !value["x-source"])
      .map(({ path }) => ({
        message:
          'Add x-source: a list of the headings this comes from, for instance ["Loans"]. What no section supports does not belong in the contract.',
        path,
      })),
};
