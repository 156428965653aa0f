/** Closes the gap about which status follows which. */
import { confirm, type Strategy, tooLittle } from "./proposal.ts";
import { unitsToClose } from "./thresholds.ts";

/** Seen in fewer jobs, a transition may be one of several rare ones, and others were not seen yet. */
const minJobs = 3;

export const closeTransitions: Strategy = (gap, node, evidence) => {
  const { transitions, jobs } = evidence.observations;
  const followed = jobs["followed"]?.units ?? 0;
  const seen = Object.entries(transitions);
  const rare = seen.filter(([, { units }]) => units < minJobs);
  if ((evidence.at(gap.node)?.rareValues ?? 0) > 0)
    return { gap: gap.id, because: "some statuses were seen in one or two jobs only" };
  if (rare.length > 0) {
    const list = rare.map(([change]) => change.replace(">", " to ")).join(", ");
    return { gap: gap.id, because: `some transitions are rare, so others may be unseen: ${list}` };
  }
  if (followed < unitsToClose)
    return tooLittle(gap.id, followed, unitsToClose, "jobs seen at several stages");
  const left = new Set(seen.map(([change]) => change.split(">")[0]));
  const final = [...new Set(seen.map(([change]) => change.split(">")[1]!))].filter(
    (status) => !left.has(status),
  );
  const unconfirmed = final.filter((status) => (jobs[`still ${status}`]?.units ?? 0) < minJobs);
  if (final.length === 0 || unconfirmed.length > 0)
    return {
      gap: gap.id,
      because: `no job was read again after ${unconfirmed.join(" or ") || "its last status"}, so it is not known to be final; ${minJobs} jobs are needed for each`,
    };
  const list = seen.map(([change]) => change.replace(">", " to ")).join(", ");
  return confirm(gap, node, evidence, {
    units: followed,
    effect: `jobs go from ${list}; final: ${final.join(", ")}`,
    what: `${followed} jobs seen at several stages, which went from ${list}, and did not change after ${final.join(" or ")}`,
  });
};
