/** What a document says of the calls of its interface: which operation a call is, and what describes its messages. */
import {
  asList,
  asObject,
  asObjectList,
  decode,
  escapeSegment,
  follow,
  isObject,
  isOpenApi30,
  type JsonObject,
  type OpenApiDocument,
  type OperationPlace,
  operationsOf,
  parsePointer,
  toPointer,
  valueAt,
} from "../document/document.ts";
import { UserError } from "../problem.ts";
import { essenceOf, type Exchange } from "./exchange.ts";

/** An object of the document, and where it stands once references are followed. */
export interface Located {
  pointer: string;
  node: JsonObject;
}

export type Operation = OperationPlace;

export interface Match {
  operation: Operation;
  /** Values of the path parameters, by name, without percent-encoding. */
  parameters: Record<string, string>;
}

/** A response, and the code or range that it stands under. */
export type Response = Located & { code: string };

/** What describes a response: its content type as the document names it, and the pointer of its schema, without one of that of JSON. */
export interface DescribedResponse {
  described: Response | undefined;
  type: string | undefined;
  schema: string | undefined;
}

export class Interface {
  readonly document: OpenApiDocument;
  readonly operations: Operation[];
  /** Paths that the document names without an operation. */
  readonly openPaths: string[];
  /** What was located: most of it is asked for with every call. */
  readonly #located = new Map<string, Located | undefined>();
  /** By method and number of segments, literals first. */
  readonly #routes: Map<string, Route[]>;
  /** By operation, status code and content type: every call asks for it. */
  readonly #responses = new Map<string, DescribedResponse>();
  /** By pointer and keywords, the parts of schemas: every value of a choice asks for them. */
  readonly #parts = new Map<string, Located[]>();
  /** The servers of operations that have their own. */
  readonly #addresses = new Map<Operation, string[]>();
  /** By what they are, the places that messages are described at. */
  readonly #messages = new Map<string, Set<string>>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.operations = operationsOf(document);
    const called = new Set(this.operations.map(({ path }) => path));
    this.openPaths = Object.keys(document.paths).filter(
      (path) => path.startsWith("/") && !called.has(path),
    );
    const routes = this.operations.map(toRoute).sort((a, b) => (a.order < b.order ? -1 : 1));
    this.#routes = Map.groupBy(routes, ({ key }) => key);
    for (const operation of this.operations) {
      const { node, pointer } = operation;
      const item = asObject(valueAt(document, parsePointer(pointer).slice(0, -1)));
      const own = [node, item].map(addressesOf).find((addresses) => addresses.length > 0);
      if (own) this.#addresses.set(operation, own);
    }
  }

  /** What stands at a place, or where a reference there leads; undefined where that is nowhere. */
  locateAt(pointer: string): Located | undefined {
    if (this.#located.has(pointer)) return this.#located.get(pointer);
    const path = parsePointer(pointer);
    const found = follow(this.document, valueAt(this.document, path), path);
    const located =
      found && isObject(found.value)
        ? { pointer: toPointer(found.path), node: found.value }
        : undefined;
    this.#located.set(pointer, located);
    return located;
  }

  /** Finds the operation of a request by its method and its path below the base address, as the URL spells it. */
  match(method: string, path: string): Match | undefined {
    const segments = segmentsOf(path);
    const routes = this.#routes.get(routeKey(method, segments)) ?? [];
    const joined = segments.join("\0");
    for (const { operation, pattern, names } of routes) {
      const found = pattern.exec(joined);
      if (!found) continue;
      const parameters = names.map((name, index) => [name, found[index + 1]!] as const);
      return { operation, parameters: Object.fromEntries(parameters) };
    }
    return path.endsWith("/") ? this.match(method, path.slice(0, -1)) : undefined;
  }

  /** The operation of a call at an address. One with servers of its own is not called at those of the document. */
  matchAt(base: BaseAddress, { method, origin, path }: Exchange): Match | undefined {
    const below = base.pathBelow({ origin, path });
    const match = below === undefined ? undefined : this.match(method, below);
    if (!match) return undefined;
    const own = this.#addresses.get(match.operation);
    const here = base.urlOf("");
    const isElsewhere = own && !own.includes(here) && addressesOf(this.document).includes(here);
    return isElsewhere ? undefined : match;
  }

  /**
   * The response of an operation to a status code: the code itself, its range, or the default. Where the document has successes,
   * the default is what it says of failures, and describes no other success, and no redirect.
   */
  responseTo(operation: Operation, status: number): Response | undefined {
    const responses = asObject(operation.node["responses"]);
    const range = `${String(status)[0]}XX`;
    const names = [String(status), range, range.toLowerCase(), "default"];
    const code = names.find((name) => name in responses);
    const hasSuccesses = () => Object.keys(responses).some((name) => name.startsWith("2"));
    const isOther = code === "default" && status < 400 && hasSuccesses();
    if (code === undefined || isOther) return undefined;
    const found = this.locateAt(`${operation.pointer}/responses/${escapeSegment(code)}`);
    return found && { ...found, code };
  }

  describe(
    operation: Operation,
    status: number,
    contentType: string | undefined,
  ): DescribedResponse {
    const key = `${operation.operationId} ${status} ${contentType}`;
    const known = this.#responses.get(key);
    if (known) return known;
    const described = this.responseTo(operation, status);
    const type = this.mediaTypeOf(described, contentType);
    const found = { described, type, schema: this.schemaOf(described, contentType) };
    this.#responses.set(key, found);
    return found;
  }

  requestOf(operation: Operation): Located | undefined {
    return this.locateAt(`${operation.pointer}/requestBody`);
  }

  /** Whether what stands at a place describes a part of what clients send, or of what they receive. */
  isPartOf(messages: "requestBody" | "responses", pointer: string): boolean {
    const known = this.#messages.get(messages);
    const places = known ?? new Set(this.operations.map((each) => `${each.pointer}/${messages}`));
    this.#messages.set(messages, places);
    // What is added on the way is visited too.
    for (const place of known ? [] : places) {
      const text = JSON.stringify(valueAt(this.document, place) ?? null);
      for (const [, reference] of text.matchAll(/"\$ref":"(#[^"]*)"/g)) places.add(reference!);
    }
    return [...places].some((place) => `${pointer}/`.startsWith(`${place}/`));
  }

  /** The media types of a message, as the document names them. */
  mediaTypesOf(message: Located | undefined): string[] {
    return Object.keys(asObject(message?.node["content"]));
  }

  /** The media type of a message that a content type is one of; undefined where none is. */
  mediaTypeOf(message: Located | undefined, contentType: string | undefined): string | undefined {
    if (contentType === undefined) return undefined;
    const names = this.mediaTypesOf(message);
    const nameOf = (type: string) =>
      names.find((name) => name === type || essenceOf(name) === type);
    return nameOf(contentType) ?? nameOf(`${contentType.split("/")[0]}/*`) ?? nameOf("*/*");
  }

  /** Where the schema of a message for a media type stands, or would stand; of the JSON one by default. */
  schemaOf(message: Located | undefined, contentType = "application/json"): string | undefined {
    const name = this.mediaTypeOf(message, contentType);
    return name && `${message!.pointer}/content/${escapeSegment(name)}/schema`;
  }

  /** The schema of a field that the schema at a pointer names. */
  fieldAt(pointer: string, name: string): Located | undefined {
    return this.locateAt(`${pointer}/properties/${escapeSegment(name)}`);
  }

  /** Names of the fields that a schema and the parts it is joined of describe. */
  fieldsOf(pointer: string | undefined): string[] {
    return this.partsOf(pointer).flatMap(({ node }) => Object.keys(asObject(node["properties"])));
  }

  /**
   * A schema, and those that it is joined of: also what stands beside a reference, which OpenAPI 3.0 does not read.
   *
   * @param keywords `anyOf` and `oneOf` for those that it may be, too
   */
  partsOf(pointer: string | undefined, keywords: string[] = ["allOf"]): Located[] {
    if (pointer === undefined) return [];
    const key = [pointer, ...keywords].join(" ");
    const parts = this.#parts.get(key) ?? [...this.#joinedAt(pointer, keywords).values()];
    this.#parts.set(key, parts);
    return parts;
  }

  #joinedAt(
    pointer: string,
    keywords: string[],
    parts = new Map<string, Located>(),
  ): Map<string, Located> {
    const node = asObject(valueAt(this.document, pointer));
    const { $ref, ...own } = node;
    const isRead = !isOpenApi30(this.document) && Object.keys(own).length > 0;
    const isBeside = typeof $ref === "string" && isRead;
    const target = this.locateAt(pointer);
    const found = target && isBeside ? { pointer, node } : target;
    if (!found || parts.has(found.pointer)) return parts;
    parts.set(found.pointer, found);
    for (const keyword of keywords)
      for (const index of asList(found.node[keyword]).keys())
        this.#joinedAt(`${found.pointer}/${keyword}/${index}`, keywords, parts);
    return isBeside ? this.#joinedAt($ref, keywords, parts) : parts;
  }
}

