// @ts-check
import { gapKinds } from "../../../gaps/src/ruleset/support/gap-kinds.js";

/**
 * @typedef {{ claim: string, sample?: unknown }} Claim
 * @typedef {{ id: string, kind: import("../../../gaps/src/ruleset/support/gap-kinds.js").GapKind, source: string, states: string | Claim[], reading: string,
 *   question: string, settled?: string, also?: string[] }} Gap
 */

/**
 * A gap as a Markdown blockquote: label and id, the claims where two disagree, and what a consumer
 * may rely on. What the specification states otherwise, and the question to the provider, stand in
 * the gap register.
 *
 * @param {Gap} gap
 */
export function callout(gap) {
  const label = gapKinds[gap.kind]?.label.toLowerCase() ?? gap.kind;
  const claims = Array.isArray(gap.states) ? gap.states.map(({ claim }) => `- ${claim}`) : [];
  const paragraphs = [
    `**Gap, ${label}:** \`${gap.id}\``,
    claims.join("\n"),
    [gap.settled, gap.reading].filter(Boolean).join(" "),
  ];
  return paragraphs.filter(Boolean).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/**
 * A description as it is written in the source, without the callouts of its gaps.
 *
 * @param {string} description
 */
export function withoutCallouts(description) {
  return description
    .replace(/^>.*$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
