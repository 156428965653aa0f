/** Closes a gap about the values of a string: a list of the words that were seen. */
import { toJsonPath } from "../../../scripts/contract/pointer.ts";
import { expectToday, removeGap, type Action } from "../overlay/overlay.ts";
import { type Closer, nameOf, tooLittle } from "./proposal.ts";
import { closedConfidence, fewestSamples, mostValues } from "./thresholds.ts";
import { lowerBound } from "./wilson.ts";

/** Samples without a stranger that make a list close: 189 at a confidence of 98 %. */
const samplesToClose = fewestToClose();

export const closeValues: Closer = ({ id, node: pointer }, node, evidence) => {
  const seen = evidence.at(pointer);
  if (!seen || seen.samples < fewestSamples) {
    return tooLittle(id, seen?.samples ?? 0, fewestSamples, "samples");
  }
  const words = Object.keys(seen.values);
  const known = (node["x-extensible-enum"] ?? []) as string[];
  const values = [...known, ...words.filter((word) => !known.includes(word)).sort()];
  if (seen.otherValues > 0) {
    return {
      gap: id,
      because: `${seen.otherValues} of ${seen.samples} values are no words, or too rare to be told; a list would refuse them`,
    };
  }
  if (values.length > mostValues) {
    return { gap: id, because: `${values.length} different values are data, not a list` };
  }
  const confidence = lowerBound(seen.samples, seen.samples);
  if (confidence < closedConfidence) {
    return tooLittle(
      id,
      seen.samples,
      samplesToClose,
      `samples without another value than ${values.join(", ")}`,
    );
  }
  const effect = `narrows \`${nameOf(pointer)}\` to a union of ${values.length}: ${values.join(", ")}. A value beyond them will break the contract.`;
  const change: Action = {
    target: toJsonPath(pointer),
    description: `Effect: ${effect}`,
    "x-closes": id,
    "x-expects": expectToday(node, "type", "x-extensible-enum", "enum"),
    "x-verified": evidence.verification(id, seen.samples, confidence),
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
};

function fewestToClose(): number {
  let samples = fewestSamples;
  while (lowerBound(samples, samples) < closedConfidence) samples++;
  return samples;
}
