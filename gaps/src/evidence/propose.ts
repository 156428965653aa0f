/** From counts to an overlay that would close gaps, for a person to review. */
import type { Proposal } from "../close/close-gap.ts";
import type { Overlay } from "../close/overlay.ts";
import { isObject, type JsonObject, type OpenApiDocument } from "../document/document.ts";
import { parseFile } from "../document/sources.ts";
import { UserError } from "../problem.ts";
import { Checker } from "./checker.ts";
import { type Counts, format } from "./counts.ts";
import { Evidence, propose } from "./strategies.ts";

/**
 * A proposal for every gap that evidence can close: by the first of its kinds of evidence that does, or else the
 * reason why there is none for each kind.
 */
export function proposeClosures(document: OpenApiDocument, counts: Counts): Proposal[] {
  const evidence = new Evidence(document, counts);
  return Checker.of(document).gaps.flatMap((gap) => {
    const reasons: Proposal[] = [];
    for (const kind of gap.evidence ?? []) {
      const proposal = propose(kind, gap, evidence);
      if ("actions" in proposal) return [proposal];
      reasons.push(proposal);
    }
    return reasons;
  });
}

export function toOverlay(proposals: Proposal[], { contract, environment }: Counts): Overlay {
  return {
    overlay: "1.0.0",
    info: { title: `Gaps that ${environment} would close`, version: contract },
    actions: proposals.flatMap((proposal) => ("actions" in proposal ? proposal.actions : [])),
  };
}

/** @throws {UserError} when the file holds no counts, or counts of another version of the document */
export function readCounts(document: OpenApiDocument, file: string): Counts {
  const refuse = (why: string) => new UserError(`${file}:1 ${why}. Count the recordings again.`);
  const counts: unknown = parseFile(file);
  if (!isCounts(counts)) throw refuse("holds no counts of openapi-gaps observe");
  const version = String(document.info["version"]);
  if (counts.contract === version) return counts;
  throw refuse(
    `was counted with version ${counts.contract} of the document, and this is ${version}`,
  );
}

const isCounts = (value: unknown): value is Counts =>
  isObject(value) &&
  value["format"] === format &&
  isObject(value["exchanges"]) &&
  isObject(value["outcomes"]) &&
  Object.values(value["outcomes"]).every(isMapOfCounts) &&
  Array.isArray(value["places"]) &&
  value["places"].every(isPlace);

const isMapOfCounts = (subjects: unknown): boolean =>
  isObject(subjects) && Object.values(subjects).every(isCountsByName);

const isCount = (count: unknown): count is JsonObject =>
  isObject(count) && ["samples", "units"].every((name) => Number.isSafeInteger(count[name]));

const isCountsByName = (seen: unknown): boolean =>
  isObject(seen) && Object.values(seen).every(isCount);

const isPlace = (place: unknown): boolean =>
  isCount(place) &&
  ["types", "formats", "fields", "values"].every((name) => isCountsByName(place[name]));

export function describeProposals(proposals: Proposal[], gaps: number): string {
  const closed = proposals.filter((proposal) => "actions" in proposal).length;
  const asked = new Set(proposals.map(({ gap }) => gap)).size;
  return [
    ...proposals.map((proposal) =>
      "actions" in proposal
        ? `✓ ${proposal.gap}: ${proposal.effect}`
        : `· ${proposal.gap}: ${proposal.because}`,
    ),
    "",
    `${closed} of ${asked} gaps would be closed. Recordings cannot close the ${gaps - asked} others: ask the owner, with openapi-gaps letter.`,
  ].join("\n");
}
