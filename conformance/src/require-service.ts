/** Finds out, before any story runs, whether there is a service that listens to us. */
import { UserError } from "openapi-gaps";
import { sendCall, type SenderOptions } from "./send.ts";

/**
 * Reads a list, as every consumer may.
 *
 * @throws {UserError} when the address leads nowhere or to a website, or when the token is refused
 */
export async function requireService(options: SenderOptions, tokenName: string): Promise<void> {
  const { origin } = options.base;
  const call = { story: "begin", method: "GET", path: "/api/avatars/public" };
  const { failure, status, response } = await sendCall(
    { ...call, credential: "token", expects: "success" },
    options,
  );
  if (failure !== undefined)
    throw new UserError(
      `${origin} cannot be reached: ${failure}. Check --base-url, and that the service runs.`,
    );
  if (status === 401 || status === 403)
    throw new UserError(
      `${origin} refuses the token in ${tokenName} (status ${status}). Put a valid one there.`,
    );
  if (response.mediaType === "text/html")
    throw new UserError(
      `${origin} answers with a page of HTML (status ${status}), so this is a website and not the service. Check --base-url; /api does not belong to it.`,
    );
  if (status >= 300 && status < 400)
    throw new UserError(`${origin} redirects. Give --base-url the address that it leads to.`);
}
