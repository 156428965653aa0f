/** Every text of the code that a person may read stands, word for word, in what a test expects. The list is made from the code. */
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../src");

/** Of Node, as it says what it does not find. */
const fromElsewhere = " imported from";

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]]/g, "\\$&");

/** The texts of a file: what is fixed in each, where a value comes between. Words of programs and of fonts are no sentences. */
function textsOf(path: string): string[][] {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const texts: string[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return;
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]);
    else if (ts.isStringLiteralLike(node)) texts.push([node.text]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts
    .filter((parts) => /[a-z]{2,},? [a-z]+(?: |$|[.:;,])/.test(parts.join("0")))
    .filter(([first]) => first !== fromElsewhere);
}

test("every sentence of the renderer is expected by a test, word for word", async () => {
  const names = await readdir(source, { recursive: true });
  // With what is drawn and spoken.
  const tests = (await readdir(import.meta.dirname, { recursive: true }))
    .filter((name) => /\.test\.ts$|^looks\/.*\.txt$/.test(name))
    .filter((name) => name !== "sentences.test.ts");
  const read = await Promise.all(
    tests.map((name) => readFile(join(import.meta.dirname, name), "utf8")),
  );
  // In a pattern, signs have a backslash before them.
  const expected = read.join("\n").replaceAll("\\n", "\n").replaceAll("\\", "");
  const sentences = names
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => textsOf(join(source, name)));
  expect(sentences.length).toBeGreaterThan(60);
  const unexpected = sentences.filter((parts) => {
    const pattern = parts.map((part) => escape(part.replaceAll("\\", ""))).join(".{0,200}?");
    return !new RegExp(pattern, "is").test(expected);
  });
  expect(unexpected.map((parts) => parts.join("…"))).toEqual([]);
});
