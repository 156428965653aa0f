/**
 * How each kind of evidence closes a gap: one row for each. A row says whose outcomes are counted and what the
 * document says from then on. All have in common that each subject is seen often enough, and always with the same
 * outcome: {@link proposeClosures}.
 */
import { closeList, nameSuccess, objectOf, shown } from "../close/changes.ts";
import type { Change } from "../close/close-gap.ts";
import {
  asList,
  asObject,
  isOpenApi30,
  type JsonObject,
  resolvePointer,
} from "../document/document.ts";
import { toPointer } from "../document/pointer.ts";
import { collectGaps, type Gap, type Verification } from "../notes/gaps.ts";
import { nameOf } from "./checker.ts";
import type { Count, Counts, CountsByName, ObservedPlace, Side } from "./counts.ts";
import type { Interface, Operation } from "../api/interface.ts";
import { knownValues } from "./tally.ts";
import { isSchemaFormat } from "./words.ts";

/** Of a two-sided interval of 95 %: of a hundred made this way, about 95 hold the true share. */
const zSquared = 1.96 ** 2;

/**
 * Lower end of the Wilson score interval (Wilson, 1927) for units without an exception: ten of ten give 0.72, where a
 * plain share would be 1.
 */
export const lowerBound = (units: number): number => units / (units + zSquared);

/** Fewer units say nothing about what is usual: enough to describe a field, and not to promise it. */
const toDescribe = 10;

/** Units without an exception that make a promise, such as a required mark: their lower bound is 0.9. */
export const toPromise = 35;

/** Units without another value that make a list close: a value that it misses has at most a share of 2 %. */
const toClose = 189;

/** More different words are data, not a list. */
const maxValues = 12;

/** Seen in fewer resources, a transition may be one of several rare ones, and others were not seen yet. */
const minResources = 3;

/** Where a gap stands, and what was counted. */
interface Place {
  gap: Gap;
  node: JsonObject;
  of: Interface;
  counts: Counts;
  /** What the answers held there. */
  seen: ObservedPlace | undefined;
  /** What was seen of each subject of this kind of evidence. */
  outcomes: Record<string, CountsByName>;
}

/** What evidence says about a gap. */
interface Finding {
  /** What is counted, in the plural. */
  unit: string;
  /** Units that each subject needs. @default what makes a promise */
  needed?: number;
  /** Each of them has to be seen often enough, and with one outcome. */
  subjects: Subject[];
  /** What else keeps the gap open. */
  against?: (string | false | 0 | undefined)[];
  /** What the document says from then on. @default the outcome of each subject */
  effect?: string;
  /** What changes, if anything. */
  changes?: (verified: Verification) => Change[];
}

interface Subject {
  /** Empty where there is one. */
  name: string;
  /** @default what was seen under its name of this kind of evidence */
  seen?: CountsByName;
  /** Where it is another number than that of the finding. */
  needed?: number | undefined;
}

/** What was seen at a place, in answers unless another side is asked for. */
export const seenAt = (counts: Counts, pointer: string, side: Side = "response") =>
  counts.places.find((place) => place.pointer === pointer && place.side === side);

/** Samples and units of the objects at a place, and in how many of them each field was. */
function objectsAt(counts: Counts, pointer: string, side?: Side): Count & { fields: CountsByName } {
  const { types = {}, fields = {} } = seenAt(counts, pointer, side) ?? {};
  return { ...(types["object"] ?? { samples: 0, units: 0 }), fields };
}

