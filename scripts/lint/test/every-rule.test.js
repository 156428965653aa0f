// @ts-check
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { describeEveryRule } from "./support/every-rule.js";

const folder = join(import.meta.dirname, "..");
const settings = parse(readFileSync(join(folder, "../../.spectral.yaml"), "utf8"));

describeEveryRule({
  folder: join(folder, "rules"),
  tests: import.meta.dirname,
  readme: join(folder, "README.md"),
  isOn: (code) => settings.extends.includes(`./scripts/lint/rules/${code}.js`),
});

test("the rules about gaps are switched on", () => {
  expect(settings.extends).toContain("./scripts/lint/gap-rules.js");
});
