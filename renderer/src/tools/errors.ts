/** What an input did wrong, apart from what went wrong while somebody worked on it. */

/** What never will go right with this input: an answer. Everything else that is thrown is a fault, and tried again. */
export class InputError extends Error {
  override name = "InputError";
}

/** A program that ended with an error of its own. Whoever started it knows whether its input is to blame. */
export class ToolError extends Error {
  override name = "ToolError";
}

/** A place of a request that does not answer now: no fault of the machine that asks. */
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

/** Of Node: a connection that broke or was not made. A name that does not exist is the fault of who wrote it. */
const passingCode = /^(?:E(?!NOTFOUND)[A-Z_]+|ERR_STREAM_PREMATURE_CLOSE)$/;
const passingMessage = /status code (?:5\d\d|408|425|429)\b|took more than \d+ ms/;

/** What a download ended with: a fault of this machine, of the source, or an answer. */
export function downloadError(error: Error): Error {
  const codes = [error, error.cause].map((one) => String((one as { code?: unknown })?.code ?? ""));
  if (codes.some((code) => /^(?:ENOSPC|EDQUOT|EMFILE|EROFS|EACCES)$/.test(code))) return error;
  const passes = codes.some((code) => passingCode.test(code)) || passingMessage.test(error.message);
  return new (passes ? SourceFault : InputError)(error.message, { cause: error });
}
