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
import { acceptsAnything, isOpen, knownValues } from "../document/schemas.ts";
import { hasNoBody, isSuccess } from "../api/exchange.ts";
import { several } from "../api/words.ts";
import { isNew, type Observer, type SeenAt, type SeenResponses } from "../evidence/observer.ts";
import type { Seen, Tally } from "../evidence/seen.ts";
import { type Gap, shownBefore, type Verification } from "../notes/gaps.ts";
import type { Proposition } from "../register/letter-file.ts";
import type { Change } from "./actions.ts";
import { nameCode } from "./responses.ts";

/** Something that exists, and is not in the document yet. */
export interface Existing {
  /** A name, a word, a code: "`404`". */
  what: string;
  /** What has shown it. */
  tallies: Tally[];
  /** What becomes of the document. */
  change: (verified: Verification) => Change;
}

interface Shown {
  existing?: Existing[];
  propositions?: Proposition[];
  /** Why nothing was found, where something new was seen. */
  because?: string | undefined;
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
    const [at] = observer.seenAt(gap);
    if (!at) return {};
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
      because: isClosed ? "the document closes its list" : undefined,
    };
  },

  /** Fields that the document does not name, each optional, and which fields are always there. */
  fields(gap, observer) {
    const { interface: of } = observer.checker;
    if (of.isPartOf("requestBody", gap.node))
      return { because: "requests have the same schema, of which responses show nothing" };
    const is30 = isOpenApi30(of.document);
    const all = observer.seenAt(gap);
    return {
      existing: all.flatMap(({ pointer, seen }) =>
        seen.fields().map(([name, field]) => ({
          what: quote(name),
          tallies: [field.all],
          change: (verified) => {
            const schema = describeSeen(field, verified, is30, seen.holding.times);
            return { pointer, update: { properties: { [name]: schema } } };
          },
        })),
      ),
      propositions: presence(gap, observer, true),
      because: all.some(({ seen }) => seen.objects > seen.holding.times)
        ? "a new field may belong to another schema that describes the same object"
        : all.some(({ seen }) => seen.beyond.times > 0)
          ? "the names of new fields may be data"
          : undefined,
    };
  },

  /** Which optional fields are always there, or never. */
  presence: (gap, observer) => ({
    propositions: presence(gap, observer, false),
  }),

  /** Status codes that the document does not name, and whether a code is the only one of a success. */
  statuses(gap, observer) {
    const responses = responsesFor("statuses", gap, observer);
    const isShown = ({ status }: SeenResponses) => shownBefore(gap).includes(quote(status));
    const fresh = responses.filter((each) => isNew(each) && !(isInRange(each) && isShown(each)));
    const byCode = Map.groupBy(fresh, ({ operation, status }) => `${operation.pointer} ${status}`);
    return {
      existing: [...byCode.values()].map((all) => {
        const [{ operation, status }] = all as [SeenResponses];
        const isToldOf = all.every(isInRange);
        const seen = all.every(({ isDescribed }) => isDescribed)
          ? undefined
          : all.flatMap(({ mediaType }) => (mediaType ? [mediaType, "*/*"] : []));
        return {
          what: quote(status),
          tallies: all.map(({ tally }) => tally),
          change: (verified) =>
            isToldOf
              ? { pointer: gap.node, update: {} }
              : nameCode(observer.checker.interface, operation, status, verified, seen),
        };
      }),
      propositions: onlyCode(gap, observer, responses),
    };
  },

  /** Media types that the document does not name. */
  "media-types"(gap, observer) {
    const responses = responsesFor("media-types", gap, observer);
    const existing = responses.flatMap((each): Existing[] => {
      const { operation, status, described, mediaType = "*/*", type, tally } = each;
      const content = asObject(described?.node["content"]);
      // A type of its own takes the place of a range.
      const isKnown =
        mediaType in content || !acceptsAnything(asObject(content[type ?? ""])["schema"] ?? true);
      // A code that is named has a response of its own then.
      const isNamedToo =
        isNew(each) &&
        !each.isDescribed &&
        observer.checker.gapFor("statuses", operation, status, described);
      // Without any, the document says nothing of a body.
      const isSilent = Object.keys(content).length === 0;
      if (isKnown || isNamedToo || isSilent || mediaType === "*/*") return [];
      const change = (verified: Verification) => {
        const { pointer } = described!;
        // What stands at the response explains its open schemas.
        const evidence = pointer === gap.node ? {} : { "x-verified": [{ ...verified }] };
        return { pointer, update: { content: { [mediaType]: { schema: {}, ...evidence } } } };
      };
      return [{ what: quote(mediaType), tallies: [tally], change }];
    });
    return { existing };
  },
};

const quote = (name: string | number): string => `\`${name}\``;

function wholeList(
  gap: Gap,
  { pointer, seen: { all, types } }: SeenAt,
  words: [string, Tally][],
  values: string[],
): Proposition[] {
  // A list of values would not say that null is one.
  if (all.times < minAsked || types.has("null")) return [];
  const counted = words.map(([word, tally]) => `${quote(word)} (${tally.times})`).join(", ");
  const seen = `Seen at ${describePlace(pointer)}: ${counted}.`;
  const statement = `${values.map(quote).join(", ")}: there is no other value.`;
  return [propose(gap, "all", seen, statement, { values, complete: true })];
}

const finalValues = (gap: Gap, seen: Seen): Proposition[] =>
  seen.finalWords().map(([word, count]) => {
    const shown = `At ${several(count, "path")}, ${quote(word)} followed another value, and nothing followed it.`;
    const statement = `${quote(word)} is final: no other value follows it.`;
    return propose(gap, `final.${word}`, shown, statement);
  });

