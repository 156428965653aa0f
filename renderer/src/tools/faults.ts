/** Tells what an input did wrong from what went wrong on the way, and tries the latter again. */
import { setTimeout } from "node:timers/promises";

/** What never will go right with this input. Everything else that is thrown is a fault, and tried again. */
export class InputError extends Error {
  override name = "InputError";
}

/** A program that ended with an error of its own. The caller knows whether its input is to blame. */
export class ToolError extends Error {
  override name = "ToolError";
}

/** A place of a request that does not respond now: no fault of the machine that asks. */
export class SourceFault extends Error {
  override name = "SourceFault";
}

/** Puts words before what is said of an input, such as which of several it is. */
export async function about<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${what}: ${error.message}`) : error;
  }
}

/** Like {@link about}, where a program reads what somebody else has made: what it complains of is the input. */
export function reading<T>(what: string, work: () => Promise<T>): Promise<T> {
  return about(what, () =>
    work().catch((error: unknown) => {
      throw error instanceof ToolError ? new InputError(error.message) : error;
    }),
  );
}

/** Of Node: a connection that broke or was not made. What a server is, such as one without https, it will be the next time too. */
const passingCode =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|E(?:HOST|NET)(?:UNREACH|DOWN|RESET)|ETIMEDOUT|EPIPE|EAI_AGAIN|EADDRNOTAVAIL|ERR_STREAM_PREMATURE_CLOSE)$/;
const passingMessage = /status code (?:5\d\d|408|425|429)\b|took more than \d+ ms/;

/** What a download ended with: a fault of this machine, of the source, or a final one. */
export function downloadError(error: Error): Error {
  const codes = [error, error.cause].map((one) => String((one as { code?: unknown })?.code ?? ""));
  if (codes.some((code) => /^(?:ENOSPC|EDQUOT|EMFILE|EROFS|EACCES)$/.test(code))) return error;
  const passes = codes.some((code) => passingCode.test(code)) || passingMessage.test(error.message);
  return new (passes ? SourceFault : InputError)(error.message, { cause: error });
}

/** Two minutes together: a full disk that somebody clears, a source that starts again. */
export const faultPausesMs: number[] = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/**
 * An {@link InputError} is final. Any other error is repeated after each of the pauses.
 *
 * @throws what was thrown last
 */
export async function repeat<T>(
  work: () => Promise<T>,
  { signal, pausesMs }: { signal?: AbortSignal; pausesMs: number[] },
): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof InputError) throw error;
      await setTimeout(pauseMs, undefined, { ...(signal && { signal }) });
    }
  }
  return work();
}

/** A text of a request, as an error quotes it. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
