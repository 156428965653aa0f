/** Follows a value along the schemas that describe it, through references, `allOf` and choices. */
import { asList, asObject, asObjectMap, isObject, type JsonObject } from "../document/document.ts";
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
  /** What stands inside, once it was looked for. */
  inside: Map<string, Shape | undefined>;
}

/** What is done with each value that is met. */
export interface Visitor<Context> {
  /** Called for each schema that describes the value. */
  value: (shape: Shape, value: unknown, context: Context) => void;
  /** Called for a field, and how its name is described. Returns whether to go on into an undescribed one. */
  field: (shapes: Shape[], name: string, value: unknown, field: Field, context: Context) => boolean;
  /** The context of an element of a list. */
  item?: (context: Context, item: unknown) => Context;
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
    const shape = this.#at(pointer);
    if (shape) this.#visit(shape, value, context, visitor);
  }

  #visit<Context>(start: Shape, value: unknown, context: Context, visitor: Visitor<Context>): void {
    const shapes = this.#describing(start, value);
    for (const shape of shapes) visitor.value(shape, value, context);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const inside = this.#item(shapes, index);
        if (inside) this.#visit(inside, item, visitor.item?.(context, item) ?? context, visitor);
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
    const parts = asList(allOf).map((_, index) => this.#inside(shape, `allOf/${index}`));
    const branches = ["oneOf", "anyOf"].map((keyword) => this.#branch(shape, keyword, value));
    return [
      shape,
      ...[...parts, ...branches].flatMap((part) =>
        part ? this.#describing(part, value, seen) : [],
      ),
    ];
  }

  /** The branch that the discriminator or the constants of the value name, or else the first that takes it. */
  #branch(shape: Shape, keyword: string, value: unknown): Shape | undefined {
    const { node } = shape;
    const branches = asList(node[keyword]).flatMap(
      (_, index) => this.#inside(shape, `${keyword}/${index}`) ?? [],
    );
    const { propertyName, mapping } = asObject(node["discriminator"]);
    const said =
      isObject(value) && typeof propertyName === "string" ? value[propertyName] : undefined;
    if (typeof said === "string") {
      const mapped = asObject(mapping)[said] ?? `#/components/schemas/${said}`;
      const named = branches.find((branch) => branch.pointer === mapped);
      if (named) return named;
    }
    const fitting = branches.filter(({ node }) => hasConstants(node, value));
    if (fitting.length === 1 && hasConstant(fitting[0]!.node)) return fitting[0];
    return fitting.find((branch) => this.#takes(branch.pointer, value));
  }

  #takes(pointer: string, value: unknown): boolean {
    try {
      return this.#validators.errors(pointer, value).length === 0;
    } catch {
      return false; // a reference to nothing, which is named elsewhere
    }
  }

  #field(shapes: Shape[], name: string): [Field, Shape | undefined] {
    for (const shape of shapes) {
      const { properties } = shape.node;
      if (isObject(properties) && Object.hasOwn(properties, name))
        return ["documented", this.#inside(shape, "properties", name)];
    }
    for (const shape of shapes) {
      const { additionalProperties: others } = shape.node;
      if (isObject(others) && Object.keys(others).length > 0)
        return ["entry", this.#inside(shape, "additionalProperties")];
    }
    return ["unknown", undefined];
  }

  #item(shapes: Shape[], index: number): Shape | undefined {
    for (const shape of shapes) {
      const { prefixItems, items } = shape.node;
      if (asList(prefixItems)[index] !== undefined)
        return this.#inside(shape, `prefixItems/${index}`);
      // `items: {}` says as little as no items at all.
      if (isObject(items) && Object.keys(items).length > 0) return this.#inside(shape, "items");
    }
    return this.#below(shapes[0]!, "items");
  }

  /** What the document has at a place inside a schema. */
  #inside(shape: Shape, keyword: string, name = ""): Shape | undefined {
    const key = keyword + name;
    if (!shape.inside.has(key)) {
      const path = name === "" ? keyword : `${keyword}/${escapeSegment(name)}`;
      shape.inside.set(key, this.#at(`${shape.pointer}/${path}`));
    }
    return shape.inside.get(key);
  }

  /** A place that no schema describes, named as if one did. */
  #below(parent: Shape, keyword: string, name?: string): Shape | undefined {
    const key = `below ${keyword}${name ?? ""}`;
    const known = parent.inside.get(key);
    if (known || parent.depth >= maxDepth) return known;
    const path = name === undefined ? keyword : `${keyword}/${escapeSegment(name)}`;
    const place = { pointer: `${parent.pointer}/${path}`, node: {}, inside: new Map() };
    const shape = { ...place, parent, name, depth: parent.depth + 1 };
    parent.inside.set(key, shape);
    return shape;
  }

  #at(pointer: string): Shape | undefined {
    const known = this.#known.get(pointer);
    if (known) return known;
    const found = this.#interface.locateAt(pointer);
    if (!found) return undefined;
    const shape = this.#known.get(found.pointer) ?? { ...found, depth: 0, inside: new Map() };
    this.#known.set(found.pointer, shape).set(pointer, shape);
    return shape;
  }
}

/** Whether the fields of a value have the constants that a branch gives them. */
function hasConstants(schema: JsonObject, value: unknown): boolean {
  return constantsOf(schema).every(([name, is]) => asObject(value)[name] === is);
}

const hasConstant = (schema: JsonObject) => constantsOf(schema).length > 0;

const constantsOf = (schema: JsonObject) =>
  Object.entries(asObjectMap(schema["properties"])).flatMap(([name, property]) => {
    const { const: constant, enum: list } = property;
    const is = constant ?? (Array.isArray(list) && list.length === 1 ? list[0] : undefined);
    return is === undefined ? [] : [[name, is] as const];
  });
