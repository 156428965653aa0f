/** No expression backtracks without end on a text of somebody else. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, it } from "vitest";
import { root } from "../scripts/support/locations.ts";

/** What is installed elsewhere meets documents, recordings, requests, answers and files of others. */
const products = [
  "gaps/src",
  "conformance/src",
  "clients/typescript/src",
  "clients/command/src",
  "emulator/src",
  "emulator/assets",
  "renderer/src",
];

/** The rest works on texts of this repository, and in the browser on what its user types. */
const others = ["scripts", "docs/theme", "bench"];

/** Their time grows with the square of the text, which is short or our own. */
const onShortTexts = new Map([
  ["\\{(.+?)\\}", "a path of the contract"],
  ["\\{([^}]+)\\}", "a path of the contract"],
  [".*\\{([^{}]+)\\}", "a path of a document"],
  ["\\/+$", "a base URL that the caller chooses"],
  ["^(\\S+)(?: +(.*))?$", "a rule of the contract"],
  ["\\.?\\s*$", "one line of a tool"],
  ["(\\S+):([\\d.]+)", "one line of a tool"],
  ["^s3:\\/\\/([^/]+)\\/?(.*?)\\/?$", "an address that the operator chooses"],
]);

interface Expression {
  place: string;
  pattern: RegExp;
}

function expressionsIn(folders: string[]): Expression[] {
  const globs = folders.map((folder) => `${folder}/**/*.{ts,js}`);
  const files = globSync(globs, { cwd: root, exclude: ["**/node_modules", "**/dist", "**/test"] });
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const found: Expression[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        const pattern = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
        found.push({ place: `${file}:${line}`, pattern });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** What is slow, and how: each with the place of its expression. */
const slow = (expressions: Expression[]): [place: string, source: string, exponential: boolean][] =>
  expressions.flatMap(({ place, pattern }) =>
    analyse(pattern, { maxReports: 5 }).reports.map(
      ({ exponential }): [string, string, boolean] => [place, pattern.source, exponential],
    ),
  );

it("an expression that somebody else's text meets takes a time that grows with the text, and not faster", () => {
  const expressions = expressionsIn(products);
  expect(expressions.length).toBeGreaterThan(100);
  const found = slow(expressions).filter(
    ([, source, isExponential]) => isExponential || !onShortTexts.has(source),
  );
  expect(found).toEqual([]);
});

it("no other expression takes a time that grows without end", () => {
  expect(slow(expressionsIn(others)).filter(([, , isExponential]) => isExponential)).toEqual([]);
});
