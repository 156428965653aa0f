// @ts-check

/**
 * @typedef {{ claim: string, sample?: unknown }} Claim
 * @typedef {{ id: string, kind: string, source: string, states: string | Claim[], reading: string,
 *   question: string, settled?: string }} Gap
 */

const LABELS = {
  "not-shown": "not documented",
  contradiction: "contradiction",
  ambiguity: "ambiguous",
  inferred: "inferred",
};

/**
 * A gap as a Markdown blockquote: label and id, the claims where two disagree, and what a consumer
 * may rely on. What the specification states otherwise, and the question to the provider, stand in
 * the gap register.
 *
 * @param {Gap} gap
 */
export function callout(gap) {
  const label = LABELS[/** @type {keyof typeof LABELS} */ (gap.kind)] ?? gap.kind;
  const claims = Array.isArray(gap.states) ? gap.states.map(({ claim }) => `- ${claim}`) : [];
  const paragraphs = [
    `**Gap, ${label}:** \`${gap.id}\``,
    claims.join("\n"),
    [gap.settled, gap.reading].filter(Boolean).join(" "),
  ];
  return paragraphs.filter(Boolean).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");
}
