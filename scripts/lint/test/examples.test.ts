import { expect, it } from "vitest";
// while variables-or-customizations is open
import { messageExamples } from "../../../gaps/src/document/examples.ts";
import { validatorOf } from "../../../test/support/contract.ts";
// end
import { contract } from "../../../test/support/contract.ts";
import { exampleProblems } from "../example-problems.ts";

it("the examples are valid, also in the strict copy, complete, and show every case", () => {
  expect(exampleProblems(contract)).toEqual([]);
});

// while variables-or-customizations is open
it("both names for the segments of an HP job at once are accepted, because nothing forbids it", () => {
  const requests = messageExamples(contract)
    .filter(({ schema }) => schema.includes("/requestBody/"))
    .map(({ value }) => value as Record<string, unknown>);
  const job = requests.find((request) => "variables" in request);
  const validate = validatorOf(contract)("#/components/schemas/HpJobInput");
  expect(validate({ ...job, customizations: job?.["variables"] })).toBe(true);
});
// end
