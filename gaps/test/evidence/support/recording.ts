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
  // Each a second after the other.
  const { time = new Date(Date.UTC(2026, 2, 4, 5, 6, 7 + number)).toISOString() } = call;
  const { mediaType = "application/json; charset=utf-8" } = call;
  const postData = { mimeType: "application/json", text: JSON.stringify(sent) };
  return {
    startedDateTime: time,
    ...call.entry,
    request: {
      method: call.method ?? (sent === undefined ? "GET" : "POST"),
      url: `${origin}${url}`,
      headers: [],
      ...(sent === undefined ? {} : { postData }),
      ...call.request,
    },
    response: {
      ...{ status, headers: [] },
      content: { mimeType: mediaType, text: JSON.stringify(answer) },
      ...call.response,
    },
  };
}

/** Calls of every operation of this repository's service, `rounds` times, as its emulator answers them. */
export function recordingLikeEmulator(rounds: number): RecordedCall[] {
  const videos = [
    { row: 1, status: "completed", video_url: "https://cdn.example/1.mp4" },
    { row: 2, status: "failed", error: "There is no such row." },
  ];
  const outputs = {
    rendering: {},
    completed: { videos },
    failed: { error: "The sheet of a customer is empty." },
  };
  return Array.from({ length: rounds }, (_, round) => {
    const job_id = `hp_job-${round}-0f3a`;
    const created = (path: string) => ({
      ...{ url: `/api/${path}`, status: 201, sent: { project_name: "Customer" } },
      answer: { job_id, status: "rendering", output: "" },
    });
    const refused = (status: number, method: string, path: string) => ({
      ...{ url: `/api/${path}`, method, status, mediaType: "application/problem+json" },
      answer: { type: "about:blank", title: "Refused", status, code: "refused", detail: "No." },
    });
    return [
      ...["express_lipsync_video", "template_dynamic_slide_video", "hp_job"].map(created),
      ...Object.entries(outputs).map(([status, output]) => ({
        url: `/api/hp_job/${job_id}`,
        answer: { job_type: "hp_job", job_id, status, project_name: "Customer", output },
      })),
      ...["public", "custom"].map((kind) => ({
        url: `/api/avatars/${kind}`,
        answer: {
          avatars_list: [1, 2, 3].map((id) => ({ avatar_id: `${kind}-${id}`, name: "Ada" })),
        },
      })),
      { url: "/api/voices/public", answer: { voices_list: [{ name: "Ada", language: "en" }] } },
      refused(401, "GET", "avatars/public"),
      refused(422, "POST", "hp_job"),
      refused(404, "GET", `hp_job/none-${round}`),
    ];
  }).flat();
}
