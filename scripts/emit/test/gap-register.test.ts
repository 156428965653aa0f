import { describe, expect, it } from "vitest";
import { type JsonObject, resolvePointer, walk } from "../../contract/document.ts";
import type { Gap } from "../../contract/gaps.ts";
import { contract, operationsOf, readGenerated } from "../../../test/support/contract.ts";

const { gaps, total, counts } = JSON.parse(readGenerated("gaps.json")) as {
  gaps: Gap[];
  total: number;
  counts: Record<string, number>;
};
const page = readGenerated("gaps.md");
const bundle = readGenerated("openapi.yaml");

describe("every gap", () => {
  it.each(gaps)("$id has a section and a question in the register", ({ id, question }) => {
    expect(page).toContain(`\n## ${id}\n`);
    expect(page).toContain(`. ${question} (\`${id}\`)\n`);
  });

  it.each(gaps)(
    "$id is spelled out in the description of its place in the bundle",
    ({ id, node }) => {
      expect(resolvePointer(contract, node)["description"]).toContain(`\`${id}\``);
    },
  );

  it.each(gaps.filter(({ operations }) => operations.length > 0))(
    "$id names operations that exist",
    ({ operations }) => {
      const known = operationsOf(contract).map(({ operationId }) => operationId);
      expect(known).toEqual(expect.arrayContaining(operations));
    },
  );

  it("is counted", () => {
    expect(total).toBe(gaps.length);
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(total);
  });
});

describe("a gap of a path without operations", () => {
  it("also stands in the introduction, because reference renderers skip such a path", () => {
    expect(contract.info["description"]).toContain("### `/api/voices/custom`");
    expect(contract.info["description"]).toContain("`custom-voices-endpoint`");
  });
});

describe("an operation", () => {
  it("meets the gaps of the schemas that it uses, and not those of others", () => {
    const operationsOfGap = (id: string) => gaps.find((gap) => gap.id === id)?.operations;
    expect(operationsOfGap("segment-time-units")).toEqual(["createHpJob"]);
    expect(operationsOfGap("avatar-fields")).toEqual(["listPublicAvatars", "listCustomAvatars"]);
    expect(operationsOfGap("job-status-values")).toHaveLength(4);
    expect(operationsOfGap("token-scope")).toHaveLength(7);
    expect(operationsOfGap("custom-voices-endpoint")).toEqual([]);
  });
});

it("the bundle writes each callout once at its place, and where a description would hide it", () => {
  for (const { id, node } of gaps) {
    const onSilentPath = id === "custom-voices-endpoint" ? 1 : 0;
    const hidden = describedReferencesTo(node).length;
    const callouts = bundle.split(`:** \`${id}\``).length - 1;
    expect(callouts, id).toBe(1 + onSilentPath + hidden);
  }
});

describe("a description beside a reference", () => {
  const hiding = gaps.flatMap(({ id, node }) =>
    describedReferencesTo(node).map(([reference, pointer]) => ({ id, reference, pointer })),
  );

  it("hides the gap of a schema, or this test shows nothing", () => {
    expect(hiding).not.toEqual([]);
  });

  it.each(hiding)("$pointer says $id all the same", ({ id, reference }) => {
    expect(reference["description"]).toContain(`\`${id}\``);
  });
});

function describedReferencesTo(pointer: string): [node: JsonObject, pointer: string][] {
  return [...walk(contract)].filter(
    ([node]) => node["$ref"] === pointer && typeof node["description"] === "string",
  );
}
