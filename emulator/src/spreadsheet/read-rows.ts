/** From the address of a spreadsheet to some of its data rows. */
import type { CellText, DataRows, DataSlice, Row } from "../jobs/hp-rows.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { Archive } from "./archive.ts";
import { maxRedirects } from "./download.ts";
import { fetchFile, type FetchLimits } from "./fetch-file.ts";
import { formatNumber, readFormats } from "./formats.ts";
import { parseXml } from "./parse-xml.ts";
import { isSampleAddress, sampleRows } from "./sample.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { type Cell, SheetReader } from "./sheet.ts";
import { readWorkbook } from "./workbook.ts";

/** The assumptions `public-http-addresses` and `xlsx-only`. */
const fetchLimits: FetchLimits = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024, maxRedirects };
const archiveLimits = { maxBytes: 16 * 1024 * 1024, maxFiles: 1000 };
/** A text that is shared by many cells counts in each of them: a job holds them all. */
const maxCharacters = 4 * 1024 * 1024;

/**
 * Reads a slice of the first sheet of the workbook at an address. Its first row is the header and no data.
 *
 * @param signal ends the fetch
 * @throws {Error} whose message says why it cannot be read
 */
export async function readRows(
  address: string,
  slice: DataSlice,
  policy: AddressPolicy,
  signal?: AbortSignal,
): Promise<DataRows> {
  if (isSampleAddress(address)) {
    const { start, end } = slice;
    return { rows: sampleRows.slice(start - 1, end), rowCount: sampleRows.length };
  }
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
  const rows: Row[] = [];
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
