import { gapKindFitsWords } from "../../src/ruleset/gap-kind-fits-words.ts";
import { contradiction, gap, thing, withSchema } from "./support/documents.ts";
import { describeRule } from "./support/describe-rule.ts";

const withGap = (kind: string, states: string) => withSchema({ "x-gap": [gap({ kind, states })] });
const path = [...thing, "x-gap", "0", "kind"];

describeRule(gapKindFitsWords, {
  accepts: [
    ["a silence that says what is missing", withGap("not-shown", "The fields are not shown.")],
    ["an ambiguity that names its readings", withGap("ambiguity", "It fits a list, or one item.")],
    ["an inference", withGap("inferred", "The name says so.")],
    ["a contradiction, whose claims are a list", withSchema({ "x-gap": [contradiction()] })],
  ],
  rejects: [
    [
      "an ambiguity that is a silence",
      withGap("ambiguity", "A list of inputs. Their shape is not said."),
      { path, says: /"thing-fields" is called an ambiguity.*Write kind: not-shown/ },
    ],
    [
      "a silence that misses nothing",
      withGap("not-shown", "The base address is written as a variable."),
      {
        path,
        says: /"thing-fields" is called not-shown.*Say what the specification does not show/,
      },
    ],
  ],
});
