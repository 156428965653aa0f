/**
 * How each kind of evidence closes a gap: one row for each. A row says what has to be seen, how often,
 * and what speaks against it; what it has in common with the others is in {@link propose}.
 */
import { closeList, nameSuccess } from "../close/changes.ts";
import { type Change, closeGap, exampleOf, type Proposal } from "../close/close-gap.ts";
import type { Verification } from "../close/overlay.ts";
import {
  asList,
  asObject,
  asObjectMap,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../document/document.ts";
import { toPointer } from "../document/pointer.ts";
import type { Gap } from "../notes/gaps.ts";
import { Checker, nameOf } from "./checker.ts";
import type { Count, Counts, CountsByName, ObservedPlace, Side } from "./counts.ts";
import type { Interface, Operation } from "./interface.ts";
import { lowerBound, unitsFor } from "./statistics.ts";
import { knownValues } from "./tally.ts";
import { isSchemaFormat } from "./words.ts";

/** Fewer units say nothing about what is usual: enough to describe a field, and not to promise it. */
const toDescribe = 10;

/** Units without an exception that make a promise, such as a required mark: it holds for nine tenths of all. */
const toPromise = unitsFor(0.9);

/** Units without another value that make a list close: a value that it misses has at most a share of 2 %. */
const toClose = unitsFor(0.98);

/** More different words are data, not a list. */
const maxValues = 12;

/** Seen in fewer resources, a transition may be one of several rare ones, and others were not seen yet. */
const minResources = 3;

/** How one kind of evidence closes a gap. */
interface Strategy {
  /** What is counted, in the plural. */
  unit: string;
  /** Units that each subject needs. @default what makes a promise */
  needed?: number;
  find: (place: Place) => Finding;
}

/** Where a gap stands, and what was counted. */
interface Place {
  gap: Gap;
  node: JsonObject;
  evidence: Evidence;
  of: Interface;
  /** What the answers held there. */
  seen: ObservedPlace | undefined;
  /** What was seen of each subject of this kind of evidence. */
  outcomes: Record<string, CountsByName>;
}

/** What evidence says about a gap. */
interface Finding {
  /** Why the gap stays open, whatever the numbers. */
  against: (string | false | undefined)[];
  /** Each of them has to be seen often enough. */
  subjects: Subject[];
  /** What the document says from then on. */
  effect: string;
  /** What changes, if anything. */
  changes?: (verified: Verification) => Change[];
}

interface Subject {
  /** Empty where there is one. */
  name: string;
  units: number;
  /** Where it is another number than that of the strategy. */
  needed?: number;
}

/** What was counted, as the strategies ask for it. */
export class Evidence {
  readonly counts: Counts;
  readonly interface: Interface;
  readonly #places: Map<string, ObservedPlace>;

  constructor(document: OpenApiDocument, counts: Counts) {
    this.counts = counts;
    this.interface = Checker.of(document).interface;
    this.#places = new Map(counts.places.map((place) => [`${place.side} ${place.pointer}`, place]));
  }

  /** What was seen at a place, in answers unless another side is asked for. */
  at(pointer: string, side: Side = "response"): ObservedPlace | undefined {
    return this.#places.get(`${side} ${pointer}`);
  }

  /** Samples and units of the objects at a place, and in how many of them each field was. */
  objectsAt(pointer: string, side?: Side): Count & { fields: CountsByName } {
    const { types = {}, fields = {} } = this.at(pointer, side) ?? {};
    return { ...(types["object"] ?? none), fields };
  }
}

/** What closes a gap by one kind of evidence, or why nothing does. */
export function propose(kind: string, gap: Gap, evidence: Evidence): Proposal {
  const open = (because: string): Proposal => ({ gap: gap.id, because });
  const strategy = Object.hasOwn(strategies, kind) ? strategies[kind] : undefined;
  if (!strategy)
    return open(`${kind} is no kind of evidence; there are ${evidenceKinds.toSorted().join(", ")}`);
  const { counts, interface: of } = evidence;
  const node = of.locateAt(gap.node)?.node;
  if (!node) return open("its place cannot be read");
  const { unit, needed = toPromise } = strategy;
  const outcomes = counts.outcomes[kind] ?? {};
  const place = { gap, node, evidence, of, seen: evidence.at(gap.node), outcomes };
  const { against, subjects, effect, changes } = strategy.find(place);
  const reason = against.find(Boolean);
  if (reason) return open(reason);
  const few = subjects.find((subject) => subject.units < (subject.needed ?? needed));
  if (few || subjects.length === 0) {
    const { name = "", units = 0 } = few ?? {};
    const wanted = few?.needed ?? needed;
    return open(
      `too little evidence: ${units} of at least ${wanted} ${unit}${name && ` (${name})`}, ${wanted - units} more are needed`,
    );
  }
  const shown = subjects.map(({ name, units }) => `${name} ${units}`.trim()).join(", ");
  const what = subjects.length > 1 ? `${unit}: ${shown}` : `${subjects[0]!.units} ${unit}`;
  const samples = Math.min(...subjects.map(({ units }) => units));
  const { environment, days, exchanges } = counts;
  const period = days ? ` between ${days.first} and ${days.last}` : "";
  const verified: Verification = {
    gap: gap.id,
    question: gap.question,
    date: days?.last ?? new Date().toISOString().slice(0, 10),
    environment,
    evidence: `${what}; ${effect}, from ${exchanges.recognised} recorded calls${period}.`,
    samples,
    // Down, so that what is written never claims more than was found.
    confidence: Math.floor(lowerBound(samples, samples) * 1000) / 1000,
  };
  const said = changes ? effect : `changes no type: ${effect}`;
  return closeGap(of.document, gap, said, verified, changes?.(verified) ?? []);
}

const strategies: Record<string, Strategy> = {
  /** Words that do not change: every resource that was seen counts. */
  values: {
    unit: "resources without another value",
    needed: toClose,
    find: (place) => closedList(place, place.seen?.units ?? 0),
  },

  /** Words that a resource passes through. One seen at one stage only says nothing about the others. */
  states: {
    unit: "resources seen at several stages",
    needed: toClose,
    find: (place) => closedList(place, followed(place.evidence)),
  },

  transitions: {
    unit: "resources seen at several stages",
    needed: toClose,
    find({ evidence, seen, outcomes }) {
      const steps = Object.entries(outcomes).flatMap(([from, seen]) =>
        Object.entries(seen).map(([to, { units }]) => ({ from, to, units })),
      );
      const changes = steps.filter(({ from, to }) => from !== to);
      const rare = changes.filter(({ units }) => units < minResources);
      const inWords = (some: typeof steps) =>
        some.map(({ from, to }) => `${from} to ${to}`).join(", ");
      const left = new Set(changes.map(({ from }) => from));
      const final = [...new Set(changes.map(({ to }) => to))].filter((status) => !left.has(status));
      return {
        against: [
          (seen?.otherValues ?? 0) > 0 &&
            "some statuses are no words, or were seen in one or two resources only",
          rare.length > 0 && `some transitions are rare, so others may be unseen: ${inWords(rare)}`,
          changes.length > 0 && final.length === 0 && "no status is final: each was left again",
        ],
        subjects: [
          { name: "", units: followed(evidence) },
          ...final.map((status) => ({
            name: `read again after ${status}, so that it is known to be final`,
            units: steps.find(({ from, to }) => from === status && to === status)?.units ?? 0,
            needed: minResources,
          })),
        ],
        effect: `resources go from ${inWords(changes)}; final: ${final.join(", ")}`,
      };
    },
  },

  /** Names, types and forms of the fields that the document does not name. Numbers never become bounds. */
  fields: {
    unit: "different objects",
    needed: toDescribe,
    find({ gap, evidence, seen }) {
      const { units } = evidence.objectsAt(gap.node);
      const others = seen && otherTypes(seen.types, "object");
      const { type: _type, ...update } = seen && units > 0 ? describeObject(seen, evidence) : {};
      const names = Object.keys(asObject(update["properties"]));
      return {
        against: [
          others && `not all values are objects: ${others}`,
          names.length === 0 &&
            units >= toDescribe &&
            `no field was seen with one type in at least ${toDescribe} of ${units} different objects`,
        ],
        subjects: [{ name: "", units }],
        effect: `narrows \`${nameOf(gap.node)}\` from unknown content to the fields ${names.join(", ")}. Replace the descriptions by what the fields mean`,
        changes: () => [{ pointer: gap.node, update }],
      };
    },
  },

  /** Every optional field has to be always there, or never. One that comes and goes leaves the question open. */
  presence: {
    unit: "different objects",
    find({ gap, node, evidence }) {
      const { samples, units, fields } = evidence.objectsAt(gap.node);
      const optional = optionalFields(node);
      const times = (name: string) => fields[name]?.samples ?? 0;
      const unsettled = optional.filter((name) => times(name) > 0 && times(name) < samples);
      const always = optional.filter((name) => samples > 0 && times(name) === samples);
      return {
        against: [
          unsettled.length > 0 &&
            `some fields come and go: of ${samples} objects, ${unsettled.map((name) => `${name} in ${times(name)}`).join(", ")}`,
          samples > 0 &&
            always.length === 0 &&
            `none of ${optional.join(", ")} was there in ${samples} objects`,
        ],
        subjects: [{ name: "", units }],
        effect: `makes ${always.map((name) => `\`${name}\``).join(", ")} required in \`${nameOf(gap.node)}\``,
        // An overlay joins lists: these names are added to those that are there.
        changes: () => [{ pointer: gap.node, update: { required: always } }],
      };
    },
  },

  /** That the required fields of all answers are there, and not null. */
  confirmation: {
    unit: "different answers",
    find({ evidence, of }) {
      const schemas = of.operations.flatMap((operation) =>
        of.successesOf(operation).flatMap((success) => of.partsOf(of.schemaOf(success))),
      );
      const pointers = new Set(schemas.map(({ pointer }) => pointer));
      const fields = [...pointers].flatMap((pointer) => presencesOf(pointer, evidence));
      const missing = fields.find(({ there, objects }) => there < objects);
      const units = new Map(fields.map(({ pointer, units }) => [nameOf(pointer), units]));
      return {
        against: [
          missing &&
            `\`${missing.name}\` of \`${nameOf(missing.pointer)}\` was there in ${missing.there} of ${missing.objects} objects, although the document requires it`,
        ],
        subjects: [...units].map(([name, units]) => ({ name, units })),
        effect: "the required fields of all answers are confirmed",
      };
    },
  },

  /** The status code of each success. */
  statuses: {
    unit: "different successes of each operation",
    find({ of, outcomes }) {
      const successes = of.operations.map((operation) => {
        const subject = subjectOf(operation.operationId, outcomes[operation.operationId]);
        return { operation, code: Object.keys(subject.seen)[0], ...subject };
      });
      const undescribed = successes.find(({ operation, code = "" }) => {
        const described = of.responseTo(operation, Number(code))?.code ?? code;
        return described !== code && !/^2XX$/i.test(described);
      });
      const { against, ...finding } = oneOutcomeEach(successes);
      return {
        ...finding,
        against: [
          ...against,
          undescribed &&
            `${undescribed.name} succeeds with ${undescribed.code}, for which the document has no response. Add one by hand`,
        ],
        changes: (verified) =>
          successes.flatMap(
            ({ operation, code = "" }) => nameSuccess(of, operation, code, verified) ?? [],
          ),
      };
    },
  },

  /** That every success has a media type that the document names. */
  "media-types": {
    unit: "different successes of each operation",
    find({ of, outcomes }) {
      const described = of.operations.flatMap((operation) => of.successesOf(operation));
      const named = [...new Set(described.flatMap((success) => of.mediaTypesOf(success)))];
      const subjects = of.operations.map(({ operationId: id }) => subjectOf(id, outcomes[id]));
      return {
        against: subjects.flatMap(({ name, seen }) =>
          Object.entries(seen).map(
            ([type, { samples }]) =>
              !named.includes(type) && `${samples} successes of ${name} are ${type}`,
          ),
        ),
        subjects,
        effect: `every success is ${named.map((type) => `\`${type}\``).join(" or ")}`,
      };
    },
  },

  /** The status code for each kind of mistake that a consumer makes, and has to distinguish. */
  refusals: {
    unit: "different refusals of each kind of mistake",
    find: ({ of, outcomes }) =>
      oneOutcomeEach(possibleMistakes(of).map((name) => subjectOf(name, outcomes[name]))),
  },

  "error-bodies": {
    unit: "different failures with a JSON body",
    find({ gap, node, evidence, outcomes }) {
      const types = Object.keys(outcomes["failures"] ?? {});
      // A body without a schema: the place where the observer counts what it holds.
      const [name = ""] = Object.keys(asObject(node["content"]));
      const pointer = below(gap.node, "content", name, "schema");
      const { samples, units, fields } = evidence.objectsAt(pointer);
      const bodies = evidence.at(pointer)?.samples ?? 0;
      const always = Object.keys(fields).filter((name) => fields[name]!.samples === samples);
      return {
        against: [
          types.length > 1 && `failures have several media types: ${types.join(", ")}`,
          bodies > samples && `only ${samples} of ${bodies} bodies are objects`,
          samples > 0 && always.length === 0 && `no field is in all ${samples} bodies of failures`,
        ],
        subjects: [{ name: "", units }],
        effect: `the body of a failure is \`${types[0]}\` with known fields: always ${always.join(", ")}`,
      };
    },
  },

  /**
   * Request and answer are compared: a field that every request sent is always in the echo, which says
   * nothing about requests without it.
   */
  echo: {
    unit: "different requests",
    find({ gap, node, evidence, seen, of, outcomes }) {
      const { same = none, another } = outcomes[gap.node] ?? {};
      const sender = of.operations.find(({ operationId }) => operationId === seen?.operations[0]);
      const schema = sender && of.schemaOf(of.requestOf(sender));
      const request = schema === undefined ? undefined : of.locateAt(schema);
      return {
        against: [
          another &&
            `the echo is not always the request: it is another in ${another.samples} answers`,
        ],
        subjects: [
          { name: "", units: same.units },
          ...optionalFields(node, request?.node).map((name) => ({
            name: `without \`${name}\``,
            units: request ? requestsWithout(name, request.pointer, evidence) : 0,
            needed: toDescribe,
          })),
        ],
        effect: `\`${nameOf(gap.node)}\` repeats the request exactly`,
      };
    },
  },

  /** The service has taken every type that the document allows, which says nothing about what it would refuse. */
  "accepted-types": {
    unit: "different requests that were taken",
    find({ gap, node, evidence }) {
      const taken = evidence.at(gap.node, "accepted")?.types ?? {};
      const refused = evidence.at(gap.node, "refused")?.types ?? {};
      const types = [node["type"] ?? []].flat().map(String);
      const also = types.filter((type) => refused[type] !== undefined);
      return {
        against: [
          also.length > 0 &&
            `requests with ${also.join(" and ")} were also refused, and nothing says that it was for something else`,
        ],
        subjects: types.map((type) => ({ name: type, units: taken[type]?.units ?? 0 })),
        effect: `${types.join(" and ")} ${types.length > 1 ? "are" : "is"} taken for \`${nameOf(gap.node)}\``,
      };
    },
  },

  /** What a value looks like while its resource is in a status that the document names. */
  "forms-by-status": {
    unit: "resources seen in the status",
    find: (place) => oneFormEach(place, (status, known) => known.includes(status)),
  },

  /** What it looks like in each status that the document does not name: then the resource is done, one way or the other. */
  "forms-when-done": {
    unit: "resources seen in each status",
    find: (place) => oneFormEach(place, (status, known) => !known.includes(status)),
  },

  "unknown-fields": {
    unit: "valid requests with a field that no document names",
    find: ({ outcomes }) => oneOutcomeEach([subjectOf("unknown-field", outcomes["unknown-field"])]),
  },

  /** Things of every other operation count: what holds for one kind need not hold for another. */
  "other-jobs": {
    unit: "resources of each other operation",
    find({ gap, of, outcomes }) {
      const reader = of.operations.find(({ pointer }) => pointer === gap.node);
      const others = reader ? of.creatorsFor(reader).others : [];
      return oneOutcomeEach(others.map(({ operationId: id }) => subjectOf(id, outcomes[id])));
    },
  },
};

