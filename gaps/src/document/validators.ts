/** Validators of a document's schemas. */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import {
  asObjectList,
  isObject,
  isOpenApi30,
  type Json,
  type JsonObject,
  type Path,
  toReference,
  valueAt,
  walk,
} from "./document.ts";
import { applyEdit } from "./overlay.ts";
import { namedBranch } from "./schemas.ts";

export type { ErrorObject, ValidateFunction };

/** The formats of JSON Schema: without them a `format` only annotates. */
export { fullFormats as formats };

/** Name under which the document is registered; never fetched. */
const documentId = "contract:";

/** Some documents hold expressions that only the old syntax of JavaScript takes. @throws for one that nothing takes */
function toRegExp(pattern: string, flags = "u"): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

/** Validators of the schemas of one OpenAPI document. Each is compiled once, at its first use. */
export class Validators {
  /** The whole, in OpenAPI 3.1. */
  readonly #document: object;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  /**
   * @param document the whole of it, so that references within it resolve
   * @param options `formats` are checked where they are given
   */
  constructor(document: object, options: Options = {}) {
    const read = isOpenApi30(document) ? inOpenApi31 : (_: Path, part: Json) => part;
    this.#document = viewOf(document, read);
    this.#ajv = toCompiler(this.#document, options);
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

  /** What the schema at a pointer refuses of a value; empty when the value is valid. */
  errors(pointer: string, value: unknown): ErrorObject[] {
    const validate = this.at(pointer);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    const choices = errors.filter(
      (error) => Array.isArray(error.params["passingSchemas"]) || branchOf(error) !== undefined,
    );
    return errors
      .filter(({ keyword }) => keyword !== "if") // says only that the errors of a branch follow
      .filter((error) => !choices.some((choice) => this.#isOfOther(error, choice)));
  }

  /** Whether an error is of a branch that is not meant: the value names another one, or is wrong because it takes several. */
  #isOfOther(error: ErrorObject, choice: ErrorObject): boolean {
    const { instancePath, parentSchema } = error;
    const meant = branchOf(choice);
    if (error === choice) return meant !== undefined;
    if (!`${instancePath}/`.startsWith(`${choice.instancePath}/`)) return false;
    const others = asObjectList(choice.schema).filter((branch) => branch !== meant);
    return this.#schemasIn(others).has(parentSchema) && !this.#schemasIn(meant).has(parentSchema);
  }

  /** Everything that a part of a schema leads to. */
  #schemasIn(part: unknown, found = new Set<unknown>()): Set<unknown> {
    if (typeof part !== "object" || part === null || found.has(part)) return found;
    found.add(part);
    if (isObject(part) && typeof part["$ref"] === "string")
      this.#schemasIn(valueAt(this.#document, part["$ref"]), found);
    for (const child of Object.values(part)) this.#schemasIn(child, found);
    return found;
  }
}

/** The branch that a value names, to which a choice has said no. */
function branchOf({ keyword, schema, parentSchema = {}, data }: ErrorObject): object | undefined {
  if (keyword !== "oneOf" && keyword !== "anyOf") return undefined;
  const name = namedBranch(parentSchema as JsonObject, data);
  return asObjectList(schema).find(({ $ref }) => $ref === name && name !== undefined);
}

function toCompiler(document: object, options: Options): Ajv2020 {
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
    code: { optimize: false, regExp: Object.assign(toRegExp, { code: "new RegExp" }) },
    ...options,
  });
  return ajv.addSchema(document, documentId);
}

/**
 * A document of which each path and component is read once it is asked for, in OpenAPI 3.1. Ajv looks through all that is
 * enumerable for ids, which takes a large document very long.
 */
function viewOf(holder: object, read: typeof inOpenApi31, path: string[] = []): object {
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
function inOpenApi31(path: Path, value: Json): Json {
  const document = {};
  applyEdit(document, { path, value, from: [] });
  for (const schema of walk(document, "schema")) toSchemaOf31(schema.value);
  return valueAt(document, path)!;
}

function toSchemaOf31(schema: JsonObject): void {
  if (typeof schema["$ref"] === "string")
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