/** The servers that an object names in full. */
const addressesOf = ({ servers }: JsonObject): string[] =>
  asObjectList(servers)
    .map(fillIn)
    .filter((url) => /^https?:\/\/[^@]*$/.test(url) && URL.canParse(url))
    .map((url) => new BaseAddress(url).urlOf(""));

/** The URL of a server, with the defaults of its variables. */
const fillIn = ({ url, variables }: JsonObject): string =>
  String(url).replaceAll(parameter, (_, name: string) =>
    String(asObject(asObject(variables)[name])["default"]),
  );

interface Route {
  operation: Operation;
  key: string;
  /** Of the segments, with NUL between them, and a group for each parameter. */
  pattern: RegExp;
  names: string[];
  /** Sorts what is meant first to the front: a literal before `{id}.json`, and that before `{id}`. */
  order: string;
}

const parameter = /\{([^{}]+)\}/g;

function toRoute(operation: Operation): Route {
  const segments = segmentsOf(operation.path);
  const order = segments.map((segment) => {
    const literals = segment.replaceAll(parameter, "");
    return segment === literals ? "a" : `b${String(999 - literals.length).padStart(3, "0")}`;
  });
  // A literal, and a name, in turns.
  const parts = segments.join("\0").split(parameter);
  const pattern = parts.map((part, index) =>
    index % 2 ? "([^\\0]+?)" : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"),
  );
  return {
    operation,
    key: routeKey(operation.method, segments),
    pattern: new RegExp(`^${pattern.join("")}$`),
    names: parts.filter((_, index) => index % 2),
    order: order.join("/"),
  };
}

