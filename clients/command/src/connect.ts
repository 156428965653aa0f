/** The client for one command: where the service is, and the token for it. */
import {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type EventHandlers,
} from "../../typescript/src/index.ts";
import { stopped, usageError } from "./errors.ts";
import { printable } from "./printable.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ConnectionOptions {
  baseUrl: string | undefined;
  allowsPlainHttp: boolean;
  isVerbose: boolean;
  limits: Pick<CallOptions, "timeoutMs" | "deadlineMs" | "retries">;
}

export interface Connection {
  client: Client;
  baseUrl: string;
  token: string;
  signal: AbortSignal;
}

/**
 * Takes the address from the flag or the environment, and the token from the environment or a person.
 *
 * @throws {CommandError} if there is none, or none that can be used
 */
export async function connect(
  { baseUrl: given, allowsPlainHttp, isVerbose, limits }: ConnectionOptions,
  surroundings: Surroundings,
): Promise<Connection> {
  const { env, signal } = surroundings;
  const baseUrl = given ?? env["VIDEO_GENERATION_BASE_URL"] ?? "";
  if (!baseUrl) {
    throw usageError(
      "The address of your provider is missing: --base-url, or VIDEO_GENERATION_BASE_URL.",
    );
  }
  const options = (token: string): ClientOptions => ({
    baseUrl,
    token,
    signal,
    allowPlainHttp: allowsPlainHttp,
    ...limits,
    ...(isVerbose && verboseHandlers(surroundings)),
  });
  // An address that cannot be used is refused before anybody types a token.
  inWordsOfFlags(() => createClient(options("no-token-yet")));
  const token = await readToken(surroundings);
  return { client: inWordsOfFlags(() => createClient(options(token))), baseUrl, token, signal };
}

async function readToken({ env, isTerminal, signal, ask }: Surroundings): Promise<string> {
  const known = env["VIDEO_GENERATION_TOKEN"]?.trim();
  if (known) return known;
  const canAsk = isTerminal.input && isTerminal.messages;
  const typed = canAsk ? await ask("Token: ", { isSecret: true }) : undefined;
  if (signal.aborted) throw stopped(signal);
  if (typed?.trim()) return typed.trim();
  throw usageError("The token is missing: set VIDEO_GENERATION_TOKEN.");
}

/** The client names its options; here they are flags. */
function inWordsOfFlags<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = error.message
      .replace(/^baseUrl/, "--base-url (VIDEO_GENERATION_BASE_URL)")
      .replace(/^token/, "VIDEO_GENERATION_TOKEN")
      .replace(/^(\w+)Ms\b/, "--$1");
    throw usageError(message);
  }
}

function verboseHandlers({ notify }: Surroundings): EventHandlers {
  const line = (text: string) => notify(`${printable(text)}\n`);
  return {
    onRequest: ({ method, url, attempts }) => line(`> ${method} ${url} (attempt ${attempts})`),
    onResponse: ({ status, durationMs }) => line(`< ${status} in ${Math.round(durationMs)} ms`),
    onFailure: ({ error }) => line(`! ${(error as Error).message}`),
    onRetry: ({ delayMs }) => line(`  again in ${Math.round(delayMs)} ms`),
  };
}
