/** Changes values in the text of a YAML or JSON file as a reviewer would type it: every other line stays as it is. */
import { isDeepStrictEqual } from "node:util";
import { type DumpOptions, SCALAR_STYLE } from "js-yaml";
import { asObject, isObject, type Json } from "../document/json.ts";
import { readTree, type SourceNode } from "../document/source-tree.ts";
import { isJson, parseText, writeYaml } from "../document/files.ts";
import { UserError } from "../problem.ts";

/**
 * The text with the value `after`.
 *
 * @param before what the text says
 * @param name how errors call it
 * @throws {UserError} where a YAML alias or merge key repeats what is to change
 */
export function editText(text: string, before: Json, after: Json, name: string): string {
  if (isDeepStrictEqual(before, after)) return text;
  const written = text.replace(/^\uFEFF/, "");
  const bare = written.replaceAll("\r\n", "\n");
  /** Where line breaks of two characters are, in the text with breaks of one. */
  const returns = [...written.matchAll(/\r\n/g)].map(({ index }, count) => index - count);
  const offsetOf = (offset: number) => offset + returns.filter((at) => at < offset).length;
  const lineBreak = returns.length * 2 > bare.split("\n").length - 1 ? "\r\n" : "\n";
  const splices = new TextEditor(bare).edit(before, after);
  let [edited, from] = ["", 0];
  for (const { start, end, text } of splices) {
    edited += written.slice(from, offsetOf(start)) + text.replaceAll("\n", lineBreak);
    from = offsetOf(end);
  }
  edited += written.slice(from);
  if (says(edited, after)) return text.slice(0, text.length - written.length) + edited;
  const line = bare.slice(0, (splices[0]?.start ?? 0) + 1).split("\n").length;
  throw new UserError(
    `${name}:${line}: a YAML alias or merge key repeats what changes. Write it out, and apply again.`,
  );
}

function says(text: string, value: Json): boolean {
  try {
    return isDeepStrictEqual(parseText(text, ""), value);
  } catch {
    return false; // An alias names an anchor that is gone.
  }
}

type QuoteStyle = "single" | "double";

const quotesOf: Record<number, QuoteStyle> = {
  [SCALAR_STYLE.SINGLE_QUOTED]: "single",
  [SCALAR_STYLE.DOUBLE_QUOTED]: "double",
};

/** A text that takes the place of another. */
interface Splice {
  start: number;
  end: number;
  text: string;
}

/** A new entry of a map, or an element of a list, which has no key. */
type Part = [key: string | undefined, value: Json];

