/** Closes a gap about what a value looks like while its job is in a known status. */
import { observableGaps } from "../evidence.ts";
import { resolvePointer } from "../../../scripts/contract/document.ts";
import { recordEvidence } from "../overlay/overlay.ts";
import { type Evidence, nameOf, type Strategy, tooLittle } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

export const closeForms: Strategy = ({ id, node: pointer }, node, evidence) => {
  const statuses = knownStatuses(evidence);
  const forms = Object.entries(evidence.observations.byStatus).flatMap(([key, count]) => {
    const [at, form = "", status = ""] = key.split(" ");
    return at === pointer && statuses.includes(status) ? [{ form, status, ...count }] : [];
  });
  const types = [...new Set(forms.map(({ form }) => form.replace("empty-", "")))];
  const during = `while the job is \`${statuses.join("` or `")}\``;
  if (types.length > 1) return { gap: id, because: `it is ${types.join(" and ")} ${during}` };
  const units = Math.max(0, ...forms.map(({ units }) => units));
  if (units < unitsToPromise) return tooLittle(id, units, unitsToPromise, `jobs seen ${during}`);
  const list = forms.map(({ form, units }) => `${form.replace("-", " ")} in ${units}`).join(", ");
  const effect = `changes no type: \`${nameOf(pointer)}\` is always ${types[0]} ${during}`;
  const what = `Of the jobs seen ${during}: ${list}`;
  return {
    gap: id,
    effect,
    actions: recordEvidence(pointer, node, effect, evidence.verification(id, units, what)),
  };
};

/** Statuses that the contract names, at the place whose words a job passes through. */
function knownStatuses({ document }: Evidence): string[] {
  return observableGaps(document)
    .filter(({ kind }) => kind === "states")
    .map(({ gap }) => resolvePointer(document, gap.node))
    .flatMap((schema) => (schema["x-extensible-enum"] ?? schema["enum"] ?? []) as string[]);
}
