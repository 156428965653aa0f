/** Changes single actions of an overlay in its text, so that every other line stays as it is. */
import { isSeq, parseDocument, stringify, visit, type YAMLMap } from "yaml";
import type { JsonObject } from "../../../gaps/src/document/document.ts";

interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * @param updates for each action in its order: `drop` takes it away, an object replaces its update
 */
export function editActions(text: string, updates: ("drop" | "keep" | JsonObject)[]): string {
  const actions = parseDocument(text).get("actions");
  if (!isSeq<YAMLMap>(actions)) throw new Error("The overlay has no list of actions");
  const splices: Splice[] = [];
  /** Anchored nodes that go, by their anchors: the next alias of each takes its place. */
  const lost = new Map<string, string>();
  for (const [index, action] of actions.items.entries()) {
    const update = updates[index];
    if (update === "drop") {
      rememberAnchors(text, action, lost);
      splices.push({ ...linesOf(text, action), text: "" });
    } else if (typeof update === "object") {
      splices.push(replaceUpdate(action, update));
    } else splices.push(...restoreAnchors(action, lost));
  }
  const edited = splices
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end, text }) => left.slice(0, start) + text + left.slice(end), text);
  return withoutEmptySections(edited);
}

/** The lines of an action, and the empty one behind them. */
function linesOf(text: string, { range }: YAMLMap): Omit<Splice, "text"> {
  const start = text.lastIndexOf("\n", range![0]) + 1;
  const body = text.slice(range![0], range![1]).trimEnd();
  const end = range![0] + body.length;
  return { start, end: end + /^[^\n]*\n?\n?/.exec(text.slice(end))![0].length };
}

function rememberAnchors(text: string, action: YAMLMap, lost: Map<string, string>): void {
  visit(action, {
    Collection: (_key, { anchor, range }) => {
      if (anchor !== undefined && range) lost.set(anchor, text.slice(range[0], range[1]).trimEnd());
    },
  });
}

function restoreAnchors(action: YAMLMap, lost: Map<string, string>): Splice[] {
  const restored: Splice[] = [];
  visit(action, {
    Alias: (_key, { source, range }) => {
      const node = lost.get(source);
      if (node === undefined || !range) return;
      lost.delete(source);
      restored.push({
        start: range[0],
        end: range[1],
        text: `&${source}\n${nestedIndent}${node}`,
      });
    },
  });
  return restored;
}

/** What stands below a key of an action. */
const nestedIndent = " ".repeat(6);

function replaceUpdate(action: YAMLMap, update: JsonObject): Splice {
  const { range } = action.get("update", true) as unknown as YAMLMap;
  const lines = stringify(update, { lineWidth: 0 }).trimEnd().split("\n");
  return { start: range![0], end: range![1], text: `${lines.join(`\n${nestedIndent}`)}\n\n` };
}

/** A heading over nothing. */
function withoutEmptySections(text: string): string {
  return text
    .replace(/(?:^ +# [A-Z][^\n]* -+\n\s*)+(?=^ +# [A-Z][^\n]* -+$)/gm, "")
    .replace(/\n*(?:\n +# [A-Z][^\n]* -+\s*)$/, "\n");
}
