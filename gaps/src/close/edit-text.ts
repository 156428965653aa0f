/** Changes values in the text of a YAML or JSON file as a reviewer would type it: every other line stays as it is. */
import { isDeepStrictEqual } from "node:util";
import { SCALAR_STYLE } from "js-yaml";
import { isObject, type Json, type JsonObject, type Path } from "../document/json.ts";
import { readTree, type SourceNode } from "../document/source-tree.ts";
import { isJson, parseText, writeYaml } from "../document/files.ts";

/** A place whose text cannot be changed, and why. */
export class UneditableError extends Error {
  override name = "UneditableError";
  readonly path: Path;

  constructor(path: Path, because: string) {
    super(because);
    this.path = path;
  }
}

/**
 * The text with the value `after`.
 *
 * @param before what the text says
 * @throws {UneditableError} where a YAML alias or merge key stands for what is to change
 */
export function editText(text: string, before: Json, after: Json): string {
  if (isDeepStrictEqual(before, after)) return text;
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const isCrLf = text.includes("\r\n");
  const bare = text.slice(mark.length).replaceAll("\r\n", "\n");
  const edited = new TextEditor(bare).edit(before, after);
  if (!isDeepStrictEqual(parseText(edited, "The edited text"), after))
    throw new UneditableError([], "is written in a way that no program should edit");
  return mark + (isCrLf ? edited.replaceAll("\n", "\r\n") : edited);
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
  readonly #lineWidth: number;
  /** The places of YAML aliases, by the anchor that they name. */
  readonly #aliases = new Map<string, number[]>();
  /** An anchor around a change, whose aliases would change as well. */
  #anchored: UneditableError | undefined;
  readonly #splices: { start: number; end: number; text: string }[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#isJson = isJson(text);
    this.#isTight = this.#isJson && !/^\s*\{\s*"[^"]*":\s/.test(text);
    const nested = this.#isJson ? /^()([ \t]+)\S/m : /^( *)[^\s#-].*:\n(?: *#.*\n)*\1( +)[^\s#-]/m;
    this.#indent = nested.exec(text)?.[2] ?? "  ";
    const lists = [...text.matchAll(/^( *)[^\s#-].*:\n( *)- /gm)];
    this.#hasFlushLists = lists.filter(([, key, dash]) => key === dash).length * 2 > lists.length;
    const longest = text.split("\n").reduce((width, { length }) => Math.max(width, length), 80);
    this.#lineWidth = Math.min(longest, 120);
  }

  edit(before: Json, after: Json): string {
    const tree = readTree(this.#text);
    if (!tree) throw new UneditableError([], "is empty");
    for (const { kind, anchor = "", end } of this.#text.includes("&") ? partsOf(tree) : [])
      if (kind === "alias") this.#aliases.set(anchor, [...(this.#aliases.get(anchor) ?? []), end]);
    this.#change(tree, before, after, [], this.#isJson);
    if (this.#anchored) throw this.#anchored;
    let [edited, from] = ["", 0];
    for (const { start, end, text } of this.#splices.toSorted((a, b) => a.start - b.start)) {
      edited += this.#text.slice(from, start) + text;
      from = end;
    }
    return edited + this.#text.slice(from);
  }

  #change(node: SourceNode, before: Json, after: Json, path: Path, isInFlow: boolean): void {
    if (isDeepStrictEqual(before, after)) return;
    if (node.kind === "alias") throw new UneditableError(path, "comes from a YAML alias");
    if (this.#aliases.has(node.anchor ?? ""))
      this.#anchored ??= new UneditableError(path, "has a YAML anchor that is used elsewhere");
    const isFlow = node.kind === "flow";
    if (node.entries && isObject(before) && isObject(after) && !isEmpty(after))
      this.#changeMap(node, node.entries, before, after, path);
    else if (node.items && Array.isArray(before) && Array.isArray(after) && !isEmpty(after))
      this.#changeList(node, node.items, before, after, path);
    else this.#replace(node, after, isInFlow || isFlow);
  }

  #changeMap(
    node: SourceNode,
    entries: Map<string, SourceNode>,
    before: JsonObject,
    after: JsonObject,
    path: Path,
  ): void {
    const removed: SourceNode[] = [];
    for (const [key, value] of Object.entries(before)) {
      const entry = entries.get(key);
      const changed = Object.hasOwn(after, key) ? after[key] : undefined;
      if (entry && changed === undefined) {
        this.#requireNoAnchor(entry, [...path, key]);
        removed.push(entry);
      } else if (entry) this.#change(entry, value, changed!, [...path, key], node.kind === "flow");
      else if (!isDeepStrictEqual(value, changed))
        throw new UneditableError([...path, key], "comes from a YAML merge key");
    }
    const added = Object.entries(after).filter(([key]) => !Object.hasOwn(before, key));
    this.#replaceParts(node, [...entries.values()], removed, added, after);
  }

  /** Elements are the same where they have one `id` or are equal; in lists of one length, where they have one index. */
  #changeList(
    node: SourceNode,
    items: SourceNode[],
    before: Json[],
    after: Json[],
    path: Path,
  ): void {
    const removed: SourceNode[] = [];
    let next = 0;
    for (const [index, item] of items.entries()) {
      const old = before[index]!;
      if (before.length === after.length || (next < after.length && isSame(old, after[next]!)))
        this.#change(item, old, after[next++]!, [...path, index], node.kind === "flow");
      else {
        this.#requireNoAnchor(item, [...path, index]);
        removed.push(item);
      }
    }
    const added = after.slice(next).map((value): Part => [undefined, value]);
    this.#replaceParts(node, items, removed, added, after);
  }

  /** What goes must leave no alias behind. */
  #requireNoAnchor(node: SourceNode, path: Path): void {
    const isUsedOutside = ({ anchor = "", kind }: SourceNode) =>
      kind !== "alias" &&
      this.#aliases.get(anchor)?.some((end) => end < node.start || end > node.end);
    if (this.#aliases.size > 0 && partsOf(node).some(isUsedOutside))
      throw new UneditableError(path, "has a YAML anchor that is used elsewhere");
  }

  /** Writes what is added in place of the first part that goes, or else behind the last one. */
  #replaceParts(
    node: SourceNode,
    parts: SourceNode[],
    removed: SourceNode[],
    added: Part[],
    after: Json,
  ): void {
    const isFlow = node.kind === "flow";
    const last = parts.at(-1);
    if (!last) return this.#replace(node, after, true);
    const separator = isFlow ? this.#separatorOf(node, parts) : this.#breakAt(last);
    const texts = added.map((part) =>
      isFlow ? this.#flowPart(part, separator) : this.#blockPart(part).join(separator),
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
    const end = isFlow ? last.end : this.#lineEnd(last.end);
    this.#splices.push({ start: end, end, text: texts.map((text) => separator + text).join("") });
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

  #blockPart([key, value]: Part, style?: number): string[] {
    const isSingle = style === SCALAR_STYLE.SINGLE_QUOTED;
    const options = {
      indent: this.#indent.length,
      lineWidth: this.#lineWidth,
      quoteStyle: isSingle ? ("single" as const) : ("double" as const),
      forceQuotes: isSingle || style === SCALAR_STYLE.DOUBLE_QUOTED,
    };
    if (isEmpty(value))
      return writeYaml(key === undefined ? [value] : { [key]: value }, options)
        .trimEnd()
        .split("\n");
    const isList = Array.isArray(value);
    const parts: Part[] = isList
      ? value.map((item) => [undefined, item])
      : Object.entries(value as JsonObject);
    const lines = parts.flatMap((part) => this.#blockPart(part));
    if (key === undefined) return lines.map((line, index) => (index === 0 ? "- " : "  ") + line);
    const indent = isList && this.#hasFlushLists ? "" : this.#indent;
    return [
      writeYaml({ [key]: 0 }, options).replace(/ 0\n$/, ""),
      ...lines.map((line) => indent + line),
    ];
  }

  #flowPart([key, value]: Part, separator: string): string {
    const lineBreak = separator.slice(separator.indexOf("\n"));
    const text = this.#flowValue(value, separator.includes("\n") ? lineBreak : undefined);
    if (key === undefined) return text;
    const name = this.#isJson ? JSON.stringify(key) : dumpFlow({ [key]: 0 }).replace(/: 0$/, "");
    return `${name}:${this.#isTight ? "" : " "}${text}`;
  }

  /** @param lineBreak with the indentation of its line; undefined to write everything on one line */
  #flowValue(value: Json, lineBreak?: string): string {
    if (!this.#isJson) return dumpFlow([value]);
    if (lineBreak !== undefined)
      return JSON.stringify(value, null, this.#indent).replaceAll("\n", lineBreak);
    const spaced = JSON.stringify(value, null, 1).replaceAll(/(?<=[{[])\n\s*|\n\s*(?=[}\]])/g, "");
    return this.#isTight ? JSON.stringify(value) : spaced.replaceAll(/\n\s*/g, " ");
  }

  /** What stands between the parts of a flow map or list. */
  #separatorOf({ valueStart }: SourceNode, [first, second]: SourceNode[]): string {
    const between = second ? this.#text.slice(first!.end, second.start) : "";
    if (/^\s*,\s*$/.test(between)) return between;
    const [lineBreak] = /\n\s*$/.exec(this.#text.slice(valueStart, first!.start)) ?? [];
    return `,${lineBreak ?? (this.#isTight ? "" : " ")}`;
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

const partsOf = (node: SourceNode): SourceNode[] => [
  node,
  ...[...(node.entries?.values() ?? []), ...(node.items ?? [])].flatMap(partsOf),
];

/** A scalar, or a map or list that stands on one line because nothing is in it. */
const isEmpty = (value: Json): boolean =>
  typeof value !== "object" || value === null || Object.keys(value).length === 0;

/** The inside of a map or list on one line. */
const dumpFlow = (value: Json): string => writeYaml(value, { flowLevel: 0 }).trim().slice(1, -1);

const isSame = (before: Json, after: Json): boolean =>
  isObject(before) && isObject(after) && typeof before["id"] === "string"
    ? before["id"] === after["id"]
    : isDeepStrictEqual(before, after);
