/** Reads a file of lines of any number and length: only one of them is in memory at a time. */
import { createReadStream } from "node:fs";

const endOfLine = 0x0a;
const bytesAtOnce = 1024 * 1024;

/**
 * Calls back with each whole line, and returns the bytes of all of them. What stands behind the last end of a line is none.
 *
 * @param visit called with the line, and its number from 1
 * @throws what `visit` throws, and `ENOENT` when there is no file
 */
export async function readLines(
  path: string,
  visit: (line: string, number: number) => void,
): Promise<number> {
  /** Pieces of a line that has begun. */
  let begun: Buffer[] = [];
  let count = 0;
  let bytes = 0;
  const stream = createReadStream(path, { highWaterMark: bytesAtOnce });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(endOfLine); end >= 0; end = chunk.indexOf(endOfLine, start)) {
      const last = chunk.subarray(start, end);
      const line = begun.length === 0 ? last : Buffer.concat([...begun, last]);
      begun = [];
      start = end + 1;
      bytes += line.length + 1;
      visit(line.toString(), ++count);
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  return bytes;
}