/** The kinds of evidence that a note can name. */
export const evidenceKinds = Object.keys(strategies);

const none: Count = { samples: 0, units: 0 };

const below = (pointer: string, ...path: string[]) => pointer + toPointer(path).slice(1);

const followed = ({ counts }: Evidence) =>
  counts.outcomes["states"]?.["followed"]?.["resource"]?.units ?? 0;

/** A subject by what was seen of it. One unit may be in several outcomes, so that the largest counts. */
const subjectOf = (name: string, seen: CountsByName = {}) => ({
  name,
  seen,
  units: Math.max(0, ...Object.values(seen).map(({ units }) => units)),
});

/** Each subject has to have one outcome, whatever it is; a second one speaks against closing the gap. */
function oneOutcomeEach(subjects: ReturnType<typeof subjectOf>[]): Finding {
  const mixed = subjects.find(({ seen }) => Object.keys(seen).length > 1);
  const outcomes = Object.entries(mixed?.seen ?? {});
  return {
    against: [
      mixed &&
        `${mixed.name} has several outcomes: ${outcomes.map(([outcome, { samples }]) => `${outcome} (${samples})`).join(", ")}`,
    ],
    subjects,
    effect: subjects.map(({ name, seen }) => `${name}: ${Object.keys(seen)[0]}`).join(", "),
  };
}

