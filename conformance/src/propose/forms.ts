/** Closes a gap about what a value looks like while its job is in a known status. */
import { observableGaps } from "../evidence.ts";
import { resolvePointer } from "../../../gaps/src/document/document.ts";
import { confirm, type Evidence, nameOf, type Strategy, tooLittle } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

export const closeForms: Strategy = (gap, node, evidence) => {
  const { id, node: pointer } = gap;
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
  return confirm(gap, node, evidence, {
    units,
    effect: `\`${nameOf(pointer)}\` is always ${types[0]} ${during}`,
    what: `Of the jobs seen ${during}: ${list}`,
  });
};

/** Jobs in a status that the contract does not name were done, one way or the other. */
export const closeFormsWhenDone: Strategy = (gap, node, evidence) => {
  const known = knownStatuses(evidence);
  const seen = Object.entries(evidence.observations.byStatus).flatMap(([key, { units }]) => {
    const [at, form = "", status = ""] = key.split(" ");
    return at === gap.node && !known.includes(status) ? [{ form, status, units }] : [];
  });
  const mixed = seen.find(({ status, form }) =>
    seen.some((other) => other.status === status && other.form !== form),
  );
  if (mixed)
    return { gap: gap.id, because: `it has several forms while the job is ${mixed.status}` };
  const units = Math.min(...seen.map((each) => each.units));
  if (seen.length === 0 || units < unitsToPromise)
    return tooLittle(
      gap.id,
      seen.length === 0 ? 0 : units,
      unitsToPromise,
      "jobs seen in each status after rendering",
    );
  const list = seen.map(({ form, status }) => `${form} while the job is ${status}`).join(", ");
  return confirm(gap, node, evidence, {
    units,
    effect: `\`${nameOf(gap.node)}\` is ${list}`,
    what: `At least ${units} jobs in each status after rendering: ${list}`,
  });
};

/** Statuses that the contract names, at the place whose words a job passes through. */
function knownStatuses({ document }: Evidence): string[] {
  return observableGaps(document)
    .filter(({ kind }) => kind === "states")
    .map(({ gap }) => resolvePointer(document, gap.node))
    .flatMap((schema) => (schema["x-extensible-enum"] ?? schema["enum"] ?? []) as string[]);
}
