/** From recordings to an overlay for a person to review, and to propositions for the owner. */
import { type OpenApiDocument, parsePointer } from "../document/document.ts";
import { type ClosingAction, merge, type Overlay } from "../document/overlay.ts";
import { several } from "../api/words.ts";
import type { Observer } from "../evidence/observer.ts";
import {
  describeUnseen,
  observeRecordings,
  readExchanges,
  type RecordingOptions,
  section,
} from "../evidence/recordings.ts";
import { type Gap, requireUniqueIds, type Verification } from "../notes/gaps.ts";
import type { Proposition } from "../register/letter.ts";
import { toActions, toOverlay } from "./actions.ts";
import { evidenceKinds, type Existing } from "./evidence-kinds.ts";
import { replay } from "./replay.ts";

/** What recordings add to the document at one gap, and why they do not add more. */
export interface Proposal {
  gap: string;
  /** What exists: "`404`, `429`"; empty where nothing was found. */
  exists: string;
  /** What was left out, or why there is nothing. */
  because: string[];
  actions: ClosingAction[];
}

export interface Proposed {
  proposals: Proposal[];
  overlay: Overlay;
  propositions: Proposition[];
  observer: Observer;
}

/** A change of the document at one gap. */
interface Addition extends Existing {
  gap: Gap;
}

/**
 * What recordings say at the gaps that ask for it.
 *
 * @throws {UserError} as {@link observeRecordings}
 */
export function proposeChanges(
  document: OpenApiDocument,
  files: string[],
  options: RecordingOptions = {},
): Proposed {
  const observer = observeRecordings(document, files, options);
  requireUniqueIds(observer.checker.gaps);
  const { base, environment } = observer;
  const findings = observer.checker.gaps
    .filter(({ evidence }) => evidence !== undefined)
    .map((gap) => ({ gap, ...find(gap, observer) }));
  // Two gaps of one place ask for the same.
  const parts = findings.flatMap(({ gap, existing }, index) => {
    const before = findings.slice(0, index).filter((other) => other.gap.node === gap.node);
    const known = before.flatMap((other) => other.existing.map(({ what }) => what));
    return existing.filter(({ what }) => !known.includes(what)).map((part) => ({ ...part, gap }));
  });
  const build = (some: Addition[]) => {
    const planned = structuredClone(document);
    for (const { pointer, update } of some.map((part) => changeOf(part, environment)))
      merge(planned, parsePointer(pointer), update);
    return planned;
  };
  const { kept, dropped } = replay(
    document,
    parts,
    build,
    () => readExchanges(files, base, options),
    base,
  );
  const proposals = findings.map(({ gap, because }): Proposal => {
    const own = kept.filter((part) => part.gap === gap);
    const lost = dropped.filter(({ part }) => part.gap === gap);
    return {
      gap: gap.id,
      exists: namesOf(own),
      because: [
        ...lost.map(({ part, because }) => `${part.what} was left out: ${because}`),
        ...(own.length + lost.length === 0 ? because : []),
      ],
      actions: own.length === 0 ? [] : narrow(document, gap, own, environment),
    };
  });
  return {
    proposals,
    observer,
    propositions: findings.flatMap(({ propositions }) => propositions),
    overlay: toOverlay(document, `What recordings of ${environment} show`, proposals),
  };
}

/** What recordings suggest, and only the owner can state. */
export const collectPropositions = (
  document: OpenApiDocument,
  files: string[],
  options: RecordingOptions = {},
): Proposition[] => {
  const observer = observeRecordings(document, files, options);
  return observer.checker.gaps.flatMap((gap) => find(gap, observer).propositions);
};

