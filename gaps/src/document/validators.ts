/** Validators of a document's schemas. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import {
  asObject,
  asObjectList,
  escapeSegment,
  isObject,
  isOpenApi30,
  type Json,
  type JsonObject,
  type Path,
  toReference,
  valueAt,
  walk,
} from "./document.ts";
import { BoundedPatterns } from "./bounded-patterns.ts";
import { applyEdit } from "./overlay.ts";
import { namedBranch } from "./schemas.ts";

export type { ErrorObject, ValidateFunction };

/** The formats of JSON Schema: without them a `format` only annotates. */
export { fullFormats as formats };

/** Name under which the document is registered; never fetched. */
const documentId = "contract:";

/** Validators of the schemas of one OpenAPI document. Each is compiled once, at its first use. */
export class Validators {
  /** The whole, in OpenAPI 3.1. */
  readonly #document: object;
  readonly #ajv: Ajv2020;
  readonly #patterns = new BoundedPatterns();
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #reached = {
    same: new WeakMap<object, Set<unknown>>(),
    all: new WeakMap<object, Set<unknown>>(),
  };

  /**
   * @param document the whole of it, so that references within it resolve
   * @param options `formats` are checked where they are given
   */
  constructor(document: object, options: Options = {}) {
    // A document that was raised from 3.0 may have kept some of its keywords, and means them.
    const isOld =
      isOpenApi30(document) || walk(document, "schema").some(({ value }) => hasOld(value));
    const is30 = isOpenApi30(document);
    const read = (path: Path, part: Json) => (isOld ? inOpenApi31(path, part, is30) : part);
    this.#document = viewOf(document, read);
    this.#ajv = toCompiler(this.#document, this.#patterns, options);
  }

  /**
   * @param pointer of a schema, such as `#/components/schemas/LoanId`
   * @throws when the schema cannot be compiled, for instance because of an invalid expression
   */
  at(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    if (known) return known;
    const validate = this.#ajv.getSchema(documentId + toReference(pointer));
    if (!validate) throw new Error(`No schema stands at ${pointer}.`);
    this.#compiled.set(pointer, validate);
    return validate;
  }

  /** Expressions that took too long, and are not held any more. */
  get slowPatterns(): Set<string> {
    return this.#patterns.slow;
  }

  /** What the schema at a pointer refuses of a value; empty when the value is valid. */
  errors(pointer: string, value: unknown): ErrorObject[] {
    const validate = this.at(pointer);
    if (this.#patterns.run(() => validate(value))) return [];
    // `if` says only that the errors of a branch follow.
    let errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
    for (const choice of errors.filter(isChoice)) errors = this.#withoutOthers(errors, choice);
    return errors;
  }

  /**
   * The errors without those of branches that are not meant. Of `oneOf: [Cat, Dog, {type: "null"}]`, a value that takes no branch has
   * errors of each. With `kind: Cat`, those of `Cat` say what is wrong; with `kind: Newt`, the kind is; without a kind, those of the
   * branches of its JSON type do.
   */
  #withoutOthers(errors: ErrorObject[], choice: ErrorObject): ErrorObject[] {
    const { instancePath, data, parentSchema = {} } = choice;
    const below = `${instancePath}/`;
    const inside = errors.filter(
      (each) => each !== choice && `${each.instancePath}/`.startsWith(below),
    );
    const branches: object[] = asObjectList(choice.schema);
    // A branch may lead to itself below, so that what it says of the value is told from what it says of the parts.
    const isOf = (branch: object, error: ErrorObject) =>
      this.#reachedFrom(branch, error.instancePath === instancePath).has(error.parentSchema);
    const without = (others: object[], kept: object[], more: ErrorObject[] = []) =>
      errors.filter((each) => {
        const isOther =
          others.some((branch) => isOf(branch, each)) && !kept.some((branch) => isOf(branch, each));
        return !more.includes(each) && !(inside.includes(each) && isOther);
      });
    const name = namedBranch(parentSchema as JsonObject, data);
    if (name !== undefined) {
      const named = asObjectList(choice.schema).find(({ $ref }) => $ref === name);
      if (named) return without(branches, [named], [choice]);
      const { propertyName } = asObject((parentSchema as JsonObject)["discriminator"]);
      const kind = { ...choice, instancePath: `${below}${escapeSegment(String(propertyName))}` };
      const unknown = { ...kind, message: "must be a kind that the document has" };
      return without(branches, []).map((each) => (each === choice ? unknown : each));
    }
    // It takes several branches, so that none is wrong with it.
    if (Array.isArray(choice.params["passingSchemas"])) return without(branches, []);
    const ofType = inside.filter(
      (each) => each.keyword === "type" && each.instancePath === instancePath,
    );
    const meant = branches.filter((branch) => !ofType.some((each) => isOf(branch, each)));
    if (meant.length === branches.length) return errors;
    if (meant.length === 0) {
      const types = new Set(ofType.map(({ params }) => String(params["type"])));
      const whole = { ...choice, message: `must be ${[...types].join(",")}` };
      return without(branches, []).map((each) => (each === choice ? whole : each));
    }
    return without(branches, meant, meant.length === 1 ? [choice] : []);
  }

  /** The schemas that a branch leads to. @param isSame only those of the same value */
  #reachedFrom(branch: object, isSame: boolean): Set<unknown> {
    const known = this.#reached[isSame ? "same" : "all"];
    const found = known.get(branch) ?? this.#schemasIn(branch, isSame, new Set());
    known.set(branch, found);
    return found;
  }

  #schemasIn(part: unknown, isSame: boolean, found: Set<unknown>): Set<unknown> {
    if (typeof part !== "object" || part === null || found.has(part)) return found;
    found.add(part);
    if (isObject(part) && typeof part["$ref"] === "string")
      this.#schemasIn(valueAt(this.#document, part["$ref"]), isSame, found);
    for (const [key, child] of Object.entries(part))
      if (!isSame || Array.isArray(part) || ofSameValue.includes(key))
        this.#schemasIn(child, isSame, found);
    return found;
  }
}

