/** What calls show: what the document does not name, and what is there where a gap asks for it. */
import { asObject, escapeSegment, type OpenApiDocument, toPointer } from "../document/document.ts";
import { knownValues } from "../document/schemas.ts";
import { Checker, nameOf } from "../api/checker.ts";
import { describeOutcome, type Exchange, hasNoBody, isSuccess } from "../api/exchange.ts";
import type { BaseAddress, Match, Operation, Response } from "../api/interface.ts";
import { readQuery } from "../api/query.ts";
import type { Shape, Visitor } from "../api/shapes.ts";
import { describeMediaType, isFieldName, isWord, nameMediaType } from "../api/words.ts";
import { Endpoints } from "./endpoints.ts";
import { type Context, contextOfItem, Counted, identifiersOf, Seen, Tally } from "./seen.ts";

/** Something that the document leaves open, and the service has shown. */
export interface News {
  /** The gap that it answers; undefined where the document notes none. */
  gap: string | undefined;
  operation: string;
  /** What was seen, in a few words and without a value. */
  what: string;
  calls: number;
}

/** The responses of one operation with one status code and one media type. */
export interface SeenResponses {
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

/** What was seen at a schema, and where that stands. */
export type SeenAt = Shape & { seen: Seen };

/**
 * Counts what it is shown. It keeps no value but words where a gap asks for values, and what tells resources apart.
 */
export class Observer {
  readonly exchanges = { read: 0, recognised: 0, otherServices: 0 };
  readonly checker: Checker;
  readonly environment: string;
  readonly base: BaseAddress;
  /** Calls of each operation. */
  readonly calls = new Map<string, number>();
  /** By the operation and the reason. */
  readonly unread = new Counted<Omit<Unread, "calls">>();
  /** Gaps whose places were in a message. */
  readonly met = new Set<string>();
  readonly endpoints: Endpoints;
  readonly #responses = new Map<string, SeenResponses>();
  readonly #news = new Counted<Omit<News, "calls">>();
  readonly #seen = new Map<Shape, Seen>();
  /** The gaps of a schema, and the kinds of evidence that are asked for there. */
  readonly #asked = new Map<Shape, { gaps: string[]; kinds: string[] }>();

  /** @param environment what to call the place that is watched */
  constructor(document: OpenApiDocument, base: BaseAddress, environment = "unnamed") {
    this.checker = Checker.of(document);
    this.endpoints = new Endpoints(this.checker.interface);
    this.base = base;
    this.environment = environment;
  }

  /** @returns the operation that was called, if it was one with a response */
  add(exchange: Exchange): Match | undefined {
    const { method, status, request, response, time = "" } = exchange;
    this.exchanges.read++;
    const path = this.base.pathBelow(exchange);
    if (path === undefined) return void this.exchanges.otherServices++;
    if (status < 100 || status > 599) return undefined;
    const match = this.checker.interface.match(method, path);
    if (!match) {
      this.#addStray(exchange, path);
      return undefined;
    }
    this.exchanges.recognised++;
    const { operation, parameters } = match;
    const { operationId } = operation;
    this.calls.set(operationId, (this.calls.get(operationId) ?? 0) + 1);
    for (const { unread } of [request, response])
      if (unread && unread !== "not JSON")
        this.unread.count(operationId + unread, () => ({
          operation: operationId,
          because: unread,
        }));
    const ids = identifiersOf(response.json);
    const context: Context = {
      exchange: this.exchanges.read,
      operation: operationId,
      day: /^\d{4}-\d\d-\d\d(?=T|$)/.exec(time)?.[0],
      resource: ids || path,
      isOfOne: ids !== "" || Object.keys(parameters).length > 0,
    };
    this.#addResponse(operation, exchange, context);
    this.#addRequest(operation, exchange, context);
    return match;
  }

