/** Mutants of code: one operator, constant, condition or statement turned into another. */
import ts from "typescript";

export interface Change {
  /** What was done, and in which line: unique, and the same in every run. */
  what: string;
  /** The file with the change. */
  text: string;
}

/** A piece of the text, and what takes its place. */
interface Replacement {
  start: number;
  end: number;
  text: string;
}

const operators: Record<string, string> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
};

/** Every change of a file, in the order of its text. */
export function changesOf(file: string, text: string): Change[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const replacements: Replacement[] = [];
  const visit = (node: ts.Node): void => {
    replacements.push(...replacementsOf(node, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  const seen = new Map<string, number>();
  return replacements.map(({ start, end, text: replacement }) => {
    const line = text
      .slice(text.lastIndexOf("\n", start) + 1)
      .split("\n")[0]!
      .trim();
    const change = `${file}: ${shorten(text.slice(start, end))} → ${shorten(replacement)} in: ${line}`;
    const times = (seen.get(change) ?? 0) + 1;
    seen.set(change, times);
    return {
      what: times > 1 ? `${change} (${times})` : change,
      text: text.slice(0, start) + replacement + text.slice(end),
    };
  });
}

function shorten(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, " ");
  if (oneLine === ";") return "nothing";
  return oneLine.length > 40 ? `${oneLine.slice(0, 40)}…` : oneLine;
}

function replacementsOf(node: ts.Node, source: ts.SourceFile): Replacement[] {
  const replace = (target: ts.Node, text: string): Replacement => ({
    start: target.getStart(source),
    end: target.getEnd(),
    text,
  });
  if (isInType(node)) return [];
  if (ts.isBinaryExpression(node)) {
    const other = operators[node.operatorToken.getText(source)];
    return other ? [replace(node.operatorToken, other)] : [];
  }
  if (ts.isIfStatement(node)) {
    const condition = node.expression.getText(source);
    return [replace(node.expression, `!(${condition})`)];
  }
  if (ts.isConditionalExpression(node)) {
    return [replace(node.condition, `!(${node.condition.getText(source)})`)];
  }
  if (ts.isNumericLiteral(node)) {
    return [
      replace(node, node.text === "0" ? "1" : `${Number(node.text.replaceAll("_", "")) * 2}`),
    ];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, "false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, "true")];
  if (ts.isStringLiteral(node) && ts.isArrayLiteralExpression(node.parent)) {
    return [replace(node, '"mutated"')];
  }
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
    return [replace(node, ";")];
  }
  if (ts.isThrowStatement(node)) return [replace(node, ";")];
  return [];
}

/** Types are erased before anything runs. */
function isInType(node: ts.Node): boolean {
  return ts.isTypeNode(node) || (node.parent !== undefined && ts.isTypeNode(node.parent));
}
