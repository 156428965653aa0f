/** Holds calls against a document: what contradicts it, and which gap a place belongs to. */
import { fastFormats } from "ajv-formats/dist/formats.js";
import {
  asList,
  asObject,
  describePlace,
  escapeSegment,
  type Json,
  type OpenApiDocument,
  type OperationPlace,
  parsePointer,
  toPointer,
  valueAt,
  walk,
} from "../document/document.ts";
import { type ErrorObject, Validators } from "../document/validators.ts";
import { collectGaps, type Gap, placesOf } from "../notes/gaps.ts";
import {
  contentTypeOf,
  type Exchange,
  hasNoBody,
  isEmpty,
  isJsonType,
  isSuccess,
  isUnseen,
} from "./exchange.ts";
import { Calls } from "./calls.ts";
import { Interface, type Located } from "./interface.ts";
import { readQuery } from "./query.ts";
import { remember } from "./remember.ts";
import type { Match } from "./routes.ts";
import { describeMediaType } from "./words.ts";

/** Something that a call does otherwise than the document says. It holds no value of the call. */
export interface Contradiction {
  /** A JSON pointer into the body, `request` and one, `query` and a name, `status` or `Content-Type`. */
  place: string;
  problem: string;
}

/** What is held against a schema. A query has texts alone: `"1"` is a number there where the schema takes numbers. */
type Part = "request" | "query" | "response";

