/** What each operation of the contract does. A missing one, or one too many, does not compile. */
import type { operations } from "../../../generated/schema.d.ts";
import type { Operation } from "../contract/operations.ts";
import type { Call, Route } from "../pipeline/pipeline.ts";
import { notFound } from "../http/problem.ts";
import type { Reply } from "../http/reply.ts";
import type { JobKind } from "../jobs/job.ts";
import type { EmulatorParts } from "../pipeline/parts.ts";
import { kinds } from "./kinds.ts";

type Handler = (parts: EmulatorParts, call: Call, operation: Operation) => Reply | Promise<Reply>;

const handlers: { [Id in keyof operations]: Handler } = {
  createLipsyncVideo: createJob,
  createDynamicSlideVideo: createJob,
  createHpJob: createJob,
  getHpJob: readJob,
  listPublicAvatars: list,
  listCustomAvatars: list,
  listPublicVoices: list,
};

/** A route for each operation of the contract. */
export function apiRoutes(parts: EmulatorParts): Route[] {
  return parts.contract.operations.map((operation): Route => {
    if (!Object.hasOwn(handlers, operation.id))
      throw new Error(`The contract has an operation ${operation.id} that the emulator cannot do`);
    return {
      method: operation.method,
      // `/thing/{id}` as the router writes it: `/thing/:id`.
      path: operation.path.replace(/\{([^}]+)\}/g, ":$1"),
      target: operation.id,
      operation,
      do: (call) => handlers[operation.id](parts, call, operation),
    };
  });
}

async function createJob(parts: EmulatorParts, call: Call, operation: Operation): Promise<Reply> {
  const kind = operation.id as JobKind;
  const job = await parts.jobs.create(kind, call);
  return succeed(operation, kinds[kind].receipt(job, call.origin));
}

function readJob(parts: EmulatorParts, { parameters, origin }: Call, operation: Operation): Reply {
  const job = parts.jobs.get(parameters["job_id"] ?? "");
  const readBack = job && kinds[job.operation].readBack;
  if (!readBack || readBack.operation !== operation.id)
    throw notFound("There is no HP job with this identifier.");
  return succeed(operation, readBack.show(job, origin, operation.example));
}

/** What the contract gives as its example. */
function list(_parts: EmulatorParts, _call: Call, operation: Operation): Reply {
  return succeed(operation, operation.example);
}

function succeed({ successStatus: status }: Operation, body: object): Reply {
  return { status, mediaType: "application/json", body };
}
