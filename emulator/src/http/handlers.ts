/** What each operation of the contract does. A missing handler, or one too many, does not compile. */
import type { operations } from "../../../generated/schema.d.ts";
import { exampleResponse, knownValue } from "../contract/contract.ts";
import type { JsonObject } from "../contract/document.ts";
import type { Operation, OperationId } from "../contract/operations.ts";
import type { Service } from "../service.ts";
import {
  describeCreatedHpJob,
  describeHpJob,
  describeLipsyncJob,
  describeSlideJob,
} from "./describe-job.ts";
import { notFound } from "./problem.ts";

/** A request that has passed every check. */
export interface Call {
  service: Service;
  operation: Operation;
  /** The request body; an empty object when the operation takes none. */
  body: JsonObject;
  pathParameters: Record<string, string>;
  /** Where the emulator was called, for addresses in the answer: `http://127.0.0.1:4010`. */
  origin: string;
}

type SuccessBody<Id extends OperationId> =
  operations[Id]["responses"]["2XX"]["content"]["application/json"];

type Handlers = {
  [Id in OperationId]: (call: Call) => SuccessBody<Id> | Promise<SuccessBody<Id>>;
};

export const handlers: Handlers = {
  async createLipsyncVideo({ service, body, origin }) {
    const job = await service.runner.create("createLipsyncVideo", body);
    return describeLipsyncJob(job, body, origin);
  },

  async createDynamicSlideVideo({ service, body, origin }) {
    const job = await service.runner.create("createDynamicSlideVideo", body);
    return describeSlideJob(job, origin);
  },

  async createHpJob({ service, body }) {
    const job = await service.runner.create("createHpJob", body);
    if (service.profile === "strict") return { job_id: job.id, status: job.status };
    return describeCreatedHpJob(job);
  },

  getHpJob({ service, pathParameters, origin }) {
    const job = service.jobs.get(pathParameters["job_id"] ?? "");
    if (job?.operation !== "createHpJob")
      throw notFound("There is no HP job with this identifier.");
    return describeHpJob(job, origin, knownValue(service.contract, "JobType"));
  },

  listPublicAvatars: exampleOf,
  listCustomAvatars: exampleOf,
  listPublicVoices: exampleOf,
};

/** The catalogue is what the contract gives as its example. */
function exampleOf<Body>({ service, operation }: Call): Body {
  return exampleResponse(service.contract, operation) as Body;
}
