/** Reads a part of the first sheet of a workbook (Office Open XML), every cell as people see it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { argv } from "node:process";
import { type Cell, type CellValue, rangeRef, readXlsx } from "hucre/xlsx";
import type { CellText, DataRows, DataSlice } from "../rows.ts";
import { openWorkbook } from "./open-workbook.ts";
import { showCell, type Shown } from "./show-cell.ts";

/** A text that is shared by many cells counts in each of them: a job holds them all. */
const maxCharacters = 4 * 1024 * 1024;
/** What is no sheet is read as a whole, and each of its tags becomes an object. */
const maxMegabytes = 256;

interface Order {
  workbook: Uint8Array;
  slice: DataSlice;
}

type Result = { rows: DataRows } | { problem: string };

/** Processes take memory: one at a time reads, however many jobs were created at once. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Reads a slice of a workbook, in a process of its own, which holds up nobody and can be ended. A thread that runs out of memory
 * would now and then take the whole emulator with it.
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
  const rows = previous.then(() => {
    const other = describeOther(workbook);
    if (other === undefined) return readInProcess({ workbook, slice }, maxMs, signal);
    throw new Error(`The spreadsheet cannot be read: it is no .xlsx workbook, but ${other}.`);
  });
  previous = rows.catch(() => {});
  return rows;
}

/** What bytes are that begin like no archive, whatever the name of their file. */
function describeOther(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  if (start.startsWith("PK")) return undefined;
  if (start === "") return "empty";
  if (start.startsWith("\xd0\xcf\x11\xe0")) return "an old .xls file, or one with a password";
  if (start.includes("\0")) return "something else";
  return /^\s*</.test(start.replace("\xef\xbb\xbf", ""))
    ? "a web page or other XML"
    : "text, such as CSV";
}

async function readInProcess(order: Order, maxMs: number, signal?: AbortSignal): Promise<DataRows> {
  signal?.throwIfAborted();
  const child = fork(import.meta.filename, {
    // Without the options that Node was called with, which may not suit a file.
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // What goes wrong while the process is being ended, nobody waits for.
  child.on("error", () => {});
  const timeout = AbortSignal.timeout(maxMs);
  try {
    const ended = { signal: AbortSignal.any([timeout, ...(signal ? [signal] : [])]) };
    child.send(order);
    const [result] = (await Promise.race([
      once(child, "message", ended),
      // Node ends itself when its memory is used up.
      once(child, "exit", ended).then(() => [{ problem: "it takes too much memory" }]),
    ])) as [Result];
    if ("rows" in result) return result.rows;
    throw new Error(result.problem);
  } catch (error) {
    const reason = timeout.aborted ? "it takes too long" : (error as Error).message;
    throw new Error(`The spreadsheet cannot be read: ${reason.replace(/\.$/, "")}.`);
  } finally {
    child.kill("SIGKILL");
  }
}

/** Reads a slice in this process. */
export async function readSlice(workbook: Uint8Array, slice: DataSlice): Promise<DataRows> {
  const { archive, formats, language, from1904 } = openWorkbook(workbook);
  // The header is row 0, so that data row 1 is row 1.
  const { start, end, columns } = slice;
  const range = rangeRef(start, 0, end, columns - 1);
  const { sheets } = await readXlsx(archive, { readStyles: true, range });
  const [sheet] = sheets;
  let characters = 0;
  return (sheet?.rows ?? []).slice(start, end + 1).map((row, offset) =>
    row.map((value, column) => {
      const cell = sheet?.cells?.get(`${start + offset},${column}`);
      const code = formats[Number(cell?.style?.numFmt?.slice(1))] ?? "General";
      const text = readCell(value, cell, { code, language, from1904 });
      characters += typeof text === "string" ? text.length : 0;
      if (characters > maxCharacters)
        throw new Error(`its cells hold more than ${maxCharacters} characters`);
      return text;
    }),
  );
}

function readCell(value: CellValue, cell: Cell | undefined, shown: Shown): CellText {
  if (cell?.type === "error") return { unreadable: `the error ${String(value)}` };
  if (cell?.type === "formula" && value === null)
    return { unreadable: "a formula without its result; save it in a spreadsheet program" };
  if (value === null || value instanceof Date) return "";
  const text = showCell(value, shown);
  if (!text.includes("\ufffd")) return text;
  return { unreadable: "the sign \ufffd where a letter was lost; type the cell anew" };
}

// In that process. Its listener stays, so that it does not end before its message was read.
if (argv[1] === import.meta.filename)
  process.on("message", ({ workbook, slice }: Order) => {
    const tell = (result: Result) => process.send?.(result);
    readSlice(workbook, slice).then(
      (rows) => tell({ rows }),
      (error: Error) => tell({ problem: error.message }),
    );
  });
