/** A request as a command to repeat it. */
import type { BaseAddress } from "../base-address.ts";
import type { Credential, Exchange } from "../exchange.ts";

const headers: Record<Credential, string[]> = {
  token: [`-H "Authorization: Bearer $VIDEO_TOKEN"`],
  none: [],
  wrong: [`-H "Authorization: Bearer not-a-token"`],
  "other-scheme": [`-H "Authorization: Basic $VIDEO_TOKEN"`],
};

/** The token is a variable of the shell. A body is shown where the run has made it. */
export function toCurl(base: BaseAddress, path: string, exchange: Exchange): string {
  const { method, credential = "token", request, story } = exchange;
  const parts = ["curl", "-i", ...headers[credential]];
  if (method !== "GET") parts.push("-X", method);
  if (request.json !== undefined || request.unread === "not JSON") {
    const body =
      story === undefined || request.json === undefined
        ? "@request.json"
        : JSON.stringify(request.json);
    parts.push('-H "Content-Type: application/json"', "--data", quote(body));
  }
  return [...parts, quote(base.urlOf(path))].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
