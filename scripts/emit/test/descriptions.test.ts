/** What a description says, everybody reads: no reader takes a part of it for a note, and no language for code. */
import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { expect, test } from "vitest";
import { collectGaps } from "openapi-gaps";
import {
  asObject,
  asObjectList,
  type JsonObject,
  type OpenApiDocument,
  walk,
} from "openapi-gaps/document";
import { runGo } from "../../../test/support/go.ts";
import { findPython } from "../../../test/support/python.ts";
import { requires, tools } from "../../../test/support/requires.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { renderMarkdown } from "../../site/markdown.ts";
import { writeReference } from "../../site/reference.ts";
import { bundleContract } from "../../support/contract.ts";
import { generateFiles } from "../generate.ts";

const run = promisify(execFile);

/** A second paragraph as people write one, and one that quotes. */
const plain = "Lorem ipsum.";
const quoted = "> Dolor sit.";

const bundle = bundleContract();
const { components, paths } = bundle.document;
const slides = asObject(paths["/api/template_dynamic_slide_video"]?.["post"]);
const places: [string, JsonObject][] = [
  ["a schema", components.schemas["HpJob"]!],
  ["a property", asObject(asObject(components.schemas["HpJobInput"]?.["properties"])["music"])],
  ["an operation", slides],
];

test.each(places)(
  "a line of %s that begins with > is read wherever any other is",
  async (_, node) => {
    const before = node["description"] ?? "";
    const filesWith = async (paragraph: string): Promise<string[]> => {
      node["description"] = `${String(before)}\n\n${paragraph}`;
      const words = paragraph.replace(/\W/g, " ").trim().split(/ +/);
      const isTold = new RegExp(words.join("[^a-z]+"));
      const { overview, chapters } = writeReference(bundle.document, collectGaps(bundle.document));
      const pages = [overview, ...chapters].map(({ name, body }): [string, string] => [name, body]);
      const files = [...(await generateFiles(bundle)), ...pages];
      return files.filter(([, text]) => isTold.test(text)).map(([name]) => name);
    };
    const told = await filesWith(plain);
    expect(told).toEqual(
      expect.arrayContaining(["generated/openapi.yaml", "generated/schema.d.ts"]),
    );
    expect(await filesWith(quoted)).toEqual(told);
    node["description"] = before;
  },
);

test.each([
  ["a quote at its end", 'A number in text, such as "40071"'],
  ["two quotes at its end", 'Empty is ""'],
  ["four quotes at its end", 'Ends """ here """"'],
  ["a backslash at its end", "Not \\u00zz, not \\x, not \\"],
  ["a backslash before a quote at its end", 'Ends in \\"'],
  ["the end of a comment", "Ends */ here, and *\n/ here, and in *"],
  ["a slash in front", "/ begins"],
  ["a backtick", "One ` here"],
  ["two backticks and two quotes", "Two `` and '' here."],
  ["a placeholder", "`${process.exit()}` and ${"],
  ["a carriage return", "Ends\rimport os\r\nimport os"],
  ["line breaks of Unicode", "Ends\u2028import os\u2029import os\u0085import os\vimport os"],
  ["a line that begins with #", "Begins\n# here\n\n# and here"],
  ["a line that begins with //", "Begins\n// here\n//go:build ignore"],
])(
  "with %s, it is a description in every language",
  requires(tools.python, tools.go),
  async (_, text) => {
    const { document } = bundleContract();
    for (const { value } of walk(document)) {
      if (typeof value["description"] === "string") value["description"] = text;
      for (const gap of asObjectList([value["x-gap"] ?? []].flat())) gap["reading"] = text;
    }
    const files = await generateFiles({ ...bundle, document });
    await using folder = await temporaryFolder();
    for (const [name, content] of files) {
      if (name.endsWith(".go")) await folder.write(basename(name), content);
      if (name.endsWith("/types.py") || name.endsWith("/operations.py"))
        await folder.write(basename(name), content);
      if (name.endsWith(".ts")) expect(syntaxErrors(name, content), name).toEqual([]);
    }
    const said = await run(findPython("ast")!, ["-W", "error", "-c", readDocstring], {
      cwd: folder.path,
    });
    expect(plainly(said.stdout)).toContain(plainly(text));
    expect(await runGo(folder.path, "gofmt", "-l", ".")).toBe("");
    expect(placesOn(document)).toEqual(expect.arrayContaining(placesOn(bundle.document)));
  },
);

/** Reads both modules as Python does, and prints what it knows of a class. */
const readDocstring = `
import ast
operations, types = (open(name, encoding="utf-8", newline="").read() for name in ("operations.py", "types.py"))
compile(operations, "operations.py", "exec")
compile(types, "types.py", "exec")
classes = {node.name: node for node in ast.parse(types).body if isinstance(node, ast.ClassDef)}
print(ast.get_docstring(classes["HpJob"]))
`;

/** Where a text may be wrapped, it has one space. */
const plainly = (text: string) => text.replace(/[\s\u0085]+/g, " ");

function syntaxErrors(name: string, content: string): unknown[] {
  const options = { fileName: name.replace(".d.ts", ".ts"), reportDiagnostics: true };
  return ts.transpileModule(content, options).diagnostics!.map(({ messageText }) => messageText);
}

/** The headings and fields of the pages. */
function placesOn(document: OpenApiDocument): string[] {
  return writeReference(document, []).chapters.flatMap(({ name, body }) =>
    renderMarkdown(body, { name, file: name }).sections.map(({ anchor }) => `${name}#${anchor}`),
  );
}
