/** The header `Prefer: code=503`, with which a request asks for its own answer, as Prism has it. */
import type { FaultEffect } from "./fault.ts";

/** The fault that a `Prefer` header asks for, or nothing: other preferences are not ours. */
export function readPreference(header: string | string[]): FaultEffect | undefined {
  const [, code] = /(?:^|[,;\s])code="?([2-5]\d\d)"?(?:$|[,;\s])/.exec(String(header)) ?? [];
  return code === undefined ? undefined : { effect: "status", status: Number(code) };
}
