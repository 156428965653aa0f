/** Drafts of notes, for a person to read and correct: on what a document leaves open, and on what recordings show beyond it. */
import { hash } from "node:crypto";
import { Checker } from "../api/checker.ts";
import { hasNoBody } from "../api/exchange.ts";
import {
  asObject,
  describePlace,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  parsePointer,
  type Path,
  toJsonPath,
  toPointer,
  valueAt,
  walk,
} from "../document/document.ts";
import { parseText, writeYaml } from "../document/files.ts";
import { merge, type OverlayAction } from "../document/overlay.ts";
import type { ReadDocument } from "../document/read-document.ts";
import { collectClosedGaps, collectGaps, type Note, titleOf } from "../notes/gaps.ts";
import { openPlaces } from "../ruleset/gap-rules.ts";
import type { Observer, Unnoted } from "../evidence/observer.ts";
import { editText } from "./edit-text.ts";

/** A note without its name. */
type Draft = Partial<Pick<Note, "kind">> &
  Pick<Note, "impact" | "states" | "reading" | "question" | "answer" | "evidence"> & {
    /** JSON pointer of the object that it is about. */
    place: string;
    /** What its name is made of, after the name of the place. */
    about?: string;
  };

/**
 * Actions of an overlay with a note for each open place of a document, and for each thing that recordings show and no note asks
 * about. Names come from the places, so that a second run yields the same.
 */
export function draftNotes(
  { document, sources }: ReadDocument,
  observer?: Observer,
): OverlayAction[] {
  const drafts: Draft[] = [];
  for (const path of openPlaces(walk(document))) {
    // Of what several paths share, one note at the first place is enough.
    const [first] = sources.placesOf(sources.trace(path));
    if (first === undefined || toPointer(first) === toPointer(path))
      drafts.push(draftOfOpen(document, toPointer(path)));
  }
  if (observer) drafts.push(...draftsOfSeen(observer));
  const taken = new Set(
    [...collectGaps(document), ...collectClosedGaps(document)].map(({ id }) => id),
  );
  const wanted = Map.groupBy(drafts, (draft) => nameOf(document, draft));
  const actions: OverlayAction[] = [];
  for (const [name, group] of wanted)
    for (const { place, about = "", ...draft } of group) {
      // Where two places would have one name, each has a mark of its place behind it.
      const isOwn = group.length === 1 && !taken.has(name);
      const id = isOwn ? name : `${name}-${hash("md5", place + about).slice(0, 6)}`;
      const note = { id, kind: "not-shown", ...draft, draft: true };
      const update = { "x-gap": [note as unknown as Json] };
      const path = parsePointer(place);
      const holder = path.slice(0, -1);
      const at = (keys: string[]) =>
        targetOf(document, sources.placesOf(sources.trace(keys)), toPointer(keys));
      const isTrue = valueAt(document, path) === true;
      // `true` cannot hold a note. Of `anyOf: [true]`, the schema with the list has it; `reader: true` becomes `reader: {x-gap: …}`.
      if (!isTrue) actions.push({ target: at(path), update });
      else if (Array.isArray(valueAt(document, holder)))
        actions.push({ target: at(path.slice(0, -2)), update });
      else actions.push({ target: at(holder), update: { [path.at(-1)!]: update } });
    }
  return actions;
}

/** A JSONPath to a place, and to all that share its file, which differ in the key of the path: `$.paths['/v1/a', '/v2/a'].get`. */
function targetOf(document: OpenApiDocument, places: Path[], place: string): string {
  const path = parsePointer(place);
  const differing = path.flatMap((key, index) =>
    places.some((each) => String(each[index]) !== key) ? index : [],
  );
  const [index] = differing;
  if (index === undefined || differing.length > 1) return toJsonPath(document, place);
  const start = toJsonPath(document, toPointer(path.slice(0, index)));
  const whole = toJsonPath(document, toPointer(path.slice(0, index + 1)));
  const end = toJsonPath(document, place).slice(whole.length);
  const names = places.map((each) => toJsonPath({}, toPointer([each[index]!])).slice(1));
  const selectors = names.map((name) =>
    name.startsWith(".") ? `'${name.slice(1)}'` : name.slice(1, -1),
  );
  return `${start}[${selectors.join(", ")}]${end}`;
}

