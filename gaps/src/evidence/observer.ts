/** What calls show: what the document does not name, and what is there where a gap asks for it. */
import { asObject, escapeSegment, type OpenApiDocument, toPointer } from "../document/document.ts";
import { knownValues } from "../document/schemas.ts";
import { Checker, nameOf } from "../api/checker.ts";
import { describeOutcome, type Exchange, hasNoBody, isSuccess } from "../api/exchange.ts";
import type { BaseAddress, Located, Match, Operation, Response } from "../api/interface.ts";
import { readQuery } from "../api/query.ts";
import type { Visitor } from "../api/shapes.ts";
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
  /** And the media type, as the document names it. */
  type: string | undefined;
  /** Pointer of the schema of the body. */
  schema: string | undefined;
  tally: Tally;
}

/** What was seen at a schema, and where that stands. */
export type SeenAt = Located & { seen: Seen };

/** What is looked up once for each schema, because every value asks for it. */
interface Asked {
  /** The kinds of evidence that the gaps of the schema ask for. */
  kinds: string[];
  /** The values that it names. */
  known: string[];
  fields: string[];
}

/**
 * Counts what it is shown. It keeps no value but words where a gap asks for values, and what tells resources apart.
 */
export class Observer {
  readonly exchanges = { read: 0, recognised: 0, strays: 0 };
  readonly checker: Checker;
  readonly environment: string;
  readonly base: BaseAddress;
  /** Calls of each operation. */
  readonly calls = new Map<string, number>();
  /** Bodies that could not be read, by the operation and the reason. */
  readonly unread = new Counted<{ operation: string; because: string }>();
  readonly endpoints: Endpoints;
  /** By operation, status code and content type. */
  readonly #responses = new Map<string, SeenResponses>();
  /** Calls of paths without an operation, and query parameters, that the document does not name. */
  readonly #others = new Counted<Omit<News, "calls">>();
  readonly #seen = new Map<Located, Seen>();
  readonly #asked = new Map<Located, Asked>();

  /** @param environment what to call the place that is watched */
  constructor(document: OpenApiDocument, base: BaseAddress, environment = "unnamed") {
    this.checker = Checker.of(document);
    this.endpoints = new Endpoints(this.checker.interface);
    this.base = base;
    this.environment = environment;
  }

