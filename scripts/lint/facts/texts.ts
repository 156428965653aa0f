/**
 * Holds the words of the contract against the facts: what a description or a note names as a value, a number, a bound or a rule without
 * exception has to be in the specification. Evidence may say more: where it has spoken, texts are its own.
 */
import {
  asList,
  asObject,
  asObjectList,
  type Node,
  type OpenApiDocument,
  walk,
} from "openapi-gaps/document";
import type { Disagreement, Facts } from "./check.ts";

/**
 * Every claim in a description, or in what a note says that the specification states, that no fact supports; and every note whose words
 * are about something else than its fact.
 */
export function findOverclaims(document: OpenApiDocument, facts: Facts): Disagreement[] {
  const { notes: _n, claims: _c, sections: _s, statements: _t, ...ofSpecification } = facts;
  const known: Vocabulary = {
    words: new Set([...wordsOf(JSON.stringify(ofSpecification)), ...ofHttp]),
    names: new Set(wordsOf(JSON.stringify([facts.operations, facts.fields]))),
    values: new Set(openValuesOf(facts)),
  };
  const nodes = walk(document).filter((node) => !isVerified(node));
  const statements = new Map(
    Object.values(facts.gaps)
      .flatMap((byOrigin) => Object.values(byOrigin).flatMap(Object.entries))
      .map(([id, fact]) => [id, String(asList(fact)[2])] as const),
  );
  const foreign = nodes.flatMap(notesOf).flatMap((note) => findForeign(note, statements, known));
  const overclaims = nodes.flatMap(textsOf).flatMap(({ text, path }) =>
    sentencesOf(text).flatMap((sentence) => {
      const claims = overclaimsOf(sentence, known).join(", ");
      const message = `The specification does not say ${claims}: “${sentence}” Say what it does say, or add it to scripts/lint/facts/facts.yaml if it does.`;
      return claims === "" ? [] : [{ message, path }];
    }),
  );
  return [...overclaims, ...foreign];
}

/** Of HTTP and OpenAPI, where no fact has them. */
const ofHttp = [
  ...["POST", "Content-Type", "application", "json", "Authorization", "API_TOKEN"],
  ...["2XX", "200", "299"],
];

/** What advice and questions may name beyond that. It is no claim about the specification. */
const ofAdvice = ["201", "https", "true"];

/** The words of a note, and where they stand. */
interface NoteWords {
  id: string;
  states: string;
  advice: Record<"settled" | "reading" | "question", string>;
  path: string[];
}

const notesOf = ({ value, path }: Node): NoteWords[] =>
  asObjectList(value["x-gap"]).flatMap((note, index) => {
    const { id, states, settled = "", reading = "", question = "", asked } = note;
    // What the owner has said of it goes with the advice.
    if (asked !== undefined) return [];
    const claims = Array.isArray(states) ? states.map((each) => asObject(each)["claim"]) : [states];
    const advice = {
      settled: String(settled),
      reading: String(reading),
      question: String(question),
    };
    return {
      id: String(id),
      states: claims.join(" "),
      advice,
      path: [...path, "x-gap", String(index)],
    };
  });

/** What a note says that is not about its gap: the words of another note, a field or a number that the specification does not have. */
function findForeign(
  { id, states, advice, path }: NoteWords,
  statements: Map<string, string>,
  { words }: Vocabulary,
): Disagreement[] {
  const found: Disagreement[] = [];
  const report = (key: string, message: string) => found.push({ message, path: [...path, key] });
  const statement = statements.get(id) ?? "";
  const stated = subjectsOf(statement);
  const shared = stated.filter((word) => subjectsOf(states).includes(word));
  if (shared.length < stated.length / 2 || (isNegative(statement) && !isNegative(states)))
    report(
      "states",
      `The gap ${id} states something else than its fact: “${statement}”. Correct one of them.`,
    );
  for (const [key, text] of Object.entries(advice)) {
    if (text === "") continue;
    const about = subjectsOf([states, id, key === "question" ? "" : advice.question].join(" "));
    if (!subjectsOf(text).some((word) => about.includes(word)))
      report(key, `“${text}” has no word of the gap ${id}. Name what it is about.`);
    const others = Object.values({ ...advice, [key]: "" }).join(" ");
    const near = [states, statement, id.replaceAll("-", "_"), others, ...ofHttp].join(" ");
    const unknown = namesOf(text).filter(
      (word) =>
        !ofAdvice.includes(word) && (!words.has(word) || (/\D/.test(word) && !near.includes(word))),
    );
    if (unknown.length > 0)
      report(
        key,
        `Nothing else of the note ${id} names ${unknown.join(", ")}: “${text}” Correct it.`,
      );
  }
  return found;
}

