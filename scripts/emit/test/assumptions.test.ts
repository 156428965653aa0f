/** Decisions of the emulator that cannot be put on the contract: each is told with its name, and what to do. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Gap } from "openapi-gaps";
import type { Json, JsonObject, OpenApiDocument } from "openapi-gaps/document";
import { emulatorOverlay } from "../../support/locations.ts";
import {
  applyAssumptions,
  type AssumingAction,
  type Assumption,
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

describe("of a decision about a gap that the owner has answered", () => {
  const answered = (answer: Json | undefined, said: JsonObject = {}): OpenApiDocument => {
    const contract = structuredClone(document) as OpenApiDocument;
    contract.components.schemas["Name"] = {
      ...{ type: "string", ...said },
      "x-verified": {
        ...{ gap: "a-gap", date: "2026-01-15", evidence: "So it is.", ...(answer && { answer }) },
        ...{ kind: "stated by the owner", by: "owner" },
      },
    };
    return contract;
  };
  const decide = (mark: Partial<Assumption>, update?: JsonObject): AssumingAction => {
    const { update: _, ...statement } = action("$.components.schemas.Name", mark);
    return { ...statement, ...(update && { update }) };
  };
  const marked = [expect.objectContaining({ id: "a-decision", beside: "So it is." })];
  const stops =
    /^openapi\/overlays\/emulator\.yaml:7: .*`a-gap`: So it is\. .*`a-decision`: Decided\. /;

  test.each<
    [what: string, action: AssumingAction, contract: OpenApiDocument, left: object | RegExp]
  >([
    [
      "one that follows is left out",
      decide({ answered: "follow" }, { maxLength: 9 }),
      answered({ maximum: 5 }),
      {},
    ],
    [
      "one that follows stays where the answer is words alone",
      decide({ answered: "follow" }, { maxLength: 9 }),
      answered(undefined),
      { maxLength: 9, "x-assumed": marked },
    ],
    [
      "what goes with the answer may be gone by it",
      { ...decide({ agrees: "yes" }), target: "$.components.schemas.Name.gone", remove: true },
      answered("yes"),
      {},
    ],
    [
      "one for tests stays, and says so",
      decide({ answered: "keep" }),
      answered("30 days"),
      { "x-assumed": marked },
    ],
    [
      "a limit for tests stays",
      decide({ answered: "keep" }, { maxLength: 9 }),
      answered("Plain text."),
      { maxLength: 9, "x-assumed": marked },
    ],
    [
      "a limit for tests gives way to another one",
      decide({ answered: "keep" }, { maxLength: 9 }),
      answered({ maximum: 5 }, { maxLength: 5 }),
      {},
    ],
    [
      "one that the answer agrees with is no assumption",
      decide({ agrees: "yes" }, { maxLength: 9 }),
      answered("yes"),
      { maxLength: 9 },
    ],
    [
      "a yes in a longer answer agrees too",
      decide({ agrees: "yes" }, { maxLength: 9 }),
      answered({ answer: "yes", words: "Always." }),
      { maxLength: 9 },
    ],
    [
      "one that it contradicts follows",
      decide({ agrees: "yes", answered: "follow" }, { maxLength: 9 }),
      answered("no"),
      {},
    ],
    [
      "one that the contract has by now is left out",
      decide({}, { enum: ["a"] }),
      answered({ values: ["a", "b"] }, { enum: ["a", "b"] }),
      {},
    ],
    ["one that goes beyond it stops", decide({}, { maxLength: 9 }), answered("Plain text."), stops],
    ["a statement that it does not settle stops", decide({}), answered("Plain text."), stops],
    ["one that it contradicts stops", decide({ agrees: "yes" }), answered("no"), stops],
    [
      "one that it does not settle stops",
      decide({ agrees: "yes" }),
      answered({ words: "It depends." }),
      stops,
    ],
  ])("%s", (_, decision, contract, left) => {
    const apply = () => applyAssumptions(contract, [decision], () => 7).components.schemas["Name"];
    if (left instanceof RegExp) expect(apply).toThrow(left);
    else expect(apply()).toEqual({ ...contract.components.schemas["Name"], ...left });
  });
});

test("every decision of the emulator says what becomes of it when the owner has answered, once for all its actions", () => {
  const { actions } = parse(readFileSync(emulatorOverlay, "utf8")) as { actions: AssumingAction[] };
  const byId = Map.groupBy(actions, (each) => each["x-assumed"].id);
  for (const [id, same] of byId) {
    const { answered, agrees } = same[0]!["x-assumed"];
    expect(answered ?? agrees, id).toBeDefined();
    for (const each of same)
      expect(each["x-assumed"], id).toMatchObject({
        ...(answered && { answered }),
        ...(agrees && { agrees }),
      });
  }
});

test("a field that is never there is refused, and an example that sends it is left out", () => {
  const contract = structuredClone(document) as OpenApiDocument;
  contract.components.schemas["Name"]!["x-verified"] = {
    ...{
      gap: "a-gap",
      date: "2026-01-15",
      evidence: "Never `b`.",
      kind: "stated by the owner",
      by: "owner",
    },
  };
  const schema = { $ref: "#/components/schemas/Thing" };
  contract.components.schemas["Thing"] = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string", deprecated: true } },
  };
  const examples = { one: { value: { a: "x" } }, other: { value: { b: "x" } } };
  contract.paths["/things"] = {
    post: { requestBody: { content: { "application/json": { schema, examples } } }, responses: {} },
  };
  const { paths, components } = applyAssumptions(contract, []);
  expect(components.schemas["Thing"]).toHaveProperty("properties.b", false);
  expect(JSON.stringify(paths)).toContain('"one"');
  expect(JSON.stringify(paths)).not.toContain('"other"');
});

const any = { description: "It." };
const assumedCode = { ...any, "x-assumed": [assumed] };
test.each<[what: string, responses: JsonObject, left: string[]]>([
  ["beside a range", { 202: assumedCode, "2XX": any, default: any }, ["202", "2XX", "default"]],
  ["beside a code of the owner", { 201: any, 202: assumedCode, default: any }, ["201", "default"]],
  ["alone", { 202: assumedCode, default: any }, ["202", "default"]],
])("the emulator's own code of a success %s: %j has %j", (_, responses, left) => {
  const contract = structuredClone(document) as OpenApiDocument;
  contract.paths["/things"] = { get: { responses } };
  const { paths } = applyAssumptions(contract, []);
  expect(Object.keys((paths["/things"]!["get"] as JsonObject)["responses"]!)).toEqual(left);
});

/** A contract in which the owner has said that field \`b\` of what is sent is never there. */
function denying(): OpenApiDocument {
  const contract = structuredClone(document) as OpenApiDocument;
  const said = { gap: "a-gap", date: "2026-01-15", kind: "stated by the owner", by: "owner" };
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  contract.components.schemas = {
    Name: { type: "string", "x-verified": { ...said, evidence: "Never." } },
    Thing: { type: "object", properties: { a: to("Name"), b: { ...to("Old"), deprecated: true } } },
    Old: { type: "object", properties: { c: to("Part") } },
    Part: { type: "string" },
    Lonely: { type: "string" },
  };
  const examples = {
    right: { value: { a: "x" } },
    wrong: { value: { a: 7 } },
    old: { value: { b: {} } },
  };
  const content = { "application/json": { schema: to("Thing"), examples } };
  contract.paths["/things"] = { post: { requestBody: { content }, responses: {} } };
  return contract;
}

test("what was of use to a denied field alone goes with it, part by part, and no other", () => {
  const { components, paths } = applyAssumptions(denying(), []);
  expect(Object.keys(components.schemas)).toEqual(["Name", "Thing", "Lonely"]);
  // An example that is wrong for another reason is told by its name, and not lost.
  expect(JSON.stringify(paths)).toMatch(/"examples":\{"right":[^]*"wrong":(?!.*"old")/);
});

test.each([
  ["$.components.schemas.Name", false],
  ["$.components.schemas.Lonely", true],
])("where words are the answer, a decision that follows it stays at %s: %s", (target, stays) => {
  const decision = action(target, { answered: "follow" });
  const { components } = applyAssumptions(denying(), [decision]);
  expect(JSON.stringify(components).includes('"x-assumed"')).toBe(stays);
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
