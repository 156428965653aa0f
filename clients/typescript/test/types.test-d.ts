/**
 * What the types must accept and refuse. Compiled, never run, against the packed package, with
 * every supported TypeScript.
 */
import {
  ApiError,
  type AvatarList,
  type Client,
  createClient,
  type HpJob,
  type HpJobReceipt,
  type HpJobInput,
  type JobStatus,
  type LipsyncVideoInput,
  type LipsyncVideoReceipt,
  type RequestOptions,
  type VoiceList,
} from "video-generation-client";
import { type FailedFile, type SavedFile, saveVideos } from "video-generation-client/save";
import { createOpenapiFetchClient } from "video-generation-client/openapi-fetch";

/** True only for the same type: neither wider nor narrower, and not `any`. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(...proof: Same<A, B> extends true ? [] : ["the types differ"]): void;

declare const client: Client;
declare const lipsyncInput: LipsyncVideoInput;

// Options

createClient({ baseUrl: "https://a.example", token: "t" });
createClient({ baseUrl: "https://a.example", token: async () => "t", timeoutMs: 1, retries: 0 });
// @ts-expect-error the address is required, since there is no default that works
createClient({ token: "t" });
// @ts-expect-error the token is required
createClient({ baseUrl: "https://a.example" });
// @ts-expect-error times are named with their unit
createClient({ baseUrl: "https://a.example", token: "t", timeout: 1 });

// Bodies, of which the types of the contract have tests of their own

client.createLipsyncVideo({
  model: "v1",
  actor: { use: "avatar", avatar_id: "a", avatar_type: "custom" },
  script: { use: "text", text: "t", voice_id: "v", voice_type: "public" },
});
// @ts-expect-error a stored avatar is named by its identifier
client.createLipsyncVideo({ model: "v1", actor: { use: "avatar", avatar_type: "public" } });
// @ts-expect-error only listed fields are offered
client.createLipsyncVideo({ model: "v1", speed: 2 });
client.createDynamicSlideVideo({ template_id: "t", slides_count: 1 });
// @ts-expect-error the number of slides is a number
client.createDynamicSlideVideo({ template_id: "t", slides_count: "1" });
const hpInput: HpJobInput = {
  project_name: "p",
  base_video_url: "u",
  variable_count: 1,
  data_slice_start_index: 0,
  data_slice_end_index: 1,
  data_xlsx_url: "u",
  music: false,
};
client.createHpJob(hpInput);
// @ts-expect-error a body is needed
client.createHpJob();

// Arguments: path parameters, body, options

client.getHpJob("job-1", { signal: new AbortController().signal, timeoutMs: 1, deadlineMs: 1 });
client.createHpJob(hpInput, { retries: 0, headers: { "x-trace": "1" } });
client.listPublicAvatars({ retries: 1 });
// @ts-expect-error the identifier is required
client.getHpJob();
// @ts-expect-error and is a string
client.getHpJob(1);
// @ts-expect-error misspelled options are found
client.listPublicAvatars({ timeout: 1 });

// Results

async function results(): Promise<void> {
  const lipsync = await client.createLipsyncVideo(lipsyncInput);
  same<typeof lipsync, LipsyncVideoReceipt>();
  same<(typeof lipsync)["output"], string>();
  same<(typeof lipsync.input)["model"], "v1" | "v2" | undefined>();

  const created = await client.createHpJob(hpInput);
  same<typeof created, HpJobReceipt>();

  const job = await client.getHpJob("job-1");
  same<typeof job, HpJob>();
  const status: JobStatus = job.status;
  void status;
  const avatars = await client.listPublicAvatars();
  same<typeof avatars, AvatarList>();
  const voices = await client.listPublicVoices();
  same<typeof voices, VoiceList>();

  const { data, response } = await client.listCustomAvatars().withResponse();
  same<typeof data, AvatarList>();
  same<typeof response, Response>();
}

// Calls beyond the contract

async function beyond(): Promise<void> {
  const found = await client.request("GET", "/api/jobs/1", { timeoutMs: 1 });
  same<typeof found, unknown>();
  const options: RequestOptions = { body: { any: 1 } };
  const { text } = await client.request("POST", "/api/jobs", options).withResponse();
  same<typeof text, string>();
  // @ts-expect-error a GET has no body
  client.request("GET", "/api/jobs/1", { body: {} });
  // @ts-expect-error methods are in capitals
  client.request("delete", "/api/jobs/1");
}

// Waiting

async function waits(): Promise<void> {
  const until = ({ status }: { status: string }) => status === "done";
  const done = await client.waitForHpJob("job-1", { intervalMs: 1, maxWaitMs: 1, until });
  same<typeof done, HpJob>();
  for await (const job of client.watchHpJob("job-1")) same<typeof job, HpJob>();
  await client.waitForHpJob("job-1", { until: async (job) => job.job_id !== "" });
  // @ts-expect-error only an HP job can be waited for
  client.waitForLipsyncVideo("job-1");
}

// Errors

function errors(error: unknown): void {
  if (error instanceof ApiError) {
    same<(typeof error)["status"], number>();
    // error-body: unknown
    same<(typeof error)["body"], unknown>();
    same<(typeof error)["text"], string>();
    same<(typeof error)["sent"], "no" | "maybe" | "yes">();
    same<(typeof error)["isSafeToRepeat"], boolean>();
    same<(typeof error)["headers"], Record<string, string>>();
    // @ts-expect-error unknown is not any
    error.body.message;
  }
}

// openapi-fetch

async function raw(): Promise<void> {
  const api = createOpenapiFetchClient({ baseUrl: "https://a.example", token: "t" });
  const { data, error, response } = await api.GET("/api/avatars/public");
  const list: AvatarList | undefined = data;
  // The undocumented response: any media type, of unknown content.
  same<typeof error, unknown>();
  same<typeof response, Response>();
  if (response.ok && list) list.avatars_list.length;

  // A status is a plain string here: openapi-fetch would make an object of an open union.
  const read = await api.GET("/api/hp_job/{job_id}", { params: { path: { job_id: "1" } } });
  if (read.data) {
    const status: string = read.data.status;
    const job: HpJob = read.data;
    void [status, job];
  }
  // @ts-expect-error it has no operation
  await api.GET("/api/no_such_list");
  // @ts-expect-error the identifier goes into params
  await api.GET("/api/hp_job/{job_id}");
  await api.POST("/api/hp_job", { body: hpInput });
}

// Files

async function files(): Promise<void> {
  const done = await client.waitForHpJob("job-1", { onUpdate: (_, { text }) => void text.length });
  const options = { baseUrl: undefined, token: undefined, filter: undefined };
  const { saved, leftOut } = await saveVideos(done, "videos", options);
  same<typeof saved, SavedFile[]>();
  same<typeof leftOut, FailedFile[]>();
}

export { beyond, errors, files, raw, results, waits };