export const strategies: Record<string, (place: Place) => Finding> = {
  /** Words that do not change: every resource that was seen counts. */
  values: (place) => ({
    unit: "resources without another value",
    ...closedList(place, place.seen?.units),
  }),

  /** Words that a resource passes through. One seen at one stage only says nothing about the others. */
  states: (place) => ({
    unit: "resources seen at several stages",
    ...closedList(place, followed(place)),
  }),

  transitions(place) {
    const { seen, outcomes } = place;
    const steps = Object.entries(outcomes).flatMap(([from, next]) =>
      Object.entries(next)
        .filter(([to]) => to !== from)
        .map(([to, { units }]) => ({ from, to, units, words: `${from} to ${to}` })),
    );
    const rare = steps.filter(({ units }) => units < minResources).map(({ words }) => words);
    const isLeft = (status: string) => steps.some(({ from }) => from === status);
    const final = [...new Set(steps.map(({ to }) => to))].filter((status) => !isLeft(status));
    return {
      unit: "resources seen at several stages",
      needed: toClose,
      subjects: [
        subject("", followed(place)),
        ...final.map((status) => {
          const again = outcomes[status]?.[status]?.units;
          const name = `read again after ${status}, so that it is known to be final`;
          return subject(name, again, minResources);
        }),
      ],
      against: [
        seen?.otherValues &&
          "some statuses are no words, or were seen in one or two resources only",
        rare.length > 0 && `some transitions are rare, so others may be unseen: ${rare.join(", ")}`,
        steps.length > 0 && final.length === 0 && "no status is final: each was left again",
      ],
      effect: `resources go from ${steps.map(({ words }) => words).join(", ")}; final: ${final.join(", ")}`,
    };
  },

  /** Names, types and forms of the fields that the document does not name. Numbers never become bounds. */
  fields({ gap, seen, of, counts }) {
    const { units } = objectsAt(counts, gap.node);
    const others = otherTypes(seen, "object");
    const { type: _type, ...update } = describeObject(gap.node, of, counts);
    const names = Object.keys(asObject(update["properties"]));
    return {
      unit: "different objects",
      needed: toDescribe,
      subjects: [subject("", units)],
      against: [
        others && `not all values are objects: ${others}`,
        names.length === 0 &&
          units >= toDescribe &&
          `no field was seen with one type in at least ${toDescribe} of ${units} different objects`,
      ],
      effect: `narrows \`${nameOf(gap.node)}\` from unknown content to the fields ${names.join(", ")}. Replace the descriptions by what the fields mean`,
      changes: () => [{ pointer: gap.node, update }],
    };
  },

  /** Every optional field has to be always there, or never. One that comes and goes leaves the question open. */
  presence({ gap, node, counts }) {
    const subjects = optionalFields(node).map((name) => presenceOf(gap.node, name, counts));
    const always = subjects.filter(({ seen }) => "there" in seen).map(({ field }) => field);
    return {
      unit: "different objects",
      subjects,
      against: [always.length === 0 && "none of the optional fields is always there"],
      effect: `makes ${always.map((name) => `\`${name}\``).join(", ")} required in \`${nameOf(gap.node)}\``,
      // An overlay joins lists: these names are added to those that are there.
      changes: () => [{ pointer: gap.node, update: { required: always } }],
    };
  },

  /** That the required fields of all answers are there, and not null. */
  confirmation({ counts, of }) {
    const schemas = of.operations.flatMap((operation) =>
      of.successesOf(operation).flatMap((success) => of.partsOf(of.schemaOf(success))),
    );
    const nodes = new Map(schemas.map(({ pointer, node }) => [pointer, node]));
    const subjects = [...nodes].flatMap(([pointer, { required }]) =>
      asList(required).map((name) => {
        const nulls = nullsAt(pointer, String(name), of, counts);
        return presenceOf(pointer, String(name), counts, nulls);
      }),
    );
    const missing = subjects.find(({ seen }) => "missing" in seen);
    return {
      unit: "different answers",
      subjects,
      against: [missing && `${missing.name} is required, and was never there`],
      effect: "the required fields of all answers are confirmed",
    };
  },

  /** The status code of each success. */
  statuses(place) {
    const { of } = place;
    const answers = answersOf(place);
    const unknown = answers.find(({ operation, outcome }) => {
      const { code = "default" } = of.responseTo(operation, Number(outcome)) ?? {};
      return code === "default";
    });
    return {
      unit: "different successes of each operation",
      subjects: subjectsOf(of.operations),
      against: [
        unknown &&
          `${unknown.operation.operationId} succeeds with ${unknown.outcome}, for which the document has no response. Add one by hand`,
      ],
      changes: (verified) =>
        answers.flatMap(
          ({ operation, outcome }) => nameSuccess(of, operation, outcome, verified) ?? [],
        ),
    };
  },

  /** The media type of each success, which is one that the document names. */
  "media-types"(place) {
    const { of } = place;
    const described = of.operations.flatMap((operation) => of.successesOf(operation));
    const named = described.flatMap((success) => of.mediaTypesOf(success));
    const other = answersOf(place).find(({ outcome }) => !named.includes(outcome));
    return {
      unit: "different successes of each operation",
      subjects: subjectsOf(of.operations),
      against: [
        other &&
          `${other.operation.operationId} answers with ${other.outcome}, which no document names`,
      ],
    };
  },

  /** The status code for each kind of mistake that a consumer makes, and has to distinguish. */
  refusals({ of }) {
    const isPossible = (is: (operation: Operation) => unknown) => of.operations.some(is);
    const mistakes = [
      ...(isPossible((each) => of.isSecured(each)) ? ["no-token", "wrong-token"] : []),
      ...(isPossible((each) => of.requestOf(each)) ? ["malformed-json", "missing-field"] : []),
      ...(isPossible((each) => of.identifierOf(each)) ? ["unknown-id"] : []),
    ];
    return {
      unit: "different refusals of each kind of mistake",
      subjects: mistakes.map((name) => ({ name })),
    };
  },

  "error-bodies"({ gap, node, counts, outcomes: { failures = {} } }) {
    // A body without a schema: the place where the observer counts what it holds.
    const [mediaType = ""] = Object.keys(asObject(node["content"]));
    const pointer = below(gap.node, "content", mediaType, "schema");
    const { samples, units, fields } = objectsAt(counts, pointer);
    const bodies = seenAt(counts, pointer)?.samples ?? 0;
    const always = Object.keys(fields).filter((name) => fields[name]!.samples === samples);
    return {
      unit: "different failures with a JSON body",
      subjects: [{ name: "the media type of a failure", seen: failures }, subject("", units)],
      against: [
        bodies > samples && `only ${samples} of ${bodies} bodies are objects`,
        samples > 0 && always.length === 0 && `no field is in all ${samples} bodies of failures`,
      ],
      effect: `the body of a failure is \`${Object.keys(failures)[0]}\` with known fields: always ${always.join(", ")}`,
    };
  },

  /**
   * Request and answer are compared: a field that every request sent is always in the echo, which says
   * nothing about requests without it.
   */
  echo({ gap, node, of, counts, outcomes: { [gap.node]: echo = {} } }) {
    const senders = of.operations.filter(({ operationId }) => gap.operations.includes(operationId));
    const [schema = ""] = senders.flatMap((sender) => of.schemaOf(of.requestOf(sender)) ?? []);
    const request = of.locateAt(schema);
    // Refused ones count as well: where the service insists on a field, there is no echo without it.
    const without = (name: string) =>
      (["accepted", "refused"] as const).map((side) => {
        const { units, fields } = objectsAt(counts, request?.pointer ?? "", side);
        return units - (fields[name]?.units ?? 0);
      });
    return {
      unit: "different requests",
      subjects: [
        { name: "the echo", seen: echo },
        ...optionalFields(node, request?.node).map((name) =>
          subject(`without \`${name}\``, Math.max(...without(name)), toDescribe),
        ),
      ],
      against: ["another" in echo && "the echo is never the request"],
      effect: `\`${nameOf(gap.node)}\` repeats the request exactly`,
    };
  },

  /** The service has taken every type that the document allows, which says nothing about what it would refuse. */
  "accepted-types"({ gap, node, counts }) {
    const typesOf = (side: Side) => seenAt(counts, gap.node, side)?.types ?? {};
    const types = [node["type"] ?? []].flat().map(String);
    const also = types.find((type) => typesOf("refused")[type]);
    return {
      unit: "different requests that were taken",
      subjects: types.map((type) => subject(type, typesOf("accepted")[type]?.units)),
      against: [
        also &&
          `requests with ${also} were also refused, and nothing says that it was for something else`,
      ],
      effect: `${types.join(" and ")} ${types.length > 1 ? "are" : "is"} taken for \`${nameOf(gap.node)}\``,
    };
  },

  /** What a value looks like while its resource is in a status that the document names. */
  "forms-by-status": (place) => ({
    unit: "resources seen in the status",
    subjects: formOfEach(place, (status, known) => known.includes(status)),
  }),

  /** What it looks like in each status that the document does not name: then the resource is done, one way or the other. */
  "forms-when-done": (place) => ({
    unit: "resources seen in each status",
    subjects: formOfEach(place, (status, known) => !known.includes(status)),
  }),

  "unknown-fields": () => ({
    unit: "valid requests with a field that no document names",
    subjects: [{ name: "unknown-field" }],
  }),

  /** Things of every other operation count: what holds for one kind need not hold for another. */
  "other-jobs"({ gap, of }) {
    const reader = of.operations.find(({ pointer }) => pointer === gap.node);
    return {
      unit: "resources of each other operation",
      subjects: reader ? subjectsOf(of.creatorsFor(reader).others) : [],
    };
  },
};

