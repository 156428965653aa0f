/** What a run does: the stories, and the requests that have to be refused. */
import type { OpenApiDocument } from "../../../scripts/contract/document.ts";
import { matchOperations, operationsOf } from "../operations.ts";
import type { Workflow } from "./arazzo.ts";
import { isCreate, validBodies } from "./bodies.ts";
import { inParallel } from "./in-parallel.ts";
import { credentialCalls, invalidCalls } from "./probes.ts";
import type { RunOptions } from "./options.ts";
import type { Call } from "./send.ts";
import { type Telling, tellWorkflow, type Told } from "./tell-workflow.ts";

export interface Plan {
  name: string;
  title: string;
  /** Jobs that it starts. */
  creates: number;
  /** Whether its requests have to be refused. */
  isProbe: boolean;
  /** Why it is not tried. */
  skip?: string;
  tell: (telling: Telling) => Promise<Told | undefined>;
}

type Options = Pick<
  RunOptions,
  "create" | "requests" | "story" | "operation" | "job" | "concurrency"
>;

/** @param known identifiers that lists will have shown when the probes are made */
export function planStories(
  document: OpenApiDocument,
  workflows: Workflow[],
  options: Options,
  known: ReadonlyMap<string, string>,
): Plan[] {
  const { create, operation, story, job } = options;
  const all = [
    ...workflows.map((workflow) => ({
      plan: planWorkflow(workflow),
      operations: workflow.steps.map(({ operationId }) => operationId),
    })),
    ...(job === undefined ? [] : [{ plan: planJob(job), operations: ["getHpJob"] }]),
    ...planProbes(document, workflows, options, known),
  ];
  return all
    .filter(({ plan }) => story === undefined || plan.name === story)
    .filter(({ operations }) => operation === undefined || operations.includes(operation))
    .map(({ plan }) =>
      plan.creates > 0 && !create
        ? { ...plan, skip: "it starts a paid job, and --create was not given" }
        : plan,
    );
}

function planWorkflow(workflow: Workflow): Plan {
  return {
    name: workflow.workflowId,
    title: workflow.summary,
    creates: workflow.steps.filter(isCreate).length,
    isProbe: false,
    tell: (telling) => tellWorkflow(workflow, telling),
  };
}

function planJob(id: string): Plan {
  return {
    name: "existing-job",
    title: "Read the job that --job names",
    creates: 0,
    isProbe: false,
    tell: async ({ sender }) => {
      const path = `/api/hp_job/${encodeURIComponent(id)}`;
      const call = { story: "existing-job", method: "GET", path, credential: "token" as const };
      await sender.send({ ...call, expects: "success" });
      return undefined;
    },
  };
}

const credentialNames = {
  none: "no-token",
  wrong: "wrong-token",
  "other-scheme": "other-scheme",
} as const;

function planProbes(
  document: OpenApiDocument,
  workflows: Workflow[],
  { requests = {}, create, operation, concurrency = 4 }: Options,
  known: ReadonlyMap<string, string>,
): { plan: Plan; operations: string[] }[] {
  const operations = operationsOf(document);
  const match = matchOperations(operations);
  const nameOf = ({ method, path }: Call) => match(method, path)!.operation.operationId;
  const bodies = () => validBodies(workflows, requests, known);
  const probe = (name: string, title: string, calls: () => Call[], of: string[]) => ({
    operations: of,
    plan: {
      name,
      title,
      creates: 0,
      isProbe: true,
      tell: async ({ sender }: Telling) => {
        const chosen = calls().filter(
          (call) => operation === undefined || nameOf(call) === operation,
        );
        await inParallel(chosen, concurrency, async (call) => void (await sender.send(call)));
        return undefined;
      },
    },
  });
  const ofCredentials = (["none", "wrong", "other-scheme"] as const).map((credential) => {
    const calls = () =>
      credentialCalls(document, bodies()).filter(
        // A service that asks for no token would start a job.
        (call) => call.credential === credential && (create || call.method === "GET"),
      );
    const title = { none: "no token", wrong: "a wrong token", "other-scheme": "another scheme" };
    const tried = operations.filter(({ method }) => create || method === "get");
    return probe(
      credentialNames[credential],
      `Refuse every operation with ${title[credential]}`,
      calls,
      tried.map(({ operationId }) => operationId),
    );
  });
  const ofBodies = [...bodies().keys()].map((operationId) => {
    const calls = () =>
      invalidCalls(document, bodies()).filter((call) => nameOf(call) === operationId);
    const planned = probe(
      `invalid-${operationId}`,
      `Refuse invalid bodies: ${operationId}`,
      calls,
      [operationId],
    );
    if (create) return planned;
    const skip = "a service that takes one would start a paid job, and --create was not given";
    return { ...planned, plan: { ...planned.plan, skip } };
  });
  return [...ofCredentials, ...ofBodies];
}
