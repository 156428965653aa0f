import { expect, it } from "vitest";
import { collectGaps } from "openapi-gaps";
import { frozenContract } from "../../../test/support/frozen.ts";
import { readModel } from "../model/model.ts";
import { renderSchema } from "../typescript.ts";

/** Of the frozen contract, whose gaps are never closed. */
const gaps = collectGaps(frozenContract);
const text = await renderSchema(readModel(frozenContract));

it("the types name every gap, those of the whole interface at their top", () => {
  const [top = ""] = text.split("*/", 1);
  expect(gaps.length).toBeGreaterThan(40);
  for (const { id, node } of gaps)
    expect(node === "#/info" ? top : text, id).toContain(`\`${id}\``);
});

it("a field that refers to a schema names the gaps of the schema", () => {
  const [schemas = ""] = /^ {4}schemas: \{$.*?^ {4}\};$/ms.exec(text) ?? [];
  const fields = [
    ...schemas.matchAll(/\/\*\*[^/]*\*\/\s+\w+\??: components\["schemas"\]\["(\w+)"\];/g),
  ];
  expect(fields.length).toBeGreaterThan(10);
  const named = fields.flatMap(([field, schema]) =>
    gaps
      .filter(({ node }) => node === `#/components/schemas/${schema}`)
      .map(({ id }) => ({ field, id })),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const { field, id } of named) expect(field).toContain(`\`${id}\``);
});
