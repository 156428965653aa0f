/** Holds calls against a document: what contradicts it, and which gap a place belongs to. */
import {
  asList,
  asObject,
  describePlace,
  escapeSegment,
  isObject,
  type Json,
  type OpenApiDocument,
  parsePointer,
  toPointer,
  valueAt,
  walk,
} from "../document/document.ts";
import { type ErrorObject, formats, Validators } from "../document/validators.ts";
import { collectGaps, type Gap } from "../notes/gaps.ts";
import { type Exchange, hasNoBody, isEmpty, isSuccess, isUnseen } from "./exchange.ts";
import { Interface, type Located, type Match, type Operation } from "./interface.ts";
import { readQuery } from "./query.ts";
import { describeMediaType, nameMediaType } from "./words.ts";

/** Something that a call does otherwise than the document says. It holds no value of the call. */
export interface Contradiction {
  /** A JSON pointer into the body, `request` and one, `query` and a name, `status` or `Content-Type`. */
  place: string;
  problem: string;
}

/** A part of the document that cannot be read, and why; the rest is used. */
export interface LeftOut {
  place: string;
  because: string;
}

/** Who sends something. */
type Side = "client" | "server";

const options = {
  formats: {
    ...formats,
    // RFC 5321: the domain may have no dot.
    email: /^[^\s@]+@[^\s@]+$/,
    // RFC 3339 by its grammar. How many days a month has is left to others, as most texts of a recording are times.
    "date-time":
      /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[t\s]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]\d\d:?\d\d)$/i,
  },
  // 1234567.89 is a multiple of 0.01, although no binary fraction is.
  multipleOfPrecision: 6,
  ...{ allErrors: true, verbose: true },
};

const checkers = new WeakMap<OpenApiDocument, Checker>();

export class Checker {
  readonly interface: Interface;
  readonly leftOut: LeftOut[] = [];
  readonly #validators: Validators;
  /** A query is texts, of which a number is one where the schema takes numbers. */
  readonly #ofQueries: Validators;
  /** Of what one side sends: what the other one alone sends is not required there. */
  readonly #ofSides = new Map<Side, Validators>();
  /** Pointers of schemas that are not there, or cannot be compiled. */
  readonly #unusable = new Set<string>();
  #names: Set<string> | undefined;
  #gaps: Gap[] | undefined;

  /** The checker of a document; compiling one takes longer than most checks. */
  static of(document: OpenApiDocument): Checker {
    const checker = checkers.get(document) ?? new Checker(document);
    checkers.set(document, checker);
    return checker;
  }

  private constructor(document: OpenApiDocument) {
    this.interface = new Interface(document);
    this.#validators = new Validators(document, options);
    this.#ofQueries = new Validators(document, { ...options, coerceTypes: true });
  }

