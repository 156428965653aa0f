/** Refusals, in the body that the emulator assumes (RFC 9457). */
import { FieldError } from "../check/check.ts";
import type { FieldProblem } from "../contract/field-problems.ts";
import { StorageError } from "../journal/storage-error.ts";
import { STATUS_CODES } from "./node-http.ts";

export type ProblemCode =
  | "malformed_json"
  | "malformed_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "gone"
  | "method_not_allowed"
  | "request_timeout"
  | "payload_too_large"
  | "unsupported_media_type"
  | "headers_too_large"
  | "invalid_field"
  | "storage_unavailable"
  | "injected"
  | "emulator_defect";

export interface ProblemOptions {
  status: number;
  code: ProblemCode;
  /** What is wrong, and what to do instead. */
  detail: string;
  errors?: FieldProblem[];
  headers?: Record<string, string>;
}

/** Ends a request with a refusal. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly code: ProblemCode;
  readonly errors: FieldProblem[];
  readonly headers: Record<string, string>;

  constructor({ status, code, detail, errors = [], headers = {} }: ProblemOptions) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.headers = headers;
  }

  /** The headers, and in one of them the detail, for answers that have no body. */
  toHeaders(): Record<string, string> {
    return { ...this.headers, "x-emulator-reason": headerText(this.message) };
  }

  /** The body, as the schema `Problem` of the emulator's contract describes it. */
  toBody(): Record<string, unknown> {
    return {
      type: "about:blank",
      title: STATUS_CODES[this.status] ?? "Unknown status",
      status: this.status,
      code: this.code,
      detail: this.message,
      ...(this.errors.length > 0 && { errors: this.errors }),
    };
  }
}

/** Header values are limited to Latin letters without control characters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 500);
}

export const problemMediaType = "application/problem+json";

/** A request body that is JSON, but not as the contract wants it. */
export function invalidFields(errors: FieldProblem[]): Problem {
  const [first] = errors;
  const place = first?.pointer ? `At ${first.pointer}` : "The body";
  return new Problem({
    status: 422,
    code: "invalid_field",
    detail: `${place}: ${first?.detail ?? "not as the contract wants it."}`,
    errors,
  });
}

/** A path, or a thing on a path, that does not exist. */
export function notFound(detail: string, headers: Record<string, string> = {}): Problem {
  return new Problem({ status: 404, code: "not_found", detail, headers });
}

/** What is thrown as what is answered. Anything that nobody foresaw is a defect of the emulator. */
export function toProblem(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof FieldError) return invalidFields(error.errors);
  if (error instanceof StorageError)
    return new Problem({
      status: 503,
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
  return new Problem({ status: 500, code: "emulator_defect", detail });
}
