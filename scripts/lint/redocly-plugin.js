// @ts-check
import { asObject, isObject, isOpen } from "openapi-gaps/document";

/** The project lint rules for Redocly: those on structure that a configurable assertion cannot say. */
export default function projectPlugin() {
  const rules = {
    "property-described": propertyDescribed,
    "property-has-example": propertyHasExample,
  };
  return { id: "project", rules: { oas3: rules } };
}

/**
 * @typedef {{ pointer: string, child: (name: string) => { key: () => unknown } }} Location
 * @typedef {(reference: unknown, from?: string) => { node?: unknown, location?: Location }} Resolve
 * @typedef {object} Context what Redocly hands to a visitor, as far as it is used here
 * @property {Resolve} resolve
 * @property {Location} location
 * @property {(problem: { message: string, location: unknown }) => void} report
 */

/** What tests a value instead of describing it names properties that are described elsewhere. @param {string} pointer */
const isCondition = (pointer) => /\/(if|not)\//.test(pointer);

/** A description may stand beside a reference or on its target: an assertion sees the target alone. */
function propertyDescribed() {
  return {
    /** @param {Record<string, unknown>} properties @param {Context} context */
    SchemaProperties(properties, { resolve, location, report }) {
      if (isCondition(location.pointer)) return;
      for (const [name, schema] of Object.entries(properties)) {
        if (typeof schema === "boolean" || isDescribed(schema)) continue;
        if (isDescribed(resolve(schema).node)) continue;
        report({
          message: `"${name}" has no description. Say what it is for, not which type it has: "Names the job to read back".`,
          location: location.child(name).key(),
        });
      }
    },
  };
}

/** @param {unknown} schema */
const isDescribed = (schema) => String(asObject(schema).description ?? "").trim() !== "";

/** A scalar shows a value, beside its reference or on the target. The parts of an object, a list and a choice are asked one by one. */
function propertyHasExample() {
  /** @param {string} name */
  const messageFor = (name) =>
    `"${name}" shows no example. Add examples: [...] with a value from the specification's samples, here or on the schema that it refers to.`;
  // What recordings showed has no example that could be told: their values are not kept.
  let recorded = 0;
  const aroundRecorded = {
    /** @param {object} node */
    enter: (node) => void (recorded += Number("x-verified" in node)),
    /** @param {object} node */
    leave: (node) => void (recorded -= Number("x-verified" in node)),
  };
  return {
    Schema: aroundRecorded,
    Response: aroundRecorded,
    /** @param {Record<string, unknown>} properties @param {Context} context */
    SchemaProperties(properties, { resolve, location, report }) {
      if (recorded > 0 || isCondition(location.pointer)) return;
      for (const [name, schema] of Object.entries(properties)) {
        if (!showsExample(schema) && !showsExample(resolve(schema).node ?? true))
          report({ message: messageFor(name), location: location.child(name).key() });
      }
    },
    /** @param {Record<string, unknown>} parameter @param {Context} context */
    Parameter(parameter, { resolve, location, report }) {
      const { name, schema } = parameter;
      if (!hasExample(parameter) && !showsExample(resolve(schema).node))
        report({ message: messageFor(String(name)), location });
    },
  };
}

/** @param {Record<string, unknown>} holder */
const hasExample = ({ example, examples }) =>
  example !== undefined || Object.keys(examples ?? {}).length > 0;

const parts = ["properties", "items", "oneOf", "anyOf", "allOf"];

/**
 * A constant is its own example; of an open value there is none that would not be invented.
 *
 * @param {unknown} schema
 */
function showsExample(schema) {
  if (!isObject(schema)) return typeof schema === "boolean";
  if (hasExample(schema) || "const" in schema) return true;
  return parts.some((keyword) => keyword in schema) || (!("$ref" in schema) && isOpen(schema));
}
