import { expect, it } from "vitest";
import type { Gap } from "openapi-gaps";
import { readGenerated } from "../../../test/support/contract.ts";

const { gaps } = JSON.parse(readGenerated("gaps.json")) as { gaps: Gap[] };
const text = readGenerated("schema.d.ts");

it("the types name every gap, those of the whole interface at their top", () => {
  const [top = ""] = text.split("*/", 1);
  for (const { id, node } of gaps)
    expect(node === "#/info" ? top : text, id).toContain(`\`${id}\``);
});

it("a field that refers to a schema names the gaps of the schema", () => {
  const [schemas = ""] = /^ {4}schemas: \{$.*?^ {4}\};$/ms.exec(text) ?? [];
  const fields = [
    ...schemas.matchAll(/\/\*\*[^/]*\*\/\s+\w+\??: components\["schemas"\]\["(\w+)"\];/g),
  ];
  expect(fields.length).toBeGreaterThan(10);
  for (const [field, schema] of fields)
    for (const { id } of gaps.filter(({ node }) => node === `#/components/schemas/${schema}`))
      expect(field, schema!).toContain(`\`${id}\``);
});
