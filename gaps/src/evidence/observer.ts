/** Counts, without values, what calls show. */
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { asList, asObject, isObject, type OpenApiDocument } from "../document/document.ts";
import { toPointer } from "../document/pointer.ts";
import { Checker, nameOf } from "./checker.ts";
import { type Counts, format, type Side } from "./counts.ts";
import { describeOutcome, type Exchange, isSuccess } from "../api/exchange.ts";
import type { BaseAddress, Interface, Match } from "../api/interface.ts";
import { readQuery } from "../api/query.ts";
import type { Shape } from "./shapes.ts";
import { Counter, Outcomes, Tallies } from "./tally.ts";
import { formatOf, isFieldName, nameMediaType, parseJson, typeOf } from "./words.ts";

/** Something that the document leaves open, and the service has now shown. */
export interface News {
  /** The gap that it answers; undefined where the document notes none. */
  gap: string | undefined;
  operation: string;
  /** What was seen, in a few words and without a value. */
  what: string;
  calls: number;
}

/** What counts as one sample. What stands in one answer about one resource is not independent. */
interface Unit {
  number: number;
  /** Whether it is one resource, so that everything in its answer belongs to it. */
  isResource: boolean;
}

/** What a body says of the resource that it is about, or holds beyond the document. */
interface Facts {
  status?: { status: string; pointer: string };
  forms: { kind: string; pointer: string; form: string }[];
  hasUnknownField: boolean;
}

/** Whose a body is. */
interface Message {
  operation: string;
  unit: Unit;
  side: Side;
  /** The request that an answer may repeat. */
  sent?: unknown;
}

/**
 * Counts what it is shown. It keeps no value but words at places whose values are a list by meaning,
 * and hashes.
 */
export class Observer {
  readonly exchanges = { read: 0, recognised: 0, otherServices: 0 };
  readonly #checker: Checker;
  readonly #interface: Interface;
  readonly #base: BaseAddress;
  readonly #environment: string;
  readonly #tallies = new Tallies();
  readonly #unread = new Counter();
  readonly #outcomes = new Outcomes();
  readonly #news = new Map<string, News>();
  readonly #days = new Set<string>();
  /** Units by the hash of what distinguishes them. */
  readonly #units = new Map<string, number>();
  /** The statuses of resources, and when they were read; NaN when the recording does not say. */
  readonly #readings: { unit: number; pointer: string; status: string; time: number }[] = [];
  /** Which operation has created a resource, by its unit. */
  readonly #creators = new Map<number, string>();
  /** Evidence that gaps ask for, by the place where they stand. */
  readonly #kinds = new Map<string, string[]>();
  readonly #identifiers: string[];

