/** What every reader is told of a gap: register, letter, callouts, comments of types, sites, the help of commands. */
import { gapImpacts, gapKinds, type Note } from "./gaps.ts";

export interface GapText {
  /** `Not documented`. */
  kind: string;
  /** `May cost money or data`. */
  impact: string;
  /** The claims that contradict each other; empty for any other gap. */
  claims: string[];
  /** What the specification does say, as one text. */
  says: string;
  /** What a consumer does until the gap is closed, as Markdown. */
  advice: string;
  /** Who or what can answer the question. */
  answeredBy: string;
}

export function textOf(note: Note): GapText {
  const { kind, impact, states, settled, reading, evidence } = note;
  const claims = Array.isArray(states) ? states.map(({ claim }) => claim) : [];
  return {
    kind: gapKinds[kind].label,
    impact: gapImpacts[impact].label,
    claims,
    says: Array.isArray(states) ? claims.join(" But: ") : states,
    advice: [settled, reading].filter(Boolean).join(" "),
    answeredBy: evidence
      ? `The service owner can answer this, or recorded calls (${evidence.join(", ")}).`
      : "Only the service owner can answer this.",
  };
}

/** A gap in one line: its name, and what to do. */
export const lineOf = (note: Note): string => `\`${note.id}\`: ${textOf(note).advice}`;

/**
 * A gap as a Markdown blockquote: its kind and name, the claims where two disagree, and what to do. The rest
 * stands in the register.
 *
 * @param name how the gap is named, for instance by a link
 */
export function calloutOf(note: Note, name = `\`${note.id}\``): string {
  const { kind, claims, advice } = textOf(note);
  return quote([
    `**Gap, ${kind.toLowerCase()}:** ${name}`,
    claims.map((claim) => `- ${claim}`).join("\n"),
    advice,
  ]);
}

function quote(paragraphs: string[]): string {
  return paragraphs.filter(Boolean).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** A description without the callouts in it. */
export function withoutCallouts(description: string): string {
  return description
    .replace(/^>.*$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
