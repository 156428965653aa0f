/** Which schemas describe a value and its parts, through references, `allOf` and choices. */
import { asList, asObject, escapeSegment, valueAt } from "../document/document.ts";
import { knownValues, namedBranch } from "../document/schemas.ts";
import type { Checker } from "../api/checker.ts";
import type { Located } from "../api/interface.ts";
import { Seen } from "./seen.ts";

/** A schema of the document, what is asked of it, and what was seen at it. One of which there is only the place is empty. */
export interface Schema extends Located {
  /** The kinds of evidence that its gaps ask for. */
  kinds: string[];
  /** The values that it names. */
  known: string[];
  /** The fields that it names. */
  fields: string[];
  seen: Seen;
}

/** Schemas that describe a value, several where each part of one names a field. */
export interface Described {
  schemas: Schema[];
  /** Its shape, where no choice depends on the value. */
  shape?: Shape;
}

/** All schemas that describe a value together, and those of what is in it. */
export interface Shape {
  /** Those whose values are asked for. */
  asked: Schema[];
  /** What a field belongs to that none of them describes; nothing where that is not known. */
  holder: Schema | undefined;
  fields: Map<string, Described>;
  /** Every other field. */
  others: Described | undefined;
  items: Described | undefined;
}

/** What a schema is joined of: by reference or `allOf`, and the branches of each choice. */
interface Joined {
  parts: Schema[];
  choices: Schema[][];
}

/** Keywords by which the value decides what describes it. */
const depending = ["oneOf", "anyOf", "discriminator"];

/** Keywords that describe further fields, by their names or under a condition. They are not followed. */
const hiding = ["if", "then", "else", "dependentSchemas", "patternProperties"];

