/**
 * How each kind of evidence closes a gap: one row for each. A row says what has to be seen, how often,
 * and what speaks against it; what it has in common with the others is in {@link propose}.
 */
import { type Action, changeNode, expectToday, type Observation } from "../close/overlay.ts";
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
import type { Counts, CountsByName, ObservedPlace, Side } from "./counts.ts";
import type { Interface, Operation } from "./interface.ts";
import { chanceOfUnseen, lowerBound, unitsFor } from "./statistics.ts";
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

/** One of the resources that have to be seen often enough. */
interface Subject {
  units: number;
  /** What they are, in the plural. */
  what: string;
  /** @default what makes a promise */
  needed?: number;
}

/** What evidence says about a gap. */
interface Finding {
  /** Why the gap stays open, whatever the numbers; undefined when nothing speaks against closing it. */
  against?: string | undefined;
  subjects: Subject[];
  /** What the document says from then on, and what shows it. */
  effect: string;
  what: string;
  /** What changes at the node of the gap, and the keys that have to be as they are today; nothing by default. */
  update?: JsonObject;
  expects?: string[];
  /** Changes elsewhere. */
  actions?: (evidence: Evidence) => Action[];
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

  /** Forms of the values at a place, for each status of what they belong to. */
  formsAt(pointer: string): { form: string; status: string; units: number }[] {
    return Object.entries(this.counts.byStatus).flatMap(([key, { units }]) => {
      const [at, form = "", status = ""] = key.split(" ");
      return at === pointer ? [{ form, status, units }] : [];
    });
  }

  get refusals(): { mistake: string; status: string; mediaType: string; units: number }[] {
    return Object.entries(this.counts.refusals).map(([key, { units }]) => {
      const [mistake = "", status = "", mediaType = ""] = key.split(" ");
      return { mistake, status, mediaType, units };
    });
  }

