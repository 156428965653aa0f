import { gapEntries, type Rule } from "./rule.ts";

const silence = /\bnot (?:said|shown|mentioned|described|stated|specified)\b/i;
const absence = /\b(?:no|none|not|nothing|never|neither|nor|without)\b/i;

export const gapKindFitsWords: Rule = {
  code: "gap-kind-fits-words",
  description: "What a gap says of the specification is what its kind means.",
  find: (document) =>
    [...gapEntries(document)].flatMap(({ entry: { id, kind, states }, path }) => {
      if (typeof states !== "string") return [];
      const at = [...path, "kind"];
      if (kind === "ambiguity" && silence.test(states))
        return [
          {
            message: `The gap "${String(id)}" is called an ambiguity, and says that something is not said. Write kind: not-shown, or say which readings the words allow.`,
            path: at,
          },
        ];
      if (kind === "not-shown" && !absence.test(states))
        return [
          {
            message: `The gap "${String(id)}" is called not-shown, and does not say what is missing. Say what the specification does not show, or write another kind.`,
            path: at,
          },
        ];
      return [];
    }),
};
