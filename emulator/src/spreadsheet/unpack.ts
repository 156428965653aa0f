/** Unpacks a workbook without being filled by it. */
import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

export interface UnpackLimits {
  /** Of all files together, unpacked. */
  maxBytes: number;
  maxFiles: number;
}

/** Only the text files of a workbook are of use; pictures and fonts are not unpacked. */
const useful = /\.(?:xml|rels)$/;

/**
 * The text files of a workbook by name. The sizes that an archive states may be lies, so what comes out is counted as well.
 *
 * @throws {Error} when it is no workbook, or exceeds a limit
 */
export async function unpackWorkbook(
  bytes: Buffer,
  limits: UnpackLimits,
): Promise<Record<string, Uint8Array>> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  const files: Record<string, Uint8Array> = {};
  let statedBytes = 0;
  let count = 0;
  for await (const entry of archive.eachEntry()) {
    if (++count > limits.maxFiles) throw new Error(`it holds more than ${limits.maxFiles} files`);
    if (!useful.test(entry.fileName)) continue;
    statedBytes += entry.uncompressedSize;
    if (statedBytes > limits.maxBytes)
      throw new Error(`it unpacks to more than ${limits.maxBytes} bytes`);
    files[entry.fileName] = await unpackEntry(archive, entry);
  }
  if (!files["xl/workbook.xml"]) throw new Error("it holds no workbook");
  return files;
}

/** Fails as soon as more comes out than the archive states. */
async function unpackEntry(archive: ZipFile, entry: Entry): Promise<Uint8Array> {
  return buffer(await archive.openReadStreamPromise(entry));
}
