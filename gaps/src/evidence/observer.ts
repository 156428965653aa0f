/** Counts what recorded calls show: what the document does not name, and what is there where a gap asks for it. */
import {
  asObject,
  describePlace,
  escapeSegment,
  isObject,
  type OpenApiDocument,
  type OperationPlace,
  toPointer,
  valueAt,
} from "../document/document.ts";
import { acceptsAnything } from "../document/schemas.ts";
import { Checker } from "../api/checker.ts";
import type { BaseAddress } from "../api/service-address.ts";
import { type Stray, typesOf } from "../api/calls.ts";
import {
  contentTypeOf,
  type Exchange,
  hasNoBody,
  isEmpty,
  isJsonType,
  isSuccess,
} from "../api/exchange.ts";
import type { Located, Response } from "../api/interface.ts";
import { essenceOf } from "../api/media-type.ts";
import { readQuery } from "../api/query.ts";
import type { Match } from "../api/routes.ts";
import { describeMediaType, isFieldName, nameMediaType } from "../api/words.ts";
import { type Gap, placesOf } from "../notes/gaps.ts";
import { Endpoints } from "./endpoints.ts";
import { atItem, type Context, Counted, Tally } from "./seen.ts";
import { holdersOf, MergedSchemas, type SchemaRefs, type WatchedSchema } from "./merged-schemas.ts";

/** Something that the document leaves open, and the service has shown. */
export interface News {
  /** The gap that it answers; undefined where the document notes none. */
  gap: string | undefined;
  operation: string;
  /** What was seen, in a few words and without a value. */
  what: string;
  calls: number;
}

/** Something that calls show, and neither the document says nor a note asks about. */
export interface Unnoted {
  /** `statuses` (of successes), `failures`, `media-types`, `values`, `fields` or `query`. */
  kind: string;
  /** JSON pointer of what it is about. */
  place: string;
}

/** Something that the document is silent about, the gap that asks for it, and how often it was seen. */
interface Silence extends Unnoted {
  gap: Gap | undefined;
  what: string;
  tally: Tally;
}

/** The responses of one operation with one status code and one media type. */
export interface SeenResponses {
  operation: OperationPlace;
  status: number;
  /** As it may be told: by the document's name of it, or by a range where the name may be data. Undefined for a body without one. */
  mediaType: string | undefined;
  /** What the document says of the code. */
  described: Response | undefined;
  /** The media type under which it describes the body, as it spells it: `application/*`. */
  type: string | undefined;
  /** Whether all are as the document describes them. Of a code that it does not name, that is by a range or the default. */
  isDescribed: boolean;
  /** What the document says of the body. */
  body: SchemaRefs | undefined;
  tally: Tally;
}

/** Whether the document does not name the code. */
export const isNew = ({ operation, status }: SeenResponses): boolean =>
  !(String(status) in asObject(operation.node["responses"]));

type NewsList = Counted<Omit<News, "calls">>;

/** Status codes of a proxy, and of a network that asks for a login: they say nothing of the service (RFC 9110, RFC 6585). */
const ofNetwork = [407, 511];

/** What was seen at a schema, and where that stands. */
export type SeenAt = Located & Pick<WatchedSchema, "seen">;

/**
 * Counts what it is shown. It keeps no value but some where a gap asks for values, and paths of calls, to tell resources apart.
 */
export class Observer {
  readonly exchanges = {
    read: 0,
    recognised: 0,
    strays: 0,
    elsewhere: 0,
    madeUp: 0,
    unanswered: 0,
  };
  readonly checker: Checker;
  readonly environment: string;
  readonly base: BaseAddress;
  /** Bodies that could not be read, by the operation and the reason. */
  readonly unread: Counted<{ operation: string; because: string }> = new Counted();
  readonly endpoints: Endpoints;
  /** By operation, status code and content type. */
  readonly #responses = new Map<string, SeenResponses>();
  /** What no response shows: calls of paths that have no operation, and query parameters that the document does not name. */
  readonly #newsOfRequests: NewsList = new Counted();
  /** The operations with such query parameters. */
  readonly #unnotedQueries: Counted<Unnoted> = new Counted();
  readonly #schemas: MergedSchemas;

  /** @param environment what to call the place that is watched */
  constructor(document: OpenApiDocument, base: BaseAddress, environment = "unnamed") {
    this.checker = Checker.of(document);
    this.#schemas = new MergedSchemas(this.checker);
    this.endpoints = new Endpoints(this.checker.interface);
    this.base = base;
    this.environment = environment;
  }

  /** @returns the operation that was called, if it was one with a response */
  add(exchange: Exchange): Match | undefined {
    const { status } = exchange;
    this.exchanges.read++;
    const call = this.checker.calls.identify(exchange, this.base);
    if (call === undefined) this.exchanges.elsewhere++;
    // The page was left, or the connection broke: recorders write a status of 0, or none.
    else if (status < 100 || status > 599) this.exchanges.unanswered++;
    else if (!ofNetwork.includes(status)) return this.#addCall(exchange, call);
    return undefined;
  }

