/**
 * What becomes of each decision of the emulator once the owner has answered its question: `answered.yaml` has a row for each. The answers
 * stand where the gaps stood, and say nothing of the decision in the contract.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { asObjectList, type Json, type OpenApiDocument, walk } from "openapi-gaps/document";
import { isDeepStrictEqual } from "node:util";
import { frozenContract } from "../../../test/support/frozen.ts";
import { emulatorOverlay } from "../../support/locations.ts";
import { applyAssumptions, type AssumingAction } from "../emulator.ts";

const read = (file: string): unknown => parse(readFileSync(file, "utf8"));
const { actions } = read(emulatorOverlay) as { actions: AssumingAction[] };
const rows = read(join(import.meta.dirname, "answered.yaml")) as Record<
  string,
  Record<string, string>
>;

const ids = [...new Set(actions.map((each) => each["x-assumed"].id))];

const answers: Record<string, Json | undefined> = {
  words: undefined,
  yes: "yes",
  no: "no",
  "something else": { words: "Something else.", answer: "other" },
};

function withAnswer(gap: string, answer: Json | undefined): OpenApiDocument {
  const document = structuredClone(frozenContract);
  for (const { value } of walk(document)) {
    const notes = asObjectList(value["x-gap"]);
    if (!notes.some(({ id }) => id === gap)) continue;
    value["x-gap"] = notes.filter(({ id }) => id !== gap);
    const stated = { kind: "stated by the owner", by: "owner", date: "2026-01-15" };
    const said = { gap, ...stated, evidence: "So it is.", ...(answer !== undefined && { answer }) };
    value["x-verified"] = [said];
  }
  return document;
}

const marksOf = (contract: OpenApiDocument, id: string) =>
  walk(contract)
    .flatMap(({ value }) => asObjectList(value["x-assumed"]))
    .filter((mark) => mark["id"] === id);

/** What the emulator does about a decision: it keeps it beside the answer, does the same as the answer, or follows it. */
function outcomeOf(id: string, closes: string, answer: Json | undefined): string {
  const contract = withAnswer(closes, answer);
  // Other decisions on the same question have rows of their own.
  const others = actions.filter(
    ({ "x-assumed": each }) => each.closes !== closes || each.id === id,
  );
  let decided: OpenApiDocument;
  try {
    decided = applyAssumptions(contract, others);
  } catch (error) {
    return `stops: ${String(error)}`;
  }
  const marks = marksOf(decided, id);
  if (marks.length > 0) {
    expect(new Set(marks.map(({ beside }) => beside)), `what stands beside ${id}`).toEqual(
      new Set(["So it is."]),
    );
    return "keeps";
  }
  const rest = others.filter((each) => each["x-assumed"].id !== id);
  try {
    return isDeepStrictEqual(decided, applyAssumptions(contract, rest)) ? "follows" : "agrees";
  } catch {
    // Another decision rests on it.
    return "agrees";
  }
}

test("every decision has a row", () => expect(Object.keys(rows).sort()).toEqual(ids.sort()));

test.each(ids)("%s", (id) => {
  const { closes } = actions.find((each) => each["x-assumed"].id === id)!["x-assumed"];
  const told = Object.entries(answers).map(([name, answer]) => [
    name,
    outcomeOf(id, closes, answer),
  ]);
  expect(Object.fromEntries(told), `of ${id}, where ${closes} is answered`).toEqual(rows[id]);
});
