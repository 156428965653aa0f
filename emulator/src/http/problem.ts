/** Refusals, in the body that the emulator assumes (RFC 9457). */
import { FieldError } from "../check/check.ts";
import { isObject } from "../contract/document.ts";
import type { FieldProblem } from "../contract/field-problems.ts";
import type { ReadableAnswer } from "../gaps/reading.ts";
import { StorageError } from "../jobs/store.ts";
import { STATUS_CODES } from "./node-http.ts";
import type { Answer } from "./answer.ts";

/** The status code that belongs to each code. */
const statuses = {
  malformed_json: 400,
  malformed_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_field: 422,
  headers_too_large: 431,
  emulator_defect: 500,
  storage_unavailable: 503,
} as const;

export type ProblemCode = keyof typeof statuses | "injected";

export type ProblemOptions = {
  /** What is wrong, and what to do instead. */
  detail: string;
  errors?: FieldProblem[];
  headers?: Record<string, string>;
} & ({ code: keyof typeof statuses } | { code: "injected"; status: number });

/** Ends a request with a refusal. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly code: ProblemCode;
  readonly errors: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(options: ProblemOptions) {
    super(options.detail);
    this.status = options.code === "injected" ? options.status : statuses[options.code];
    this.code = options.code;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
  }

  /** The answer: the body as the schema `Problem` of the emulator's contract describes it, and the detail in a header as well. */
  toAnswer(): Answer {
    return {
      status: this.status,
      headers: { ...this.headers, "x-emulator-reason": headerText(this.message) },
      mediaType: problemMediaType,
      body: {
        type: "about:blank",
        title: STATUS_CODES[this.status] ?? "Unknown status",
        status: this.status,
        code: this.code,
        detail: this.message,
        ...(this.errors.length > 0 && { errors: this.errors }),
      },
    };
  }
}

/** Header values are limited to Latin letters without control characters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 500);
}

/** Gives a refusal another status code, which its body repeats. */
export function refuseWith(answer: ReadableAnswer, status: number): void {
  answer.status = status;
  if (isObject(answer.body) && "status" in answer.body)
    Object.assign(answer.body, { status, title: STATUS_CODES[status] });
}

const problemMediaType = "application/problem+json";

/** A request body that is JSON, but not as the contract wants it. */
export function invalidFields(errors: FieldProblem[]): Problem {
  const [first] = errors;
  const place = first?.pointer ? `At ${first.pointer}` : "The body";
  return new Problem({
    code: "invalid_field",
    detail: `${place}: ${first?.detail ?? "not as the contract wants it."}`,
    errors,
  });
}

/** A path, or a thing on a path, that does not exist. */
export function notFound(detail: string, headers: Record<string, string> = {}): Problem {
  return new Problem({ code: "not_found", detail, headers });
}

/** What is thrown as what is answered. Anything that nobody foresaw is a defect of the emulator. */
export function toProblem(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof FieldError) return invalidFields(error.errors);
  if (error instanceof StorageError)
    return new Problem({
      code: "storage_unavailable",
      detail: error.message,
      headers: { "retry-after": "1" },
    });
  return defect(error);
}

/** Where it comes from is for whoever runs the emulator, not for its clients. */
export function defect(error: Error | string): Problem {
  const detail = typeof error === "string" ? error : error.message;
  if (typeof error !== "string") console.error(error);
  return new Problem({ code: "emulator_defect", detail });
}
