/** Closes a gap about which fields of an answer are there, by marking optional ones as required. */
import { toJsonPath } from "../../../gaps/src/document/pointer.ts";
import { expectToday, removeGap } from "../overlay/overlay.ts";
import { nameOf, type Strategy, tooLittle } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

/**
 * Every optional field has to be always there, or never. One that comes and goes leaves the
 * question open.
 */
export const closePresence: Strategy = ({ id, node: pointer }, node, evidence) => {
  const seen = evidence.at(pointer);
  const { samples = 0, units = 0 } = seen?.types["object"] ?? {};
  if (!seen || units < unitsToPromise)
    return tooLittle(id, units, unitsToPromise, "different jobs");
  const required = (node["required"] ?? []) as string[];
  const optional = Object.keys(node["properties"] ?? {}).filter((name) => !required.includes(name));
  const times = (name: string) => seen.fields[name]?.samples ?? 0;
  const unsettled = optional.filter((name) => times(name) > 0 && times(name) < samples);
  if (unsettled.length > 0) {
    const list = unsettled.map((name) => `${name} in ${times(name)}`).join(", ");
    return { gap: id, because: `some fields come and go: of ${samples} objects, ${list}` };
  }
  const always = optional.filter((name) => times(name) === samples);
  if (always.length === 0)
    return { gap: id, because: `none of ${optional.join(", ")} was there in ${samples} objects` };
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
        "x-verified": evidence.verification(
          id,
          units,
          `${units} different jobs, none without them`,
        ),
        // An overlay joins lists: these names are added to those that are there.
        update: { required: always },
      },
      removeGap(pointer, id),
    ],
  };
};
