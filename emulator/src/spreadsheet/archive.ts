/** The files of a workbook, unpacked without being filled by it. */
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

export interface ArchiveLimits {
  /** Of all XML files together, unpacked. */
  maxBytes: number;
  maxFiles: number;
}

/** Pictures and fonts are never unpacked, so their sizes do not count. */
const isXml = /\.(?:xml|rels)$/;

export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws {Error} when the bytes are no archive, or it exceeds a limit */
  static async open(bytes: Buffer, { maxBytes, maxFiles }: ArchiveLimits): Promise<Archive> {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    const entries = new Map<string, Entry>();
    let statedBytes = 0;
    let count = 0;
    for await (const entry of zip.eachEntry()) {
      if (++count > maxFiles) throw new Error(`it holds more than ${maxFiles} files`);
      if (!isXml.test(entry.fileName)) continue;
      statedBytes += entry.uncompressedSize;
      if (statedBytes > maxBytes) throw new Error(`it unpacks to more than ${maxBytes} bytes`);
      entries.set(entry.fileName, entry);
    }
    return new Archive(zip, entries);
  }

  /** A file in pieces; nothing when there is none. It fails as soon as more comes out than the archive states. */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry) yield* await this.#zip.openReadStreamPromise(entry);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }
}
