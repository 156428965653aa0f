/** Every single defect is found, and no oddity is taken for one. */
import { describe, expect, it } from "vitest";
import type { JsonObject } from "openapi-gaps/document";
import { checkRecordings } from "openapi-gaps/evidence";
import { frozenContract as contract } from "../../test/support/frozen.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { readWorkflows } from "../src/arazzo.ts";
import { isCreate } from "../src/bodies.ts";
import { exitCodeOf } from "../src/report.ts";
import { runConformance } from "../src/run.ts";
import { listUndecided } from "../src/table.ts";
import { toHar } from "../src/to-har.ts";
import { defects } from "./support/defects.ts";
import { oddities, undecidedServices } from "./support/oddities.ts";
import { base, type Changes, referenceService, token } from "./support/reference-service.ts";

const workflows = readWorkflows();

/** The workflows' own bodies, as if the user had given them: the service knows what they name. */
const requests = Object.fromEntries(
  workflows.flatMap(({ workflowId, steps }) => {
    const body = steps.find(isCreate)?.requestBody;
    return body ? [[workflowId, body.payload]] : [];
  }),
);

const options = {
  baseUrl: base,
  token,
  create: true,
  requests,
  intervalMs: 1,
  // What hangs is found by its limit; everything else responds in this process.
  timeoutMs: 50,
  concurrency: 8,
};

const run = (changes: Changes, own: JsonObject = requests) =>
  runConformance(contract, {
    ...options,
    requests: own,
    waitLimitMs: 2_000,
    fetch: referenceService(changes),
  });

const disagreementsOf = async (changes: Changes) =>
  (await run(changes)).result.workflows.flatMap(({ disagreements }) => disagreements);

describe("is found: a service that", () => {
  it.each(defects)("$what", async ({ what, operation, place, ...changes }) => {
    const found = await disagreementsOf(changes);
    const places = found.map((each) => `${each.operation} ${each.place}`);
    const because = `${what}, which shows at ${place} of ${operation}, is not found`;
    expect(places, because).toContain(`${operation} ${place}`);
    // Every row says how to see it again, without the token.
    for (const { curl, problem } of found) {
      expect(curl).toMatch(/^curl -i .*'https:\/\/service\.example\/api\/\S+'$/s);
      expect(curl + problem).not.toContain(token);
    }
  });
});

describe("is left alone: a service that", () => {
  it.each(Object.entries(oddities))("%s", async (_, changes) => {
    const { workflows } = (await run(changes)).result;
    expect(workflows.flatMap(({ disagreements }) => disagreements)).toEqual([]);
    expect(workflows.map(({ outcome }) => outcome)).toEqual(workflows.map(() => "held"));
    for (const { held } of workflows) expect(new Set(held).size).toBe(held.length);
  });
});

it.each(undecidedServices)(
  "a service that %s is not accused, and the report says what could not be looked at",
  async (_, changes, says) => {
    const { result } = await run(changes, {});
    expect(result.workflows.flatMap(({ disagreements }) => disagreements)).toEqual([]);
    expect(exitCodeOf(result)).toBe(0);
    expect(listUndecided(result).join("\n")).toMatch(says);
  },
);

it("what the owner has said of the statuses and of a field, a run follows", async () => {
  const answered = structuredClone(contract);
  const { JobStatus, HpJobInput } = answered.components.schemas;
  Object.assign(JobStatus!, { "x-final-values": ["completed"] });
  Object.assign((HpJobInput!["properties"] as JsonObject)["customizations"]!, { deprecated: true });
  const { result, exchanges } = await runConformance(answered, {
    ...options,
    requests: {},
    waitLimitMs: 2_000,
    fetch: referenceService({
      readings: 4,
      alter: ({ body }, { reading }) => {
        if (reading === 2 || reading === 3) Object.assign(body, { status: "queued", output: "" });
      },
    }),
  });
  expect(result.workflows.flatMap(({ disagreements }) => disagreements)).toEqual([]);
  const denied = result.workflows.find(({ name }) => name === "hp-job-under-the-other-name");
  expect(denied).toMatchObject({
    outcome: "not tried",
    because: "it sends `customizations`, which the service never has, as its owner says",
  });
  expect(JSON.stringify(exchanges)).not.toContain('"customizations":[{"start_time"');
  const polls = exchanges.filter(({ purpose, method }) => purpose === "hp-job" && method === "GET");
  const statuses = polls.map(({ response }) => (response.json as JsonObject)["status"]);
  expect(statuses.slice(0, 4)).toEqual(["rendering", "queued", "queued", "completed"]);
});

it("a service that limits its rate shows nothing, neither by what it refuses nor by what it does not", async () => {
  const { result } = await run({ alter: (response) => ({ ...response, status: 429 }) }, {});
  expect(new Set(result.workflows.map(({ outcome }) => outcome))).toEqual(new Set(["unfinished"]));
  const because = "list-what-is-stored gets 429, which shows nothing about the request";
  expect(result.workflows[0]).toMatchObject({ because, disagreements: [] });
  expect(result.news.filter(({ doubt }) => doubt !== undefined)).toEqual([]);
});

