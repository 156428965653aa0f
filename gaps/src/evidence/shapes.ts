/** Follows a value along the schemas that describe it, through references, `allOf` and choices. */
import { asList, asObject, isObject } from "../document/document.ts";
import { escapeSegment } from "../document/pointer.ts";
import type { Validators } from "../document/validators.ts";
import type { Interface, Located } from "./interface.ts";

/** What is described by nothing is followed this deep. What is nested deeper is no record of an interface. */
const maxDepth = 8;

/** A schema of the document, or a place below an open one, which no schema describes. */
export interface Shape extends Located {
  /** What it hangs below, where no schema describes it. */
  parent?: Shape | undefined;
  /** Name of the field that it is there; undefined for the items of a list. */
  name?: string | undefined;
  depth: number;
  /** The fields that were met: each is met in every exchange. */
  fields: Map<string, Shape>;
}

/** What is done with each value that is met. */
export interface Visitor<Context> {
  /** Called for each schema that describes the value. */
  value: (shape: Shape, value: unknown, context: Context) => void;
  /** Called for a field, and how its name is described. Returns whether to go on into an undescribed one. */
  field: (shapes: Shape[], name: string, value: unknown, field: Field, context: Context) => boolean;
  /** The context of an element of a list. */
  item: (context: Context, item: unknown) => Context;
}

/** `entry`: its name is data, because the object is a map of values of one kind. */
export type Field = "documented" | "entry" | "unknown";

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
    const nothing: Shape = { pointer, node: {}, depth: 0, fields: new Map() };
    const shape = this.#at(pointer) ?? this.#known.set(pointer, nothing).get(pointer)!;
    this.#visit(shape, value, context, visitor);
  }

  #visit<Context>(start: Shape, value: unknown, context: Context, visitor: Visitor<Context>): void {
    const shapes = this.#describing(start, value);
    for (const shape of shapes) visitor.value(shape, value, context);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const inside = this.#item(shapes, index);
        if (inside) this.#visit(inside, item, visitor.item(context, item), visitor);
      }
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const [kind, described] = this.#field(shapes, name);
        const goesOn = visitor.field(shapes, name, child, kind, context);
        const inside =
          described ?? (goesOn ? this.#below(shapes[0]!, "properties", name) : undefined);
        if (inside) this.#visit(inside, child, context, visitor);
      }
    }
  }

  /** A schema, the parts that it is joined of, and of each choice the branch that the value takes. */
  #describing(shape: Shape, value: unknown, seen = new Set<Shape>()): Shape[] {
    if (seen.has(shape)) return [];
    seen.add(shape);
    const { allOf, oneOf, anyOf } = shape.node;
    if (!allOf && !oneOf && !anyOf) return [shape];
    const parts = asList(allOf).map((_, index) => this.#at(`${shape.pointer}/allOf/${index}`));
    const branches = ["oneOf", "anyOf"].map((keyword) => this.#branch(shape, keyword, value));
    return [
      shape,
      ...[...parts, ...branches].flatMap((part) =>
        part ? this.#describing(part, value, seen) : [],
      ),
    ];
  }

  /** The branch that the discriminator of the value names, or else the first that takes it. */
  #branch({ node, pointer }: Shape, keyword: string, value: unknown): Shape | undefined {
    const branches = asList(node[keyword]).flatMap(
      (_, index) => this.#at(`${pointer}/${keyword}/${index}`) ?? [],
    );
    const { propertyName, mapping } = asObject(node["discriminator"]);
    const said = asObject(value)[String(propertyName)];
    const mapped = asObject(mapping)[String(said)] ?? `#/components/schemas/${String(said)}`;
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

  #field(shapes: Shape[], name: string): [Field, Shape | undefined] {
    const documented = shapes.find(({ node }) => Object.hasOwn(asObject(node["properties"]), name));
    if (documented) {
      const { fields, pointer } = documented;
      const field = fields.get(name) ?? this.#at(`${pointer}/properties/${escapeSegment(name)}`);
      if (field) fields.set(name, field);
      return ["documented", field];
    }
    const map = shapes.find(({ node }) => saysSomething(node["additionalProperties"]));
    return map
      ? ["entry", this.#at(`${map.pointer}/additionalProperties`)]
      : ["unknown", undefined];
  }

  #item(shapes: Shape[], index: number): Shape | undefined {
    for (const { node, pointer } of shapes) {
      if (asList(node["prefixItems"])[index] !== undefined)
        return this.#at(`${pointer}/prefixItems/${index}`);
      if (saysSomething(node["items"])) return this.#at(`${pointer}/items`);
    }
    return this.#below(shapes[0]!, "items");
  }

  /** A place that no schema describes, named as if one did. */
  #below(parent: Shape, keyword: string, name?: string): Shape | undefined {
    const path = name === undefined ? keyword : `${keyword}/${escapeSegment(name)}`;
    const pointer = `${parent.pointer}/${path}`;
    const known = this.#known.get(pointer);
    if (known || parent.depth >= maxDepth) return known;
    const depth = parent.depth + 1;
    const shape: Shape = { pointer, node: {}, parent, name, depth, fields: new Map() };
    this.#known.set(pointer, shape);
    return shape;
  }

  #at(pointer: string): Shape | undefined {
    const known = this.#known.get(pointer);
    if (known) return known;
    const found = this.#interface.locateAt(pointer);
    if (!found) return undefined;
    const made: Shape = { ...found, depth: 0, fields: new Map() };
    const shape = this.#known.get(found.pointer) ?? made;
    this.#known.set(found.pointer, shape).set(pointer, shape);
    return shape;
  }
}

/** `items: {}` says as little as no items at all. */
const saysSomething = (schema: unknown) => Object.keys(asObject(schema)).length > 0;
