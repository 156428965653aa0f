/** Which schemas describe a value and its parts, through references, `allOf` and choices. */
import { asList, asObject, escapeSegment } from "../document/document.ts";
import { knownValues, namedBranch } from "../document/schemas.ts";
import type { Checker } from "../api/checker.ts";
import type { Located } from "../api/interface.ts";
import { placesOf } from "../notes/gaps.ts";
import { Seen } from "./seen.ts";

/** One schema of the document, and what was seen at it. Where the document has only its place, `node` is empty. */
export interface WatchedSchema extends Located {
  /** The kinds of evidence that its gaps ask for. */
  kinds: string[];
  /** The values that it names, or a part of it. */
  known: string[];
  /** The fields that it names. */
  fields: string[];
  /** Where the branches of its choices stand, of each choice. */
  choices: string[][];
  seen: Seen;
}

/** The places that describe a value. Example: two parts of an `allOf` both name the field `size`. */
export interface SchemaRefs {
  /** Pointers of schemas. */
  pointers: string[];
  /** All of them as one, once it is known; undefined where a choice in them depends on the value. */
  merged?: MergedSchema;
}

/** All schemas that describe one value together: its own, through references and `allOf`, and of each choice the branch that it takes. */
export interface MergedSchema {
  /** Those of which a gap asks something. */
  asked: WatchedSchema[];
  /** Where a field goes that none of them names; undefined where a condition, a pattern or an open choice may describe it. */
  fieldOwner: WatchedSchema | undefined;
  fields: Map<string, SchemaRefs>;
  /** Every other field. */
  others: SchemaRefs | undefined;
  items: SchemaRefs | undefined;
}

/** Keywords by which the value decides which schemas describe it. */
const depending = ["oneOf", "anyOf", "discriminator"];

/** Keywords that describe further fields, by their names or under a condition. They are not followed. */
const hiding = ["if", "then", "else", "dependentSchemas", "patternProperties"];

/** Every value of a recording asks for its schemas, so that each combination is merged once. */
export class MergedSchemas {
  readonly #checker: Checker;
  /** By their pointers: those that values were held against. */
  readonly schemas: Map<string, WatchedSchema> = new Map();
  /** By the pointers of their schemas. */
  readonly #merged = new Map<string, MergedSchema>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** All that describes a value, as one. */
  of(refs: SchemaRefs, value: unknown): MergedSchema {
    if (refs.merged) return refs.merged;
    const found = new Set<WatchedSchema>();
    for (const pointer of refs.pointers) this.#collect(pointer, value, found);
    const schemas = [...found];
    const key = schemas.map(({ pointer }) => pointer).join(" ");
    const merged = this.#merged.get(key) ?? merge(schemas);
    this.#merged.set(key, merged);
    if (!schemas.some(({ node }) => depending.some((keyword) => keyword in node)))
      refs.merged = merged;
    return merged;
  }

  /** Adds a schema, its parts, and of each choice in them the branch that the value takes. */
  #collect(pointer: string, value: unknown, found: Set<WatchedSchema>): void {
    for (const part of this.#partsOf(pointer)) {
      const schema = this.#schemaOf(part);
      // With `kind: cat`, a `Pet` is first a `Cat`, which is `{allOf: [Pet, …]}`: its fields are those of cats.
      const name = namedBranch(schema.node, value);
      const named = name === undefined ? undefined : this.#named(name, schema);
      if (named && !found.has(schema) && !found.has(named))
        this.#collect(named.pointer, value, found);
      if (found.has(schema)) continue;
      found.add(schema);
      for (const branches of name === undefined ? schema.choices : []) {
        const taking = branches.filter((branch) => this.#checker.takes(branch, value));
        if (taking.length === 1) this.#collect(taking[0]!, value, found);
      }
    }
  }

