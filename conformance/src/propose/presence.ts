/** Closes a gap about which fields of an answer are there, by marking optional ones as required. */
import { toJsonPath } from "../../../scripts/contract/pointer.ts";
import { expectToday, removeGap } from "../overlay/overlay.ts";
import { type Closer, nameOf, tooLittle } from "./proposal.ts";
import { fewestSamples, requiredPresence } from "./thresholds.ts";
import { lowerBound } from "./wilson.ts";

/**
 * Every optional field has to be always there, or never. One that comes and goes leaves the
 * question open.
 */
export const closePresence: Closer = ({ id, node: pointer }, node, evidence) => {
  const seen = evidence.at(pointer);
  const objects = seen?.types["object"] ?? 0;
  if (!seen || objects < fewestSamples) return tooLittle(id, objects, fewestSamples, "objects");
  const required = (node["required"] ?? []) as string[];
  const optional = Object.keys(node["properties"] ?? {}).filter((name) => !required.includes(name));
  const presence = (name: string) => (seen.fields[name] ?? 0) / objects;
  const unsettled = optional.filter(
    (name) => presence(name) < requiredPresence && presence(name) > 1 - requiredPresence,
  );
  if (unsettled.length > 0) {
    const list = unsettled.map((name) => `${name} in ${seen.fields[name] ?? 0}`).join(", ");
    return { gap: id, because: `some fields come and go: of ${objects} objects, ${list}` };
  }
  const always = optional.filter((name) => presence(name) >= requiredPresence);
  if (always.length === 0)
    return { gap: id, because: `none of ${optional.join(", ")} was there in ${objects} objects` };
  const confidence = Math.min(...always.map((name) => lowerBound(seen.fields[name] ?? 0, objects)));
  const effect = `makes ${always.map((name) => `\`${name}\``).join(", ")} required in \`${nameOf(pointer)}\``;
  return {
    gap: id,
    effect,
    actions: [
      {
        target: toJsonPath(pointer),
        description: `Effect: ${effect}.`,
        "x-closes": id,
        "x-expects": expectToday(node, "required"),
        "x-verified": evidence.verification(id, objects, confidence),
        // An overlay joins lists: these names are added to those that are there.
        update: { required: always },
      },
      removeGap(pointer, id),
    ],
  };
};
