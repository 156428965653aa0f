/** The client: one method for each operation of the contract, made from the generated routes. */
import { operationRoutes, type OperationTypes } from "../../../generated/operations.ts";
import type { Call } from "./call.ts";
import { type Api, connectApi, connectOperations, type MakeMethod } from "./openapi.ts";
import { type CallOptions, checkOptions, type ClientOptions } from "./options.ts";
import { type WaitMethods, waitMethods } from "./wait-methods.ts";

/** One method for each operation: path parameters, then the body, then the options of the call. */
export type OperationMethods = {
  [Name in keyof OperationTypes]: (
    ...args: [...OperationTypes[Name]["arguments"], options?: CallOptions]
  ) => Call<OperationTypes[Name]["result"]>;
};

export interface Client extends OperationMethods, WaitMethods {
  /**
   * openapi-fetch itself, with the same retries and limits. It returns `{ data, error, response }`
   * and does not throw for a status outside `2XX`. Ask `response.ok`, because an empty error body
   * is no `error`.
   */
  readonly api: Api;
}

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
  const operations = operationMethods(connectOperations(settings));
  return { ...operations, ...waitMethods(operations.getHpJob), api: connectApi(settings) };
}

function operationMethods(makeMethod: MakeMethod): OperationMethods {
  const methods = Object.entries(operationRoutes).map(([name, route]) => [
    name,
    makeMethod(name, route),
  ]);
  return Object.fromEntries(methods) as OperationMethods;
}
