/** What people name as a file: a body, a token, headers. It may be a pipe or a device, which nobody fills, or without an end. */
import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { addAbortSignal, type Readable } from "node:stream";
import { codeOf, stopped, usageError } from "./errors.ts";
import type { Surroundings } from "./process-io.ts";

/**
 * @param flag with its value, as it was written
 * @param file a path, or `-` for the standard input
 * @throws {CommandError} for what cannot be read, is too large, is no text in UTF-8, or when a signal comes
 */
export async function readInput(
  flag: string,
  file: string,
  maxBytes: number,
  { input, signal }: Surroundings,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const stream: AsyncIterable<Uint8Array> = file === "-" ? input() : openFile(file, signal);
    for await (const part of stream) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) break;
    }
  } catch (error) {
    if (signal.aborted) throw stopped(signal);
    throw usageError(`${flag} cannot be read: ${codeOf(error)}.`);
  }
  if (size > maxBytes) throw usageError(`${flag} is larger than ${maxBytes} bytes.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw usageError(`${flag} is no text in UTF-8.`);
  }
}

/** A pipe is read as it is filled. To wait in the system for who writes to it could not be stopped. */
function openFile(file: string, signal: AbortSignal): Readable {
  // Windows has no pipes in its files, and no such flag.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stream = fstatSync(fd).isFIFO()
    ? new Socket({ fd, writable: false })
    : createReadStream(file, { fd });
  return addAbortSignal(signal, stream);
}
