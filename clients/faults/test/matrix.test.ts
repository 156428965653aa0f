/** The matrix itself: that it finds what a client does wrong. */
import { describe, expect, test } from "vitest";
import * as policy from "../../../generated/policy.ts";
import type { ReceivedRequest } from "../fault-server.ts";
import { judge } from "../judge.ts";
import { type DriverReport, type Kind, kinds } from "../drivers.ts";
import { runMatrix } from "../matrix.ts";
import { type Expectation, scenarios } from "../scenarios.ts";

const request = (atMs: number): ReceivedRequest => ({
  method: "GET",
  path: "/",
  authorization: undefined,
  body: "",
  atMs,
});
const job = { id: "row", ok: true, value: { job_id: "job-1" } };
const failed = { id: "row", ok: false, error: "api", sent: "yes", attempts: 1, status: 503 };

test("has at least 100 scenarios, each with a name of its own", () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  expect(scenarios.length).toBeGreaterThanOrEqual(100);
});

test("takes attempts, pauses, limits and transient statuses from the policy", () => {
  const named = (name: string) => scenarios.find((scenario) => scenario.name === name);
  for (const status of policy.transientStatuses) {
    const minPause = (policy.firstRetryPauseMs / 1000) * (1 - policy.pauseJitter);
    expect(named(`${status} once, then fine`)?.read).toEqual({ requests: 2, minPause });
  }
  const forEver = named("503 for ever")?.read;
  expect(forEver?.requests).toBe(policy.retries + 1);
  // One before each retry.
  const { minPause } = forEver!;
  expect(minPause).toEqual(
    Array.from(
      { length: policy.retries },
      (_, failures) =>
        (policy.firstRetryPauseMs / 1000) *
        policy.retryPauseGrowth ** failures *
        (1 - policy.pauseJitter),
    ),
  );
  expect(named("200 with a list")?.wait?.requests).toBe(policy.maxUnusableResponses + 1);
  const { responses } = named("body beyond the limit, a thousandth of it on the way") ?? {};
  expect(responses).toEqual([{ padding: policy.maxBodyBytes }]);
});

/** Kinds of calls that end, and do not wait for the pause that the server asks for. */
const isOver = ({ requests, error }: Expectation) => requests === 1 || error === "any";

test("asks for each whole pause of a server that a client keeps", () => {
  const pauses = scenarios.flatMap(({ name, responses = [], ...row }) => {
    const [first] = responses as { headers?: Record<string, string> }[];
    const asked = Number(first?.headers?.["retry-after"]);
    if (!Number.isInteger(asked) || asked < 1 || asked > 5) return [];
    return kinds
      .filter((kind) => row[kind] && !isOver(row[kind]))
      .map((kind) => [name, kind, row[kind]?.minPause] as const)
      .filter(([, , least]) => least !== asked);
  });
  expect(pauses).toEqual([]);
});

describe("checks a row", () => {
  test.each<[string, Expectation, DriverReport | undefined, number, string]>([
    ["that hangs", { requests: 1 }, undefined, 1, "hangs"],
    ["with a second create", { requests: 1 }, job, 2, "2 requests in place of 1"],
    ["with too few requests", { requests: "2+" }, job, 1, "1 requests in place of 2+"],
    ["that failed", { requests: 1 }, { ...failed, message: "why" }, 1, "failed: api: why"],
    ["with another value", { requests: 1, value: { job_id: "2" } }, job, 1, "value is"],
    ["that took an error for success", { requests: 1, error: "api" }, job, 1, "in place of api"],
    ["with another error", { requests: 1, error: "timeout" }, failed, 1, "error is"],
    ["that lost the status", { requests: 1, error: "api", status: 404 }, failed, 1, "status is"],
    ["that lost the body", { requests: 1, error: "api", body: "down" }, failed, 1, "body is null"],
    ["that knows better", { requests: 1, error: "api", sent: "maybe" }, failed, 1, "sent is"],
    ["that miscounts", { requests: 2, error: "api" }, failed, 2, "attempts is 1 in place of 2"],
    ["without advice", { requests: 1, error: "api", message: "why" }, failed, 1, "the message is"],
    ["that did not wait", { requests: 2, minPause: 2 }, job, 2, "paused 0.5 s in place of 2 s"],
    [
      "whose pauses are even",
      { requests: 3, minPause: [0.5, 1] },
      job,
      3,
      "paused 0.5 s in place of 1 s",
    ],
  ])("%s", (_, expected, report, requests, problem) => {
    const problems = judge("read", expected, report, requests, [
      request(0),
      request(500),
      request(1000),
    ]);
    expect(problems.join()).toContain(problem);
  });

  test("that is kept, with nothing to say", () => {
    expect(judge("read", { requests: 1 }, job, 1, [request(0)])).toEqual([]);
    expect(judge("read", { requests: 1, error: "api" }, failed, 1, [request(0)])).toEqual([]);
  });
});

/** A driver as the text of a script. */
const script = (text: string) => [process.execPath, "-e", text];

test("finds a driver that leaves rows out, and one that shows the token", async () => {
  const rows = await runMatrix(
    script("process.stdin.once('data', (line) => console.error('' + line))"),
    500,
  );
  const expected = scenarios.flatMap((scenario) =>
    kinds.filter((kind: Kind) => scenario[kind]).map((kind) => `${scenario.name}/${kind}`),
  );
  const hanging = rows.filter(({ problems }) => problems.includes("the call hangs"));
  expect(hanging.map(({ scenario, kind }) => `${scenario}/${kind}`)).toEqual(expected);
  expect(rows.at(-1)?.problems).toEqual([expect.stringContaining("the token")]);
});

test("fails with what a driver said before it ended", async () => {
  await expect(runMatrix(script("throw new Error('no such module')"))).rejects.toThrow(
    /driver has ended:[^]*no such module/,
  );
});