/** @param isMeant of a status, and those that the document names */
function oneFormEach(
  { gap, of, outcomes }: Place,
  isMeant: (status: string, known: string[]) => boolean,
): Finding {
  const known = Checker.of(of.document)
    .gaps.filter(({ evidence = [] }) => evidence.includes("states"))
    .flatMap(({ node }) => knownValues(of.locateAt(node)?.node ?? {}));
  const subjects = Object.entries(outcomes).flatMap(([subject, seen]) => {
    const [pointer, status = ""] = subject.split(" ");
    return pointer === gap.node && isMeant(status, known)
      ? [subjectOf(`\`${nameOf(pointer)}\` while the status is \`${status}\``, seen)]
      : [];
  });
  return oneOutcomeEach(subjects);
}

/** Fields that an object, or a request with it, may leave out. */
function optionalFields(node: JsonObject, { required }: JsonObject = node): string[] {
  return Object.keys(asObject(node["properties"])).filter(
    (name) => !asList(required).includes(name),
  );
}

/** A list of the words that were seen, and of those that the document names: none of them is dropped. */
function closedList({ gap, node, seen }: Place, units: number): Finding {
  const known = knownValues(node);
  const words = Object.keys(seen?.values ?? {});
  const values = [...known, ...words.filter((word) => !known.includes(word)).sort()];
  const unseen = known.filter((value) => !words.includes(value));
  const others = otherTypes(seen?.types ?? {}, "string");
  const { samples = 0, otherValues = 0 } = seen ?? {};
  return {
    against: [
      others && `not all values are strings: ${others}; a list would refuse them`,
      values.length > maxValues && `${values.length} different values are data, not a list`,
      otherValues > 0 &&
        `${otherValues} of ${samples} values are no words, or were seen in one or two resources only; a list would refuse them`,
    ],
    subjects: [{ name: "", units }],
    effect: `narrows \`${nameOf(gap.node)}\` to a union of ${values.length}: ${values.join(", ")}${unseen.length > 0 ? ` (documented, and not seen: ${unseen.join(", ")})` : ""}. A value beyond them will contradict the document`,
    changes: () => [closeList(gap.node, node, values)],
  };
}

