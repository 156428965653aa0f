/** Counts, without values, what calls show. */
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { asObject, isObject, type JsonObject, type OpenApiDocument } from "../document/document.ts";
import { readRecordings, type RecordingOptions, requireCalls, section } from "./check.ts";
import { Checker, queryValue } from "./checker.ts";
import type { Counts, CountsByName, Days, Side } from "./counts.ts";
import { type Exchange, isSuccess } from "./exchange.ts";
import { BaseAddress, type Interface, type Match } from "./interface.ts";
import type { Shape } from "./shapes.ts";
import { Counter, Tallies, toldPlaces, valuesOf } from "./tally.ts";
import { formatOf, isFieldName, isWord, nameMediaType, parseJson, typeOf } from "./words.ts";

export interface ObserveOptions extends RecordingOptions {
  /** What to call the place that was watched, for instance `live`. @default "unnamed" */
  environment?: string | undefined;
}

/**
 * Counts what recordings show, in one pass.
 *
 * @throws {UserError} when a file cannot be read, nothing in it is a call of the interface, or a mock
 *   has answered
 */
export function observeRecordings(
  document: OpenApiDocument,
  files: string[],
  options: ObserveOptions = {},
): Counts {
  const base = BaseAddress.of(document, options.baseUrl);
  const { environment = "unnamed", takesMock = false } = options;
  const observer = new Observer(document, base, takesMock ? mockEnvironment : environment);
  for (const exchange of readRecordings(files, base, options)) observer.add(exchange);
  const counts = observer.counts();
  requireCalls(counts.exchanges, base, 0);
  return counts;
}

/** The environment of evidence that a mock has given. */
export const mockEnvironment = "mock";

/** What counts as one sample. What stands in one answer about one resource is not independent. */
interface Unit {
  number: number;
  /** Whether it is one resource, so that everything in its answer belongs to it. */
  isResource: boolean;
}

/** A body, whose it is, and what it is compared with. */
interface Message {
  operation: string;
  unit: Unit;
  side: Side;
  /** The request that an answer may repeat. */
  sent: unknown;
  /** What the body says of the resource that it is about. */
  facts: { status?: string; forms: string[] };
}

interface Reading {
  /** Milliseconds since 1970; NaN when the recording does not say. */
  time: number;
  status: string;
}

const noParts = { facts: { forms: [] }, sent: undefined };

/**
 * Counts what it is shown. It keeps no value but words at places whose values are a list by meaning,
 * and hashes.
 */
