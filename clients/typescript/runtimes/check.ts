/**
 * What the client must do in every runtime. Bundled before it runs there: alone for command lines,
 * with the client for Workers and browsers.
 */
import {
  type CallOptions,
  createClient,
  download,
  isApiError,
  type RequestError,
} from "video-generation-client";
import { createOpenapiFetchClient } from "video-generation-client/openapi-fetch";

const input = {
  project_name: "Welcome videos",
  base_video_url: "https://example.com/base-video",
  variable_count: 1,
  data_slice_start_index: 1,
  data_slice_end_index: 3,
  data_xlsx_url: "https://example.com/data.xlsx",
  music: true,
};

/**
 * Calls each scenario of the server once.
 *
 * @param serverUrl the server of `scenarios.ts`; a scenario is the first part of the path
 * @param refusingUrl an address where nobody listens
 * @returns outcomes by the name of the scenario
 */
export async function checkClient(
  serverUrl: string,
  refusingUrl: string,
): Promise<Record<string, unknown>> {
  const open = (scenario: string, options?: CallOptions) =>
    createClient({ baseUrl: `${serverUrl}/${scenario}`, token: "token-of-the-test", ...options });
  const read = (scenario: string, options?: CallOptions) =>
    outcome(open(scenario, options).getHpJob("job-1"));
  const create = (scenario: string, options?: CallOptions) =>
    outcome(open(scenario, options).createHpJob(input));

  const results: Record<string, unknown> = {};
  const story = open("story");
  const job = await story.createHpJob(input);
  const statuses: string[] = [];
  const onUpdate = ({ status }: { status: string }) => void statuses.push(status);
  const done = await story.waitForHpJob(job.job_id, { intervalMs: 5, onUpdate });
  results.story = { created: job.status, statuses, done: done.status };

  const api = createOpenapiFetchClient({
    baseUrl: `${serverUrl}/done`,
    token: "token-of-the-test",
  });
  const params = { path: { job_id: "job-1" } };
  results["openapi-fetch"] = (await api.GET("/api/hp_job/{job_id}", { params })).data;
  const { body, size } = await download(`${serverUrl}/video`, {
    baseUrl: serverUrl,
    token: "token-of-the-test",
  });
  results.download = { size, text: await new Response(body).text() };
  results["503 once: read"] = await read("flaky-read");
  results["503 once: create"] = await create("flaky-create");
  results["reset: create"] = await create("reset");
  results["hang: create"] = await create("hang", { timeoutMs: 200 });
  results["stalled body: create"] = await create("stall", { timeoutMs: 200 });
  results["truncated body: create"] = await create("truncate");
  results["empty 404"] = await read("empty-404");
  results["HTML page"] = await read("html");
  results.redirect = await create("redirect");
  results.abort = await read("hang", { signal: abortSoon() });
  const refused = createClient({ baseUrl: refusingUrl, token: "token-of-the-test" });
  results.refused = await outcome(refused.createHpJob(input));
  return results;
}

async function outcome(call: Promise<{ status: string }>): Promise<object> {
  try {
    const { status } = await call;
    return { status };
  } catch (error) {
    const { name, sent, reason } = error as RequestError & { reason?: unknown };
    return {
      name,
      sent,
      ...(isApiError(error) && { status: error.status }),
      ...(reason !== undefined && { reason }),
    };
  }
}

function abortSoon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort("the caller's reason"), 100);
  return controller.signal;
}
