import { expect, it } from "vitest";
import { contract, validatorOf } from "../../../test/support/contract.ts";
import { variantsOf } from "../../../test/support/variants.ts";
import { messageExamples } from "openapi-gaps/document";
import { strictCopy } from "../strict.ts";

const open = validatorOf(contract);
const strict = validatorOf(strictCopy(contract));

const bodies = messageExamples(contract).filter(({ schema }) => schema.includes("/content/"));

it.each(bodies)(
  "an undeclared property passes the contract and fails the strict copy: $name",
  ({ schema, value }) => {
    for (const [change, variant] of variantsOf(value)) {
      if (!change.includes("undeclared")) continue;
      expect(open(schema)(variant), change).toBe(true);
      expect(strict(schema)(variant), change).toBe(false);
    }
  },
);

it("an object that is described in place, even without its type, takes no undeclared property", () => {
  const document = structuredClone(contract);
  const inner = { properties: { known: {} } };
  document.components.schemas["Outer"] = { type: "object", properties: { inner } };
  const validate = validatorOf(strictCopy(document))("#/components/schemas/Outer");
  expect([{ known: 1 }, { unknown: 1 }].map((value) => validate({ inner: value }))).toEqual([
    true,
    false,
  ]);
});
