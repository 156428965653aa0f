// @ts-check
import { asObject } from "../../gaps/src/document/json.ts";

/** Redocly plugin of this house: the rule on structure that a configurable assertion cannot say. */
export default function housePlugin() {
  return { id: "house", rules: { oas3: { "property-described": propertyDescribed } } };
}

/**
 * @typedef {object} Context what Redocly hands to a visitor, as far as it is used here
 * @property {(reference: unknown) => { node?: unknown }} resolve
 * @property {{ pointer: string, child: (name: string) => { key: () => unknown } }} location
 * @property {(problem: { message: string, location: unknown }) => void} report
 */

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

/** What tests a value instead of describing it names properties that are described elsewhere. @param {string} pointer */
const isCondition = (pointer) => /\/(if|not)\//.test(pointer);

/** @param {unknown} schema */
const isDescribed = (schema) => String(asObject(schema).description ?? "").trim() !== "";