  constructor(document: OpenApiDocument, base: BaseAddress, environment: string) {
    this.#checker = Checker.of(document);
    this.#interface = this.#checker.interface;
    this.#base = base;
    this.#environment = environment;
    for (const { node, evidence = [] } of this.#checker.gaps)
      this.#kinds.set(node, [...(this.#kinds.get(node) ?? []), ...evidence]);
    const { operations } = this.#interface;
    const names = operations.flatMap((each) => this.#interface.identifierOf(each) ?? []);
    this.#identifiers = [...new Set(names)];
  }

  /** @returns the operation that was called, if it was one with an answer */
  add(exchange: Exchange): Match | undefined {
    const { method, status, time = "" } = exchange;
    this.exchanges.read++;
    const path = this.#base.pathBelow(exchange);
    if (path === undefined) return void this.exchanges.otherServices++;
    if (status < 100 || status > 599) return undefined;
    const match = this.#interface.match(method, path);
    if (!match) {
      const gap = () => this.#checker.gapAt(toPointer(["paths", path]));
      if (method === "GET" && this.#interface.openPaths.includes(path))
        this.#addNews(`GET ${path}`, describeOutcome(exchange), gap);
      return undefined;
    }
    this.exchanges.recognised++;
    const [day] = /^\d{4}-\d\d-\d\d(?=T|$)/.exec(time) ?? [];
    if (day !== undefined) this.#days.add(day);
    const unit = this.#unitOf(match, exchange);
    for (const { unread } of [exchange.request, exchange.response])
      if (unread && unread !== "not JSON") this.#unread.add(unread, unit.number);
    this.#addAnswer(match, exchange, unit);
    this.#addRequest(match, exchange, unit);
    return match;
  }

  /** What may leave the machine. */
  counts(): Counts {
    this.#addHistories();
    const [first, ...others] = [...this.#days].sort();
    return {
      format,
      environment: this.#environment,
      contract: String(this.#interface.document.info["version"]),
      exchanges: { ...this.exchanges },
      days: first === undefined ? undefined : { first, last: others.at(-1) ?? first },
      unread: this.#unread.told(),
      outcomes: this.#outcomes.told(this.#tallies.words()),
      places: this.#tallies.places(this.#checker),
    };
  }

  /** What was seen that the document leaves open, be it only once: this is for whoever has the recording. */
  news(): News[] {
    return [...this.#news.values()];
  }

  #addNews(operation: string, what: string, gapOf: () => string | undefined): void {
    const key = `${operation} ${what}`;
    const known = this.#news.get(key) ?? { gap: gapOf(), operation, what, calls: 0 };
    known.calls++;
    this.#news.set(key, known);
  }

  #addAnswer(match: Match, exchange: Exchange, unit: Unit): void {
    const { operation } = match;
    const { status, request, response, time = "" } = exchange;
    const { operationId, node } = operation;
    const succeeded = isSuccess(exchange);
    const described = this.#interface.responseTo(operation, status);
    const type = this.#interface.mediaTypeOf(described, response.mediaType);
    const mediaType = nameMediaType(response.mediaType, this.#interface.mediaTypesOf(described));
    const addNews = (what: string, kind: string) =>
      this.#addNews(operationId, what, () => this.#checker.gapAbout(kind));
    if (!(String(status) in asObject(node["responses"])))
      addNews(`status code ${status}`, succeeded ? "statuses" : "refusals");
    if (!succeeded && (type === undefined || type === "*/*"))
      addNews(`a body of ${mediaType}`, "error-bodies");
    const add = (kind: string, subject: string, outcome: string) =>
      this.#outcomes.add(kind, subject, outcome, unit.number);
    add("calls", operationId, String(status));
    if (succeeded) {
      add("statuses", operationId, String(status));
      add("media-types", operationId, mediaType);
    } else if (status >= 400) {
      add("refusals", this.#mistakeOf(match, exchange), String(status));
      add("error-bodies", "failures", mediaType);
    }
    const schema = this.#interface.schemaOf(described, type);
    const message = { operation: operationId, unit, side: "response", sent: request.json } as const;
    const { status: now, forms } = this.#addBody(schema, response.json, message);
    if (!unit.isResource || now === undefined) return;
    this.#readings.push({ unit: unit.number, ...now, time: Date.parse(time) });
    for (const { kind, pointer, form } of forms) add(kind, `${pointer} ${now.status}`, form);
  }

  /** A request, and what became of it. */
  #addRequest({ operation }: Match, exchange: Exchange, answered: Unit): void {
    const { request, query, status, credential = "token" } = exchange;
    const { operationId } = operation;
    const succeeded = isSuccess(exchange);
    query?.sort();
    // What stands in one request was written by one hand.
    const sent = this.#unit("sent", operationId, canonical([request.json, [...(query ?? [])]]));
    const unit = { number: sent, isResource: true };
    const side = succeeded ? "accepted" : "refused";
    const message: Message = { operation: operationId, unit, side };
    const body = this.#interface.schemaOf(this.#interface.requestOf(operation), request.mediaType);
    const { hasUnknownField } = this.#addBody(body, request.json, message);
    const { values = [], unknown = [] } = query ? readQuery(this.#interface, operation, query) : {};
    for (const { schema, value } of values) this.#addBody(schema.pointer, value, message);
    for (const name of succeeded ? unknown : [])
      this.#addNews(operationId, `query parameter ${shownName(name)}`, () => undefined);
    const { number } = answered;
    const outcome = succeeded ? "taken" : `refused ${status}`;
    if (hasUnknownField && credential === "token")
      if (this.#checker.requestErrors(operation, exchange).length === 0)
        this.#outcomes.add("unknown-fields", "unknown-field", outcome, number);
    if (operation.method === "get") {
      const creator = exchange.creator ?? this.#creators.get(number);
      if (creator !== undefined) this.#outcomes.add("other-jobs", creator, outcome, number);
    } else if (succeeded) this.#creators.set(number, operationId);
  }

  /** What was wrong with a request that failed, in a word; `other` when the document sees nothing wrong. */
  #mistakeOf({ operation, parameters }: Match, exchange: Exchange): string {
    const { credential, request, status } = exchange;
    if (credential === "none") return "no-token";
    if (credential === "wrong") return "wrong-token";
    if (credential === "other-scheme") return credential;
    if (request.unread === "not JSON") return "malformed-json";
    const [error] = this.#checker.requestErrors(operation, exchange);
    if (error) return error.keyword === "required" ? "missing-field" : "invalid-body";
    return Object.keys(parameters).length > 0 && status < 500 ? "unknown-id" : "other";
  }

  #addBody(schema: string | undefined, json: unknown, message: Message): Facts {
    const facts: Facts = { forms: [], hasUnknownField: false };
    const { side } = message;
    if (schema === undefined || json === undefined) return facts;
    this.#checker.shapes.visit(schema, json, message, {
      value: (shape, value, message) => this.#addValue(shape, value, message, facts),
      field: (shapes, name, value, field, { unit, operation }) => {
        if (field === "unknown") {
          if (shapes.some(({ node }) => isObject(node["properties"]))) facts.hasUnknownField = true;
          if (side === "response") this.#addUnknownField(operation, shapes, name, value);
        }
        // An object with more names than a record has is a map: below its keys there is only data.
        const tallies = shapes.map((shape) => this.#tallies.at(side, shape));
        const isNamed = field === "documented" || (field === "unknown" && isFieldName(name));
        for (const { documented, others } of isNamed ? tallies : [])
          (field === "documented" ? documented : others).add(name, unit.number);
        return field !== "unknown" || (isNamed && !tallies[0]!.others.isFull);
      },
      // The items of a list are many resources; whatever the answer about one resource lists belongs to it.
      item: (message, item) =>
        message.unit.isResource ? message : { ...message, unit: this.#unitOfItem(item) },
    });
    return facts;
  }

  #addUnknownField(operation: string, shapes: Shape[], name: string, value: unknown): void {
    const { node, pointer } = shapes[0]!;
    const isUndecided = shapes.length === 1 && ("oneOf" in node || "anyOf" in node);
    const isRecord = shapes.some(
      ({ node }) => [node["type"]].flat().includes("object") || isObject(node["properties"]),
    );
    if (isUndecided || !isRecord) return;
    const what = `field ${shownName(name)} of ${nameOf(pointer)}, ${typeOf(value)}`;
    this.#addNews(operation, what, () => this.#checker.gapAt(pointer, "fields", "echo"));
  }

  #addValue(shape: Shape, value: unknown, message: Message, facts: Facts): void {
    const { unit, operation, side, sent } = message;
    const tally = this.#tallies.at(side, shape);
    tally.seen.add(unit.number);
    tally.types.add(typeOf(value), unit.number);
    const form = typeof value === "string" ? formatOf(value) : typeOf(value);
    if (typeof value === "string") tally.formats.add(form, unit.number);
    const { pointer } = shape;
    const kinds = this.#kinds.get(pointer) ?? [];
    if (kinds.includes("values") || kinds.includes("states")) {
      tally.isListed = true;
      if (form === "word") tally.values.add(String(value), unit.number);
    }
    if (side !== "response") return;
    const known = asList(shape.node["x-extensible-enum"]);
    if (known.length > 0 && !known.includes(value as string))
      this.#addNews(operation, `a new value for ${nameOf(pointer)}`, () =>
        this.#checker.gapAt(pointer, "values", "states"),
      );
    // Evidence that does not lie in one value alone
    if (kinds.includes("echo") && isObject(sent)) {
      const echo = typeof value === "string" ? parseJson(value) : value;
      const outcome = isDeepStrictEqual(sent, echo) ? "same" : "another";
      this.#outcomes.add("echo", pointer, outcome, unit.number);
    }
    if (kinds.includes("states") && form === "word")
      facts.status = { status: String(value), pointer };
    for (const kind of kinds) {
      if (kind === "forms-by-status") facts.forms.push({ kind, pointer, form: typeOf(value) });
      if (kind === "forms-when-done") facts.forms.push({ kind, pointer, form });
    }
  }

  /** The unit that an answer shows: the resource that it is about, or else the call. */
  #unitOf({ operation, parameters }: Match, exchange: Exchange): Unit {
    const { method, credential = "", request, response, time = "" } = exchange;
    const answer = isSuccess(exchange) ? asObject(response.json) : {};
    const own = this.#interface.identifierOf(operation) ?? "";
    const ofAnswer = this.#identifiers.map((name) => [name, answer[name]] as const);
    const resources = [[own, parameters[own]] as const, ...ofAnswer];
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
    const placeOf = ({ unit, pointer }: { unit: number; pointer: string }) => `${unit} ${pointer}`;
    for (const history of Map.groupBy(this.#readings.splice(0), placeOf).values()) {
      // In the order of the recording where it does not say when.
      if (!history.some(({ time }) => Number.isNaN(time))) history.sort((a, b) => a.time - b.time);
      const { unit, pointer } = history[0]!;
      if (new Set(history.map(({ status }) => status)).size > 1)
        this.#outcomes.add("states", pointer, "resource", unit);
      for (const [index, { status }] of history.slice(1).entries())
        this.#outcomes.add("transitions", history[index]!.status, status, unit);
    }
  }
}

const shownName = (name: string) => (isFieldName(name) ? name : "whose name is not shown");

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
