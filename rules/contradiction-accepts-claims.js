// @ts-check
import { Ajv2020, MissingRefError } from "ajv/dist/2020.js";
import { defineRule } from "./support/define-rule.js";
import { gapsOf } from "./support/gaps.js";
import { asList, isObject } from "./support/json.js";
import { toPointer } from "./support/pointer.js";

/**
 * @typedef {import("./support/define-rule.js").Problem} Problem
 * @typedef {import("./support/gaps.js").FoundGap} FoundGap
 */

const contract = "contract:";

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

  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  // The whole document becomes one schema, so that references within it resolve.
  ajv.addSchema(/** @type {object} */ (document), contract, undefined, false);
  return open.flatMap((gap) =>
    gap.node.kind === "schema" ? findRefusedSamples(ajv, gap) : [moveToSchema(gap)],
  );
}

/** @param {FoundGap} gap @returns {Problem} */
const moveToSchema = ({ entry, path }) => ({
  message: `The contradiction "${entry.id}" stands on something that is not a schema, so nothing can accept its claims. Move it to the schema concerned, or say under settled which claim holds.`,
  path,
});

/**
 * @param {Ajv2020} ajv
 * @param {FoundGap} gap
 * @returns {Problem[]}
 */
function findRefusedSamples(ajv, { entry, path, node }) {
  const validate = compile(ajv, node.path);
  if (!validate) return [];

  return asList(entry.states).flatMap((claim, index) => {
    if (!isObject(claim) || !("sample" in claim) || validate(claim.sample)) return [];
    return [
      {
        message: `The schema refuses what this claim allows: the sample ${ajv.errorsText(validate.errors, { dataVar: "" }).trim()}. Widen the schema until it accepts every claim, or say under settled which one holds.`,
        path: [...path, "states", String(index), "sample"],
      },
    ];
  });
}

/**
 * @param {Ajv2020} ajv
 * @param {string[]} path
 */
function compile(ajv, path) {
  const fragment = toPointer(path).slice(1).split("/").map(encodeURIComponent).join("/");
  try {
    return ajv.compile({ $ref: `${contract}#${fragment}` });
  } catch (error) {
    // The schema goes on in another file, or nowhere: the bundle is the place to judge the first,
    // another rule the second.
    if (error instanceof MissingRefError) return undefined;
    throw error;
  }
}