/** What a text is about: its longer words, without what an ending adds. */
const subjectsOf = (text: string): string[] =>
  wordsOf(text.toLowerCase().replaceAll(/[_-]/g, " "))
    .filter((word) => word.length > 3 && !silence.includes(word))
    .map((word) => word.slice(0, 5).replace(/s$/, ""));

/** What is said of every gap, and so of none. */
const silence = ["said", "shown", "mentioned", "described", "without", "that", "they"];

const isNegative = (text: string) => /\b(not?|none|neither|nothing|without)\b/i.test(text);

/** What stands in code, and numbers. */
const namesOf = (text: string): string[] => [
  ...[...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => wordsOf(code)),
  ...(text.match(/(?<![\w/])\d+(?![\w/])/g) ?? []),
];

function textsOf({ value, path }: Node): { text: string; path: string[] }[] {
  const texts = [{ text: value["description"], path: [...path, "description"] }];
  for (const [index, { states }] of asObjectList(value["x-gap"]).entries()) {
    const at = [...path, "x-gap", String(index), "states"];
    texts.push({ text: states, path: at });
    for (const [claim, each] of asList(states).entries())
      texts.push({ text: asObject(each)["claim"], path: [...at, String(claim), "claim"] });
  }
  return texts.flatMap(({ text, path }) => (typeof text === "string" ? [{ text, path }] : []));
}

/** What the facts have: all words, those that name fields and values, and the values that may have others beside them. */
type Vocabulary = Record<"words" | "names" | "values", ReadonlySet<string>>;

function overclaimsOf(sentence: string, { words, names, values }: Vocabulary): string[] {
  const unknown = namesOf(sentence).filter((word) => !words.has(word));
  const lists = [...sentence.matchAll(list)].filter(
    ([, opening, members = ""]) => opening || wordsOf(members).some((word) => values.has(word)),
  );
  const enumerated = lists
    .flatMap(([, , members = ""]) => wordsOf(members))
    .filter((word) => !names.has(word) && !["a", "an", "and", "or", "the"].includes(word));
  const limited = /sample/i.test(sentence) ? [] : (sentence.match(limits) ?? []);
  return [...new Set([...unknown, ...enumerated, ...limited])].map((word) => `“${word}”`);
}

/** Words that are enumerated, as in `one of rendering, completed and failed`. */
const list =
  /(\b(?:one of|either|values(?: are|:)?) )?((?<![\w`])`?[\w-]+`?(?:, `?[\w-]+`?)*,? (?:and|or) `?[\w-]+`?)/g;

/** A bound, a duration, a size, or a rule without exception. */
const limits =
  /\b(at (most|least)|up to|no (more|less|fewer) than|within|always|never|(milli)?seconds|minutes?|hours?|days?|weeks?|months?|years?|[kmg]b|(kilo|mega|giga)?bytes?|pixels?)\b/gi;

const wordsOf = (text: string): string[] => text.match(/[A-Za-z\d][\w-]*/g) ?? [];

/** Those of fields that may take others, such as `rendering`: what is said beside them would be a guess. */
function openValuesOf(facts: Facts): string[] {
  const objects = Object.values(asObject(facts.fields)).flatMap((each) =>
    Object.values(asObject(each)),
  );
  const fields = objects.flatMap((fields) => Object.values(asObject(fields)));
  return fields.flatMap((fact) => / such as (.+)$/.exec(String(fact))?.[1]?.split(" ") ?? []);
}

const isVerified = ({ value, parent }: Node): boolean =>
  "x-verified" in value || (parent !== undefined && isVerified(parent));

function sentencesOf(text: string): string[] {
  return text.replace(/\s+/g, " ").split(/(?<=[.?!:]) (?=[A-Z`*])/);
}
