/** Methods of the client. Generated from the contract. Do not edit: run npm run generate. */
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
/** Receipt for a new dynamic slide job: its identifier, its status and its output. */
export interface DynamicSlideVideoReceipt extends schema.DynamicSlideVideoReceipt {}
/** The record of an HP job as the status endpoint returns it. */
export interface HpJob extends schema.HpJob {}
/** Receipt for a new HP job. Keep its `job_id`: with it you read the job back. */
export interface HpJobReceipt extends schema.HpJobReceipt {}
/** Receipt for a new lipsync job: its identifier, its status, its output, and an echo of the input fields that you gave. */
export interface LipsyncVideoReceipt extends schema.LipsyncVideoReceipt {}
/** The voices of one kind, such as public. */
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
   * Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours. The script is an audio file or a text spoken in a voice. The specification calls this kind of job express lipsync.
   *
   * Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the first may have started a job.
   *
   * Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for prices and your quota first.
   *
   * Gap `failed-job-price`: Assume that a failed job costs money too.
   *
   * Gap `media-url-access`: Serve your files at public `https` addresses without credentials or redirects.
   *
   * Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
   *
   * Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be refused, or make the job fail later.
   *
   * Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
   *
   * Gap `custom-voices-endpoint`: The path stays without an operation. A method alone, without a response, would promise more than the specification does. Ask the service owner for the identifiers of your custom voices. The method `GET` is named for this path, and its response is not described.
   *
   * @param body Who speaks, what they say, and the generation model.
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
   * Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the first may have started a job.
   *
   * Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for prices and your quota first.
   *
   * Gap `failed-job-price`: Assume that a failed job costs money too.
   *
   * Gap `media-url-access`: Serve your files at public `https` addresses without credentials or redirects.
   *
   * Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
   *
   * Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be refused, or make the job fail later.
   *
   * Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
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
   *       layer_id: "audio"
   *     }
   *   ]
   * });
   * ```
   */
  createDynamicSlideVideo(body: DynamicSlideVideoInput, options?: CallOptions): Call<DynamicSlideVideoReceipt>;
  /**
   * Create an HP job.
   *
   * Starts a render job that personalises a base video with variable text segments, using data rows taken from a spreadsheet.
   *
   * Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the first may have started a job.
   *
   * Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for prices and your quota first.
   *
   * Gap `failed-job-price`: Assume that a failed job costs money too.
   *
   * Gap `media-url-access`: Serve your files at public `https` addresses without credentials or redirects.
   *
   * Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
   *
   * Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be refused, or make the job fail later.
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
   * Returns an HP job by its identifier. While its status is `rendering`, the video is being produced. Pause between two calls, and limit the whole wait.
   *
   * Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
   *
   * @param jobId Identifier of the HP job, as its create response gave it.
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const result = await client.getHpJob("example-job-id");
   * ```
   */
  getHpJob(jobId: JobId, options?: CallOptions): Call<HpJob>;
  /**
   * List public avatars.
   *
   * Lists the public avatars. To use one in a lipsync video, send its identifier with `avatar_type` set to `public`.
   *
   * Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
   *
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const result = await client.listPublicAvatars();
   * ```
   */
  listPublicAvatars(options?: CallOptions): Call<AvatarList>;
  /**
   * List custom avatars.
   *
   * Lists the custom avatars. To use one in a lipsync video, send its identifier with `avatar_type` set to `custom`.
   *
   * Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
   *
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const result = await client.listCustomAvatars();
   * ```
   */
  listCustomAvatars(options?: CallOptions): Call<AvatarList>;
  /**
   * List public voices.
   *
   * Lists the public voices. To use one in a script, send its identifier with `voice_type` set to `public`.
   *
   * Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
   *
   * Gap `list-pagination`: Expect the whole list in one response, in no particular order. No parameter for a next page is documented.
   *
   * @param options Limits, signal and headers of this call.
   * @example
   * ```ts
   * const result = await client.listPublicVoices();
   * ```
   */
  listPublicVoices(options?: CallOptions): Call<VoiceList>;
}
