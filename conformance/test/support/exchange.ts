/** One call of the service and its answer, as a recording has them. */
import type { Exchange } from "../../src/result.ts";

export const service = "https://service.example";

export const json = (value: unknown) => ({ mediaType: "application/json", json: value });

/**
 * @param call method and path
 * @param answer of JSON
 */
export function exchangeOf(
  call: string,
  status: number,
  answer: unknown,
  more: Partial<Exchange> = {},
): Exchange {
  const [method = "", path = ""] = call.split(" ");
  return {
    ...{ time: undefined, method, origin: service, path, status, headers: {} },
    ...{ credential: "token" as const, request: json(undefined), response: json(answer) },
    ...{ story: "story", expects: "success" as const },
    ...more,
  };
}
