/** Decisions of the emulator that cannot be put on the contract: each is told with its name, and what to do. */
import { expect, test } from "vitest";
import type { Gap } from "openapi-gaps";
import type { JsonObject, OpenApiDocument } from "openapi-gaps/document";
import {
  applyAssumptions,
  type AssumingAction,
  collectAssumptions,
  requireValidExamples,
} from "../emulator.ts";

const document = {
  openapi: "3.1.1",
  info: { title: "Example", version: "1.0.0" },
  paths: {},
  components: { schemas: { Name: { type: "string" }, Thing: { type: "object" } } },
} satisfies JsonObject as OpenApiDocument;

const assumed = { id: "a-decision", closes: "a-gap", because: "It has to be decided." };
const action = (target: string, mark: object = {}): AssumingAction => ({
  ...{ target, update: { title: "x" }, description: "Decided." },
  "x-assumed": { ...assumed, ...mark },
});
const register = (gap: string, ...actions: AssumingAction[]) =>
  collectAssumptions(applyAssumptions(document, actions), [{ id: gap }] as Gap[]);

test("a decision about several places is registered once", () => {
  const found = register("a-gap", action("$.components.schemas.*"));
  expect(found).toEqual([{ ...assumed, decides: ["Decided."] }]);
});

const name = action("$.components.schemas.Name");
const other = action("$.components.schemas.Thing", { because: "Else." });

test.each<[what: string, gap: string, actions: AssumingAction[], says: RegExp]>([
  [
    "a target that selects nothing",
    "a-gap",
    [action("$.components.schemas.Nothing")],
    /a-decision: .*Nothing selects nothing.*remove the action/s,
  ],
  ["a target that is broken", "a-gap", [action("$.components[")], /a-decision: .* is no JSONPath/],
  ["a target that is a text", "a-gap", [action("$.openapi")], /a-decision: .* is not an object/],
  ["a gap that does not exist", "another-gap", [name], /a-decision closes a-gap/],
  ["one ID for two decisions", "a-gap", [name, other], /Two different .* are called a-decision/],
])("%s is refused", (_, gap, actions, says) => {
  expect(() => register(gap, ...actions)).toThrow(says);
});

test.each<[decided: JsonObject, left: JsonObject | RegExp]>([
  [{ enum: ["a", "b"] }, {}],
  [
    { enum: ["a"], maxLength: 9 },
    { maxLength: 9, "x-assumed": [expect.anything()] },
  ],
  [{ enum: ["a", "c"] }, /evidence on `a-gap` contradicts .*`a-decision`.*"c"/],
  [{ type: "integer" }, /evidence on `a-gap` contradicts .*`a-decision`.*"integer"/],
])("of the decision %j about a closed gap, what goes beyond the answer is left", (update, left) => {
  const verified = {
    ...{ gap: "a-gap", date: "2026-01-15", evidence: "Yes." },
    ...{ kind: "stated by the owner", by: "owner" },
  };
  const said = { type: "string", enum: ["a", "b"], "x-verified": verified };
  const answered = structuredClone(document) as OpenApiDocument;
  answered.components.schemas["Name"] = said;
  const apply = () => applyAssumptions(answered, [{ ...name, update }]).components.schemas["Name"];
  if (left instanceof RegExp) expect(apply).toThrow(left);
  else expect(apply()).toEqual({ ...said, ...left });
});

test("a response that a decision describes refers to no other", () => {
  const named = structuredClone(document) as OpenApiDocument;
  named.components["responses"] = { One: { $ref: "#/components/responses/Two" }, Two: {} };
  const decided = { ...name, target: "$.components.responses.One", update: { content: {} } };
  expect(applyAssumptions(named, [decided])).not.toHaveProperty("components.responses.One.$ref");
});

test("a decision whose example the contract refuses is named", () => {
  const evident = structuredClone(document) as OpenApiDocument;
  Object.assign(evident.components.schemas["Thing"]!, { required: ["uuid"] });
  const shown = action("$.components.schemas.Thing");
  shown.update = { examples: [{ id: "ada" }] };
  expect(() => requireValidExamples(applyAssumptions(evident, [shown]))).toThrow(
    /contradicts the emulator's decision `a-decision`: .*Thing\/examples\/0 .*'uuid'/,
  );
});
