/** What is sent to create jobs: the payloads of the workflows, or what the user has put in their place. */
import { UserError } from "openapi-gaps";
import { isObject, type JsonObject, type OpenApiDocument } from "openapi-gaps/document";
import { Checker, toBody } from "openapi-gaps/evidence";
import type { Step, Workflow } from "./arazzo.ts";

/** Bodies by operation: one that is valid, of each kind. */
export type ValidBodies = Map<string, JsonObject[]>;

export interface Body {
  json: JsonObject;
  /** Whether everything that it names is a placeholder, which a service need not know. */
  isPlaceholder: boolean;
}

/**
 * Puts the user's bodies in the place of those that the workflows have.
 *
 * @param own by the `workflowId`
 * @throws {UserError} for an unknown workflow, and for a body that the contract does not allow
 */
export function requireBodies(
  document: OpenApiDocument,
  workflows: Workflow[],
  own: JsonObject,
): void {
  const creating = workflows.filter(({ steps }) => steps.some(({ requestBody }) => requestBody));
  const names = creating.map(({ workflowId }) => workflowId);
  const check = Checker.of(document);
  for (const [name, json] of Object.entries(own)) {
    const step = creating.find(({ workflowId }) => workflowId === name)?.steps.find(isCreate);
    if (!step)
      throw new UserError(
        `There is no workflow ${name} that sends a body. Use the names ${names.join(", ")}.`,
      );
    const operation = check.interface.operations.find(
      (each) => each.operationId === step.operationId,
    )!;
    const request = toBody("application/json", JSON.stringify(json));
    const problems = check.requestProblems(operation, { request });
    if (problems.length === 0) continue;
    const list = problems.map(
      ({ place, problem }) => `\n  ${place.replace("request ", "")} ${problem}`,
    );
    throw new UserError(
      `The body of ${name} is not one that the contract allows:${list.join("")}\nNothing was sent. Correct it in the file of --requests.`,
    );
  }
}

export function isCreate({ requestBody }: Step): boolean {
  return requestBody !== undefined;
}

/** The body of a workflow, with identifiers that a list has shown in the place of placeholders. */
export function bodyOf(
  { workflowId }: Workflow,
  { requestBody }: Step,
  own: JsonObject,
  known: ReadonlyMap<string, string>,
): Body | undefined {
  if (!requestBody) return undefined;
  const given = own[workflowId];
  if (isObject(given)) return { json: given, isPlaceholder: false };
  const fill = (name: string, value: unknown) =>
    typeof value === "string" ? (known.get(name) ?? value) : value;
  const json = JSON.parse(JSON.stringify(requestBody.payload), fill) as JsonObject;
  return { json, isPlaceholder: true };
}

/** Identifiers in a list, by the names of their fields; the first of each. */
export function learnIdentifiers(json: unknown, known: Map<string, string>): void {
  for (const list of Object.values(isObject(json) ? json : {})) {
    for (const item of Array.isArray(list) ? list : []) {
      for (const [name, value] of Object.entries(isObject(item) ? item : {})) {
        if (name.endsWith("_id") && typeof value === "string" && !known.has(name))
          known.set(name, value);
      }
    }
  }
}

/** A body of each kind for every operation that takes one. */
export function validBodies(
  workflows: Workflow[],
  own: JsonObject,
  known: ReadonlyMap<string, string>,
): ValidBodies {
  const bodies: ValidBodies = new Map();
  for (const workflow of workflows) {
    for (const step of workflow.steps) {
      const body = bodyOf(workflow, step, own, known);
      if (body) bodies.set(step.operationId, [...(bodies.get(step.operationId) ?? []), body.json]);
    }
  }
  return bodies;
}
