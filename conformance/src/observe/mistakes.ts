/** What was wrong with a request that failed, in a word. */
import type { Exchange } from "../exchange.ts";
import type { Match } from "../operations.ts";
import type { ContractCheck } from "../judge/contract-check.ts";

const byKeyword: Record<string, string> = {
  required: "missing-field",
  type: "wrong-type",
  enum: "unlisted-value",
  const: "unlisted-value",
};

/** `other` when the contract sees nothing wrong with it. */
export function mistakeOf(
  exchange: Exchange,
  { operation, parameters }: Match,
  check: ContractCheck,
): string {
  const { credential, request } = exchange;
  if (credential === "none") return "no-token";
  if (credential === "wrong") return "wrong-token";
  if (credential === "other-scheme") return "other-scheme";
  if (request.unread === "not JSON") return "malformed-json";
  const [error] = check.requestErrors(operation, request.json);
  if (error) return byKeyword[error.keyword] ?? "invalid-body";
  return Object.keys(parameters).length > 0 && exchange.status < 500 ? "unknown-job" : "other";
}
