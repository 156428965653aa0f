/** Finds out, before any story is told, whether there is a service that listens to us. */
import { essenceOf } from "../exchange.ts";
import { InputError } from "../input-error.ts";

/**
 * Reads take well under a second; a service that needs longer for the first one cannot be tested.
 */
const patienceMs = 30_000;

/**
 * Reads a list, as every consumer may.
 *
 * @throws {InputError} when the address leads nowhere or to a website, or when the token is refused
 */
export async function requireService(
  baseUrl: string,
  token: string,
  tokenName: string,
): Promise<void> {
  const url = `${baseUrl.replace(/\/$/, "")}/api/avatars/public`;
  const { origin } = new URL(baseUrl);
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    redirect: "manual",
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
    throw new InputError(
      `${origin} cannot be reached: ${reasonOf(error)}. Check --base-url, and that the service runs.`,
    );
  });
  const mediaType = essenceOf(answer.headers.get("content-type") ?? undefined);
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403) {
    throw new InputError(
      `${origin} refuses the token in ${tokenName} (status ${answer.status}). Put a valid one there.`,
    );
  }
  if (mediaType === "text/html") {
    throw new InputError(
      `${origin} answers with a page of HTML (status ${answer.status}), so this is a website and not the service. Check --base-url; /api does not belong to it.`,
    );
  }
  if (answer.status >= 300 && answer.status < 400) {
    throw new InputError(`${origin} redirects. Give --base-url the address that it leads to.`);
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as {
    cause?: { code?: string; message?: string };
    message: string;
  };
  return cause?.code ?? cause?.message ?? message;
}
