/**
 * What recordings say at a gap, one row for each kind of evidence: what exists, in words that stay true whatever comes
 * later, and what would have to be always so, which is a proposition for the owner.
 */
import {
  asList,
  asObject,
  describePlace,
  isOpenApi30,
  type Json,
  type JsonObject,
} from "../document/document.ts";
import { toPointer, valueAt } from "../document/json.ts";
import { isOpen, knownValues } from "../document/schemas.ts";
import { hasNoBody, isSuccess } from "../api/exchange.ts";
import type { Answer, Observer } from "../evidence/observer.ts";
import type { Seen, Tally } from "../evidence/seen.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import type { Proposition } from "../register/letter.ts";
import type { Change } from "./close-gap.ts";

/** Something that exists, and is not in the document yet. */
export interface Existing {
  /** A name, a word, a code: "`404`". */
  what: string;
  /** What has shown it. */
  tallies: Tally[];
  change: (verified: Verification) => Change;
}

interface Finding {
  existing?: Existing[];
  propositions?: Proposition[];
  /** Why nothing was found. */
  because?: string;
}

/** Fewer times show no pattern that an owner should have to think about. */
const minAsked = 3;

export const evidenceKinds: Record<string, (gap: Gap, observer: Observer) => Finding> = {
  /** Known values, and whether they are all. Where a gap asks for no list: which values are final. */
  values(gap, observer) {
    const [seen] = observer.seenAt(gap.node);
    if (!seen) return { because: "no value was seen" };
    const words = seen.listedWords();
    if (typeof words === "string") return { because: words };
    const of = observer.checker.interface;
    const parts = of.partsOf(gap.node).map(({ node }) => node);
    const known = parts.flatMap(knownValues);
    const added = words.filter((word) => !known.includes(word));
    // A list that the document closes stays as it is: another value contradicts it.
    const isClosed = parts.some((node) => "enum" in node || "const" in node);
    return {
      existing: (isClosed ? [] : added).map((word) => ({
        what: `\`${word}\``,
        tallies: [seen.words.get(word)!],
        change: () => ({ pointer: gap.node, update: { "x-extensible-enum": [word] } }),
      })),
      propositions:
        gap.answer === "values"
          ? wholeList(gap, seen, words, [...known, ...added])
          : finalValues(gap, seen),
      because: "no value is new",
    };
  },

  /** Fields that the document does not name, each optional, and whether it is always there. */
  fields(gap, observer) {
    if (isSent(observer, gap.node))
      return { because: "requests have the same schema, of which answers show nothing" };
    const found = observer
      .seenAt(gap.node)
      .flatMap((seen) => seen.fieldNames().map((name) => ({ seen, name })));
    return {
      existing: found.map(({ seen, name }) => ({
        what: `\`${name}\``,
        tallies: [seen.unknown.get(name)!],
        change: (verified) => ({
          pointer: seen.shape.pointer,
          update: { properties: { [name]: describeField(seen, name, observer, verified) } },
        }),
      })),
      propositions: found
        .filter(({ seen, name }) => isAlways(seen, seen.unknown.timesOf(name)))
        .map(({ seen, name }) => {
          const field =
            gap.answer === "fields" && answerOf(observer.seenBelow(seen, name), observer);
          const answer = field ? { fields: { [name]: { ...field, always: true } } } : undefined;
          return presence(gap, seen, name, "required", answer);
        }),
      because: "no new field was seen in several resources",
    };
  },

  /** Which optional fields are always there, or never. */
  presence(gap, observer) {
    const [seen] = observer.seenAt(gap.node);
    const { properties, required } = seen?.shape.node ?? {};
    const optional = Object.keys(asObject(properties)).filter(
      (name) => !asList(required).includes(name),
    );
    const answerBy = (key: string, name: string) =>
      gap.answer === "presence" ? { [key]: [name] } : undefined;
    return {
      propositions: optional.flatMap((name) => {
        const times = seen!.documented.timesOf(name);
        if (isAlways(seen!, times))
          return [presence(gap, seen!, name, "required", answerBy("always", name))];
        return times === 0 && isAlways(seen!, seen!.types.timesOf("object"))
          ? [presence(gap, seen!, name, "never", answerBy("never", name))]
          : [];
      }),
      because: "it shows what exists, and the question is what is always so",
    };
  },

  /** Status codes that the document does not name, and whether a code is the only one of a success. */
  statuses(gap, observer) {
    const answers = answersFor("statuses", gap, observer);
    const fresh = answers.filter(
      ({ operation, status }) => !(String(status) in asObject(operation.node["responses"])),
    );
    const byCode = ({ operation, status }: Answer) => toPointer([operation.operationId, status]);
    return {
      existing: [...Map.groupBy(fresh, byCode).values()].map((all) => ({
        what: `\`${all[0]!.status}\``,
        tallies: all.map(({ tally }) => tally),
        change: (verified) => nameResponse(all, verified),
      })),
      propositions: onlyCodes(gap, answers.filter(isSuccess)),
      because: "no code is new",
    };
  },

  /** Media types that the document does not name, and whether one is that of every success. */
  "media-types"(gap, observer) {
    const answers = answersFor("media-types", gap, observer);
    const fresh = answers.filter(({ described, mediaType }) => {
      const content = asObject(described?.node["content"]);
      // Without any, the document says nothing of a body.
      return Object.keys(content).length > 0 && isNamed(mediaType) && !(mediaType in content);
    });
    const byType = ({ described, mediaType }: Answer) => `${described!.pointer} ${mediaType}`;
    return {
      existing: [...Map.groupBy(fresh, byType).values()].map((all) => ({
        what: `\`${all[0]!.mediaType}\``,
        tallies: all.map(({ tally }) => tally),
        change: () => ({
          pointer: all[0]!.described!.pointer,
          update: { content: { [all[0]!.mediaType]: { schema: {} } } },
        }),
      })),
      propositions: onlyMediaType(gap, answers.filter(isSuccess)),
      because: "no media type is new",
    };
  },
};