/** The text of an overlay with more actions behind those that are there; all else stays as it is. */
export function withDrafts(
  before: string | undefined,
  actions: OverlayAction[],
  document: OpenApiDocument,
  name: string,
): string {
  const added = actions.map((action) => ({ ...action }) as JsonObject);
  const info = { title: `Notes on the ${titleOf(document)}`, version: "1.0.0" };
  if (before === undefined) return writeYaml({ overlay: "1.0.0", info, actions: added });
  return editText(before, merge(parseText(before, name), ["actions"], added), name);
}

const readings = {
  any: "Accept a value of any type, keep it as it comes, and decide nothing by it.",
  object: "Accept whatever fields it has, keep them as they come, and rely on none.",
  array: "Accept elements of any kind, and rely on none.",
  sent: "Send only what an example of the documentation shows, and nothing where that is allowed.",
};

/** A note on a schema that says nothing about what is inside. */
function draftOfOpen(document: OpenApiDocument, place: string): Draft {
  const { interface: of } = Checker.of(document);
  const name = nameInWords(document, place);
  const { type, description } = asObject(valueAt(document, place));
  const types = [type].flat();
  const kind = (["array", "object"] as const).find((each) => types.includes(each)) ?? "any";
  const isSent = /\/(requestBody|parameters)\//.test(place) || of.isPartOf("requestBody", place);
  const isReceived = !isSent || of.isPartOf("responses", place);
  // Of `paths/…/delete/responses/204/content/…/schema`: does HTTP have such a body at all?
  const [, , method = "", message, code, , , ...inBody] = parsePointer(place);
  const isBody = message === "responses" && inBody.join() === "schema";
  if (isBody && hasNoBody({ method: method.toUpperCase(), status: Number(code) }))
    return {
      ...{ place, kind: "ambiguity", impact: "cosmetic" },
      states: `${upperFirst(name)} is described, and HTTP has none there.`,
      question: `Does ${operationAt(place)} respond with ${code}, and so without a body?`,
      answer: "yes-no",
      reading: "Expect no body.",
    };
  const said = typeof description === "string" ? ` (“${firstSentence(description)}”)` : "";
  const texts = {
    any: {
      states: `Of which type ${name}${said} is, the document does not say.`,
      question: `Of which type is ${name}, and which values can it have?`,
      answer: "type",
    },
    object: {
      states: `${upperFirst(name)}${said} is an object. Its fields are not shown.`,
      question: `Which fields does ${name} have?`,
      answer: "fields",
    },
    array: {
      states: `${upperFirst(name)}${said} is a list. What its elements are is not shown.`,
      question: `What are the elements of ${name}?`,
      answer: "items",
    },
  };
  return {
    ...{ place, impact: isReceived ? "changes-behaviour" : "blocks-integration" },
    ...texts[kind],
    reading: [isReceived ? readings[kind] : "", isSent ? readings.sent : ""]
      .filter(Boolean)
      .join(" "),
    // Requests show nothing of what a service accepts.
    ...(isReceived && !isSent && kind !== "array" && { evidence: ["fields"] }),
  };
}

/** A note for each place and kind of what recordings show, and one for all endpoints that belong to no operation. */
function draftsOfSeen(observer: Observer): Draft[] {
  const { document } = observer.checker.interface;
  const drafts: Draft[] = [];
  const impact = "changes-behaviour";
  const byPlace = Map.groupBy(observer.unnoted(), ({ kind, place }) => `${kind} ${place}`);
  for (const [{ kind, place }, ...others] of byPlace.values() as Iterable<
    [Unnoted, ...Unnoted[]]
  >) {
    const name = nameInWords(document, place);
    const texts = textsOfSeen[kind]!(name);
    drafts.push({
      ...{ place, about: kind, impact, ...texts },
      states: `${texts.states} Recordings show something else in ${others.length + 1} way${others.length > 0 ? "s" : ""}.`,
    });
  }
  const endpoints = observer.endpoints.list().map(({ endpoint }) => `\`${endpoint}\``);
  if (endpoints.length > 0)
    drafts.push({
      ...{ place: "#/info", about: "endpoints", impact },
      states: `Recordings show calls that are of no operation of the document: ${endpoints.join(", ")}.`,
      reading: "Call only the operations that the document has.",
      question: `Are these a part of the interface: ${endpoints.join(", ")}?`,
    });
  return drafts;
}

