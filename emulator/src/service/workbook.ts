/** The parts of a workbook (Office Open XML, ISO/IEC 29500-1): a packed folder of XML files. Nothing is kept but what is looked for. */
import { SaxesParser } from "saxes";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

/** Which part of a spreadsheet a job needs. Data rows count from 1, and both ends are included. */
export interface DataSlice {
  start: number;
  end: number;
  columns: number;
}

/** A cell as people see it, an empty one as an empty string; or the error that its formula ended in, such as `#DIV/0!`. */
export type CellText = string | { error: string };

/** A part of a spreadsheet. */
export interface DataRows {
  /** From the start of the slice to its end, or to the end of the sheet. */
  rows: CellText[][];
  /** Data rows in the sheet, as far as it was read: exact where it ends within the slice. */
  rowCount: number;
}

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

export type Attributes = Record<string, string>;

/** Called for each element, by its name without a prefix. */
export interface XmlVisitor {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True once nothing of what follows is of interest. */
  readonly done?: boolean;
}

/**
 * Parses what comes; where nothing comes, because a workbook may do without a file, it does nothing.
 *
 * @throws {Error} when it is no well-formed XML in UTF-8. Entities of its own are none: nothing can be expanded.
 */
export async function parseXml(chunks: AsyncIterable<Buffer>, visitor: XmlVisitor): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (!visitor.done) visitor.open?.(localName(name), attributes as Attributes);
  });
  parser.on("text", (text) => {
    if (!visitor.done) visitor.text?.(text);
  });
  parser.on("closetag", ({ name }) => {
    if (!visitor.done) visitor.close?.(localName(name));
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isEmpty = true;
  for await (const chunk of chunks) {
    isEmpty = false;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (visitor.done) return;
  }
  if (!isEmpty) parser.write(decoder.decode()).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export interface Workbook {
  /** Names of files in the archive. */
  firstSheet: string;
  sharedStrings: string;
  styles: string;
  /** Dates count from 1904 instead of from 1900. */
  countsFrom1904: boolean;
}

const folder = "xl/";

/** @throws {Error} when the archive is no workbook, or one without a sheet */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  if (!archive.has(`${folder}workbook.xml`)) throw new Error("it holds no workbook");
  let firstRelation: string | undefined;
  let countsFrom1904 = false;
  await parseXml(archive.read(`${folder}workbook.xml`), {
    open(name, attributes) {
      if (name === "sheet") firstRelation ??= attributes["r:id"] ?? relationIn(attributes);
      if (name === "workbookPr") countsFrom1904 = /^(?:1|true)$/.test(attributes["date1904"] ?? "");
    },
  });
  const targets = await readRelations(archive);
  const firstSheet = targets.get(firstRelation ?? "");
  if (firstSheet === undefined || !archive.has(firstSheet)) throw new Error("it holds no sheet");
  return {
    firstSheet,
    sharedStrings: targets.get("sharedStrings") ?? `${folder}sharedStrings.xml`,
    styles: targets.get("styles") ?? `${folder}styles.xml`,
    countsFrom1904,
  };
}

/** The prefix of the namespace is the writer's choice. */
function relationIn(attributes: Record<string, string>): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];
}

/** Files by the identifier of their relation, and by the last part of its type. */
async function readRelations(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await parseXml(archive.read(`${folder}_rels/workbook.xml.rels`), {
    open(name, { Id = "", Type = "", Target = "" }) {
      if (name !== "Relationship") return;
      const file = Target.startsWith("/") ? Target.slice(1) : folder + Target;
      targets.set(Id, file).set(Type.slice(Type.lastIndexOf("/") + 1), file);
    },
  });
  return targets;
}

/** The texts at some places, and none of the others. */
export async function readSharedStrings(
  archive: Archive,
  file: string,
  wanted: Set<number>,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  if (wanted.size === 0) return texts;
  const last = Math.max(...wanted);
  let index = -1;
  let text = "";
  let takesText = false;
  let isPronunciation = false;
  const visitor = {
    done: false,
    open(name: string) {
      if (name === "si") {
        index++;
        text = "";
      } else if (name === "rPh") isPronunciation = true;
      else if (name === "t") takesText = !isPronunciation && wanted.has(index);
    },
    text(part: string) {
      if (takesText) text += part;
    },
    close(name: string) {
      if (name === "t") takesText = false;
      else if (name === "rPh") isPronunciation = false;
      else if (name === "si" && wanted.has(index)) {
        texts.set(index, text);
        this.done = index === last;
      }
    },
  };
  await parseXml(archive.read(file), visitor);
  return texts;
}
