/**
 * Each sentence that a program prints stands in a test of its room, which expects it whole. The list comes from the code: a new sentence
 * fails here until a test provokes it, and one that is changed until its test was.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import ts from "typescript";
import { root } from "../scripts/support/locations.ts";

/** What the literals of a file say, a placeholder apart from what is around it. Comments, imports and types say nothing. */
function* literalsOf(file: string): Generator<string> {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), 99);
  const nodes: ts.Node[] = [source];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) continue;
    // The words of a program that is called.
    if (ts.isTaggedTemplateExpression(node)) continue;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) yield node.text;
    if (ts.isTemplateMiddleOrTemplateTail(node)) yield node.text;
    // "\." in a pattern says ".".
    if (ts.isRegularExpressionLiteral(node)) yield node.text.replace(/\\([^a-z\d])/gi, "$1");
    ts.forEachChild(node, (child) => void nodes.push(child));
  }
}

/** SQL, CSS, marks of HTML, headers, a word of an error of Node, and a command whose run is its test. */
const ofMachines =
  /^[<)/@|]|<\/|;$|[{;] \}$|^curl http|[A-Z]{4} |TEXT|INTEGER|default-src|^imported from$/;

/** Two words. */
const isSentence = (text: string) =>
  /\p{L}[\p{L}"`,.:;)]* [\p{L}("]*\p{L}{2}/u.test(text) && !ofMachines.test(text);

const linesOf = (text: string) => text.split("\n").map((line) => line.trim());

/** A clause may begin a sentence, and then has a capital. */
const normalized = (text: string) => text.replace(/\s+/g, " ").toLowerCase();

test.each<[room: string, besides: string[]]>([
  // A test compares the README with the help.
  ["emulator", ["emulator/README.md", "emulator/test/behaviours.yaml"]],
  ["conformance", []],
  // What is drawn and spoken, word for word.
  ["renderer", globSync("renderer/test/looks/*.txt", { cwd: root })],
])("each sentence of the %s is expected by a test", (room, besides) => {
  const files = (glob: string) => globSync(`${room}/${glob}`, { cwd: root }).sort();
  const tests = files("test/**/*.ts").flatMap((file) => [...literalsOf(file)]);
  const texts = besides.map((file) => readFileSync(join(root, file), "utf8"));
  const expected = normalized([...tests, ...texts].join("\n"));
  const missing = files("src/**/*.ts")
    // Those of formats are forms of dates and names of sheets, which `workbooks` holds.
    .filter((file) => !/\.precompiled\.ts$|workbook\/formats\.ts$/.test(file))
    .flatMap((file) =>
      [...literalsOf(file)]
        .flatMap(linesOf)
        .filter((line) => isSentence(line) && !expected.includes(normalized(line)))
        .map((line) => `${file} says "${line}", and no test expects it`),
    );
  expect(missing).toEqual([]);
});
