/** Closes a gap about the values of a string: a list of the words that were seen. */
import type { ObservedPlace } from "../observe/observations.ts";
import type { JsonObject } from "../../../gaps/src/document/document.ts";
import { toJsonPath } from "../../../gaps/src/document/pointer.ts";
import { expectToday, removeGap, type Action } from "../overlay/overlay.ts";
import {
  type Evidence,
  nameOf,
  otherTypes,
  type Proposal,
  type Strategy,
  tooLittle,
} from "./proposal.ts";
import { chanceOfUnseen } from "./statistics.ts";
import { maxValues, minUnits, unitsToClose } from "./thresholds.ts";

/** Words that do not change while a job runs: every job that was seen is a unit. */
export const closeValues: Strategy = ({ id, node: pointer }, node, evidence) => {
  const units = evidence.at(pointer)?.units ?? 0;
  return closeList(id, pointer, node, evidence, units, "jobs");
};

/**
 * Words that a job passes through. A job seen at one stage only says nothing about the others, so
 * only those count that were seen at several.
 */
export const closeStates: Strategy = ({ id, node: pointer }, node, evidence) => {
  const followed = evidence.observations.jobs["followed"]?.units ?? 0;
  return closeList(id, pointer, node, evidence, followed, "jobs seen at several stages");
};

function closeList(
  id: string,
  pointer: string,
  node: JsonObject,
  evidence: Evidence,
  units: number,
  what: string,
): Proposal {
  const seen = evidence.at(pointer);
  if (!seen) return tooLittle(id, 0, unitsToClose, what);
  const known = (node["x-extensible-enum"] ?? []) as string[];
  const words = Object.keys(seen.values);
  const values = [...known, ...words.filter((word) => !known.includes(word)).sort()];
  const refusal = reasonAgainst(seen, values);
  if (refusal !== undefined) return { gap: id, because: refusal };
  if (units < unitsToClose)
    return tooLittle(
      id,
      units,
      unitsToClose,
      `${what} without another value than ${values.join(", ")}`,
    );
  const effect = `narrows \`${nameOf(pointer)}\` to a union of ${values.length}: ${values.join(", ")}. A value beyond them will break the contract.`;
  const change: Action = {
    target: toJsonPath(pointer),
    description: `Effect: ${effect}`,
    "x-closes": id,
    "x-expects": expectToday(node, "type", "x-extensible-enum", "enum"),
    "x-verified": evidence.verification(
      id,
      units,
      `${units} ${what}, every value in at least three of them and none in fewer`,
    ),
    update: { enum: values },
  };
  const removeKnown: Action = {
    target: `${toJsonPath(pointer)}['x-extensible-enum']`,
    description: "The list is closed, so the list of known values goes.",
    "x-closes": id,
    remove: true,
  };
  return {
    gap: id,
    effect,
    actions: [change, ...(known.length > 0 ? [removeKnown] : []), removeGap(pointer, id)],
  };
}

function reasonAgainst(seen: ObservedPlace, values: string[]): string | undefined {
  const others = otherTypes(seen.types, "string");
  if (others !== undefined)
    return `not all values are strings: ${others}; a list would refuse them`;
  if (values.length > maxValues) return `${values.length} different values are data, not a list`;
  if (seen.rareValues > 0 && seen.units >= minUnits) {
    const chance = chanceOfUnseen(seen.rareValues, seen.units);
    return `${seen.rareValues} of the values were seen in one or two jobs only, so there may be more that were not seen yet (Good–Turing: the next job shows a new one with a chance of up to ${(chance * 100).toFixed(1)} %)`;
  }
  if (seen.otherValues > 0)
    return `${seen.otherValues} of ${seen.samples} values are no words, or too rare to be written; a list would refuse them`;
  return undefined;
}
