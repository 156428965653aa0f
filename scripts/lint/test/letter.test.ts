/**
 * The letter to the owner: what a yes and a no write into the contract is what their words say, and the emulator follows it. Each question
 * stands at the gaps that it asks about.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { applyActions, collectGaps, type Letter, readLetter, renderAnswerForm } from "openapi-gaps";
import {
  asObject,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  resolvePointer,
  valueAt,
  walk,
} from "openapi-gaps/document";
import { answersToOverlay } from "openapi-gaps/evidence";
import { frozenContract } from "../../../test/support/frozen.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { applyAssumptions, type AssumingAction } from "../../emit/emulator.ts";
import { contractFolder, emulatorOverlay } from "../../support/locations.ts";

const file = join(contractFolder, "letter.yaml");
const read = (path: string): unknown => parse(readFileSync(path, "utf8"));
const letter: Letter = readLetter(read(file) as JsonObject, file, frozenContract);
const gaps = new Map(collectGaps(frozenContract).map((gap) => [gap.id, gap]));
const { actions } = read(emulatorOverlay) as { actions: AssumingAction[] };
const form = parse(renderAnswerForm(frozenContract, letter)) as {
  answers: Record<string, JsonObject>;
};

const types = ["string", "integer", "number", "boolean", "object", "array"];
const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
/** What a text says that a schema can say too: types and numbers. */
const valuesIn = (text: string): string[] => {
  const prose = text.replaceAll(/`[^`]+`/g, "");
  return [
    ...types.filter((type) => new RegExp(`\\b${type}s?\\b`).test(prose)),
    ...(prose.match(/\b\d+\b/g) ?? []),
  ];
};

/** Words that a statement has otherwise than the question, without which it says the same. */
const ofGrammar = /^(a|an|the|is|are|do|does|of|in|it|its|to|and|or)$/;
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\w-]+/g) ?? [])
    .filter((word) => !ofGrammar.test(word))
    .map((word) => (word === "has" ? "have" : word.replace(/(?<!s)s$/, "")));
const negationsIn = (text: string) =>
  text.match(/\b(not?|never|none|neither|nor|nothing|without|un\w+ed)\b|n't/gi) ?? [];

/** Each keyword of each schema, with its place. */
const keywordsOf = (document: OpenApiDocument) =>
  new Map(
    walk(document, "schema").flatMap(({ pointer, value }) =>
      ["type", "minimum", "maximum", "deprecated", "$ref"].flatMap((key) =>
        value[key] === undefined ? [] : [[`${pointer} ${key}`, value[key]] as const],
      ),
    ),
  );

/** What an answer writes into the schemas of the contract, and the contract that it leads to. */
async function answer(gap: string, holds: "yes" | "no") {
  await using folder = await temporaryFolder();
  const answers = { [gap]: { ...form.answers[gap], holds } };
  const path = await folder.write(
    "answers.yaml",
    stringify({ by: "owner", date: "2026-01-31", answers }),
  );
  const { overlay } = answersToOverlay(frozenContract, path);
  const contract = structuredClone(frozenContract);
  applyActions(contract, overlay.actions);
  const before = keywordsOf(frozenContract);
  const changes = [...keywordsOf(contract)]
    .filter(([place, value]) => !isDeepStrictEqual(before.get(place), value))
    .map(([place, value]) => ({ pointer: place.split(" ")[0]!, key: place.split(" ")[1]!, value }));
  return { contract, changes };
}

const ticks = letter.sections.flatMap(({ ticks = [] }) => ticks);
const cases = ticks.flatMap(({ gap = "", statement = "", otherwise = "" }) =>
  (["yes", "no"] as const).map((holds) => ({ gap, holds, statement, otherwise })),
);

test.each(cases)("$gap: a $holds says what it writes", async ({ gap, holds, ...texts }) => {
  const { statement, otherwise } = texts;
  const [text, other] = holds === "yes" ? [statement, otherwise] : [otherwise, statement];
  const { contract, changes } = await answer(gap, holds);
  if (text.startsWith("say ")) expect(changes, `“${text}” asks, and writes`).toEqual([]);
  const isDrop = ({ key }: (typeof changes)[number]) => key === "deprecated";
  const written = changes
    .filter((change) => !isDrop(change))
    .map(({ key, value }) => {
      const schema = key === "$ref" ? asObject(resolvePointer(contract, String(value))) : undefined;
      return String(schema ? schema["type"] : value);
    });
  // What the question says already need not be written again.
  const known = [...written, ...(written.length > 0 ? [] : valuesIn(gaps.get(gap)!.question))];
  if (text) {
    const said = valuesIn(text);
    expect(known, `what is written, or asked, against “${text}”`).toEqual(
      expect.arrayContaining(said),
    );
    expect(said, `“${text}” against what is written`).toEqual(expect.arrayContaining(written));
  }
  const names = namesIn(text);
  const dropped = changes.filter(isDrop).map(({ pointer }) => pointer.split("/").at(-1)!);
  expect(
    names.filter((name) => dropped.includes(name)),
    `“${text}” drops what it names`,
  ).toEqual([]);
  expect(namesIn(other), `“${other}” names what “${text}” drops`).toEqual(
    expect.arrayContaining(dropped),
  );
  const emulated = applyAssumptions(contract, actions);
  const followed = changes.map((change) => {
    const schema = valueAt(emulated, parsePointer(change.pointer));
    // The emulator refuses what is never there.
    return {
      ...change,
      value: isDrop(change) ? schema === false : asObject(schema ?? {})[change.key],
    };
  });
  expect(followed, "in the contract of the emulator").toEqual(changes);
});

test.each(ticks)("$gap: its statement answers its question", ({ gap = "", statement = "" }) => {
  const { question, source } = gaps.get(gap)!;
  const decided = actions
    .filter(({ "x-assumed": { closes, agrees } }) => closes === gap && agrees === "yes")
    .map(({ description }) => description);
  const known = [question, source, ...(gap === "segment-time-units" ? decided : [])].flatMap(
    wordsOf,
  );
  const isValue = (word: string) => /^\d+$/.test(word);
  expect(
    wordsOf(statement).filter((word) => !known.includes(word) && !isValue(word)),
    `words of “${statement}” that “${question}” does not have`,
  ).toEqual([]);
  expect(negationsIn(statement), `“${statement}” against “${question}”`).toEqual(
    negationsIn(question),
  );
});

const hints = renderAnswerForm(frozenContract, letter).matchAll(/^ {4}(holds|answer): # (.+)$/gm);
const offered = [...new Set([...hints].map(([, key, words]) => `${key}: ${words}`))];

test.each(offered)("the form offers %s, and each is taken", async (hint) => {
  const [key = "", words = ""] = hint.split(": ");
  await using folder = await temporaryFolder();
  for (const word of words.split(/, | or /)) {
    const filled = { ...form.answers["create-idempotency"], [key]: word, words: "So it is." };
    const answers = { "create-idempotency": filled };
    const text = stringify({ by: "owner", date: "2026-01-31", answers });
    const path = await folder.write("answers.yaml", text);
    expect(() => answersToOverlay(frozenContract, path), word).not.toThrow();
  }
});

const asked = letter.sections.flatMap(({ questions = [], ticks = [], table = [] }) =>
  [...questions, ...ticks, ...table].map(({ question, statement, gap, gaps: several }) => ({
    text: String(question ?? statement),
    of: [gap ?? several!].flat(),
  })),
);
const stemsOf = (text: string) =>
  new Set(
    wordsOf(text.replaceAll(/[_-]/g, " "))
      .filter((word) => word.length > 2)
      .map((word) => word.slice(0, 5)),
  );

/** What a question about several gaps calls one of them. */
const inOtherWords: Record<string, string> = {
  "job-output-when-done": "finished video",
  "avatar-fields": "identifiers of avatars",
  "voice-fields": "voices",
};

test.each(asked.flatMap(({ text, of }) => of.map((gap) => ({ text, gap }))))(
  "$gap is asked by “$text”, and nothing else of the letter is nearer to it",
  ({ text, gap }) => {
    const about = stemsOf(`${gap} ${gaps.get(gap)!.question}`);
    const shared = (other: string) => [...stemsOf(other)].filter((stem) => about.has(stem)).length;
    const nearest = Math.max(...asked.map((each) => shared(each.text)));
    if (gap in inOtherWords) expect(text).toContain(inOtherWords[gap]);
    else expect(shared(text), `words of “${text}” about ${gap}`).toBe(nearest);
  },
);
