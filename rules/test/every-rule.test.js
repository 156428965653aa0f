// @ts-check
import { join } from "node:path";
import { describeEveryRule } from "./support/every-rule.js";

const folder = join(import.meta.dirname, "..");

describeEveryRule({ folder, tests: import.meta.dirname, readme: join(folder, "README.md") });
