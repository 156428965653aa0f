/** From the slice of an HP job to the texts of each of its rows. Interface specification, “3. Create HP job”. */
import type { HpJobInput, HpSegment } from "../../../generated/schema.d.ts";
import type { AnsweredForm } from "../contract/answered-form.ts";
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

/** How the indices of a request select rows. */
export interface RowRules {
  /** The index of the first data row. */
  first: number;
  includesEnd: boolean;
  needsSegmentForEach: boolean;
}

/** What the owner has said of it; as long as that is nothing, the assumptions `rows-count-from-1`, `slice-includes-end` and `segments-match-count`. */
export function rowRules(answers: AnsweredForm): RowRules {
  const { minimum } = answers.answerTo("data-slice-rows");
  return {
    first: typeof minimum === "number" ? minimum : 1,
    includesEnd: answers.verdictOn("data-slice-end") !== "no",
    needsSegmentForEach: answers.verdictOn("variable-count-and-segments") !== "no",
  };
}

/** More rows would make the response of the status endpoint larger than a client wants to read. */
const maxRows = 1000;

/** Says what is wrong with a job before its spreadsheet is read, or returns nothing. */
export function findInputFault(input: HpJobInput, rules: RowRules): string | undefined {
  const { data_slice_start_index: start, data_slice_end_index: end, variable_count } = input;
  const count = end - start + (rules.includesEnd ? 1 : 0);
  if (count < 1) return `The slice ends at ${end}, before it starts at ${start}.`;
  if (count > maxRows) return `The slice has more than ${maxRows} rows.`;
  const segments = segmentsOf(input);
  if (rules.needsSegmentForEach && segments && segments.length !== variable_count)
    return `variable_count is ${variable_count}, but there are ${segments.length} segments.`;
  const reversed =
    segments?.findIndex(
      (segment) => secondsOf(segment.end_time) <= secondsOf(segment.start_time),
    ) ?? -1;
  if (reversed >= 0) return `Segment ${reversed + 1} does not end after it starts.`;
  return undefined;
}

/** A number of seconds, or minutes and seconds with a colon between them. */
const secondsOf = (time: string | number): number =>
  String(time)
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);

/** Both names, also when the contract knows one only. */
type SegmentLists = Partial<Record<"variables" | "customizations", HpSegment[]>>;

/** The list of segments, under whichever of its two names it came. */
function segmentsOf({ variables, customizations }: SegmentLists): HpSegment[] | undefined {
  return variables ?? customizations;
}

/** The part of its spreadsheet that a job needs. */
export function sliceOf(input: HpJobInput, { first, includesEnd }: RowRules): DataSlice {
  return {
    start: input.data_slice_start_index - first + 1,
    end: input.data_slice_end_index - first + (includesEnd ? 1 : 0),
    columns: input.variable_count,
  };
}

/** Fills the segments with each row of the slice, which is told by the indices of the request. */
export function fillSegments(
  input: HpJobInput,
  rows: DataRows,
  { start, end }: DataSlice,
): RowTexts[] {
  return Array.from({ length: end - start + 1 }, (_, offset) => {
    const index = input.data_slice_start_index + offset;
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
