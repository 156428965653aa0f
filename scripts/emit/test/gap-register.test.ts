import { describe, expect, it } from "vitest";
import { type JsonObject, resolvePointer, walk } from "../../../gaps/src/document/document.ts";
import type { Gap } from "../../../gaps/src/notes/gaps.ts";
import { contract, operationsOf, readGenerated } from "../../../test/support/contract.ts";

const { gaps, total, counts, impacts, retired } = JSON.parse(readGenerated("gaps.json")) as {
  gaps: Gap[];
  total: number;
  counts: Record<string, number>;
  impacts: Record<string, number>;
  retired: Record<string, string>;
};
const letter = readGenerated("questions.md");
const page = readGenerated("gaps.md");
const bundle = readGenerated("openapi.yaml");

describe("every gap", () => {
  it.each(gaps)("$id has a section in the register and a question in the letter", (gap) => {
    expect(page).toContain(`\n## ${gap.id}\n`);
    expect(letter).toContain(`\n**${gap.id}**: ${gap.question}\n`);
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
    for (const classes of [counts, impacts])
      expect(Object.values(classes).reduce((sum, count) => sum + count)).toBe(total);
  });
});

describe("the order", () => {
  it("is that of the impacts, and then of the operations concerned", () => {
    const classes = Object.keys(impacts);
    const weights = gaps.map(({ impact, operations }) => [
      classes.indexOf(impact),
      -operations.length,
    ]);
    expect(weights).toEqual(weights.toSorted(([a, b], [c, d]) => a! - c! || b! - d!));
  });

  it("asks 15 questions first, about half of the gaps, and all that block or cost but a few", () => {
    const [asked = "", appendix = ""] = letter.split("\n## Appendix\n");
    expect(asked.match(/^## \d+\. .+\?$/gm)).toHaveLength(15);
    const idsOf = (text: string) =>
      [...text.matchAll(/^\*\*([a-z-]+)\*\*: /gm)].map(([, id]) => id);
    const impactOf = new Map(gaps.map(({ id, impact }) => [id, impact]));
    const heavy = ["costs-money-or-data", "blocks-integration"];
    const left = idsOf(appendix).filter((id) => heavy.includes(impactOf.get(id!)!));
    expect(idsOf(asked).length + idsOf(appendix).length).toBe(total);
    expect(left).toEqual(["project-name-uniqueness"]);
  });
});

describe("a question", () => {
  it("can be understood without its place", () => {
    const lost = gaps.filter(({ question }) =>
      /\b(this|these|that) (endpoint|field|object|list|response|request)\b/i.test(question),
    );
    expect(lost).toEqual([]);
  });

  it("is asked once", () => {
    expect(new Set(gaps.map(({ question }) => question)).size).toBe(total);
  });

  it("says in the letter what an answer looks like", () => {
    expect(letter.match(/^.+: …$/gm) ?? []).toHaveLength(total);
    // while create-idempotency is open
    expect(letter).toContain("\nYes, no, or it depends on: …\n");
    // end
  });
});

describe("a retired gap", () => {
  it.each(Object.entries(retired))("%s leads to one that is there", (id, successor) => {
    expect(page).toContain(`- \`${id}\`: [${successor}](#${successor})`);
    // Open, or closed by evidence.
    expect(page).toMatch(new RegExp(`^##+ ${successor}$`, "m"));
  });

  it("is on the list, or this test shows nothing", () => {
    expect(Object.keys(retired)).toContain("token-lifetime");
  });
});

// while custom-voices-endpoint is open
describe("a gap of a path without operations", () => {
  it("also stands in the introduction, because reference renderers skip such a path", () => {
    expect(contract.info["description"]).toContain("### `/api/voices/custom`");
    expect(contract.info["description"]).toContain("`custom-voices-endpoint`");
  });
});

// end
describe("an operation", () => {
  const creates = ["createLipsyncVideo", "createDynamicSlideVideo", "createHpJob"];
  const lists = ["listPublicAvatars", "listCustomAvatars", "listPublicVoices"];
  const expected: Record<string, string[]> = {
    "segment-time-units": ["createHpJob"],
    "custom-avatar-creation": ["listPublicAvatars", "listCustomAvatars"],
    "job-retention": [...creates, "getHpJob"],
    "token-scope": [...creates, "getHpJob", ...lists],
    "custom-voices-endpoint": [],
    "hp-meaning": ["createHpJob", "getHpJob"],
  };

  it("meets the gaps of the schemas that it uses, and not those of others", () => {
    // A closed gap is on the register no more.
    for (const { id, operations } of gaps.filter(({ id }) => id in expected))
      expect(operations.toSorted(), id).toEqual(expected[id]!.toSorted());
  });
});

it("the bundle writes each callout once at its place, and where a description would hide it", () => {
  for (const { id, node, also = [] } of gaps) {
    const onSilentPath = id === "custom-voices-endpoint" ? 1 : 0;
    const hidden = describedReferencesTo(node).length;
    const callouts = bundle.split(`:** \`${id}\``).length - 1;
    expect(callouts, id).toBe(1 + onSilentPath + hidden + also.length);
  }
});

describe("a description beside a reference", () => {
  const hiding = gaps.flatMap(({ id, node }) =>
    describedReferencesTo(node).map(([reference, pointer]) => ({ id, reference, pointer })),
  );

  // while segment-time-units is open
  it("hides the gap of a schema, or this test shows nothing", () => {
    expect(hiding).not.toEqual([]);
  });
  // end

  it("says all the same what the schema says of a gap", () => {
    for (const { id, pointer, reference } of hiding)
      expect(reference["description"], pointer).toContain(`\`${id}\``);
  });
});

function describedReferencesTo(pointer: string): [node: JsonObject, pointer: string][] {
  return [...walk(contract)].filter(
    ([node]) => node["$ref"] === pointer && typeof node["description"] === "string",
  );
}
