/** Follows a value along the schemas that describe it, through references, `allOf` and choices. */
import { asList, asObject, escapeSegment, isObject } from "../document/document.ts";
import type { Validators } from "../document/validators.ts";
import type { Interface, Located } from "./interface.ts";

/** A schema of the document, or the place of one that is not there. */
export interface Shape extends Located {
  links?: Links;
}

/** The schemas below one: looked up once, because every value asks for them. */
interface Links {
  fields: Map<string, Shape>;
  /** Of every field that has no schema of its own: their names are data. */
  entries: Shape | undefined;
  prefixItems: Shape[];
  items: Shape | undefined;
  allOf: Shape[];
  choices: Shape[][];
}

/** What is done with what is met. */
export interface Visitor<Context> {
  /** Called for each schema that describes a value. */
  value: (shape: Shape, value: unknown, context: Context) => void;
  /** Called for a field that no schema describes. It is not looked into. */
  unknown: (shapes: Shape[], name: string, value: unknown, context: Context) => void;
  /** The context of an element of a list. */
  item: (context: Context, item: unknown) => Context;
}

export class Shapes {
  readonly #interface: Interface;
  readonly #validators: Validators;
  readonly #known = new Map<string, Shape>();

  constructor(of: Interface, validators: Validators) {
    this.#interface = of;
    this.#validators = validators;
  }

  /** @param pointer of the schema that describes the whole value */
  visit<Context>(
    pointer: string,
    value: unknown,
    context: Context,
    visitor: Visitor<Context>,
  ): void {
    this.#visit([this.#at(pointer)], value, context, visitor);
  }

  /** @param all that describe the value: several parts of a schema may name one field */
  #visit<Context>(all: Shape[], value: unknown, context: Context, visitor: Visitor<Context>): void {
    const shapes = new Set<Shape>();
    for (const shape of all) this.#describing(shape, value, shapes);
    for (const shape of shapes) visitor.value(shape, value, context);
    const links = [...shapes].map((shape) => this.#linksOf(shape));
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const next = links.flatMap(({ prefixItems, items }) => prefixItems[index] ?? items ?? []);
        if (next.length > 0) this.#visit(next, item, visitor.item(context, item), visitor);
      }
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const named = links.flatMap(({ fields }) => fields.get(name) ?? []);
        const next = named.length > 0 ? named : links.flatMap(({ entries }) => entries ?? []);
        if (next.length > 0) this.#visit(next, child, context, visitor);
        else visitor.unknown([...shapes], name, child, context);
      }
    }
  }

  /** A schema, the parts that it is joined of, and of each choice the branch that the value takes. */
  #describing(shape: Shape, value: unknown, found: Set<Shape>): void {
    if (found.has(shape)) return;
    found.add(shape);
    const { allOf, choices } = this.#linksOf(shape);
    for (const part of allOf) this.#describing(part, value, found);
    for (const branches of choices) {
      const branch = this.#branch(shape, branches, value);
      if (branch) this.#describing(branch, value, found);
    }
  }

  /** The branch that the discriminator of the value names, or else the first that takes it. */
  #branch({ node }: Shape, branches: Shape[], value: unknown): Shape | undefined {
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

  #linksOf(shape: Shape): Links {
    const { node, pointer, links } = shape;
    if (links) return links;
    const at = (...keys: (string | number)[]) =>
      this.#at([pointer, ...keys.map((key) => escapeSegment(String(key)))].join("/"));
    // `items: {}` says as little as no items at all.
    const one = (key: string) =>
      Object.keys(asObject(node[key])).length > 0 ? at(key) : undefined;
    const list = (key: string) => asList(node[key]).map((_, index) => at(key, index));
    return (shape.links = {
      fields: new Map(
        Object.keys(asObject(node["properties"])).map((name) => [name, at("properties", name)]),
      ),
      entries: one("additionalProperties"),
      prefixItems: list("prefixItems"),
      items: one("items"),
      allOf: list("allOf"),
      choices: [list("oneOf"), list("anyOf")],
    });
  }

  #at(pointer: string): Shape {
    const known = this.#known.get(pointer);
    if (known) return known;
    const found: Shape = { ...(this.#interface.locateAt(pointer) ?? { pointer, node: {} }) };
    const shape = this.#known.get(found.pointer) ?? found;
    this.#known.set(found.pointer, shape).set(pointer, shape);
    return shape;
  }
}