it("a service that goes away is one row for each operation of a workflow", async () => {
  const alter = () => Promise.reject(new TypeError("fetch failed"));
  for (const { disagreements } of (await run({ alter })).result.workflows) {
    const operations = disagreements.map(({ operation }) => operation);
    expect(operations).toEqual([...new Set(operations)]);
    expect(operations.length).toBeGreaterThan(0);
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
  const { result } = await runConformance(contract, {
    ...options,
    waitLimitMs: 2_000,
    fetch,
    signal,
  });
  expect(sent).toBe(5);
  expect(result.workflows.map(({ outcome }) => outcome)).toContain("unfinished");
});

it("each body that is taken, and must not be, is a row of its own", async () => {
  const found = await disagreementsOf({
    takes: ({ authorization }) => authorization === `Bearer ${token}`,
  });
  const bodies = found.filter(({ problem }) => problem === "must be refused, and is 201");
  const purposes = bodies.map(({ purpose }) => purpose);
  expect(purposes).toContain("createDynamicSlideVideo without /template_id");
  expect(purposes).toContain("createHpJob without /project_name");
  expect(new Set(purposes).size).toBe(purposes.length);
});

it("what every poll of a job repeats is one row", async () => {
  const found = await disagreementsOf({
    readings: 5,
    alter: (response, { reading }) => {
      if (reading > 0) response.body.output = 7;
    },
  });
  const ofWorkflow = found.filter(
    ({ purpose, place }) => purpose === "hp-job" && place === "/output",
  );
  expect(new Set(ofWorkflow.map(({ problem }) => problem)).size).toBe(ofWorkflow.length);
  expect(ofWorkflow.length).toBeGreaterThan(0);
});

it("a wrong credential is all that is wrong about a request", async () => {
  const { exchanges } = await run({});
  const refused = exchanges.filter(
    ({ credential, method }) => credential !== "token" && method === "POST",
  );
  expect(refused.length).toBeGreaterThan(8);
  for (const { request } of refused) expect(request.json).toBeTypeOf("object");
});

it("a recording shows to others what the contract says about each call, and no token", async () => {
  const changes: Changes = {
    alter: (response, { reading }) => {
      if (reading >= 2) response.body.job_id = 7;
      response.headers["x-echo"] = `Bearer ${token}`;
    },
  };
  const { result, exchanges } = await run(changes);
  await using folder = await temporaryFolder();
  const recording = toHar(exchanges, token);
  expect(recording).not.toContain(token);
  const file = await folder.write("recording.har", recording);
  const { contradictions } = checkRecordings(contract, [file], { baseUrl: base });
  const found = contradictions.map((each) => `${each.operation} ${each.place} ${each.problem}`);
  const ofRun = result.workflows
    .flatMap(({ disagreements }) => disagreements)
    .map((each) => `${each.operation} ${each.place} ${each.problem}`)
    // What the run alone knows.
    .filter((line) => !/does not hold|must be refused|must fail/.test(line));
  expect(new Set(found)).toEqual(new Set(ofRun));
  expect(found.length).toBeGreaterThan(0);
});

it("a service that does not know the placeholders of the workflows is not blamed", async () => {
  const identifiers = JSON.stringify(requests).match(/(?<=_id":)"[^"]+"/g) ?? [];
  const placeholders = [...identifiers, "example.com"];
  const changes: Changes = {
    alter: (response, { text }) =>
      placeholders.some((placeholder) => text.includes(placeholder)) && response.status < 300
        ? { ...response, status: 404 }
        : undefined,
  };
  const { workflows } = (await run(changes, {})).result;
  expect(workflows.flatMap(({ disagreements }) => disagreements)).toEqual([]);
  const refused = workflows.filter(({ outcome }) => outcome === "undecided");
  // Avatar and voice were chosen from the lists, so the workflow with both was told.
  expect(refused.map(({ name }) => name)).toEqual(
    Object.keys(requests).filter((name) => name !== "avatar-speaks-text"),
  );
  expect(refused[0]?.because).toBe(
    "the service refuses the workflow's placeholders (status 404); give a body of your own with --requests",
  );
});

it("a service that does not know a field of an open contradiction is not blamed", async () => {
  const changes: Changes = {
    alter: (response, { text }) =>
      text.includes('"variables"') && response.status < 300
        ? { ...response, status: 422 }
        : undefined,
  };
  const { workflows } = (await run(changes, {})).result;
  expect(workflows.flatMap(({ disagreements }) => disagreements)).toEqual([]);
  expect(workflows.map(({ because }) => because)).toContain(
    "the service refuses a body with `variables` (status 422), which it need not know; give a body of your own with --requests",
  );
});
