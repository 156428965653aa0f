/** What calls show: what the document does not name, and what is there where a gap asks for it. */
import { asObject, isObject, type OpenApiDocument } from "../document/document.ts";
import { escapeSegment, toPointer } from "../document/json.ts";
import { knownValues } from "../document/schemas.ts";
import { Checker, nameOf } from "../api/checker.ts";
import { describeOutcome, type Exchange, hasNoBody, isSuccess } from "../api/exchange.ts";
import type { BaseAddress, Interface, Match, Operation, Response } from "../api/interface.ts";
import { readQuery } from "../api/query.ts";
import type { Shape } from "../api/shapes.ts";
import { isFieldName, isWord, nameMediaType, typeOf } from "../api/words.ts";
import { Endpoints } from "./endpoints.ts";
import { type Context as Origin, Seen, Tally } from "./seen.ts";

/** Something that the document leaves open, and the service has shown. */
export interface News {
  /** The gap that it answers; undefined where the document notes none. */
  gap: string | undefined;
  operation: string;
  /** What was seen, in a few words and without a value. */
  what: string;
  calls: number;
}

/** The answers of one operation with one status code and one media type. */
export interface Answer {
  operation: Operation;
  status: number;
  /** `none` without one, and `other` for one that is not told. */
  mediaType: string;
  /** What the document describes it by. */
  described: Response | undefined;
  tally: Tally;
}

/** Bodies that could not be read. */
export interface Unread {
  operation: string;
  because: string;
  calls: number;
}

type Context = Origin & { isAnswer: boolean };

/** What is known of a place of the document. */
interface Place {
  /** Ids of the gaps that it answers. */
  gaps: string[];
  /** What they ask for. */
  asked: string[];
}

/**
 * Counts what it is shown. It keeps no value but words where a gap asks for values, and what tells resources apart.
 */
export class Observer {
  readonly exchanges = { read: 0, recognised: 0, otherServices: 0 };
  readonly checker: Checker;
  readonly environment: string;
  /** Calls of each operation. */
  readonly calls = new Map<string, number>();
  /** Bodies that could not be read, by the operation and the reason. */
  readonly unread = new Map<string, Unread>();
  /** Gaps whose places were in a message. */
  readonly met = new Set<string>();
  /** What was called, and the document does not have. */
  readonly endpoints: Endpoints;
  readonly #interface: Interface;
  readonly base: BaseAddress;
  readonly #answers = new Map<string, Answer>();
  readonly #news = new Map<string, News>();
  readonly #seen = new Map<Shape, Seen>();
  readonly #places = new Map<Shape, Place>();

