/**
 * Cuts the list `log.entries` of a HAR file into its elements, without parsing what stands between
 * and around them. Memory does not grow with the file, nor with a single string.
 */

const quote = 0x22;
const backslash = 0x5c;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const [comma, colon] = [0x2c, 0x3a];
const nothing = Buffer.from("null");

/** An entry beyond this is no record of a call. */
const maxEntry = 64 * 1024 * 1024;

export class HarEntries {
  /** Whether the list was found. */
  isFound = false;
  readonly #maxString: number;
  #depth = 0;
  /** The depth of the elements of the list; undefined outside of it. */
  #listDepth: number | undefined;
  /** The last string at depth 1 and at depth 2, which is a key if a colon follows. */
  readonly #keys = ["", "", ""];
  #inString = false;
  #isEscaped = false;
  #stringStart = 0;
  #stringLength = 0;
  /** The element at hand, or the string, as far as it was read. */
  #buffer = Buffer.allocUnsafe(64 * 1024);
  #length = 0;

  /** @param maxString bytes of a string; `null` is put in the place of a longer one */
  constructor(maxString: number) {
    this.#maxString = maxString;
  }

  /** Whether the document has ended. */
  get isComplete(): boolean {
    return this.#depth === 0 && !this.#inString;
  }

  /** The elements that end in this chunk, as JSON texts. */
  *read(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#inString) {
        at = this.#readString(chunk, at);
        from = at + 1;
        continue;
      }
      const byte = chunk[at]!;
      if (byte === quote) {
        this.#append(chunk, from, at);
        this.#startString();
        from = at;
        at = this.#readString(chunk, at + 1, at);
        from = at + 1;
      } else if (byte === openList || byte === openObject) {
        this.#depth++;
        if (byte === openList && this.#isEntries()) {
          this.#listDepth = this.#depth;
          this.isFound = true;
          from = at + 1;
          this.#length = 0;
        }
      } else if (byte === closeList || byte === closeObject || byte === comma) {
        if (this.#depth === this.#listDepth && byte !== closeObject) {
          this.#append(chunk, from, at);
          from = at + 1;
          const text = this.#buffer.toString("utf8", 0, this.#length);
          this.#length = 0;
          if (text.trim() !== "") yield text;
          if (byte === closeList) this.#listDepth = undefined;
        }
        if (byte !== comma) this.#depth--;
      } else if (byte === colon && this.#depth <= 2) this.#keys[0] = this.#keys[this.#depth]!;
    }
    if (!this.#inString) this.#append(chunk, from, chunk.length);
  }

  /** The list of the object `log` in the outermost object. */
  #isEntries(): boolean {
    const [last, log, entries] = this.#keys;
    return this.#depth === 3 && log === "log" && entries === "entries" && last === "entries";
  }

  #startString(): void {
    this.#inString = true;
    this.#stringStart = this.#length;
    this.#stringLength = 0;
  }

  /**
   * Reads to the end of a string.
   *
   * @param from where the bytes of this chunk begin that are to be copied
   * @returns the index of its closing quote, or that of the last byte of the chunk
   */
  #readString(chunk: Buffer, start: number, from = start): number {
    let at = start;
    for (;;) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
        at++;
      }
      const end = chunk.indexOf(quote, at);
      const stop = end === -1 ? chunk.length : end;
      let slashes = 0;
      while (stop - slashes > at && chunk[stop - slashes - 1] === backslash) slashes++;
      this.#isEscaped = slashes % 2 === 1;
      if (end === -1 || !this.#isEscaped) {
        this.#appendString(chunk, from, end === -1 ? chunk.length : end + 1);
        if (end === -1) return chunk.length - 1;
        this.#endString();
        return end;
      }
      at = end;
    }
  }

  #appendString(chunk: Buffer, from: number, to: number): void {
    this.#stringLength += to - from;
    if (this.#stringLength <= this.#maxString) this.#append(chunk, from, to);
  }

  #endString(): void {
    this.#inString = false;
    if (this.#stringLength > this.#maxString) {
      this.#length = this.#stringStart;
      this.#append(nothing, 0, nothing.length);
    }
    if (this.#listDepth !== undefined) return;
    if (this.#depth <= 2)
      this.#keys[this.#depth] = this.#buffer.toString(
        "utf8",
        this.#stringStart + 1,
        this.#length - 1,
      );
    this.#length = 0;
  }

  #append(chunk: Buffer, from: number, to: number): void {
    // Between the elements nothing matters but the keys.
    if (this.#listDepth === undefined && !this.#inString) return;
    const length = this.#length + to - from;
    if (length > maxEntry) throw new SyntaxError("An entry is too long to be parsed");
    if (length > this.#buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, 2 * this.#buffer.length));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    chunk.copy(this.#buffer, this.#length, from, to);
    this.#length = length;
  }
}
