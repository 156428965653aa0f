/** Fetches a spreadsheet, and reads a part of its first sheet. What lies outside of it is passed over, and nothing is kept of it. */
import type { AddressPolicy } from "../download/addresses.ts";
import { fetchFile, type FetchLimits, maxRedirects } from "../download/download.ts";
import { formatNumber, readFormats } from "./number-formats.ts";
import {
  Archive,
  type Attributes,
  type CellText,
  type DataRows,
  type DataSlice,
  parseXml,
  readSharedStrings,
  readWorkbook,
  type XmlVisitor,
} from "./workbook.ts";

/** The assumptions `public-http-addresses` and `xlsx-only`. */
const fetchLimits: FetchLimits = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024, maxRedirects };
const archiveLimits = { maxBytes: 16 * 1024 * 1024, maxFiles: 1000 };
/** A text that is shared by many cells counts in each of them: a job holds them all. */
const maxCharacters = 4 * 1024 * 1024;

/** The rows at an address. See `readRows`. */
export async function fetchRows(
  address: string,
  slice: DataSlice,
  policy: AddressPolicy,
  signal?: AbortSignal,
): Promise<DataRows> {
  return parseWorkbook(await fetchFile(address, policy, { ...fetchLimits, signal }), slice);
}

/** @throws {Error} when the bytes are no Office Open XML workbook, or hold more than is read */
export async function parseWorkbook(bytes: Buffer, slice: DataSlice): Promise<DataRows> {
  try {
    return await readSlice(await Archive.open(bytes, archiveLimits), slice);
  } catch (error) {
    throw new Error(`The spreadsheet cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

async function readSlice(archive: Archive, { start, end, columns }: DataSlice): Promise<DataRows> {
  const workbook = await readWorkbook(archive);
  // The header is row 1, so that data row 1 is row 2.
  const sheet = new SheetReader({ firstRow: start + 1, lastRow: end + 1, columns, maxCharacters });
  await parseXml(archive.read(workbook.firstSheet), sheet);
  const cells = [...sheet.rows.values()].flatMap((row) => [...row.values()]);
  const wanted = new Set(cells.filter(({ type }) => type === "s").map(({ text }) => Number(text)));
  const shared = await readSharedStrings(archive, workbook.sharedStrings, wanted);
  const formats = await readFormats(archive, workbook.styles);
  let characters = 0;
  const show = async (cell: Cell | undefined): Promise<CellText> => {
    if (!cell) return "";
    if (cell.type === "e") return { error: cell.text };
    const text = await cellText(cell);
    characters += text.length;
    if (characters > maxCharacters)
      throw new Error(`its cells hold more than ${maxCharacters} characters`);
    return text;
  };
  const cellText = async ({ text, type, style }: Cell): Promise<string> => {
    if (type === "s") return unescapeText(shared.get(Number(text)) ?? "");
    if (type === "b") return text === "1" ? "TRUE" : "FALSE";
    if (type === "n") return formatNumber(text, formats.get(style), workbook.countsFrom1904);
    return unescapeText(text);
  };
  const rowCount = Math.max(0, sheet.lastFilledRow - 1);
  const rows: CellText[][] = [];
  for (let index = start; index <= Math.min(end, rowCount); index++) {
    const row = sheet.rows.get(index + 1);
    const cells: CellText[] = [];
    for (let column = 0; column < columns; column++) cells.push(await show(row?.get(column)));
    rows.push(cells);
  }
  return { rows, rowCount };
}

/** `_x000D_` stands for a character that XML cannot hold. ISO/IEC 29500-1, 22.4.2.4. */
function unescapeText(text: string): string {
  return text.replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/** A cell as it is written. */
export interface Cell {
  text: string;
  /** `s` for an index into the shared strings, `b` for a truth value, `e` for an error, `n` for a number. ISO/IEC 29500-1, 18.18.11. */
  type: string;
  style: number;
}

export interface SheetLimits {
  /** First and last row, both included; the first row of a sheet is 1. */
  firstRow: number;
  lastRow: number;
  columns: number;
  /** Of all cells that are kept. */
  maxCharacters: number;
}

/** The last row that a sheet can have. A number that is none, or lies outside, counts as missing. */
const maxRow = 1_048_576;

class SheetReader implements XmlVisitor {
  /** By the number of the row; columns count from 0, and empty cells are missing. */
  readonly rows = new Map<number, Map<number, Cell>>();
  /** The last row that holds anything, as far as the sheet was read: to the first cell past the last row. */
  lastFilledRow = 0;
  done = false;
  readonly #limits: SheetLimits;
  #row = 0;
  #column = 0;
  #cell: Cell | undefined;
  #takesText = false;
  #isPronunciation = false;
  #hasText = false;
  #characters = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "row") this.#openRow(attributes);
    else if (name === "c") this.#openCell(attributes);
    // `is` may hold runs of text; `rPh` holds how a text is pronounced.
    else if (name === "rPh") this.#isPronunciation = true;
    else if (name === "v" || name === "t") this.#takesText = !this.#isPronunciation;
  }

  text(text: string): void {
    if (!this.#takesText) return;
    this.#hasText = true;
    if (!this.#cell) return;
    this.#characters += text.length;
    if (this.#characters > this.#limits.maxCharacters)
      throw new Error(`its cells hold more than ${this.#limits.maxCharacters} characters`);
    this.#cell.text += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.#takesText = false;
    else if (name === "rPh") this.#isPronunciation = false;
    else if (name === "c") this.#closeCell();
  }

  #openRow({ r }: Attributes): void {
    const given = Number(r);
    this.#row = given >= 1 && given <= maxRow ? given : this.#row + 1;
    this.#column = 0;
  }

  #openCell({ r, t = "n", s = "-1" }: Attributes): void {
    if (r !== undefined) this.#column = columnOf(r);
    this.#hasText = false;
    const { firstRow, lastRow, columns } = this.#limits;
    const isWanted = this.#row >= firstRow && this.#row <= lastRow && this.#column < columns;
    this.#cell = isWanted ? { text: "", type: t, style: Number(s) } : undefined;
  }

  #closeCell(): void {
    if (this.#hasText) this.lastFilledRow = this.#row;
    this.done = this.lastFilledRow > this.#limits.lastRow;
    if (this.#cell?.text) {
      const row = this.rows.get(this.#row) ?? new Map<number, Cell>();
      this.rows.set(this.#row, row.set(this.#column, this.#cell));
    }
    this.#cell = undefined;
    this.#column++;
  }
}

/** `B7` is in column 1. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "")
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
