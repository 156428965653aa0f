/** Reads a part of a sheet. What lies outside of it is passed over, and nothing is kept of it. */
import type { Attributes, XmlVisitor } from "./parse-xml.ts";

/** A cell as it is written. */
export interface Cell {
  text: string;
  /** `s` for an index into the shared strings, `b` for a truth value, `e` for an error, `n` for a number. ISO/IEC 29500-1, 18.18.11. */
  type: string;
  style: number;
}

export interface SheetLimits {
  /** First and last row, both included; the first row of a sheet is 1. */
  firstRow: number;
  lastRow: number;
  columns: number;
  /** Of all cells that are kept. */
  maxCharacters: number;
}

/** The last row that a sheet can have. A number that is none, or lies outside, counts as missing. */
const maxRow = 1_048_576;

export class SheetReader implements XmlVisitor {
  /** By the number of the row; columns count from 0, and empty cells are missing. */
  readonly rows = new Map<number, Map<number, Cell>>();
  /** The last row that holds anything, as far as the sheet was read: to the first cell past the last row. */
  lastFilledRow = 0;
  done = false;
  readonly #limits: SheetLimits;
  #row = 0;
  #column = 0;
  #cell: Cell | undefined;
  #takesText = false;
  #isPronunciation = false;
  #hasText = false;
  #characters = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "row") this.#openRow(attributes);
    else if (name === "c") this.#openCell(attributes);
    // `is` may hold runs of text; `rPh` holds how a text is pronounced.
    else if (name === "rPh") this.#isPronunciation = true;
    else if (name === "v" || name === "t") this.#takesText = !this.#isPronunciation;
  }

  text(text: string): void {
    if (!this.#takesText) return;
    this.#hasText = true;
    if (!this.#cell) return;
    this.#characters += text.length;
    if (this.#characters > this.#limits.maxCharacters)
      throw new Error(`its cells hold more than ${this.#limits.maxCharacters} characters`);
    this.#cell.text += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.#takesText = false;
    else if (name === "rPh") this.#isPronunciation = false;
    else if (name === "c") this.#closeCell();
  }

  #openRow({ r }: Attributes): void {
    const given = Number(r);
    this.#row = given >= 1 && given <= maxRow ? given : this.#row + 1;
    this.#column = 0;
  }

  #openCell({ r, t = "n", s = "-1" }: Attributes): void {
    if (r !== undefined) this.#column = columnOf(r);
    this.#hasText = false;
    const { firstRow, lastRow, columns } = this.#limits;
    const isWanted = this.#row >= firstRow && this.#row <= lastRow && this.#column < columns;
    this.#cell = isWanted ? { text: "", type: t, style: Number(s) } : undefined;
  }

  #closeCell(): void {
    if (this.#hasText) this.lastFilledRow = this.#row;
    this.done = this.lastFilledRow > this.#limits.lastRow;
    if (this.#cell?.text) {
      const row = this.rows.get(this.#row) ?? new Map<number, Cell>();
      this.rows.set(this.#row, row.set(this.#column, this.#cell));
    }
    this.#cell = undefined;
    this.#column++;
  }
}

/** `B7` is in column 1. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "")
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