  /** @param environment what to call the place that is watched */
  constructor(document: OpenApiDocument, base: BaseAddress, environment = "unnamed") {
    this.checker = Checker.of(document);
    this.#interface = this.checker.interface;
    this.endpoints = new Endpoints(this.#interface);
    this.base = base;
    this.environment = environment;
  }

  /** @returns the operation that was called, if it was one with an answer */
  add(exchange: Exchange): Match | undefined {
    const { method, status, request, response, time = "" } = exchange;
    this.exchanges.read++;
    const path = this.base.pathBelow(exchange);
    if (path === undefined) return void this.exchanges.otherServices++;
    if (status < 100 || status > 599) return undefined;
    const match = this.#interface.match(method, path);
    if (!match) {
      const gap = () => this.checker.gapAt(toPointer(["paths", path]));
      if (method === "GET" && this.#interface.openPaths.includes(path))
        this.#addNews(`GET ${path}`, describeOutcome(exchange), gap);
      // What is not found, or not allowed, is not there.
      else if (![404, 405, 501].includes(status) && !["HEAD", "OPTIONS"].includes(method))
        this.endpoints.add(method, path);
      return undefined;
    }
    this.exchanges.recognised++;
    const { operationId } = match.operation;
    this.calls.set(operationId, (this.calls.get(operationId) ?? 0) + 1);
    for (const { unread } of [request, response])
      if (unread && unread !== "not JSON") this.#addUnread(operationId, unread);
    const ids = identifiersOf(response.json);
    const context: Context = {
      exchange: this.exchanges.read,
      operation: operationId,
      day: /^\d{4}-\d\d-\d\d(?=T|$)/.exec(time)?.[0],
      resource: ids || path,
      isOfOne: ids !== "" || Object.keys(match.parameters).length > 0,
      isAnswer: true,
    };
    this.#addAnswer(match.operation, exchange, context);
    this.#addRequest(match.operation, exchange, { ...context, isAnswer: false });
    return match;
  }

  answers(): Answer[] {
    return [...this.#answers.values()];
  }

  /** What was seen at a schema, or in the bodies of a response. */
  seenAt(pointer: string): Seen[] {
    return [...this.#seen.values()].filter(({ shape }) =>
      holdersOf(shape.pointer).includes(pointer),
    );
  }

  /** What was seen of a field that the document does not name; of the items of a list where no name is given. */
  seenBelow({ shape }: Seen, name?: string): Seen | undefined {
    return [...this.#seen.values()].find(
      ({ shape: { parent, name: own } }) => parent === shape && own === name,
    );
  }

  /** What was seen that the document leaves open, be it only once: this is for whoever has the recording. */
  news(): News[] {
    return [
      ...this.#news.values(),
      ...[...this.#seen.values()].flatMap((seen) => this.#newsOf(seen)),
    ];
  }

  #addNews(operation: string, what: string, gapOf: () => string | undefined): void {
    const key = `${operation} ${what}`;
    const known = this.#news.get(key) ?? { gap: gapOf(), operation, what, calls: 0 };
    known.calls++;
    this.#news.set(key, known);
  }

  /** The fields that the document does not name. A name that may be data is not told. */
  #newsOf(seen: Seen): News[] {
    const { unknown, hasOtherNames, beyond, shape } = seen;
    const { pointer, parent } = shape;
    if (parent || (unknown.size === 0 && !hasOtherNames)) return [];
    const names = seen.fieldNames();
    const gap = this.checker.gapAt(pointer, "fields");
    const place = nameOf(pointer);
    const news = (what: string, { operations }: Tally): News[] =>
      [...operations].map(([operation, calls]) => ({ gap, operation, what, calls }));
    const told = names.flatMap((name) => {
      const types = [...(this.seenBelow(seen, name)?.types.keys() ?? [])].join(" or ");
      return news(`field ${name} of ${place}, ${types}`, unknown.get(name)!);
    });
    const isComplete = names.length === unknown.size && !hasOtherNames;
    return isComplete
      ? told
      : [...told, ...news(`fields of ${place} whose names are not shown`, beyond)];
  }

  #addUnread(operation: string, because: string): void {
    const known = this.unread.get(operation + because) ?? { operation, because, calls: 0 };
    known.calls++;
    this.unread.set(operation + because, known);
  }

  #addAnswer(operation: Operation, exchange: Exchange, context: Context): void {
    const { status, response } = exchange;
    const { operationId, node } = operation;
    // It was a cache that asked.
    if (status === 304) return;
    const described = this.#interface.responseTo(operation, status);
    const type = this.#interface.mediaTypeOf(described, response.mediaType);
    const mediaType = hasNoBody(exchange)
      ? "none"
      : nameMediaType(response.mediaType, this.#interface.mediaTypesOf(described));
    const gapFor = (kind: string) => () => this.checker.gapFor(kind, operation, described)?.id;
    if (!(String(status) in asObject(node["responses"])))
      this.#addNews(operationId, `status code ${status}`, gapFor("statuses"));
    if (!isSuccess(exchange) && (type === undefined || type === "*/*"))
      this.#addNews(operationId, `a body of ${mediaType}`, gapFor("media-types"));
    const key = `${operationId} ${status} ${mediaType}`;
    const answer = this.#answers.get(key) ?? {
      ...{ operation, status, mediaType, described },
      tally: new Tally(),
    };
    answer.tally.add(context);
    this.#answers.set(key, answer);
    let schema = this.#interface.schemaOf(described, type);
    // Bodies of any media type are told apart by that which they have.
    if (type?.includes("*") && !["none", "other"].includes(mediaType))
      schema = `${described!.pointer}/content/${escapeSegment(mediaType)}/schema`;
    this.#addBody(schema, response.json, context);
  }

  /** Of what was sent it is noted which gaps it concerns: it shows nothing of the service. */
  #addRequest(operation: Operation, exchange: Exchange, context: Context): void {
    const { request, query } = exchange;
    const body = this.#interface.schemaOf(this.#interface.requestOf(operation), request.mediaType);
    this.#addBody(body, request.json, context);
    const { values = [], unknown = [] } = query ? readQuery(this.#interface, operation, query) : {};
    for (const { schema, value } of values) this.#addBody(schema.pointer, value, context);
    for (const name of isSuccess(exchange) ? unknown : []) {
      const shown = isFieldName(name) ? name : "whose name is not shown";
      this.#addNews(operation.operationId, `query parameter ${shown}`, () => undefined);
    }
  }