/** Whether fields are always there, or never: those that are new, where they are asked for, and those that the document has. */
function presence(gap: Gap, observer: Observer, withNew: boolean): Proposition[] {
  const [at, ...others] = observer.seenAt(gap);
  // Where it was seen in several media types, a statement would be about all.
  if (!at || others.length > 0 || at.seen.objects < minAsked) return [];
  const { pointer, seen, node } = at;
  const { interface: of } = observer.checker;
  // An answer changes what the note stands on.
  const answer = pointer === gap.node ? gap.answer : undefined;
  const added = (withNew ? seen.fields() : []).map(([name, field]) => {
    const [type = "", ...more] = seenTypes(field);
    const isScalar = more.length === 0 && !["array", "object", "null"].includes(type);
    const isAsked = isScalar && answer === "fields";
    const yes = isAsked ? { fields: { [name]: { type, always: true } } } : undefined;
    return { name, count: field.all.times, yes, ofType: yes ? `, and its type is ${type}` : "" };
  });
  // A note on which fields are always there asks it by itself.
  const isAskedThere = withNew && observer.checker.gapAt([gap.node], "presence") !== undefined;
  const names = isAskedThere ? [] : Object.keys(asObject(node["properties"]));
  const documented = names.flatMap((name) => {
    // What only clients send is not asked about.
    const isOptional =
      !asList(node["required"]).includes(name) &&
      of.fieldAt(pointer, name)?.node["writeOnly"] !== true;
    const count = seen.documented.get(name) ?? 0;
    // What responses never have, requests may have.
    const isWhole = count > 0 || !of.isPartOf("requestBody", pointer);
    const isAsked = isWhole && (answer === "fields" || answer === "presence");
    const yes = isAsked ? { [count === 0 ? "never" : "always"]: [name] } : undefined;
    return isOptional ? [{ name, count, yes, ofType: "" }] : [];
  });
  return [...added, ...documented]
    .filter(({ count }) => count === 0 || count === seen.objects)
    .map(({ name, count, yes, ofType }) => {
      const shown = `In ${count} of ${seen.objects} objects at ${describePlace(pointer)}, ${quote(name)} was there.`;
      const statement = `${quote(name)} is ${count === 0 ? "never" : "always"} there${ofType}.`;
      return propose(gap, `${count === 0 ? "never" : "required"}.${name}`, shown, statement, yes);
    });
}

/** The JSON types of a value, null last; every integer is a number. */
function seenTypes({ types }: Seen): string[] {
  const names = [...types.keys()].map((type) => (type === "integer" ? "number" : type)).sort();
  return [...new Set([...names.filter((name) => name !== "null"), ...names])];
}

/**
 * A schema that takes every value of the types that were seen. OpenAPI 3.0 has no lists of types.
 *
 * @param objects that may have such a field
 */
function describeSeen(
  seen: Seen,
  verified: Verification,
  is30: boolean,
  objects?: number,
): JsonObject {
  const types = seenTypes(seen);
  const [type, ...others] = is30 ? types.filter((each) => each !== "null") : types;
  const isTold = type !== undefined && type !== "null" && !(is30 && others.length > 0);
  const { times } = seen.holding;
  const fields = seen
    .fields()
    .map(([name, field]) => [name, describeSeen(field, verified, is30, times)]);
  const schema = {
    ...(isTold && { type: others.length > 0 ? types : type }),
    ...(isTold && is30 && types.includes("null") && { nullable: true }),
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) as JsonObject }),
    ...(seen.items && { items: describeSeen(seen.items, verified, is30) }),
  };
  return {
    ...schema,
    // That nothing is known of its content is no new gap.
    ...(isOpen(schema) && { "x-verified": [{ ...verified }] }),
    ...(objects !== undefined && {
      description: `Seen in ${seen.all.times} of ${several(objects, "object")}. What it means is not documented.`,
    }),
  };
}

/** Whether a range describes a response as it is: the code is evidence, and needs no response of its own. */
const isInRange = ({ operation, status, described, isDescribed }: SeenResponses): boolean =>
  isDescribed && /^\dxx$/i.test(described!.code) && !hasNoBody({ ...operation, status });

/** The responses that a gap is the nearest one to ask about. */
const responsesFor = (kind: string, gap: Gap, observer: Observer): SeenResponses[] =>
  observer
    .responses()
    .filter(
      ({ operation, status, described }) =>
        observer.checker.gapFor(kind, operation, status, described)?.id === gap.id,
    );

/** One for each code, about the operations that succeed with it alone, be another gap nearer to some successes. */
function onlyCode(gap: Gap, observer: Observer, responses: SeenResponses[]): Proposition[] {
  const own = new Set(responses.filter(isSuccess).map(({ operation }) => operation.operationId));
  const successes = observer.responses().filter(isSuccess);
  const operations = [...Map.groupBy(successes, ({ operation }) => operation.operationId)]
    .map(([id, all]) => ({
      id,
      codes: new Set(all.map(({ status }) => status)),
      exchanges: all.reduce((sum, { tally }) => sum + tally.exchanges, 0),
    }))
    .filter(({ id, codes, exchanges }) => own.has(id) && codes.size === 1 && exchanges >= minAsked);
  return [...Map.groupBy(operations, ({ codes }) => [...codes][0]!)].map(([code, all]) => {
    const counted = all.map(({ id, exchanges }) => `${exchanges} of ${quote(id)}`).join(", ");
    const seen = `Successes with ${code}, and no other: ${counted}.`;
    const statement = `${all.map(({ id }) => quote(id)).join(", ")}: a success always has the code ${code}.`;
    const codes = Object.fromEntries(all.map(({ id }) => [id, code]));
    const yes = gap.answer === "status-codes" ? { codes } : undefined;
    return propose(gap, `only.${code}`, seen, statement, yes);
  });
}
