/** What a run does: the stories, the requests that have to be refused, and the probes. */
import type { OpenApiDocument } from "../../../gaps/src/document/document.ts";
import { wrongCredentials } from "../exchange.ts";
import type { CreatedJob } from "../judge/finding.ts";
import { jobReader, type Operation, operationsOf } from "../operations.ts";
import type { Workflow } from "./arazzo.ts";
import { isCreate, validBodies } from "./bodies.ts";
import { inParallel } from "./in-parallel.ts";
import type { RunOptions } from "./options.ts";
import { credentialCall, invalidCalls, openPathCalls, readingCalls } from "./probes.ts";
import { runWorkflow, type WorkflowContext, type WorkflowReport } from "./run-workflow.ts";
import type { Call } from "./send.ts";

export interface Context extends WorkflowContext {
  /** The jobs that the run has created so far. */
  createdJobs: () => CreatedJob[];
}

export interface Plan {
  name: string;
  title: string;
  /** The `operationId`s that it calls. */
  operations: string[];
  /** Jobs that it starts. */
  creates: number;
  /** Lists come before what uses their identifiers, and jobs before what reads them. */
  phase: "lists" | "calls" | "jobs";
  /** Why it is not tried. */
  skip?: string | undefined;
  run: (context: Context) => Promise<WorkflowReport | undefined>;
}

type Options = Pick<RunOptions, "create" | "requests" | "story" | "operation" | "jobs" | "probe">;

const paid = "and --create was not given";

export function planStories(
  document: OpenApiDocument,
  workflows: Workflow[],
  options: Options,
): Plan[] {
  const { create, operation, story } = options;
  const plans = [
    ...workflows.map((workflow) => planWorkflow(workflow, create)),
    ...planReadings(document, options),
    ...planRefusals(document, workflows, options),
  ];
  return plans
    .filter(({ name }) => story === undefined || name === story)
    .filter(({ operations }) => operation === undefined || operations.includes(operation));
}

/** The requests of `--probe`, for a person to read before they are sent. */
export function listProbes(document: OpenApiDocument, { create }: Options): string[] {
  const { reader, others } = jobReader(operationsOf(document));
  return [
    ...openPathCalls(document).map(({ method, path }) => `${method} ${path}`),
    ...others
      .filter(() => create)
      .map(({ operationId }) => `GET ${reader.path} of a job of ${operationId}`),
  ];
}

function planWorkflow(workflow: Workflow, create: boolean): Plan {
  const creates = workflow.steps.filter(isCreate).length;
  return {
    name: workflow.workflowId,
    title: workflow.summary,
    operations: workflow.steps.map(({ operationId }) => operationId),
    creates,
    phase: creates === 0 ? "lists" : "calls",
    skip: creates > 0 && !create ? `it starts a paid job, ${paid}` : undefined,
    run: (context) => runWorkflow(workflow, context),
  };
}

/** Readings that no story has: jobs that exist already, and the probes. */
function planReadings(
  document: OpenApiDocument,
  { create, jobs = [], probe = false }: Options,
): Plan[] {
  const { reader, others } = jobReader(operationsOf(document));
  const isOther = ({ operation }: CreatedJob) =>
    others.some(({ operationId }) => operationId === operation);
  const existing = planCalls(
    "existing-job",
    "Read the jobs that --job names",
    [reader.operationId],
    () => readingCalls(document, jobs, "existing-job"),
  );
  const openPaths = planCalls("open-paths", "Read paths that have no operation", [], () =>
    openPathCalls(document),
  );
  const otherJobs = planCalls(
    "other-jobs",
    "Read jobs of other operations",
    [reader.operationId],
    (context) => {
      const created = context.createdJobs().filter(isOther).toReversed();
      const first = new Map(created.map((job) => [job.operation, job]));
      return readingCalls(document, [...first.values()], "other-jobs");
    },
  );
  const skip = create ? undefined : `no such job is known, ${paid}; name some with --job`;
  return [
    ...(jobs.length > 0 ? [{ ...existing, phase: "lists" as const }] : []),
    ...(probe ? [openPaths, { ...otherJobs, phase: "jobs" as const, skip }] : []),
  ];
}

function planRefusals(
  document: OpenApiDocument,
  workflows: Workflow[],
  { requests = {}, create, operation }: Options,
): Plan[] {
  const bodies = ({ known }: Pick<Context, "known">) => validBodies(workflows, requests, known);
  // A service that asks for no token would start a job.
  const tried = operationsOf(document).filter(({ method }) => create || method === "get");
  const ids = (operations: Operation[]) => operations.map(({ operationId }) => operationId);
  const names = { none: "no-token", wrong: "wrong-token", "other-scheme": "other-scheme" };
  const ofCredentials = (["none", "wrong", "other-scheme"] as const).map((credential) => {
    const title = `Refuse every operation ${wrongCredentials[credential]}`;
    return planCalls(names[credential], title, ids(tried), (context) =>
      tried
        .filter(({ operationId }) => operation === undefined || operationId === operation)
        .map((each) => credentialCall(each, bodies(context), credential)),
    );
  });
  const skip = `a service that takes one would start a paid job, ${paid}`;
  const ofBodies = operationsOf(document)
    .filter(({ operationId }) => bodies({ known: new Map() }).has(operationId))
    .map((each) => ({
      ...planCalls(
        `invalid-${each.operationId}`,
        `Refuse invalid bodies: ${each.operationId}`,
        [each.operationId],
        (context) => invalidCalls(document, each, bodies(context)),
      ),
      skip: create ? undefined : skip,
    }));
  return [...ofCredentials, ...ofBodies];
}

/** Calls that do not depend on each other. */
function planCalls(
  name: string,
  title: string,
  operations: string[],
  calls: (context: Context) => Call[],
): Plan {
  return {
    name,
    title,
    operations,
    creates: 0,
    phase: "calls",
    async run(context) {
      const send = async (call: Call) => void (await context.sender.send(call));
      await inParallel(calls(context), send);
      return undefined;
    },
  };
}
