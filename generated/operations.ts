/**
 * Routes of the Video Generation Service, generated from its contract. Do not edit: run npm run generate.
 */
import type { OperationMethods } from "./methods.ts";

/** How an operation is called over HTTP. */
export interface OperationRoute {
  method: string;
  /** Path template, to be appended to the base address. Its placeholders are the first arguments. */
  path: string;
  /** Whether the argument after the path parameters is a JSON body. */
  hasBody?: boolean;
  /**
   * Fields without which a success is worthless, and their types: the identifier of a job, or the
   * lists of an answer that names none.
   */
  required: { readonly [field: string]: "string" | "array" };
}

/** The route of each operation. */
export const operationRoutes: Record<keyof OperationMethods<unknown>, OperationRoute> = {
  createLipsyncVideo: {
    method: "POST",
    path: "/api/express_lipsync_video",
    hasBody: true,
    required: { job_id: "string" },
  },
  createDynamicSlideVideo: {
    method: "POST",
    path: "/api/template_dynamic_slide_video",
    hasBody: true,
    required: { job_id: "string" },
  },
  createHpJob: {
    method: "POST",
    path: "/api/hp_job",
    hasBody: true,
    required: { job_id: "string" },
  },
  getHpJob: {
    method: "GET",
    path: "/api/hp_job/{job_id}",
    required: { job_id: "string" },
  },
  listPublicAvatars: {
    method: "GET",
    path: "/api/avatars/public",
    required: { avatars_list: "array" },
  },
  listCustomAvatars: {
    method: "GET",
    path: "/api/avatars/custom",
    required: { avatars_list: "array" },
  },
  listPublicVoices: {
    method: "GET",
    path: "/api/voices/public",
    required: { voices_list: "array" },
  },
};
