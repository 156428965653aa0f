import { expect, it } from "vitest";
import { bodyOf, learnIdentifiers } from "../src/bodies.ts";

it("the first identifier of each kind that a list shows takes the place of a placeholder", () => {
  const known = new Map<string, string>();
  learnIdentifiers(
    { avatars_list: [{ avatar_id: "a-1", name: "Ada" }, { avatar_id: "a-2" }] },
    known,
  );
  learnIdentifiers({ voices_list: [{ voice_id: 7 }, { voice_id: "v-1" }, "v-2"] }, known);
  learnIdentifiers({ avatars_list: [{ avatar_id: "a-3" }], job: { job_id: "j-1" } }, known);
  learnIdentifiers(["no list with a name"], known);
  expect(Object.fromEntries(known)).toEqual({ avatar_id: "a-1", voice_id: "v-1" });

  const payload = { actor: { avatar_id: "an-avatar", name: "A name" }, ids: [{ voice_id: "one" }] };
  const step = { stepId: "create", operationId: "create", successCriteria: [] };
  const story = { workflowId: "story", summary: "", steps: [] };
  const create = { ...step, requestBody: { contentType: "application/json", payload } };
  expect(bodyOf(story, create, {}, known)).toEqual({
    json: { actor: { avatar_id: "a-1", name: "A name" }, ids: [{ voice_id: "v-1" }] },
    isPlaceholder: true,
  });
  const own = { story: { avatar_id: "mine" } };
  expect(bodyOf(story, create, own, known)).toEqual({ json: own.story, isPlaceholder: false });
  expect(bodyOf(story, step, own, known)).toBeUndefined();
});
