// @ts-check
import { MissingRefError } from "ajv/dist/2020.js";
import { defineRule } from "./support/define-rule.js";
import { gapsOf } from "./support/gaps.js";
import { asList, isObject } from "./support/json.js";
import { toPointer } from "./support/pointer.js";
import { Validators } from "./support/validators.js";

/**
 * @typedef {import("./support/define-rule.js").Problem} Problem
 * @typedef {import("./support/gaps.js").FoundGap} FoundGap
 */

export default defineRule("contradiction-accepts-claims", {
  description: "An unsettled contradiction stands on a schema that accepts what each claim allows.",
  then: { function: findRefusedClaims },
});

/** @param {unknown} document */
function findRefusedClaims(document) {
  const open = [...gapsOf(document)].filter(
    ({ entry }) => entry.kind === "contradiction" && !("settled" in entry),
  );
  if (open.length === 0) return [];

  const validators = new Validators(/** @type {object} */ (document), { logger: false });
  return open.flatMap((gap) =>
    gap.node.kind === "schema" ? findRefusedSamples(validators, gap) : [moveToSchema(gap)],
  );
}

/** @param {FoundGap} gap @returns {Problem} */
const moveToSchema = ({ entry, path }) => ({
  message: `The contradiction "${entry.id}" stands on something that is not a schema, so nothing can accept its claims. Move it to the schema concerned, or say under settled which claim holds.`,
  path,
});

/**
 * @param {Validators} validators
 * @param {FoundGap} gap
 * @returns {Problem[]}
 */
function findRefusedSamples(validators, { entry, path, node }) {
  const validate = compile(validators, node.path);
  if (!validate) return [];

  return asList(entry.states).flatMap((claim, index) => {
    if (!isObject(claim) || !("sample" in claim) || validate(claim.sample)) return [];
    return [
      {
        message: `The schema refuses what this claim allows: the sample ${describeError(validate.errors)}. Widen the schema until it accepts every claim, or say under settled which one holds.`,
        path: [...path, "states", String(index), "sample"],
      },
    ];
  });
}

/** @param {import("./support/validators.js").ErrorObject[] | null | undefined} errors */
const describeError = (errors) =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join(", ");

/**
 * @param {Validators} validators
 * @param {string[]} path
 */
function compile(validators, path) {
  try {
    return validators.at(toPointer(path));
  } catch (error) {
    // The schema goes on in another file, or nowhere: the bundle is the place to judge the first,
    // another rule the second.
    if (error instanceof MissingRefError) return undefined;
    throw error;
  }
}
