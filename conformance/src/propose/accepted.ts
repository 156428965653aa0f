/**
 * Closes a gap about which types a request may have: the service has taken every type that the
 * contract allows. It proves nothing about what the service would refuse.
 */
import { confirm, nameOf, type Strategy, tooLittle } from "./proposal.ts";
import { unitsToPromise } from "./thresholds.ts";

export const closeAcceptedTypes: Strategy = (gap, node, evidence) => {
  const { id, node: pointer } = gap;
  const taken = evidence.at(pointer, "accepted")?.types ?? {};
  const types = [node["type"] ?? []].flat().map(String);
  const units = Math.min(...types.map((type) => taken[type]?.units ?? 0));
  const rarest = types.find((type) => (taken[type]?.units ?? 0) === units);
  if (units < unitsToPromise)
    return tooLittle(id, units, unitsToPromise, `different requests taken with ${rarest}`);
  const refused = evidence.at(pointer, "refused")?.types ?? {};
  const also = types.filter((type) => refused[type] !== undefined);
  if (also.length > 0) {
    return {
      gap: id,
      because: `requests with ${also.join(" and ")} were also refused, and nothing says that it was for something else`,
    };
  }
  const what = types
    .map((type) => `${taken[type]!.units} different requests with ${type}`)
    .join(", ");
  return confirm(gap, node, evidence, {
    units,
    effect: `${types.join(" and ")} ${types.length > 1 ? "are" : "is"} taken for \`${nameOf(pointer)}\``,
    what: `The service took ${what} and refused none`,
  });
};
