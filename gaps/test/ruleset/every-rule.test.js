// @ts-check
import { join } from "node:path";
import { gaps } from "../../src/ruleset/index.js";
import { describeEveryRule } from "./support/every-rule.js";

const { rules } = /** @type {{ rules: object }} */ (gaps({ headings: [], extensions: [] }));

describeEveryRule({
  folder: join(import.meta.dirname, "../../src/ruleset"),
  tests: import.meta.dirname,
  readme: join(import.meta.dirname, "../../README.md"),
  isOn: (code) => code in rules,
});
