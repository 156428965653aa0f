// @ts-check
import { join } from "node:path";
import { describeEveryRule } from "../../../rules/test/support/every-rule.js";

const folder = join(import.meta.dirname, "..");

describeEveryRule({
  folder: join(folder, "rules"),
  tests: import.meta.dirname,
  readme: join(folder, "README.md"),
});
