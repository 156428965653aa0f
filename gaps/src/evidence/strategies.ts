/**
 * How each kind of evidence closes a gap: one row for each. A row says what has to be seen, how often,
 * and what speaks against it; what it has in common with the others is in {@link propose}.
 */
import { nameSuccess } from "../close/changes.ts";
import { type Action, changeNode, type Observation } from "../close/overlay.ts";
import { exampleOf } from "../close/repair-examples.ts";
import {
  asList,
  asObject,
  asObjectMap,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "../document/document.ts";
import { toJsonPath, toPointer } from "../document/pointer.ts";
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
  find: (gap: Gap, node: JsonObject, evidence: Evidence) => Finding;
}

/** What evidence says about a gap. */
interface Finding {
  /** Why the gap stays open, whatever the numbers. */
  against: (string | false | undefined)[];
  /** Each of them has to be seen often enough. */
  subjects: Subject[];
  /** What the document says from then on. */
  effect: string;
  /** What changes at the node of the gap, and the keys that have to be as they are today; nothing by default. */
  update?: JsonObject;
  expects?: string[];
  /** Changes elsewhere. */
  actions?: Action[];
}

interface Subject {
  /** Empty where there is one. */
  name: string;
  units: number;
  /** Where it is another number than that of the strategy. */
  needed?: number;
}

/** Actions that close a gap, or why the evidence does not. */
export type Proposal =
  { gap: string; actions: Action[]; effect: string } | { gap: string; because: string };

/** What was counted, as the strategies ask for it. */
export class Evidence {
  readonly counts: Counts;
  readonly interface: Interface;
  readonly #gaps: Gap[];
  readonly #places: Map<string, ObservedPlace>;

  constructor(document: OpenApiDocument, counts: Counts) {
    this.counts = counts;
    const checker = Checker.of(document);
    this.interface = checker.interface;
    this.#gaps = checker.gaps;
    this.#places = new Map(counts.places.map((place) => [`${place.side} ${place.pointer}`, place]));
  }

  /** What was seen at a place, in answers unless another side is asked for. */
  at(pointer: string, side: Side = "response"): ObservedPlace | undefined {
    return this.#places.get(`${side} ${pointer}`);
  }

  get followed(): number {
    return this.counts.histories["followed"]?.units ?? 0;
  }

  /** Statuses that the document names, at the places whose words a resource passes through. */
  get knownStatuses(): string[] {
    return this.#gaps
      .filter(({ evidence = [] }) => evidence.includes("states"))
      .flatMap(({ node }) => knownValues(this.interface.locateAt(node)?.node ?? {}));
  }

  /** @param units without an exception */
  verification({ id, question }: Gap, units: number, what: string): Observation {
    const { environment, days, exchanges } = this.counts;
    const period = days ? ` between ${days.first} and ${days.last}` : "";
    return {
      gap: id,
      question,
      date: days?.last ?? new Date().toISOString().slice(0, 10),
      environment,
      evidence: `${what}, from ${exchanges.recognised} recorded calls${period}.`,
      samples: units,
      // Down, so that what is written never claims more than was found.
      confidence: Math.floor(lowerBound(units, units) * 1000) / 1000,
    };
  }
}

/** What closes a gap by one kind of evidence, or why nothing does. */
export function propose(kind: string, gap: Gap, evidence: Evidence): Proposal {
  const open = (because: string): Proposal => ({ gap: gap.id, because });
  const strategy = Object.hasOwn(strategies, kind) ? strategies[kind] : undefined;
  if (!strategy)
    return open(`${kind} is no kind of evidence; there are ${evidenceKinds.toSorted().join(", ")}`);
  const node = evidence.interface.locateAt(gap.node)?.node;
  if (!node) return open("its place cannot be read");
  const { unit, needed = toPromise } = strategy;
  const found = strategy.find(gap, node, evidence);
  const { against, subjects, effect, update, expects, actions = [] } = found;
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
  const verification = evidence.verification(
    gap,
    Math.min(...subjects.map(({ units }) => units)),
    `${subjects.length > 1 ? `${unit}: ${shown}` : `${subjects[0]!.units} ${unit}`}; ${effect}`,
  );
  const said = update || found.actions ? effect : `changes no type: ${effect}`;
  const [change, removal] = changeNode(gap, node, said, verification, update, expects);
  return { gap: gap.id, effect: said, actions: [change, ...actions, removal] };
}

