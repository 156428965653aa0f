/** Refuses what is no request to an operation: no reading of a gap and no fault applies to it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Service } from "../service.ts";
import { type Problem, problemMediaType } from "./problem.ts";
import { recordOf } from "./request-log.ts";

/** Sends a refusal. In the strict profile one of the API has no body, because the specification shows none. */
export function refuseStray(
  service: Service,
  problem: Problem,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { url = "/" } = request;
  if (url.startsWith("/api")) recordStray(service, request, problem.status);
  const hasBody = service.profile === "assumed" || url.startsWith("/emulator");
  const text = hasBody ? JSON.stringify(problem.toBody()) : "";
  response.writeHead(problem.status, {
    ...problem.toHeaders(),
    ...(hasBody && { "content-type": problemMediaType }),
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

/** A request that was meant for the API and met no operation: a misspelt path is worth seeing. */
function recordStray({ requests, clock }: Service, request: IncomingMessage, status: number): void {
  requests.end(requests.add(recordOf(request, null, clock.now())), status);
}
