/** Checks that the reference shows every gap of the contract. */
import { parsePointer } from "../contract/pointer.ts";
import { type OpenApiDocument, walk } from "../contract/document.ts";
import { type Gap } from "../contract/gaps.ts";
import { type Problem } from "../support/problem.ts";
import { locateInSource } from "../contract/source-map.ts";
import { addressOf } from "./links.ts";

/** Gaps that no description names: a reader of the reference would not learn of them. */
export async function findHiddenGaps(document: OpenApiDocument, gaps: Gap[]): Promise<Problem[]> {
  const descriptions = [...walk(document)].map(([node]) => String(node["description"])).join("\n");
  const hidden = gaps.filter(({ id }) => !descriptions.includes(`](${addressOf(`gap:${id}`)})`));
  return Promise.all(
    hidden.map(async ({ id, node }) => ({
      ...(await locateInSource([...parsePointer(node), "x-gap"])),
      severity: "error" as const,
      rule: "gap-on-page",
      message:
        `No description of the reference shows the gap ${id}.\n` +
        "Run npm run generate, with the decorator gaps/callouts switched on in redocly.yaml.",
    })),
  );
}
