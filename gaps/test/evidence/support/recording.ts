/** Recordings of a service that exists only here: it decides what the contract leaves open. */

export interface RecordedCall {
  /** When it was sent; without it, one second after the call before. */
  time?: string;
  /** Scheme and host. */
  origin?: string;
  method?: string;
  url: string;
  status?: number;
  sent?: unknown;
  /** What was sent, where it is no JSON. */
  sentText?: string;
  /** As a run notes it. */
  credential?: "none" | "wrong";
  answer?: unknown;
  mediaType?: string;
  /** Set into the entry as they are, beside what the above yields. */
  request?: object;
  response?: object;
  entry?: object;
}

/** A HAR file (HTTP Archive 1.2) as text. */
export function harOf(calls: RecordedCall[]): string {
  return JSON.stringify({
    log: { version: "1.2", creator: { name: "test", version: "1" }, entries: calls.map(entryOf) },
  });
}

function entryOf(call: RecordedCall, number: number): object {
  const { origin = "https://service.example", url, status = 200, sent, answer } = call;
  const { sentText = sent === undefined ? undefined : JSON.stringify(sent) } = call;
  // Each a second after the other.
  const { time = new Date(Date.UTC(2026, 2, 4, 5, 6, 7 + number)).toISOString() } = call;
  const { mediaType = "application/json; charset=utf-8", credential } = call;
  const postData = { mimeType: "application/json", text: sentText };
  return {
    startedDateTime: time,
    ...call.entry,
    ...(credential ? { _credential: credential } : {}),
    request: {
      method: call.method ?? (sentText === undefined ? "GET" : "POST"),
      url: `${origin}${url}`,
      headers: [],
      ...(sentText === undefined ? {} : { postData }),
      ...call.request,
    },
    response: {
      ...{ status, headers: [] },
      content: { mimeType: mediaType, text: JSON.stringify(answer) },
      ...call.response,
    },
  };
}

const hpInput = {
  project_name: "A name of a customer",
  base_video_url: "https://customer.example/video",
  variable_count: 1,
  data_slice_start_index: 1,
  data_slice_end_index: 1,
  data_xlsx_url: "https://customer.example/data.xlsx",
  music: true,
};

/**
 * Calls of every operation, `rounds` of each, as a service answers them that has decided as the emulator
 * assumes: what was closed by them allows them.
 */
export function completeRecording(rounds: number): RecordedCall[] {
  return Array.from({ length: rounds }, (_, round) => {
    const job = `job-${round}-0f3a`;
    const lipsync = {
      model: "v1",
      ...(round % 3 === 0
        ? {}
        : { actor: { use: "video", video_url: `https://a.example/${round}` } }),
      ...(round % 3 === 1
        ? {}
        : { script: { use: "audio", audio_url: `https://a.example/${round}` } }),
    };
    const slides = { template_id: `template-${round}`, slides_count: 2 };
    const sent = {
      ...hpInput,
      project_name: `Customer ${round}`,
      data_xlsx_url: `https://customer.example/data-${round}.xlsx`,
      // As the field list has them, and as the sample request has them.
      variables: [
        round % 2 === 0
          ? { start_time: String(round), end_time: "9" }
          : { start_time: round, end_time: 9 },
      ],
    };
    const created = (path: string, sent: object, answer: object): RecordedCall => ({
      ...{ url: `/api/${path}`, sent, status: 201 },
      answer: { status: "rendering", output: "", ...answer },
    });
    return [
      created("express_lipsync_video", lipsync, { job_id: `lipsync-${job}`, input: lipsync }),
      created("template_dynamic_slide_video", slides, { job_id: `slides-${job}` }),
      created("hp_job", sent, {
        ...{ job_id: job, project_name: `Customer ${round}` },
        data_json: JSON.stringify(sent),
      }),
      readHpJob(job, round, "rendering"),
      readHpJob(job, round, round % 2 === 0 ? "completed" : "failed"),
      { url: "/api/avatars/public", answer: { avatars_list: [avatar(round)] } },
      { url: "/api/avatars/custom", answer: { avatars_list: [avatar(round + 1000)] } },
      {
        url: "/api/voices/public",
        answer: { voices_list: [{ voice_id: `voice-${round}`, name: "Clara", language: "en" }] },
      },
    ];
  }).flat();
}

function readHpJob(job: string, round: number, status: string): RecordedCall {
  return {
    url: `/api/hp_job/${job}`,
    answer: {
      job_type: "hp_job",
      job_id: job,
      status,
      project_name: `Customer ${round}`,
      output: outputIn(status, round),
    },
  };
}

const avatar = (number: number) => ({ avatar_id: `avatar-${number}`, name: "Ada" });

function outputIn(status: string, round: number): object {
  if (status === "rendering") return {};
  if (status === "failed") return { error: "The sheet of a customer is empty." };
  const url = `https://cdn.example/${round}.mp4`;
  return {
    videos: [
      { row: round, status: "completed", video_url: url, expires_at: "2026-03-04T05:06:07Z" },
      { row: round + 1, status: "failed", error: "There is no such row." },
    ],
  };
}

/** And further ones. */
export function recordingLikeEmulator(rounds: number): RecordedCall[] {
  const further = Array.from({ length: rounds }, (_, round) => furtherCalls(round)).flat();
  return [...completeRecording(rounds), ...further];
}

/** Mistakes, jobs that are done at once, and jobs that are read again, or by the wrong operation. */
function furtherCalls(round: number): RecordedCall[] {
  const slides = { template_id: `template-${round}`, slides_count: 2 };
  const url = "/api/template_dynamic_slide_video";
  const refused = (status: number, call: RecordedCall, code = "invalid_field"): RecordedCall => ({
    ...call,
    status,
    mediaType: "application/problem+json",
    answer: { type: "about:blank", title: "Refused", status, code, detail: `In round ${round}.` },
  });
  const status = round % 2 === 0 ? "completed" : "failed";
  const job = `job-${round}-0f3a`;
  return [
    refused(401, { url: "/api/avatars/public", credential: "none" }, "unauthorized"),
    refused(401, { url: "/api/avatars/public", credential: "wrong" }, "unauthorized"),
    refused(400, { url, sentText: `{"template_id": "t-${round}"` }, "malformed_json"),
    refused(422, { url, sent: { template_id: `template-${round}` } }),
    refused(422, { url, sent: { ...slides, extra: round } }),
    refused(404, { url: `/api/hp_job/none-${round}` }, "not_found"),
    refused(404, { url: `/api/hp_job/lipsync-${job}` }, "not_found"),
    refused(404, { url: `/api/hp_job/slides-${job}` }, "not_found"),
    readHpJob(job, round, status),
    {
      url,
      status: 201,
      sent: { ...slides, template_id: `instant-${round}` },
      answer: {
        job_id: `instant-${round}`,
        status: "completed",
        output: `https://cdn.example/${round}.mp4`,
      },
    },
  ];
}