// values

function wholeList(
  gap: Gap,
  { all, words }: Seen,
  seen: string[],
  values: string[],
): Proposition[] {
  if (all.times < minAsked) return [];
  const counted = seen.map((word) => `\`${word}\` ${times(words.timesOf(word))}`).join(", ");
  return [
    {
      ...{ gap: gap.id, id: `${gap.id}.all` },
      seen: `${all.times} values were seen at ${describePlace(gap.node)}: ${counted}.`,
      statement: `${values.map((value) => `\`${value}\``).join(", ")} ${values.length > 1 ? "are all values" : "is the only value"}.`,
      answer: { values, complete: true },
    },
  ];
}

const finalValues = (gap: Gap, { arrived, left }: Seen): Proposition[] =>
  [...arrived.keys()]
    .filter((word) => !left.has(word))
    .sort()
    .map((word) => {
      const statement = `\`${word}\` is final: no other value follows it.`;
      const seen = `\`${word}\` followed another value ${times(arrived.timesOf(word))}, and nothing followed it.`;
      return {
        gap: gap.id,
        id: `${gap.id}.final.${word}`,
        seen,
        statement,
        answer: { words: statement },
      };
    });

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

// fields and presence

/** Whether something that was seen so often was in every object, and in enough of them to ask. */
const isAlways = ({ types }: Seen, count: number): boolean =>
  count >= minAsked && count === types.timesOf("object");

function presence(
  gap: Gap,
  { types, shape }: Seen,
  name: string,
  key: "required" | "never",
  answer: Record<string, Json> | undefined,
): Proposition {
  const objects = types.timesOf("object");
  const statement = `\`${name}\` is ${key === "never" ? "never" : "always"} there.`;
  return {
    ...{ gap: gap.id, id: `${gap.id}.${key}.${name}`, statement },
    seen: `In ${key === "never" ? 0 : objects} of ${objects} objects at ${describePlace(shape.pointer)}, \`${name}\` was there.`,
    answer: answer ?? { words: statement },
  };
}

/** The JSON types of a value; every integer is a number. */
const typesOf = (seen: Seen | undefined): string[] =>
  [
    ...new Set(
      [...(seen?.types.keys() ?? [])].map((type) => (type === "integer" ? "number" : type)),
    ),
  ].sort((a, b) => Number(a === "null") - Number(b === "null") || (a < b ? -1 : 1));

/** A schema that takes every value of the types that were seen. */
function describeValue(
  seen: Seen | undefined,
  observer: Observer,
  verified: Verification,
): JsonObject {
  const types = typesOf(seen);
  const [type, ...others] = types.filter((each) => each !== "null");
  const schema: JsonObject = {};
  if (isOpenApi30(observer.checker.interface.document)) {
    // It has no lists of types.
    if (type !== undefined && others.length === 0) schema["type"] = type;
    if ("type" in schema && types.includes("null")) schema["nullable"] = true;
  } else if (type !== undefined) schema["type"] = types.length > 1 ? types : type;
  const fields = seen
    ?.fieldNames()
    .map((name) => [name, describeField(seen, name, observer, verified)]);
  if (fields && fields.length > 0) schema["properties"] = Object.fromEntries(fields) as JsonObject;
  if (types.includes("array"))
    schema["items"] = describeValue(observer.seenBelow(seen!), observer, verified);
  // That nothing is known of its content is no new gap.
  return isOpen(schema) ? { ...schema, "x-verified": [{ ...verified }] } : schema;
}

function describeField(
  seen: Seen,
  name: string,
  observer: Observer,
  verified: Verification,
): JsonObject {
  const count = `${seen.unknown.timesOf(name)} of ${seen.types.timesOf("object")} objects`;
  return {
    ...describeValue(observer.seenBelow(seen, name), observer, verified),
    description: `Seen in ${count}. What it means is not documented.`,
  };
}