  #addBody(schema: string | undefined, json: unknown, context: Context): void {
    if (schema === undefined || json === undefined) return;
    this.checker.shapes.visit(schema, json, context, {
      value: (shape, value, context) => this.#addValue(shape, value, context),
      field: (shapes, name, _, field, context) => {
        if (!context.isAnswer) return field !== "unknown";
        if (field === "documented")
          for (const shape of shapes) this.#seen.get(shape)?.documented.add(name, context);
        return field !== "unknown" || this.#addUnknown(shapes, name, context);
      },
      // The items of a list are many resources; whatever the answer about one resource lists belongs to it.
      item: (context, item) =>
        context.isOfOne
          ? context
          : { ...context, resource: identifiersOf(item) || JSON.stringify(item), isOfOne: true },
    });
  }

  /** @returns whether to look into the field */
  #addUnknown(shapes: Shape[], name: string, context: Context): boolean {
    const [shape] = shapes as [Shape];
    const { node } = shape;
    const isUndecided = shapes.length === 1 && ("oneOf" in node || "anyOf" in node);
    const isObjectType = ({ node }: Shape) => [node["type"]].flat().includes("object");
    const isRecord = shapes.some(
      ({ node }) => Object.keys(asObject(node["properties"])).length > 0,
    );
    if (isUndecided || !(isRecord || shapes.some(isObjectType) || this.#isAsked(shape)))
      return false;
    const seen = this.#seenOf(shape);
    seen.isRecord ||= isRecord;
    seen.beyond.add(context);
    if (!isFieldName(name)) seen.hasOtherNames = true;
    else seen.unknown.add(name, context);
    // Below the keys of a map there is only data.
    return isFieldName(name) && !seen.unknown.isFull;
  }

  #addValue(shape: Shape, value: unknown, context: Context): void {
    const { gaps, asked } = this.#placeOf(shape);
    for (const gap of gaps) this.met.add(gap);
    if (!context.isAnswer) return;
    const known = knownValues(shape.node);
    const isListed = known.length > 0 || (asked.includes("values") && isWord(String(value)));
    if (isListed && typeof value === "string" && !known.includes(value)) {
      const gap = this.checker.gapAt(shape.pointer, "values");
      if (gap !== undefined || !("enum" in shape.node))
        this.#addNews(context.operation, `a new value for ${nameOf(shape.pointer)}`, () => gap);
    }
    if (asked.length === 0 && !shape.parent) return;
    const seen = this.#seenOf(shape);
    seen.all.add(context);
    seen.types.add(typeOf(value), context);
    if (asked.includes("values")) seen.addWord(value, context);
  }

  #seenOf(shape: Shape): Seen {
    const seen = this.#seen.get(shape) ?? new Seen(shape);
    this.#seen.set(shape, seen);
    return seen;
  }

  #isAsked(shape: Shape): boolean {
    const { parent } = shape;
    return (
      this.#placeOf(shape).asked.includes("fields") ||
      (parent !== undefined && this.#isAsked(parent))
    );
  }

  #placeOf(shape: Shape): Place {
    const known = this.#places.get(shape);
    if (known) return known;
    const holders = holdersOf(shape.pointer);
    const asking = this.checker.gaps.filter(({ node }) => holders.includes(node));
    const place = {
      gaps: this.checker.gapsAt(shape.pointer).map(({ id }) => id),
      asked: asking.flatMap(({ evidence = [] }) => evidence),
    };
    this.#places.set(shape, place);
    return place;
  }
}

/** A schema, and where it is that of a message, the media type and the message. */
function holdersOf(pointer: string): string[] {
  const [, message, mediaType] = /^(.*)(\/content\/[^/]+)\/schema$/.exec(pointer) ?? [];
  return message === undefined ? [pointer] : [pointer, message + mediaType, message];
}

/** The identifiers that an object names; empty where there is none. */
function identifiersOf(value: unknown): string {
  if (!isObject(value)) return "";
  return Object.entries(value)
    .filter(([name, id]) => /(^|_)id$|Id$/.test(name) && ["string", "number"].includes(typeof id))
    .map(([name, id]) => `${name}=${String(id)}`)
    .join("&");
}
