/** A request as a command to repeat it. */
import type { Credential } from "openapi-gaps/evidence";
import type { Exchange } from "./result.ts";

const headers: Record<Credential, string[]> = {
  token: [`-H "Authorization: Bearer $VIDEO_TOKEN"`],
  none: [],
  wrong: [`-H "Authorization: Bearer not-a-token"`],
  "other-scheme": [`-H "Authorization: Basic $VIDEO_TOKEN"`],
};

/** The token is a variable of the shell. */
export function toCurl({ method, origin, path, credential = "token", request }: Exchange): string {
  const parts = ["curl", "-i", ...headers[credential]];
  if (method !== "GET") parts.push("-X", method);
  if (request.json !== undefined || request.unread === "not JSON") {
    const body = request.json === undefined ? "@request.json" : JSON.stringify(request.json);
    parts.push('-H "Content-Type: application/json"', "--data", quote(body));
  }
  return [...parts, quote(origin + path)].join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
