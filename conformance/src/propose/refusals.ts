/** Closes the gaps about failures: the status code for each kind of mistake, and the body. */
import type { CountsByName } from "../observe/observations.ts";
import { confirm, type Strategy, tooLittle, tooLittleOfOne } from "./proposal.ts";
import { minUnits, unitsToPromise } from "./thresholds.ts";

/** Mistakes that a consumer makes, and has to distinguish. */
const mistakes = ["no-token", "wrong-token", "malformed-json", "missing-field", "unknown-job"];

interface Refusal {
  mistake: string;
  status: string;
  mediaType: string;
  units: number;
}

function refusalsIn(refusals: CountsByName): Refusal[] {
  return Object.entries(refusals).map(([key, { units }]) => {
    const [mistake = "", status = "", mediaType = ""] = key.split(" ");
    return { mistake, status, mediaType, units };
  });
}

export const closeRefusals: Strategy = (gap, node, evidence) => {
  const refusals = refusalsIn(evidence.observations.refusals);
  const seen = mistakes.map((mistake) => {
    const own = refusals.filter((refusal) => refusal.mistake === mistake);
    const units = Math.max(0, ...own.map((refusal) => refusal.units));
    return { mistake, units, statuses: [...new Set(own.map(({ status }) => status))] };
  });
  const mixed = seen.find(({ statuses }) => statuses.length > 1);
  if (mixed)
    return {
      gap: gap.id,
      because: `${mixed.mistake} is refused with several codes: ${mixed.statuses.join(", ")}`,
    };
  const missing = tooLittleOfOne(
    gap.id,
    seen,
    unitsToPromise,
    ({ mistake }) => `different refusals of ${mistake} (every kind of mistake counts)`,
  );
  if (missing) return missing;
  const list = seen.map(({ mistake, statuses }) => `${mistake} ${statuses[0]}`).join(", ");
  const units = Math.min(...seen.map((each) => each.units));
  return confirm(gap, node, evidence, {
    units,
    effect: `the status code of each kind of mistake is known: ${list}`,
    what: `At least ${units} different refusals of each kind of mistake, each always with one code (${list})`,
  });
};

/** A body without a schema: where the observer counts what it holds. */
const bodyPlace = "/content/*~1*/schema";

export const closeErrorBodies: Strategy = (gap, node, evidence) => {
  const refusals = refusalsIn(evidence.observations.refusals);
  const types = [...new Set(refusals.map(({ mediaType }) => mediaType))];
  if (types.length > 1)
    return { gap: gap.id, because: `failures have several media types: ${types.join(", ")}` };
  const body = evidence.at(gap.node + bodyPlace);
  const { samples = 0, units = 0 } = body?.types["object"] ?? {};
  if (body && body.samples > samples)
    return { gap: gap.id, because: `only ${samples} of ${body.samples} bodies are objects` };
  if (!body || units < unitsToPromise)
    return tooLittle(gap.id, units, unitsToPromise, "different failures with a JSON body");
  const fields = Object.entries(body.fields);
  const always = fields.filter(([, count]) => count.samples === samples).map(([name]) => name);
  if (always.length === 0)
    return { gap: gap.id, because: `no field is in all ${samples} bodies of failures` };
  const sometimes = fields
    .filter(([, count]) => count.samples < samples && count.units >= minUnits)
    .map(([name]) => name);
  const list = `always ${always.join(", ")}${sometimes.length > 0 ? `, sometimes ${sometimes.join(", ")}` : ""}`;
  return confirm(gap, node, evidence, {
    units,
    effect: `the body of a failure is ${types[0]} with known fields: ${list}`,
    what: `${units} different failures, all \`${types[0]}\` and an object: ${list}`,
  });
};
