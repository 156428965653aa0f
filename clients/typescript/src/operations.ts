/** The methods of the client: one for each route of the contract. */
import type { CallResult, OperationMethods } from "../../../generated/methods.ts";
import { type OperationRoute, operationRoutes } from "../../../generated/operations.ts";
import { readData } from "./answer.ts";
import { toCall } from "./call.ts";
import { beginCall } from "./facts.ts";
import { requestHeaders } from "./headers.ts";
import { type CallOptions, type Settings, settingsOf } from "./options.ts";
import { fillPath } from "./path.ts";
import { sendWithRetries } from "./send.ts";

/** Makes the methods over checked settings. */
export function operationMethods(settings: Settings): OperationMethods<CallOptions> {
  const methods = Object.entries(operationRoutes).map(([operation, route]): unknown[] => [
    operation,
    (...args: unknown[]) => toCall(callRoute(operation, route, settings, args)),
  ]);
  return Object.fromEntries(methods);
}

async function callRoute(
  operation: string,
  [method, path, required, hasBody]: OperationRoute,
  settings: Settings,
  args: unknown[],
): Promise<CallResult<unknown>> {
  const url = settings.baseUrl + fillPath(path, () => args.shift());
  const body = hasBody ? JSON.stringify(args.shift()) : null;
  const options = (args.shift() ?? {}) as CallOptions;
  const headers = requestHeaders(body, settings.headers, options.headers);
  const facts = beginCall(operation, method);
  const limits = settingsOf(options, settings, method);
  return sendWithRetries(facts, { url, headers, body }, limits, (answer) => ({
    data: readData(answer, required),
    response: answer.response,
  }));
}
