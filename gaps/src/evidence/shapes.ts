/** Which schemas describe a value and its parts, through references, `allOf` and choices. */
import { asList, asObject, escapeSegment } from "../document/document.ts";
import { knownValues, namedBranch } from "../document/schemas.ts";
import type { Checker } from "../api/checker.ts";
import type { Located } from "../api/interface.ts";
import { placesOf } from "../notes/gaps.ts";
import { Seen } from "./seen.ts";

/** A schema of the document, what is asked of it, and what was seen at it. One of which there is only the place is empty. */
export interface Schema extends Located {
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

/** What describes a value. */
export interface Described {
  /** Pointers of schemas, several where each part of one names a field. */
  pointers: string[];
  /** The shape, where no choice depends on the value. */
  shape?: Shape;
}

/** All schemas that describe a value together, and those of what is in it. */
export interface Shape {
  /** Those of which a gap asks something. */
  asked: Schema[];
  /** What a field belongs to that none of them describes; nothing where that is not known. */
  holder: Schema | undefined;
  fields: Map<string, Described>;
  /** Every other field. */
  others: Described | undefined;
  items: Described | undefined;
}

/** Keywords by which the value decides what describes it. */
const depending = ["oneOf", "anyOf", "discriminator"];

/** Keywords that describe further fields, by their names or under a condition. They are not followed. */
const hiding = ["if", "then", "else", "dependentSchemas", "patternProperties"];

/** Each is worked out once, because every value asks for it. */
export class Shapes {
  readonly #checker: Checker;
  /** By their pointers: those that values were held against. */
  readonly schemas: Map<string, Schema> = new Map();
  /** By the pointers of their schemas. */
  readonly #shapes = new Map<string, Shape>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** The shape of a value: with the parts that its schemas are joined of, and of each choice the branch that it takes. */
  of(described: Described, value: unknown): Shape {
    if (described.shape) return described.shape;
    const found = new Set<Schema>();
    for (const pointer of described.pointers) this.#collect(pointer, value, found);
    const schemas = [...found];
    const key = schemas.map(({ pointer }) => pointer).join(" ");
    const shape = this.#shapes.get(key) ?? toShape(schemas);
    this.#shapes.set(key, shape);
    if (!schemas.some(({ node }) => depending.some((keyword) => keyword in node)))
      described.shape = shape;
    return shape;
  }

  #collect(pointer: string, value: unknown, found: Set<Schema>): void {
    for (const part of this.#partsOf(pointer)) {
      const schema = this.#schemaOf(part);
      // A value is first what it names itself to be, which may have this as a part.
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

  /** What a discriminator names, where it is a branch of its schema, or has it as a part. */
  #named(name: string, { pointer, choices }: Schema): Schema | undefined {
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

  #schemaOf(located: Located): Schema {
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
    const schema: Schema = {
      ...{ pointer, node, seen, known: all.flatMap((part) => knownValues(part.node)) },
      kinds: asking.flatMap(({ evidence = [] }) => evidence),
      fields: Object.keys(asObject(node["properties"])),
      choices: [branchesOf("oneOf"), branchesOf("anyOf")].filter(({ length }) => length > 0),
    };
    this.schemas.set(pointer, schema);
    return schema;
  }
}

function toShape(schemas: Schema[]): Shape {
  // An empty schema says as little as none. The beginning of a list may have others.
  const rest = (...keywords: string[]) => {
    const pointers = schemas.flatMap(({ pointer, node }) =>
      keywords
        .filter((keyword) => Object.keys(asObject(node[keyword])).length > 0)
        .filter(() => !("prefixItems" in node))
        .map((keyword) => `${pointer}/${keyword}`),
    );
    return pointers.length > 0 ? { pointers } : undefined;
  };
  const fields = new Map<string, Described>();
  for (const { pointer, fields: names } of schemas)
    for (const name of names) {
      const others = fields.get(name)?.pointers ?? [];
      fields.set(name, { pointers: [...others, `${pointer}/properties/${escapeSegment(name)}`] });
    }
  return {
    asked: schemas.filter(({ kinds, known }) => kinds.length > 0 || known.length > 0),
    holder: schemas.every((schema) => isKnown(schema, schemas)) ? holderAmong(schemas) : undefined,
    fields,
    others: rest("additionalProperties", "unevaluatedProperties"),
    items: rest("items"),
  };
}

/** Whether all fields are known that a schema describes: it is joined of no others, and it is known what each choice takes. */
const isKnown = ({ node, choices }: Schema, taken: Schema[]): boolean =>
  !hiding.some((keyword) => keyword in node) &&
  choices.every((branches) => taken.some(({ pointer }) => branches.includes(pointer)));

const asksForFields = ({ kinds }: Schema): boolean => kinds.includes("fields");

const isChoice = ({ node }: Schema): boolean =>
  ("oneOf" in node || "anyOf" in node) && !("allOf" in node) && !("$ref" in node);

/**
 * What a field belongs to that none of the schemas of a value describes: the whole, or the part of its own that asks. Nothing where it
 * is not known to be an object with fields.
 */
function holderAmong(schemas: Schema[]): Schema | undefined {
  const isHolder = (each: Schema) => each.fields.length > 0 || asksForFields(each);
  const isObjectType = schemas.some(({ node }) => [node["type"]].flat().includes("object"));
  const [only, ...others] = schemas.filter(isHolder);
  if (only === undefined && !isObjectType) return undefined;
  // What only wraps a part, or chooses it, is that part.
  const [first = schemas[0]!] = schemas.filter((each) => isHolder(each) || !isChoice(each));
  const whole = only && others.length === 0 ? only : first;
  // A part that stands in the whole itself is a part of nothing else.
  const own = schemas.filter(({ pointer }) => pointer.startsWith(`${whole.pointer}/`));
  return own.find(asksForFields) ?? whole;
}

/** A schema, and where it is that of a message, the media type and the message. */
export function holdersOf(pointer: string): string[] {
  const [, message, mediaType] = /^(.*)(\/content\/[^/]+)\/schema$/.exec(pointer) ?? [];
  return message === undefined ? [pointer] : [pointer, message + mediaType, message];
}
