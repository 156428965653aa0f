/** Reads a part of the first sheet of a workbook (Office Open XML), every cell as people see it. */
import { unzipSync, zipSync } from "fflate";
import { type Cell, type CellValue, rangeRef, readXlsx } from "hucre/xlsx";
import { format } from "numfmt";
import type { CellText, DataRows, DataSlice } from "./rows.ts";

/** Of all XML files together, unpacked: the assumption `xlsx-only`. */
const maxBytes = 16 * 1024 * 1024;
const maxFiles = 1000;
/** A text that is shared by many cells counts in each of them: a job holds them all. */
const maxCharacters = 4 * 1024 * 1024;
/** Spreadsheet programs write no longer ones; one that is longer takes long to read. */
const maxFormatLength = 255;

/** @throws {Error} when the bytes are no workbook, or hold more than is read */
export async function readWorkbook(bytes: Buffer, slice: DataSlice): Promise<DataRows> {
  try {
    return await readSlice(unpack(bytes), slice);
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, "");
    throw new Error(`The spreadsheet cannot be read: ${reason}.`, { cause: error });
  }
}

/**
 * The XML files of a workbook, packed anew without compression. An archive may state any size; fflate unpacks no more than that, so
 * that whoever reads the result meets no more than is allowed. Pictures and what else belongs to a sheet are left out.
 */
function unpack(bytes: Buffer): Uint8Array {
  let files = 0;
  let size = 0;
  const unpacked = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (++files > maxFiles) throw new Error(`it holds more than ${maxFiles} files`);
      if (!/\.(?:xml|rels)$/.test(name) || name.includes("worksheets/_rels/")) return false;
      size += originalSize;
      if (size > maxBytes) throw new Error(`it unpacks to more than ${maxBytes} bytes`);
      return true;
    },
  });
  return zipSync(unpacked, { level: 0 });
}

async function readSlice(workbook: Uint8Array, slice: DataSlice): Promise<DataRows> {
  // The header is row 0, so that data row 1 is row 1.
  const { start, end, columns } = slice;
  const range = rangeRef(start, 0, end, columns - 1);
  const { sheets } = await readXlsx(workbook, { sheets: [0], readStyles: true, range });
  const [sheet] = sheets;
  if (!sheet) throw new Error("it holds no sheet");
  let characters = 0;
  return sheet.rows.slice(start, end + 1).map((row, offset) =>
    row.map((value, column) => {
      const text = show(value, sheet.cells?.get(`${start + offset},${column}`));
      characters += typeof text === "string" ? text.length : 0;
      if (characters > maxCharacters)
        throw new Error(`its cells hold more than ${maxCharacters} characters`);
      return text;
    }),
  );
}

function show(value: CellValue, cell: Cell | undefined): CellText {
  if (cell?.type === "error") return { error: String(value) };
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "number") return formatNumber(value, cell?.style?.numFmt);
  return value instanceof Date ? formatNumber(serialOf(value), cell?.style?.numFmt) : (value ?? "");
}

/** Programs show these two formats in the order of their country; nobody misreads this one. */
const ofCountry: Record<string, string> = {
  "m/d/yyyy": "yyyy-mm-dd",
  "m/d/yyyy h:mm": "yyyy-mm-dd hh:mm",
};

/** A number in its format; as it is where it has none that can show it. */
function formatNumber(number: number, code = "General"): string {
  // A telephone number is not shown as 4.93012E+11.
  if ((code === "General" && Number.isInteger(number)) || code.length > maxFormatLength)
    return String(number);
  try {
    return format(ofCountry[code] ?? code, number).trim();
  } catch {
    return String(number);
  }
}

/** The number that a date has in a workbook which counts from 1900: there, that year has a 29 February. */
function serialOf(date: Date): number {
  const serial = date.getTime() / 86_400_000 + 25_569;
  return serial < 61 ? serial - 1 : serial;
}
