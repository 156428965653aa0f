/** What a rule is, and the rules: whether each note is complete, stands where it is read, and says what is true. */
import { Ajv2020 } from "ajv/dist/2020.js";
import notesSchema from "../../notes.schema.json" with { type: "json" };
import {
  asList,
  asObject,
  isObject,
  isOpenApi30,
  type Json,
  type JsonObject,
  type Node,
  parsePointer,
  type Path,
  toPointer,
  valueAt,
} from "../document/document.ts";
import { isSameNote } from "../document/source-map.ts";
import { acceptsAnything, isOpen } from "../document/schemas.ts";
import { type ErrorObject, formats, Validators } from "../document/validators.ts";
import { collectClosedGaps, statementsAt } from "../notes/gaps.ts";

/** What a rule finds. */
export interface Finding {
  /** What is wrong, and what to do instead. */
  message: string;
  /** From the root of the document. */
  path: Path;
}

export interface Rule {
  code: string;
  /** What the rule asks, in one sentence. */
  description: string;
  /** @param nodes of the document, the document itself first; references are not followed, for a gap may stand beside one */
  find(nodes: Node[]): Finding[];
}

/** Every note, and what it stands on. One that is no object is left to the rule `gap-well-formed`. */
export const gapEntries = (nodes: Node[]): { entry: JsonObject; path: Path; node: Node }[] =>
  nodes.flatMap((node) =>
    [...asList(node.value["x-gap"]).entries()].flatMap(([index, entry]) =>
      isObject(entry) ? [{ entry, path: [...node.path, "x-gap", index], node }] : [],
    ),
  );

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, formats });
ajv.addSchema(notesSchema, "notes");

/**
 * Makes the `find` of a rule: what a part of `notes.schema.json` refuses of an extension. The descriptions in the schema are remedies,
 * so that it stays the only place that knows the fields.
 */
const misshapen = (key: string, schema: string) => (nodes: Node[]) => {
  const validate = ajv.getSchema(schema)!;
  const findings: Finding[] = [];
  for (const node of nodes) {
    if (!(key in node.value) || validate(node.value[key])) continue;
    for (const { keyword, params, message, instancePath, parentSchema } of validate.errors!) {
      // `if` says only that the errors of a branch follow.
      if (keyword === "if") continue;
      const inside = [...parsePointer(instancePath), params["additionalProperty"] ?? []].flat();
      const place = [key, ...inside.map(String)];
      const { properties, description } = asObject(parentSchema);
      const missing = asObject(asObject(properties)[String(params["missingProperty"])]);
      // The nearest one: of the field that is missing, of what refuses, of the whole.
      const remedy =
        missing["description"] || description || asObject(validate.schema)["description"];
      findings.push({
        message: `${place.join("/")} ${message}. ${String(remedy)}`,
        path: [...node.path, ...place],
      });
    }
  }
  return findings;
};

/** Where each key `x-gap` stands, also where nobody reads it, such as in an example. */
const placesOfGaps = (value: unknown): Path[] =>
  Object.entries(typeof value === "object" ? (value ?? {}) : {}).flatMap(([key, content]) =>
    key === "x-gap" ? [[key]] : placesOfGaps(content).map((path) => [key, ...path]),
  );

/** `additionalProperties: {}` adds nothing to what its object says, and `if`/`not` describe no value of their own. */
const neutral = ["additionalProperties", "unevaluatedProperties", "unevaluatedItems", "if", "not"];

/** Fields that lead from an object to what it consists of: a gap on a response explains the schema of its `content` as well. */
const carriers = ["schema", "content", "items", "prefixItems", "allOf", "anyOf", "oneOf"];

const isExplained = ({ value, role, parent }: Node): boolean =>
  "x-gap" in value ||
  "x-verified" in value ||
  (parent !== undefined && carriers.includes(role) && isExplained(parent)) ||
  // What the owner has said of an object is what is known of its fields.
  (parent !== undefined && role === "properties" && statementsAt(parent.value).length > 0);

/**
 * Whether another part describes the field of a schema that is joined of parts. Example: `readOnly` alone is said in the second part
 * of `allOf: [{$ref: Site}, {properties: {url: {readOnly: true}}}]`.
 */
function isDescribedBeside({ role, parent, path, value }: Node, document: JsonObject): boolean {
  if (role !== "properties") return false;
  let whole = parent!;
  while (whole.role === "allOf") whole = whole.parent!;
  for (const part of joinedIn(whole.value, document)) {
    const field = asObject(part["properties"])[path.at(-1)!];
    if (field !== undefined && field !== value && !isOpen(field)) return true;
  }
  return false;
}

/** A schema, and all that it is joined of. */
function joinedIn(schema: unknown, document: JsonObject, found = new Set<JsonObject>()) {
  if (!isObject(schema) || found.has(schema)) return found;
  found.add(schema);
  const { $ref, allOf } = schema;
  if (typeof $ref === "string" && $ref.startsWith("#"))
    joinedIn(valueAt(document, $ref), document, found);
  for (const part of asList(allOf)) joinedIn(part, document, found);
  return found;
}

/** A complaint about each value of one list that is not in the other. */
const outside = (values: Json[], others: Json[], key: string, remedy: string) =>
  values
    .filter((value) => !others.includes(value))
    .map((value) => ({
      key,
      message: `${JSON.stringify(value)} is not known there. ${remedy}, or remove it.`,
    }));

