/** Makes edits in the text of a YAML or JSON file: every other byte stays as it is. */
import { isDeepStrictEqual } from "node:util";
import { type DumpOptions, YAMLException } from "js-yaml";
import { asObject, type Json, type Path, valueAt } from "../document/json.ts";
import { applyEdit, type Edit } from "../document/overlay.ts";
import { nodesAt, readTree, type SourceNode } from "../document/source-tree.ts";
import { isJson, parseText, writeYaml } from "../document/files.ts";
import { UserError } from "../problem.ts";

/**
 * The text with the edits, one after the other.
 *
 * @param name how errors call it
 * @throws {UserError} where a YAML alias or merge key repeats what is to change
 */
export function editText(text: string, edits: Edit[], name: string): string {
  // Where only some lines end in CRLF, each keeps its own end.
  if (text.includes("\r\n") && !/(?<!\r)\n/.test(text))
    return editText(text.replaceAll("\r\n", "\n"), edits, name).replaceAll("\n", "\r\n");
  const edited = withEdits(text, edits, name);
  if (edited !== undefined) return edited;
  // The first edit that an alias repeats says where it is.
  const first = edits.find(
    (_, index) => withEdits(text, edits.slice(0, index + 1), name) === undefined,
  )!;
  const { start } = nodesAt(readTree(text), first.path).at(-1)!;
  throw new UserError(
    `${name}:${text.slice(0, start).split("\n").length}: a YAML alias or merge key repeats what changes. Write it out, and apply again.`,
  );
}

/** The text with the edits; undefined where it does not read as it should. */
function withEdits(text: string, edits: Edit[], name: string): string | undefined {
  const content = parseText(text, name);
  const style = styleOf(text);
  let [edited, left] = [text, edits];
  try {
    // Reading the text for each edit would take a large file very long: those of different parts are made at once.
    while (left.length > 0) {
      const tree = readTree(edited);
      const busy: { holder: SourceNode; isAppended: boolean }[] = [];
      const splices: Splice[] = [];
      left = left.filter((edit) => {
        const nodes = nodesAt(tree, edit.path.slice(0, -1));
        const holder = nodes.at(-1)!;
        const isAppended = nodes.length === edit.path.length && appends(edit, holder);
        const waits = busy.some(({ holder: other, isAppended: wasAppended }) => {
          if (other === holder && isAppended && wasAppended) return false;
          return other.start <= holder.end && holder.start <= other.end;
        });
        busy.push({ holder, isAppended });
        if (waits) return true;
        applyEdit(content, edit);
        splices.push(spliceFor({ ...style, text: edited }, tree, edit, content));
        return false;
      });
      const pieces: string[] = [];
      let done = 0;
      // What is appended to one list goes to one place, and stays in its order.
      for (const [start, end, now] of splices.sort(([a], [b]) => a - b)) {
        pieces.push(edited.slice(done, start), now);
        done = end;
      }
      edited = pieces.join("") + edited.slice(done);
    }
    if (isDeepStrictEqual(parseText(edited, name), content)) return edited;
  } catch (error) {
    // An alias may name an anchor that is gone.
    if (!(error instanceof UserError || error instanceof YAMLException)) throw error;
  }
  return undefined;
}

/** Whether an edit adds an element behind all others of a list. */
const appends = (edit: Edit, { parts }: SourceNode): boolean =>
  "value" in edit &&
  parts[0] !== undefined &&
  parts[0].key === undefined &&
  Number(edit.path.at(-1)) >= parts.length;

/** A text, and how it is written. */
type Source = ReturnType<typeof styleOf> & { text: string };

