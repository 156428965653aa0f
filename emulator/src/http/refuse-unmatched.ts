/** Refuses what is no request to an operation: no reading of a gap and no fault applies to it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { EmulatorParts } from "../parts.ts";
import { type Problem, problemMediaType } from "./problem.ts";

/** Sends a refusal. In the strict profile one of the API has no body, because the specification shows none. */
export function refuseUnmatched(
  { profile, requests, clock }: EmulatorParts,
  problem: Problem,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { url = "/" } = request;
  const hasBody = profile === "assumed" || url.startsWith("/emulator");
  const text = hasBody ? JSON.stringify(problem.toBody()) : "";
  // One that was meant for the API and met no operation: a misspelt path is worth seeing.
  if (url.startsWith("/api")) {
    const record = requests.add(request, null, clock.now());
    record.reason = problem.message;
    requests.end(record, problem.status, problemMediaType, text);
  }
  if (response.headersSent) return void response.destroy();
  response.writeHead(problem.status, {
    ...problem.toHeaders(),
    ...(hasBody && { "content-type": problemMediaType }),
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}
