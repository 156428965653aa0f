/** Finds out, before any story runs, whether there is a service that listens to us. */
import { UserError } from "openapi-gaps";
import { type BaseAddress, essenceOf } from "openapi-gaps/evidence";

/**
 * Reads a list, as every consumer may.
 *
 * @throws {UserError} when the address leads nowhere or to a website, or when the token is refused
 */
export async function requireService(
  base: BaseAddress,
  token: string,
  tokenName: string,
  timeoutMs: number,
): Promise<void> {
  const { origin } = base;
  const answer = await fetch(base.urlOf("/api/avatars/public"), {
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new UserError(
      `${origin} cannot be reached: ${reasonOf(error)}. Check --base-url, and that the service runs.`,
    );
  });
  const mediaType = essenceOf(answer.headers.get("content-type") ?? undefined);
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403) {
    throw new UserError(
      `${origin} refuses the token in ${tokenName} (status ${answer.status}). Put a valid one there.`,
    );
  }
  if (mediaType === "text/html") {
    throw new UserError(
      `${origin} answers with a page of HTML (status ${answer.status}), so this is a website and not the service. Check --base-url; /api does not belong to it.`,
    );
  }
  if (answer.status >= 300 && answer.status < 400) {
    throw new UserError(`${origin} redirects. Give --base-url the address that it leads to.`);
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as {
    cause?: { code?: string; message?: string };
    message: string;
  };
  return cause?.code ?? cause?.message ?? message;
}