const strategies: Record<string, Strategy> = {
  /** Words that do not change: every resource that was seen counts. */
  values: {
    unit: "resources without another value",
    needed: toClose,
    find: (gap, node, evidence) =>
      closedList(gap, node, evidence, evidence.at(gap.node)?.units ?? 0),
  },

  /** Words that a resource passes through. One seen at one stage only says nothing about the others. */
  states: {
    unit: "resources seen at several stages",
    needed: toClose,
    find: (gap, node, evidence) => closedList(gap, node, evidence, evidence.followed),
  },

  transitions: {
    unit: "resources seen at several stages",
    needed: toClose,
    find({ node: pointer }, _node, evidence) {
      const { transitions, histories } = evidence.counts;
      const seen = Object.keys(transitions);
      const rare = seen.filter((change) => transitions[change]!.units < minResources);
      const inWords = (changes: string[]) => changes.join(", ").replaceAll(">", " to ");
      const left = new Set(seen.map((change) => change.split(">")[0]));
      const all = new Set(seen.map((change) => change.split(">")[1]!));
      const final = [...all].filter((status) => !left.has(status));
      return {
        against: [
          (evidence.at(pointer)?.rareValues ?? 0) > 0 &&
            "some statuses were seen in one or two resources only",
          rare.length > 0 && `some transitions are rare, so others may be unseen: ${inWords(rare)}`,
          seen.length > 0 && final.length === 0 && "no status is final: each was left again",
        ],
        subjects: [
          { name: "", units: evidence.followed },
          ...final.map((status) => ({
            name: `read again after ${status}, so that it is known to be final`,
            units: histories[`still ${status}`]?.units ?? 0,
            needed: minResources,
          })),
        ],
        effect: `resources go from ${inWords(seen)}; final: ${final.join(", ")}`,
      };
    },
  },

  /** Names, types and forms of the fields that the document does not name. Numbers never become bounds. */
  fields: {
    unit: "different objects",
    needed: toDescribe,
    find({ node: pointer }, _node, evidence) {
      const seen = evidence.at(pointer);
      const units = seen?.types["object"]?.units ?? 0;
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
        effect: `narrows \`${nameOf(pointer)}\` from unknown content to the fields ${names.join(", ")}. Replace the descriptions by what the fields mean`,
        update,
        expects: ["type", "properties", "required"],
      };
    },
  },

  /** Every optional field has to be always there, or never. One that comes and goes leaves the question open. */
  presence: {
    unit: "different objects",
    find({ node: pointer }, node, evidence) {
      const seen = evidence.at(pointer);
      const { samples = 0, units = 0 } = seen?.types["object"] ?? {};
      const optional = optionalFields(node);
      const times = (name: string) => seen?.fields[name]?.samples ?? 0;
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
        effect: `makes ${always.map((name) => `\`${name}\``).join(", ")} required in \`${nameOf(pointer)}\``,
        // An overlay joins lists: these names are added to those that are there.
        update: { required: always },
        expects: ["required"],
      };
    },
  },

  /** That the required fields of all answers are there, and not null. */
  confirmation: {
    unit: "different answers",
    find(_gap, _node, evidence) {
      const { interface: of } = evidence;
      const schemas = of.operations.flatMap((operation) =>
        of.successesOf(operation).flatMap((success) => of.partsOf(of.schemaOf(success))),
      );
      const fields = [...new Set(schemas.map(({ pointer }) => pointer))].flatMap((pointer) =>
        presencesOf(pointer, evidence),
      );
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
    find(gap, _node, evidence) {
      const { interface: of } = evidence;
      const seen = successesIn(evidence).map(({ operation, codes }) => ({
        operation,
        name: operation.operationId,
        outcomes: codes.map(([code, types]): [string, Count] => [code, joined(types)]),
      }));
      const finding = oneOutcomeEach(seen);
      const actions: Action[] = [];
      for (const { operation, name, outcomes } of seen) {
        const [code, { units }] = outcomes[0] ?? ["", joined({})];
        const described = of.responseTo(operation, Number(code))?.code ?? "";
        if (code && described !== code && !/^2XX$/i.test(described))
          finding.against.push(
            `${name} succeeds with ${code}, for which the document has no response. Add one by hand`,
          );
        const change = code ? nameSuccess(of, operation, code) : undefined;
        if (!change) continue;
        const what = `${units} different successes, all with this code`;
        const verified = [{ ...evidence.verification(gap, units, what) }];
        actions.push({
          target: toJsonPath(change.pointer),
          description: `\`${name}\` succeeded with ${code} in each of ${units} different answers.`,
          "x-closes": gap.id,
          "x-expects": { [code]: null },
          update: { [code]: { ...asObject(change.update[code]), "x-verified": verified } },
        });
      }
      return { ...finding, actions };
    },
  },

  /** That every success has a media type that the document names. */
  "media-types": {
    unit: "different successes of each operation",
    find(_gap, _node, evidence) {
      const { interface: of } = evidence;
      const named = new Set(
        of.operations.flatMap((operation) =>
          of.successesOf(operation).flatMap((success) => of.mediaTypesOf(success)),
        ),
      );
      const seen = successesIn(evidence).map(({ operation: { operationId: name }, codes }) => ({
        name,
        types: codes.flatMap(([, types]) => Object.entries(types)),
      }));
      return {
        against: seen.flatMap(({ name, types }) =>
          types
            .filter(([type]) => !named.has(type))
            .map(([type, { samples }]) => `${samples} successes of ${name} are ${type}`),
        ),
        subjects: seen.map(({ name, types }) => ({
          name,
          units: joined(Object.fromEntries(types)).units,
        })),
        effect: `every success is ${[...named].map((type) => `\`${type}\``).join(" or ")}`,
      };
    },
  },

  /** The status code for each kind of mistake that a consumer makes, and has to distinguish. */
  refusals: {
    unit: "different refusals of each kind of mistake",
    find: (_gap, _node, { counts, interface: of }) =>
      oneOutcomeEach(
        possibleMistakes(of).map((name) => ({
          name,
          outcomes: after(counts.refusals, name).map(([rest, count]) => [
            rest.split(" ")[0]!,
            count,
          ]),
        })),
      ),
  },

  "error-bodies": {
    unit: "different failures with a JSON body",
    find({ node: pointer }, node, evidence) {
      const { refusals } = evidence.counts;
      const types = [...new Set(Object.keys(refusals).map((key) => key.split(" ")[2]!))];
      // A body without a schema: the place where the observer counts what it holds.
      const [name = ""] = Object.keys(asObject(node["content"]));
      const body = evidence.at(below(pointer, "content", name, "schema"));
      const { samples = 0, units = 0 } = body?.types["object"] ?? {};
      const fields = Object.entries(body?.fields ?? {});
      const always = fields.filter(([, count]) => count.samples === samples);
      const sometimes = fields.filter(
        ([, count]) => count.samples < samples && count.units >= toDescribe,
      );
      const names = (list: typeof fields) => list.map(([name]) => name).join(", ");
      return {
        against: [
          types.length > 1 && `failures have several media types: ${types.join(", ")}`,
          body && body.samples > samples && `only ${samples} of ${body.samples} bodies are objects`,
          samples > 0 && always.length === 0 && `no field is in all ${samples} bodies of failures`,
        ],
        subjects: [{ name: "", units }],
        effect: `the body of a failure is \`${types[0]}\` with known fields: always ${names(always)}${sometimes.length > 0 ? `, sometimes ${names(sometimes)}` : ""}`,
      };
    },
  },

  /**
   * Request and answer are compared: a field that every request sent is always in the echo, which says
   * nothing about requests without it.
   */
  echo: {
    unit: "different requests",
    find({ node: pointer }, node, evidence) {
      const { interface: of } = evidence;
      const outcomes = after(evidence.counts.echoes, pointer);
      const others = outcomes.filter(([outcome]) => outcome !== "same");
      const [operation] = evidence.at(pointer)?.operations ?? [];
      const sender = of.operations.find(({ operationId }) => operationId === operation);
      const schema = sender && of.schemaOf(of.requestOf(sender));
      const request = schema === undefined ? undefined : of.locateAt(schema);
      return {
        against: [
          others.length > 0 &&
            `the echo is not always the request: fields are ${others.map(([outcome, { samples }]) => `${outcome} in ${samples}`).join(", ")} answers`,
        ],
        subjects: [
          { name: "", units: outcomes.find(([outcome]) => outcome === "same")?.[1].units ?? 0 },
          ...optionalFields(node, request?.node).map((name) => ({
            name: `without \`${name}\``,
            units: request ? requestsWithout(name, request.pointer, evidence) : 0,
            needed: toDescribe,
          })),
        ],
        effect: `\`${nameOf(pointer)}\` repeats the request exactly`,
      };
    },
  },

  /** The service has taken every type that the document allows, which says nothing about what it would refuse. */
  "accepted-types": {
    unit: "different requests that were taken",
    find({ node: pointer }, node, evidence) {
      const taken = evidence.at(pointer, "accepted")?.types ?? {};
      const refused = evidence.at(pointer, "refused")?.types ?? {};
      const types = [node["type"] ?? []].flat().map(String);
      const also = types.filter((type) => refused[type] !== undefined);
      return {
        against: [
          also.length > 0 &&
            `requests with ${also.join(" and ")} were also refused, and nothing says that it was for something else`,
        ],
        subjects: types.map((type) => ({ name: type, units: taken[type]?.units ?? 0 })),
        effect: `${types.join(" and ")} ${types.length > 1 ? "are" : "is"} taken for \`${nameOf(pointer)}\``,
      };
    },
  },

  /** What a value looks like while its resource is in a status that the document names. */
  "forms-by-status": {
    unit: "resources seen in the status",
    find({ node: pointer }, _node, evidence) {
      const statuses = evidence.knownStatuses;
      const seen = formsAt(pointer, evidence).filter(({ status }) => statuses.includes(status));
      return oneOutcomeEach([
        {
          name: `\`${nameOf(pointer)}\` while the status is \`${statuses.join("` or `")}\``,
          outcomes: seen.map(({ form, count }) => [form.replace("empty-", ""), count]),
        },
      ]);
    },
  },

  /** What it looks like in each status that the document does not name: then the resource is done, one way or the other. */
  "forms-when-done": {
    unit: "resources seen in each status",
    find({ node: pointer }, _node, evidence) {
      const known = evidence.knownStatuses;
      const seen = formsAt(pointer, evidence).filter(({ status }) => !known.includes(status));
      return oneOutcomeEach(
        [...new Set(seen.map(({ status }) => status))].map((status) => ({
          name: `\`${nameOf(pointer)}\` while the status is ${status}`,
          outcomes: seen.flatMap((each) =>
            each.status === status ? [[each.form, each.count]] : [],
          ),
        })),
      );
    },
  },

  "unknown-fields": {
    unit: "valid requests with a field that no document names",
    find: (_gap, _node, evidence) => outcomesOf(evidence, "unknown-field"),
  },

  /** Things of every other operation count: what holds for one kind need not hold for another. */
  "other-jobs": {
    unit: "resources of each other operation",
    find({ node: pointer }, _node, evidence) {
      const reader = evidence.interface.operations.find((each) => each.pointer === pointer);
      const others = reader ? evidence.interface.creatorsFor(reader).others : [];
      return outcomesOf(evidence, ...others.map(({ operationId }) => operationId));
    },
  },
};

