/**
 * Calls each scenario of the server once. Bundled before it runs: alone for command lines, with the
 * client for Workers and browsers.
 */
import {
  ApiError,
  type CallOptions,
  createClient,
  download,
  type RequestError,
} from "video-generation-client";
import { createOpenapiFetchClient } from "video-generation-client/openapi-fetch";

const token = "token-of-the-test";
const input = {
  project_name: "Welcome videos",
  base_video_url: "https://example.com/base-video",
  variable_count: 1,
  data_slice_start_index: 1,
  data_slice_end_index: 3,
  data_xlsx_url: "https://example.com/data.xlsx",
  music: true,
};

/** The scenarios that are one create, and its options. */
const creates: Record<string, CallOptions> = {
  421: {},
  reset: {},
  hang: { timeoutMs: 200 },
  redirect: {},
};

/**
 * @param serverUrl the server of `scenarios.ts`
 * @param refusingUrl an address where nobody listens
 * @returns outcomes by the name of the scenario
 */
export async function checkClient(
  serverUrl: string,
  refusingUrl: string,
): Promise<Record<string, unknown>> {
  const open = (scenario: string) => createClient({ baseUrl: `${serverUrl}/${scenario}`, token });
  const results: Record<string, unknown> = {};

  const story = open("story");
  const job = await story.createHpJob(input);
  const statuses: string[] = [];
  const onUpdate = ({ status }: { status: string }) => void statuses.push(status);
  await story.waitForHpJob(job.job_id, { intervalMs: 5, onUpdate });
  results.story = [job.status, ...statuses];

  const api = createOpenapiFetchClient({ baseUrl: `${serverUrl}/openapi-fetch`, token });
  const params = { path: { job_id: "job-1" } };
  results["openapi-fetch"] = (await api.GET("/api/hp_job/{job_id}", { params })).data;

  const { body, size } = await download(`${serverUrl}/video`, { baseUrl: serverUrl, token });
  results.video = { size, text: await new Response(body).text() };

  for (const [scenario, options] of Object.entries(creates)) {
    results[scenario] = await outcome(open(scenario).createHpJob(input, options));
  }
  results.refused = await outcome(createClient({ baseUrl: refusingUrl, token }).createHpJob(input));
  return results;
}

async function outcome(call: Promise<{ status: string }>): Promise<object> {
  try {
    const { status } = await call;
    return { status };
  } catch (error) {
    const { name, sent } = error as RequestError;
    return { name, sent, ...(error instanceof ApiError && { status: error.status }) };
  }
}

/** For Workers: the addresses are query parameters of the request. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const [serverUrl = "", refusingUrl = ""] = searchParams.getAll("url");
    return Response.json(await checkClient(serverUrl, refusingUrl));
  },
};