  /** @returns the operation that was called, if it was one with a response */
  add(exchange: Exchange): Match | undefined {
    const { method, status, request, response, query, time = "" } = exchange;
    this.exchanges.read++;
    const path = this.base.pathBelow(exchange);
    if (path === undefined || status < 100 || status > 599) return undefined;
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
    const { unknown = [] } = query ? readQuery(this.checker.interface, operation, query) : {};
    for (const name of isSuccess(exchange) ? unknown : []) {
      const what = `query parameter ${isFieldName(name) ? name : "whose name is not shown"}`;
      const told = { gap: undefined, operation: operationId, what };
      this.#others.count(operationId + what, () => told);
    }
    const ids = identifiersOf(response.json);
    this.#addResponse(operation, exchange, {
      exchange: this.exchanges.read,
      operation: operationId,
      day: /^\d{4}-\d\d-\d\d(?=T|$)/.exec(time)?.[0],
      resource: ids || path,
      isOfOne: ids !== "" || Object.keys(parameters).length > 0,
    });
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
    const ofSchemas = [...this.#seen].flatMap(([shape, seen]) => this.#newsOf(shape, seen));
    return [...this.#others.values(), ...this.#newsOfResponses(), ...ofSchemas];
  }

  /** A call that matches no operation. */
  #addStray(exchange: Exchange, path: string): void {
    const { method, status } = exchange;
    // A browser asks so before a call, and a proxy for the sake of its cache.
    if (["HEAD", "OPTIONS"].includes(method)) return;
    this.exchanges.strays++;
    const operation = `GET ${path}`;
    const what = describeOutcome(exchange);
    const gap = () => this.checker.gapAt(toPointer(["paths", path]));
    if (method === "GET" && this.checker.interface.openPaths.includes(path))
      this.#others.count(operation + what, () => ({ gap: gap(), operation, what }));
    // What is not found, or not allowed, is not there.
    else if (![404, 405, 501].includes(status)) this.endpoints.add(method, path);
  }

  #newsOfResponses(): News[] {
    const news = new Counted<Omit<News, "calls">>();
    for (const { operation, status, mediaType, described, type, tally } of this.responses()) {
      const { operationId, node } = operation;
      const tell = (what: string, kind: string) => {
        const gap = this.checker.gapFor(kind, operation, described)?.id;
        news.count(operationId + what, () => ({ gap, operation: operationId, what }), tally.times);
      };
      if (!(String(status) in asObject(node["responses"])))
        tell(`status code ${status}`, "statuses");
      if (!isSuccess({ status }) && (type === undefined || type === "*/*"))
        tell(
          mediaType === "none" ? "no media type" : `a body of ${describeMediaType(mediaType)}`,
          "media-types",
        );
    }
    return [...news.values()];
  }

  /** Values and fields that the document does not name. A name that may be data is not told. */
  #newsOf({ pointer, node }: Located, seen: Seen): News[] {
    const place = nameOf(pointer);
    const newsFor = (gap: string | undefined) => (what: string, all: Tally) =>
      [...all.operations].map(([operation, calls]): News => ({ gap, operation, what, calls }));
    const gapOfValues = this.checker.gapAt(pointer, "values");
    const ofValues =
      gapOfValues === undefined && "enum" in node
        ? []
        : newsFor(gapOfValues)(`a new value for ${place}`, seen.newValues);
    const tell = newsFor(seen.gapOfPart ?? this.checker.gapAt(pointer, "fields"));
    const fields = seen.fields();
    const ofFields = fields.flatMap(([name, { all, types }]) =>
      tell(`field ${name} of ${place}, ${[...types.keys()].join(" or ")}`, all),
    );
    const areAllTold = fields.length === seen.unknown.size && !seen.hasOtherNames;
    const ofOthers = areAllTold
      ? []
      : tell(`fields of ${place} whose names are not shown`, seen.beyond);
    return [...ofValues, ...ofFields, ...ofOthers];
  }

  #addResponse(operation: Operation, exchange: Exchange, context: Context): void {
    const { status, response } = exchange;
    // It was a cache that asked.
    if (status === 304) return;
    const key = [operation.operationId, status, response.mediaType, hasNoBody(exchange)].join(" ");
    const responses = this.#responses.get(key) ?? this.#describe(operation, exchange);
    this.#responses.set(key, responses);
    const { schema, tally } = responses;
    tally.add(context);
    const { shapes } = this.checker;
    if (schema !== undefined && response.json !== undefined)
      shapes.visit([shapes.at(schema)], response.json, context, this.#visitor);
  }

  #describe(operation: Operation, exchange: Exchange): SeenResponses {
    const { status, response } = exchange;
    const api = this.checker.interface;
    const described = api.responseTo(operation, status);
    const type = api.mediaTypeOf(described, response.mediaType);
    const mediaType = hasNoBody(exchange)
      ? "none"
      : nameMediaType(response.mediaType, api.mediaTypesOf(described));
    // Bodies of any media type are told apart by that which they have.
    const isOwn = type?.includes("*") && !["none", "other"].includes(mediaType);
    const schema = isOwn
      ? `${described!.pointer}/content/${escapeSegment(mediaType)}/schema`
      : api.schemaOf(described, type);
    return { operation, status, mediaType, described, type, schema, tally: new Tally() };
  }

  readonly #visitor: Visitor<Context> = {
    value: (shape, value, context) => this.#addValue(shape, value, context),
    unknown: (shapes, name, value, context) => {
      // Of a choice that the value does not take, nothing is known.
      if (shapes.length === 1 && ["oneOf", "anyOf"].some((key) => key in shapes[0]!.node)) return;
      // What names no field, and is not asked for any, holds none: often one part is left.
      const holders = shapes.filter((each) => {
        const { fields, kinds } = this.#askedAt(each);
        return fields.length > 0 || kinds.includes("fields");
      });
      const [whole, ...parts] = (holders.length === 1 ? holders : shapes) as [
        Located,
        ...Located[],
      ];
      const asking = parts.filter((part) => this.#askedAt(part).kinds.includes("fields"));
      // A part that stands in the whole itself is a part of nothing else.
      const own = asking.find(({ pointer }) => pointer.startsWith(`${whole.pointer}/`));
      for (const part of asking) if (part !== own) this.#seenOf(part).isShared = true;
      const shape = own ?? whole;
      const isRecord = shapes.some((each) => this.#askedAt(each).fields.length > 0);
      const isObjectType = shapes.some(({ node }) => [node["type"]].flat().includes("object"));
      if (!isRecord && !isObjectType && !this.#askedAt(shape).kinds.includes("fields")) return;
      const seen = this.#seenOf(shape);
      const [part] = own ? [] : asking;
      seen.gapOfPart ??= part && this.checker.gapAt(part.pointer, "fields");
      seen.isRecord ||= isRecord;
      seen.addUnknown(name, value, context);
    },
    item: contextOfItem,
  };

  #addValue(shape: Located, value: unknown, context: Context): void {
    const { kinds, known, fields } = this.#askedAt(shape);
    const isListed = known.length > 0 || (kinds.includes("values") && isWord(String(value)));
    if (isListed && typeof value === "string" && !known.includes(value))
      this.#seenOf(shape).newValues.add(context);
    if (kinds.length === 0) return;
    const seen = this.#seenOf(shape);
    seen.addValue(value, context, fields);
    if (kinds.includes("values")) seen.addWord(value, context);
  }

  #seenOf(shape: Located): Seen {
    const seen = this.#seen.get(shape) ?? new Seen();
    this.#seen.set(shape, seen);
    return seen;
  }

  #askedAt(shape: Located): Asked {
    const found = this.#asked.get(shape);
    if (found) return found;
    const holders = holdersOf(shape.pointer);
    const asking = this.checker.gaps.filter(({ node }) => holders.includes(node));
    const asked = {
      kinds: asking.flatMap(({ evidence = [] }) => evidence),
      known: knownValues(shape.node),
      fields: Object.keys(asObject(shape.node["properties"])),
    };
    this.#asked.set(shape, asked);
    return asked;
  }
}

/** A schema, and where it is that of a message, the media type and the message. */
function holdersOf(pointer: string): string[] {
  const [, message, mediaType] = /^(.*)(\/content\/[^/]+)\/schema$/.exec(pointer) ?? [];
  return message === undefined ? [pointer] : [pointer, message + mediaType, message];
}