/** The kinds of evidence that a note can name. */
export const evidenceKinds = Object.keys(strategies);

const below = (pointer: string, ...path: string[]) => pointer + toPointer(path).slice(1);

/** Counts whose names begin with a word, by the rest of the name: of `no-token`, `401 text/html`. */
const after = (counts: CountsByName, word: string): [rest: string, count: Count][] =>
  Object.entries(counts).flatMap(([name, count]) =>
    name.startsWith(`${word} `) ? [[name.slice(word.length + 1), count]] : [],
  );

/** Counts of one thing in several forms. One unit may be in several of them, so that the largest counts. */
const joined = (counts: CountsByName): Count => ({
  samples: Object.values(counts).reduce((sum, { samples }) => sum + samples, 0),
  units: Math.max(0, ...Object.values(counts).map(({ units }) => units)),
});

/** Each subject has to have one outcome, whatever it is; a second one speaks against closing the gap. */
function oneOutcomeEach(seen: { name: string; outcomes: [outcome: string, count: Count][] }[]) {
  const mixed = seen.find(({ outcomes }) => new Set(outcomes.map(([name]) => name)).size > 1);
  return {
    against: [
      mixed &&
        `${mixed.name} has several outcomes: ${mixed.outcomes.map(([outcome, { samples }]) => `${outcome} (${samples})`).join(", ")}`,
    ],
    subjects: seen.map(({ name, outcomes }) => ({
      name,
      units: Math.max(0, ...outcomes.map(([, { units }]) => units)),
    })),
    effect: seen.map(({ name, outcomes }) => `${name}: ${outcomes[0]?.[0]}`).join(", "),
  };
}

