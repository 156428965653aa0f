/** The workflows of `openapi/workflows/`, as the run carries them out: the part of Arazzo 1.0 that they use. */
import { parseFile } from "openapi-gaps";
import { type JsonObject, valueAt } from "openapi-gaps/document";
import { workflowFiles } from "./contract.ts";
import type { Exchange, Expectation } from "./result.ts";

export interface Workflow {
  workflowId: string;
  summary: string;
  inputs?: JsonObject;
  steps: Step[];
}

export interface Step {
  stepId: string;
  operationId: string;
  parameters?: { name: string; in: string; value: string }[];
  requestBody?: { contentType: string; payload: JsonObject };
  successCriteria: { condition: string }[];
  outputs?: Record<string, string>;
  /** A step that is tried again is a wait. */
  onFailure?: { type: string; retryAfter?: number; retryLimit?: number }[];
}

export function readWorkflows(): Workflow[] {
  const read = (file: string) => parseFile(file) as { workflows: Workflow[] } & JsonObject;
  return workflowFiles.flatMap((file) => read(file).workflows);
}

/** Whether a step is repeated until its criteria hold. */
export function isWait({ onFailure }: Step): boolean {
  return (onFailure ?? []).some(({ type }) => type === "retry");
}

/** What the criteria of a step ask of the status code. */
export function expectationOf({ successCriteria }: Step): Expectation {
  return successCriteria.some(({ condition }) => /^\$statusCode >= 300$/.test(condition))
    ? "refusal"
    : "success";
}

/** Values of the steps before, as `create.job_id`. */
export type Outputs = Map<string, unknown>;

/** A runtime expression, or the text itself if it is no expression. */
export function evaluate(
  expression: string,
  exchange: Exchange | undefined,
  outputs: Outputs,
): unknown {
  const body = /^\$response\.body#(\/.*)$/.exec(expression)?.[1];
  if (body !== undefined) return valueAt(exchange?.response.json, `#${body}`);
  const output = /^\$steps\.([\w-]+)\.outputs\.(\w+)$/.exec(expression);
  if (output) return outputs.get(`${output[1]}.${output[2]}`);
  return expression === "$statusCode" ? exchange?.status : expression;
}

/** @throws {Error} for a condition of another form than those that the workflows use */
export function holds(condition: string, exchange: Exchange, outputs: Outputs): boolean {
  const [, left, comparison, right] = /^(\S+) (==|!=|<|>=) (.+)$/.exec(condition) ?? [];
  if (!left || !right) throw new Error(`The condition "${condition}" cannot be read.`);
  const value = evaluate(left, exchange, outputs);
  const literal = /^'(.*)'$/.exec(right)?.[1];
  const other =
    literal ?? (/^\d+$/.test(right) ? Number(right) : evaluate(right, exchange, outputs));
  if (comparison === "==") return value === other;
  if (comparison === "!=") return value !== other;
  const isLess = Number(value) < Number(other);
  return comparison === "<" ? isLess : !isLess;
}