function styleOf(text: string) {
  // One level of a map in a map, which JSON on one line does not have.
  const nested = /^([ \t]*)(?=[^\s#-]).*[:{[]\n(?: *#.*\n)*\1([ \t]+)[^\s#-]/m;
  const [, , indent = isJson(text) ? "" : "  "] = nested.exec(text) ?? [];
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  // In some files, the dash of a list stands below the first letter of its key.
  const isFlush = count(/^( *)[^\s#-].*:\n\1- /gm) * 2 > count(/^ *[^\s#-].*:\n *- /gm);
  const isSingle = count(/(?:^|[:-]) *'/gm) > count(/(?:^|[:-]) *"/gm);
  const quotes: DumpOptions = { quoteStyle: isSingle ? "single" : "double" };
  return { isJson: isJson(text), indent, listIndent: isFlush ? "" : indent, quotes };
}

/** A text that takes the place of what stands there. */
type Splice = [start: number, end: number, text: string];

/** An entry of a map, or an element of a list, which has no key. */
type Part = [key: string | undefined, value: Json];

/** @param content what the text has to say with the edit */
function spliceFor(source: Source, tree: SourceNode, edit: Edit, content: Json): Splice {
  const { path } = edit;
  const nodes = nodesAt(tree, path);
  const depth = nodes.length - 1;
  const node = nodes[depth]!;
  const holder = nodes[depth - 1] ?? node;
  const at = (keys: Path) => valueAt(content, keys)!;
  if (depth === path.length) {
    if ("key" in edit) return [node.start, node.valueStart, keyText(source, edit.key)];
    if ("value" in edit) return replacement(source, node, edit.value, holder.isFlow);
    if (holder.parts.length > 1) return removal(source, holder, node);
    // What is empty has to say so, and not to be null.
    return replacement(source, holder, at(path.slice(0, -1)), holder.isFlow);
  }
  const value = valueAt(content, path.slice(0, depth + 1));
  // What is empty has no style, and what an alias or merge key stands for is written out.
  if (node.parts.length === 0 || value === undefined)
    return replacement(source, node, at(path.slice(0, depth)), holder.isFlow);
  const isElement = node.parts[0]!.key === undefined;
  return insertion(source, node, [isElement ? undefined : String(path[depth]), value]);
}

/** Writes a part behind the last one that it belongs behind, with an empty line between them where the map has such lines. */
function insertion(source: Source, holder: SourceNode, part: Part): Splice {
  const { parts, isFlow } = holder;
  const next = parts.findIndex(({ key }, index) => index > 0 && comesBefore(part[0], key));
  const last = (next < 0 ? parts.at(-1) : parts[next - 1])!;
  if (!isFlow) {
    const lineBreak = breakAt(source, last);
    const end = lineEnd(source, last.end);
    const [before, after] = next < 0 ? [parts.at(-2), last] : [last, parts[next]!];
    const isSpaced = before && /\n[ \t]*\n/.test(source.text.slice(before.end, after.start));
    const text = lineBreak + blockPart(source, part).join(lineBreak);
    return [end, end, isSpaced ? `\n${text}` : text];
  }
  const between = source.text.slice(
    parts[parts.indexOf(last) - 1]?.end ?? holder.start,
    last.start,
  );
  const space = between.slice(between.trimEnd().length);
  const [lineBreak] = /\n[^\n]*$/.exec(space) ?? [];
  const separator = `,${space || (source.isJson ? "" : " ")}`;
  return [last.end, last.end, separator + flowPart(source, part, lineBreak)];
}

/** A status code stands before the default, and what tools read before the extensions. */
const comesBefore = (key = "x-", other = ""): boolean =>
  other === "default" ? /^\d/.test(key) : other.startsWith("x-") && !key.startsWith("x-");

function removal(source: Source, { parts, isFlow }: SourceNode, part: SourceNode): Splice {
  const index = parts.indexOf(part);
  const before = textBefore(source, part.start);
  // What stands behind a bracket or a dash leaves its place to the next.
  if (index === 0 && (isFlow || before.trim() !== "")) return [part.start, parts[1]!.start, ""];
  if (isFlow) return [parts[index - 1]!.end, part.end, ""];
  const lineStart = part.start - before.length;
  const end = lineEnd(source, part.end);
  // Of the empty lines around it, one side goes too.
  const isApart =
    index === 0 || /\n[ \t]*\n/.test(source.text.slice(parts[index - 1]!.end, part.start));
  const [space] = (isApart &&
    index + 1 < parts.length &&
    /^\n[ \t]*(?=\n)/.exec(source.text.slice(end))) || [""];
  // The first line of a file has no line break before it.
  if (lineStart === 0) return [0, end + space.length + 1, ""];
  return [lineStart - 1, end + space.length, ""];
}

/** Writes what stands at a node, behind its colon or dash. */
function replacement(by: Source, node: SourceNode, value: Json, isInFlow: boolean): Splice {
  const { start, valueStart, end, key } = node;
  const [quote] = by.text.slice(valueStart, end).trimStart();
  // A text in quotes stays in them.
  const quoteStyle = quote === "'" ? "single" : quote === '"' && "double";
  const isQuoted = quoteStyle && typeof value === "string";
  const source: Source = isQuoted ? { ...by, quotes: { quoteStyle, forceQuotes: true } } : by;
  if (isInFlow) {
    const [space] = /^\s*/.exec(source.text.slice(valueStart, end))!;
    const [indent] = /^\s*/.exec(textBefore(source, start))!;
    return [valueStart, end, space + flowPart(source, [undefined, value], `\n${indent}`)];
  }
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
  const name = keyText(source, key);
  const indent = Array.isArray(value) ? source.listIndent : source.indent;
  return [name, ...lines.map((line) => indent + line)];
}

/** A key with its colon. */
const keyText = (source: Source, key: string): string =>
  source.isJson ? `${JSON.stringify(key)}:` : toYaml(source, { [key]: 0 }).slice(0, -" 0".length);

/** @param lineBreak with the indentation of its line; an empty one to write JSON on one line, as YAML always is */
function flowPart(source: Source, part: Part, lineBreak = ""): string {
  if (!source.isJson) return toYaml(source, holderOf(part), 0).slice(1, -1);
  const indent = lineBreak && source.indent;
  const text = JSON.stringify(holderOf(part), null, indent).slice(1, -1).trim();
  return text.replaceAll(`\n${indent}`, lineBreak);
}

/** YAML without its last line break, and without the dots that end a document behind empty lines. */
const toYaml = ({ indent, quotes }: Source, value: Json, flowLevel = -1): string =>
  writeYaml(value, { indent: indent.length, flowLevel, ...quotes }).replace(/\n(\.\.\.\n)?$/, "");

/** A line break, and the indentation up to the column of a node. */
const breakAt = (source: Source, { start }: SourceNode): string =>
  `\n${" ".repeat(textBefore(source, start).length)}`;

/** What stands before an offset on its line. */
const textBefore = ({ text }: Source, offset: number): string =>
  text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);

function lineEnd({ text }: Source, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}

const holderOf = ([key, value]: Part): Json => (key === undefined ? [value] : { [key]: value });

const partsOf = (value: Json): Part[] =>
  Array.isArray(value) ? value.map((item) => [undefined, item]) : Object.entries(asObject(value));
