/**
 * Methods of the client, generated from the contract. Do not edit: run npm run generate.
 */
import type * as schema from "./schema.d.ts";
import type {
  DynamicSlideVideoInput,
  HpJobInput,
  JobId,
  LipsyncVideoInput,
} from "./schema.d.ts";

export type * from "./schema.d.ts";

// Interfaces in the place of types of the same name: editors and compilers call these by their name, and spell out any other.
/** The avatars of one kind, public or custom. */
export interface AvatarList extends schema.AvatarList {}
/** Receipt for a dynamic slide job that has just been created. It names the job and says where it stands. */
export interface DynamicSlideVideoReceipt extends schema.DynamicSlideVideoReceipt {}
/** The record of an HP job as the status endpoint returns it. */
export interface HpJob extends schema.HpJob {}
/** Receipt for an HP job that has just been created. Keep its `job_id`, which is all you need to read the job back. */
export interface HpJobReceipt extends schema.HpJobReceipt {}
/** Receipt for a lipsync job that has just been created. It names the job and repeats what was asked for. */
export interface LipsyncVideoReceipt extends schema.LipsyncVideoReceipt {}
/** The voices of the public kind. */
export interface VoiceList extends schema.VoiceList {}

/** A call that was made: a promise of the data, which can also give the response. */
export interface Call<Data> extends Promise<Data> {
  /** The data with the HTTP response it came in. Fails like the call itself. */
  withResponse(): Promise<CallResult<Data>>;
}

export interface CallResult<Data> {
  data: Data;
  /** Status and headers. The body has been read; it is in `data` and `text`. */
  response: Response;
  /** The body as it came: its numbers have all their digits. */
  text: string;
}

/** One method for each operation: path parameters, then the body, then the options of the call. */
export interface OperationMethods<CallOptions> {
  /**
   * Create a lipsync video.
   *
   * Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours; the script is an audio file or a text spoken in a voice. The four combinations are shown as examples.
   *
   * Gap `lipsync-status-endpoint`: There is no documented way to learn when a lipsync video is done, or to fetch it.
   *
   * @param body Who speaks, what is said, and which generation model lip-syncs it.
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const job = await client.createLipsyncVideo({
   *   model: "v2",
   *   actor: {
   *     use: "avatar",
   *     avatar_id: "ada",
   *     avatar_type: "public"
   *   },
   *   script: {
   *     use: "text",
   *     text: "Welcome to Harbour Coffee. I am Ada, and I will show you around.",
   *     voice_id: "clara",
   *     voice_type: "public"
   *   }
   * });
   * ```
   */
  createLipsyncVideo(body: LipsyncVideoInput, options?: CallOptions): Call<LipsyncVideoReceipt>;
  /**
   * Create a dynamic slide video.
   *
   * Starts a render job that builds a video from a template, a slide count, and customizations of the template's layers.
   *
   * Gap `slides-status-endpoint`: There is no documented way to learn when a dynamic slide video is done, or to fetch it.
   *
   * @param body The template, the number of slides, and the customizations of its layers.
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const job = await client.createDynamicSlideVideo({
   *   template_id: "quarterly-review",
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
  createDynamicSlideVideo(body: DynamicSlideVideoInput, options?: CallOptions): Call<DynamicSlideVideoReceipt>;
  /**
   * Create an HP job.
   *
   * Starts a render job that personalises a base video with variable text segments, using data rows taken from a spreadsheet. The examples show both names that the specification gives the list of segments.
   *
   * @param body The base video, its variable segments, and the slice of data rows to use.
   * @param options Limits, signal and headers of this call.
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
  createHpJob(body: HpJobInput, options?: CallOptions): Call<HpJobReceipt>;
  /**
   * Get the status of an HP job.
   *
   * Reads an HP job back by its identifier. While its status is `rendering`, the video is being produced. Pause between two calls, and limit the whole wait: no status is known to be final.
   *
   * Gap `hp-status-of-other-jobs`: Only identifiers of HP jobs can be read here.
   *
   * @param jobId Identifier of the HP job, as its create response gave it.
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const answer = await client.getHpJob("example-job-id");
   * ```
   */
  getHpJob(jobId: JobId, options?: CallOptions): Call<HpJob>;
  /**
   * List public avatars.
   *
   * Lists the avatars of the public kind. Name one of them in a lipsync video with the `avatar_type` `public`.
   *
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const answer = await client.listPublicAvatars();
   * ```
   */
  listPublicAvatars(options?: CallOptions): Call<AvatarList>;
  /**
   * List custom avatars.
   *
   * Lists the avatars of the custom kind. Name one of them in a lipsync video with the `avatar_type` `custom`.
   *
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const answer = await client.listCustomAvatars();
   * ```
   */
  listCustomAvatars(options?: CallOptions): Call<AvatarList>;
  /**
   * List public voices.
   *
   * Lists the voices of the public kind. Name one of them in a script with the `voice_type` `public`.
   *
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const answer = await client.listPublicVoices();
   * ```
   */
  listPublicVoices(options?: CallOptions): Call<VoiceList>;
}
