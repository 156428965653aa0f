/** Every single defect is found, and no oddity is taken for one. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "openapi-gaps/document";
import { checkRecordings } from "openapi-gaps/evidence";
import { frozenContract as contract } from "../../test/support/frozen.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { readWorkflows } from "../src/arazzo.ts";
import { bodyOf, isCreate } from "../src/bodies.ts";
import { runStories } from "../src/run-stories.ts";
import { toHar } from "../src/to-har.ts";
import { defects } from "./support/defects.ts";
import { oddities } from "./support/oddities.ts";
import { base, type Changes, referenceService, token } from "./support/reference-service.ts";

const workflows = readWorkflows();

/** The stories' own bodies, as if the user had given them: the service knows what they name. */
const requests = Object.fromEntries(
  workflows.flatMap((workflow) => {
    const body = bodyOf(
      workflow,
      workflow.steps.find(isCreate) ?? workflow.steps[0]!,
      {},
      new Map(),
    );
    return body ? [[workflow.workflowId, body.json]] : [];
  }),
);

const options = {
  baseUrl: base,
  token,
  create: true,
  requests,
  intervalMs: 1,
  // What hangs is found by its limit; everything else answers in this process.
  timeoutMs: 50,
  concurrency: 8,
};

const creatingStories = workflows
  .filter(({ steps }) => steps.some(isCreate))
  .map(({ workflowId }) => workflowId);

const run = (changes: Changes, own: JsonObject = requests) =>
  runStories(contract, {
    ...options,
    requests: own,
    waitLimitMs: 2_000,
    fetch: referenceService(changes),
  });

const disagreementsOf = async (changes: Changes) =>
  (await run(changes)).result.stories.flatMap(({ disagreements }) => disagreements);

describe("is found: a service that", () => {
  it.each(defects)("$what", async ({ what: _, operation, place, ...changes }) => {
    const found = await disagreementsOf(changes);
    expect(found.map((each) => `${each.operation} ${each.place}`)).toContain(
      `${operation} ${place}`,
    );
    // Every row says how to see it again, without the token.
    for (const { curl, problem } of found) {
      expect(curl).toMatch(/^curl -i .*'https:\/\/service\.example\/api\/\S+'$/s);
      expect(curl + problem).not.toContain(token);
    }
  });
});

describe("is left alone: a service that", () => {
  it.each(oddities)("$what", async (changes) => {
    const { stories } = (await run(changes)).result;
    expect(stories.flatMap(({ disagreements }) => disagreements)).toEqual([]);
    expect(stories.map(({ outcome }) => outcome)).toEqual(stories.map(() => "held"));
  });
});

it.each([404, 429, 500])("a service that answers %i shows no refusal", async (status) => {
  const { stories } = (
    await run({ alter: (answer) => (answer.status < 300 ? answer : { ...answer, status }) })
  ).result;
  const refusing = stories.filter(({ title }) => title.startsWith("Refuse "));
  expect(stories.flatMap(({ disagreements }) => disagreements)).toEqual([]);
  expect(refusing.length).toBeGreaterThan(5);
  for (const { outcome, because, held } of refusing) {
    expect([outcome, held]).toEqual(["unfinished", []]);
    expect(because).toMatch(`is answered with ${status}, which shows no refusal`);
  }
});

it("a run that is interrupted sends nothing more", async () => {
  const interruption = new AbortController();
  const service = referenceService();
  let sent = 0;
  const fetch: typeof service = (...words) => {
    if (++sent === 5) interruption.abort();
    return service(...words);
  };
  const { signal } = interruption;
  const { result } = await runStories(contract, { ...options, waitLimitMs: 2_000, fetch, signal });
  expect(sent).toBe(5);
  expect(result.stories.map(({ outcome }) => outcome)).toContain("unfinished");
});

it("each body that is taken, and must not be, is a row of its own", async () => {
  const found = await disagreementsOf({
    takes: ({ authorization }) => authorization === `Bearer ${token}`,
  });
  const bodies = found.filter(({ problem }) => problem === "must be refused, and is 201");
  const stories = bodies.map(({ story }) => story);
  expect(stories).toContain("createDynamicSlideVideo without /template_id");
  expect(stories).toContain("createDynamicSlideVideo without /slides_count");
  expect(new Set(stories).size).toBe(stories.length);
});

it("what every reading of a job repeats is one row", async () => {
  const found = await disagreementsOf({
    readings: 5,
    alter: (answer, { reading }) => {
      if (reading > 0) answer.body.output = 7;
    },
  });
  const ofStory = found.filter(({ story, place }) => story === "hp-job" && place === "/output");
  expect(new Set(ofStory.map(({ problem }) => problem)).size).toBe(ofStory.length);
  expect(ofStory.length).toBeGreaterThan(0);
});

it("a wrong credential is all that is wrong about a request", async () => {
  const { exchanges } = await run({});
  const refused = exchanges.filter(
    ({ credential, method }) => credential !== "token" && method === "POST",
  );
  expect(refused.length).toBeGreaterThan(8);
  for (const { request } of refused) expect(request.json).toBeTypeOf("object");
});

it("a recording of a run shows to others what the contract says about each call", async () => {
  const changes: Changes = {
    takes: ({ authorization }) => authorization === undefined,
    alter: (answer, { reading }) => {
      if (reading >= 2) answer.body.job_id = 7;
    },
  };
  const { result, exchanges } = await run(changes);
  await using folder = await temporaryFolder();
  const file = await folder.write("recording.har", toHar(exchanges));
  const { contradictions } = checkRecordings(contract, [file], { baseUrl: base });
  const found = contradictions.map((each) => `${each.operation} ${each.place} ${each.problem}`);
  const ofRun = result.stories
    .flatMap(({ disagreements }) => disagreements)
    .map((each) => `${each.operation} ${each.place} ${each.problem}`)
    // What a story alone knows.
    .filter((line) => !/does not hold|must be refused/.test(line));
  expect(new Set(found)).toEqual(new Set(ofRun));
  expect(found.length).toBeGreaterThan(7);
});

it("a job that is never done is a result of its own", async () => {
  const { result } = await runStories(contract, {
    ...options,
    waitLimitMs: 5,
    fetch: referenceService({ readings: Infinity }),
  });
  const unfinished = result.stories.filter(({ outcome }) => outcome === "unfinished");
  expect(unfinished.map(({ name }) => name)).toEqual(["hp-job", "hp-job-under-the-other-name"]);
  expect(unfinished[0]?.because).toMatch(/still in its first status after 0\.005 s; --wait/);
});

it("a service that does not know the placeholders of the stories is not blamed", async () => {
  const identifiers = JSON.stringify(requests).match(/(?<=_id":)"[^"]+"/g) ?? [];
  const placeholders = [...identifiers, "example.com"];
  const changes: Changes = {
    alter: (answer, { text }) =>
      placeholders.some((placeholder) => text.includes(placeholder)) && answer.status < 300
        ? { ...answer, status: 404 }
        : undefined,
  };
  const { stories } = (await run(changes, {})).result;
  expect(stories.flatMap(({ disagreements }) => disagreements)).toEqual([]);
  const refused = stories.filter(({ outcome }) => outcome === "refused");
  // Avatar and voice were chosen from the lists, so the story with both was told.
  expect(refused.map(({ name }) => name)).toEqual(
    creatingStories.filter((name) => name !== "avatar-speaks-text"),
  );
  expect(refused[0]?.because).toMatch(
    /refuses the story's placeholders \(status 404\).*--requests/,
  );
});
