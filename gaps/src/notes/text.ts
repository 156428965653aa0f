/** What every reader is told of a gap: register, letter, callouts, comments of types, sites, the help of commands. */
import type { OpenApiDocument } from "../document/document.ts";
import { gapImpacts, gapKinds, type Note } from "./gaps.ts";

/** How a document calls its interface. */
export const titleOf = ({ info }: OpenApiDocument): string => String(info["title"] ?? "API");

/** A gap in words; the advice is Markdown. */
export function textOf(note: Note) {
  const { kind, impact, states, settled, reading, evidence } = note;
  /** Those that contradict each other; none for any other gap. */
  const claims = Array.isArray(states) ? states.map(({ claim }) => claim) : [];
  return {
    kind: gapKinds[kind].label,
    impact: gapImpacts[impact].label,
    claims,
    says: Array.isArray(states) ? claims.join(" But: ") : states,
    advice: [settled, reading].filter(Boolean).join(" "),
    answeredBy: evidence
      ? `The service owner can answer this. Recorded calls show a part of it (${evidence.join(", ")}).`
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
  const list = claims.map((claim) => `- ${claim}`).join("\n");
  const paragraphs = [`**Gap, ${kind.toLowerCase()}:** ${name}`, list, advice];
  return paragraphs.filter(Boolean).join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** A description without the callouts in it. */
export function withoutCallouts(description: string): string {
  return description
    .replace(/^>.*$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
