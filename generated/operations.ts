/** Routes of the Video Generation Service. Generated from the contract. Do not edit: run npm run generate. */
import type { OperationMethods } from "./methods.ts";

/** How an operation is called over HTTP. */
export type OperationRoute = readonly [
  method: string,
  /** Path template, to be appended to the base address. Its placeholders are the first arguments. */
  path: string,
  required: RequiredFields,
  /** Whether the argument after the path parameters is a JSON body. */
  hasBody?: boolean,
];

/**
 * Fields without which a success is worthless, and their types: the identifier of a job, or the
 * lists of a response that names none.
 */
export type RequiredFields = { readonly [field: string]: "string" | "array" };

/** The route of each operation. */
export const operationRoutes: Record<keyof OperationMethods<unknown>, OperationRoute> = {
  createLipsyncVideo: ["POST", "/api/express_lipsync_video", { job_id: "string" }, true],
  createDynamicSlideVideo: ["POST", "/api/template_dynamic_slide_video", { job_id: "string" }, true],
  createHpJob: ["POST", "/api/hp_job", { job_id: "string" }, true],
  getHpJob: ["GET", "/api/hp_job/{job_id}", { job_id: "string" }],
  listPublicAvatars: ["GET", "/api/avatars/public", { avatars_list: "array" }],
  listCustomAvatars: ["GET", "/api/avatars/custom", { avatars_list: "array" }],
  listPublicVoices: ["GET", "/api/voices/public", { voices_list: "array" }],
};
