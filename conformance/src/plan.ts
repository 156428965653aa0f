/** What a run does: the workflows, the requests that have to be refused, and the probes. */
import {
  isObject,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
} from "openapi-gaps/document";
import { Checker, type Interface } from "openapi-gaps/evidence";
import type { Workflow } from "./arazzo.ts";
import { isCreate, type ValidBodies, validBodies } from "./bodies.ts";
import {
  bodySchema,
  deniedField,
  encodedPath,
  type JobOperations,
  jobOperations,
} from "./contract.ts";
import { invalidBodies } from "./invalid-bodies.ts";
import { type CreatedJob, wrongCredentials } from "./result.ts";
import { runWorkflow, type WorkflowContext, type WorkflowReport } from "./run-workflow.ts";
import type { Call } from "./send.ts";

export interface Context extends WorkflowContext {
  /** The jobs that the run has created so far. */
  createdJobs: () => CreatedJob[];
}

export interface Plan {
  name: string;
  title: string;
  /** Jobs that it starts. */
  creates: number;
  /** Lists come before what uses their identifiers, and jobs before what reads them. */
  phase: "lists" | "calls" | "jobs";
  /** Why it is not tried. */
  skip?: string | undefined;
  run: (context: Context) => Promise<WorkflowReport | undefined>;
}

export interface PlanOptions {
  /** Whether jobs are created, which may cost. */
  create: boolean;
  /** Request bodies to send instead of the workflows' own, by the name of the workflow. */
  requests?: JsonObject;
  /** Only the workflow with this name. */
  workflow?: string | undefined;
  /** Existing jobs to read. */
  jobs?: readonly CreatedJob[];
  /** Whether what the specification leaves open is tried where a `GET` can: see `listProbes`. */
  probe?: boolean;
}

const noCreate = "and --create was not given";

export function planRun(
  document: OpenApiDocument,
  workflows: Workflow[],
  options: PlanOptions,
): Plan[] {
  const { create, workflow, requests = {} } = options;
  const { interface: of } = Checker.of(document);
  const { openPaths, operations } = of;
  const jobs = jobOperations(of);
  const isDenied = (each: Workflow) => deniedIn(of, each, requests) !== undefined;
  const possible = workflows.filter((each) => !isDenied(each));
  return [
    ...workflows.map((each) => planWorkflow(each, create, deniedIn(of, each, requests))),
    ...planReadings(jobs, openPaths, options),
    ...planWrongCredentials(operations, jobs, possible, options),
    ...planInvalidBodies(document, operations, possible, options),
  ].filter(({ name }) => workflow === undefined || name === workflow);
}

/** The requests of `--probe`, for a person to read before they are sent. */
export function listProbes(document: OpenApiDocument, { create }: PlanOptions): string[] {
  const { interface: of } = Checker.of(document);
  const { reader, others } = jobOperations(of);
  return [
    ...of.openPaths.map((path) => `GET ${path}`),
    ...others
      .filter(() => create)
      .map(({ operationId }) => `GET ${reader.path} of a job of ${operationId}`),
  ];
}

/** A field in the body of a workflow that the service never has, as its owner says. */
function deniedIn(of: Interface, workflow: Workflow, requests: JsonObject): string | undefined {
  const own = requests[workflow.workflowId];
  for (const { operationId, requestBody } of workflow.steps) {
    const operation = of.operations.find((each) => each.operationId === operationId);
    if (!operation || !requestBody) continue;
    const denied = deniedField(
      bodySchema(of, operation),
      isObject(own) ? own : requestBody.payload,
    );
    if (denied !== undefined) return denied;
  }
  return undefined;
}

function planWorkflow(workflow: Workflow, create: boolean, denied: string | undefined): Plan {
  const creates = denied === undefined ? workflow.steps.filter(isCreate).length : 0;
  const cost = `it starts a job, which may cost money, ${noCreate}`;
  return {
    name: workflow.workflowId,
    title: workflow.summary,
    creates,
    phase: creates === 0 ? "lists" : "calls",
    skip:
      denied !== undefined
        ? `it sends \`${denied}\`, which the service never has, as its owner says`
        : creates > 0 && !create
          ? cost
          : undefined,
    run: (context) => runWorkflow(workflow, context),
  };
}

