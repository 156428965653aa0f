/**
 * What the clients say, in whole sentences: each that their sources have is in `test/support/sentences.yaml`, where the sentences of the
 * three languages about one thing stand beside each other. The tests of each client make the calls that say them.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { readSentences } from "../../../test/support/shared-cases.ts";

const clients = join(import.meta.dirname, "../..");
type Language = "typescript" | "python" | "go";

/** The fixed parts of each text of a source; values come between them. One with a backslash is a pattern. */
type Text = string[];

const textsOfTypeScript = (source: string): Text[] => {
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]);
    else if (ts.isStringLiteralLike(node)) texts.push([node.text]);
    node.forEachChild(visit);
  };
  visit(ts.createSourceFile("", source, ts.ScriptTarget.ESNext, true));
  return texts;
};

/** Of a language with quoted texts; `value` is what stands for a value in one. */
const textsBetweenQuotes = (source: string, value: RegExp): Text[] =>
  [...source.matchAll(/(["'])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(([, , text = ""]) =>
    text.replaceAll(/\\(["'])/g, "$1").split(value),
  );

const languages: Record<Language, [files: string[], textsOf: (source: string) => Text[]]> = {
  typescript: [globSync("typescript/src/*.ts", { cwd: clients }), textsOfTypeScript],
  python: [
    globSync("python/src/video_generation/*.py", { cwd: clients }),
    (source) => textsBetweenQuotes(source.replaceAll(/"""[^]*?"""|(^|\s)#.*/g, ""), /\{[^{}]*\}/),
  ],
  go: [
    globSync("go/*.go", { cwd: clients, exclude: ["**/*_test.go", "**/*.gen.go"] }),
    (source) =>
      textsBetweenQuotes(source.replaceAll(/(^|\s)\/\/.*|`[^`]*`|'.'/g, ""), /%[.*+#]*[a-z]/),
  ],
};

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

test.each(Object.entries(languages))(
  "each sentence of the sources of %s is said in whole",
  async (language, [files, textsOf]) => {
    const said = (await readSentences(language as Language)).map(([, says]) => says);
    const unsaid = files.flatMap((file) =>
      textsOf(readFileSync(join(clients, file), "utf8"))
        .filter((parts) => /^[^\\]*[A-Za-z]{2,}.* .*[A-Za-z]{2,}/.test(parts.join("")))
        .filter((parts) => {
          const pattern = new RegExp(parts.map((part) => escape(part)).join("[^]*"));
          return !said.some((each) => pattern.test(each));
        })
        .map((parts) => `${file}: ${parts.join("…")}`),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(unsaid).toEqual([]);
  },
);
