/** Dates in a sheet: numbers whose style shows them as days. */
import type { Archive } from "./archive.ts";
import { parseXml } from "./parse-xml.ts";

/** Formats that every workbook has, ISO/IEC 29500-1, 18.8.30. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Literal texts, colours and escaped letters. One that never ends goes to the end: to look for its end from each start takes hours. */
const literal = /"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\./g;

/** Finds which styles of cells show a date. */
export async function readDateStyles(archive: Archive, file: string): Promise<Set<number>> {
  const ownDates = new Map<number, boolean>();
  const dateStyles = new Set<number>();
  let inCellFormats = false;
  let style = 0;
  await parseXml(archive.read(file), {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "numFmt")
        ownDates.set(Number(numFmtId), /[dmyhs]/i.test(formatCode.replaceAll(literal, "")));
      if (name === "cellXfs") inCellFormats = true;
      if (name !== "xf" || !inCellFormats) return;
      const format = Number(numFmtId);
      if (ownDates.get(format) ?? isBuiltInDate(format)) dateStyles.add(style);
      style++;
    },
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  });
  return dateStyles;
}

const dayMs = 86_400_000;
/** Days from the start of each calendar to 1970. The one of 1900 counts a 29 February that it did not have. */
const daysTo1970 = { since1900: 25_569, since1904: 24_107 };

/** A date as RFC 3339 has it; the number as it is written when it lies outside of the calendar. */
export function dateText(written: string, countsFrom1904: boolean): string {
  const days = Number(written) - (countsFrom1904 ? daysTo1970.since1904 : daysTo1970.since1900);
  const date = new Date(Math.round(days * dayMs));
  return Number.isNaN(date.getTime()) ? written : date.toISOString();
}