/** Readings that no workflow has: jobs that exist already, and the probes. */
function planReadings(
  operations: JobOperations,
  openPaths: string[],
  { create, jobs = [], probe = false }: PlanOptions,
): Plan[] {
  const { others } = operations;
  const isOther = ({ operation }: CreatedJob) =>
    others.some(({ operationId }) => operationId === operation);
  const existing = planCalls("existing-job", "Read the jobs that --job names", () =>
    readingCalls(operations, jobs, "existing-job"),
  );
  const open = planCalls("open-paths", "Read paths that have no operation", () =>
    openPaths.map((path) => {
      const call = { purpose: "open-paths", method: "GET", path };
      return { ...call, credential: "token", expects: "undecided" };
    }),
  );
  const ofOthers = planCalls("other-jobs", "Read jobs of other operations", (context) => {
    const created = context.createdJobs().filter(isOther);
    const first = new Map(created.map((job) => [job.operation, job]));
    return readingCalls(operations, [...first.values()], "other-jobs");
  });
  const skip = create ? undefined : `no such job is known, ${noCreate}; name some with --job`;
  return [
    ...(jobs.length > 0 ? [existing] : []),
    ...(probe ? [open, { ...ofOthers, phase: "jobs" as const, skip }] : []),
  ];
}

/** Reads jobs. One that another operation has created may be known there or not. */
function readingCalls(
  { reader, own }: JobOperations,
  jobs: readonly CreatedJob[],
  purpose: string,
): Call[] {
  return jobs.map(({ id, operation }) => ({
    purpose,
    method: "GET",
    path: encodedPath(reader, () => id),
    credential: "token",
    expects: operation === own.operationId ? "success" : "undecided",
    creator: operation,
  }));
}

function planWrongCredentials(
  operations: OperationPlace[],
  { own }: JobOperations,
  workflows: Workflow[],
  { requests = {}, create, jobs = [] }: PlanOptions,
): Plan[] {
  // A service that asks for no token would start a job.
  const tried = operations.filter(({ method }) => create || method === "get");
  const names = { none: "no-token", wrong: "wrong-token", "other-scheme": "other-scheme" };
  return (["none", "wrong", "other-scheme"] as const).map((credential) => {
    const title = `Refuse every operation ${wrongCredentials[credential]}`;
    const plan = planCalls(names[credential], title, (context) => {
      const bodies = validBodies(workflows, requests, context.known);
      const known = [...context.createdJobs(), ...jobs];
      // A service may guard the jobs that do not exist, and no others.
      const job = known.find((each) => each.operation === own.operationId)?.id ?? "no-such-job";
      return tried.map((each) => credentialCall(each, bodies, credential, job));
    });
    return { ...plan, phase: "jobs" };
  });
}

/** An operation with credentials that it has to refuse. */
function credentialCall(
  operation: OperationPlace,
  bodies: ValidBodies,
  credential: keyof typeof wrongCredentials,
  job: string,
): Call {
  return {
    purpose: `a request ${wrongCredentials[credential]}`,
    method: operation.method.toUpperCase(),
    path: encodedPath(operation, () => job),
    body: bodies.get(operation.operationId)?.[0],
    credential,
    expects: "refusal",
  };
}

function planInvalidBodies(
  document: OpenApiDocument,
  operations: OperationPlace[],
  workflows: Workflow[],
  { requests = {}, create }: PlanOptions,
): Plan[] {
  const own = validBodies(workflows, requests, new Map());
  const skip = `a service that accepts one may start a job that costs money, ${noCreate}`;
  return operations
    .filter(({ operationId }) => own.has(operationId))
    .map((each) => ({
      ...planCalls(
        `invalid-${each.operationId}`,
        `Refuse invalid bodies: ${each.operationId}`,
        ({ known }) => invalidCalls(document, each, validBodies(workflows, requests, known)),
      ),
      skip: create ? undefined : skip,
    }));
}

/** Bodies that are malformed, or wrong in one place. */
export function invalidCalls(
  document: OpenApiDocument,
  operation: OperationPlace,
  bodies: ValidBodies,
): Call[] {
  const { interface: of } = Checker.of(document);
  const { operationId, method, path } = operation;
  const schema = bodySchema(of, operation);
  const invalid = (bodies.get(operationId) ?? []).flatMap((body) =>
    invalidBodies(document, schema, body),
  );
  // Kinds of one request share most of their fields.
  const different = new Map(invalid.map((each) => [each.what, each]));
  return [...different.values()].map(({ what, ...rest }) => ({
    purpose: `${operationId} ${what}`,
    method: method.toUpperCase(),
    path,
    credential: "token" as const,
    ...rest,
  }));
}

/** Calls that do not depend on each other. */
function planCalls(name: string, title: string, calls: (context: Context) => Call[]): Plan {
  return {
    ...{ name, title, creates: 0, phase: "calls" },
    async run(context) {
      const sent = await Promise.allSettled(calls(context).map((call) => context.send(call)));
      // Not before all of them have ended.
      for (const result of sent) if (result.status === "rejected") throw result.reason;
      return undefined;
    },
  };
}