const textsOfSeen: Record<string, (name: string) => Omit<Draft, "place" | "impact">> = {
  failures: () => ({
    states: "Not every failure of the interface is documented.",
    reading: "Take every status code from 400 on for a failure, whatever its body is.",
    question:
      "With which status codes does the interface report failures, and what does each mean?",
    ...{ answer: "failures", evidence: ["statuses", "media-types"] },
  }),
  statuses: (name) => ({
    states: `Some responses of ${name} are documented.`,
    reading: "Take every status code from 200 to 299 for a success.",
    question: `With which status codes can ${name} succeed?`,
    ...{ answer: "status-codes", evidence: ["statuses"] },
  }),
  "media-types": (name) => ({
    states: `Some media types of ${name} are documented.`,
    reading: "Look at the Content-Type before you read a body, and keep what is no JSON as a text.",
    question: `Which media types can ${name} have?`,
    evidence: ["media-types"],
  }),
  values: (name) => ({
    states: `Some values of ${name} are documented.`,
    reading: "Accept other values too, show them as they are, and decide nothing by them.",
    question: `Which values can ${name} have?`,
    ...{ answer: "values", evidence: ["values"] },
  }),
  fields: (name) => ({
    states: `Some fields of ${name} are documented.`,
    reading: "Accept other fields too, keep them as they come, and rely on none.",
    question: `Which further fields does ${name} have?`,
    ...{ answer: "fields", evidence: ["fields"] },
  }),
  query: (name) => ({
    states: `Some query parameters of ${name} are documented.`,
    reading: "Send only the query parameters that the document has.",
    question: `Which further query parameters does ${name} take, and what does each do?`,
  }),
};

const operationAt = (place: string): string =>
  describePlace(toPointer(parsePointer(place).slice(0, 3)));

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const firstSentence = (text: string): string => {
  const [paragraph = ""] = text.trim().split(/\n\s*\n/);
  const [sentence = ""] = paragraph.replaceAll(/\s+/g, " ").split(/(?<=[.!?]) /);
  return sentence.length > 120 ? `${sentence.slice(0, 119)}…` : sentence;
};

/** A place in words, with what {@link describePlace} leaves out: which parameter it is, and which part of a schema. */
function nameInWords(document: OpenApiDocument, place: string): string {
  const path = parsePointer(place);
  const whole = describePlace(place);
  const index = path.lastIndexOf("parameters");
  const { name } = asObject(valueAt(document, path.slice(0, index + 2)));
  const isInline = index > 0 && path[0] === "paths" && typeof name === "string";
  const owner = isInline ? `parameter \`${name}\` of ${whole}` : whole;
  const last = path.at(-1)!;
  if (last === "items") return `each element of ${owner}`;
  if (last === "additionalProperties") return `each further field of ${owner}`;
  if (last === "schema" && path.at(-3) === "content")
    return `the body of ${owner.replace(/^the /, "")}`;
  return /^\d+$/.test(last) && path.at(-2) !== "parameters" ? `a part of ${owner}` : owner;
}

/** Keys of a pointer that would say nothing in a name. */
const structure = [
  "components",
  "schemas",
  "paths",
  "properties",
  "content",
  "schema",
  "responses",
];

/**
 * The name of a note in kebab-case, of the words of its place: `loan-reader` for `components/schemas/Loan/properties/reader`, and
 * `get-loan-200-reader` for field `reader` of response 200 of the operation `getLoan`.
 */
function nameOf(document: OpenApiDocument, { place, about = "" }: Draft): string {
  const path = parsePointer(place);
  const words: string[] = [];
  const { operationId } = asObject(valueAt(document, path.slice(0, 3)));
  const isInOperation = path[0] === "paths" && typeof operationId === "string";
  if (isInOperation) words.push(operationId);
  for (let index = isInOperation ? 3 : 0; index < path.length; index++) {
    const [before, key] = [path[index - 1], String(path[index])];
    const isName = before === "properties" || before === "schemas";
    if (!isName && (structure.includes(key) || key.includes("/json"))) continue;
    // A parameter is an element of a list, and has a name.
    const { name = key } =
      before === "parameters" ? asObject(valueAt(document, path.slice(0, index + 1))) : {};
    words.push(String(name));
  }
  const spelled = [...words, about]
    .join("-")
    .replaceAll(/([a-z\d])(?=[A-Z])/g, "$1-")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^[-\d]+|-$/g, "");
  return spelled || "note";
}

/** How many notes are drafts. */
export const countDrafts = (document: OpenApiDocument): number =>
  collectGaps(document).filter(({ draft }) => draft).length;
