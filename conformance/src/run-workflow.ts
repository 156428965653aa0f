/** Runs one workflow against a service: its steps, one after the other. */
import { setTimeout as pause } from "node:timers/promises";
import type { JsonObject, OperationPlace } from "openapi-gaps/document";
import { isSuccess } from "openapi-gaps/evidence";
import {
  evaluate,
  expectationOf,
  holds,
  isWait,
  type Outputs,
  type Step,
  type Workflow,
} from "./arazzo.ts";
import { bodyOf, learnIdentifiers } from "./bodies.ts";
import { ofOtherReasons } from "./judge.ts";
import type { Exchange } from "./result.ts";
import type { Call } from "./send.ts";

export interface WorkflowContext {
  /** Sends a call as soon as there is room for it. */
  send: (call: Call) => Promise<Exchange>;
  operations: OperationPlace[];
  /** Bodies of the user, by the `workflowId`. */
  requests: JsonObject;
  /** Identifiers that lists have shown. */
  known: Map<string, string>;
  /** Pause between two polls of a job, in milliseconds. */
  intervalMs: number;
  /** Limit of a wait for a job, in milliseconds. */
  waitLimitMs: number;
  /** Ends a pause, and with it the run. */
  signal?: AbortSignal | undefined;
}

export interface WorkflowReport {
  /** Why the workflow ended before its last step; undefined when it did not. */
  ended?: { outcome: "unfinished" | "refused"; because: string };
  /** Conditions of the workflow that did not hold. */
  broken: { operation: string; place: string; condition: string; exchange: Exchange }[];
}

export async function runWorkflow(
  workflow: Workflow,
  context: WorkflowContext,
): Promise<WorkflowReport> {
  const outputs: Outputs = new Map();
  const broken: WorkflowReport["broken"] = [];
  for (const step of workflow.steps) {
    const exchange = await takeStep(workflow, step, context, outputs);
    const expected = expectationOf(step);
    if (expected === "success" && !isSuccess(exchange)) {
      // What is more than a refusal is a disagreement, and what decides nothing is the judge's to say.
      if (exchange.expects !== "possible" || ofOtherReasons.includes(exchange.status))
        return { broken };
      const because = `the service refuses the workflow's placeholders (status ${exchange.status}); give a body of your own with --requests`;
      return { broken, ended: { outcome: "refused", because } };
    }
    const failing = conditionsOf(step).filter((condition) => !holds(condition, exchange, outputs));
    if (failing.length > 0 && isWait(step)) {
      const limit = context.waitLimitMs / 1000;
      const because = `the job was still in its first status after ${limit} s; --wait sets the limit`;
      return { broken, ended: { outcome: "unfinished", because } };
    }
    for (const condition of failing) {
      const place = /#(\/\S*)/.exec(condition)?.[1] ?? "status";
      broken.push({ operation: step.operationId, place, condition, exchange });
    }
    for (const [name, expression] of Object.entries(step.outputs ?? {}))
      outputs.set(`${step.stepId}.${name}`, evaluate(expression, exchange, outputs));
    if (exchange.method === "GET") learnIdentifiers(exchange.response.json, context.known);
  }
  return { broken };
}

/** The conditions on the body; what is asked of the status is the judge's to look at. */
function conditionsOf({ successCriteria }: Step): string[] {
  return successCriteria
    .map(({ condition }) => condition)
    .filter((condition) => !condition.startsWith("$statusCode"));
}

/** One call, or the polls of a wait until the last one. */
async function takeStep(
  workflow: Workflow,
  step: Step,
  context: WorkflowContext,
  outputs: Outputs,
): Promise<Exchange> {
  const { send, operations, requests, known, intervalMs, waitLimitMs, signal } = context;
  const operation = operations.find(({ operationId }) => operationId === step.operationId)!;
  const body = bodyOf(workflow, step, requests, known);
  const call = {
    purpose: workflow.workflowId,
    method: operation.method.toUpperCase(),
    path: fillPath(operation.path, step, outputs),
    ...(body ? { body: body.json } : {}),
    credential: workflow.inputs ? ("token" as const) : ("none" as const),
    expects: body?.isPlaceholder ? ("possible" as const) : expectationOf(step),
  };
  const end = performance.now() + waitLimitMs;
  for (;;) {
    const exchange = await send(call);
    const isDone = conditionsOf(step).every((condition) => holds(condition, exchange, outputs));
    if (!isWait(step) || isDone || !isSuccess(exchange)) return exchange;
    if (performance.now() + intervalMs > end) return exchange;
    await pause(intervalMs, undefined, signal ? { signal } : {});
  }
}

function fillPath(path: string, { parameters }: Step, outputs: Outputs): string {
  return (parameters ?? []).reduce((filled, parameter) => {
    if (parameter.in !== "path") return filled;
    const value = String(evaluate(parameter.value, undefined, outputs));
    return filled.replace(`{${parameter.name}}`, encodeURIComponent(value));
  }, path);
}