/** Keywords whose schemas are about the value itself, and not about a part of it. */
const ofSameValue = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

/** Whether a value takes no branch of a choice, or several. */
const isChoice = ({ keyword }: ErrorObject): boolean => keyword === "oneOf" || keyword === "anyOf";

function toCompiler(document: object, patterns: BoundedPatterns, options: Options): Ajv2020 {
  const regExp = Object.assign(patterns.compile, { code: "new RegExp" });
  const ajv = new Ajv2020({
    // OpenAPI has more keywords than JSON Schema, and linters have a better word for a schema that is wrong.
    strict: false,
    validateSchema: false,
    validateFormats: options.formats !== undefined,
    logger: false,
    // 1234567.89 is a multiple of 0.01, although no binary fraction is.
    multipleOfPrecision: 6,
    // What objects of JavaScript inherit, such as `toString`, is in no message.
    ownProperties: true,
    // References are pointers here, and an `$id` in an example is data.
    ...{ schemaId: "x-no-id" as "$id", meta: false },
    // The engine optimizes as well, and a large document compiles in a third less time.
    inlineRefs: false,
    code: { optimize: false, regExp },
    ...options,
  });
  return ajv.addSchema(document, documentId);
}

/**
 * A document of which each path and component is read once it is asked for, in OpenAPI 3.1. Ajv looks through all that is
 * enumerable for ids, which takes a large document very long.
 */
function viewOf(
  holder: object,
  read: (path: Path, part: Json) => Json,
  path: string[] = [],
): object {
  const view = {};
  for (const [key, value] of Object.entries(holder) as [string, Json][]) {
    const place = [...path, key];
    const isPart = place.length === (place[0] === "components" ? 3 : 2) || !isObject(value);
    let content: Json | object | undefined;
    const get = () => (content ??= isPart ? read(place, value) : viewOf(value, read, place));
    Object.defineProperty(view, key, { get });
  }
  return view;
}

/** A copy of a part of a document, in which each schema means the same in OpenAPI 3.1. */
function inOpenApi31(path: Path, value: Json, is30: boolean): Json {
  const document = {};
  applyEdit(document, { path, value, from: [] });
  for (const schema of walk(document, "schema")) toSchemaOf31(schema.value, is30);
  return valueAt(document, path)!;
}

/** Whether a schema has a keyword that has another meaning from OpenAPI 3.1 on, or none. */
const hasOld = ({ nullable, exclusiveMinimum, exclusiveMaximum }: JsonObject): boolean =>
  nullable !== undefined ||
  typeof exclusiveMinimum === "boolean" ||
  typeof exclusiveMaximum === "boolean";

function toSchemaOf31(schema: JsonObject, is30: boolean): void {
  if (is30 && typeof schema["$ref"] === "string")
    for (const key of Object.keys(schema)) if (key !== "$ref") delete schema[key];
  for (const bound of ["Minimum", "Maximum"]) {
    const [exclusive, inclusive] = [`exclusive${bound}`, bound.toLowerCase()];
    const { [exclusive]: isExclusive, [inclusive]: limit } = schema;
    if (typeof isExclusive !== "boolean") continue;
    delete schema[exclusive];
    if (!isExclusive || limit === undefined) continue;
    schema[exclusive] = limit;
  }
  const { nullable, ...notNull } = schema;
  delete schema["nullable"];
  if (nullable !== true) return;
  for (const key of Object.keys(schema)) delete schema[key];
  Object.assign(schema, { if: { type: "null" }, else: notNull });
}