/** The successes of each operation, by code and media type. */
const successesIn = ({ interface: of, counts }: Evidence) =>
  of.operations.map((operation) => ({
    operation,
    codes: Object.entries(counts.statuses[operation.operationId] ?? {}).filter(([code]) =>
      code.startsWith("2"),
    ),
  }));

/** Forms of the values at a place, for each status of what they belong to. */
const formsAt = (pointer: string, { counts }: Evidence) =>
  after(counts.byStatus, pointer).map(([rest, count]) => {
    const [form = "", status = ""] = rest.split(" ");
    return { form, status, count };
  });

/** Fields that an object, or a request with it, may leave out. */
function optionalFields(node: JsonObject, { required }: JsonObject = node): string[] {
  return Object.keys(asObject(node["properties"])).filter(
    (name) => !asList(required).includes(name),
  );
}

/** What becomes of requests that the document leaves to the service. */
const outcomesOf = ({ counts }: Evidence, ...names: string[]): Finding =>
  oneOutcomeEach(names.map((name) => ({ name, outcomes: after(counts.outcomes, name) })));

/** A list of the words that were seen, and of those that the document names: none of them is dropped. */
function closedList(
  { id, node: pointer }: Gap,
  node: JsonObject,
  evidence: Evidence,
  units: number,
): Finding {
  const seen = evidence.at(pointer);
  const known = knownValues(node);
  const words = Object.keys(seen?.values ?? {});
  const values = [...known, ...words.filter((word) => !known.includes(word)).sort()];
  const unseen = known.filter((value) => !words.includes(value));
  const listed = asList(node["enum"]);
  return {
    against: seen ? reasonsAgainst(seen, values) : [],
    subjects: [{ name: "", units }],
    effect: `narrows \`${nameOf(pointer)}\` to a union of ${values.length}: ${values.join(", ")}${unseen.length > 0 ? ` (documented, and not seen: ${unseen.join(", ")})` : ""}. A value beyond them will contradict the document`,
    // An overlay joins lists: only what is not in the list is added to it.
    update: { enum: values.filter((value) => !listed.includes(value)) },
    expects: ["type", "x-extensible-enum", "enum"],
    actions:
      "x-extensible-enum" in node
        ? [
            {
              target: `${toJsonPath(pointer)}['x-extensible-enum']`,
              description: "The list is closed, so the list of known values goes.",
              "x-closes": id,
              remove: true,
            },
          ]
        : [],
  };
}

