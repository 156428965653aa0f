/** No expression backtracks without end on a text of somebody else. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../scripts/support/locations.ts";

/** What is installed elsewhere meets documents, recordings, requests, answers and files of others. */
const products = [
  "{gaps,conformance,emulator,renderer}/src",
  "clients/{typescript,command}/src",
  "emulator/assets",
];

const list = readFileSync(join(import.meta.dirname, "support/short-texts.yaml"), "utf8");
const onShortTexts = parse(list) as Record<string, string>;

/** The expressions of a source, by their places. */
function readExpressions(file: string): [place: string, pattern: RegExp][] {
  const text = readFileSync(join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: [string, RegExp][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern = "", flags] = /^\/(.*)\/(\w*)$/.exec(node.text) ?? [];
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push([`${file}:${line + 1}`, new RegExp(pattern, flags)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("an expression that somebody else's text meets takes a time that grows with the text, and not faster", () => {
  const globs = products.map((folder) => `${folder}/**/*.{ts,js}`);
  const expressions = globSync(globs, { cwd: root }).flatMap(readExpressions);
  expect(expressions.length).toBeGreaterThan(100);
  const isSlow = ([, pattern]: [string, RegExp]) =>
    analyse(pattern, { maxReports: 5 }).reports.some(
      ({ exponential }) => exponential || !(pattern.source in onShortTexts),
    );
  expect(expressions.filter(isSlow)).toEqual([]);
});
