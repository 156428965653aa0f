/** Refusals, in the body that the emulator assumes (RFC 9457). */
import { FieldError } from "../contract/check.ts";
import type { FieldProblem } from "../../../scripts/support/field-problems.ts";
import { StorageError } from "../jobs/store.ts";
import { STATUS_CODES } from "./node-http.ts";
import type { Reply } from "./reply.ts";

/** The status code that belongs to each code, unless another one was asked for. */
const statuses = {
  injected: 500,
  malformed_json: 400,
  malformed_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_received: 409,
  request_timeout: 408,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_field: 422,
  headers_too_large: 431,
  emulator_defect: 500,
  not_implemented: 501,
  storage_unavailable: 503,
} as const;

interface ProblemOptions {
  errors?: FieldProblem[];
  headers?: Record<string, string>;
  status?: number;
}

/** Ends a request with a refusal. */
export class Problem extends Error {
  override name = "Problem";
  readonly #code: keyof typeof statuses;
  readonly #options: ProblemOptions;

  /** @param detail what is wrong, and what to do instead */
  constructor(code: keyof typeof statuses, detail: string, options: ProblemOptions = {}) {
    super(detail);
    this.#code = code;
    this.#options = options;
  }

  /** The response: the body as the schema `Problem` of the emulator's contract describes it. */
  toReply(): Reply {
    const { errors, headers, status = statuses[this.#code] } = this.#options;
    return {
      ...{ status, headers, mediaType: "application/problem+json" },
      body: {
        type: "about:blank",
        title: STATUS_CODES[status] ?? "Unknown status",
        ...{ status, code: this.#code, detail: this.message },
        ...(errors && { errors }),
      },
    };
  }
}

/** A request body that is JSON, but not as the contract wants it. */
export function invalidFields(errors: FieldProblem[]): Problem {
  const [first] = errors;
  const place = first?.pointer ? `At ${first.pointer}` : "The body";
  const reason = first?.detail ?? "not as the contract wants it.";
  return new Problem("invalid_field", `${place}: ${reason}`, { errors });
}

/** A path, or a thing on a path, that does not exist. */
export function notFound(detail: string, headers: Record<string, string> = {}): Problem {
  return new Problem("not_found", detail, { headers });
}

/** What was thrown, as a problem. Anything that nobody foresaw is a defect of the emulator. */
export function toProblem(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof FieldError) return invalidFields(error.errors);
  if (error instanceof StorageError)
    return new Problem("storage_unavailable", error.message, { headers: { "retry-after": "1" } });
  // Only the operator of the emulator sees where it comes from, not its clients.
  console.error(error);
  return defect(error.message);
}

export function defect(detail: string): Problem {
  return new Problem("emulator_defect", detail);
}
