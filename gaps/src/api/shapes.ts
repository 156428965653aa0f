/** Follows a value along the schemas that describe it, through references, `allOf` and choices. */
import { asList, asObject, escapeSegment, isObject } from "../document/document.ts";
import type { Validators } from "../document/validators.ts";
import type { Interface, Located } from "./interface.ts";

/** What is done with what is met. A schema of which the document has only the place is an empty one. */
export interface Visitor<Context> {
  /** Called for each schema that describes a value. */
  value: (schema: Located, value: unknown, context: Context) => void;
  /** Called for a field that no schema describes. It is not looked into. */
  unknown: (schemas: Located[], name: string, value: unknown, context: Context) => void;
  /** The context of an element of a list. */
  item: (context: Context, item: unknown) => Context;
}

export class Shapes {
  readonly #interface: Interface;
  readonly #validators: Validators;
  /** One object for each schema, by every pointer that leads to it. */
  readonly #known = new Map<string, Located>();
  /** The fields of each, looked up once, because every value asks for them. */
  readonly #fields = new Map<Located, Map<string, Located>>();

  constructor(of: Interface, validators: Validators) {
    this.#interface = of;
    this.#validators = validators;
  }

  /** @param schemas that describe the whole value: several parts of one may name a field */
  visit<Context>(
    schemas: Located[],
    value: unknown,
    context: Context,
    visitor: Visitor<Context>,
  ): void {
    const found = new Set<Located>();
    for (const schema of schemas) this.#describing(schema, value, found);
    const all = [...found];
    for (const schema of all) visitor.value(schema, value, context);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const next = all.flatMap(
          (schema) => this.#list(schema, "prefixItems")[index] ?? this.#rest(schema, "items"),
        );
        if (next.length > 0) this.visit(next, item, visitor.item(context, item), visitor);
      }
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const named = all.flatMap((schema) => this.#fieldsOf(schema).get(name) ?? []);
        const others = () => all.flatMap((schema) => this.#rest(schema, "additionalProperties"));
        const next = named.length > 0 ? named : others();
        if (next.length > 0) this.visit(next, child, context, visitor);
        else visitor.unknown(all, name, child, context);
      }
    }
  }

  /** The schema at a pointer, or where a reference there leads. */
  at(pointer: string): Located {
    const known = this.#known.get(pointer);
    if (known) return known;
    const found = this.#interface.locateAt(pointer) ?? { pointer, node: {} };
    const schema = this.#known.get(found.pointer) ?? found;
    this.#known.set(found.pointer, schema).set(pointer, schema);
    return schema;
  }

  /** A schema, the parts that it is joined of, and of each choice the branch that the value takes. */
  #describing(schema: Located, value: unknown, found: Set<Located>): void {
    if (found.has(schema)) return;
    found.add(schema);
    for (const part of this.#list(schema, "allOf")) this.#describing(part, value, found);
    for (const keyword of ["oneOf", "anyOf"]) {
      const branch = this.#branch(schema, this.#list(schema, keyword), value);
      if (branch) this.#describing(branch, value, found);
    }
  }

  /** The branch that the discriminator of the value names, or else the first that takes it. */
  #branch({ node }: Located, branches: Located[], value: unknown): Located | undefined {
    if (branches.length === 0) return undefined;
    const { propertyName, mapping } = asObject(node["discriminator"]);
    const said = String(asObject(value)[String(propertyName)]);
    const mapped = asObject(mapping)[said] ?? `#/components/schemas/${said}`;
    return (
      branches.find((branch) => branch.pointer === mapped) ??
      branches.find((branch) => this.#takes(branch.pointer, value))
    );
  }

  #takes(pointer: string, value: unknown): boolean {
    try {
      return this.#validators.errors(pointer, value).length === 0;
    } catch {
      return false; // a reference to nothing, which is named elsewhere
    }
  }

  #list = ({ pointer, node }: Located, keyword: string): Located[] =>
    asList(node[keyword]).map((_, index) => this.at(`${pointer}/${keyword}/${index}`));

  #fieldsOf(schema: Located): Map<string, Located> {
    const known = this.#fields.get(schema);
    if (known) return known;
    const fields = new Map<string, Located>();
    for (const name of Object.keys(asObject(schema.node["properties"])))
      fields.set(name, this.at(`${schema.pointer}/properties/${escapeSegment(name)}`));
    this.#fields.set(schema, fields);
    return fields;
  }

  /** The schema of every further element or field. An empty one says as little as none. */
  #rest({ pointer, node }: Located, keyword: string): Located[] {
    const saysSomething = Object.keys(asObject(node[keyword])).length > 0;
    return saysSomething ? [this.at(`${pointer}/${keyword}`)] : [];
  }
}