class TextEditor {
  readonly #text: string;
  readonly #isJson: boolean;
  /** JSON without a space behind its colons. */
  readonly #isTight: boolean;
  /** One level of indentation. */
  readonly #indent: string;
  /** Whether the dash of a list stands below the first letter of its key. */
  readonly #hasFlushLists: boolean;
  /** How the file writes its values. */
  readonly #style: DumpOptions;
  /** The quotes of its keys. */
  readonly #keyQuotes: QuoteStyle;
  /** What stands inside the braces of a map on one line. */
  readonly #padding: string;
  /** Whether its status codes stand without quotes. */
  readonly #hasBareCodes: boolean;
  readonly #splices: Splice[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#isJson = isJson(text);
    this.#isTight = this.#isJson && !/^\s*\{\s*"[^"]*"\s*:\s/.test(text);
    const nested = this.#isJson ? /^()([ \t]+)\S/m : /^( *)[^\s#-].*:\n(?: *#.*\n)*\1( +)[^\s#-]/m;
    this.#indent = nested.exec(text)?.[2] ?? "  ";
    const lists = [...text.matchAll(/^( *)[^\s#-].*:\n( *)- /gm)];
    this.#hasFlushLists = lists.filter(([, key, dash]) => key === dash).length * 2 > lists.length;
    const longest = text.split("\n").reduce((width, { length }) => Math.max(width, length), 80);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    this.#padding = count(/[:[,-] ?\{ ["'$\w]/g) > count(/[:[,-] ?\{["'$\w]/g) ? " " : "";
    this.#hasBareCodes = count(/^ *\d{3}:/gm) > count(/^ *["']\d{3}["']:/gm);
    const single = count(/[:-] '/g) - count(/[:-] "/g);
    const ofKeys = count(/^[ -]*'[^'\n]*':/gm) - count(/^[ -]*"[^"\n]*":/gm);
    // Where no key has quotes, they are those of the values.
    this.#keyQuotes = (ofKeys || single) > 0 ? "single" : "double";
    this.#style = {
      indent: this.#indent.length,
      lineWidth: Math.min(longest, 120),
      quoteStyle: single > 0 ? "single" : "double",
    };
  }

  edit(before: Json, after: Json): Splice[] {
    this.#change(readTree(this.#text), before, after, this.#isJson);
    return this.#splices.toSorted((a, b) => a.start - b.start);
  }

  #change(node: SourceNode, before: Json, after: Json, isInFlow: boolean): void {
    if (isDeepStrictEqual(before, after)) return;
    const isFlow = node.kind === "flow";
    const compared = isEmpty(after) ? undefined : compareParts(node, before, after);
    if (!compared) return this.#replace(node, after, isInFlow || isFlow);
    for (const { part, old, now } of compared.known)
      if (now !== undefined) this.#change(part, old, now, isFlow);
    const removed = compared.known.flatMap(({ part, now }) => (now === undefined ? part : []));
    this.#replaceParts(node, removed, compared.added, after, isInFlow);
  }

  /** Writes what is added in place of the first part that goes, or else behind the last one. */
  #replaceParts(
    node: SourceNode,
    removed: SourceNode[],
    added: Part[],
    after: Json,
    isInFlow: boolean,
  ): void {
    const isFlow = node.kind === "flow";
    const { parts = [] } = node;
    const last = parts.at(-1);
    // What is empty says nothing of the style in which it would be full.
    if (!last) return this.#replace(node, after, isInFlow || this.#flowValue(after).length < 60);
    const separator = isFlow ? this.#separatorOf(node, parts) : this.#separatorOfBlock(parts);
    const [lineBreak] = /\n[^\n]*$/.exec(separator) ?? [];
    const texts = added.map((part) =>
      isFlow ? this.#flowPart(part, lineBreak) : this.#blockPart(part).join(lineBreak),
    );
    const kept = parts.findLast((part) => !removed.includes(part));
    // The order of a list counts: what is added to it comes behind all that is kept.
    const isPlace = (part: SourceNode) => !Array.isArray(after) || !kept || part.start > kept.start;
    const replaced = added.length > 0 ? removed.find(isPlace) : undefined;
    const gone = removed.filter((part) => part !== replaced);
    if (replaced) {
      const { start } = replaced;
      const end = isFlow ? replaced.end : this.#lineEnd(replaced.end);
      this.#splices.push({ start, end, text: texts.join(separator) });
    }
    for (const part of gone)
      this.#splices.push({ ...this.#rangeToRemove(part, parts, gone, isFlow), text: "" });
    if (replaced || added.length === 0) return;
    for (const [index, text] of texts.entries()) {
      const before = partBefore(node, added[index]![0] ?? "");
      const [place, isFirst] = before ? [before, false] : [parts[0]!, true];
      const at = isFirst ? place.start : isFlow ? place.end : this.#lineEnd(place.end);
      this.#splices.push({
        start: at,
        end: at,
        text: isFirst ? text + separator : separator + text,
      });
    }
  }

  #rangeToRemove(part: SourceNode, parts: SourceNode[], gone: SourceNode[], isFlow: boolean) {
    const index = parts.indexOf(part);
    const { start, end } = part;
    const isLeading = parts.slice(0, index).every((other) => gone.includes(other));
    // What stands behind a bracket or a dash leaves its place to the next.
    if (isLeading && (isFlow || this.#textBefore(parts[0]!.start).trim() !== ""))
      return { start, end: parts[index + 1]!.start };
    if (isFlow) return { start: parts[index - 1]!.end, end };
    const lineStart = start - this.#textBefore(start).length;
    return { start: Math.max(0, lineStart - 1), end: this.#lineEnd(end) };
  }

  /** What stands at a node, behind its colon or dash. */
  #replace(node: SourceNode, value: Json, isInFlow: boolean): void {
    const { start, valueStart, end, style } = node;
    const mark = this.#text.slice(start, valueStart);
    const [space] = /^\s*/.exec(this.#text.slice(valueStart, end))!;
    const isItem = mark === "" || mark.startsWith("-");
    const text = isInFlow
      ? (space || (mark === "" || this.#isTight ? "" : " ")) +
        this.#flowValue(value, this.#lineBreakBefore(start))
      : this.#blockPart([isItem ? undefined : "k", value], style)
          .join(this.#breakAt(node))
          .slice(isItem ? 1 : 2);
    this.#splices.push({ start: valueStart, end, text });
  }

  /** @param style of the scalar whose place it takes, which keeps its quotes */
  #blockPart([key, value]: Part, style?: number): string[] {
    const name = key === undefined ? "-" : `${this.#keyOf(key)}:`;
    if (isEmpty(value)) {
      const quoteStyle = quotesOf[style ?? -1];
      const forced = quoteStyle && { quoteStyle, forceQuotes: true };
      const text = writeYaml(key === undefined ? [value] : { k: value }, {
        ...this.#style,
        ...forced,
      });
      return `${name}${text.slice(key === undefined ? 1 : 2)}`.trimEnd().split("\n");
    }
    const lines = partsOf(value).flatMap((part) => this.#blockPart(part));
    if (key === undefined) return lines.map((line, index) => (index === 0 ? "- " : "  ") + line);
    const indent = Array.isArray(value) && this.#hasFlushLists ? "" : this.#indent;
    return [name, ...lines.map((line) => indent + line)];
  }

  #flowPart([key, value]: Part, lineBreak?: string): string {
    const text = this.#flowValue(value, lineBreak);
    return key === undefined ? text : `${this.#keyOf(key)}:${this.#isTight ? "" : " "}${text}`;
  }

  /** @param lineBreak with the indentation of its line; undefined to write everything on one line */
  #flowValue(value: Json, lineBreak?: string): string {
    if (this.#isJson && lineBreak !== undefined)
      return JSON.stringify(value, null, this.#indent).replaceAll("\n", lineBreak);
    if (isEmpty(value))
      return this.#isJson ? JSON.stringify(value) : this.#inline([value], this.#style).slice(1, -1);
    const parts = partsOf(value).map((part) => this.#flowPart(part));
    const inside = parts.join(this.#isTight ? "," : ", ");
    return Array.isArray(value) ? `[${inside}]` : `{${this.#padding}${inside}${this.#padding}}`;
  }

  #keyOf = (key: string): string =>
    this.#isJson
      ? JSON.stringify(key)
      : this.#hasBareCodes && /^\d{3}$/.test(key)
        ? key
        : this.#inline({ [key]: 0 }, { quoteStyle: this.#keyQuotes }).slice(1, -": 0}".length);

  #inline = (value: Json, style: DumpOptions): string =>
    writeYaml(value, { ...style, lineWidth: -1, flowLevel: 0 }).trim();

  /** What stands between the parts of a flow map or list. */
  #separatorOf({ valueStart }: SourceNode, [first, second]: SourceNode[]): string {
    const between = second ? this.#text.slice(first!.end, second.start) : "";
    if (/^\s*,\s*$/.test(between)) return between;
    const [lineBreak] = /\n\s*$/.exec(this.#text.slice(valueStart, first!.start)) ?? [];
    return `,${lineBreak ?? (this.#isTight ? "" : " ")}`;
  }

  /** What stands between the parts of a block: an empty line as well, where each has one before it. */
  #separatorOfBlock(parts: SourceNode[]): string {
    const isSpaced = ({ start }: SourceNode, index: number) =>
      index === 0 || /\n\s*\n/.test(this.#text.slice(parts[index - 1]!.end, start));
    const lineBreak = this.#breakAt(parts.at(-1)!);
    return parts.length > 1 && parts.every(isSpaced) ? `\n${lineBreak}` : lineBreak;
  }

  /** A line break, and the indentation up to the column of a node. */
  #breakAt = ({ start }: SourceNode): string => `\n${" ".repeat(this.#textBefore(start).length)}`;

  /** The break before the line of an offset, with its indentation; undefined in a text of one line. */
  #lineBreakBefore(offset: number): string | undefined {
    const [indent] = /^\s*/.exec(this.#textBefore(offset))!;
    return this.#text.trim().includes("\n") ? `\n${indent}` : undefined;
  }

  /** What stands before an offset on its line. */
  #textBefore = (offset: number): string =>
    this.#text.slice(this.#text.lastIndexOf("\n", offset - 1) + 1, offset);

  #lineEnd(offset: number): number {
    const end = this.#text.indexOf("\n", offset);
    return end < 0 ? this.#text.length : end;
  }
}

const partsOf = (value: Json): Part[] =>
  Array.isArray(value) ? value.map((item) => [undefined, item]) : Object.entries(asObject(value));

/** The part behind which a new one belongs: status codes stand in their order, and everything else at the end. */
function partBefore({ parts = [] }: SourceNode, key: string): SourceNode | undefined {
  const isOfCodes = [key, ...parts.map((part) => part.key)].every((name = "") => isCode.test(name));
  return isOfCodes ? parts.findLast((part) => orderOf(part.key!) < orderOf(key)) : parts.at(-1);
}

const isCode = /^([1-5](\d\d|XX)|default)$/;
/** A range comes behind its codes, and the default behind all. */
const orderOf = (code: string): string => code.replaceAll("X", "~").replace("default", "~");

/** A scalar, or a map or list that stands on one line because nothing is in it. */
const isEmpty = (value: Json): boolean =>
  typeof value !== "object" || value === null || Object.keys(value).length === 0;

/**
 * The parts of a map or list, with what is there and what will be, and what is added; undefined where one or the other is
 * none. Elements are the same where they have one identity or are equal. In lists of one length, one that goes is replaced by
 * one that comes.
 */
function compareParts({ parts }: SourceNode, before: Json, after: Json) {
  if (parts && isObject(before) && isObject(after)) {
    const entries = new Map(parts.map((part) => [part.key, part]));
    const known = Object.entries(before).flatMap(([key, old]) => {
      const part = entries.get(key);
      return part ? { part, old, now: Object.hasOwn(after, key) ? after[key] : undefined } : [];
    });
    // What a merge key brings is written out where it changes.
    const added: Part[] = Object.entries(after).filter(
      ([key, value]) => !entries.has(key) && !isDeepStrictEqual(value, before[key]),
    );
    return { known, added };
  }
  if (!parts || !Array.isArray(before) || !Array.isArray(after)) return undefined;
  let next = 0;
  const isIn = (list: Json[], item: Json) => list.some((other) => isSame(other, item));
  const known = parts.map((part, key) => {
    const old = before[key]!;
    const isKept = next < after.length && isSame(old, after[next]!);
    const isReplaced =
      before.length === after.length && !isIn(after, old) && !isIn(before, after[next]!);
    const now = isKept || isReplaced ? after[next++] : undefined;
    return { part, old, now };
  });
  return { known, added: after.slice(next).map((value): Part => [undefined, value]) };
}

/** Of a note, an action of an overlay, and a parameter. */
const identities = ["id", "target", "name"];

function isSame(before: Json, after: Json): boolean {
  const [one, other] = [asObject(before), asObject(after)];
  const key = identities.find((name) => typeof one[name] === "string");
  return key ? one[key] === other[key] : isDeepStrictEqual(before, after);
}