/** What is not of the one type that the gap is about; undefined when nothing is. */
function otherTypes(types: CountsByName, expected: string): string | undefined {
  const others = Object.entries(types).filter(([type]) => type !== expected);
  if (others.length === 0) return undefined;
  const total = Object.values(types).reduce((sum, { samples }) => sum + samples, 0);
  return `${others.map(([type, { samples }]) => `${samples} are ${type}`).join(", ")}, of ${total} values`;
}

/**
 * A schema of what was seen at a place; undefined when that is too little, or too mixed, to describe.
 * It refuses nothing that was seen.
 */
function describePlace(pointer: string, evidence: Evidence): JsonObject | undefined {
  const seen = evidence.at(pointer);
  if (!seen || seen.units < toDescribe) return undefined;
  const all = Object.keys(seen.types);
  // Every integer is a number.
  const types = all.filter(
    (type) => type !== "null" && !(type === "integer" && all.includes("number")),
  );
  const nullable = all.includes("null") ? [...types, "null"] : types;
  const type: Json = nullable.length === 1 ? nullable[0]! : nullable;
  if (types.length === 1 && types[0] === "object") {
    const schema = describeObject(seen, evidence);
    // An object of which nothing is known would be a new gap.
    return "properties" in schema ? { ...schema, type } : undefined;
  }
  if (types.length === 1 && types[0] === "array") {
    const items = describePlace(`${pointer}/items`, evidence);
    return items && { type, items };
  }
  if (types.length === 0 || types.includes("object") || types.includes("array")) return undefined;
  const [form, another] = Object.keys(seen.formats);
  const format = another === undefined && form && isSchemaFormat(form) ? form : undefined;
  return { type, ...(format ? { format } : {}) };
}

