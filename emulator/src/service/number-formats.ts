/** Numbers in a sheet as people see them: each style of a cell has a number format, of ISO/IEC 29500-1, 18.8.30 and 18.8.31. */
import { type Archive, parseXml } from "./workbook.ts";

/** Formats by the index of a style; a style that is missing shows its number as it is written. */
export type Formats = Map<number, string>;

/** Formats that every workbook has. Programs show 14 and 22 in the order of their country; nobody misreads this one. */
const builtIn: Record<number, string> = {
  ...{ 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00" },
  ...{ 12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy" },
  ...{ 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd hh:mm" },
  ...{ 37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00" },
  ...{ 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@" },
};

/** Spreadsheet programs write no longer ones; one that is longer takes long to read. */
const maxFormatLength = 255;

export async function readFormats(archive: Archive, file: string): Promise<Formats> {
  const own = new Map<number, string>();
  const formats: Formats = new Map();
  let inCellFormats = false;
  let style = 0;
  await parseXml(archive.read(file), {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt") own.set(Number(numFmtId), formatCode);
      if (name === "cellXfs") inCellFormats = true;
      if (name !== "xf" || !inCellFormats) return;
      const id = Number(numFmtId);
      const format = own.get(id) ?? builtIn[id];
      if (format && format.length <= maxFormatLength) formats.set(style, format);
      style++;
    },
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  });
  return formats;
}

/** Days between the two calendars that a workbook may count in. */
const daysTo1904 = 1462;

/** A number in its format; as it is written where it has none that can show it. */
export async function formatNumber(
  written: string,
  format: string | undefined,
  countsFrom1904: boolean,
): Promise<string> {
  const number = Number(written);
  if (format === undefined || Number.isNaN(number)) return written;
  const numfmt = await import("numfmt");
  // A telephone number is not shown as 4.93012E+11.
  if (/^General$/i.test(format) && (Number.isInteger(number) || written.length <= 11))
    return written;
  try {
    const isDate = numfmt.isDateFormat(format);
    return numfmt.format(format, isDate && countsFrom1904 ? number + daysTo1904 : number).trim();
  } catch {
    return written;
  }
}