  /** The schema that a discriminator names, such as `Cat`, where it is a branch of the schema with the discriminator, or has that as a part. */
  #named(name: string, { pointer, choices }: WatchedSchema): WatchedSchema | undefined {
    const [named, ...parts] = this.#partsOf(name);
    const isRelated =
      choices.flat().includes(named!.pointer) || parts.some((part) => part.pointer === pointer);
    return isRelated ? this.#schemaOf(named!) : undefined;
  }

  /** Those that a schema is joined of, itself first. */
  #partsOf(pointer: string): Located[] {
    const parts = this.#checker.interface.partsOf(pointer);
    return parts.length > 0 ? parts : [{ pointer, node: {} }];
  }

  #schemaOf(located: Located): WatchedSchema {
    const { pointer, node } = located;
    const known = this.schemas.get(pointer);
    if (known) return known;
    const holders = holdersOf(pointer);
    const asking = this.#checker.gaps.filter((gap) =>
      placesOf(gap).some((place) => holders.includes(place)),
    );
    const seen = new Seen();
    const all = this.#checker.interface.partsOf(pointer, ["allOf", "anyOf", "oneOf"]);
    seen.isRecord = all.some((part) => "properties" in part.node);
    const branchesOf = (keyword: string) =>
      asList(node[keyword]).map((_, index) => {
        const [branch] = this.#partsOf(`${pointer}/${keyword}/${index}`);
        return branch!.pointer;
      });
    const schema: WatchedSchema = {
      ...{ pointer, node, seen, known: all.flatMap((part) => knownValues(part.node)) },
      kinds: asking.flatMap(({ evidence = [] }) => evidence),
      fields: Object.keys(asObject(node["properties"])),
      choices: [branchesOf("oneOf"), branchesOf("anyOf")].filter(({ length }) => length > 0),
    };
    this.schemas.set(pointer, schema);
    return schema;
  }
}

function merge(schemas: WatchedSchema[]): MergedSchema {
  const others: string[] = [];
  const items: string[] = [];
  const fields = new Map<string, SchemaRefs>();
  for (const { pointer, node, fields: names } of schemas) {
    for (const name of names) {
      const known = fields.get(name)?.pointers ?? [];
      fields.set(name, { pointers: [...known, `${pointer}/properties/${escapeSegment(name)}`] });
    }
    // `prefixItems` describes the beginning of a list, so that `items` is not about each element.
    if ("prefixItems" in node) continue;
    if (saysSomething(node["items"])) items.push(`${pointer}/items`);
    for (const keyword of ["additionalProperties", "unevaluatedProperties"])
      if (saysSomething(node[keyword])) others.push(`${pointer}/${keyword}`);
  }
  return {
    asked: schemas.filter(({ kinds, known }) => kinds.length > 0 || known.length > 0),
    fieldOwner: schemas.every((schema) => isDecided(schema, schemas))
      ? findFieldOwner(schemas)
      : undefined,
    fields,
    others: others.length > 0 ? { pointers: others } : undefined,
    items: items.length > 0 ? { pointers: items } : undefined,
  };
}

/** An empty schema says as little as none. */
const saysSomething = (schema: unknown): boolean => Object.keys(asObject(schema)).length > 0;

/**
 * Whether all fields are known that a schema describes. A condition or a pattern may describe others, and so may a choice of which it
 * is not known what branch the value takes.
 */
const isDecided = ({ node, choices }: WatchedSchema, taken: WatchedSchema[]): boolean =>
  !hiding.some((keyword) => keyword in node) &&
  choices.every((branches) => taken.some(({ pointer }) => branches.includes(pointer)));

const asksForFields = ({ kinds }: WatchedSchema): boolean => kinds.includes("fields");

/** `oneOf: [Cat, Dog]` without anything beside it. */
const isChoiceAlone = ({ node }: WatchedSchema): boolean =>
  ("oneOf" in node || "anyOf" in node) && !("allOf" in node) && !("$ref" in node);

/**
 * Which of the schemas of a value a field belongs to that none of them names.
 *
 * `Order: {allOf: [Base, {properties: …}]}`: to `Order`, for `Base` has other users too. If the second part, which stands in `Order`
 * itself, has a note that asks for fields: to that part.
 * `{allOf: [Order]}`, or `{oneOf: [Order, Draft]}` of an order: to `Order`, the only one with fields.
 * A value of which no schema says that it is an object has no owner of fields.
 */
function findFieldOwner(schemas: WatchedSchema[]): WatchedSchema | undefined {
  const hasFields = (each: WatchedSchema) => each.fields.length > 0 || asksForFields(each);
  const withFields = schemas.filter(hasFields);
  if (withFields.length === 0 && !schemas.some(isObjectType)) return undefined;
  const outermost = schemas.find((each) => hasFields(each) || !isChoiceAlone(each)) ?? schemas[0]!;
  const owner = withFields.length === 1 ? withFields[0]! : outermost;
  const inOwner = schemas.filter(({ pointer }) => pointer.startsWith(`${owner.pointer}/`));
  return inOwner.find(asksForFields) ?? owner;
}

const isObjectType = ({ node }: WatchedSchema): boolean => [node["type"]].flat().includes("object");

/** A schema, and where it is that of a message, the media type and the message. */
export function holdersOf(pointer: string): string[] {
  const [, message, mediaType] = /^(.*)(\/content\/[^/]+)\/schema$/.exec(pointer) ?? [];
  return message === undefined ? [pointer] : [pointer, message + mediaType, message];
}
