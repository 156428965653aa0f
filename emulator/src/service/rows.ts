/** From the slice of an HP job to the texts of each of its rows. Interface specification, “3. Create HP job”. */
import type { HpJobInput, HpSegment } from "../../../generated/schema.d.ts";
import type { RowTexts } from "../jobs/job.ts";

/** Which part of a spreadsheet a job needs. Data rows count from 1, and both ends are included. */
export interface DataSlice {
  start: number;
  end: number;
  columns: number;
}

/** A cell as people see it, an empty one as an empty string; or what it holds instead of a text, such as `the error #DIV/0!`. */
export type CellText = string | { unreadable: string };

/** The cells of each row, from the start of a slice to its end, or to the end of the sheet. */
export type DataRows = CellText[][];

/** More rows would make the response of the status endpoint larger than a client wants to read. */
const maxRows = 1000;

/** Says what is wrong with a job before its spreadsheet is read, or returns nothing. */
export function findInputFault(input: HpJobInput): string | undefined {
  const { data_slice_start_index: start, data_slice_end_index: end, variable_count } = input;
  if (end < start) return `The slice ends at ${end}, before it starts at ${start}.`;
  if (end - start >= maxRows) return `The slice has more than ${maxRows} rows.`;
  const segments = segmentsOf(input);
  if (segments && segments.length !== variable_count)
    return `variable_count is ${variable_count}, but there are ${segments.length} segments.`;
  const reversed = segments?.findIndex((segment) => +segment.end_time <= +segment.start_time) ?? -1;
  if (reversed >= 0) return `Segment ${reversed + 1} does not end after it starts.`;
  return undefined;
}

/** Both names, also when the contract knows one only. */
type SegmentLists = Partial<Record<"variables" | "customizations", HpSegment[]>>;

/** The list of segments, under whichever of its two names it came. */
function segmentsOf(input: HpJobInput): HpSegment[] | undefined {
  const { variables, customizations }: SegmentLists = input;
  return variables ?? customizations;
}

/** The part of its spreadsheet that a job needs. */
export function sliceOf(input: HpJobInput): DataSlice {
  return {
    start: input.data_slice_start_index,
    end: input.data_slice_end_index,
    columns: input.variable_count,
  };
}

/** Fills the segments with each row of the slice. */
export function fillSegments(input: HpJobInput, rows: DataRows): RowTexts[] {
  const { data_slice_start_index: start, data_slice_end_index: end } = input;
  return Array.from({ length: end - start + 1 }, (_, offset) => {
    const index = start + offset;
    const row = rows[offset];
    return row
      ? fillRow(input, index, row)
      : { index, error: `The spreadsheet has no data row ${index}.` };
  });
}

/** Also a character that only keeps a line from breaking. */
const invisible = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

function fillRow(input: HpJobInput, index: number, row: CellText[]): RowTexts {
  const columns: string[] = [];
  for (let column = 0; column < input.variable_count; column++) {
    const text = row[column] ?? "";
    if (typeof text === "object")
      return { index, error: `Column ${column + 1} holds ${text.unreadable}.` };
    if (invisible.test(text)) return { index, error: `Column ${column + 1} is empty.` };
    columns.push(text);
  }
  const segments = segmentsOf(input);
  const texts = columns.map((value, column) => {
    const segment = segments?.[column];
    return [segment?.variable_pre_text, value, segment?.variable_post_text]
      .filter(Boolean)
      .join(" ");
  });
  return { index, texts };
}
