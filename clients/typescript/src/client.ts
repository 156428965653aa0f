/** The client: the operations of the contract, and the waits over them. */
import type { Call, CallResult, HpJob, OperationMethods } from "../../../generated/methods.ts";
import { type OperationRoute, operationRoutes } from "../../../generated/operations.ts";
import { beginCall } from "./errors.ts";
import {
  type CallOptions,
  checkOptions,
  type ClientOptions,
  fillPath,
  requestHeaders,
  settingsOf,
} from "./options.ts";
import { sendWithRetries } from "./send.ts";
import { type WaitOptions, watchHpJob, type WatchOptions } from "./wait.ts";

export interface WaitMethods {
  /**
   * Waits until the status of an HP job is final, and returns the job as the service sent it. While
   * the contract names no final status, any but `rendering` ends the wait. A job that has ended may
   * have failed: look at `status` and `output`, or say with `until` what ends the wait.
   *
   * The identifier is all that is needed, so a wait can go on in another process. The specification
   * has no status endpoint for other kinds of job (section "Gaps in the endpoint set").
   *
   * @param jobId Identifier of the job, as its receipt gives it.
   * @param options What ends the wait, how often it polls, and what it tells meanwhile.
   * @throws {JobWaitTimeoutError} when the time is up; the job may still be rendering
   * @example
   * ```ts
   * const done = await client.waitForHpJob(job.job_id, { onUpdate: ({ status }) => console.log(status) });
   * ```
   */
  waitForHpJob(jobId: string, options?: WaitOptions): Promise<HpJob>;
  /**
   * Yields an HP job each time it was read, and ends and fails as {@link WaitMethods.waitForHpJob} does.
   *
   * @param jobId Identifier of the job, as its receipt gives it.
   * @param options What ends the wait, and how often it polls.
   * @example
   * ```ts
   * for await (const job of client.watchHpJob("example-job-id")) console.log(job.status);
   * ```
   */
  watchHpJob(jobId: string, options?: WatchOptions): AsyncGenerator<HpJob, void, undefined>;
}

export interface Client extends OperationMethods<CallOptions>, WaitMethods {}

/**
 * Makes a client of the Video Generation Service.
 *
 * @throws {TypeError} for an invalid option, such as plain `http` to another machine
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "https://video-generation.example", token: "your-token" });
 * const { avatars_list } = await client.listPublicAvatars();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const settings = checkOptions(options);
  const client = {
    watchHpJob: (...watch) => watchHpJob(client, settings, ...watch),
    async waitForHpJob(...wait) {
      let last: HpJob | undefined;
      for await (const job of client.watchHpJob(...wait)) last = job;
      return last;
    },
  } as Record<string, unknown> & Client;
  for (const [operation, route] of Object.entries(operationRoutes)) {
    client[operation] = (...args: unknown[]) => {
      const result = callRoute(operation, route, settings, args);
      const data = result.then((received) => received.data) as Call<unknown>;
      data.withResponse = () => {
        // Who asks for the response handles the failure there. The other promise must not report it
        // as unhandled.
        data.catch(() => {});
        return result;
      };
      return data;
    };
  }
  return client;
}

async function callRoute(
  operation: string,
  [method, path, required, hasBody]: OperationRoute,
  settings: ClientOptions,
  args: unknown[],
): Promise<CallResult<unknown>> {
  const url = settings.baseUrl + fillPath(path, () => args.shift());
  const body = hasBody ? JSON.stringify(args.shift()) : null;
  const options = (args.shift() ?? {}) as CallOptions;
  const headers = requestHeaders(body, settings.headers, options.headers);
  return sendWithRetries(
    beginCall(operation, method),
    { url, headers, body, required },
    settingsOf(options, settings, method),
  );
}
