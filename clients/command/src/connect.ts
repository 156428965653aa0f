/** The client for one command: where the service is, and the token for it. */
import { baseUrlVariable, tokenVariable } from "../../../generated/policy.ts";
import {
  type Client,
  createClient,
  type EventHandlers,
  type FetchOptions,
} from "../../typescript/src/index.ts";
import { usageError } from "./errors.ts";
import { printable } from "./print.ts";
import type { ConnectionFlags } from "./program.ts";
import type { Surroundings } from "./process-io.ts";
import { findProxy } from "./proxy.ts";
import { readInput } from "./read-input.ts";

export interface Connection {
  client: Client;
  baseUrl: string;
  token: string;
  /** Those of `--header`. */
  headers: Record<string, string>;
  allowPlainHttp: boolean;
  /** How requests are sent: through a proxy, where there is one. */
  fetchOptions: FetchOptions;
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
  const token = await readToken(flags.tokenFile, surroundings);
  const headers = await readHeaders(flags.header ?? [], surroundings);
  const dispatcher = await findProxy(env);
  const fetchOptions = dispatcher ? { dispatcher } : {};
  try {
    const client = createClient({
      baseUrl,
      ...{ token, signal, headers, allowPlainHttp, fetchOptions },
      timeoutMs: flags.timeout,
      deadlineMs: flags.deadline,
      retries: flags.retries,
      ...(flags.verbose && verboseHandlers(surroundings)),
    });
    return { client, baseUrl, token, headers, allowPlainHttp, fetchOptions, signal };
  } catch (error) {
    // The client names its options; here they are flags.
    const message = (error as Error).message
      .replace(/^baseUrl/, `--base-url (${baseUrlVariable})`)
      .replace(/^token/, `The token (${flags.tokenFile ?? tokenVariable})`);
    throw error instanceof TypeError ? usageError(message) : error;
  }
}

/** Longer than any token and any header that a server takes. */
const maxSecretBytes = 64 * 1024;

async function readToken(file: string | undefined, surroundings: Surroundings): Promise<string> {
  if (file !== undefined) {
    const flag = `--token-file ${file}`;
    const token = (await readInput(flag, file, maxSecretBytes, surroundings)).trim();
    if (token) return token;
    throw usageError(`${flag} is empty.`);
  }
  const known = surroundings.env[tokenVariable]?.trim();
  if (known) return known;
  throw usageError(`The token is missing: set ${tokenVariable}, or use --token-file.`);
}

/** A value may be the key of a gateway, and is not shown. */
async function readHeaders(
  given: string[],
  surroundings: Surroundings,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const each of given) {
    const file = each.startsWith("@") ? each.slice(1) : undefined;
    const text = file
      ? await readInput(`--header ${each}`, file, maxSecretBytes, surroundings)
      : each;
    for (const line of text.split("\n").filter((part) => part.trim())) {
      const [name = "", ...rest] = line.split(":");
      const value = rest.join(":").trim();
      const isHeader = /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\x20-\x7e]+$/.test(value);
      if (!isHeader)
        throw usageError(`--header has to be "Name: value", or @file with such lines.`);
      if (name.toLowerCase() === "authorization")
        throw usageError("--header cannot set Authorization, which has the token.");
      headers[name] = value;
    }
  }
  return headers;
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