  get gaps(): Gap[] {
    return (this.#gaps ??= collectGaps(this.interface.document));
  }

  /** Names of all fields that the document describes. */
  get #fieldNames(): Set<string> {
    return (this.#names ??= new Set(
      walk(this.interface.document, "schema").flatMap(({ value }) =>
        Object.keys(asObject(value["properties"])),
      ),
    ));
  }

  /** What the schema at a pointer refuses of a value; nothing where none stands. One that cannot be compiled is noted. */
  errors(
    pointer: string | undefined,
    value: unknown,
    validators: Validators = this.#validators,
  ): ErrorObject[] {
    if (pointer === undefined || this.#unusable.has(pointer)) return [];
    try {
      return validators.errors(pointer, value);
    } catch (error) {
      this.#unusable.add(pointer);
      if (valueAt(this.interface.document, pointer) !== undefined)
        this.leftOut.push({ place: describePlace(pointer), because: (error as Error).message });
      return [];
    }
  }

  /** Whether a part of a response is what the schema at a pointer takes. */
  takes(pointer: string, value: unknown): boolean {
    const errors = this.errors(pointer, value, this.#of("server"));
    return errors.length === 0 && !this.#unusable.has(pointer);
  }

  /** What of a request the document does not allow. */
  requestProblems(
    operation: Operation,
    { request, query }: Pick<Exchange, "request" | "query">,
  ): Contradiction[] {
    const { interface: of } = this;
    const schema = () => of.schemaOf(of.requestOf(operation), request.mediaType);
    const errors =
      request.json === undefined ? [] : this.errors(schema(), request.json, this.#of("client"));
    return [
      ...errors.map((error) => this.#toProblem(error, "request ")),
      ...this.#queryProblems(operation, query),
    ];
  }

  /** What of a response the document does not allow. */
  responseProblems(operation: Operation, exchange: Exchange): Contradiction[] {
    const { response, status } = exchange;
    // A failure may lack what describes it; a success may not.
    if (isSuccess(exchange) ? hasNoBody(exchange) : isEmpty(exchange)) return [];
    const { interface: of } = this;
    const { described, type, schema } = of.describe(operation, status, response.mediaType);
    const types = type === undefined ? of.mediaTypesOf(described) : [type];
    const problems: Contradiction[] = [];
    if (type === undefined && types.length > 0) {
      const mayBeUnrecorded = !isSuccess(exchange) || response.unread !== undefined;
      if (mayBeUnrecorded && response.mediaType === undefined) return [];
      const named = response.mediaType && describeMediaType(nameMediaType(response.mediaType));
      const problem = `must be ${types.join(" or ")}, and is ${named ?? "missing"}`;
      problems.push({ place: "Content-Type", problem });
      // What describes another media type says nothing of it.
      if (named !== undefined) return problems;
    }
    const meant = type ?? types[0];
    // What a range describes is read as what it is.
    const read = meant?.includes("*") ? response.mediaType : meant;
    if (!/[/+]json *(;|$)/.test(read ?? "")) return problems;
    if (response.json !== undefined) {
      const errors = this.errors(schema, response.json, this.#of("server"));
      problems.push(...errors.map((error) => this.#toProblem(error)));
    } else if (type !== undefined && !isUnseen(response)) {
      problems.push({ place: "body", problem: "must be JSON in UTF-8" });
    }
    return problems;
  }

  /** Everything of a recorded call that contradicts the document. What was refused may have been wrong. */
  problems({ operation }: Match, exchange: Exchange): Contradiction[] {
    const ofRequest = isSuccess(exchange) ? this.requestProblems(operation, exchange) : [];
    return [...ofRequest, ...this.responseProblems(operation, exchange)];
  }

  /** The first gap of a node; where the document has no such node, one of the nearest node above that has any. */
  gapAt(pointer: string): string | undefined {
    const isNode = isObject(valueAt(this.interface.document, pointer));
    for (let at = pointer; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      const gap = this.gaps.find(({ node }) => node === at);
      if (isNode || gap) return gap?.id;
    }
    return undefined;
  }

  /** The gap that asks for a kind of evidence at the first of some places where one does. */
  gapAmong(places: (string | undefined)[], kind: string): Gap | undefined {
    const asking = this.gaps.filter(({ evidence = [] }) => evidence.includes(kind));
    return places.flatMap((place) => asking.filter(({ node }) => node === place))[0];
  }

  /** The gap that a kind of evidence about a response narrows: of its description, its operation, its path, or of everything. */
  gapFor(kind: string, { pointer, path }: Operation, response?: Located): Gap | undefined {
    return this.gapAmong([response?.pointer, pointer, toPointer(["paths", path]), "#/info"], kind);
  }

  /** Of what one side sends. */
  #of(side: Side): Validators {
    const known = this.#ofSides.get(side);
    if (known) return known;
    const document = asSentBy(side, this.interface);
    const isSame = document === this.interface.document;
    const validators = isSame ? this.#validators : new Validators(document, options);
    this.#ofSides.set(side, validators);
    return validators;
  }

  #queryProblems(operation: Operation, query: Exchange["query"]): Contradiction[] {
    if (query === undefined) return [];
    const { missing, values } = readQuery(this.interface, operation, query);
    return [
      ...missing.map((name) => ({ place: `query ${name}`, problem: "is required" })),
      ...values.flatMap(({ name, schema, value }) =>
        this.errors(schema.pointer, value, this.#ofQueries)
          .slice(0, 1)
          .map(({ message = "" }) => ({ place: `query ${name}`, problem: message })),
      ),
    ];
  }

  #toProblem(error: ErrorObject, part = ""): Contradiction {
    const { keyword, params, instancePath, message: problem = keyword } = error;
    const missing = keyword === "required" ? [String(params["missingProperty"])] : [];
    const keys = [...parsePointer(`#${instancePath}`), ...missing].map((key) =>
      // A key that no schema names is data.
      /^\d+$/.test(key) || this.#fieldNames.has(key) ? escapeSegment(key) : "{…}",
    );
    return { place: `${part}/${keys.join("/")}`, problem };
  }
}

/** A copy of the document that requires nothing of one side that the other alone sends; the document itself where it does so. */
function asSentBy(side: Side, of: Interface): OpenApiDocument {
  const mark = side === "client" ? "readOnly" : "writeOnly";
  const schemas = walk(of.document, "schema");
  if (!schemas.some(({ value }) => value[mark] === true)) return of.document;
  const copy = structuredClone(of.document);
  for (const { pointer, value } of schemas) {
    if (!("required" in value || "allOf" in value)) continue;
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

/** `OrderState` from `#/components/schemas/OrderState`, a description of another place. */
export const nameOf = (pointer: string): string =>
  /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1] ?? describePlace(pointer);