/** The kinds of evidence that a note can name. */
export const evidenceKinds = Object.keys(strategies);

/** A subject of which nothing but one outcome can be seen. */
const subject = (name: string, units = 0, needed?: number): Subject => ({
  ...{ name, needed },
  seen: { seen: { samples: units, units } },
});

const subjectsOf = (operations: Operation[]): Subject[] =>
  operations.map(({ operationId: name }) => ({ name }));

const below = (pointer: string, ...path: string[]) => pointer + toPointer(path).slice(1);

/** Everything that each operation has answered with. */
const answersOf = ({ of, outcomes }: Place) =>
  of.operations.flatMap((operation) =>
    Object.keys(outcomes[operation.operationId] ?? {}).map((outcome) => ({ operation, outcome })),
  );

const followed = ({ gap, counts }: Place) =>
  counts.outcomes["states"]?.[gap.node]?.["resource"]?.units;

/** @param isMeant of a status, and those that the document names */
function formOfEach(
  { gap, of, outcomes }: Place,
  isMeant: (status: string, known: string[]) => boolean,
): Subject[] {
  const known = collectGaps(of.document)
    .filter(({ evidence = [] }) => evidence.includes("states"))
    .flatMap(({ node }) => knownValues(of.locateAt(node)?.node ?? {}));
  return Object.entries(outcomes).flatMap(([place, seen]) => {
    const [pointer, status = ""] = place.split(" ");
    return pointer === gap.node && isMeant(status, known)
      ? [{ name: `\`${nameOf(pointer)}\` while the status is \`${status}\``, seen }]
      : [];
  });
}

