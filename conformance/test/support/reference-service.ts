/**
 * A service that keeps the contract, in this process: what every single defect is a change of. It is
 * not the emulator, so that a mistake of that one is not taken for the measure.
 */
import type { JsonObject, OperationPlace } from "openapi-gaps/document";
import { Checker, toBody } from "openapi-gaps/evidence";
import { frozenContract as contract } from "../../../test/support/frozen.ts";

export interface ServiceCall {
  operation: OperationPlace;
  authorization: string | undefined;
  /** The text that was sent. */
  text: string;
  /** Whether it is about a job that was created. */
  isKnown: boolean;
  /** How often the job at hand was read, this time included. */
  reading: number;
}

export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  /** Sent as JSON; a string or bytes as they are. */
  body: any;
}

export interface Changes {
  /** Takes what has to be refused. */
  takes?: (call: ServiceCall) => boolean;
  /** Changes a response before it is sent. */
  alter?: (
    response: ServiceResponse,
    call: ServiceCall,
  ) => ServiceResponse | void | Promise<ServiceResponse | void>;
  /** Readings of a job until it is done. @default 2 */
  readings?: number;
}

export const base = "https://service.example";
export const token = "token-of-the-table";
const check = Checker.of(contract);

/** A `fetch` that reaches the service. */
export function referenceService(changes: Changes = {}): typeof fetch {
  const jobs = new Map<string, { sent: JsonObject; readings: number }>();
  let created = 0;

  function responseTo(
    operation: OperationPlace,
    id: string | undefined,
    call: ServiceCall,
  ): ServiceResponse {
    const respond = (status: number, body: unknown): ServiceResponse => ({
      status,
      headers: { "content-type": "application/json" },
      body,
    });
    const refuse = (status: number) => respond(status, { message: "refused" });
    const takes = changes.takes?.(call) ?? false;
    if (call.authorization !== `Bearer ${token}` && !takes) return refuse(401);
    if (operation.operationId.startsWith("list")) {
      const [kind, list] = operation.operationId.includes("Voices")
        ? ["voice", "voices_list"]
        : ["avatar", "avatars_list"];
      return respond(200, { [list]: [{ [`${kind}_id`]: `${kind}-1`, name: "Ada" }] });
    }
    if (operation.method === "get") {
      const job = jobs.get(id!) ?? (takes ? { sent: {}, readings: 0 } : undefined);
      if (!job) return refuse(404);
      const isDone = ++job.readings >= (changes.readings ?? 2);
      call.reading = job.readings;
      return respond(200, {
        job_type: "hp_job",
        job_id: id,
        status: isDone ? "completed" : "rendering",
        project_name: String(job.sent["project_name"] ?? ""),
        output: isDone ? { videos: [{ row: 1, video_url: "https://cdn.example/1" }] } : {},
      });
    }
    let sent: JsonObject;
    try {
      sent = JSON.parse(call.text) as JsonObject;
    } catch {
      if (!takes) return refuse(400);
      sent = {};
    }
    if (
      check.requestProblems(operation, { request: toBody("application/json", call.text) }).length >
        0 &&
      !takes
    )
      return refuse(422);
    const job = `job/${++created}`;
    jobs.set(job, { sent, readings: 0 });
    const receipt = { job_id: job, status: "rendering", output: "" };
    return respond(
      201,
      operation.operationId === "createLipsyncVideo" ? { ...receipt, input: sent } : receipt,
    );
  }

  return async (input, init = {}) => {
    const { pathname } = new URL(String(input));
    const match = check.interface.match(init.method ?? "GET", pathname)!;
    const id = match.parameters["job_id"];
    const call: ServiceCall = {
      operation: match.operation,
      authorization: new Headers(init.headers).get("authorization") ?? undefined,
      text: typeof init.body === "string" ? init.body : "",
      isKnown: jobs.has(id ?? ""),
      reading: 0,
    };
    const made = responseTo(match.operation, id, call);
    const ended = new Promise<never>((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(init.signal!.reason as Error)),
    );
    const response = (await Promise.race([changes.alter?.(made, call), ended])) ?? made;
    const { body, headers, status } = response;
    const isRaw = typeof body === "string" || body instanceof Uint8Array || body === null;
    // Of bytes: a text would name its media type by itself.
    const bytes = body === null ? body : Buffer.from(isRaw ? body : JSON.stringify(body));
    return new Response(bytes, { status, headers });
  };
}
