/**
 * What recordings say at a gap, one row for each kind of evidence: what exists, in words that stay true whatever comes
 * later, and what would have to be always so, which is a proposition for the owner.
 */
import {
  asList,
  asObject,
  describePlace,
  isObject,
  isOpenApi30,
  type JsonObject,
} from "../document/document.ts";
import { isOpen, knownValues } from "../document/schemas.ts";
import { isSuccess } from "../api/exchange.ts";
import type { Interface } from "../api/interface.ts";
import { several } from "../api/words.ts";
import { isNew, type Observer, type SeenAt, type SeenResponses } from "../evidence/observer.ts";
import type { Seen, Tally } from "../evidence/seen.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import type { Proposition } from "../register/letter.ts";
import type { Change } from "./actions.ts";
import { nameCode } from "./responses.ts";

/** Something that exists, and is not in the document yet. */
export interface Existing {
  /** A name, a word, a code: "`404`". */
  what: string;
  /** What has shown it. */
  tallies: Tally[];
  change: (verified: Verification) => Change;
  /** What is as true, and says less: in place of a change that a recorded exchange would contradict. */
  fallback?: (verified: Verification) => Change;
}

interface Shown {
  existing?: Existing[];
  propositions?: Proposition[];
  /** Why nothing was found. */
  because: string;
}

/** @param name within its gap. @param yes without it, a yes is kept in the words of the statement */
const propose = (
  { id }: Gap,
  name: string,
  seen: string,
  statement: string,
  yes: JsonObject = { words: statement },
): Proposition => ({ gap: id, id: `${id}.${name}`, seen, statement, yes });

/** Fewer times show no pattern that an owner should have to think about. */
const minAsked = 3;

export const evidenceKinds: Record<string, (gap: Gap, observer: Observer) => Shown> = {
  /** Known values, and whether they are all. Where a gap asks for no list: which values are final. */
  values(gap, observer) {
    const { node, answer } = gap;
    const [at] = observer.seenAt(node);
    if (!at) return { because: "no value was looked at there" };
    const words = at.seen.listedWords();
    if (typeof words === "string") return { because: words };
    const parts = observer.checker.interface.partsOf(node).map((part) => part.node);
    const known = parts.flatMap(knownValues);
    const added = words.filter(([word]) => !known.includes(word));
    const all = [...known, ...added.map(([word]) => word)];
    // A list that the document closes stays as it is: another value contradicts it. So does what is no list.
    const isClosed = parts.some(
      (part) => "enum" in part || "const" in part || isObject(part["x-extensible-enum"]),
    );
    return {
      existing: (isClosed ? [] : added).map(([word, tally]) => ({
        what: quote(word),
        tallies: [tally],
        change: () => ({ pointer: node, update: { "x-extensible-enum": [word] } }),
      })),
      propositions:
        answer === "values" ? wholeList(gap, at, words, all) : finalValues(gap, at.seen),
      because: isClosed ? "the document closes its list" : "no value is new",
    };
  },

  /** Fields that the document does not name, each optional, and which fields are always there. */
  fields(gap, observer) {
    const { node, answer } = gap;
    const { interface: of } = observer.checker;
    if (of.isPartOf("requestBody", node))
      return { because: "requests have the same schema, of which responses show nothing" };
    const is30 = isOpenApi30(of.document);
    const all = observer.seenAt(node);
    return {
      existing: all.flatMap(({ pointer, seen }) =>
        seen.fields().map(([name, field]) => ({
          what: quote(name),
          tallies: [field.all],
          change: (verified) => ({
            pointer,
            update: {
              properties: { [name]: describeSeenField(field, seen.holding.times, verified, is30) },
            },
          }),
        })),
      ),
      propositions: onlyPlace(gap, observer).flatMap((at) => [
        ...at.seen.fields().flatMap(([name, field]) => {
          const [type, ...others] = seenTypes(field);
          const isScalar = others.length === 0 && !["array", "object", "null"].includes(type!);
          const said = { fields: { [name]: { type: type!, always: true } } };
          const isAsked = answer === "fields" && at.pointer === node;
          const yes = isAsked && isScalar ? said : undefined;
          return presence(gap, at, name, field.all.times, yes);
        }),
        ...documentedFields(gap, at, of),
      ]),
      because: all.some(({ seen }) => seen.objects > seen.holding.times)
        ? "a new field may belong to another schema that describes the same object, as one that this is a part of, or a condition"
        : all.some(({ seen }) => seen.beyond.times > 0)
          ? "the names of new fields may be data"
          : "no new field was seen",
    };
  },

  /** Which optional fields are always there, or never. */
  presence: (gap, observer) => ({
    propositions: onlyPlace(gap, observer).flatMap((at) =>
      documentedFields(gap, at, observer.checker.interface),
    ),
    because: "it shows what exists, and the question is what is always so",
  }),

  /** Status codes that the document does not name, and whether a code is the only one of a success. */
  statuses(gap, observer) {
    const responses = responsesFor("statuses", gap, observer);
    const fresh = responses.filter(isNew);
    const byCode = Map.groupBy(fresh, ({ operation, status }) => `${operation.pointer} ${status}`);
    return {
      existing: [...byCode.values()].map((all) => {
        const [{ operation, status }] = all as [SeenResponses];
        const seen = all.flatMap(({ mediaType }) => mediaType ?? []);
        const name = (mediaTypes?: string[]) => (verified: Verification) =>
          nameCode(observer.checker.interface, operation, status, verified, mediaTypes);
        const isAsToday = all.every(isDescribed) && !all.every(isEmpty);
        return {
          what: quote(status),
          tallies: all.map(({ tally }) => tally),
          change: name(isAsToday ? undefined : seen),
          fallback: name(seen),
        };
      }),
      propositions: onlyOne("code", gap, observer, responses, ({ status }) => status),
      because: "no code that it asks for is new",
    };
  },

  /** Media types that the document does not name, and whether one is that of every success. */
  "media-types"(gap, observer) {
    const responses = responsesFor("media-types", gap, observer);
    const existing = responses.flatMap((each): Existing[] => {
      const { operation, status, described, mediaType, type, tally } = each;
      // A code that is named has a response of its own then.
      const isNamedToo =
        isNew(each) && observer.checker.gapFor("statuses", operation, status, described);
      if (isNamedToo && !isDescribed(each)) return [];
      const content = asObject(described?.node["content"]);
      // Without any, the document says nothing of a body. A type of its own takes the place of a range.
      const isKnown =
        Object.keys(content).length === 0 ||
        !isOpen(asObject(content[type ?? ""])["schema"] ?? true);
      if (isKnown || mediaType === undefined || mediaType === "*/*" || mediaType in content)
        return [];
      const change = (verified: Verification) => {
        const { pointer } = described!;
        // What stands at the response explains its open schemas.
        const evidence = pointer === gap.node ? {} : { "x-verified": [{ ...verified }] };
        return { pointer, update: { content: { [mediaType]: { schema: {}, ...evidence } } } };
      };
      return [{ what: quote(mediaType), tallies: [tally], change }];
    });
    return {
      existing,
      propositions: onlyOne("media type", gap, observer, responses, ({ mediaType }) => mediaType),
      because: "no media type that it asks for is new, and may be told",
    };
  },
};

