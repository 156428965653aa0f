/** The data rows of a job: which ones it needs, and the sample that stands at every address nobody can own. */
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { type AddressPolicy, isSampleAddress } from "../download/addresses.ts";
import type { DataRows, DataSlice } from "./rows.ts";

/** The assumptions `public-http-addresses` and `xlsx-only`. */
const fetchLimits = { timeoutMs: 10_000, maxBytes: 5 * 1024 * 1024 };

/**
 * Jobs that are created together wait here for their turn, before the time of a fetch runs: they hold no bytes while they wait, and fail
 * by their own sheet alone. Some are fetched while another one is read, so that a slow server holds up few.
 */
const inTurn = pLimit(8);

const names = ["Ada", "Grace", "Hedy", "Radia", "Barbara"];
/** As many as a job may have variables. */
const columns = 50;

/** Five rows: a name, and further columns that say where they are. */
const sampleRows = names.map((name, row) =>
  Array.from({ length: columns }, (_, column) =>
    column === 0 ? name : `${row + 1}.${column + 1}`,
  ),
);

/**
 * Reads a slice of the first sheet of the workbook at an address. Its first row is the header and no data.
 *
 * @param signal ends the fetch, or the wait for it
 * @throws {Error} whose message says why it cannot be read
 */
export async function readSheet(
  address: string,
  slice: DataSlice,
  policy: AddressPolicy,
  signal?: AbortSignal,
): Promise<DataRows> {
  if (isSampleAddress(address)) return sampleRows.slice(slice.start - 1, slice.end);
  // Loaded at the first fetch: most starts need none, and the reader takes a third of the time of a start.
  const { fetchFile } = await import("../download/download.ts");
  const { readWorkbook } = await import("./workbook/read-workbook.ts");
  return inTurn(async () => {
    signal?.throwIfAborted();
    const bytes = await fetchFile(address, policy, { ...fetchLimits, signal }, buffer);
    return readWorkbook(bytes, slice, signal);
  });
}
