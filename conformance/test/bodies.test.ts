import { describe, expect, it } from "vitest";
import { hpRequest } from "../../test/support/example-requests.ts";
import { frozenContract as contract } from "../../test/support/frozen.ts";
import type { Workflow } from "../src/arazzo.ts";
import { bodyOf, learnIdentifiers, requireBodies, validBodies } from "../src/bodies.ts";

const payload = { actor: { id: "<actor>", actor_id: "<actor>" }, voice_id: "<voice>", count: 1 };
const reading = { stepId: "read", operationId: "getHpJob" };
const creating = { stepId: "create", operationId: "createHpJob", requestBody: { payload } };
const workflows = [
  { workflowId: "read", steps: [reading] },
  { workflowId: "hp-job", steps: [reading, creating] },
  { workflowId: "other-job", steps: [creating] },
] as unknown as Workflow[];
const [, hpJob] = workflows as [Workflow, Workflow, Workflow];
const [readStep, createStep] = hpJob.steps as [Workflow["steps"][0], Workflow["steps"][0]];

describe("the user's bodies", () => {
  const required = (own: object) => () => requireBodies(contract, workflows, own as never);

  it("may take the place of those of some workflows", () => {
    expect(required({})).not.toThrow();
    expect(required({ "hp-job": hpRequest() })).not.toThrow();
  });

  it.each([["hpjob"], ["read"]])("are refused for %s, which sends none", (name) => {
    expect(required({ [name]: hpRequest() })).toThrow(
      `There is no workflow ${name} that sends a body. Use the names hp-job, other-job.`,
    );
  });

  it("are refused with all that the contract does not allow, before anything is sent", () => {
    const { project_name: _, ...rest } = hpRequest();
    const wrong = { ...rest, variable_count: "two" };
    expect(required({ "hp-job": hpRequest(), "other-job": wrong })).toThrow(
      /^The body of other-job is not one that the contract allows:(\n {2}\/\S+ must .*){2}\nNothing was sent\. Correct it in the file of --requests\.$/,
    );
  });
});

describe("the body of a step", () => {
  const known = new Map([
    ["actor_id", "a-1"],
    ["count", "7"],
  ]);

  it.each<[what: string, step: Workflow["steps"][0], own: object, body: object | undefined]>([
    ["is none where it sends none", readStep, {}, undefined],
    [
      "has what lists have shown in the place of placeholders, and the others as they are",
      createStep,
      {},
      {
        json: { ...payload, actor: { id: "<actor>", actor_id: "a-1" } },
        isPlaceholder: true,
      },
    ],
    [
      "is the user's own as it is",
      createStep,
      { "hp-job": { actor_id: "mine" } },
      { json: { actor_id: "mine" }, isPlaceholder: false },
    ],
    [
      "is that of the workflow where the user has one for another",
      createStep,
      { "other-job": { actor_id: "mine" } },
      expect.objectContaining({ isPlaceholder: true }),
    ],
  ])("%s", (_, step, own, body) => {
    expect(bodyOf(hpJob, step, own as never, known)).toEqual(body);
  });

  it("leaves the workflow as it is", () => {
    bodyOf(hpJob, createStep, {}, known);
    expect(payload.actor.actor_id).toBe("<actor>");
  });
});

it("there is a body for each workflow that creates, by its operation", () => {
  const own = { "other-job": { mine: true } };
  expect([...validBodies(workflows, own, new Map())]).toEqual([
    ["createHpJob", [payload, { mine: true }]],
  ]);
});

it.each<[json: unknown, known: [string, string][]]>([
  [{ avatars_list: [{ avatar_id: "a", name: "Ada" }, { avatar_id: "b" }] }, [["avatar_id", "a"]]],
  [
    { voices: [{ name: "Ada" }, { voice_id: "v", actor_id: "c" }], total: 2 },
    [
      ["voice_id", "v"],
      ["actor_id", "c"],
    ],
  ],
  [{ voices: [{ voice_id: 7 }, null, "voice_id", { voice_id: "v" }] }, [["voice_id", "v"]]],
  [{ one: { voice_id: "v" } }, []],
  [[{ voice_id: "v" }], []],
  [null, []],
])("of the list %j, the identifiers %j are learnt", (json, known) => {
  const learnt = new Map<string, string>();
  learnIdentifiers(json, learnt);
  expect([...learnt]).toEqual(known);
});

it("an identifier that is known stays", () => {
  const known = new Map([["voice_id", "first"]]);
  learnIdentifiers({ voices: [{ voice_id: "second" }] }, known);
  expect(known.get("voice_id")).toBe("first");
});
