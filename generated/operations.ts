/**
 * Operations of the Video Generation Service, generated from its contract. Do not edit: run npm run generate.
 */
import type {
  AvatarList,
  DynamicSlideVideoInput,
  DynamicSlideVideoJob,
  HpJob,
  HpJobCreated,
  HpJobInput,
  JobId,
  LipsyncVideoInput,
  LipsyncVideoJob,
  VoiceList,
} from "./schema.d.ts";

/** Arguments and result of each operation, by its `operationId`. */
export interface OperationTypes {
  /**
   * Create a lipsync video.
   *
   * Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours; the script is an audio file or a text spoken in a voice. The four combinations are shown as examples.
   *
   * > **Gap, not documented:** `lipsync-status-endpoint`
   * >
   * > There is no documented way to learn when a lipsync video is done, or to fetch it.
   *
   * @example
   * ```ts
   * const job = await client.createLipsyncVideo({
   *   model: "v2",
   *   actor: {
   *     use: "avatar",
   *     avatar_id: "example-avatar-id",
   *     avatar_type: "public"
   *   },
   *   script: {
   *     use: "text",
   *     text: "Welcome to our show.",
   *     voice_id: "example-voice-id",
   *     voice_type: "public"
   *   }
   * });
   * ```
   */
  createLipsyncVideo: {
    arguments: [body: LipsyncVideoInput];
    result: LipsyncVideoJob;
  };
  /**
   * Create a dynamic slide video.
   *
   * Starts a render job that turns a template into a video with as many slides as you ask for. Customizations put your content into the layers of the template.
   *
   * > **Gap, not documented:** `slides-status-endpoint`
   * >
   * > There is no documented way to learn when a dynamic slide video is done, or to fetch it.
   *
   * @example
   * ```ts
   * const job = await client.createDynamicSlideVideo({
   *   template_id: "example-template-id",
   *   slides_count: 3,
   *   customizations: [
   *     {
   *       layer_id: "audio",
   *       layer_type: "example-layer-type",
   *       inputs: []
   *     }
   *   ]
   * });
   * ```
   */
  createDynamicSlideVideo: {
    arguments: [body: DynamicSlideVideoInput];
    result: DynamicSlideVideoJob;
  };
  /**
   * Create an HP job.
   *
   * Starts a render job that personalises a base video. Segments of the video are variable; the chosen rows of a spreadsheet supply what goes into them. The examples show both names the specification gives the list of segments.
   *
   * @example
   * ```ts
   * const job = await client.createHpJob({
   *   project_name: "Welcome videos",
   *   base_video_url: "https://example.com/base-video",
   *   variable_count: 1,
   *   data_slice_start_index: 1,
   *   data_slice_end_index: 3,
   *   data_xlsx_url: "https://example.com/data.xlsx",
   *   music: true,
   *   variables: [
   *     {
   *       start_time: "1",
   *       end_time: "3",
   *       variable_pre_text: "Hello",
   *       variable_post_text: "welcome to the team."
   *     }
   *   ]
   * });
   * ```
   */
  createHpJob: {
    arguments: [body: HpJobInput];
    result: HpJobCreated;
  };
  /**
   * Get the status of an HP job.
   *
   * Reads an HP job back: where it stands and what it has produced so far. Call it again until the job has left the status `rendering`, with a pause between calls and a limit on the whole.
   *
   * > **Gap, ambiguous:** `hp-status-of-other-jobs`
   * >
   * > Only identifiers of HP jobs can be read here.
   *
   * @example
   * ```ts
   * const answer = await client.getHpJob("example-job-id");
   * ```
   */
  getHpJob: {
    arguments: [jobId: JobId];
    result: HpJob;
  };
  /**
   * List public avatars.
   *
   * Lists the avatars of the public kind. Name one of them in a lipsync video with the `avatar_type` `public`.
   *
   * @example
   * ```ts
   * const answer = await client.listPublicAvatars();
   * ```
   */
  listPublicAvatars: {
    arguments: [];
    result: AvatarList;
  };
  /**
   * List custom avatars.
   *
   * Lists the avatars of the custom kind. Name one of them in a lipsync video with the `avatar_type` `custom`.
   *
   * @example
   * ```ts
   * const answer = await client.listCustomAvatars();
   * ```
   */
  listCustomAvatars: {
    arguments: [];
    result: AvatarList;
  };
  /**
   * List public voices.
   *
   * Lists the voices of the public kind. Name one of them in a script with the `voice_type` `public`.
   *
   * @example
   * ```ts
   * const answer = await client.listPublicVoices();
   * ```
   */
  listPublicVoices: {
    arguments: [];
    result: VoiceList;
  };
}

/** How an operation is called over HTTP. */
export interface OperationRoute {
  method: string;
  /** Path template, to be appended to the base address. */
  path: string;
  /** Names of the path parameters, in the order of the arguments. */
  parameters?: readonly string[];
  /** Whether the argument after the path parameters is a JSON body. */
  hasBody?: boolean;
  /** Field that every success must have, because it names the job. */
  jobIdField?: string;
}

/** The route of each operation. */
export const operationRoutes: Record<keyof OperationTypes, OperationRoute> = {
  createLipsyncVideo: {
    method: "POST",
    path: "/api/express_lipsync_video",
    hasBody: true,
    jobIdField: "job_id",
  },
  createDynamicSlideVideo: {
    method: "POST",
    path: "/api/template_dynamic_slide_video",
    hasBody: true,
    jobIdField: "job_id",
  },
  createHpJob: {
    method: "POST",
    path: "/api/hp_job",
    hasBody: true,
    jobIdField: "job_id",
  },
  getHpJob: {
    method: "GET",
    path: "/api/hp_job/{job_id}",
    parameters: ["job_id"],
    jobIdField: "job_id",
  },
  listPublicAvatars: {
    method: "GET",
    path: "/api/avatars/public",
  },
  listCustomAvatars: {
    method: "GET",
    path: "/api/avatars/custom",
  },
  listPublicVoices: {
    method: "GET",
    path: "/api/voices/public",
  },
};
