/** Holds calls against a document: what contradicts it, and which gap a place belongs to. */
import {
  asObject,
  describePlace,
  escapeSegment,
  isObject,
  type OpenApiDocument,
  parsePointer,
  toPointer,
  valueAt,
  walk,
} from "../document/document.ts";
import { type ErrorObject, formats, Validators } from "../document/validators.ts";
import { collectGaps, type Gap } from "../notes/gaps.ts";
import { type Exchange, hasNoBody, isSuccess, isUnseen } from "./exchange.ts";
import { Interface, type Located, type Match, type Operation } from "./interface.ts";
import { readQuery } from "./query.ts";
import { Shapes } from "./shapes.ts";
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

const checkers = new WeakMap<OpenApiDocument, Checker>();

export class Checker {
  readonly interface: Interface;
  readonly leftOut: LeftOut[] = [];
  readonly shapes: Shapes;
  readonly #validators: Validators;
  /** A query is texts, of which a number is one where the schema takes numbers. */
  readonly #ofQueries: Validators;
  /** Pointers of schemas that are not there, or cannot be compiled. */
  readonly #unusable = new Set<string>();
  readonly #names: Set<string>;
  #gaps: Gap[] | undefined;

  /** The checker of a document; compiling one takes longer than most checks. */
  static of(document: OpenApiDocument): Checker {
    const checker = checkers.get(document) ?? new Checker(document);
    checkers.set(document, checker);
    return checker;
  }

  private constructor(document: OpenApiDocument) {
    this.interface = new Interface(document);
    const options = { formats, allErrors: true, verbose: true, logger: false } as const;
    this.#validators = new Validators(document, options);
    this.#ofQueries = new Validators(document, { ...options, coerceTypes: true });
    this.shapes = new Shapes(this.interface, this.#validators);
    this.#names = new Set(
      walk(document, "schema").flatMap(({ value }) => Object.keys(asObject(value["properties"]))),
    );
  }

  get gaps(): Gap[] {
    return (this.#gaps ??= collectGaps(this.interface.document));
  }

  /** What the schema at a pointer refuses of a value; nothing where none stands. One that cannot be compiled is noted. */
  errors(
    pointer: string | undefined,
    value: unknown,
    validators = this.#validators,
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

  /** What of a request the document does not allow. */
  requestProblems(
    operation: Operation,
    { request, query }: Pick<Exchange, "request" | "query">,
  ): Contradiction[] {
    const schema = this.interface.schemaOf(this.interface.requestOf(operation), request.mediaType);
    const errors = request.json === undefined ? [] : this.errors(schema, request.json);
    return [
      // What a service sets itself is not asked of a client.
      ...errors
        .filter((error) => !isAbout(error, "readOnly"))
        .map((error) => this.#toProblem(error, "request ")),
      ...this.#queryProblems(operation, query),
    ];
  }

  /** What of a response the document does not allow. */
  responseProblems(operation: Operation, exchange: Exchange): Contradiction[] {
    const { response, status } = exchange;
    if (hasNoBody(exchange)) return [];
    const described = this.interface.responseTo(operation, status);
    const types = this.interface.mediaTypesOf(described);
    const type = this.interface.mediaTypeOf(described, response.mediaType);
    const problems: Contradiction[] = [];
    if (type === undefined && types.length > 0) {
      const mayBeUnrecorded = !isSuccess(exchange) || response.unread !== undefined;
      if (mayBeUnrecorded && response.mediaType === undefined) return [];
      const named = response.mediaType && describeMediaType(nameMediaType(response.mediaType));
      const problem = `must be ${types.join(" or ")}, and is ${named ?? "missing"}`;
      problems.push({ place: "Content-Type", problem });
    }
    const meant = type ?? types[0];
    if (!/[/+]json *(;|$)/.test(meant ?? "")) return problems;
    if (response.json !== undefined) {
      const errors = this.errors(this.interface.schemaOf(described, meant), response.json);
      const ofServer = errors.filter((error) => !isAbout(error, "writeOnly"));
      problems.push(...ofServer.map((error) => this.#toProblem(error)));
    } else if (!isUnseen(response)) {
      problems.push({ place: "body", problem: "must be JSON in UTF-8" });
    }
    return problems;
  }

  /** Everything of a recorded call that contradicts the document. What was refused may have been wrong. */
  problems({ operation }: Match, exchange: Exchange): Contradiction[] {
    const ofRequest = isSuccess(exchange) ? this.requestProblems(operation, exchange) : [];
    return [...ofRequest, ...this.responseProblems(operation, exchange)];
  }

  /** The gaps of a node, or, where the document has no such node, of the nearest one above that has any. */
  gapsAt(pointer: string): Gap[] {
    const isNode = isObject(valueAt(this.interface.document, pointer));
    for (let at = pointer; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
      const found = this.gaps.filter(({ node }) => node === at);
      if (isNode || found.length > 0) return found;
    }
    return [];
  }

  /** The gap of the place that asks for a kind of evidence, or else any of the place. */
  gapAt(pointer: string, ...kinds: string[]): string | undefined {
    const gaps = this.gapsAt(pointer);
    const asks = ({ evidence = [] }: Gap) => evidence.some((kind) => kinds.includes(kind));
    return (gaps.find(asks) ?? gaps[0])?.id;
  }

  /** The gap that a kind of evidence about a response narrows: of its description, its operation, its path, or of everything. */
  gapFor(kind: string, { pointer, path }: Operation, response?: Located): Gap | undefined {
    const places = [response?.pointer, pointer, toPointer(["paths", path]), "#/info"];
    const asking = this.gaps.filter(({ evidence = [] }) => evidence.includes(kind));
    return places.flatMap((place) => asking.filter(({ node }) => node === place))[0];
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
      /^\d+$/.test(key) || this.#names.has(key) ? escapeSegment(key) : "{…}",
    );
    return { place: `${part}/${keys.join("/")}`, problem };
  }
}

/** Whether an error says that a field is missing which the other side alone sends. */
function isAbout({ keyword, params, parentSchema }: ErrorObject, direction: string): boolean {
  const { properties } = asObject(parentSchema);
  const field = asObject(properties)[String(params["missingProperty"])];
  return keyword === "required" && asObject(field)[direction] === true;
}

/** `OrderState` from `#/components/schemas/OrderState`, a description of another place. */
export const nameOf = (pointer: string): string =>
  /^#\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1] ?? describePlace(pointer);
