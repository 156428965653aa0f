/** What a document says of the calls of its interface: which operation a call is, and what describes its messages. */
import {
  asList,
  asObject,
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
import { remember } from "./remember.ts";

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

export class Interface {
  readonly document: OpenApiDocument;
  readonly operations: Operation[];
  /** Paths that the document names without an operation. */
  readonly openPaths: string[];
  /** By method and number of segments, in the order in which they are meant. */
  readonly #routes: Map<string, Route[]>;

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.operations = operationsOf(document);
    this.openPaths = Object.keys(document.paths).filter(
      (path) => path.startsWith("/") && !this.operations.some((each) => each.path === path),
    );
    const routes = this.operations.map(toRoute).sort((a, b) => (a.order < b.order ? -1 : 1));
    this.#routes = Map.groupBy(routes, ({ operation }) =>
      routeKey(operation.method, segmentsOf(operation.path)),
    );
  }

  /** What stands at a place, or where a reference there leads; undefined where that is nowhere. */
  readonly locateAt: (pointer: string) => Located | undefined = remember((pointer) => {
    const path = parsePointer(pointer);
    const found = follow(this.document, valueAt(this.document, path), path);
    if (!found || !isObject(found.value)) return undefined;
    return { pointer: toPointer(found.path), node: found.value };
  });

  /** Finds the operation of a request by its method and its path below the base address, as the URL spells it. */
  match(method: string, path: string): Match | undefined {
    const segments = segmentsOf(path);
    const joined = segments.join("\0");
    const routes = this.#routes.get(routeKey(method, segments)) ?? [];
    for (const { operation, pattern, names } of routes) {
      const found = pattern.exec(joined);
      if (!found) continue;
      const parameters = names.map((name, index) => [name, found[index + 1]!] as const);
      return { operation, parameters: Object.fromEntries(parameters) };
    }
    return path.endsWith("/") ? this.match(method, path.slice(0, -1)) : undefined;
  }

  /**
   * The response of an operation to a status code: the code itself, its range, or the default. Where the document has successes,
   * the default is what it says of failures, and describes no other success, and no redirect.
   */
  responseTo(operation: Operation, status: number): Response | undefined {
    const responses = asObject(operation.node["responses"]);
    const range = `${String(status)[0]}XX`;
    const codes = [String(status), range, range.toLowerCase(), "default"];
    const code = codes.find((name) => name in responses);
    const hasSuccesses = () => Object.keys(responses).some((name) => name.startsWith("2"));
    const isOther = code === "default" && status < 400 && hasSuccesses();
    if (code === undefined || isOther) return undefined;
    const found = this.locateAt(`${operation.pointer}/responses/${escapeSegment(code)}`);
    return found && { ...found, code };
  }

  /** Whether what stands at a place describes a part of what clients send, or of what they receive. */
  isPartOf(messages: "requestBody" | "responses", pointer: string): boolean {
    return this.#placesOf(messages).some((place) => `${pointer}/`.startsWith(`${place}/`));
  }

  readonly #placesOf = remember((messages: string) => {
    const places = new Set(this.operations.map((each) => `${each.pointer}/${messages}`));
    // What is added on the way is visited too.
    for (const place of places) {
      const text = JSON.stringify(valueAt(this.document, place) ?? null);
      for (const [, reference] of text.matchAll(/"\$ref":"(#[^"]*)"/g)) places.add(reference!);
    }
    return [...places];
  });

  /** The media type of a message that a content type is one of; undefined where none is. */
  mediaTypeOf(message: Located | undefined, contentType: string | undefined): string | undefined {
    if (contentType === undefined) return undefined;
    const names = Object.keys(asObject(message?.node["content"]));
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

  /**
   * A schema, and those that it is joined of: also what stands beside a reference, which OpenAPI 3.0 does not read.
   *
   * @param keywords `anyOf` and `oneOf` for those that it may be, too
   */
  readonly partsOf: (pointer: string | undefined, keywords?: string[]) => Located[] = remember(
    (pointer, keywords = ["allOf"]) => {
      const parts: Located[] = [];
      const visited = new Set<string>();
      const add = (at: string): void => {
        const node = valueAt(this.document, at);
        if (visited.has(at) || !isObject(node)) return;
        visited.add(at);
        const { $ref, ...own } = node;
        const isReference = typeof $ref === "string";
        const isBeside = !isOpenApi30(this.document) && Object.keys(own).length > 0;
        if (!isReference || isBeside) {
          parts.push({ pointer: at, node });
          for (const keyword of keywords)
            for (const index of asList(node[keyword]).keys()) add(`${at}/${keyword}/${index}`);
        }
        if (isReference && $ref.startsWith("#/")) add(toPointer(parsePointer($ref)));
      };
      if (pointer !== undefined) add(pointer);
      return parts;
    },
  );
}

interface Route {
  operation: Operation;
  /** With a group for each parameter. */
  pattern: RegExp;
  names: string[];
  /** Sorts what is meant first to the front: a literal before `{id}.json`, and that before `{id}`. */
  order: string;
}

const parameter = /\{([^{}]+)\}/g;

function toRoute(operation: Operation): Route {
  const path = segmentsOf(operation.path).join("\0");
  // A literal, and a name, in turns.
  const parts = path.split(parameter);
  const pattern = parts.map((part, index) =>
    index % 2 ? "([^\\0]+?)" : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"),
  );
  return {
    operation,
    pattern: new RegExp(`^${pattern.join("")}$`),
    names: parts.filter((_, index) => index % 2),
    // The last of all letters stands for a parameter, and for the end of a segment.
    order: `${path}\0`.replaceAll(/\{[^{}]+\}|\0/g, "\uFFFF"),
  };
}

const routeKey = (method: string, segments: string[]): string =>
  `${method.toLowerCase()} ${segments.length}`;

/** Decoded, to be joined by NUL, as a slash may stand in one. */
const segmentsOf = (path: string): string[] => path.split("/").map(decode);

/** The service that is meant, among all that a recording holds. */
export class BaseAddress {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly #address: string;

  /** @throws {UserError} when it is missing, no URL of HTTP, or has a login, which nothing would send */
  constructor(text: string | undefined) {
    const url = URL.parse(text ?? "");
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
      throw new UserError(
        `${text ?? "What the document names as its first server"} is no address of a service without a login. Give --base-url one, for instance https://service.example.`,
      );
    this.origin = url.origin;
    this.#address = url.origin + url.pathname.replace(/\/$/, "");
  }

  /** The address that is given, or else the first server of the document, with the defaults of its variables. */
  static of(document: OpenApiDocument, given: string | undefined): BaseAddress {
    const { url, variables } = asObject(asList(document["servers"])[0]);
    const defaultOf = (_: string, name: string) => String(valueAt(variables, [name, "default"]));
    const first = typeof url === "string" ? url.replaceAll(parameter, defaultOf) : undefined;
    return new BaseAddress(given ?? first);
  }

  /** The address of a path of the document. */
  urlOf(path: string): string {
    return this.#address + path;
  }

  /** The path below the base address; undefined for a request to somewhere else. */
  pathBelow({ origin, path }: Pick<Exchange, "origin" | "path">): string | undefined {
    const url = origin + path;
    const isBelow = url === this.#address || url.startsWith(`${this.#address}/`);
    return isBelow ? url.slice(this.#address.length) : undefined;
  }
}
