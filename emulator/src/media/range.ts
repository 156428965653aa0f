/** The header `Range` (RFC 9110, section 14). */

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part that a request asks for. Several parts at once, other units and what is no range at all are answered with the whole,
 * as the RFC allows.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start >= size ? "unsatisfiable" : { start, end };
}
