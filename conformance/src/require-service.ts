/** Finds out, before any workflow runs, whether there is a service that listens to us. */
import { UserError } from "openapi-gaps";
import { isSuccess } from "openapi-gaps/evidence";
import { sendCall, type SenderOptions } from "./send.ts";

/**
 * Reads what every consumer may.
 *
 * @param list its path
 * @throws {UserError} when the address leads nowhere or elsewhere, or when the token is refused
 */
export async function requireService(
  options: SenderOptions,
  list: string,
  tokenName: string,
): Promise<void> {
  const call = { purpose: "begin", method: "GET", path: list };
  const { failure, origin, path, status, response } = await sendCall(
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
  const { mediaType = "no media type" } = response;
  if (!isSuccess({ status }) || mediaType === "text/html")
    throw new UserError(
      `GET ${origin}${path} gets status ${status} and ${mediaType}, and not the list. Check that the service works, and --base-url: it is the address without /api, and not one that redirects.`,
    );
}
