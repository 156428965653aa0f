/** Changes values in the text of a YAML or JSON file: every other byte stays as it is. */
import { isDeepStrictEqual } from "node:util";
import type { DumpOptions } from "js-yaml";
import { asObject, isObject, type Json, valueAt } from "../document/json.ts";
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
  // Where only some lines end in CRLF, each keeps its own end.
  if (text.includes("\r\n") && !/(?<!\r)\n/.test(text))
    return editText(text.replaceAll("\r\n", "\n"), before, after, name).replaceAll("\n", "\r\n");
  const source = sourceOf(text);
  const edited = changes(source, readTree(text), before, after, source.isJson)
    .toSorted(([start, end], [otherStart, otherEnd]) => start - otherStart || end - otherEnd)
    .reduceRight((rest, [start, end, now]) => rest.slice(0, start) + now + rest.slice(end), text);
  if (says(edited, after)) return edited;
  const lines = edited.split("\n");
  const line = text.split("\n").findIndex((each, index) => each !== lines[index]) + 1;
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

/** A file, and how it is written. */
type Source = ReturnType<typeof sourceOf>;

function sourceOf(text: string) {
  // One level of a map in a map, which JSON on one line does not have.
  const nested = /^([ \t]*)(?=[^\s#-]).*[:{[]\n(?: *#.*\n)*\1([ \t]+)[^\s#-]/m;
  const [, , indent = isJson(text) ? "" : "  "] = nested.exec(text) ?? [];
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  // In some files, the dash of a list stands below the first letter of its key.
  const isFlush = count(/^( *)[^\s#-].*:\n\1- /gm) * 2 > count(/^ *[^\s#-].*:\n *- /gm);
  const isSingle = count(/(?:^|[:-]) *'/gm) > count(/(?:^|[:-]) *"/gm);
  const yaml: DumpOptions = { indent: indent.length, quoteStyle: isSingle ? "single" : "double" };
  return { text, isJson: isJson(text), indent, listIndent: isFlush ? "" : indent, yaml };
}

/** A text that takes the place of what stands there. */
type Splice = [start: number, end: number, text: string];

/** An entry of a map, or an element of a list, which has no key. */
type Part = [key: string | undefined, value: Json];

/** Parts that stay are changed in their places, and new ones come behind the part that they follow. */
function changes(
  source: Source,
  node: SourceNode,
  before: Json,
  after: Json,
  isInFlow: boolean,
): Splice[] {
  if (isDeepStrictEqual(before, after)) return [];
  const left = partsAfter(node, before, after);
  const isCounted = left.length >= node.parts.length;
  const splices: Splice[] = [];
  let kept: SourceNode | undefined;
  for (const [index, part] of node.parts.entries()) {
    const old = valueAt(before, [part.key ?? index])!;
    const found = left.findIndex(([key, value]) =>
      key === undefined ? isSame(old, value, isCounted) : key === part.key,
    );
    const added = left.splice(0, found + 1);
    const now = added.pop();
    if (!now) splices.push(removal(source, node, index, !kept));
    else {
      splices.push(...insertions(source, node, added, kept, part));
      splices.push(...changes(source, part, old, now[1], node.isFlow));
      kept = part;
    }
  }
  return kept
    ? [...splices, ...insertions(source, node, left, kept, kept)]
    : [replacement(source, node, after, isInFlow)];
}

/** Writes parts behind one that stays, or before the first that does. */
function insertions(
  source: Source,
  node: SourceNode,
  added: Part[],
  previous: SourceNode | undefined,
  next: SourceNode,
): Splice[] {
  if (added.length === 0) return [];
  const separator = separatorOf(source, node);
  const [lineBreak] = /\n[^\n]*$/.exec(separator) ?? [];
  const texts = added.map((part) =>
    node.isFlow ? flowPart(source, part, lineBreak) : blockPart(source, part).join(lineBreak),
  );
  if (!previous) return texts.map((text) => [next.start, next.start, text + separator]);
  const end = node.isFlow ? previous.end : lineEnd(source, previous.end);
  return texts.map((text) => [end, end, separator + text]);
}

/** @param isLeading whether no part before it stays */
function removal(source: Source, node: SourceNode, index: number, isLeading: boolean): Splice {
  const { parts, isFlow } = node;
  const { start, end } = parts[index]!;
  // What stands behind a bracket or a dash leaves its place to the next.
  if (isLeading && (isFlow || textBefore(source, parts[0]!.start).trim() !== ""))
    return [start, parts[index + 1]?.start ?? end, ""];
  if (isFlow) return [parts[index - 1]!.end, end, ""];
  const lineStart = start - textBefore(source, start).length;
  return [Math.max(0, lineStart - 1), lineEnd(source, end), ""];
}

/** Writes what stands at a node, behind its colon or dash. */
function replacement(source: Source, node: SourceNode, value: Json, isInFlow: boolean): Splice {
  const { start, valueStart, end, key, parts } = node;
  // What is empty says nothing of the style in which it would be full.
  if (isInFlow || (node.isFlow && parts.length > 0)) {
    const [space] = /^\s*/.exec(source.text.slice(valueStart, end))!;
    const [indent] = /^\s*/.exec(textBefore(source, start))!;
    return [valueStart, end, space + flowPart(source, [undefined, value], `\n${indent}`)];
  }
  if (start === valueStart) return [start, end, toYaml(source, value)];
  const name = key === undefined ? key : "k";
  const text = blockPart(source, [name, value]).join(breakAt(source, node));
  return [valueStart, end, text.slice(name === undefined ? 1 : 2)];
}

/** The lines of a part. The writer of YAML would put as many spaces behind a dash as one level has. */
function blockPart(source: Source, part: Part): string[] {
  const [key, value] = part;
  const lines = partsOf(value).flatMap((each) => blockPart(source, each));
  if (lines.length === 0) return toYaml(source, holderOf(part)).split("\n");
  if (key === undefined) return lines.map((line, index) => (index === 0 ? "- " : "  ") + line);
  const name = toYaml(source, { [key]: 0 }).slice(0, -" 0".length);
  const indent = Array.isArray(value) ? source.listIndent : source.indent;
  return [name, ...lines.map((line) => indent + line)];
}

/** @param lineBreak with the indentation of its line; an empty one to write JSON on one line, as YAML always is */
function flowPart(source: Source, part: Part, lineBreak = ""): string {
  if (!source.isJson) return toYaml(source, holderOf(part), 0).slice(1, -1);
  const indent = lineBreak && source.indent;
  const text = JSON.stringify(holderOf(part), null, indent).slice(1, -1).trim();
  return text.replaceAll(`\n${indent}`, lineBreak);
}

/** YAML without its last line break, and without the dots that end a document behind empty lines. */
const toYaml = ({ yaml }: Source, value: Json, flowLevel = -1): string =>
  writeYaml(value, { ...yaml, flowLevel }).replace(/\n(\.\.\.\n)?$/, "");

/** What stands between the parts of a map or list. */
function separatorOf(source: Source, { parts, start, isFlow }: SourceNode): string {
  const last = parts.at(-1)!;
  if (!isFlow) return breakAt(source, last);
  const between = source.text.slice(parts.at(-2)?.end ?? start, last.start);
  const space = between.slice(between.trimEnd().length);
  return `,${space || (source.isJson ? "" : " ")}`;
}

/** A line break, and the indentation up to the column of a node. */
const breakAt = (source: Source, { start }: SourceNode): string =>
  `\n${" ".repeat(textBefore(source, start).length)}`;

/** What stands before an offset on its line. */
const textBefore = ({ text }: Source, offset: number): string =>
  text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);

const lineEnd = ({ text }: Source, offset: number): number =>
  offset + text.slice(offset).split("\n", 1)[0]!.length;

const holderOf = ([key, value]: Part): Json => (key === undefined ? [value] : { [key]: value });

const partsOf = (value: Json): Part[] =>
  Array.isArray(value) ? value.map((item) => [undefined, item]) : Object.entries(asObject(value));

/** The parts that there will be: a map keeps the order of the text, and what is new takes the place of the first that goes. */
function partsAfter({ parts }: SourceNode, before: Json, after: Json): Part[] {
  if (Array.isArray(before) && Array.isArray(after)) return partsOf(after);
  if (!isObject(before) || !isObject(after)) return [];
  const names = parts.map(({ key = "" }) => key);
  const known = new Set(names);
  // What a merge key brings is written out where it changes.
  const added = Object.keys(after).filter(
    (key) => !known.has(key) && !isDeepStrictEqual(after[key], before[key]),
  );
  const isGone = (key: string) => Object.hasOwn(before, key) && !Object.hasOwn(after, key);
  const kept = names.flatMap((key) => (isGone(key) ? added.splice(0) : key));
  return [...kept, ...added].map((key) => [key, after[key]!]);
}

/** What an element is known by: the id of a note, the target of an action with the gap, the name of a parameter, or else all of it. */
function identityOf(value: Json): Json {
  const { id, target, name, "x-closes": gap } = asObject(value);
  return [id, target && `${target} ${gap}`, name].find((each) => typeof each === "string") ?? value;
}

/** @param isCounted whether objects without an identity are the same by their order, because none was removed */
function isSame(before: Json, after: Json, isCounted: boolean): boolean {
  const [one, other] = [identityOf(before), identityOf(after)];
  return (isCounted && isObject(one) && isObject(other)) || isDeepStrictEqual(one, other);
}
