/**
 * What the texts of the contract say: `words.yaml` has the words that carry their sense, in their order. Other rules see what a text names,
 * and not whether it says "Retry" or "Don't retry".
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { parse } from "yaml";
import { asObject, asObjectList, type Json, type Node, walk } from "openapi-gaps/document";
import { contractFolder } from "../../support/locations.ts";
import { senseOf } from "../../../test/support/sense.ts";
import { frozenContract, frozenFile } from "../../../test/support/frozen.ts";

type Texts = Record<string, unknown>;

const read = (file: string) => readFileSync(file, "utf8");
const rows = parse(read(join(import.meta.dirname, "words.yaml"))) as Record<
  string,
  Record<string, Record<string, string>>
>;

const nodes = walk(frozenContract);

const claimsOf = ({ states }: Texts) =>
  Array.isArray(states) ? states.map((each) => asObject(each)["claim"]).join(" ") : states;

/** Of `/paths/~1api~1hp_job/post/requestBody`, `/api/hp_job post requestBody`. */
const nameOf = ({ path }: Node) =>
  path
    .filter((step) => !["paths", "components", "schemas", "properties", "responses"].includes(step))
    .join(" ");

const { assumptions } = JSON.parse(read(frozenFile("assumptions.json"))) as {
  assumptions: { id: string; closes: string; because: string; decides: string[] }[];
};

const letter = parse(read(join(contractFolder, "letter.yaml"))) as {
  cover: string;
  sections: {
    title: string;
    text?: string;
    questions?: Texts[];
    ticks?: Texts[];
    table?: Texts[];
  }[];
  more: string;
};

/** What the letter asks, by the gaps that an answer closes. */
function tellLetter(): [name: string, texts: Texts][] {
  const { cover, sections, more } = letter;
  const told: [name: string, texts: Texts][] = [["the letter", { cover, more }]];
  for (const { title, text, ...lists } of sections) {
    told.push([title, { text: text ?? Object.keys(lists).join() }]);
    for (const { gap, gaps, ...parts } of Object.values(lists).flat())
      told.push([[gap ?? gaps].flat().join(", "), parts]);
  }
  return told;
}

/** What the workflows say they do. */
const workflows = globSync("workflows/*.yaml", { cwd: contractFolder }).map(
  (file): [string, Texts] => [file, tellParts(parse(read(join(contractFolder, file))))],
);

function tellParts(value: unknown, path: string[] = []): Texts {
  const told: Texts = {};
  for (const [key, part] of Object.entries(asObject(value as Json))) {
    const at = [...path, key];
    if (["title", "summary", "description"].includes(key)) told[at.join(" ")] = part;
    else if (Array.isArray(part))
      part.forEach((each, index) => Object.assign(told, tellParts(each, [...at, String(index)])));
    else Object.assign(told, tellParts(part, at));
  }
  return told;
}

const texts: Record<string, [name: string, texts: Texts][]> = {
  notes: nodes.flatMap(({ value }) =>
    asObjectList(value["x-gap"]).map((note): [string, Texts] => {
      const { id, settled, reading, question } = note;
      return [String(id), { states: claimsOf(note), settled, reading, question }];
    }),
  ),
  descriptions: nodes.map((node) => {
    const { title, summary, description } = node.value;
    return [nameOf(node), { title, summary, description }];
  }),
  assumptions: assumptions.map(({ id, closes, because, decides }) => [
    id,
    { closes, because, decides: decides.join(" ") },
  ]),
  letter: tellLetter(),
  workflows,
};

test.each(Object.entries(texts))("%s say what they said", (kind, told) => {
  const found: (typeof rows)[string] = {};
  for (const [name, parts] of told)
    for (const [key, part] of Object.entries(parts))
      if (part !== undefined && part !== "")
        (found[name] ??= {})[key] = senseOf(typeof part === "string" ? part : JSON.stringify(part));
  expect(found).toEqual(rows[kind]);
  expect(Object.keys(found)).toEqual(Object.keys(rows[kind]!));
});

it.each([
  ["Don't retry a create.", "Retry a create."],
  ["A first job may be lost.", "A job is lost."],
  ["Keep it until the job has ended.", "Keep it. The job has ended."],
])("%s says other than %s", (text, other) => expect(senseOf(text)).not.toBe(senseOf(other)));