/** The same as an owner would write it; undefined for what an answer has no words for. */
function answerOf(seen: Seen | undefined, observer: Observer): JsonObject | undefined {
  const [type, ...others] = typesOf(seen);
  if (type === undefined || type === "null" || others.length > 0) return undefined;
  if (type === "array") {
    const items = answerOf(observer.seenBelow(seen!), observer);
    return items && { type, items };
  }
  if (type !== "object") return { type };
  const names = seen!.fieldNames();
  const fields = names.map((name) => [name, answerOf(observer.seenBelow(seen!, name), observer)]);
  if (names.length === 0 || fields.some(([, field]) => field === undefined)) return undefined;
  return { type, fields: Object.fromEntries(fields) as JsonObject };
}

/** Whether a schema describes a part of what clients send. */
function isSent({ checker }: Observer, pointer: string): boolean {
  const of = checker.interface;
  const reached = new Set<string>();
  const reach = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { $ref } = asObject(value);
    if (typeof $ref === "string" && !reached.has($ref)) {
      reached.add($ref);
      reach(valueAt(of.document, $ref));
    }
    for (const child of Object.values(value)) reach(child);
  };
  for (const operation of of.operations) {
    reached.add(of.requestOf(operation)?.pointer ?? "");
    reach(of.requestOf(operation)?.node);
  }
  return [...reached].some((part) => part !== "" && `${pointer}/`.startsWith(`${part}/`));
}

// statuses and media types

/** The answers that a gap is the nearest one to ask about. */
const answersFor = (kind: string, gap: Gap, observer: Observer): Answer[] =>
  observer
    .answers()
    .filter(
      ({ operation, described }) =>
        observer.checker.gapFor(kind, operation, described)?.id === gap.id,
    );

const isNamed = (mediaType: string): boolean => mediaType !== "none" && mediaType !== "other";

const count = (answers: Answer[]): number =>
  answers.reduce((sum, { tally }) => sum + tally.exchanges, 0);

const namesOf = (answers: Answer[]): string =>
  [...new Set(answers.map(({ operation }) => `\`${operation.operationId}\``))].join(", ");

/** One proposition for each code, about the operations that succeed with it alone. */
function onlyCodes(gap: Gap, successes: Answer[]): Proposition[] {
  const byOperation = Map.groupBy(successes, ({ operation }) => operation.operationId);
  const single = [...byOperation.values()].filter(
    (all) => new Set(all.map(({ status }) => status)).size === 1 && count(all) >= minAsked,
  );
  return [...Map.groupBy(single, ([first]) => first!.status)].map(([code, operations]) => {
    const statement = `${operations.map(namesOf).join(", ")}: a success always has the code ${code}.`;
    const ids = operations.map(([first]) => [first!.operation.operationId, code] as const);
    return {
      ...{ gap: gap.id, id: `${gap.id}.only.${code}`, statement },
      seen: `Successes with ${code}, and no other: ${operations.map((all) => `${count(all)} of ${namesOf(all)}`).join(", ")}.`,
      answer:
        gap.answer === "status-codes" ? { codes: Object.fromEntries(ids) } : { words: statement },
    };
  });
}

function onlyMediaType(gap: Gap, successes: Answer[]): Proposition[] {
  const [only, ...others] = new Set(successes.map(({ mediaType }) => mediaType));
  const total = count(successes);
  if (only === undefined || !isNamed(only) || others.length > 0 || total < minAsked) return [];
  const statement = `Every success has the media type \`${only}\`.`;
  const seen = `${total} of ${total} successes had the media type \`${only}\`.`;
  return [{ gap: gap.id, id: `${gap.id}.only`, seen, statement, answer: { words: statement } }];
}

/**
 * The response to a code: what describes it today, be it the default or that of a range. By reference where the document
 * has one, so that its gaps stay in one place.
 */
function nameResponse(answers: Answer[], verified: Verification): Change {
  const [{ operation, status, described }] = answers as [Answer];
  const { $ref } = asObject(asObject(operation.node["responses"])[described?.code ?? ""]);
  const { description, content = { "*/*": { schema: {} } } } = described?.node ?? {};
  const hasBody =
    !hasNoBody({ method: operation.method, status }) &&
    (described ? described.node["content"] : answers.some(({ mediaType }) => mediaType !== "none"));
  const inline = {
    description:
      isSuccess({ status }) && description ? description : "What it means is not documented.",
    ...(hasBody ? { content: withoutNotes(content) } : {}),
    "x-verified": [{ ...verified }],
  };
  return {
    pointer: `${operation.pointer}/responses`,
    update: { [status]: typeof $ref === "string" ? { $ref } : inline },
  };
}

/** A copy without what has to stand in one place only. */
function withoutNotes(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNotes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !["x-gap", "example", "examples"].includes(key))
      .map(([key, child]) => [key, withoutNotes(child)]),
  );
}
