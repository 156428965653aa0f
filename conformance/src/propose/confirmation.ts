/**
 * Closes the gap about whether the required fields of answers are always there. Nothing changes but
 * the gap.
 */
import { asObject } from "../../../gaps/src/document/document.ts";
import { jsonSchemaOf, successOf } from "../../../gaps/src/document/message.ts";
import { operationsOf } from "../operations.ts";
import { confirm, type Evidence, nameOf, type Strategy, tooLittleOfOne } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

/** A required field of an answer, and in how many of the objects it was there and not null. */
interface Presence {
  pointer: string;
  name: string;
  objects: number;
  /** Different ones among the objects. */
  units: number;
  there: number;
}

export const confirmRequired: Strategy = (gap, node, evidence) => {
  const { id } = gap;
  const presences = successSchemas(evidence).flatMap((schema) => presencesOf(schema, evidence));
  const missing = presences.find(({ there, objects }) => there < objects);
  if (missing) {
    const { pointer: at, name, there, objects } = missing;
    return {
      gap: id,
      because: `\`${name}\` of \`${nameOf(at)}\` was there in ${there} of ${objects} objects, although the contract requires it`,
    };
  }
  const missed = tooLittleOfOne(
    id,
    presences,
    unitsToPromise,
    ({ pointer }) => `different answers with \`${nameOf(pointer)}\` (every answer counts)`,
  );
  if (missed) return missed;
  const units = Math.min(...presences.map(({ units }) => units));
  return confirm(gap, node, evidence, {
    units,
    effect: "the required fields of all answers are confirmed",
    what: `At least ${units} different answers of every operation, none without a required field`,
  });
};

/** Pointers of the schemas that successes have. */
function successSchemas({ document }: Evidence): string[] {
  const references = operationsOf(document).map(
    ({ node }) => jsonSchemaOf(successOf(node))?.["$ref"],
  );
  return [...new Set(references.filter((reference) => typeof reference === "string"))];
}

function presencesOf(pointer: string, evidence: Evidence): Presence[] {
  const { document } = evidence;
  const { required, properties } = document.components.schemas[nameOf(pointer)] ?? {};
  const { samples: objects = 0, units = 0 } = evidence.at(pointer)?.types["object"] ?? {};
  return ((required ?? []) as string[]).map((field) => {
    const { $ref: reference } = asObject(asObject(properties)[field]);
    const place = typeof reference === "string" ? reference : `${pointer}/properties/${field}`;
    const there =
      (evidence.at(pointer)?.fields[field]?.samples ?? 0) -
      (evidence.at(place)?.types["null"]?.samples ?? 0);
    return { pointer, name: field, objects, units, there };
  });
}
