import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../support/locations.ts";
import { judgeCode } from "../code-judge.ts";

const file = "scripts/contract/strict.ts";
const code = readFileSync(join(root, file), "utf8");
const mutant = (what: string, text: string) => ({
  ...{ what: `${file}: ${what}`, file, text, room: "model" },
  tests: ["scripts/contract/test/strict.test.ts"],
  // The judge too: what another one said does not count.
  folders: ["scripts/contract", "scripts/mutation"],
});

it("catches what fails and what never ends, and lets survive what changes nothing", async () => {
  const mutants = [
    mutant("throws", `throw new Error();\n${code}`),
    mutant("never ends", `for (;;);\n${code}`),
    mutant("says more", `${code}\n// Nothing.\n`),
  ];
  const { verdicts, failing } = await judgeCode(mutants, () => {});
  expect({ verdicts, failing }).toEqual({ verdicts: [true, true, false], failing: [] });
});
