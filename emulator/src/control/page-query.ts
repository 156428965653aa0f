/** Which part of a list is asked for. */
import { FieldError } from "../check/check.ts";

const maxLimit = 1000;

/** Parameters that every list takes. */
export interface PageQuery {
  /** @default 100 */
  limit: number;
  /** Only what is older than this. */
  before: number | undefined;
  /** Without what is long. */
  summary: boolean;
}

/** @throws {FieldError} for a number that is none */
export function readPageQuery(query: URLSearchParams): PageQuery {
  return {
    limit: readNumber(query, "limit", maxLimit) ?? 100,
    before: readNumber(query, "before", Number.MAX_SAFE_INTEGER),
    summary: query.get("summary") === "true",
  };
}

function readNumber(query: URLSearchParams, name: string, max: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number;
  throw new FieldError([
    {
      pointer: "",
      detail: `The parameter ${name} is "${text}". Set it to a number from 1 to ${max}.`,
    },
  ]);
}
