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
  const { mediaType = "application/json; charset=utf-8" } = call;
  const postData = { mimeType: "application/json", text: sentText };
  return {
    startedDateTime: time,
    ...call.entry,
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

const created = (round: number, path: string, sent: object, answer: object = {}): RecordedCall => ({
  ...{ url: `/api/${path}`, sent, status: 201 },
  answer: { status: "rendering", output: "", job_id: `${path}-${round}-0f3a`, ...answer },
});

const slides = (round: number, more: object = {}) => {
  const sent = { template_id: `template-${round}`, slides_count: 2 };
  return created(round, "template_dynamic_slide_video", sent, more);
};

function createdHpJob(round: number): RecordedCall {
  const sent = {
    project_name: `Customer ${round}`,
    base_video_url: "https://customer.example/video",
    variable_count: 1,
    data_slice_start_index: 1,
    data_slice_end_index: 1,
    data_xlsx_url: `https://customer.example/data-${round}.xlsx`,
    music: true,
    variables: [{ start_time: round, end_time: 9 }],
  };
  return created(round, "hp_job", sent, {
    ...{ project_name: `Customer ${round}`, data_json: JSON.stringify(sent) },
  });
}

function readHpJob(round: number, status: string): RecordedCall {
  const url = `https://cdn.example/${round}.mp4`;
  const videos = [
    { row: round, status: "completed", video_url: url, expires_at: "2026-03-04T05:06:07Z" },
    { row: round + 1, status: "failed", error: "There is no such row." },
  ];
  const outputs: Record<string, object> = {
    failed: { error: "The sheet of a customer is empty." },
    completed: { videos },
  };
  const job = { job_type: "hp_job", job_id: `hp_job-${round}-0f3a`, status };
  return {
    url: `/api/hp_job/${job.job_id}`,
    answer: { ...job, project_name: `Customer ${round}`, output: outputs[status] ?? {} },
  };
}

const avatars = (kind: string, round: number): RecordedCall => ({
  url: `/api/avatars/${kind}`,
  answer: {
    avatars_list: [1, 2, 3].map((id) => ({ avatar_id: `${kind}-${round}-${id}`, name: "Ada" })),
  },
});

/** Eight calls of every operation, `rounds` times, as a service answers them that has decided as the emulator assumes. */
export function completeRecording(rounds: number): RecordedCall[] {
  return Array.from({ length: rounds }, (_, round) => [
    created(round, "express_lipsync_video", { model: "v1" }, { input: { model: "v1" } }),
    slides(round),
    createdHpJob(round),
    readHpJob(round, "rendering"),
    readHpJob(round, round % 2 === 0 ? "completed" : "failed"),
    avatars("public", round),
    avatars("custom", round),
    {
      url: "/api/voices/public",
      answer: { voices_list: [{ voice_id: `voice-${round}`, name: "Clara", language: "en" }] },
    },
  ]).flat();
}

/** And mistakes, and jobs that are done at once. */
export function recordingLikeEmulator(rounds: number): RecordedCall[] {
  const refused = (round: number, status: number, call: RecordedCall, code: string) => ({
    ...call,
    status,
    mediaType: "application/problem+json",
    answer: { type: "about:blank", title: "Refused", status, code, detail: `In round ${round}.` },
  });
  const further = Array.from({ length: rounds }, (_, round) => [
    refused(round, 401, { url: "/api/avatars/public" }, "unauthorized"),
    refused(round, 400, { ...slides(round), sentText: '{"template_id"' }, "malformed_json"),
    refused(round, 422, { ...slides(round), sent: {} }, "invalid_field"),
    refused(round, 404, { url: `/api/hp_job/none-${round}` }, "not_found"),
    slides(round, { status: "completed", output: `https://cdn.example/${round}.mp4` }),
  ]);
  return [...completeRecording(rounds), ...further.flat()];
}
