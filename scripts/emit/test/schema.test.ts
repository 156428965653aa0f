import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { Gap } from "openapi-gaps";
import { parsePointer, walk } from "openapi-gaps/document";
import { generatedFolder } from "../../support/locations.ts";
import { contract, readGenerated } from "../../../test/support/contract.ts";

const { gaps } = JSON.parse(readGenerated("gaps.json")) as { gaps: Gap[] };
const text = readGenerated("schema.d.ts");
const source = ts.createSourceFile(
  join(generatedFolder, "schema.d.ts"),
  text,
  ts.ScriptTarget.Latest,
  true,
);

/** The comment of the declaration at a path such as `components`, `schemas`, `HpJob`, `output`. */
function commentAt(names: string[]): string {
  let node: ts.Node = source;
  for (const name of names) {
    const next = membersOf(node).find((member) => nameOf(member) === name);
    if (!next) throw new Error(`${names.join(".")} has no ${name} in the types`);
    node = next;
  }
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  return comments.map(({ pos, end }) => text.slice(pos, end)).join("\n");
}

function membersOf(node: ts.Node): ts.Node[] {
  if (ts.isSourceFile(node)) return [...node.statements];
  if (ts.isInterfaceDeclaration(node)) return [...node.members];
  const type = ts.isPropertySignature(node) ? node.type : undefined;
  return type && ts.isTypeLiteralNode(type) ? [...type.members] : [];
}

function nameOf(node: ts.Node): string | undefined {
  const name = (node as ts.NamedDeclaration).name;
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** Where the types declare what stands at a pointer; nothing for what they do not declare. */
function declarationOf(pointer: string): string[] | undefined {
  const keys = parsePointer(pointer);
  const [section, second, third] = keys;
  if (section === "components" && second !== "securitySchemes")
    return keys.filter((key) => key !== "properties");
  if (section !== "paths" || third === undefined) return undefined;
  return ["paths", second!, third];
}

describe("the types", () => {
  it.each(gaps)("say $id at its place", ({ id, node }) => {
    const declaration = declarationOf(node);
    const comment = declaration ? commentAt(declaration) : text.slice(0, text.indexOf("*/"));
    expect(comment).toContain(`\`${id}\``);
  });

  const references = [...walk(contract)].flatMap(([node, pointer]) =>
    gaps
      .filter((gap) => gap.node === node["$ref"] && /\/properties\/[^/]+$/.test(pointer))
      .map(({ id }) => ({ id, pointer })),
  );

  it.each(references)("name $id where $pointer refers to it", ({ id, pointer }) => {
    expect(commentAt(declarationOf(pointer)!)).toContain(`\`${id}\``);
  });

  it("have more declarations than comments, and no tag that repeats the type", () => {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    const comments = lines.filter((line) => /^\s*(\/\*|\*)/.test(line));
    expect(comments.length).toBeLessThan(lines.length / 2);
    expect(text).not.toMatch(/@(example|enum|constant|description)\b/);
  });
});
