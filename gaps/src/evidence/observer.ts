/** Counts, without values, what calls show. */
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { asObject, isObject, type OpenApiDocument } from "../document/document.ts";
import { readRecordings, type RecordingOptions, requireCalls, section } from "./check.ts";
import { Checker, queryValue } from "./checker.ts";
import { type Counts, type Days, format, type Side } from "./counts.ts";
import { type Exchange, isSuccess } from "./exchange.ts";
import { BaseAddress, type Interface, type Match } from "./interface.ts";
import type { Shape } from "./shapes.ts";
import { Counter, Outcomes, Tallies } from "./tally.ts";
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
const mockEnvironment = "mock";

/** What counts as one sample. What stands in one answer about one resource is not independent. */
interface Unit {
  number: number;
  /** Whether it is one resource, so that everything in its answer belongs to it. */
  isResource: boolean;
}

/** A body, whose it is, and what is found in it. */
interface Message {
  operation: string;
  unit: Unit;
  side: Side;
  /** The request that an answer may repeat. */
  sent?: unknown;
  /** What the body says of the resource that it is about, or holds beyond the document. */
  facts: {
    status?: { word: string; pointer: string };
    forms: { kind: string; pointer: string; form: string }[];
    hasUnknownField: boolean;
  };
}

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
  readonly #unread = new Counter();
  readonly #outcomes = new Outcomes();
  /** Units by the hash of what distinguishes them. */
  readonly #units = new Map<string, number>();
  /** The statuses of each resource by their place, and when they were read; NaN when the recording does not say. */
  readonly #histories = new Map<string, { time: number; status: string }[]>();
  /** Which operation has created a resource, by its unit. */
  readonly #creators = new Map<number, string>();
  /** Evidence that gaps ask for, by the place where they stand. */
  readonly #kinds = new Map<string, string[]>();
  readonly #identifiers: Set<string>;
  #exchanges = { read: 0, recognised: 0, otherServices: 0 };
  #days: Days | undefined;

  constructor(document: OpenApiDocument, base: BaseAddress, environment: string) {
    this.#checker = Checker.of(document);
    this.#interface = this.#checker.interface;
    this.#base = base;
    this.#environment = environment;
    for (const { node, evidence = [] } of this.#checker.gaps)
      this.#kinds.set(node, [...(this.#kinds.get(node) ?? []), ...evidence]);
    this.#identifiers = new Set(
      this.#interface.operations.flatMap((each) => this.#interface.identifierOf(each) ?? []),
    );
  }

  add(exchange: Exchange): void {
    this.#exchanges.read++;
    const path = this.#base.pathBelow(exchange);
    if (path === undefined) return void this.#exchanges.otherServices++;
    const match = this.#interface.match(exchange.method, path);
    if (!match || exchange.status < 100 || exchange.status > 599) return;
    this.#exchanges.recognised++;
    this.#days = withDay(this.#days, exchange);
    const unit = this.#unitOf(match, exchange);
    this.#addAnswer(match, exchange, unit);
    const hasUnknownField = this.#addRequest(match, exchange);
    this.#addOutcome(match, exchange, unit, hasUnknownField);
  }

  /** What may leave the machine. */
  counts(): Counts {
    this.#addHistories();
    return {
      format,
      environment: this.#environment,
      contract: String(this.#interface.document.info["version"]),
      exchanges: { ...this.#exchanges },
      days: this.#days,
      unread: this.#unread.told(),
      outcomes: this.#outcomes.told(this.#tallies.words()),
      places: this.#tallies.places(this.#checker),
    };
  }

  #addAnswer(match: Match, exchange: Exchange, unit: Unit): void {
    const { operation } = match;
    const { status, request, response, time = "" } = exchange;
    const { operationId } = operation;
    const described = this.#interface.responseTo(operation, status);
    const mediaType = nameMediaType(response.mediaType, this.#interface.mediaTypesOf(described));
    const add = (kind: string, subject: string, outcome: string) =>
      this.#outcomes.add(kind, subject, outcome, unit.number);
    add("calls", operationId, String(status));
    if (isSuccess(exchange)) {
      add("statuses", operationId, String(status));
      add("media-types", operationId, mediaType);
    } else if (status >= 400) {
      add("refusals", this.#mistakeOf(match, exchange), String(status));
      add("error-bodies", "failures", mediaType);
    }
    const message: Message = {
      ...{ operation: operationId, unit, side: "response", sent: request.json },
      facts: { forms: [], hasUnknownField: false },
    };
    const type = described && this.#interface.mediaTypeOf(described, response.mediaType);
    this.#addBody(this.#interface.schemaOf(described, type), response.json, message);
    const { status: now, forms } = message.facts;
    if (!unit.isResource || now === undefined) return;
    const history = `${unit.number} ${now.pointer}`;
    const readings = this.#histories.get(history) ?? [];
    readings.push({ time: Date.parse(time), status: now.word });
    this.#histories.set(history, readings);
    for (const { kind, pointer, form } of forms) add(kind, `${pointer} ${now.word}`, form);
  }

  /** @returns whether the body has a field that the document does not name */
  #addRequest({ operation }: Match, exchange: Exchange): boolean {
    const { request, query = {} } = exchange;
    const { operationId } = operation;
    // What stands in one request was written by one hand.
    const sent = this.#unit("sent", operationId, canonical([request.json, query]));
    const message: Message = {
      operation: operationId,
      unit: { number: sent, isResource: true },
      side: isSuccess(exchange) ? "accepted" : "refused",
      facts: { forms: [], hasUnknownField: false },
    };
    const body = this.#interface.requestOf(operation);
    this.#addBody(this.#interface.schemaOf(body, request.mediaType), request.json, message);
    for (const { name, pointer, node } of this.#interface.queryOf(operation)) {
      const schema = this.#interface.locateAt(`${pointer}/schema`);
      if (query[name] && schema && isObject(node["schema"]))
        this.#addBody(`${pointer}/schema`, queryValue(schema.node, query[name]), message);
    }
    return message.facts.hasUnknownField;
  }

  /** What became of a request. */
  #addOutcome(match: Match, exchange: Exchange, { number }: Unit, hasUnknownField: boolean): void {
    const { operation } = match;
    const { request, response, status, credential = "token" } = exchange;
    for (const { unread } of [request, response])
      if (unread && unread !== "not JSON") this.#unread.add(unread, number);
    const outcome = isSuccess(exchange) ? "taken" : `refused ${status}`;
    const isValid = () => this.#checker.requestErrors(operation, exchange).length === 0;
    if (hasUnknownField && credential === "token" && isValid())
      this.#outcomes.add("unknown-fields", "unknown-field", outcome, number);
    if (operation.method === "get") {
      const creator = exchange.creator ?? this.#creators.get(number);
      if (creator !== undefined) this.#outcomes.add("other-jobs", creator, outcome, number);
    } else if (isSuccess(exchange)) this.#creators.set(number, operation.operationId);
  }

  /** What was wrong with a request that failed, in a word; `other` when the document sees nothing wrong. */
  #mistakeOf({ operation, parameters }: Match, exchange: Exchange): string {
    const { credential, request, status } = exchange;
    if (credential === "none") return "no-token";
    if (credential === "wrong") return "wrong-token";
    if (credential === "other-scheme") return "other-scheme";
    if (request.unread === "not JSON") return "malformed-json";
    const [error] = this.#checker.requestErrors(operation, exchange);
    if (error) return error.keyword === "required" ? "missing-field" : "invalid-body";
    return Object.keys(parameters).length > 0 && status < 500 ? "unknown-id" : "other";
  }

  #addBody(schema: string | undefined, json: unknown, message: Message): void {
    const { facts, side } = message;
    if (schema === undefined || json === undefined) return;
    this.#checker.shapes.visit(schema, json, message, {
      value: (shape, value, message) => this.#addValue(shape, value, message),
      field: (shapes, name, _value, field, { unit }) => {
        if (field === "unknown" && shapes.some(({ node }) => isObject(node["properties"])))
          facts.hasUnknownField = true;
        // An object with more names than a record has is a map: below its keys there is only data.
        const tallies = shapes.map((shape) => this.#tallies.at(side, shape));
        const isNamed = field === "documented" || (field === "unknown" && isFieldName(name));
        for (const tally of isNamed ? tallies : []) {
          if (field === "documented") tally.documented.add(name);
          tally.fields.add(name, unit.number);
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
    const form = typeof value === "string" ? formatOf(value) : typeOf(value);
    if (typeof value === "string") tally.formats.add(form, unit.number);
    const { pointer } = shape;
    const kinds = this.#kinds.get(pointer) ?? [];
    if (kinds.includes("values") || kinds.includes("states")) {
      tally.isListed = true;
      if (typeof value === "string" && isWord(value)) tally.values.add(value, unit.number);
    }
    if (side !== "response") return;
    // Evidence that does not lie in one value alone
    const { sent, facts } = message;
    if (kinds.includes("echo") && isObject(sent)) {
      const echo = typeof value === "string" ? parseJson(value) : value;
      const outcome = isDeepStrictEqual(sent, echo) ? "same" : "another";
      this.#outcomes.add("echo", pointer, outcome, unit.number);
    }
    if (kinds.includes("states") && typeof value === "string" && isWord(value))
      facts.status = { word: value, pointer };
    for (const kind of kinds) {
      if (kind === "forms-by-status") facts.forms.push({ kind, pointer, form: typeOf(value) });
      if (kind === "forms-when-done") facts.forms.push({ kind, pointer, form });
    }
  }

  /** The unit that an answer shows: the resource that it is about, or else the call. */
  #unitOf({ operation, parameters }: Match, exchange: Exchange): Unit {
    const { method, credential = "", request, response, time = "" } = exchange;
    const answer = isSuccess(exchange) ? asObject(response.json) : {};
    const own = this.#interface.identifierOf(operation);
    const resources = [
      ...(own === undefined ? [] : [[own, parameters[own]] as const]),
      ...[...this.#identifiers].map((name) => [name, answer[name]] as const),
    ];
    for (const [name, id] of resources)
      if ((typeof id === "string" && id !== "") || typeof id === "number")
        return { number: this.#unit("resource", name, String(id)), isResource: true };
    // A list is read again and again with the same request, and each reading is a call of its own.
    const when = request.json === undefined ? time : "";
    const call = ["request", method, operation.path, credential, when, canonical(request.json)];
    return { number: this.#unit(...call), isResource: false };
  }

  /** An item of a list, distinguished by its identifiers, or by all that it says where it has none. */
  #unitOfItem(item: unknown): Unit {
    const identifiers = Object.entries(asObject(item)).filter(
      ([name, value]) => /(^|_)id$/i.test(name) && ["string", "number"].includes(typeof value),
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

  /** Which status followed which, and which resources had several. */
  #addHistories(): void {
    for (const [history, unsorted] of this.#histories) {
      const [unit, pointer = ""] = history.split(/ (.+)/);
      const resource = Number(unit);
      const readings = unsorted.some(({ time }) => Number.isNaN(time))
        ? unsorted
        : unsorted.toSorted((a, b) => a.time - b.time);
      if (new Set(readings.map(({ status }) => status)).size > 1)
        this.#outcomes.add("states", pointer, "resource", resource);
      for (const [index, { status }] of readings.slice(1).entries())
        this.#outcomes.add("transitions", readings[index]!.status, status, resource);
    }
    this.#histories.clear();
  }
}

function withDay(days: Days | undefined, { time = "" }: Exchange): Days | undefined {
  const [day] = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(time) ?? [];
  if (day === undefined) return days;
  const { first, last } = days ?? { first: day, last: day };
  return { first: day < first ? day : first, last: day > last ? day : last };
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

/** For a terminal: what was observed, and what could not be. */
export function describeCounts({ exchanges, places, unread }: Counts): string {
  const { read, recognised, otherServices } = exchanges;
  const gaps = new Set(places.flatMap(({ gaps }) => gaps));
  return [
    `${read} exchanges: ${recognised} calls of an operation, ${read - recognised - otherServices} others with the service, ${otherServices} with other services`,
    "",
    ...section(
      "Bodies that could not be read",
      Object.entries(unread).map(([why, { samples }]) => `${samples} × ${why}`),
    ),
    `Gaps seen: ${[...gaps].sort().join(", ") || "none"}`,
  ].join("\n");
}
