/** The client for one command: where the service is, and the token for it. */
import { readFile } from "node:fs/promises";
import { baseUrlVariable, tokenVariable } from "../../../generated/policy.ts";
import { type Client, createClient, type EventHandlers } from "../../typescript/src/index.ts";
import { usageError } from "./errors.ts";
import { printable } from "./print.ts";
import type { ConnectionFlags } from "./program.ts";
import type { Surroundings } from "./process-io.ts";

export interface Connection {
  client: Client;
  baseUrl: string;
  token: string;
  allowPlainHttp: boolean;
  signal: AbortSignal;
}

/**
 * Takes the address from the flag or the environment, and the token from a file or the environment.
 *
 * @throws {CommandError} if there is none, or none that can be used
 */
export async function connect(
  flags: ConnectionFlags,
  surroundings: Surroundings,
): Promise<Connection> {
  const { env, signal } = surroundings;
  const baseUrl = flags.baseUrl ?? env[baseUrlVariable] ?? "";
  if (!baseUrl) {
    throw usageError(`The address of the service is missing: --base-url, or ${baseUrlVariable}.`);
  }
  const allowPlainHttp = flags.allowPlainHttp ?? false;
  const token = await readToken(flags.tokenFile, env);
  try {
    const client = createClient({
      baseUrl,
      token,
      signal,
      allowPlainHttp,
      timeoutMs: flags.timeout,
      deadlineMs: flags.deadline,
      retries: flags.retries,
      ...(flags.verbose && verboseHandlers(surroundings)),
    });
    return { client, baseUrl, token, allowPlainHttp, signal };
  } catch (error) {
    // The client names its options; here they are flags.
    const message = (error as Error).message
      .replace(/^baseUrl/, `--base-url (${baseUrlVariable})`)
      .replace(/^token/, `The token (${flags.tokenFile ?? tokenVariable})`);
    throw error instanceof TypeError ? usageError(message) : error;
  }
}

async function readToken(file: string | undefined, env: Surroundings["env"]): Promise<string> {
  if (file !== undefined) {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      throw usageError(`--token-file ${file} cannot be read: ${error.code}.`);
    });
    if (text.trim()) return text.trim();
    throw usageError(`--token-file ${file} is empty.`);
  }
  const known = env[tokenVariable]?.trim();
  if (known) return known;
  throw usageError(`The token is missing: set ${tokenVariable}, or use --token-file.`);
}

function verboseHandlers({ notify }: Surroundings): EventHandlers {
  const line = (text: string) => notify(`${printable(text)}\n`);
  return {
    onRequest: ({ method, url, attempts }) => line(`> ${method} ${url} (attempt ${attempts})`),
    onResponse: ({ status, durationMs }) => line(`< ${status} in ${Math.round(durationMs)} ms`),
    onFailure({ error, delayMs }) {
      line(`! ${(error as Error).message}`);
      if (delayMs) line(`  again in ${Math.round(delayMs)} ms`);
    },
  };
}
