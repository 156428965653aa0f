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

/** Their time grows with the square of the text, which is short or our own. */
const onShortTexts = new Map([
  ["\\{(.+?)\\}", "a path of the contract"],
  ["\\{([^}]+)\\}", "a path of the contract"],
  [".*\\{([^{}]+)\\}", "a path of a document"],
  ["\\/+$", "a base URL that the caller chooses"],
  ["^(\\S+)(?: +(.*))?$", "a rule of the contract"],
  ["\\.?\\s*$", "one line of a tool"],
  ["(\\S+):([\\d.]+)", "one line of a tool"],
  [" +$", "a line of the help"],
  [".*out_time_us=(\\d+)", "what one tool says in a second"],
  ["(?<=[{[])\\n\\s*|\\n\\s*(?=[}\\]])", "what JSON.stringify has laid out"],
  ["\\n\\s*$", "what stands before the first part of a list in a source"],
  ["^s3:\\/\\/([^/]+)\\/?(.*?)\\/?$", "an address that the operator chooses"],
]);

/** The expressions in the sources, by their places. */
function readExpressions(): [place: string, pattern: RegExp][] {
  const globs = products.map((folder) => `${folder}/**/*.{ts,js}`);
  return globSync(globs, { cwd: root, exclude: ["**/node_modules"] }).flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const found: [string, RegExp][] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, pattern = "", flags] = /^\/(.*)\/(\w*)$/.exec(node.text) ?? [];
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push([`${file}:${line}`, new RegExp(pattern, flags)]);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

it("an expression that somebody else's text meets takes a time that grows with the text, and not faster", () => {
  const expressions = readExpressions();
  expect(expressions.length).toBeGreaterThan(100);
  const slow = expressions.filter(([, pattern]) =>
    analyse(pattern, { maxReports: 5 }).reports.some(
      ({ exponential }) => exponential || !onShortTexts.has(pattern.source),
    ),
  );
  expect(slow).toEqual([]);
});
