/** Runs one workflow against a service: its steps, one after the other. */
import { setTimeout as pause } from "node:timers/promises";
import { asObject, type JsonObject, type OpenApiDocument } from "openapi-gaps/document";
import { Checker, isSuccess } from "openapi-gaps/evidence";
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
import { bodySchema, doubtfulFields, encodedPath, hasEnded } from "./contract.ts";
import { ofOtherReasons } from "./judge.ts";
import type { Exchange } from "./result.ts";
import type { Call } from "./send.ts";

export interface WorkflowContext {
  /** Sends a call as soon as there is room for it. */
  send: (call: Call) => Promise<Exchange>;
  document: OpenApiDocument;
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
  ended?: { outcome: "unfinished" | "undecided"; because: string };
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
      return {
        broken,
        ended: { outcome: "undecided", because: whyRefused(step, exchange, context) },
      };
    }
    const failing = conditionsOf(step).filter((condition) => !holds(condition, exchange, outputs));
    if (isWait(step) && !isOver(step, exchange, outputs, context)) {
      const limit = context.waitLimitMs / 1000;
      const because = `the job had not ended after ${limit} s; --wait sets the limit`;
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

/** The service may know a field that an open contradiction is about by another name alone. */
function whyRefused(
  { operationId }: Step,
  { status, request }: Exchange,
  { document }: WorkflowContext,
): string {
  const { interface: of } = Checker.of(document);
  const operation = of.operations.find((each) => each.operationId === operationId)!;
  const sent = asObject(request.json);
  const field = doubtfulFields(bodySchema(of, operation)).find((name) => name in sent);
  const what = field === undefined ? "the workflow's placeholders" : `a body with \`${field}\``;
  const unless = field === undefined ? "" : ", which it need not know";
  return `the service refuses ${what} (status ${status})${unless}; give a body of your own with --requests`;
}

/** A wait is over when its conditions hold, at a status that ends the job. */
function isOver(step: Step, exchange: Exchange, outputs: Outputs, { document }: WorkflowContext) {
  const { status } = asObject(exchange.response.json);
  return (
    conditionsOf(step).every((condition) => holds(condition, exchange, outputs)) &&
    hasEnded(document, status)
  );
}

/** One call, or the polls of a wait until the last one. */
async function takeStep(
  workflow: Workflow,
  step: Step,
  context: WorkflowContext,
  outputs: Outputs,
): Promise<Exchange> {
  const { send, document, requests, known, intervalMs, waitLimitMs, signal } = context;
  const { operations } = Checker.of(document).interface;
  const operation = operations.find(({ operationId }) => operationId === step.operationId)!;
  const body = bodyOf(workflow, step, requests, known);
  const call = {
    purpose: workflow.workflowId,
    method: operation.method.toUpperCase(),
    path: encodedPath(operation, (name) => parameterOf(step, name, outputs)),
    ...(body ? { body: body.json } : {}),
    credential: workflow.inputs ? ("token" as const) : ("none" as const),
    expects: body?.isPlaceholder ? ("possible" as const) : expectationOf(step),
  };
  const end = performance.now() + waitLimitMs;
  for (;;) {
    const exchange = await send(call);
    if (!isWait(step) || !isSuccess(exchange)) return exchange;
    if (isOver(step, exchange, outputs, context)) return exchange;
    if (performance.now() + intervalMs > end) return exchange;
    await pause(intervalMs, undefined, signal ? { signal } : {});
  }
}

/** The value that a step gives to a parameter of its path. */
function parameterOf({ parameters }: Step, name: string, outputs: Outputs): unknown {
  const given = parameters?.find((parameter) => parameter.in === "path" && parameter.name === name);
  return evaluate(given!.value, undefined, outputs);
}