const quote = (name: string | number): string => `\`${name}\``;

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

function wholeList(
  gap: Gap,
  { pointer, seen: { all, types } }: SeenAt,
  words: [string, Tally][],
  values: string[],
): Proposition[] {
  // A list of values would not say that null is one.
  if (all.times < minAsked || types.has("null")) return [];
  const counted = words.map(([word, tally]) => `${quote(word)} ${times(tally.times)}`).join(", ");
  const are = values.length > 1 ? "are all values" : "is the only value";
  const seen = `${all.times} values were seen at ${describePlace(pointer)}: ${counted}.`;
  const statement = `${values.map(quote).join(", ")} ${are}.`;
  return [propose(gap, "all", seen, statement, { values, complete: true })];
}

const finalValues = (gap: Gap, seen: Seen): Proposition[] =>
  seen.finalWords().map(([word, count]) => {
    const shown = `At ${several(count, "path")}, ${quote(word)} followed another value, and nothing followed it.`;
    const statement = `${quote(word)} is final: no other value follows it.`;
    return propose(gap, `final.${word}`, shown, statement);
  });

/** Where a gap has seen something; nothing where it was in several media types, and a statement would be about all. */
function onlyPlace(gap: Gap, observer: Observer): SeenAt[] {
  const all = observer.seenAt(gap.node);
  return all.length === 1 ? all : [];
}

/** Whether each optional field of the document is always there, or never. One that only clients send is not asked about. */
function documentedFields(gap: Gap, at: SeenAt, of: Interface): Proposition[] {
  const { properties, required } = at.node;
  // An answer changes what the note stands on.
  const isAsked = ["fields", "presence"].includes(gap.answer ?? "") && at.pointer === gap.node;
  const isSent = of.isPartOf("requestBody", at.pointer);
  return Object.keys(asObject(properties))
    .filter((name) => !asList(required).includes(name))
    .flatMap((name) => {
      if (of.fieldAt(at.pointer, name)?.node["writeOnly"] === true) return [];
      const count = at.seen.documented.get(name) ?? 0;
      // What responses never have, requests may have.
      const isWhole = count > 0 || !isSent;
      const yes = isAsked && isWhole ? { [count === 0 ? "never" : "always"]: [name] } : undefined;
      return presence(gap, at, name, count, yes);
    });
}