/** Each is worked out once, because every value asks for it. */
export class Shapes {
  readonly #checker: Checker;
  /** One object for each schema, by every pointer that leads to it. */
  readonly #schemas = new Map<string, Schema>();
  /** By the pointers of their schemas. */
  readonly #shapes = new Map<string, Shape>();
  readonly #joined = new Map<Schema, Joined>();

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** Those that values were held against. */
  get schemas(): Set<Schema> {
    return new Set(this.#schemas.values());
  }

  /** What the schema at a pointer describes, or where a reference there leads. */
  at = (pointer: string): Described => ({ schemas: [this.#locate(pointer)] });

  /** The shape of a value: with the parts that its schemas are joined of, and of each choice the branch that it takes. */
  of(described: Described, value: unknown): Shape {
    if (described.shape) return described.shape;
    const found = new Set<Schema>();
    for (const schema of described.schemas) this.#collect(schema, value, found);
    const schemas = [...found];
    const key = schemas.map(({ pointer }) => pointer).join(" ");
    const shape = this.#shapes.get(key) ?? this.#describe(schemas);
    this.#shapes.set(key, shape);
    if (!schemas.some(({ node }) => depending.some((keyword) => keyword in node)))
      described.shape = shape;
    return shape;
  }

  #describe(schemas: Schema[]): Shape {
    const whole = (found: Schema[]) => (found.length > 0 ? { schemas: found } : undefined);
    const rest = (keyword: string) => schemas.flatMap((schema) => this.#rest(schema, keyword));
    const fields = new Map<string, Described>();
    for (const { pointer, fields: names } of schemas)
      for (const name of names) {
        const field = this.#locate(`${pointer}/properties/${escapeSegment(name)}`);
        fields.set(name, { schemas: [...(fields.get(name)?.schemas ?? []), field] });
      }
    const items = whole(rest("items"));
    const others = whole([...rest("additionalProperties"), ...rest("unevaluatedProperties")]);
    const asked = schemas.filter(({ kinds, known }) => kinds.length > 0 || known.length > 0);
    const isKnown = schemas.every((schema) => this.#isKnown(schema, schemas));
    const holder = isKnown ? holderAmong(schemas) : undefined;
    return { asked, holder, fields, others, items };
  }

  /** Whether all fields are known that a schema describes: it is joined of no others, and it is known what each choice takes. */
  #isKnown(schema: Schema, taken: Schema[]): boolean {
    const { choices } = this.#joinedOf(schema);
    return (
      !hiding.some((keyword) => keyword in schema.node) &&
      choices.every((branches) => branches.some((branch) => taken.includes(branch)))
    );
  }

  #locate(pointer: string): Schema {
    const known = this.#schemas.get(pointer);
    if (known) return known;
    const { document, partsOf } = this.#checker.interface;
    const { $ref } = asObject(valueAt(document, pointer));
    const [found = { pointer, node: {} }] = partsOf(pointer);
    const isReference = $ref !== undefined && found.pointer !== pointer;
    const schema = isReference
      ? this.#locate(String($ref))
      : (this.#schemas.get(found.pointer) ?? this.#toSchema(found));
    this.#schemas.set(schema.pointer, schema).set(pointer, schema);
    return schema;
  }

  #toSchema(located: Located): Schema {
    const { pointer, node } = located;
    const holders = holdersOf(pointer);
    const asking = this.#checker.gaps.filter((gap) => holders.includes(gap.node));
    const seen = new Seen();
    const all = this.#checker.interface.partsOf(pointer, ["allOf", "anyOf", "oneOf"]);
    seen.isRecord = all.some((part) => "properties" in part.node);
    return {
      ...{ pointer, node, seen, known: knownValues(node) },
      kinds: asking.flatMap(({ evidence = [] }) => evidence),
      fields: Object.keys(asObject(node["properties"])),
    };
  }

  #collect(schema: Schema, value: unknown, found: Set<Schema>): void {
    // A value is first what it names itself to be, and by that what this is joined into.
    const heir = this.#heir(schema, value);
    if (heir && !found.has(heir)) this.#collect(heir, value, found);
    if (found.has(schema)) return;
    found.add(schema);
    const { parts, choices } = this.#joinedOf(schema);
    for (const part of parts) this.#collect(part, value, found);
    for (const branches of choices) {
      const branch = this.#branch(schema, branches, value);
      if (branch) this.#collect(branch, value, found);
    }
  }

  #joinedOf(schema: Schema): Joined {
    const known = this.#joined.get(schema);
    if (known) return known;
    const { pointer, node } = schema;
    const list = (keyword: string) =>
      asList(node[keyword]).map((_, index) => this.#locate(`${pointer}/${keyword}/${index}`));
    const referred = typeof node["$ref"] === "string" ? [this.#locate(node["$ref"])] : [];
    const choices = [list("oneOf"), list("anyOf")].filter((branches) => branches.length > 0);
    const joined = { parts: [...referred, ...list("allOf")], choices };
    this.#joined.set(schema, joined);
    return joined;
  }

  /** The schema that the discriminator of the value names, where it has this one as a part. */
  #heir({ pointer, node }: Schema, value: unknown): Schema | undefined {
    const name = namedBranch(node, value);
    const parts = name === undefined ? [] : this.#checker.interface.partsOf(name);
    return parts.slice(1).some((part) => part.pointer === pointer)
      ? this.#locate(name!)
      : undefined;
  }

  /** The branch that the discriminator of the value names, or else the only one that takes it. */
  #branch({ node }: Schema, branches: Schema[], value: unknown): Schema | undefined {
    const name = namedBranch(node, value);
    const named = branches.find(({ pointer }) => pointer === name);
    const areNamed = branches.every(({ pointer }) => pointer.startsWith("#/components/schemas/"));
    if (named || (name !== undefined && areNamed)) return named;
    const taking = branches.filter((branch) => this.#checker.takes(branch.pointer, value));
    return taking.length === 1 ? taking[0] : undefined;
  }

  /** The schema of every further element or field. An empty one says as little as none. The beginning of a list may have others. */
  #rest({ pointer, node }: Schema, keyword: string): Schema[] {
    const saysSomething = Object.keys(asObject(node[keyword])).length > 0;
    return saysSomething && !("prefixItems" in node) ? [this.#locate(`${pointer}/${keyword}`)] : [];
  }
}

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