  /** The successes of each operation, by code and media type. */
  get successes(): { operation: Operation; codes: [string, CountsByName][] }[] {
    return this.interface.operations.map((operation) => ({
      operation,
      codes: Object.entries(this.counts.statuses[operation.operationId] ?? {}).filter(([code]) =>
        code.startsWith("2"),
      ),
    }));
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
  const strategy = Object.hasOwn(strategies, kind) ? strategies[kind] : undefined;
  const open = (because: string): Proposal => ({ gap: gap.id, because });
  if (!strategy)
    return open(
      `${kind} is no kind of evidence; there are ${Object.keys(strategies).sort().join(", ")}`,
    );
  const node = evidence.interface.locateAt(gap.node)?.node;
  if (!node) return open("its place cannot be read");
  const { against, subjects, effect, what, update, expects, actions } = strategy(
    gap,
    node,
    evidence,
  );
  if (against !== undefined) return open(against);
  const few = subjects.find(({ units, needed = toPromise }) => units < needed);
  if (few) {
    const { units, needed = toPromise } = few;
    return open(
      `too little evidence: ${units} of at least ${needed} ${few.what}, ${needed - units} more are needed`,
    );
  }
  const units = Math.min(...subjects.map((subject) => subject.units));
  const said = update || actions ? effect : `changes no type: ${effect}`;
  const verification = evidence.verification(gap, units, what.replaceAll("{units}", `${units}`));
  const [change, removal] = changeNode(gap, node, said, verification, update, expects);
  return { gap: gap.id, effect: said, actions: [change, ...(actions?.(evidence) ?? []), removal] };
}

const toJsonPointer = (pointer: string, ...path: string[]) => pointer + toPointer(path).slice(1);

type Strategy = (gap: Gap, node: JsonObject, evidence: Evidence) => Finding;

const strategies: Record<string, Strategy> = {
  /** Words that do not change: every resource that was seen is a unit. */
  values: (gap, node, evidence) =>
    closedList(gap, node, evidence, evidence.at(gap.node)?.units ?? 0, "resources"),

  /**
   * Words that a resource passes through. One seen at one stage only says nothing about the others, so
   * only those count that were seen at several.
   */
  states: (gap, node, evidence) =>
    closedList(gap, node, evidence, evidence.followed, "resources seen at several stages"),

  transitions({ node: pointer }, _node, evidence) {
    const { transitions, histories } = evidence.counts;
    const seen = Object.entries(transitions);
    const inWords = (changes: [string, unknown][]) =>
      changes.map(([change]) => change.replace(">", " to ")).join(", ");
    const rare = seen.filter(([, { units }]) => units < minResources);
    const left = new Set(seen.map(([change]) => change.split(">")[0]));
    const final = [...new Set(seen.map(([change]) => change.split(">")[1]!))].filter(
      (status) => !left.has(status),
    );
    const isRare = (evidence.at(pointer)?.rareValues ?? 0) > 0;
    return {
      against: isRare
        ? "some statuses were seen in one or two resources only"
        : rare.length > 0
          ? `some transitions are rare, so others may be unseen: ${inWords(rare)}`
          : seen.length > 0 && final.length === 0
            ? "no status is final: each was left again"
            : undefined,
      subjects: [
        { units: evidence.followed, needed: toClose, what: "resources seen at several stages" },
        ...final.map((status) => ({
          units: histories[`still ${status}`]?.units ?? 0,
          needed: minResources,
          what: `resources read again after ${status}, so that it is known to be final`,
        })),
      ],
      effect: `resources go from ${inWords(seen)}; final: ${final.join(", ")}`,
      what: `${evidence.followed} resources seen at several stages, which went from ${inWords(seen)}, and did not change after ${final.join(" or ")}`,
    };
  },

  /** Names, types and forms of the fields that the document does not name. Numbers never become bounds. */
  fields({ node: pointer }, _node, evidence) {
    const seen = evidence.at(pointer);
    const units = seen?.types["object"]?.units ?? 0;
    const others = seen && otherTypes(seen.types, "object");
    const { type: _type, ...update } = seen && units > 0 ? describeObject(seen, evidence) : {};
    const names = Object.keys(asObject(update["properties"]));
    const isThin = units < toDescribe;
    return {
      against: others
        ? `not all values are objects: ${others}`
        : names.length === 0 && !isThin
          ? `${units} different objects were seen, and no field of one type in at least ${toDescribe} of them`
          : undefined,
      subjects: [{ units, needed: toDescribe, what: "different objects" }],
      effect: `narrows \`${nameOf(pointer)}\` from unknown content to the fields ${names.join(", ")}. Replace the descriptions by what the fields mean`,
      what: "{units} different objects",
      update,
      expects: ["type", "properties", "required"],
    };
  },

  /** Every optional field has to be always there, or never. One that comes and goes leaves the question open. */
  presence({ node: pointer }, node, evidence) {
    const seen = evidence.at(pointer);
    const { samples = 0, units = 0 } = seen?.types["object"] ?? {};
    const required = asList(node["required"]);
    const optional = Object.keys(asObject(node["properties"])).filter(
      (name) => !required.includes(name),
    );
    const times = (name: string) => seen?.fields[name]?.samples ?? 0;
    const unsettled = optional.filter((name) => times(name) > 0 && times(name) < samples);
    const always = optional.filter((name) => samples > 0 && times(name) === samples);
    const isEnough = units >= toPromise;
    return {
      against:
        isEnough && unsettled.length > 0
          ? `some fields come and go: of ${samples} objects, ${unsettled.map((name) => `${name} in ${times(name)}`).join(", ")}`
          : isEnough && always.length === 0
            ? `none of ${optional.join(", ")} was there in ${samples} objects`
            : undefined,
      subjects: [{ units, what: "different objects" }],
      effect: `makes ${always.map((name) => `\`${name}\``).join(", ")} required in \`${nameOf(pointer)}\``,
      what: "{units} different objects, none without them",
      // An overlay joins lists: these names are added to those that are there.
      update: { required: always },
      expects: ["required"],
    };
  },

  /** That the required fields of all answers are there, and not null. */
  confirmation(_gap, _node, evidence) {
    const presences = successSchemas(evidence).flatMap((schema) => presencesOf(schema, evidence));
    const missing = presences.find(({ there, objects }) => there < objects);
    return {
      against:
        missing &&
        `\`${missing.name}\` of \`${nameOf(missing.pointer)}\` was there in ${missing.there} of ${missing.objects} objects, although the document requires it`,
      subjects: presences.map(({ pointer, units }) => ({
        units,
        what: `different answers with \`${nameOf(pointer)}\` (every answer counts)`,
      })),
      effect: "the required fields of all answers are confirmed",
      what: "At least {units} different answers of every operation, none without a required field",
    };
  },

  /** The status code of each success. */
  statuses(gap, _node, { successes, interface: of }) {
    const total = (counts: CountsByName) =>
      Object.values(counts).reduce((sum, { samples }) => sum + samples, 0);
    const seen = successes.map(({ operation, codes }) => {
      const [most = ["", {}]] = codes.toSorted((a, b) => total(b[1]) - total(a[1]));
      const [code, counts] = most as [string, CountsByName];
      const all = codes.reduce((sum, [, counts]) => sum + total(counts), 0);
      const units = Math.max(0, ...Object.values(counts).map(({ units }) => units));
      return { operation, code, count: total(counts), all, units };
    });
    const mixed = seen.find(({ count, all }) => count < all);
    const unranged = seen.find(({ operation, code }) => {
      const described = code === "" ? undefined : of.responseTo(operation, Number(code));
      return code !== "" && described?.code !== code && !/^2XX$/i.test(described?.code ?? "");
    });
    const list = seen.map(({ operation, code }) => `${operation.operationId} ${code}`).join(", ");
    return {
      against: mixed
        ? `${mixed.operation.operationId} succeeds with several codes: ${mixed.code} in ${mixed.count} of ${mixed.all}`
        : unranged &&
          `${unranged.operation.operationId} succeeds with ${unranged.code}, for which the document has no response. Add one by hand`,
      subjects: seen.map(({ operation, units }) => ({
        units,
        what: `different successes of ${operation.operationId} (every operation counts)`,
      })),
      effect: `names the status code of each success: ${list}`,
      what: "At least {units} different successes of every operation, each always with the same code",
      actions: (evidence) =>
        seen.flatMap(({ operation, code, units }) => {
          const responses = asObject(operation.node["responses"]);
          const range = of.responseTo(operation, Number(code));
          if (code in responses || !range) return [];
          // The response of the code is that of the range, which goes on to hold for every other success.
          const { description = "", content } = range.node;
          const what = `${units} different successes, all with this code`;
          const verified = evidence.verification(gap, units, what);
          return [
            {
              target: toJsonPath(`${operation.pointer}/responses`),
              description: `\`${operation.operationId}\` succeeded with ${code} in each of ${units} different answers.`,
              "x-closes": gap.id,
              "x-expects": expectToday(responses, code),
              update: {
                [code]: {
                  description,
                  ...(content === undefined ? {} : { content }),
                  "x-verified": [{ ...verified }],
                },
              },
            },
          ];
        }),
    };
  },

  /** That every success has a media type that the document names. */
  "media-types"(_gap, _node, { successes, interface: of }) {
    const named = new Set(
      successes.flatMap(({ operation }) =>
        of.successesOf(operation).flatMap((success) => of.mediaTypesOf(success)),
      ),
    );
    const seen = successes.map(({ operation, codes }) => {
      const counts = codes.flatMap(([, types]) => Object.entries(types));
      return {
        operation,
        units: Math.max(0, ...counts.map(([, { units }]) => units)),
        others: counts.filter(([type]) => !named.has(type)),
      };
    });
    const other = seen.find(({ others }) => others.length > 0);
    const types = [...named].map((type) => `\`${type}\``).join(" or ");
    return {
      against:
        other &&
        `${other.others[0]![1].samples} successes of ${other.operation.operationId} are ${other.others[0]![0]}`,
      subjects: seen.map(({ operation, units }) => ({
        units,
        what: `different successes of ${operation.operationId} (every operation counts)`,
      })),
      effect: `every success is ${types}`,
      what: `At least {units} different successes of every operation, all ${types}`,
    };
  },

  /** The status code for each kind of mistake that a consumer makes, and has to distinguish. */
  refusals(_gap, _node, { refusals, interface: of }) {
    const seen = possibleMistakes(of).map((mistake) => {
      const own = refusals.filter((refusal) => refusal.mistake === mistake);
      const units = Math.max(0, ...own.map((refusal) => refusal.units));
      return { mistake, units, statuses: [...new Set(own.map(({ status }) => status))] };
    });
    const mixed = seen.find(({ statuses }) => statuses.length > 1);
    const list = seen.map(({ mistake, statuses }) => `${mistake} ${statuses[0]}`).join(", ");
    return {
      against:
        mixed && `${mixed.mistake} is refused with several codes: ${mixed.statuses.join(", ")}`,
      subjects: seen.map(({ mistake, units }) => ({
        units,
        what: `different refusals of ${mistake} (every kind of mistake counts)`,
      })),
      effect: `the status code of each kind of mistake is known: ${list}`,
      what: `At least {units} different refusals of each kind of mistake, each always with one code (${list})`,
    };
  },

  "error-bodies"({ node: pointer }, node, evidence) {
    const types = [...new Set(evidence.refusals.map(({ mediaType }) => mediaType))];
    // A body without a schema: the place where the observer counts what it holds.
    const [name = ""] = Object.keys(asObject(node["content"]));
    const place = toJsonPointer(pointer, "content", name, "schema");
    const body = evidence.at(place);
    const { samples = 0, units = 0 } = body?.types["object"] ?? {};
    const fields = Object.entries(body?.fields ?? {});
    const always = fields.filter(([, count]) => count.samples === samples).map(([name]) => name);
    const sometimes = fields
      .filter(([, count]) => count.samples < samples && count.units >= toDescribe)
      .map(([name]) => name);
    const list = `always ${always.join(", ")}${sometimes.length > 0 ? `, sometimes ${sometimes.join(", ")}` : ""}`;
    return {
      against:
        types.length > 1
          ? `failures have several media types: ${types.join(", ")}`
          : body && body.samples > samples
            ? `only ${samples} of ${body.samples} bodies are objects`
            : units >= toPromise && always.length === 0
              ? `no field is in all ${samples} bodies of failures`
              : undefined,
      subjects: [{ units, what: "different failures with a JSON body" }],
      effect: `the body of a failure is ${types[0]} with known fields: ${list}`,
      what: `{units} different failures, all \`${types[0]}\` and an object: ${list}`,
    };
  },

  /**
   * Request and answer are compared: a field that every request sent is always in the echo, which says
   * nothing about requests without it.
   */
  echo({ node: pointer }, node, evidence) {
    const outcomes = Object.entries(evidence.counts.echoes)
      .filter(([key]) => key.startsWith(`${pointer} `))
      .map(([key, count]) => [key.split(" ").at(-1)!, count] as const);
    const same = outcomes.find(([outcome]) => outcome === "same")?.[1].units ?? 0;
    const others = outcomes.filter(([outcome]) => outcome !== "same");
    const [operation] = evidence.at(pointer)?.operations ?? [];
    const sender = evidence.interface.operations.find((each) => each.operationId === operation);
    const schema = sender && evidence.interface.schemaOf(evidence.interface.requestOf(sender));
    const request = schema === undefined ? undefined : evidence.interface.locateAt(schema);
    const required = asList(request?.node["required"]);
    const optional = Object.keys(asObject(node["properties"])).filter(
      (name) => !required.includes(name),
    );
    return {
      against:
        others.length > 0
          ? `the echo is not always the request: fields are ${others.map(([outcome, { samples }]) => `${outcome} in ${samples}`).join(", ")} answers`
          : undefined,
      subjects: [
        { units: same, what: "different requests" },
        ...optional.map((name) => ({
          units: request ? requestsWithout(name, request.pointer, evidence) : 0,
          needed: toDescribe,
          what: `requests without \`${name}\``,
        })),
      ],
      effect: `\`${nameOf(pointer)}\` repeats the request exactly`,
      what: `${same} different requests, each repeated exactly`,
    };
  },

  /** The service has taken every type that the document allows, which says nothing about what it would refuse. */
  "accepted-types"({ node: pointer }, node, evidence) {
    const taken = evidence.at(pointer, "accepted")?.types ?? {};
    const refused = evidence.at(pointer, "refused")?.types ?? {};
    const types = [node["type"] ?? []].flat().map(String);
    const also = types.filter((type) => refused[type] !== undefined);
    const unitsOf = (type: string) => taken[type]?.units ?? 0;
    const isEnough = types.every((type) => unitsOf(type) >= toPromise);
    return {
      against:
        isEnough && also.length > 0
          ? `requests with ${also.join(" and ")} were also refused, and nothing says that it was for something else`
          : undefined,
      subjects: types
        .toSorted((a, b) => unitsOf(a) - unitsOf(b))
        .map((type) => ({ units: unitsOf(type), what: `different requests taken with ${type}` })),
      effect: `${types.join(" and ")} ${types.length > 1 ? "are" : "is"} taken for \`${nameOf(pointer)}\``,
      what: `The service took ${types.map((type) => `${unitsOf(type)} different requests with ${type}`).join(", ")} and refused none`,
    };
  },

  /** What a value looks like while its resource is in a status that the document names. */
  "forms-by-status"({ node: pointer }, _node, evidence) {
    const statuses = evidence.knownStatuses;
    const forms = evidence.formsAt(pointer).filter(({ status }) => statuses.includes(status));
    const types = [...new Set(forms.map(({ form }) => form.replace("empty-", "")))];
    const during = `while the status is \`${statuses.join("` or `")}\``;
    const list = forms.map(({ form, units }) => `${form.replace("-", " ")} in ${units}`).join(", ");
    return {
      against: types.length > 1 ? `it is ${types.join(" and ")} ${during}` : undefined,
      subjects: [
        {
          units: Math.max(0, ...forms.map(({ units }) => units)),
          what: `resources seen ${during}`,
        },
      ],
      effect: `\`${nameOf(pointer)}\` is always ${types[0]} ${during}`,
      what: `Of the resources seen ${during}: ${list}`,
    };
  },

  /** What it looks like in each status that the document does not name: then the resource is done, one way or the other. */
  "forms-when-done"({ node: pointer }, _node, evidence) {
    const known = evidence.knownStatuses;
    const seen = evidence.formsAt(pointer).filter(({ status }) => !known.includes(status));
    const mixed = seen.find(({ status, form }) =>
      seen.some((other) => other.status === status && other.form !== form),
    );
    const list = seen.map(({ form, status }) => `${form} while the status is ${status}`).join(", ");
    const what = `resources seen in each status after ${known.join(" or ")}`;
    return {
      against: mixed && `it has several forms while the status is ${mixed.status}`,
      subjects:
        seen.length === 0 ? [{ units: 0, what }] : seen.map(({ units }) => ({ units, what })),
      effect: `\`${nameOf(pointer)}\` is ${list}`,
      what: `At least {units} ${what}: ${list}`,
    };
  },

  "unknown-fields": (_gap, _node, evidence) =>
    outcomesOf(evidence, [
      { name: "unknown-field", what: "valid requests with a field that no document names" },
    ]),

  /** Things of every other operation count: what holds for one kind need not hold for another. */
  "other-jobs"({ node: pointer }, _node, evidence) {
    const reader = evidence.interface.operations.find((each) => each.pointer === pointer);
    const others = reader ? evidence.interface.creatorsFor(reader).others : [];
    const against = others.length === 0 ? "no other operation creates what it reads" : undefined;
    const finding = outcomesOf(
      evidence,
      others.map(({ operationId }) => ({
        name: operationId,
        what: `resources of ${operationId} read by ${reader!.operationId}`,
      })),
    );
    return { ...finding, against: against ?? finding.against };
  },
};

