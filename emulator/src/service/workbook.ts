/** Reads a part of the first sheet of a workbook (Office Open XML), every cell as people see it. */
import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { unzipSync, zipSync } from "fflate";
import { type Cell, type CellValue, rangeRef, readXlsx } from "hucre/xlsx";
import { format } from "numfmt";
import type { CellText, DataRows, DataSlice } from "./rows.ts";

/** Of all XML files together, unpacked: the assumption `xlsx-only`. */
const maxBytes = 16 * 1024 * 1024;
/** A text that is shared by many cells counts in each of them: a job holds them all. */
const maxCharacters = 4 * 1024 * 1024;
/** What is no sheet is read as a whole, and each of its tags becomes an object. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

interface Order {
  workbook: Uint8Array;
  slice: DataSlice;
}

/** Threads take memory: one at a time reads, however many jobs were created at once. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Reads a slice of a workbook, in a thread of its own, which holds up nobody and can be ended.
 *
 * @param signal ends the reading
 * @param maxMs what a hostile workbook may take; an honest one takes a tenth of the default
 * @throws {Error} when the bytes are no workbook, or hold more than is read
 */
export function readWorkbook(
  workbook: Uint8Array,
  slice: DataSlice,
  signal?: AbortSignal,
  maxMs = 10_000,
): Promise<DataRows> {
  const rows = previous.then(() => readInThread({ workbook, slice }, maxMs, signal));
  previous = rows.catch(() => {});
  return rows;
}

async function readInThread(order: Order, maxMs: number, signal?: AbortSignal): Promise<DataRows> {
  signal?.throwIfAborted();
  // Without the options that Node was called with, which may not suit a file.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: order,
    execArgv: [],
    resourceLimits,
  });
  // What goes wrong while the thread is being ended, nobody waits for.
  worker.on("error", () => {});
  const timeout = AbortSignal.timeout(maxMs);
  try {
    const ended = { signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]) };
    const [rows] = (await once(worker, "message", ended)) as [DataRows];
    return rows;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const tooMuch = code === "ERR_WORKER_OUT_OF_MEMORY" && "it takes too much memory";
    const reason = (timeout.aborted && "it takes too long") || tooMuch || message;
    throw new Error(`The spreadsheet cannot be read: ${reason.replace(/\.$/, "")}.`);
  } finally {
    await worker.terminate();
  }
}

/**
 * The XML files of a workbook, packed anew without compression. An archive may state any size; fflate unpacks no more than that, so
 * that its reader gets no more than is allowed. Pictures and what else belongs to a sheet are left out.
 */
function unpack(bytes: Uint8Array): Uint8Array {
  let size = 0;
  const unpacked = unzipSync(bytes, {
    filter({ name, originalSize }) {
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

/** Programs show these two formats in the order of their country; nobody misreads this one. */
const ofCountry: Record<string, string> = {
  "m/d/yyyy": "yyyy-mm-dd",
  "m/d/yyyy h:mm": "yyyy-mm-dd hh:mm",
};

/** A cell in its format; as a number where it has none that can show it. */
function show(value: CellValue, cell: Cell | undefined): CellText {
  if (cell?.type === "error") return { error: String(value) };
  const code = cell?.style?.numFmt ?? "General";
  // A telephone number is not shown as 4.93012E+11.
  const isPlain = typeof value === "string" || (code === "General" && Number.isInteger(value));
  if (value === null || isPlain) return String(value ?? "");
  const asWritten = { ignoreTimezone: true };
  try {
    return format(ofCountry[code] ?? code, value, asWritten).trim();
  } catch {
    return format("General", value, asWritten);
  }
}

// In that thread, when all of the above is there.
const given = workerData as Partial<Order> | null;
if (given?.workbook && given.slice)
  parentPort?.postMessage(await readSlice(unpack(given.workbook), given.slice));
