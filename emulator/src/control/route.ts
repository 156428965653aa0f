/** How the control plane answers. */
import type { HTTPMethod } from "find-my-way";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Json } from "../contract/json.ts";
import { toProblem } from "../http/problem.ts";
import { hasBody, readBody } from "../http/read-body.ts";
import { readJson } from "../http/read-json.ts";
import { refuseUnmatched } from "../http/refuse-unmatched.ts";
import type { Router } from "../http/router.ts";
import type { EmulatorParts } from "../parts.ts";

/** A request to the control plane that may be answered. */
export interface ControlCall {
  request: IncomingMessage;
  response: ServerResponse;
  parameters: Record<string, string>;
  query: URLSearchParams;
  /** Undefined when there is none. */
  body: Json | undefined;
}

/** Returns what is sent as JSON; nothing for an empty answer, or when it has answered by itself. */
export type ControlHandler = (call: ControlCall) => unknown;

export type AddRoute = (method: HTTPMethod, path: string, handler: ControlHandler) => void;

/** Adds routes that only those may use who have access. */
export function createRoutes(router: Router, parts: EmulatorParts): AddRoute {
  return (method, path, handler) =>
    router.on(method, path, (request, response, parameters) => {
      const answer = async () => {
        parts.access.require(request);
        const body = hasBody(request) ? readJson(await readBody(request)) : undefined;
        const { searchParams: query } = new URL(request.url ?? "/", "http://localhost");
        const named = parameters as Record<string, string>;
        send(response, await handler({ request, response, parameters: named, query, body }));
      };
      answer().catch((error: Error) => refuseUnmatched(parts, toProblem(error), request, response));
    });
}

/** Sends a value as JSON, with the status code that the response has. */
export function send(response: ServerResponse, value: unknown): void {
  if (response.headersSent) return;
  if (value === undefined) return void response.writeHead(204).end();
  const text = JSON.stringify(value);
  response
    .writeHead(response.statusCode, {
      "content-type": "application/json",
      "cache-control": "no-store",
      "content-length": Buffer.byteLength(text),
    })
    .end(text);
}
