/** A module or a pattern with one thing changed by machine: to try whether something holds each part of it. */
import ts from "typescript";

/** Each text with what was changed in it. */
export type Changed = [what: string, text: string][];

/** JavaScript that a function can hold: without types and comments, and without what is imported and exported. */
export const scriptOf = (text: string): string =>
  ts
    .transpile(text, { target: ts.ScriptTarget.ESNext, removeComments: true })
    .replace(/^import [^]*?;$/gm, "")
    .replace(/^export /gm, "");

/** A script with other numbers, texts, choices and patterns, and without what methods do. */
export function changeScript(script: string): Changed {
  const found: Changed = [];
  const change = (from: number, to: number, other: string) => {
    const line = script.slice(script.lastIndexOf("\n", from) + 1, from).trimStart();
    const what = `${line}«${script.slice(from, to)}» is «${other}»`;
    found.push([what, script.slice(0, from) + other + script.slice(to)]);
  };
  const visit = (node: ts.Node) => {
    for (const other of othersOf(node)) change(node.getStart(), node.end, other);
    if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const end = node.end - (ts.isTemplateTail(node) ? 1 : 2);
      for (let at = node.getStart() + 1; at < end; at++) change(at, at + 1, "");
    }
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile("", script, ts.ScriptTarget.ESNext, true));
  return found;
}

function othersOf(node: ts.Node): string[] {
  if (ts.isNumericLiteral(node)) return [`${+node.text + 1}`, `${+node.text - 1}`];
  if (ts.isStringLiteral(node)) return [node.text === "" ? '"a"' : '""'];
  if (ts.isConditionalExpression(node)) return [node.whenTrue.getText(), node.whenFalse.getText()];
  if (ts.isIfStatement(node)) return [";", node.thenStatement.getText()];
  if (ts.isRegularExpressionLiteral(node)) {
    const [, pattern = "", flags = ""] = /^\/(.*)\/(\w*)$/.exec(node.text)!;
    const others = [...changePattern(pattern), ...shortenPattern(pattern)];
    const flagged = Array.from(flags, (flag) => `/${pattern}/${flags.replace(flag, "")}`);
    return [...others.map(([, other]) => `/${other}/${flags}`), ...flagged];
  }
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((each) => each.getText());
    return items.map((item) => `[${items.filter((each) => each !== item).join()}]`);
  }
  // What a method makes of a value.
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return [node.expression.expression.getText()];
  if (!ts.isBinaryExpression(node)) return [];
  const others = { "<": ["<=", ">"], ">": [">=", "<"] }[node.operatorToken.getText()] ?? [];
  return others.map((sign) => `${node.left.getText()} ${sign} ${node.right.getText()}`);
}

/** A pattern without one of its alternatives, or with something repeated once more at least, or once less at most. */
export function changePattern(pattern: string): Changed {
  const found: Changed = [];
  const change = changerOf(pattern, found);
  for (const { 0: sign, index } of pattern.matchAll(/\\.|\(\?:|\{\d,\d\}|[*?]/g)) {
    const [, low = 0, high = 0] = /^\{(\d),(\d)\}$/.exec(sign)?.map(Number) ?? [];
    const others = { "*": ["{1,}", "{0,1}"], "?": ["{1}", "{0}"] }[sign] ?? [];
    if (high) others.push(`{${low + 1},${high}}`, `{${low},${high - 1}}`);
    for (const other of others) change(index, index + sign.length, other);
  }
  /** Of each group that is open, where its alternatives begin. */
  const open = [[0]];
  for (const { 0: sign, index } of `${pattern})`.matchAll(/\\.|\[[^\]]*\]|\((?:\?:)?|[|)]/g)) {
    if (sign.startsWith("(")) open.push([index + sign.length]);
    if (sign === "|") open.at(-1)!.push(index + 1);
    if (sign !== ")") continue;
    const starts = open.pop()!;
    for (const [place, from] of starts.entries()) {
      const next = starts[place + 1];
      // With the bar that follows, or with the one before the last.
      if (next !== undefined) change(from, next, "");
      else if (place > 0) change(from - 1, index, "");
    }
  }
  return found;
}

/** A pattern without each of its signs, as far as that is one. */
export function shortenPattern(pattern: string): Changed {
  const found: Changed = [];
  const change = changerOf(pattern, found);
  for (const { 0: sign, index } of pattern.matchAll(/\\.|\{\d,\d\}|[^]/g))
    change(index, index + sign.length, "");
  return found.filter(([, other]) => other !== "" && isPattern(other));
}

const changerOf = (text: string, found: Changed) => (from: number, to: number, other: string) =>
  found.push([
    `«${text.slice(from, to)}» at ${from} is «${other}»`,
    text.slice(0, from) + other + text.slice(to),
  ]);

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}
