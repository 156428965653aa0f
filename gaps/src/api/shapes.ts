/** Follows a value along the schemas that describe it, through references, `allOf` and choices. */
import { asList, asObject, isObject } from "../document/document.ts";
import { escapeSegment } from "../document/json.ts";
import type { Validators } from "../document/validators.ts";
import type { Interface, Located } from "./interface.ts";

/** A schema of the document, or a place that no schema describes, named as if one did. */
export interface Shape extends Located {
  /** What it hangs below, where no schema describes it. */
  parent?: Shape | undefined;
  /** Name of the field that it is there; undefined for the items of a list. */
  name?: string | undefined;
}

/** What is done with each value that is met. */
export interface Visitor<Context> {
  /** Called for each schema that describes the value. */
  value: (shape: Shape, value: unknown, context: Context) => void;
  /** Called for a field, and how its name is described. Returns whether to go on into it. */
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
    this.#visit(this.#at(pointer), value, context, visitor);
  }

  #visit<Context>(start: Shape, value: unknown, context: Context, visitor: Visitor<Context>): void {
    const shapes = [...this.#describing(start, value)];
    for (const shape of shapes) visitor.value(shape, value, context);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        this.#visit(this.#item(shapes, index), item, visitor.item(context, item), visitor);
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) {
        const [field, pointer] = fieldIn(shapes, name);
        if (!visitor.field(shapes, name, child, field, context)) continue;
        const above = field === "unknown" ? { parent: shapes[0], name } : {};
        this.#visit(this.#at(pointer, above), child, context, visitor);
      }
    }
  }

  /** A schema, the parts that it is joined of, and of each choice the branch that the value takes. */
  #describing(shape: Shape, value: unknown, found = new Set<Shape>()): Set<Shape> {
    if (found.has(shape)) return found;
    found.add(shape);
    for (const part of this.#partsOf(shape, "allOf")) this.#describing(part, value, found);
    for (const keyword of ["oneOf", "anyOf"]) {
      const branch = this.#branch(shape, this.#partsOf(shape, keyword), value);
      if (branch) this.#describing(branch, value, found);
    }
    return found;
  }

  #partsOf({ node, pointer }: Shape, keyword: string): Shape[] {
    return asList(node[keyword]).map((_, index) => this.#at(`${pointer}/${keyword}/${index}`));
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

  #item(shapes: Shape[], index: number): Shape {
    for (const { node, pointer } of shapes) {
      if (asList(node["prefixItems"])[index] !== undefined)
        return this.#at(`${pointer}/prefixItems/${index}`);
      if (saysSomething(node["items"])) return this.#at(`${pointer}/items`);
    }
    return this.#at(`${shapes[0]!.pointer}/items`, { parent: shapes[0] });
  }

  /** @param above what it hangs below, should no schema stand at the pointer */
  #at(pointer: string, above: Pick<Shape, "parent" | "name"> = {}): Shape {
    const known = this.#known.get(pointer);
    if (known) return known;
    const found: Shape = this.#interface.locateAt(pointer) ?? { pointer, node: {}, ...above };
    const shape = this.#known.get(found.pointer) ?? found;
    this.#known.set(found.pointer, shape).set(pointer, shape);
    return shape;
  }
}

/** How the name of a field is described, and the pointer of its schema, or of where that would stand. */
function fieldIn(shapes: Shape[], name: string): [Field, string] {
  const path = `properties/${escapeSegment(name)}`;
  const documented = shapes.find(({ node }) => Object.hasOwn(asObject(node["properties"]), name));
  if (documented) return ["documented", `${documented.pointer}/${path}`];
  const map = shapes.find(({ node }) => saysSomething(node["additionalProperties"]));
  if (map) return ["entry", `${map.pointer}/additionalProperties`];
  return ["unknown", `${shapes[0]!.pointer}/${path}`];
}

/** `items: {}` says as little as no items at all. */
const saysSomething = (schema: unknown) => Object.keys(asObject(schema)).length > 0;