/** The fields that the document does not name. One is required if no object was without it, and enough were seen. */
function describeObject({ pointer }: ObservedPlace, evidence: Evidence): JsonObject {
  const { samples, units, fields } = evidence.objectsAt(pointer);
  const documented = evidence.interface.fieldsOf(pointer);
  const unknown = Object.keys(fields).filter((name) => !documented.includes(name));
  const described = unknown.sort().flatMap((name) => {
    const field = describePlace(below(pointer, "properties", name), evidence);
    return field ? [{ name, field, count: fields[name]! }] : [];
  });
  const required = described.filter(({ count }) => count.samples === samples && units >= toPromise);
  const properties = described.map(({ name, field, count }): [string, Json] => {
    const description = `Seen in ${count.units} of ${units} different objects. What it means is not documented.`;
    const example = exampleOf(name, field);
    return [
      name,
      { ...field, description, ...(example === undefined ? {} : { examples: [example] }) },
    ];
  });
  return {
    type: "object",
    ...(required.length > 0 ? { required: required.map(({ name }) => name) } : {}),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
  };
}

/** The required fields of a schema, and in how many of the objects each was there and not null. */
function presencesOf(pointer: string, evidence: Evidence) {
  const { required, properties } = evidence.interface.locateAt(pointer)?.node ?? {};
  const { samples: objects, units, fields } = evidence.objectsAt(pointer);
  return asList(required)
    .map(String)
    .filter((name) => name in asObjectMap(properties))
    .map((name) => {
      const place = below(pointer, "properties", name);
      const at = evidence.at(evidence.interface.locateAt(place)?.pointer ?? place);
      const nulls = at?.types["null"]?.samples ?? 0;
      return { pointer, name, objects, units, there: (fields[name]?.samples ?? 0) - nulls };
    });
}

/**
 * Requests that left a field out. Refused ones count as well: where the service insists on a field,
 * there is no echo without it.
 */
function requestsWithout(name: string, pointer: string, evidence: Evidence): number {
  const counts = (["accepted", "refused"] as const).map((side) => {
    const { units, fields } = evidence.objectsAt(pointer, side);
    return units - (fields[name]?.units ?? 0);
  });
  return Math.max(...counts);
}

/** Mistakes that a consumer of this interface can make. */
function possibleMistakes(of: Interface): string[] {
  const some = (isSo: (operation: Operation) => boolean) => of.operations.some(isSo);
  return [
    ...(some((each) => of.isSecured(each)) ? ["no-token", "wrong-token"] : []),
    ...(some((each) => of.requestOf(each) !== undefined)
      ? ["malformed-json", "missing-field"]
      : []),
    ...(some((each) => of.identifierOf(each) !== undefined) ? ["unknown-id"] : []),
  ];
}
