/** What each operation of the contract does. A missing one, or one too many, does not compile. */
import type { OperationId, OwnerOperationId } from "../../../generated/names.ts";
import { exampleList, presentSuccess } from "../contract/contract.ts";
import type { Operation } from "../contract/operations.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { Reply } from "../http/reply.ts";
import type { JobKind } from "../jobs/job.ts";
import type { EmulatorParts } from "../pipeline/parts.ts";
import type { Call, Route } from "../pipeline/pipeline.ts";
import type { ReadOperation } from "./kinds.ts";

type Handler = (parts: EmulatorParts, call: Call, operation: Operation) => Reply | Promise<Reply>;

type Specified = Exclude<OperationId, OwnerOperationId>;

/** Those that neither create a job nor read one back: `kinds.ts` has these. Those of the owner can wait: until then, they are a 501. */
const handlers: Record<Exclude<Specified, JobKind | ReadOperation>, Handler> &
  Partial<Record<OwnerOperationId, Handler>> = {
  listPublicAvatars: list,
  listCustomAvatars: list,
  listPublicVoices: list,
};

/** A route for each operation of the contract. */
export function apiRoutes(parts: EmulatorParts): Route[] {
  return parts.contract.operations.map((operation): Route => {
    const handle = handlerOf(parts, operation);
    return {
      method: operation.method,
      // `/thing/{id}` as the router writes it: `/thing/:id`.
      path: operation.path.replace(/\{([^}]+)\}/g, ":$1"),
      target: operation.id,
      operation,
      do: (call) => handle(parts, call, operation),
    };
  });
}

/** An operation that the contract has gained since the emulator was made, by an answer of the owner for one, is served as what it is. */
function handlerOf({ jobs: { kinds } }: EmulatorParts, { id, method, path }: Operation): Handler {
  if (Object.hasOwn(kinds, id)) return createJob;
  if (Object.values(kinds).some(({ readBack }) => readBack?.operation === id)) return readJob;
  const handle = (handlers as Partial<Record<OperationId, Handler>>)[id];
  if (handle) return handle;
  if (method === "GET" && !path.includes("{")) return list;
  if (method === "GET" && /job[^{]*\{[^}]+\}$/.test(path)) return readAnyJob;
  return () => {
    throw new Problem(
      "not_implemented",
      `The contract has an operation ${id}, and the emulator has no code for it yet. emulator/src/service/ is where it goes.`,
    );
  };
}

async function createJob(parts: EmulatorParts, call: Call, operation: Operation): Promise<Reply> {
  const kind = operation.id as JobKind;
  const job = await parts.jobs.create(kind, call);
  return succeed(parts, operation, parts.jobs.kinds[kind].receipt(job, call.origin));
}

function readJob(parts: EmulatorParts, { parameters, origin }: Call, operation: Operation): Reply {
  // A path that reads a job names nothing but the job.
  const [id = ""] = Object.values(parameters);
  const job = parts.jobs.get(id);
  const readBack = job && parts.jobs.kinds[job.operation].readBack;
  if (!readBack || readBack.operation !== operation.id)
    throw notFound(`There is no job ${id} that ${operation.id} reads.`);
  return succeed(parts, operation, readBack.show(job, origin, operation.example));
}

/** An owner may name an operation that reads jobs whose own operation has none: such a job looks as its receipt does. */
function readAnyJob(
  parts: EmulatorParts,
  { parameters, origin }: Call,
  operation: Operation,
): Reply {
  const [id = ""] = Object.values(parameters);
  const job = parts.jobs.get(id);
  if (!job) throw notFound(`There is no job ${id}.`);
  const { readBack, receipt } = parts.jobs.kinds[job.operation];
  const shown = readBack?.show(job, origin, operation.example) ?? receipt(job, origin);
  return succeed(parts, operation, shown);
}

/** What the contract gives as its example. */
function list(parts: EmulatorParts, _call: Call, operation: Operation): Reply {
  return succeed(parts, operation, exampleList(parts.contract, operation));
}

function succeed({ contract }: EmulatorParts, operation: Operation, body: object): Reply {
  const { successStatus: status } = operation;
  return { status, mediaType: "application/json", body: presentSuccess(contract, operation, body) };
}
