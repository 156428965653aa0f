/** The methods of the client: one for each route of the contract. */
import type { CallResult, OperationMethods } from "../../../generated/methods.ts";
import { operationRoutes } from "../../../generated/operations.ts";
import { readData } from "./answer.ts";
import { toCall } from "./call.ts";
import { requestHeaders } from "./headers.ts";
import type { CallOptions, Settings } from "./options.ts";
import { fillPath } from "./path.ts";
import { sendWithRetries } from "./send.ts";

/** Makes the methods over checked settings. */
export function operationMethods(settings: Settings): OperationMethods<CallOptions> {
  const methods: Record<string, unknown> = {};
  for (const [operation, { method, path, hasBody, required }] of Object.entries(operationRoutes)) {
    const send = async (args: unknown[]): Promise<CallResult<unknown>> => {
      let used = 0;
      const url = settings.baseUrl + fillPath(path, () => args[used++]);
      const body = hasBody ? JSON.stringify(args[used++]) : undefined;
      const options = (args[used] ?? {}) as CallOptions;
      const headers = requestHeaders(body, settings.headers, options.headers);
      const request = { operation, method, url, headers, body };
      return sendWithRetries(request, settings, options, (answer) => ({
        data: readData(answer, required),
        response: answer.response,
      }));
    };
    methods[operation] = (...args: unknown[]) => toCall(send(args));
  }
  return methods as never;
}