/** The kinds of evidence that a note can name. */
export const evidenceKinds = Object.keys(strategies);

/** A list of the words that were seen, and of those that the document names: none of them is dropped. */
function closedList(
  { id, node: pointer }: Gap,
  node: JsonObject,
  evidence: Evidence,
  units: number,
  what: string,
): Finding {
  const seen = evidence.at(pointer);
  const known = knownValues(node);
  const words = Object.keys(seen?.values ?? {});
  const added = words.filter((word) => !known.includes(word)).sort();
  const values = [...known, ...added];
  const unseen = known.filter((value) => !words.includes(value));
  const listed = asList(node["enum"]);
  const documented = unseen.length > 0 ? `; documented, and not seen: ${unseen.join(", ")}` : "";
  return {
    against: seen && reasonAgainst(seen, values),
    subjects: [
      { units, needed: toClose, what: `${what} without another value than ${values.join(", ")}` },
    ],
    effect: `narrows \`${nameOf(pointer)}\` to a union of ${values.length}: ${values.join(", ")}. A value beyond them will contradict the document`,
    what: `{units} ${what}, every value that was seen in at least three of them and none in fewer${documented}`,
    // An overlay joins lists: only what is not in the list is added to it.
    update: { enum: values.filter((value) => !listed.includes(value)) },
    expects: ["type", "x-extensible-enum", "enum"],
    ...("x-extensible-enum" in node
      ? {
          actions: () => [
            {
              target: `${toJsonPath(pointer)}['x-extensible-enum']`,
              description: "The list is closed, so the list of known values goes.",
              "x-closes": id,
              remove: true as const,
            },
          ],
        }
      : {}),
  };
}

