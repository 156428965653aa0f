import { describe, expect, test } from "vitest";
import gaps from "../../../generated/gaps.json" with { type: "json" };
import { statusGaps, observedSchemas } from "../../../generated/observations.ts";
import { type Client, createClient, type HpJob } from "../src/index.ts";
import { type Observation, observe } from "../src/observe.ts";
import { hpJob } from "../../faults/faults.ts";
import { json, mockFetch, type MockAnswer } from "./mock-fetch.ts";

/** What can be enumerated by name: no more than a hand-made client would have. */
function withoutSymbols(client: Client): Client {
  return Object.fromEntries(Object.entries(client)) as never;
}

function open(...answers: MockAnswer[]) {
  const observations: Observation[] = [];
  const fetch = mockFetch(...answers);
  const plain = createClient({ baseUrl: "https://a.example", token: "t", fetch, retries: 0 });
  const client = observe(plain, (observation) => void observations.push(observation));
  return { client, observations };
}

// while success-status-codes and job-status-values and hp-output-fields and avatar-fields are open
const receipt = { job_id: "job-1", status: "rendering", output: "" };
const statusNews = {
  gap: "success-status-codes",
  operation: "getHpJob",
  pointer: "#/paths/~1api~1hp_job~1{job_id}/get/responses/200",
  kind: "status",
};
// end

describe("observing", () => {
  // while success-status-codes and job-status-values and hp-output-fields and avatar-fields are open
  test("reports nothing but the status for an answer within the contract", async () => {
    const { client, observations } = open(json(hpJob));
    expect(await client.getHpJob("job-1")).toEqual(hpJob);
    expect(observations).toEqual([statusNews]);
  });

  test("reports an unknown status value, unknown fields and a different type, and no value of them", async () => {
    const secret = "do-not-tell";
    const { client, observations } = open(
      json({ ...hpJob, status: secret, output: { "video/url": secret }, progress: 7 }),
      json({ ...hpJob, output: [secret] }),
    );
    await client.getHpJob("job-1");
    await client.getHpJob("job-1");
    expect(observations).toEqual([
      statusNews,
      {
        gap: "job-status-values",
        operation: "getHpJob",
        pointer: "#/components/schemas/JobStatus",
        kind: "value",
      },
      {
        gap: "hp-output-fields",
        operation: "getHpJob",
        pointer: "#/components/schemas/HpJobOutput/properties/video~1url",
        kind: "field",
      },
      {
        gap: undefined,
        operation: "getHpJob",
        pointer: "#/components/schemas/HpJob/properties/progress",
        kind: "field",
      },
      {
        gap: "hp-output-fields",
        operation: "getHpJob",
        pointer: "#/components/schemas/HpJobOutput",
        kind: "type",
      },
    ]);
    expect(JSON.stringify(observations)).not.toContain(secret);
  });

  test("reports the fields of list items once, and branches by the one that fits", async () => {
    const { client, observations } = open(
      json({ avatars_list: [{ name: "a" }, { name: "b" }] }),
      json({ ...receipt, input: { model: "v2", actor: { use: "video", video_url: "u", hd: 1 } } }),
    );
    await client.listPublicAvatars();
    await client.createLipsyncVideo({
      model: "v2",
      actor: { use: "video", video_url: "u" },
      script: { use: "audio", audio_url: "u" },
    });
    expect(observations.filter(({ kind }) => kind !== "status")).toEqual([
      {
        gap: "avatar-fields",
        operation: "listPublicAvatars",
        pointer: "#/components/schemas/Avatar/properties/name",
        kind: "field",
      },
      {
        gap: "actor-conditional-fields",
        operation: "createLipsyncVideo",
        pointer: "#/components/schemas/VideoActor/properties/hd",
        kind: "field",
      },
    ]);
  });
  // end

  // while failure-status-codes is open
  test("reports the status of a failure, and the call fails as before", async () => {
    const { client, observations } = open(new Response("no", { status: 409 }));
    const call = client.createDynamicSlideVideo({ template_id: "t", slides_count: 2 });
    await expect(call).rejects.toMatchObject({ name: "ApiError", status: 409 });
    expect(observations).toEqual([
      {
        gap: "failure-status-codes",
        operation: "createDynamicSlideVideo",
        pointer: "#/paths/~1api~1template_dynamic_slide_video/post/responses/409",
        kind: "status",
      },
    ]);
  });
  // end

  test("sees the polls of a wait, and withResponse still works", async () => {
    const { client, observations } = open(json({ ...hpJob, status: "x" }));
    expect(await client.waitForHpJob("job-1")).toMatchObject({ status: "x" });
    expect(observations.map(({ kind }) => kind)).toContain("value");
    const { response } = await client.getHpJob("job-1").withResponse();
    expect(response.status).toBe(200);
  });

  test("sees the polls for every observer of the same client", async () => {
    const { client, observations } = open(json({ ...hpJob, status: "x" }));
    const outer: Observation[] = [];
    await observe(client, (observation) => void outer.push(observation)).waitForHpJob("job-1");
    expect(outer.map(({ kind }) => kind)).toContain("value");
    expect(observations).toEqual(outer);
  });

  test("leaves the waits of a client that a test has made itself", async () => {
    const { client: made } = open(json(hpJob));
    const waitForHpJob = async () => hpJob as HpJob;
    const own = { ...withoutSymbols(made), waitForHpJob };
    expect(observe(own, () => {}).waitForHpJob).toBe(waitForHpJob);
  });

  test("a report that throws does not cost the caller the answer", async () => {
    const fetch = mockFetch(json(hpJob));
    const plain = createClient({ baseUrl: "https://a.example", token: "t", fetch });
    const client = observe(plain, () => {
      throw new Error("no");
    });
    expect(await client.getHpJob("job-1")).toEqual(hpJob);
  });

  test("every gap in the table is open in the register", () => {
    const named = [...Object.values(observedSchemas), { gap: statusGaps.success }].flatMap(
      ({ gap }) => gap ?? [],
    );
    expect(gaps.total === 0 || named.length > 0).toBe(true);
    expect(gaps.gaps.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
  });
});
