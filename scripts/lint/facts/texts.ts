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

/** Every claim in a description, or in what a note says that the specification states, that no fact supports. */
export function findOverclaims(document: OpenApiDocument, facts: Facts): Disagreement[] {
  const known: Vocabulary = {
    words: new Set([...wordsOf(JSON.stringify(facts)), ...ofHttp]),
    names: new Set(wordsOf(JSON.stringify([facts.operations, facts.fields]))),
    values: new Set(openValuesOf(facts)),
  };
  return walk(document)
    .filter((node) => !isVerified(node))
    .flatMap(textsOf)
    .flatMap(({ text, path }) =>
      sentencesOf(text).flatMap((sentence) => {
        const claims = overclaimsOf(sentence, known).join(", ");
        const message = `The specification does not say ${claims}: “${sentence}” Say what it does say, or add it to scripts/lint/facts/facts.yaml if it does.`;
        return claims === "" ? [] : [{ message, path }];
      }),
    );
}

/** Of HTTP and OpenAPI, where no fact has them. */
const ofHttp = [
  ...["POST", "Content-Type", "application", "json", "Authorization", "API_TOKEN"],
  ...["2XX", "200", "299"],
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
  const named = [...sentence.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => wordsOf(code));
  const numbers = sentence.match(/(?<![\w/])\d+(?![\w/])/g) ?? [];
  const unknown = [...named, ...numbers].filter((word) => !words.has(word));
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