const routeKey = (method: string, segments: string[]) =>
  `${method.toLowerCase()} ${segments.length}`;

const segmentsOf = (path: string): string[] => path.split("/").map(decode);

/** The service that is meant, among all that a recording holds. */
export class BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before those of the document, without a slash at its end. */
  readonly #prefix: string;

  /** @throws {UserError} when it is missing, no URL of HTTP, or has a login, which nothing would send */
  constructor(text: string | undefined) {
    const url = URL.parse(text ?? "");
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
      throw new UserError(
        `${text === undefined ? "The document names no server" : `${text} is no address of a service without a login`}. Give --base-url one, for instance https://service.example.`,
      );
    this.origin = url.origin;
    this.#prefix = url.pathname.replace(/\/$/, "");
  }

  /** The address that is given, or else the first one that the document names. */
  static of(document: OpenApiDocument, given: string | undefined): BaseAddress {
    const [server] = asObjectList(document["servers"]);
    return new BaseAddress(given ?? (server && fillIn(server)));
  }

  /** The address of a path of the document. */
  urlOf(path: string): string {
    return this.origin + this.#prefix + path;
  }

  /** The path below the base address; undefined for a request to somewhere else. */
  pathBelow({ origin, path }: Pick<Exchange, "origin" | "path">): string | undefined {
    if (origin !== this.origin) return undefined;
    const isBelow = path === this.#prefix || path.startsWith(`${this.#prefix}/`);
    return isBelow ? path.slice(this.#prefix.length) : undefined;
  }
}