  responses(): SeenResponses[] {
    return [...this.#responses.values()];
  }

  /** What was seen at a schema, or in the bodies of a response. */
  seenAt(pointer: string): SeenAt[] {
    return [...this.#seen]
      .filter(([shape]) => holdersOf(shape.pointer).includes(pointer))
      .map(([shape, seen]) => ({ ...shape, seen }));
  }

  /** What was seen that the document leaves open, be it only once: this is for whoever has the recording. */
  news(): News[] {
    const ofFields = [...this.#seen].flatMap(([shape, seen]) => this.#newsOf(shape, seen));
    return [...this.#news.values(), ...ofFields];
  }

  /** A call that matches no operation. */
  #addStray(exchange: Exchange, path: string): void {
    const { method, status } = exchange;
    const gap = () => this.checker.gapAt(toPointer(["paths", path]));
    if (method === "GET" && this.checker.interface.openPaths.includes(path))
      this.#addNews(`GET ${path}`, describeOutcome(exchange), gap);
    // What is not found, or not allowed, is not there.
    else if (![404, 405, 501].includes(status) && !["HEAD", "OPTIONS"].includes(method))
      this.endpoints.add(method, path);
  }

  #addNews(operation: string, what: string, gapOf: () => string | undefined): void {
    this.#news.count(`${operation} ${what}`, () => ({ gap: gapOf(), operation, what }));
  }

  /** The fields that the document does not name. A name that may be data is not told. */
  #newsOf({ pointer }: Shape, seen: Seen): News[] {
    const gap = this.checker.gapAt(pointer, "fields");
    const news = (what: string, { operations }: Tally): News[] =>
      [...operations].map(([operation, calls]) => ({ gap, operation, what, calls }));
    const place = nameOf(pointer);
    const fields = seen.fields();
    const told = fields.flatMap(([name, { all, types }]) =>
      news(`field ${name} of ${place}, ${[...types.keys()].join(" or ")}`, all),
    );
    if (fields.length === seen.unknown.size && !seen.hasOtherNames) return told;
    return [...told, ...news(`fields of ${place} whose names are not shown`, seen.beyond)];
  }

  #addResponse(operation: Operation, exchange: Exchange, context: Context): void {
    const { status, response } = exchange;
    const { operationId, node } = operation;
    // It was a cache that asked.
    if (status === 304) return;
    const api = this.checker.interface;
    const described = api.responseTo(operation, status);
    const type = api.mediaTypeOf(described, response.mediaType);
    const mediaType = hasNoBody(exchange)
      ? "none"
      : nameMediaType(response.mediaType, api.mediaTypesOf(described));
    const gapFor = (kind: string) => () => this.checker.gapFor(kind, operation, described)?.id;
    if (!(String(status) in asObject(node["responses"])))
      this.#addNews(operationId, `status code ${status}`, gapFor("statuses"));
    if (!isSuccess(exchange) && (type === undefined || type === "*/*"))
      this.#addNews(
        operationId,
        `a body of ${describeMediaType(mediaType)}`,
        gapFor("media-types"),
      );
    const key = `${operationId} ${status} ${mediaType}`;
    const responses = this.#responses.get(key) ?? {
      ...{ operation, status, mediaType, described },
      tally: new Tally(),
    };
    responses.tally.add(context);
    this.#responses.set(key, responses);
    let schema = api.schemaOf(described, type);
    // Bodies of any media type are told apart by that which they have.
    if (type?.includes("*") && !["none", "other"].includes(mediaType))
      schema = `${described!.pointer}/content/${escapeSegment(mediaType)}/schema`;
    this.#visit(schema, response.json, context, this.#ofResponses);
  }

  /** Of what was sent it is noted which gaps it concerns: it shows nothing of the service. */
  #addRequest(operation: Operation, exchange: Exchange, context: Context): void {
    const { request, query } = exchange;
    const api = this.checker.interface;
    const body = api.schemaOf(api.requestOf(operation), request.mediaType);
    const visitor = { value: (shape: Shape) => this.#meet(shape) };
    this.#visit(body, request.json, context, visitor);
    const { values = [], unknown = [] } = query ? readQuery(api, operation, query) : {};
    for (const { schema, value } of values) this.#visit(schema.pointer, value, context, visitor);
    for (const name of isSuccess(exchange) ? unknown : []) {
      const told = isFieldName(name) ? name : "whose name is not shown";
      this.#addNews(operation.operationId, `query parameter ${told}`, () => undefined);
    }
  }

  #visit(schema: string | undefined, json: unknown, context: Context, by: Visitor<Context>): void {
    if (schema !== undefined && json !== undefined)
      this.checker.shapes.visit(schema, json, context, by);
  }

  readonly #ofResponses: Visitor<Context> = {
    value: (shape, value, context) => this.#addValue(shape, value, context),
    unknown: (shapes, name, value, context) => {
      const [whole, ...parts] = shapes as [Shape, ...Shape[]];
      // Of a choice that the value does not take, nothing is known.
      if (parts.length === 0 && ("oneOf" in whole.node || "anyOf" in whole.node)) return;
      const asking = parts.filter((part) => this.#meet(part).includes("fields"));
      // A part that stands in the whole itself is a part of nothing else.
      const own = asking.find(({ pointer }) => pointer.startsWith(`${whole.pointer}/`));
      for (const part of asking) if (part !== own) this.#seenOf(part).isShared = true;
      const shape = own ?? whole;
      const isRecord = shapes.some(
        ({ node }) => Object.keys(asObject(node["properties"])).length > 0,
      );
      const isObjectType = shapes.some(({ node }) => [node["type"]].flat().includes("object"));
      if (!isRecord && !isObjectType && !this.#meet(shape).includes("fields")) return;
      const seen = this.#seenOf(shape);
      seen.isRecord ||= isRecord;
      seen.addUnknown(name, value, context);
    },
    item: contextOfItem,
  };

  #addValue(shape: Shape, value: unknown, context: Context): void {
    const kinds = this.#meet(shape);
    const known = knownValues(shape.node);
    const isListed = known.length > 0 || (kinds.includes("values") && isWord(String(value)));
    if (isListed && typeof value === "string" && !known.includes(value)) {
      const gap = this.checker.gapAt(shape.pointer, "values");
      if (gap !== undefined || !("enum" in shape.node))
        this.#addNews(context.operation, `a new value for ${nameOf(shape.pointer)}`, () => gap);
    }
    if (kinds.length === 0) return;
    const seen = this.#seenOf(shape);
    seen.addValue(value, context, Object.keys(asObject(shape.node["properties"])));
    if (kinds.includes("values")) seen.addWord(value, context);
  }

  #seenOf(shape: Shape): Seen {
    const seen = this.#seen.get(shape) ?? new Seen();
    this.#seen.set(shape, seen);
    return seen;
  }

  /** Notes that a schema was in a message. @returns the kinds of evidence that are asked for there */
  #meet(shape: Shape): string[] {
    let asked = this.#asked.get(shape);
    if (!asked) {
      const holders = holdersOf(shape.pointer);
      const asking = this.checker.gaps.filter(({ node }) => holders.includes(node));
      const gaps = this.checker.gapsAt(shape.pointer).map(({ id }) => id);
      asked = { gaps, kinds: asking.flatMap(({ evidence = [] }) => evidence) };
      this.#asked.set(shape, asked);
    }
    for (const gap of asked.gaps) this.met.add(gap);
    return asked.kinds;
  }
}

/** A schema, and where it is that of a message, the media type and the message. */
function holdersOf(pointer: string): string[] {
  const [, message, mediaType] = /^(.*)(\/content\/[^/]+)\/schema$/.exec(pointer) ?? [];
  return message === undefined ? [pointer] : [pointer, message + mediaType, message];
}