  #addCall(exchange: Exchange, call: Match | Stray): Match | undefined {
    const { method, status, request, response, query, time = "" } = exchange;
    if (!("operation" in call)) return this.#addStray(exchange, call);
    this.exchanges.recognised++;
    const { operation, parameters } = call;
    const { operationId } = operation;
    const bodies = hasNoBody(exchange) ? [request] : [request, response];
    for (const { unread: because } of bodies)
      if (because && because !== "not JSON") this.unread.count({ operation: operationId, because });
    const { unknown = [] } = query ? readQuery(this.checker.interface, operation, query) : {};
    // What fails may fail because of the parameter.
    for (const name of isSuccess(exchange) ? unknown : []) {
      const what = `query parameter ${isFieldName(name) ? name : "whose name is not shown"}`;
      this.#newsOfRequests.count({ gap: undefined, operation: operationId, what });
      this.#unnotedQueries.count({ kind: "query", place: operation.pointer });
    }
    const isOfOne = Object.keys(parameters).length > 0;
    const { read } = this.exchanges;
    // Each `POST /loans` may be about another loan, so that its number stands behind the path. With 201 it certainly is.
    const { path } = exchange;
    const place = method === "POST" && !isOfOne ? `${path} ${read}` : path;
    this.#addResponse(operation, exchange, {
      ...{ exchange: read, operation: operationId, isOfOne, place },
      resource: status === 201 ? place : path,
      isListing: method === "GET" && !isOfOne,
      time: Date.parse(time),
    });
    return call;
  }

  /** Counts an exchange that shows nothing of the service. */
  addMadeUp(): undefined {
    this.exchanges.read++;
    this.exchanges.madeUp++;
  }

  responses(): SeenResponses[] {
    return [...this.#responses.values()];
  }

  /** What was seen at the places of a gap, be they schemas, or responses with bodies. */
  seenAt(gap: Gap): SeenAt[] {
    const places = placesOf(gap);
    return [...this.#schemas.schemas.values()].filter(
      ({ seen, pointer }) =>
        seen.all.times > 0 && holdersOf(pointer).some((place) => places.includes(place)),
    );
  }

  /**
   * What was seen that the document leaves open, with the gap that each answers, be it only once: this is for whoever has the
   * recording. A name that may be data is not told.
   */
  news(): News[] {
    const news: NewsList = new Counted();
    for (const { gap, what, tally } of this.#silences())
      for (const [operation, calls] of tally.operations)
        news.count({ gap: gap?.id, operation, what }, calls);
    return [...this.#newsOfRequests.values(), ...news.values()];
  }

  /** What was seen that no note asks about. */
  unnoted(): Unnoted[] {
    const found = this.#silences().filter(({ gap }) => gap === undefined);
    return [...found, ...this.#unnotedQueries.values()].map(({ kind, place }) => ({ kind, place }));
  }

  #silences(): Silence[] {
    return [...this.#silencesOfResponses(), ...this.#silencesOfSchemas()];
  }

  /** Status codes that the document does not name, and media types of failures. */
  #silencesOfResponses(): Silence[] {
    const { checker } = this;
    const found: Silence[] = [];
    for (const responses of this.responses()) {
      const { operation, status, mediaType, described, type, tally } = responses;
      const gapOf = (kind: string) => checker.gapFor(kind, operation, status, described);
      if (isNew(responses)) {
        const isFailure = status >= 400;
        found.push({
          ...{ kind: isFailure ? "failures" : "statuses", gap: gapOf("statuses"), tally },
          place: isFailure ? "#/info" : operation.pointer,
          what: `status code ${status}`,
        });
      }
      // Of a success, another media type is no news: it contradicts the document.
      const isSilent = type === undefined || type === "*/*";
      if (status >= 400 && mediaType !== undefined && isSilent)
        found.push({
          ...{ kind: described ? "media-types" : "failures", gap: gapOf("media-types"), tally },
          place: described?.pointer ?? "#/info",
          what: `a body of ${describeMediaType(mediaType)}`,
        });
    }
    return found;
  }

  /** Values and fields that the document does not name. */
  #silencesOfSchemas(): Silence[] {
    const { checker } = this;
    const found: Silence[] = [];
    for (const { pointer, seen } of this.#schemas.schemas.values()) {
      const name = describePlace(pointer);
      const parts = checker.interface.partsOf(pointer).map((part) => part.pointer);
      const gapOf = (kind: string) =>
        checker.gapAt([...holdersOf(pointer), ...parts], kind) ?? checker.gapAt([pointer]);
      const add = (kind: string, what: string, tally: Tally) =>
        found.push({ kind, gap: gapOf(kind), place: pointer, what, tally });
      if (seen.newValues.times > 0) add("values", `a new value for ${name}`, seen.newValues);
      const fields = seen.fields();
      for (const [field, { all, types }] of fields)
        add("fields", `field ${field} of ${name}, ${[...types.keys()].join(" or ")}`, all);
      if (fields.length < seen.unknown.size)
        add("fields", `fields of ${name} whose names are not shown`, seen.beyond);
    }
    return found;
  }

  /** A call that matches no operation. */
  #addStray(exchange: Exchange, { path, because }: Stray): undefined {
    const { method, status } = exchange;
    // A browser sends OPTIONS before a call, and a proxy HEAD for the sake of its cache.
    if (["HEAD", "OPTIONS"].includes(method)) return;
    this.exchanges.strays++;
    if (method === "GET" && this.checker.interface.openPaths.includes(path)) {
      const gap = this.checker.gapAt([toPointer(["paths", path])])?.id;
      this.#newsOfRequests.count({ gap, operation: `GET ${path}`, what: `status code ${status}` });
      return;
    }
    // What is not found, or not allowed, is no endpoint.
    if (![404, 405, 501].includes(status)) this.endpoints.add(method, path, because);
  }

  #addResponse(operation: OperationPlace, exchange: Exchange, context: Context): void {
    const { status, response } = exchange;
    // Not modified: a cache has asked, and the response has no body.
    if (status === 304) return;
    const contentType = isEmpty(exchange) ? undefined : contentTypeOf(response);
    const key = [operation.operationId, status, contentType].join(" ");
    const responses = this.#responses.get(key) ?? this.#describe(operation, status, contentType);
    this.#responses.set(key, responses);
    const { body, tally } = responses;
    tally.add(context);
    if (response.unread === "not JSON" && this.#isUnreadable(responses))
      this.unread.count({
        operation: operation.operationId,
        because: `${describeMediaType(response.mediaType)}, which is not read`,
      });
    if (responses.isDescribed && isNew(responses))
      responses.isDescribed = this.checker.responseProblems(operation, exchange).length === 0;
    if (body && response.json !== undefined) this.#visit(body, response.json, context);
  }

  /** What the document says of such responses, before any is counted. */
  #describe(
    operation: OperationPlace,
    status: number,
    contentType: string | undefined,
  ): SeenResponses {
    const { checker } = this;
    const api = checker.interface;
    const {
      response: described,
      mediaType: type,
      schema,
    } = api.bodyOf(operation, status, contentType);
    const isNamed = type?.includes("*") === false;
    const mediaType = isNamed ? type : contentType && nameMediaType(essenceOf(contentType)!);
    // Of `*/*: {schema: {}}`, bodies in text/csv are counted at a place of their own, `…/content/text~1csv/schema`, which may be added.
    const isOpen = type?.includes("*") && acceptsAnything(valueAt(api.document, schema!) ?? true);
    const isOwn = isOpen && mediaType && !mediaType.includes("*");
    const pointer = isOwn
      ? `${described!.pointer}/content/${escapeSegment(mediaType)}/schema`
      : schema;
    const body = pointer === undefined ? undefined : { pointers: [pointer] };
    const isDescribed = described !== undefined;
    return { operation, status, mediaType, described, type, isDescribed, body, tally: new Tally() };
  }

  /** Whether the document, or a gap, is about what stands in a body, and its format is not read: XML, a stream of events, lines of JSON. */
  #isUnreadable({ type, body }: SeenResponses): boolean {
    const [schema] = body?.pointers ?? [];
    if (type === undefined || schema === undefined || isJsonType(type)) return false;
    const isAsked = ["fields", "presence", "values"].some((kind) =>
      this.checker.gapAt(holdersOf(schema), kind),
    );
    const isText = typesOf(this.checker.interface, schema).includes("string");
    return isAsked || (!type.includes("*") && !isText);
  }

  /** Counts a value, and all that is in it, at the schemas that describe it. */
  #visit(refs: SchemaRefs, value: unknown, context: Context): void {
    const schema = this.#schemas.of(refs, value);
    for (const { kinds, known, fields, node, seen } of schema.asked) {
      seen.addValue(value, context, fields);
      const isOther = typeof value === "string" && !known.includes(value);
      if (isOther && (kinds.includes("values") || "x-extensible-enum" in node))
        seen.newValues.add(context);
      if (kinds.includes("values")) seen.addListed(value, context);
    }
    if (Array.isArray(value)) {
      for (const [index, item] of schema.items ? value.entries() : [])
        this.#visit(schema.items!, item, atItem(context, index));
    } else if (isObject(value)) {
      schema.fieldOwner?.seen.holding.add(context);
      for (const name in value) {
        const next = schema.fields.get(name) ?? schema.others;
        if (next) this.#visit(next, value[name], context);
        else schema.fieldOwner?.seen.addUnknown(name, value[name], context);
      }
    }
  }
}