/** @param count of the objects that have the field: all of them, or none, or there is nothing to ask */
function presence(gap: Gap, at: SeenAt, name: string, count: number, yes?: JsonObject) {
  const { objects } = at.seen;
  if (objects < minAsked || (count !== 0 && count !== objects)) return [];
  const seen = `In ${count} of ${objects} objects at ${describePlace(at.pointer)}, ${quote(name)} was there.`;
  const { type } = asObject(asObject(yes?.["fields"])[name]);
  const ofType = type === undefined ? "" : `, and its type is ${String(type)}`;
  const statement = `${quote(name)} is ${count === 0 ? "never" : "always"} there${ofType}.`;
  const id = `${count === 0 ? "never" : "required"}.${name}`;
  return [propose(gap, id, seen, statement, yes)];
}

/** The JSON types of a value, null last; every integer is a number. */
function seenTypes({ types }: Seen): string[] {
  const names = [...types.keys()].map((type) => (type === "integer" ? "number" : type)).sort();
  return [...new Set([...names.filter((name) => name !== "null"), ...names])];
}

const describeSeenField = (seen: Seen, objects: number, verified: Verification, is30: boolean) => ({
  ...describeSeen(seen, verified, is30),
  description: `Seen in ${seen.all.times} of ${several(objects, "object")}. What it means is not documented.`,
});

/** A schema that takes every value of the types that were seen. OpenAPI 3.0 has no lists of types. */
function describeSeen(seen: Seen, verified: Verification, is30: boolean): JsonObject {
  const types = seenTypes(seen);
  const [type, ...others] = is30 ? types.filter((each) => each !== "null") : types;
  const isTold = type !== undefined && type !== "null" && !(is30 && others.length > 0);
  const fields = seen
    .fields()
    .map(([name, field]) => [name, describeSeenField(field, seen.holding.times, verified, is30)]);
  const schema = {
    ...(isTold && { type: others.length > 0 ? types : type }),
    ...(isTold && is30 && types.includes("null") && { nullable: true }),
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) as JsonObject }),
    ...(seen.items && { items: describeSeen(seen.items, verified, is30) }),
  };
  // That nothing is known of its content is no new gap.
  return isOpen(schema) ? { ...schema, "x-verified": [{ ...verified }] } : schema;
}

/** The responses that a gap is the nearest one to ask about. */
const responsesFor = (kind: string, gap: Gap, observer: Observer): SeenResponses[] =>
  observer
    .responses()
    .filter(
      ({ operation, status, described }) =>
        observer.checker.gapFor(kind, operation, status, described)?.id === gap.id,
    );

/** Whether the document describes such a response today: with its media type, or with none. A failure may lack its body. */
const isDescribed = ({ described, type, mediaType }: SeenResponses): boolean =>
  described !== undefined &&
  (type !== undefined || mediaType === undefined || !("content" in described.node));

/** Whether it is described with a body, and has none. */
const isEmpty = ({ described, mediaType }: SeenResponses): boolean =>
  mediaType === undefined && "content" in asObject(described?.node);

const exchangesOf = (responses: SeenResponses[]): number =>
  responses.reduce((sum, { tally }) => sum + tally.exchanges, 0);

/** One for each code or media type, about the operations that succeed with it alone, be another gap nearer to some successes. */
function onlyOne(
  thing: string,
  gap: Gap,
  observer: Observer,
  responses: SeenResponses[],
  of: (each: SeenResponses) => number | string | undefined,
): Proposition[] {
  const own = new Set(responses.filter(isSuccess).map(({ operation }) => operation.operationId));
  const successes = observer.responses().filter(isSuccess);
  const byOperation = Map.groupBy(successes, ({ operation }) => operation.operationId);
  const single = [...byOperation]
    .filter(([id]) => own.has(id))
    .filter(([, all]) => new Set(all.map(of)).size === 1 && exchangesOf(all) >= minAsked);
  return [...Map.groupBy(single, ([, [first]]) => of(first!))].flatMap(([only, operations]) => {
    if (only === undefined || only === "*/*") return [];
    const counted = operations.map(([id, all]) => `${exchangesOf(all)} of ${quote(id)}`).join(", ");
    const seen = `Successes with ${only}, and no other: ${counted}.`;
    const names = operations.map(([id]) => id);
    const statement = `${names.map(quote).join(", ")}: a success always has the ${thing} ${only}.`;
    const codes = Object.fromEntries(names.map((id) => [id, only]));
    const yes = typeof only === "number" && gap.answer === "status-codes" ? { codes } : undefined;
    return [propose(gap, `only.${only}`, seen, statement, yes)];
  });
}