function reasonsAgainst(seen: ObservedPlace, values: string[]): Finding["against"] {
  const { types, samples, rareValues, otherValues } = seen;
  const others = otherTypes(types, "string");
  return [
    others && `not all values are strings: ${others}; a list would refuse them`,
    values.length > maxValues && `${values.length} different values are data, not a list`,
    rareValues > 0 &&
      `${rareValues} of the values were seen in one or two resources only, so there may be more that were not seen yet`,
    otherValues > 0 &&
      `${otherValues} of ${samples} values are no words, or too rare to be written; a list would refuse them`,
  ];
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
function describeObject(seen: ObservedPlace, evidence: Evidence): JsonObject {
  const { samples, units } = seen.types["object"]!;
  const documented = evidence.interface.fieldsOf(seen.pointer);
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const name of Object.keys(seen.fields).sort()) {
    if (documented.includes(name)) continue;
    const count = seen.fields[name]!;
    const field = describePlace(`${seen.pointer}/properties/${name}`, evidence);
    if (!field) continue;
    const description = `Seen in ${count.units} of ${units} different objects. What it means is not documented.`;
    const example = exampleOf(name, field);
    properties[name] = {
      ...field,
      description,
      ...(example === undefined ? {} : { examples: [example] }),
    };
    if (count.samples === samples && units >= toPromise) required.push(name);
  }
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

/** The required fields of a schema, and in how many of the objects each was there and not null. */
function presencesOf(pointer: string, evidence: Evidence) {
  const { required, properties } = evidence.interface.locateAt(pointer)?.node ?? {};
  const seen = evidence.at(pointer);
  const { samples: objects = 0, units = 0 } = seen?.types["object"] ?? {};
  return asList(required)
    .map(String)
    .filter((name) => name in asObjectMap(properties))
    .map((name) => {
      const place = below(pointer, "properties", name);
      const at = evidence.at(evidence.interface.locateAt(place)?.pointer ?? place);
      const nulls = at?.types["null"]?.samples ?? 0;
      return { pointer, name, objects, units, there: (seen?.fields[name]?.samples ?? 0) - nulls };
    });
}

/**
 * Requests that left a field out. Refused ones count as well: where the service insists on a field,
 * there is no echo without it.
 */
function requestsWithout(name: string, pointer: string, evidence: Evidence): number {
  const counts = (["accepted", "refused"] as const).map((side) => {
    const sent = evidence.at(pointer, side);
    return (sent?.types["object"]?.units ?? 0) - (sent?.fields[name]?.units ?? 0);
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
