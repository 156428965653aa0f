/**
 * The places of a contract that a value is held against, as a tree that is built while values
 * arrive.
 */
import {
  asObject,
  asObjectMap,
  isObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../../gaps/src/document/document.ts";
import { toPointer } from "../../../gaps/src/document/pointer.ts";
import { Tally } from "./tally.ts";
import { isFieldName } from "./words.ts";

/** What a message is to the evidence: an answer, or a request that the service took or refused. */
export type Side = "response" | "accepted" | "refused";

/**
 * Undocumented values are looked into this deep. What is nested deeper is not a record of an
 * interface.
 */
const maxDepth = 8;

export class Place {
  /**
   * JSON pointer into the bundle. Below an open schema it goes on as it would if the schema
   * described the value.
   */
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly tally = new Tally();
  /** Where a place that the contract does not know hangs; undefined for one that it knows. */
  readonly parent: Place | undefined;
  /** Name of the field that the place is in its parent; undefined for the items of a list. */
  readonly name: string | undefined;
  readonly #map: PlaceMap;
  readonly #depth: number;
  readonly #fields = new Map<string, Place>();
  #items: Place | undefined;

  constructor(map: PlaceMap, pointer: string, schema: JsonObject, parent?: Place, name?: string) {
    this.#map = map;
    this.pointer = pointer;
    this.schema = schema;
    this.parent = parent;
    this.name = name;
    this.#depth = parent ? parent.#depth + 1 : 0;
  }

  /** The place of a field; undefined for one whose name stays private. */
  field(name: string): Place | undefined {
    const known = this.#fields.get(name);
    if (known) return known;
    const schema = this.documents(name) ? asObject(this.schema["properties"])[name] : undefined;
    // An object with more names than a record has is a map: below its keys there is only data.
    if (schema === undefined && (!isFieldName(name) || this.tally.fields.isFull)) return undefined;
    const place = this.#child(["properties", name], schema, name);
    if (place) this.#fields.set(name, place);
    return place;
  }

  items(): Place | undefined {
    return (this.#items ??= this.#child(["items"], this.schema["items"]));
  }

  /** Whether the contract names the field here. */
  documents(name: string): boolean {
    return Object.hasOwn(asObject(this.schema["properties"]), name);
  }

  /**
   * The branch of a choice whose constants the value has; the place itself where there is no
   * choice.
   */
  branchFor(value: unknown): Place {
    const branches = this.schema["oneOf"] ?? this.schema["anyOf"];
    if (!Array.isArray(branches) || !isObject(value)) return this;
    const fits = branches
      .map((branch) => this.#map.at(this.pointer, branch as JsonObject))
      .find((place) => hasConstants(place.schema, value));
    return fits ?? this;
  }

  #child(path: string[], schema: unknown, name?: string): Place | undefined {
    const at = `${this.pointer}/${toPointer(path).slice(2)}`;
    // `items: {}` says as little as no items at all.
    if (isObject(schema) && Object.keys(schema).length > 0) return this.#map.at(at, schema);
    return this.#depth < maxDepth
      ? this.#map.add(new Place(this.#map, at, {}, this, name))
      : undefined;
  }
}

function hasConstants(schema: JsonObject, value: JsonObject): boolean {
  return Object.entries(asObjectMap(schema["properties"])).every(
    ([name, property]) => !("const" in property) || value[name] === property["const"],
  );
}

/** All places of one side: a schema that several operations share is one place. */
export class PlaceMap implements Iterable<Place> {
  readonly #document: OpenApiDocument;
  readonly #places = new Map<string, Place>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** The place of a schema, or of the one it refers to. */
  at(pointer: string, schema: JsonObject): Place {
    const reference = schema["$ref"];
    if (typeof reference === "string")
      return (
        this.#places.get(reference) ?? this.at(reference, resolvePointer(this.#document, reference))
      );
    return this.#places.get(pointer) ?? this.add(new Place(this, pointer, schema));
  }

  add(place: Place): Place {
    this.#places.set(place.pointer, place);
    return place;
  }

  [Symbol.iterator](): Iterator<Place> {
    return this.#places.values();
  }
}
