import { describe, expect, it } from "vitest";
import { evaluate, holds, type Outputs } from "../src/arazzo.ts";
import { exchangeOf } from "./support/exchange.ts";

const answer = exchangeOf("GET /api/hp_job/job-1", 200, { job_id: "job-1", output: { count: 3 } });
const outputs: Outputs = new Map([["create-job.job_id", "job-1"]]);

describe("a runtime expression", () => {
  it.each([
    ["$statusCode", 200],
    ["$response.body#/job_id", "job-1"],
    ["$response.body#/output/count", 3],
    ["$response.body#/nothing", undefined],
    ["$steps.create-job.outputs.job_id", "job-1"],
    ["$steps.another.outputs.job_id", undefined],
    ["a text", "a text"],
  ])("%s", (expression, value) => {
    expect(evaluate(expression, answer, outputs)).toEqual(value);
  });
});

describe("a condition", () => {
  it.each([
    ["$statusCode == 200", true],
    ["$statusCode == 201", false],
    ["$statusCode != 201", true],
    ["$statusCode != 200", false],
    ["$statusCode < 201", true],
    ["$statusCode < 200", false],
    ["$statusCode >= 200", true],
    ["$statusCode >= 201", false],
    ["$response.body#/job_id == 'job-1'", true],
    ["$response.body#/job_id == $steps.create-job.outputs.job_id", true],
    ["$response.body#/job_id != $steps.create-job.outputs.job_id", false],
    ["$response.body#/output/count == 3", true],
  ])("%s: %s", (condition, isSo) => {
    expect(holds(condition, answer, outputs)).toBe(isSo);
  });

  it.each(["$statusCode", "$statusCode =~ 2..", "$statusCode == "])(
    "that no story has is refused: %s",
    (condition) => {
      expect(() => holds(condition, answer, outputs)).toThrow(
        `The condition "${condition}" cannot be read.`,
      );
    },
  );
});
