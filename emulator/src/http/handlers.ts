/** What each operation of the contract does. A missing handler, or one too many, does not compile. */
import type { HpJobReceipt, operations } from "../../../generated/schema.d.ts";
import type { Contract } from "../contract/contract.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Operation, OperationId } from "../contract/operations.ts";
import type { EmulatorParts } from "../parts.ts";
import {
  describeCreatedHpJob,
  describeHpJob,
  describeLipsyncJob,
  describeSlideJob,
} from "../jobs/describe-job.ts";
import type { CreateOperationId, JobRecord } from "../jobs/job.ts";
import type { Scenario } from "../jobs/scenario.ts";
import { notFound } from "./problem.ts";

/** A request that has passed every check. */
export interface Call {
  parts: EmulatorParts;
  operation: Operation;
  /** The request body; an empty object when the operation takes none. */
  body: JsonObject;
  /** The same as it was received. */
  text: string;
  pathParameters: Record<string, string>;
  /** What the request chooses for its job. */
  scenario: Scenario;
  /** Where the emulator was called, for addresses in the answer: `http://127.0.0.1:4010`. */
  origin: string;
}

type SuccessBody<Id extends OperationId> =
  operations[Id]["responses"]["2XX"]["content"]["application/json"];

type Handlers = {
  [Id in keyof operations]: (call: Call) => SuccessBody<Id> | Promise<SuccessBody<Id>>;
};

export const handlers: Handlers = {
  async createLipsyncVideo(call) {
    const job = await createJob("createLipsyncVideo", call);
    return describeLipsyncJob(job, call.body, call.origin);
  },

  async createDynamicSlideVideo(call) {
    return describeSlideJob(await createJob("createDynamicSlideVideo", call), call.origin);
  },

  async createHpJob(call) {
    const receipt = describeCreatedHpJob(await createJob("createHpJob", call));
    const { parts } = call;
    return parts.profile === "strict" ? onlyRequired(parts.contract, receipt) : receipt;
  },

  getHpJob({ parts, operation, pathParameters, origin }) {
    const job = parts.jobs.get(pathParameters["job_id"] ?? "");
    if (job?.operation !== "createHpJob")
      throw notFound("There is no HP job with this identifier.");
    return describeHpJob(job, origin, operation);
  },

  listPublicAvatars: exampleOf,
  listCustomAvatars: exampleOf,
  listPublicVoices: exampleOf,
};

function createJob(
  operation: CreateOperationId,
  { parts, body, text, scenario }: Call,
): Promise<JobRecord> {
  return parts.runner.create(operation, body, text, scenario);
}

/** The receipt with the fields that are sure. */
function onlyRequired({ document }: Contract, receipt: HpJobReceipt): HpJobReceipt {
  const { required } = document.components.schemas["HpJobReceipt"] as { required: string[] };
  const fields = Object.entries(receipt).filter(([name]) => required.includes(name));
  return Object.fromEntries(fields) as unknown as HpJobReceipt;
}

/** What the contract gives as its example, unless there is a catalogue. */
function exampleOf<Body>({ parts, operation }: Call): Body {
  return (parts.catalogue[operation.id] ?? operation.example) as Body;
}