/** What recordings show at a gap, and suggest; kinds of evidence that there are not are left to the rules. */
function find(gap: Gap, observer: Observer) {
  const { evidence = [], node } = gap;
  const target = observer.checker.interface.locateAt(node)?.pointer;
  // Beside a reference, OpenAPI 3.1 may have a schema of its own.
  const isPlace = target === undefined || target === node || observer.seenAt(node).length > 0;
  const hindrance =
    !isPlace &&
    `its note stands beside a reference, and what is seen there is seen at all that refer to it. Move it to ${target}`;
  const found = evidence
    .filter((name) => !hindrance && Object.hasOwn(evidenceKinds, name))
    .map((name) => ({ name, ...evidenceKinds[name]!(gap, observer) }));
  const propositions = found.flatMap((each) => each.propositions ?? []);
  return {
    existing: found.flatMap((each) => each.existing ?? []),
    // Two kinds may ask for the same.
    propositions: [...new Map(propositions.map((each) => [each.id, each])).values()],
    because: hindrance
      ? [hindrance]
      : found.flatMap(({ name, because }) => (because ? `${name}: ${because}` : [])),
  };
}

const changeOf = (part: Addition, environment: string) =>
  part.change(verify(part.gap, [part], environment));

/** What was added, what has shown it, and what is left to ask: the gap stays. */
function narrow(document: OpenApiDocument, gap: Gap, parts: Addition[], environment: string) {
  const what = namesOf(parts);
  const changes = parts.map((part) => changeOf(part, environment));
  const verified = verify(gap, parts, environment);
  return toActions(document, gap, `Adds what exists: ${what}.`, changes, verified, {
    update: {
      question: narrowed(
        gap.question,
        parts.map((part) => part.what),
      ),
    },
  });
}

const showed = /^Beyond what recordings showed \((.*?)\): /s;

/** The question, without what is known by now. */
function narrowed(question: string, names: string[]): string {
  const [head = "", before] = showed.exec(question) ?? [];
  const all = new Set([...(before?.split(", ") ?? []), ...names]);
  return `Beyond what recordings showed (${[...all].join(", ")}): ${question.slice(head.length)}`;
}

const namesOf = (parts: Addition[]): string =>
  [...new Set(parts.map(({ what }) => what))].join(", ");

function verify(gap: Gap, parts: Addition[], environment: string): Verification {
  const days = parts
    .flatMap(({ tallies }) => tallies.flatMap(({ first, last }) => [first, last]))
    .flatMap((time) => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : []))
    .sort();
  const [first, last] = [days[0], days.at(-1)];
  const when = first === last ? ` on ${first}` : ` from ${first} to ${last}`;
  const named = [...Map.groupBy(parts, ({ what }) => what)].map(([what, all]) => {
    const calls = new Map<string, number>();
    for (const { operations } of all.flatMap(({ tallies }) => tallies))
      for (const [operation, count] of operations)
        calls.set(operation, (calls.get(operation) ?? 0) + count);
    const responses = [...calls].map(([operation, count]) => `${operation} (${count})`).join(", ");
    return {
      what,
      responses,
      exchanges: [...calls.values()].reduce((sum, count) => sum + count, 0),
    };
  });
  const evidence = [...Map.groupBy(named, ({ responses }) => responses)].map(
    ([responses, all]) => `${all.map(({ what }) => what).join(", ")} in responses of ${responses}`,
  );
  return {
    gap: gap.id,
    question: gap.question.replace(showed, ""),
    date: last ?? new Date().toISOString().slice(0, 10),
    environment,
    evidence: `Recorded${first === undefined ? "" : when}: ${evidence.join("; ")}.`,
    exchanges: Math.min(...named.map(({ exchanges }) => exchanges)),
  };
}

/** For a terminal: what would be written, what would not and why, and what remains for the owner. */
export function describeProposals({ proposals, propositions, observer }: Proposed): string {
  const { length: gaps } = observer.checker.gaps;
  const narrowing = proposals.filter(({ actions }) => actions.length > 0).length;
  return [
    ...proposals.flatMap(({ gap, exists, because }) => [
      ...(exists ? [`✓ ${gap}: adds ${exists}`] : []),
      ...because.map((reason) => `· ${gap}: ${reason}`),
    ]),
    "",
    ...section("Not looked at", describeUnseen(observer)),
    `${narrowing} of ${several(gaps, "gap")} would be narrowed; each stays open. For the owner: ${several(propositions.length, "proposition")}, which openapi-gaps letter prints with the recordings.`,
  ].join("\n");
}
