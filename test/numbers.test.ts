/**
 * Each number of the emulator and of conformance that has a name is measured by a test, which the table names, or has a reason why none
 * can. The list comes from the code: a new number has no row, and one that is changed has lost it.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import ts from "typescript";
import { parse } from "yaml";
import { root } from "../scripts/support/locations.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** A number that is written out, such as `5 * 1024`; nothing for what is known only when it runs. */
function valueOf(node: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isBinaryExpression(node)) return undefined;
  const [left, right] = [valueOf(node.left), valueOf(node.right)];
  if (left === undefined || right === undefined) return undefined;
  if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
  if (node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) return left ** right;
  return node.operatorToken.kind === ts.SyntaxKind.MinusToken ? left - right : undefined;
}

const isNamed = (node: ts.Node) =>
  ts.isVariableDeclaration(node) ||
  ts.isBindingElement(node) ||
  ts.isParameter(node) ||
  ts.isPropertyAssignment(node);

/** `name = value` of each constant, default and field that is a number above 2. */
function numbersOf(file: string): string[] {
  const nodes: ts.Node[] = [ts.createSourceFile(file, read(file), 99)];
  const found: string[] = [];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (isNamed(node) && node.initializer && ts.isIdentifier(node.name)) {
      const value = valueOf(node.initializer);
      const { text: name } = node.name;
      // What is called a status is one of HTTP.
      if (value !== undefined && value > 2 && name !== "status") found.push(`${name} = ${value}`);
    }
    ts.forEachChild(node, (child) => void nodes.push(child));
  }
  return found;
}

const table = parse(read("test/support/numbers.yaml")) as Record<string, Record<string, string>>;
/** Of tables about dates and codes, each row of which has a test of its own. */
const others = /precompiled|workbook\/(?:formats|show-cell)|http\/problem/;
const files = globSync("{emulator,conformance}/src/**/*.ts", { cwd: root })
  .filter((file) => !others.test(file))
  .sort();

test("every number with a name has a row, and every row a number", () => {
  const found = files.flatMap((file) => numbersOf(file).map((number) => `${file}: ${number}`));
  const rows = Object.entries(table).flatMap(([file, numbers]) =>
    Object.keys(numbers).map((number) => `${file}: ${number}`),
  );
  expect(found.sort()).toEqual(rows.sort());
});

test("every row names a test that there is, or says why there is none", () => {
  const tests = globSync("{emulator,conformance,test}/**/*.test.ts", { cwd: root });
  const text = tests.map(read).join("\n");
  for (const [number, title] of Object.values(table).flatMap(Object.entries))
    if (!/^no test: .{20,}\.$/.test(title)) expect(text, number).toContain(title);
});
