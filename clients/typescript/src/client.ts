/** The client: the operations of the contract, and the waits over them. */
import type { Call, HpJob, OperationMethods } from "../../../generated/methods.ts";
import { operationRoutes, type RequiredFields } from "../../../generated/operations.ts";
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

export interface RequestOptions extends CallOptions {
  /** Sent as JSON. */
  body?: unknown;
}

export interface RequestMethod {
  /**
   * Sends a request that the contract does not describe, with the token, limits, events and errors of
   * every other call. It is sent again only if it is a `GET`, or if nothing was sent. A success is
   * JSON or empty.
   *
   * @param method A request other than `GET` may start something, and is never repeated.
   * @param path Begins with `/`, and is appended to `baseUrl`. Encode what you put into it.
   * @param options The body, and limits, signal and headers of this call.
   * @example
   * ```ts
   * const status = await client.request("GET", `/api/jobs/${encodeURIComponent(jobId)}`);
   * ```
   */
  request(method: "GET", path: string, options?: CallOptions): Call<unknown>;
  request(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    options?: RequestOptions,
  ): Call<unknown>;
}

export interface Client extends OperationMethods<CallOptions>, WaitMethods, RequestMethod {}

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
    request: (method: string, path: string, { body, ...call }: RequestOptions = {}) =>
      send(settings, `${method} ${path}`, [method], () => checkPath(path), body, call),
    watchHpJob: (...watch) => watchHpJob(client, settings, ...watch),
    async waitForHpJob(...wait) {
      let last: HpJob | undefined;
      for await (const job of client.watchHpJob(...wait)) last = job;
      return last;
    },
  } as Record<string, unknown> & Client;
  for (const [operation, [method, path, required, hasBody]] of Object.entries(operationRoutes)) {
    const names: string[] = path.match(/\w+(?=\})/g) ?? [];
    client[operation] = (...args: unknown[]) => {
      const fill = () => fillPath(path, (name) => args[names.indexOf(name)]);
      const rest = args.slice(names.length);
      const [body, call] = hasBody ? rest : [undefined, ...rest];
      return send(settings, operation, [method, required], fill, body, call as CallOptions);
    };
  }
  return client;
}

/** @throws {TypeError} for a path that would lead to another address than it seems to, and the token with it */
function checkPath(path: string): string {
  if (/^\/(?!.*(\.\.|%2e))[!"$-~]*$/i.test(path)) return path;
  throw new TypeError("path must begin with /, without . and .., and be percent-encoded.");
}

function send(
  settings: ClientOptions,
  operation: string,
  [method, required]: [method: string, required?: RequiredFields],
  getPath: () => string,
  body: unknown,
  options: CallOptions = {},
): Call<unknown> {
  // What is wrong with an argument is told as every failure of the call.
  const result = (async () => {
    const url = settings.baseUrl + getPath();
    const text = JSON.stringify(body) ?? null;
    const headers = requestHeaders(text, settings.headers, options.headers);
    return sendWithRetries(
      beginCall(operation, method),
      { url, headers, body: text, required },
      settingsOf(options, settings, method),
    );
  })();
  const data = result.then((received) => received.data) as Call<unknown>;
  data.withResponse = () => {
    // Who asks for the response handles the failure there. The other promise must not report it
    // as unhandled.
    data.catch(() => {});
    return result;
  };
  return data;
}
