// @ts-check
import { defineRule } from "./support/define-rule.js";
import { gapsOf } from "./support/gaps.js";

const silence = /\bnot (said|shown|mentioned|described|stated|specified)\b/i;
const absence = /\b(no|none|not|nothing|never|neither|nor|without)\b/i;

export default defineRule("gap-kind-fits-words", {
  description: "What a gap says of the specification is what its kind means.",
  then: { function: findContradictedKinds },
});

/** @param {unknown} document */
function findContradictedKinds(document) {
  return [...gapsOf(document)].flatMap(({ entry: { id, kind, states }, path }) => {
    if (typeof states !== "string") return [];
    const at = [...path, "kind"];
    if (kind === "ambiguity" && silence.test(states)) {
      return [
        {
          message: `The gap "${id}" is called an ambiguity, and says that something is not said. Write kind: not-shown, or say which readings the words allow.`,
          path: at,
        },
      ];
    }
    if (kind === "not-shown" && !absence.test(states)) {
      return [
        {
          message: `The gap "${id}" is called not-shown, and does not say what is missing. Say what the specification does not show, or write another kind.`,
          path: at,
        },
      ];
    }
    return [];
  });
}
