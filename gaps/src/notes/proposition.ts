/** What recordings suggest and cannot show: the owner of the API ticks it in the letter or the form. */
import type { Json } from "../document/json.ts";

/** Something that recordings suggest, and only the owner of the API can state. */
export interface Proposition {
  /** ID of the open gap that a yes would narrow or close. */
  gap: string;
  /** Name in the letter and the form, unique and stable, for instance `loan-fields.required.reader`. */
  id: string;
  /** What the recordings showed: "In 195 of 195 responses `reader` was there." */
  seen: string;
  /** The statement that the owner ticks: "`reader` is always there." */
  statement: string;
  /** The answer that a yes stands for, as if the owner had written it under the gap in the form. */
  answer: Record<string, Json>;
}