function reasonAgainst(seen: ObservedPlace, values: string[]): string | undefined {
  const others = otherTypes(seen.types, "string");
  if (others !== undefined)
    return `not all values are strings: ${others}; a list would refuse them`;
  if (values.length > maxValues) return `${values.length} different values are data, not a list`;
  if (seen.rareValues > 0 && seen.units >= toDescribe) {
    const chance = chanceOfUnseen(seen.rareValues, seen.units);
    return `${seen.rareValues} of the values were seen in one or two resources only, so there may be more that were not seen yet (Good–Turing: the next one shows a new value with a chance of up to ${(chance * 100).toFixed(1)} %)`;
  }
  if (seen.otherValues > 0)
    return `${seen.otherValues} of ${seen.samples} values are no words, or too rare to be written; a list would refuse them`;
  return undefined;
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

/** Pointers of the schemas that successes have, and of what these are joined of. */
function successSchemas({ interface: of }: Evidence): string[] {
  const schemas = of.operations.flatMap((operation) =>
    of.successesOf(operation).flatMap((success) => of.partsOf(of.schemaOf(success))),
  );
  return [...new Set(schemas.map(({ pointer }) => pointer))];
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
      const place = toJsonPointer(pointer, "properties", name);
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

/** What becomes of requests that the document leaves to the service: each has to have one outcome. */
function outcomesOf({ counts }: Evidence, subjects: { name: string; what: string }[]): Finding {
  const seen = subjects.map(({ name, what }) => {
    const outcomes = Object.entries(counts.outcomes)
      .filter(([key]) => key.startsWith(`${name} `))
      .map(([key, { units }]) => ({ outcome: key.slice(name.length + 1), units }));
    return { what, outcomes, units: outcomes[0]?.units ?? 0 };
  });
  const mixed = seen.find(({ outcomes }) => outcomes.length > 1);
  const effect = seen
    .map(
      ({ what, outcomes }) => `${what} are ${outcomes[0]?.outcome.replace(/ (\d+)/, " with $1")}`,
    )
    .join(", ");
  return {
    against:
      mixed &&
      `${mixed.what} have several outcomes: ${mixed.outcomes.map((each) => `${each.outcome} (${each.units})`).join(", ")}`,
    subjects: seen,
    effect,
    what: `At least {units} of each: ${effect}`,
  };
}