const formats = {
  ...fastFormats,
  // By RFC 3339 a space may stand for the "T", and so it does in practice.
  "date-time": /^\d{4}-[01]\d-[0-3]\d[t\s][0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?(z|[+-]\d\d(:?\d\d)?)$/i,
};

const checkers = new WeakMap<OpenApiDocument, Checker>();

export class Checker {
  readonly interface: Interface;
  /** Which operation each recorded call belongs to. */
  readonly calls: Calls;
  readonly gaps: Gap[];
  /** Why schemas could not be compiled. */
  readonly #unreadable: string[] = [];
  /** Expressions that take too long. */
  readonly #slow = new Set<string>();
  /** Pointers of schemas that are not there, or cannot be compiled. */
  readonly #unusable = new Set<string>();

  /** The checker of a document; compiling one takes longer than most checks. */
  static of(document: OpenApiDocument): Checker {
    const checker = checkers.get(document) ?? new Checker(document);
    checkers.set(document, checker);
    return checker;
  }

  private constructor(document: OpenApiDocument) {
    this.interface = new Interface(document);
    this.calls = new Calls(this.interface, (pointer, value) => {
      const [error] = this.errors(pointer, value, "query");
      return error && (error.message ?? error.keyword);
    });
    this.gaps = collectGaps(document);
  }

  /** Parts of the document that cannot be held against calls, and why; the rest is used. */
  get leftOut(): string[] {
    const slow = [...this.#slow].map(
      (pattern) => `pattern ${pattern}: it takes too long for a text that was recorded`,
    );
    return [...this.#unreadable, ...slow];
  }

  readonly #validators = remember((part: Part) => {
    const document = withoutMarked(part === "response" ? "writeOnly" : "readOnly", this.interface);
    // In a deep object, a list with one item is spelled as the item.
    const coerceTypes = part === "query" && ("array" as const);
    const options = { formats, allErrors: true, verbose: true, coerceTypes };
    return new Validators(document, options);
  });

  /** Names of all fields that the document describes. */
  readonly #fieldNames = remember(() => {
    const schemas = walk(this.interface.document, "schema");
    return new Set(schemas.flatMap(({ value }) => Object.keys(asObject(value["properties"]))));
  });

  /** What the schema at a pointer refuses of a value; nothing where none stands. One that cannot be compiled is noted. */
  errors(pointer: string | undefined, value: unknown, part: Part = "response"): ErrorObject[] {
    if (pointer === undefined || this.#unusable.has(pointer)) return [];
    try {
      const validators = this.#validators(part);
      const errors = validators.errors(pointer, value);
      for (const pattern of validators.slowPatterns) this.#slow.add(pattern);
      return errors.filter((error) => !isOfRounding(error));
    } catch (error) {
      this.#unusable.add(pointer);
      if (valueAt(this.interface.document, pointer) !== undefined)
        this.#unreadable.push(`${describePlace(pointer)}: ${(error as Error).message}`);
      return [];
    }
  }

  /** Whether a part of a response is what the schema at a pointer takes. */
  takes(pointer: string, value: unknown): boolean {
    return this.errors(pointer, value).length === 0 && !this.#unusable.has(pointer);
  }

  /** What of a request the document does not allow. */
  requestProblems(
    operation: OperationPlace,
    { request, query }: Pick<Exchange, "request" | "query">,
  ): Contradiction[] {
    const { interface: of } = this;
    const body = of.locateAt(`${operation.pointer}/requestBody`);
    const schema = of.schemaOf(body, contentTypeOf(request));
    const ofBody = request.json === undefined ? [] : this.errors(schema, request.json, "request");
    const { missing = [], values = [] } = query ? readQuery(of, operation, query) : {};
    const ofQuery = values.flatMap(({ name, schema, value }) => {
      const [error] = this.errors(schema.pointer, value, "query");
      return error ? { place: `query ${name}`, problem: error.message ?? error.keyword } : [];
    });
    return [
      ...ofBody.map((error) => this.#toProblem(error, "request ")),
      ...missing.map((name) => ({ place: `query ${name}`, problem: "is required" })),
      ...ofQuery,
    ];
  }

  /** What of a response the document does not allow. */
  responseProblems(operation: OperationPlace, exchange: Exchange): Contradiction[] {
    const { response, status } = exchange;
    // A failure may come without the body that is described; a success only where HTTP has none.
    const mayBeEmpty = isSuccess(exchange) ? hasNoBody(exchange) : isEmpty(exchange);
    if (mayBeEmpty) return [];
    const { interface: of } = this;
    const body = of.bodyOf(operation, status, contentTypeOf(response));
    if (body.mediaType === undefined) {
      const types = Object.keys(asObject(body.response?.node["content"]));
      // A failure may have none, a recording may have lost it, and `*/*` asks for none in particular.
      const mayBeMissing =
        !isSuccess(exchange) || response.unread !== undefined || types.includes("*/*");
      if (types.length === 0 || (mayBeMissing && response.mediaType === undefined)) return [];
      const is = describeMediaType(response.mediaType);
      return [{ place: "Content-Type", problem: `must be ${types.join(" or ")}, and is ${is}` }];
    }
    if (!isJsonType(response.mediaType)) return [];
    if (response.json !== undefined)
      return this.errors(body.schema, response.json).map((error) => this.#toProblem(error));
    return isUnseen(response) ? [] : [{ place: "body", problem: "must be JSON in UTF-8" }];
  }

  /** Everything of a recorded call that contradicts the document. The request of a failure may be wrong: that is why it failed. */
  problems({ operation }: Match, exchange: Exchange): Contradiction[] {
    const ofRequest = isSuccess(exchange) ? this.requestProblems(operation, exchange) : [];
    return [...ofRequest, ...this.responseProblems(operation, exchange)];
  }

  /** The gap at the first of some places that has one. With a kind of evidence, only gaps that ask for it count. */
  gapAt(
    places: (string | undefined)[],
    kind?: string,
    isAsked: (gap: Gap) => boolean = () => true,
  ): Gap | undefined {
    const isMeant = (gap: Gap) => (!kind || gap.evidence?.includes(kind)) && isAsked(gap);
    const gaps = this.gaps.filter(isMeant);
    return places.flatMap((place) => gaps.filter((gap) => placesOf(gap).includes(place ?? "")))[0];
  }

  /**
   * The gap that a kind of evidence about a response narrows: of its description, its operation, its path, or of everything. One on
   * successes, or on failures, asks for them alone.
   */
  gapFor(
    kind: string,
    { pointer, path }: OperationPlace,
    status: number,
    response?: Located,
  ): Gap | undefined {
    const places = [response?.pointer, pointer, toPointer(["paths", path]), "#/info"];
    return this.gapAt(places, kind, ({ answer }) => {
      if (answer === "status-codes") return isSuccess({ status });
      if (answer === "failures") return status >= 400;
      return true;
    });
  }

  #toProblem(error: ErrorObject, part = ""): Contradiction {
    const { keyword, params, instancePath, message: problem = keyword } = error;
    const missing = keyword === "required" ? [String(params["missingProperty"])] : [];
    const keys = [...parsePointer(`#${instancePath}`), ...missing].map((key) =>
      // A key that no schema names is data, and not told.
      /^\d+$/.test(key) || this.#fieldNames().has(key) ? escapeSegment(key) : "{…}",
    );
    return { place: `${part}/${keys.join("/")}`, problem };
  }
}

/** Whether items may be equal by rounding alone: beyond 2^53, two neighbouring integers are one number in JavaScript. */
const isOfRounding = ({ keyword, data, params }: ErrorObject): boolean =>
  keyword === "uniqueItems" && holdsLargeNumber((data as unknown[])[Number(params["i"])]);

const holdsLargeNumber = (value: unknown): boolean =>
  typeof value === "object" && value !== null
    ? Object.values(value).some(holdsLargeNumber)
    : typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** The document without what it requires of the other side: a response need not have the fields that are `writeOnly`. */
function withoutMarked(mark: "readOnly" | "writeOnly", of: Interface): OpenApiDocument {
  const schemas = walk(of.document, "schema");
  if (!schemas.some(({ value }) => value[mark] === true)) return of.document;
  const copy = structuredClone(of.document);
  for (const { pointer } of schemas) {
    const parts = of.partsOf(pointer);
    const isMarked = (name: Json) =>
      parts.some((part) => of.fieldAt(part.pointer, String(name))?.node[mark] === true);
    for (const part of parts) {
      const node = asObject(valueAt(copy, part.pointer));
      if ("required" in node)
        node["required"] = asList(node["required"]).filter((name) => !isMarked(name));
    }
  }
  return copy;
}
