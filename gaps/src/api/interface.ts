/** What a document says of the calls of its interface: which operation a call is, and what describes its messages. */
import {
  asList,
  asObject,
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
import { chooseMediaType } from "./media-type.ts";
import { remember } from "./remember.ts";
import { type Match, Routes } from "./routes.ts";

/** An object of the document, and where it stands once references are followed. */
export interface Located {
  pointer: string;
  node: JsonObject;
}

/** A response, and the code or range that it stands under. */
export type Response = Located & { code: string };

/** What describes the body of a response. */
export interface DescribedBody {
  response: Response | undefined;
  /** As the document spells it: `application/*`. */
  mediaType: string | undefined;
  /** Where its schema stands, or would stand. */
  schema: string | undefined;
}

export class Interface {
  readonly document: OpenApiDocument;
  readonly operations: OperationPlace[];
  /** Paths that the document names without an operation. */
  readonly openPaths: string[];
  readonly #routes: Routes;

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.operations = operationsOf(document);
    this.openPaths = Object.keys(document.paths).filter(
      (path) => path.startsWith("/") && !this.operations.some((each) => each.path === path),
    );
    this.#routes = new Routes(this.operations, Object.keys(document.paths));
  }

  /** What stands at a place, or where a reference there leads; undefined where that is nowhere. */
  readonly locateAt: (pointer: string) => Located | undefined = remember((pointer) => {
    const path = parsePointer(pointer);
    const found = follow(this.document, valueAt(this.document, path), path);
    if (!found || !isObject(found.value)) return undefined;
    return { pointer: toPointer(found.path), node: found.value };
  });

  /**
   * The operation that the address of a request names, as a service routes it. What else a recorded call has to agree with,
   * {@link Calls} asks.
   *
   * @param path below the base address, as the URL spells it
   */
  match(method: string, path: string, query?: URLSearchParams): Match | undefined {
    return this.#routes.matches(method, path, query)[0];
  }

  /**
   * The response of an operation to a status code: the code itself, its range, or the default. Where the document has successes,
   * the default is what it says of failures, and describes no other success, and no redirect.
   */
  responseTo(operation: OperationPlace, status: number): Response | undefined {
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

  /** What the document says of a body that a response to a status code has: all of it by the same choice of the media type. */
  bodyOf(
    operation: OperationPlace,
    status: number,
    contentType: string | undefined,
  ): DescribedBody {
    const response = this.responseTo(operation, status);
    const mediaType = this.mediaTypeOf(response, contentType);
    const schema = mediaType && `${response!.pointer}/content/${escapeSegment(mediaType)}/schema`;
    return { response, mediaType, schema };
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

  /**
   * The media type of a message that a content type is one of; undefined where none is. Of several, the one that says most:
   * `application/json; version=2` before `application/json`, and that before a range.
   */
  mediaTypeOf(message: Located | undefined, contentType: string | undefined): string | undefined {
    if (contentType === undefined) return undefined;
    return chooseMediaType(Object.keys(asObject(message?.node["content"])), contentType);
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
