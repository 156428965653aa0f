/** From the address of a spreadsheet to its data rows. */
import { zipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import type { Row } from "../jobs/hp-rows.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { fetchFile, type FetchLimits } from "./fetch-file.ts";
import { isSampleAddress, sampleRows } from "./sample.ts";
import { unpackWorkbook } from "./unpack.ts";

/** The assumptions `public-http-addresses` and `xlsx-only`. */
const fetchLimits: FetchLimits = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 3 };
const unpackLimits = { maxBytes: 16 * 1024 * 1024, maxFiles: 1000 };

/**
 * Reads the first sheet of the workbook at an address: every row below the header.
 *
 * @throws {Error} whose message says why it cannot be read
 */
export async function readRows(address: string, policy: AddressPolicy): Promise<Row[]> {
  if (isSampleAddress(address)) return sampleRows;
  return parseWorkbook(await fetchFile(address, policy, fetchLimits));
}

/** @throws {Error} when the bytes are no Office Open XML workbook, or unpack to more than is read */
export async function parseWorkbook(bytes: Buffer): Promise<Row[]> {
  try {
    const files = await unpackWorkbook(bytes, unpackLimits);
    // Packed anew without compression: the reader then has nothing left to unpack that has not been counted.
    const safe = Buffer.from(zipSync(files, { level: 0 }));
    const [, ...rows] = await readSheet(safe, { parseNumber: String });
    return rows.map((row) => row.map(cellText));
  } catch (error) {
    throw new Error(`The spreadsheet cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function cellText(cell: unknown): string {
  if (cell === null) return "";
  return cell instanceof Date ? cell.toISOString() : String(cell);
}