/** Places of the schemas that say nothing of a value, and have no note that says why. */
export function openPlaces(nodes: Node[]): string[][] {
  const places: string[][] = [];
  for (const node of nodes) {
    const { kind, role, value } = node;
    // The parts of an `allOf` are judged as one, at the schema that has them.
    if (kind !== "schema" || role === "allOf" || !isOpen(value)) continue;
    const addsNothing = neutral.includes(role) && acceptsAnything(value);
    const isSaidElsewhere = isExplained(node) || isDescribedBeside(node, nodes[0]!.value);
    if (!addsNothing && !isSaidElsewhere) places.push(node.path);
  }
  return places;
}

function errorsOf(validators: Validators, schema: string, sample: unknown): ErrorObject[] {
  try {
    return validators.errors(schema, sample);
  } catch {
    return []; // It goes on in another file, or is wrong in a way that other rules report.
  }
}

export const gapRules: Rule[] = [
  {
    code: "contradiction-accepts-claims",
    description:
      "An unsettled contradiction stands on a schema that accepts what each claim allows.",
    find(nodes) {
      const validators = new Validators(nodes[0]?.value ?? {});
      const open = gapEntries(nodes).filter(
        ({ entry, node }) =>
          entry["kind"] === "contradiction" && !("settled" in entry) && node.kind === "schema",
      );
      return open.flatMap(({ entry, path, node }) =>
        asList(entry["states"]).flatMap((claim, index) => {
          const { sample } = asObject(claim);
          const refused = sample === undefined ? [] : errorsOf(validators, node.pointer, sample);
          if (refused.length === 0) return [];
          const reasons = refused.map((error) => `${error.instancePath} ${error.message}`.trim());
          return {
            message: `The schema refuses what this claim allows: the sample ${reasons.join(", ")}. Widen the schema until it accepts every claim, or say under settled which one holds.`,
            path: [...path, "states", index, "sample"],
          };
        }),
      );
    },
  },
  {
    code: "final-values-known",
    description:
      "Values that are final are values of their schema, and those that mean failure are final.",
    find: (nodes) =>
      nodes.flatMap(({ value, path }) => {
        const final = asList(value["x-final-values"]);
        const known = [value["enum"] ?? [], value["x-extensible-enum"] ?? []].flat();
        const wrong = [
          ...outside(final, known, "x-final-values", "Add it to the values of the schema"),
          ...outside(
            asList(value["x-failure-values"]),
            final,
            "x-failure-values",
            "Add it to x-final-values",
          ),
        ];
        return wrong.map(({ key, message }) => ({ message, path: [...path, key] }));
      }),
  },
  {
    code: "gap-ids-unique",
    description: "No two gaps of the contract have the same id, and none has that of a closed one.",
    find(nodes) {
      const known = new Map<Json, { place: string; entry: JsonObject }>();
      for (const { id, node } of collectClosedGaps(nodes[0]?.value))
        known.set(id, { place: `${node}/x-verified`, entry: {} });
      return gapEntries(nodes).flatMap(({ entry, path }) => {
        const { id = null } = entry;
        const first = known.get(id);
        if (!first) known.set(id, { place: toPointer(path), entry });
        if (!first || typeof id !== "string" || isSameNote(entry, first.entry)) return [];
        const message = `The gap id "${id}" is taken at ${first.place}. Choose another id; if it is the same gap, state it once, at the schema that both places share, or remove what is closed.`;
        return { message, path: [...path, "id"] };
      });
    },
  },
  {
    code: "gap-placed-visibly",
    description:
      "Every x-gap stands on an object of the contract, where the register and the site find it.",
    find(nodes) {
      const document = asObject(nodes[0]?.value);
      const noted = nodes.filter(({ value }) => "x-gap" in value);
      const visible = new Set(noted.map(({ pointer }) => `${pointer}/x-gap`));
      const hidden = placesOfGaps(document).filter((path) => !visible.has(toPointer(path)));
      // OpenAPI 3.1 reads what stands beside the reference of a schema or a path item, and of nothing else.
      const unread = noted.filter(
        ({ kind, value }) =>
          typeof value["$ref"] === "string" &&
          (isOpenApi30(document) || !["schema", "pathItem"].includes(kind)),
      );
      return [
        ...hidden.map((path) => ({
          message:
            "This x-gap stands in a literal, a list of names or a remark, where nobody reads it. Move it to the schema, media type, response or operation that it concerns.",
          path,
        })),
        ...unread.map(({ kind, value, path }) => ({
          message: `OpenAPI reads nothing beside this $ref: move the x-gap to ${String(value["$ref"])}${kind === "schema" ? ", or, for this place alone, put the reference into allOf" : ""}.`,
          path: [...path, "x-gap"],
        })),
      ];
    },
  },
  {
    code: "gap-well-formed",
    description: "Every x-gap is a list of complete entries, as notes.schema.json describes them.",
    find: misshapen("x-gap", "notes"),
  },
  {
    code: "open-schema-has-gap",
    description: "A schema that is left open carries the gap that explains why.",
    find: (nodes) =>
      openPlaces(nodes).map((path) => ({
        message:
          "This schema accepts anything, and nothing says why. Describe the value, or add an x-gap here that says what the specification leaves open.",
        path,
      })),
  },
  {
    code: "verified-has-evidence",
    description:
      "Every x-verified says when, where and in how many exchanges something was recorded, or who has stated it.",
    find: misshapen("x-verified", "notes#/$defs/verified"),
  },
];
