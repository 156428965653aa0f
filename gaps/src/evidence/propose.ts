/** From counts to an overlay that would close gaps, for a person to review. */
import { closeGap, type Proposal } from "../close/close-gap.ts";
import type { Overlay } from "../document/overlay.ts";
import { asObject, isObject, type OpenApiDocument } from "../document/document.ts";
import { parseFile } from "../document/sources.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { Checker } from "./checker.ts";
import { type Counts, format } from "./counts.ts";
import type { Interface } from "../api/interface.ts";
import { evidenceKinds, lowerBound, seenAt, strategies, toPromise } from "./strategies.ts";

/**
 * A proposal for every gap that evidence can close: by the first of its kinds of evidence that does, or else the
 * reason why there is none for each kind.
 */
export function proposeClosures(document: OpenApiDocument, counts: Counts): Proposal[] {
  const { gaps, interface: of } = Checker.of(document);
  return gaps.flatMap((gap) => {
    const reasons: Proposal[] = [];
    for (const kind of gap.evidence ?? []) {
      const proposal = propose(kind, gap, of, counts);
      if ("actions" in proposal) return [proposal];
      reasons.push(proposal);
    }
    return reasons;
  });
}

/** What closes a gap by one kind of evidence, or why nothing does. */
function propose(kind: string, gap: Gap, of: Interface, counts: Counts): Proposal {
  const open = (because: string): Proposal => ({ gap: gap.id, because });
  const find = Object.hasOwn(strategies, kind) ? strategies[kind] : undefined;
  if (!find)
    return open(`${kind} is no kind of evidence; there are ${evidenceKinds.toSorted().join(", ")}`);
  const { node = {}, pointer = gap.node } = of.locateAt(gap.node) ?? {};
  const outcomes = counts.outcomes[kind] ?? {};
  const found = find({ gap, node, of, counts, seen: seenAt(counts, gap.node), outcomes });
  const { unit, needed: usual = toPromise } = found;
  const wanted = found.subjects.length > 0 ? found.subjects : [{ name: "" }];
  const subjects = wanted.map(({ name, seen = outcomes[name] ?? {}, needed = usual }) => {
    const all = Object.entries(seen);
    return { name, needed, outcomes: all, units: all[0]?.[1].units ?? 0 };
  });
  const mixed = subjects.find(({ outcomes }) => outcomes.length > 1);
  if (mixed)
    return open(
      `${mixed.name} has several outcomes: ${mixed.outcomes.map(([outcome, { samples }]) => `${outcome} (${samples})`).join(", ")}`,
    );
  const reason = found.against?.find(Boolean);
  if (reason) return open(reason);
  const few = subjects.find(({ units, needed }) => units < needed);
  if (few && pointer !== gap.node)
    return open(
      `its note stands beside a reference, and what is seen there is counted for all that refer to it. Move it to ${pointer}`,
    );
  if (few)
    return open(
      `too little evidence: ${few.units} of at least ${few.needed} ${unit}${few.name && ` (${few.name})`}, ${few.needed - few.units} more are needed`,
    );
  const effect =
    found.effect ?? subjects.map(({ name, outcomes }) => `${name}: ${outcomes[0]?.[0]}`).join(", ");
  const shown = subjects.map(({ name, units }) => `${name} ${units}`.trim()).join(", ");
  const samples = Math.min(...subjects.map(({ units }) => units));
  const { environment, days, exchanges } = counts;
  const period = days ? ` between ${days.first} and ${days.last}` : "";
  const verified: Verification = {
    gap: gap.id,
    question: gap.question,
    date: days?.last ?? new Date().toISOString().slice(0, 10),
    environment,
    evidence: `${unit}: ${shown}; ${effect}, from ${exchanges.recognised} recorded calls${period}.`,
    samples,
    // Down, so that what is written never claims more than was found.
    confidence: Math.floor(lowerBound(samples) * 1000) / 1000,
  };
  const changes = found.changes?.(verified);
  const said = changes ? effect : `changes no type: ${effect}`;
  return closeGap(of.document, gap, said, verified, changes ?? []);
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

function isCounts(value: unknown): value is Counts {
  const { format: found, exchanges, outcomes, places } = asObject(value);
  return (
    found === format &&
    isObject(exchanges) &&
    isMapOf(isMapOf(isMapOf(isCount)))(outcomes) &&
    Array.isArray(places) &&
    places.every(isPlace)
  );
}

const isMapOf = (is: (value: unknown) => boolean) => (map: unknown) =>
  isObject(map) && Object.values(map).every(is);

const isCount = (count: unknown) =>
  ["samples", "units"].every((name) => Number.isSafeInteger(asObject(count)[name]));

const isPlace = (place: unknown) =>
  isCount(place) &&
  ["types", "formats", "fields", "values"].every((name) => isMapOf(isCount)(asObject(place)[name]));

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