/** Fields that an object, or a request with it, may leave out. */
const optionalFields = (node: JsonObject, { required }: JsonObject = node): string[] =>
  Object.keys(asObject(node["properties"])).filter((name) => !asList(required).includes(name));

/** In how many of the objects at a place a field was. */
function presenceOf(pointer: string, field: string, counts: Counts, nulls = 0) {
  const { samples, units, fields } = objectsAt(counts, pointer);
  const there = (fields[field]?.samples ?? 0) - nulls;
  const seen: CountsByName = {};
  if (there > 0) seen["there"] = { samples: there, units };
  if (there < samples) seen["missing"] = { samples: samples - there, units };
  return { name: `\`${field}\` of \`${nameOf(pointer)}\``, field, seen };
}

function nullsAt(pointer: string, field: string, of: Interface, counts: Counts) {
  const place = below(pointer, "properties", field);
  return seenAt(counts, of.locateAt(place)?.pointer ?? place)?.types["null"]?.samples;
}

/** A list of the words that were seen, and of those that the document names: none of them is dropped. */
function closedList({ gap, of, seen }: Place, units?: number): Omit<Finding, "unit"> {
  const known = of.partsOf(gap.node).flatMap(({ node }) => knownValues(node));
  const words = Object.keys(seen?.values ?? {});
  const values = [...known, ...words.filter((word) => !known.includes(word)).sort()];
  const unseen = known.filter((value) => !words.includes(value)).join(", ");
  const others = otherTypes(seen, "string");
  const { samples = 0, otherValues = 0 } = seen ?? {};
  return {
    needed: toClose,
    subjects: [subject("", units)],
    against: [
      others && `not all values are strings: ${others}; a list would refuse them`,
      values.length > maxValues && `${values.length} different values are data, not a list`,
      otherValues > 0 &&
        `${otherValues} of ${samples} values are no words, or were seen in one or two resources only; a list would refuse them`,
    ],
    effect: `narrows \`${nameOf(gap.node)}\` to a union of ${values.length}: ${values.join(", ")}${unseen && ` (documented, and not seen: ${unseen})`}. A value beyond them will contradict the document`,
    changes: () => [closeList(gap.node, resolvePointer(of.document, gap.node), values)],
  };
}

