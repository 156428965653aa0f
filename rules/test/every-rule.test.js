// @ts-check
import { join } from "node:path";
import { gaps } from "../index.js";
import { describeEveryRule } from "./support/every-rule.js";

const folder = join(import.meta.dirname, "..");
const { rules } = /** @type {{ rules: object }} */ (gaps({ headings: [], extensions: [] }));

describeEveryRule({
  folder,
  tests: import.meta.dirname,
  readme: join(folder, "README.md"),
  isOn: (code) => code in rules,
});
