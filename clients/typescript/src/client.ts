/** The client: the operations of the contract, and the waits over them. */
import type { OperationMethods } from "../../../generated/methods.ts";
import { operationMethods } from "./operations.ts";
import { type CallOptions, checkOptions, type ClientOptions } from "./options.ts";
import { type WaitMethods, waitMethods } from "./wait-methods.ts";

export interface Client extends OperationMethods<CallOptions>, WaitMethods {}

/**
 * Makes a client of the Video Generation Service.
 *
 * @throws {TypeError} for an option that cannot be meant, such as plain `http` to another machine
 * @example
 * ```ts
 * const client = createClient({ baseUrl: "https://video-generation.example", token: "your-token" });
 * const { avatars_list } = await client.listPublicAvatars();
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const settings = checkOptions(options);
  const operations = operationMethods(settings);
  return { ...operations, ...waitMethods(operations.getHpJob, settings.signal) };
}
