import { describe, expect, it } from "vitest";
import { hpRequest } from "../../test/support/example-requests.ts";
import type { JsonObject } from "openapi-gaps/document";
import { BaseAddress } from "openapi-gaps/evidence";
import { frozenContract as contract } from "../../test/support/frozen.ts";
import { Judge } from "../src/judge.ts";
import type { Exchange } from "../src/result.ts";

const service = "https://service.example";

const json = (value: unknown) => ({ mediaType: "application/json", json: value });

/**
 * @param call method and path
 * @param response of JSON
 */
function exchangeOf(
  call: string,
  status: number,
  response: unknown,
  more: Partial<Exchange> = {},
): Exchange {
  const [method = "", path = ""] = call.split(" ");
  return {
    ...{ time: undefined, method, origin: service, path, status, headers: {} },
    ...{ credential: "token" as const, request: json(undefined), response: json(response) },
    ...{ purpose: "hp-job", expects: "success" as const },
    ...more,
  };
}

const judge = () => new Judge(contract, new BaseAddress(service));

const sent = hpRequest();
const receipt = {
  ...{ job_id: "job-1", status: "rendering", output: "" },
  // Deeper than anything else that is looked into.
  data_json: "[".repeat(101) + "]".repeat(101),
  project_name: sent["project_name"],
};
const create = (more: Partial<Exchange> = {}, response: object = receipt) =>
  exchangeOf("POST /api/hp_job", 201, response, { request: json(sent), ...more });

describe("what held", () => {
  it("is every statement about a response", () => {
    expect(judge().judge(create())).toEqual({
      held: [
        "createHpJob responds within the contract",
        "the job has an identifier",
        "no other job has its identifier",
        "the output is empty while the job is rendering",
        "data_json is JSON",
        "the project has the name it was given",
      ],
      disagreements: [],
    });
  });

  it("is not that a response keeps the contract, when it breaks it or was not looked at", () => {
    const kept = "listPublicVoices responds within the contract";
    const judged = (more: Partial<Exchange>) =>
      judge().judge(exchangeOf("GET /api/voices/public", 200, { voices_list: [] }, more));
    expect(judged({}).held).toEqual([kept]);
    expect(judged({ response: json({ voices_list: 7 }) }).held).toEqual([]);
    const because = "hp-job gets a body that was not read: too long";
    const response = { ...json(undefined), unread: "too long" } as const;
    expect(judged({ response })).toMatchObject({ held: [], unclear: { because, mayPass: true } });
  });

  it("is a refusal that had to be", () => {
    const refused = { credential: "none", expects: "refusal" } as const;
    const response = exchangeOf("GET /api/voices/public", 401, {}, refused);
    expect(judge().judge(response)?.held).toEqual([
      "listPublicVoices refuses what it has to refuse",
    ]);
    for (const status of [302, 404, 500, 429]) {
      const because = `hp-job gets ${status}, which shows no refusal`;
      const unclear = { because, mayPass: status === 429 };
      expect(judge().judge({ ...response, status })).toMatchObject({ held: [], unclear });
    }
    const unasked = exchangeOf("GET /api/voices/public", 401, {});
    expect(judge().judge(unasked)?.held).toEqual([]);
  });
});

it("a success that is possible may be refused, and may not fail", () => {
  const problemsOf = (status: number) =>
    judge()
      .judge(create({ expects: "possible", status }))
      ?.disagreements.map(({ problem }) => problem);
  expect(problemsOf(404)).toEqual([]);
  for (const status of [302, 500, 503])
    expect(problemsOf(status)).toEqual([`must be a success, and is ${status}`]);
});

it("a refusal of a body is a status that speaks of the body", () => {
  const unclear = (status: number, call = "POST /api/hp_job") =>
    judge().judge(exchangeOf(call, status, {}, { request: json(sent), expects: "refusal" }))
      .unclear;
  for (const status of [400, 409, 413, 415, 422]) expect(unclear(status)).toBeUndefined();
  for (const status of [302, 401, 403, 404, 405, 408, 429, 500])
    expect(unclear(status)?.because).toBe(`hp-job gets ${status}, which shows no refusal`);
  expect(unclear(404, "GET /api/hp_job/1")).toBeUndefined();
});

it("a success has a code that the contract names, unless it names a range", () => {
  const told = structuredClone(contract);
  const { responses } = told.paths["/api/hp_job"]!["post"] as { responses: JsonObject };
  const { "2XX": success, ...failures } = responses;
  const codeOf = (named: JsonObject, status: number) => {
    Object.assign(told.paths["/api/hp_job"]!["post"] as JsonObject, { responses: named });
    const { disagreements } = new Judge(told, new BaseAddress(service)).judge(create({ status }));
    return disagreements.map(({ place, problem }) => `${place}: ${problem}`);
  };
  expect(codeOf(responses, 203)).toEqual([]);
  expect(codeOf({ ...failures, 202: success! }, 202)).toEqual([]);
  const says = "status: must be 202, and is 203";
  expect(codeOf({ ...failures, 202: success! }, 203)).toEqual([says]);
});