/** What is not of the one type that the gap is about; empty when nothing is. */
const otherTypes = (seen: ObservedPlace | undefined, expected: string): string =>
  Object.entries(seen?.types ?? {})
    .filter(([type]) => type !== expected)
    .map(([type, { samples }]) => `${samples} are ${type}`)
    .join(", ");

/**
 * A schema of what was seen at a place; undefined when that is too little, or too mixed, to describe.
 * It refuses nothing that was seen.
 */
function describePlace(pointer: string, of: Interface, counts: Counts): JsonObject | undefined {
  const seen = seenAt(counts, pointer);
  if (!seen || seen.units < toDescribe) return undefined;
  const { null: nulls, ...others } = seen.types;
  // Every integer is a number.
  if (others["number"]) delete others["integer"];
  const [only, ...mixed] = Object.keys(others);
  if (only === undefined || mixed.length > 0) return undefined;
  const nullable = isOpenApi30(of.document)
    ? { type: only, nullable: true }
    : { type: [only, "null"] };
  const type: JsonObject = nulls ? nullable : { type: only };
  if (only === "object") {
    const schema = describeObject(pointer, of, counts);
    // An object of which nothing is known would be a new gap.
    return "properties" in schema ? { ...schema, ...type } : undefined;
  }
  if (only === "array") {
    const items = describePlace(`${pointer}/items`, of, counts);
    return items && { ...type, items };
  }
  const [format = "", ...otherFormats] = Object.keys(seen.formats);
  return { ...type, ...(otherFormats.length === 0 && isSchemaFormat(format) ? { format } : {}) };
}

/** The fields that the document does not name. One is required if no object was without it, and enough were seen. */
function describeObject(pointer: string, of: Interface, counts: Counts): JsonObject {
  const { samples, units, fields } = objectsAt(counts, pointer);
  const documented = of.fieldsOf(pointer);
  const unknown = Object.keys(fields).filter((name) => !documented.includes(name));
  const described = unknown.sort().flatMap((name) => {
    const field = describePlace(below(pointer, "properties", name), of, counts);
    if (!field) return [];
    const seen = fields[name]!;
    const description = `Seen in ${seen.units} of ${units} different objects. What it means is not documented.`;
    const isRequired = seen.samples === samples && units >= toPromise;
    return [{ name, isRequired, schema: { ...field, description, ...shown(name, field, of) } }];
  });
  return objectOf(described);
}