export class Observer {
  readonly #checker: Checker;
  readonly #interface: Interface;
  readonly #base: BaseAddress;
  readonly #environment: string;
  readonly #tallies = new Tallies();
  readonly #counters = {
    unknownPaths: new Counter(),
    unread: new Counter(),
    breaches: new Counter(),
    refusals: new Counter(),
    echoes: new Counter(),
    byStatus: new Counter(),
    outcomes: new Counter(),
  };
  readonly #answers = new Counter();
  /** Units by the hash of what distinguishes them. */
  readonly #units = new Map<string, number>();
  readonly #histories = new Map<number, Reading[]>();
  /** Which operation has created a resource, by its unit. */
  readonly #creators = new Map<number, string>();
  /** Evidence that gaps ask for, by the place where they stand. */
  readonly #kinds = new Map<string, Set<string>>();
  readonly #identifiers: Set<string>;
  readonly #pathWords: Set<string>;
  #exchanges = { read: 0, recognised: 0, otherServices: 0 };
  #days: Days | undefined;

  constructor(document: OpenApiDocument, base: BaseAddress, environment: string) {
    this.#checker = Checker.of(document);
    this.#interface = this.#checker.interface;
    this.#base = base;
    this.#environment = environment;
    for (const { node, evidence = [] } of this.#checker.gaps)
      this.#kinds.set(node, new Set([...(this.#kinds.get(node) ?? []), ...evidence]));
    const { operations } = this.#interface;
    this.#identifiers = new Set(
      operations.flatMap((operation) => this.#interface.identifierOf(operation) ?? []),
    );
    const words = Object.keys(document.paths).flatMap((path) => path.split("/"));
    this.#pathWords = new Set(words.filter((word) => !word.includes("{")));
  }

  add(exchange: Exchange): void {
    this.#exchanges.read++;
    const path = this.#base.pathBelow(exchange);
    if (path === undefined) return void this.#exchanges.otherServices++;
    const match = this.#interface.match(exchange.method, path);
    if (!match) return this.#addUnknown(path, exchange);
    if (exchange.status < 100 || exchange.status > 599) return;
    this.#exchanges.recognised++;
    this.#days = withDay(this.#days, dayOf(exchange));
    const unit = this.#unitOf(match, exchange);
    this.#addFacts(match, exchange, unit);
    this.#addBodies(match, exchange, unit);
  }

  /** What may leave the machine. */
  counts(): Counts {
    const { transitions, histories } = this.#followed();
    const words = new Set(this.#tallies.all().flatMap((tally) => Object.keys(valuesOf(tally))));
    const areTold = (name: string) => name.split(">").every((word) => words.has(word));
    const { byStatus, ...counters } = this.#counters;
    const told = Object.entries(counters).map(([name, counter]) => [name, counter.told()]);
    return {
      format: "openapi-gaps-counts/1",
      environment: this.#environment,
      contract: String(this.#interface.document.info["version"]),
      exchanges: { ...this.#exchanges },
      days: this.#days,
      ...(Object.fromEntries(told) as Record<keyof typeof counters, CountsByName>),
      byStatus: byStatus.told((name) => areTold(name.split(" ").at(-1)!)),
      statuses: byOperation(this.#answers.told()),
      transitions: transitions.told(areTold),
      histories: histories.told((name) => !name.startsWith("still ") || words.has(name.slice(6))),
      places: toldPlaces(this.#interface, this.#tallies),
    };
  }

  /** Only words that the document uses in its own paths are kept of one that it does not have. */
  #addUnknown(path: string, exchange: Exchange): void {
    const { method } = exchange;
    const segments = path.split("/").map((word) => (this.#pathWords.has(word) ? word : "{…}"));
    const shown = segments.length > 8 ? [...segments.slice(0, 8), "…"] : segments;
    const verb = /^[A-Z]{3,7}$/.test(method) ? method : "other";
    const outcome = isSuccess(exchange) ? "succeeded" : "failed";
    const name = `${verb} ${shown.join("/")} ${outcome}`;
    this.#counters.unknownPaths.add(name, this.#unit("path", method, path));
  }

  /** What an answer shows beside its body. */
  #addFacts(match: Match, exchange: Exchange, { number }: Unit): void {
    const { operation } = match;
    const { status, response, request } = exchange;
    const counters = this.#counters;
    const known = this.#interface.mediaTypesOf(this.#interface.responseTo(operation, status));
    const mediaType = nameMediaType(response.mediaType, known);
    this.#answers.add(JSON.stringify([operation.operationId, String(status), mediaType]), number);
    for (const { unread } of [request, response])
      if (unread && unread !== "not JSON") counters.unread.add(unread, number);
    for (const { place, problem } of this.#checker.answerProblems(operation, exchange)) {
      const anyItem = place.replaceAll(/\/\d+/g, "/*");
      counters.breaches.add(`${operation.operationId} ${anyItem} ${problem}`, number);
    }
    const outcome = isSuccess(exchange) ? "taken" : `refused ${status}`;
    if (this.#checker.hasUnknownFields(operation, exchange))
      counters.outcomes.add(`unknown-field ${outcome}`, number);
    if (operation.method === "get") {
      const creator = exchange.creator ?? this.#creators.get(number);
      if (creator !== undefined) counters.outcomes.add(`${creator} ${outcome}`, number);
    } else if (isSuccess(exchange)) this.#creators.set(number, operation.operationId);
    if (status < 400) return;
    counters.refusals.add(`${this.#mistakeOf(match, exchange)} ${status} ${mediaType}`, number);
  }

  /** What was wrong with a request that failed, in a word; `other` when the document sees nothing wrong. */
  #mistakeOf({ operation, parameters }: Match, exchange: Exchange): string {
    const { credential, request, status } = exchange;
    if (credential === "none") return "no-token";
    if (credential === "wrong") return "wrong-token";
    if (credential === "other-scheme") return "other-scheme";
    if (request.unread === "not JSON") return "malformed-json";
    const [error] = this.#checker.requestErrors(operation, exchange);
    if (error) return mistakes[error.keyword] ?? "invalid-body";
    return Object.keys(parameters).length > 0 && status < 500 ? "unknown-id" : "other";
  }

  #addBodies(match: Match, exchange: Exchange, unit: Unit): void {
    const { operation } = match;
    const { status, request, response, time, query = {} } = exchange;
    const answer: Message = {
      ...{ operation: operation.operationId, unit, side: "response" },
      ...{ sent: request.json, facts: { forms: [] } },
    };
    const described = this.#interface.responseTo(operation, status);
    const type = described && this.#interface.mediaTypeOf(described, response.mediaType);
    this.#addBody(this.#interface.schemaOf(described, type), response.json, answer);
    const { status: now, forms } = answer.facts;
    if (unit.isResource && now !== undefined) {
      this.#follow(unit.number, { time: Date.parse(time ?? ""), status: now });
      for (const form of forms) this.#counters.byStatus.add(`${form} ${now}`, unit.number);
    }
    const sent = canonical([request.json, query]);
    const sender: Message = {
      ...{ operation: operation.operationId, ...noParts },
      side: isSuccess(exchange) ? "accepted" : "refused",
      // What stands in one request was written by one hand.
      unit: { number: this.#unit("sent", operation.operationId, sent), isResource: true },
    };
    const message = this.#interface.requestOf(operation);
    this.#addBody(this.#interface.schemaOf(message, request.mediaType), request.json, sender);
    for (const { name, pointer, node } of this.#interface.queryOf(operation)) {
      const texts = query[name];
      const schema = this.#interface.locateAt(`${pointer}/schema`);
      if (texts && schema && isObject(node["schema"]))
        this.#addBody(`${pointer}/schema`, queryValue(schema.node, texts), sender);
    }
  }

  #addBody(schema: string | undefined, json: unknown, message: Message): void {
    if (schema === undefined || json === undefined) return;
    this.#checker.shapes.visit(schema, json, message, {
      value: (shape, value, message) => this.#addValue(shape, value, message),
      field: (shapes, name, _value, field, message) => {
        // An object with more names than a record has is a map: below its keys there is only data.
        const tallies = shapes.map((shape) => this.#tallies.at(message.side, shape));
        const isNamed = field === "documented" || (field === "unknown" && isFieldName(name));
        for (const tally of isNamed ? tallies : []) {
          if (field === "documented") tally.documented.add(name);
          tally.fields.add(name, message.unit.number);
        }
        return isNamed && !tallies[0]!.fields.isFull;
      },
      // The items of a list are many resources; whatever the answer about one resource lists belongs to it.
      item: (message, item) =>
        message.unit.isResource ? message : { ...message, unit: this.#unitOfItem(item) },
    });
  }

  #addValue(shape: Shape, value: unknown, message: Message): void {
    const { unit, operation, side } = message;
    const tally = this.#tallies.at(side, shape);
    tally.samples++;
    tally.units.add(unit.number);
    tally.operations.add(operation);
    tally.types.add(typeOf(value), unit.number);
    const kinds = this.#kinds.get(shape.pointer);
    if (typeof value === "string") {
      tally.formats.add(formatOf(value), unit.number);
      if (kinds?.has("values") || kinds?.has("states")) {
        if (isWord(value)) tally.values.add(value, unit.number);
        else tally.otherValues++;
      }
    }
    if (kinds && side === "response") this.#compare(shape.pointer, kinds, value, message);
  }

  /** Evidence that does not lie in one value alone. */
  #compare(pointer: string, kinds: Set<string>, value: unknown, message: Message): void {
    const { sent, unit, facts } = message;
    if (kinds.has("echo") && isObject(sent)) {
      const echo = typeof value === "string" ? parseJson(value) : value;
      const outcome = isObject(echo) ? compareEcho(sent, echo) : "changed";
      this.#counters.echoes.add(`${pointer} ${outcome}`, unit.number);
    }
    if (kinds.has("states") && typeof value === "string" && isWord(value)) facts.status = value;
    const form = typeof value === "string" ? formatOf(value) : typeOf(value);
    if (kinds.has("forms-by-status")) facts.forms.push(`${pointer} ${coarseForm(value)}`);
    if (kinds.has("forms-when-done")) facts.forms.push(`${pointer} ${form}`);
  }

  /** The unit that an answer shows: the resource that it is about, or else the call. */
  #unitOf({ operation, parameters }: Match, exchange: Exchange): Unit {
    const { json } = exchange.response;
    const own = this.#interface.identifierOf(operation);
    const asked = own === undefined ? undefined : parameters[own];
    if (asked !== undefined)
      return { number: this.#unit("resource", own!, asked), isResource: true };
    const answer = isSuccess(exchange) ? asObject(json) : {};
    for (const name of this.#identifiers) {
      const id = answer[name];
      if ((typeof id === "string" && id !== "") || typeof id === "number")
        return { number: this.#unit("resource", name, String(id)), isResource: true };
    }
    // A list is read again and again with the same request, and each reading is a call of its own.
    const when = exchange.request.json === undefined ? (exchange.time ?? "") : "";
    const { method, credential = "" } = exchange;
    const sent = canonical(exchange.request.json);
    const call = ["request", method, operation.path, credential, when, sent];
    return { number: this.#unit(...call), isResource: false };
  }

  /** An item of a list, distinguished by its identifiers, or by all that it says where it has none. */
  #unitOfItem(item: unknown): Unit {
    const identifiers = Object.entries(isObject(item) ? item : {}).filter(
      ([name, value]) =>
        /(^|_)id$/i.test(name) && (typeof value === "string" || typeof value === "number"),
    );
    const identity = identifiers.length > 0 ? Object.fromEntries(identifiers) : item;
    return { number: this.#unit("item", canonical(identity)), isResource: true };
  }

  #unit(...parts: string[]): number {
    const key = hash("sha256", parts.join("\0"), "base64").slice(0, 12);
    const known = this.#units.get(key) ?? this.#units.size;
    this.#units.set(key, known);
    return known;
  }

  #follow(resource: number, reading: Reading): void {
    const readings = this.#histories.get(resource) ?? [];
    // A run of equal readings is kept as its two ends.
    const isRun = [-1, -2].every((at) => readings.at(at)?.status === reading.status);
    if (isRun) readings[readings.length - 1] = reading;
    else readings.push(reading);
    this.#histories.set(resource, readings);
  }

  /** Changes of status as `a>b`, and resources with several statuses. */
  #followed(): { transitions: Counter; histories: Counter } {
    const [transitions, histories] = [new Counter(), new Counter()];
    for (const [resource, unsorted] of this.#histories) {
      const readings = unsorted.some(({ time }) => Number.isNaN(time))
        ? unsorted
        : unsorted.toSorted((a, b) => a.time - b.time);
      if (new Set(readings.map(({ status }) => status)).size > 1)
        histories.add("followed", resource);
      for (const [index, { status }] of readings.entries()) {
        const before = readings[index - 1]?.status;
        if (before === status) histories.add(`still ${status}`, resource);
        else if (before !== undefined) transitions.add(`${before}>${status}`, resource);
      }
    }
    return { transitions, histories };
  }
}

/** What is wrong with a request that the document does not allow, by the keyword that refuses it. */
const mistakes: Record<string, string> = {
  required: "missing-field",
  type: "wrong-type",
  enum: "unlisted-value",
  const: "unlisted-value",
};

const dayOf = ({ time = "" }: Exchange) => /^\d{4}-\d\d-\d\d(?=T|$)/.exec(time)?.[0];

function withDay(days: Days | undefined, day: string | undefined): Days | undefined {
  if (day === undefined) return days;
  if (!days) return { first: day, last: day };
  return { first: day < days.first ? day : days.first, last: day > days.last ? day : days.last };
}

/** The same text for the same value, whatever the order of its fields, and without queries of URLs. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, child: unknown) => {
      if (typeof child === "string" && /^https?:/.test(child)) return child.split(/[?#]/, 1)[0];
      if (!isObject(child)) return child;
      return Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? ""
  );
}

/** `same`, or what makes it another: `added`, `left-out` or `changed`. */
function compareEcho(sent: JsonObject, echo: JsonObject): string {
  if (isDeepStrictEqual(sent, echo)) return "same";
  const names = Object.keys(sent);
  if (names.some((name) => name in echo && !isDeepStrictEqual(sent[name], echo[name])))
    return "changed";
  return names.every((name) => name in echo) ? "added" : "left-out";
}

/** `empty-string`, `string`, `empty-object`, `object` and so on. */
function coarseForm(value: unknown): string {
  const type = typeOf(value);
  const isEmpty = value === "" || (isObject(value) && Object.keys(value).length === 0);
  return isEmpty ? `empty-${type}` : type;
}

/** `{"getLoan": {"200": {"application/json": …}}}`. */
function byOperation(counts: CountsByName): Counts["statuses"] {
  const operations: Counts["statuses"] = {};
  for (const [key, count] of Object.entries(counts)) {
    const [operation, status, mediaType] = JSON.parse(key) as [string, string, string];
    ((operations[operation] ??= {})[status] ??= {})[mediaType] = count;
  }
  return operations;
}

/** For a terminal: what was observed, and what could not be. */
export function describeCounts(counts: Counts): string {
  const { exchanges, places, unknownPaths, unread, breaches } = counts;
  const gaps = new Set(places.flatMap(({ gaps }) => gaps));
  const unknown = Object.values(unknownPaths).reduce((sum, { samples }) => sum + samples, 0);
  const list = (title: string, found: CountsByName) =>
    section(
      title,
      Object.entries(found).map(([what, { samples }]) => `${samples} × ${what}`),
    );
  return [
    `${exchanges.read} exchanges: ${exchanges.recognised} calls of an operation, ${unknown} of other paths of the service, ${exchanges.otherServices} of other services`,
    "",
    ...list("Paths that the document does not have", unknownPaths),
    ...list("Bodies that could not be read", unread),
    ...list("Answers that contradict the document", breaches),
    `${gaps.size} gaps seen: ${[...gaps].sort().join(", ") || "none"}`,
  ].join("\n");
}
