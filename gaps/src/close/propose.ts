/** From recordings to an overlay for a person to review, and to propositions for the owner. */
import { type OpenApiDocument, parsePointer } from "../document/document.ts";
import { type ClosingAction, merge, type Overlay } from "../document/overlay.ts";
import { Checker } from "../api/checker.ts";
import type { Exchange } from "../api/exchange.ts";
import type { BaseAddress } from "../api/service-address.ts";
import { several } from "../api/words.ts";
import type { Observer } from "../evidence/observer.ts";
import {
  describeUnseen,
  observeRecordings,
  readExchanges,
  type RecordingOptions,
  section,
} from "../evidence/recordings.ts";
import { firstQuestion, type Gap, shownBefore, type Verification } from "../notes/gaps.ts";
import { printable, UserError } from "../problem.ts";
import type { Proposition } from "../register/letter-file.ts";
import { type Change, toActions, toOverlay } from "./actions.ts";
import { changesOf } from "./changes.ts";
import { evidenceKinds, type Existing } from "./evidence-kinds.ts";
import { brokenExamples } from "./examples.ts";

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

/** Something that exists, the gap that it narrows, and what becomes of the document. */
type Part = Existing & { gap: Gap; made: Change };

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
  const { base, environment, checker } = observer;
  const findings = checker.gaps.map((gap) => ({ gap, ...findAt(gap, observer) }));
  const parts: Part[] = [];
  for (const { gap, existing } of findings)
    for (const part of existing)
      parts.push({ ...part, gap, made: part.change(verify(gap, [part], environment)) });
  const exchanges = () => readExchanges(files, base, options);
  const { kept, dropped } = leaveOutConflicts(document, parts, exchanges, base);
  const proposals = findings.map(({ gap, because }): Proposal => {
    const own = kept.filter((part) => part.gap === gap);
    const lost = dropped.filter((part) => part.gap === gap);
    const isEmpty = own.length + lost.length === 0;
    return {
      gap: gap.id,
      exists: namesOf(own),
      because: isEmpty ? because : lost.map((part) => `${part.what} was left out: ${part.because}`),
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

/** The propositions alone, for a letter. No change is planned, so the recordings need not be read again to try it. */
export function collectPropositions(
  document: OpenApiDocument,
  files: string[],
  options: RecordingOptions = {},
): Proposition[] {
  const observer = observeRecordings(document, files, options);
  return observer.checker.gaps.flatMap((gap) => findAt(gap, observer).propositions);
}

/** What recordings show at a gap, and suggest. */
function findAt(gap: Gap, observer: Observer) {
  const existing: Existing[] = [];
  const because: string[] = [];
  // By their ids: `fields` and `presence` may ask for the same.
  const propositions = new Map<string, Proposition>();
  for (const name of gap.evidence ?? []) {
    const shown = evidenceKinds[name]!(gap, observer);
    existing.push(...(shown.existing ?? []));
    because.push(`${name}: ${shown.because ?? "nothing new was seen"}`);
    for (const each of shown.propositions ?? [])
      if (canBeWritten(each, gap, observer)) propositions.set(each.id, each);
  }
  return { existing, because, propositions: [...propositions.values()] };
}

/** Whether a yes could be put into the document: the letter offers no tick that `answers` would refuse. */
function canBeWritten({ yes, statement }: Proposition, gap: Gap, { checker }: Observer): boolean {
  const refuse = (why: string): never => {
    throw new UserError(why);
  };
  const verified = { date: "", evidence: statement };
  try {
    changesOf(yes, { interface: checker.interface, gap, verified, refuse });
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/**
 * Holds one thing, such as one recorded exchange, against a planned document, and says what is wrong; undefined where nothing is. What
 * is wrong with the whole plan is tried on smaller ones.
 */
type Objection = (planned: OpenApiDocument) => string | undefined;

/**
 * Leaves out each part that makes a recorded exchange contradict the document, or a documented value, before anything is written.
 *
 * Example: an exchange contradicts the plan of the parts A, B and C. It agrees with the plan of A, and not with that of A and B:
 * so B is left out, and the plan of A and C is tried next.
 *
 * @param exchanges reads the recordings once more, at each call
 */
function leaveOutConflicts(
  today: OpenApiDocument,
  parts: Part[],
  exchanges: () => Iterable<Exchange>,
  base: BaseAddress,
) {
  const plan = (some: Part[]): OpenApiDocument => {
    const planned = { ...today };
    for (const { made } of some) merge(planned, parsePointer(made.pointer), made.update);
    return planned;
  };
  const changed = parts.map(({ made }) => made.pointer);
  const ofValues: Objection = (planned) => {
    const [broken] = brokenExamples(today, planned, changed);
    return broken && `the documented value at ${broken} would contradict it`;
  };
  const findObjection = (planned: OpenApiDocument): Objection | undefined => {
    if (ofValues(planned)) return ofValues;
    for (const exchange of exchanges()) {
      const ofExchange: Objection = (other) => contradictionOf(today, other, exchange, base);
      if (ofExchange(planned)) return ofExchange;
    }
    return undefined;
  };
  const dropped: (Part & { because: string })[] = [];
  let kept = parts;
  while (kept.length > 0) {
    const objection = findObjection(plan(kept));
    if (!objection) break;
    // The part with which the conflict begins.
    const first = kept.findIndex((_, index) => objection(plan(kept.slice(0, index + 1))));
    dropped.push({ ...kept[first]!, because: objection(plan(kept))! });
    kept = kept.toSpliced(first, 1);
  }
  return { kept, dropped };
}

/** What an exchange contradicts in the planned document, and not in that of today. */
function contradictionOf(
  today: OpenApiDocument,
  planned: OpenApiDocument,
  exchange: Exchange,
  base: BaseAddress,
): string | undefined {
  const problemsIn = (document: OpenApiDocument) => {
    const checker = Checker.of(document);
    const call = checker.calls.identify(exchange, base);
    return call && "operation" in call ? checker.problems(call, exchange) : [];
  };
  const found = problemsIn(planned);
  const known = found.length > 0 ? problemsIn(today) : [];
  // The problem of a Content-Type lists all media types, so that its words change where the plan adds one: the place is enough.
  const added = found.find(
    ({ place, problem }) =>
      !known.some(
        (each) => each.place === place && (place === "Content-Type" || each.problem === problem),
      ),
  );
  return added && `a recorded exchange would contradict it: ${added.place} ${added.problem}`;
}

/** The actions at one gap: what is added, what has shown it, and a question about the rest, for the gap stays open. */
function narrow(document: OpenApiDocument, gap: Gap, parts: Part[], environment: string) {
  const shown = new Set([...shownBefore(gap), ...parts.map(({ what }) => what)]);
  const question = `Beyond what recordings showed (${[...shown].join(", ")}): ${firstQuestion(gap)}`;
  const changes = parts.map(({ made }) => made);
  const verified = verify(gap, parts, environment);
  const description = `Adds what exists: ${namesOf(parts)}.`;
  return toActions(document, gap, description, changes, verified, { update: { question } });
}

const namesOf = (parts: Existing[]): string =>
  [...new Set(parts.map(({ what }) => what))].join(", ");

/** The evidence for parts, such as "Recorded: `404`, `429` in responses of getLoan (3)." */
function verify(gap: Gap, parts: Existing[], environment: string): Verification {
  const responsesOf = ({ tallies }: Existing) =>
    tallies
      .flatMap(({ operations }) => [...operations].map(([name, count]) => `${name} (${count})`))
      .join(", ");
  const evidence = [...Map.groupBy(parts, responsesOf)].map(
    ([responses, alike]) => `${namesOf(alike)} in responses of ${responses}`,
  );
  const exchangesOfEach = parts.map(({ tallies }) =>
    tallies.reduce((sum, tally) => sum + tally.exchanges, 0),
  );
  const last = Math.max(...parts.flatMap(({ tallies }) => tallies.map((tally) => tally.last)));
  return {
    gap: gap.id,
    question: firstQuestion(gap),
    // A recording may say no time.
    date: new Date(Number.isFinite(last) ? last : Date.now()).toISOString().slice(0, 10),
    environment,
    evidence: `Recorded: ${evidence.join("; ")}.`,
    exchanges: Math.min(...exchangesOfEach),
  };
}

/** For a terminal: what would be written, what would not and why, and what remains for the owner. */
export function describeProposals({ proposals, propositions, observer }: Proposed): string {
  const { length: gaps } = observer.checker.gaps;
  const narrowing = proposals.filter(({ actions }) => actions.length > 0).length;
  return [
    ...proposals.flatMap(({ gap, exists, because }) => [
      ...(exists ? [printable(`✓ ${gap}: adds ${exists}`)] : []),
      ...because.map((reason) => printable(`· ${gap}: ${reason}`)),
    ]),
    "",
    ...section("Not looked at", describeUnseen(observer)),
    `${narrowing} of ${several(gaps, "gap")} would be narrowed; each stays open. For the owner: ${several(propositions.length, "proposition")}, which openapi-gaps letter prints with the recordings.`,
  ].join("\n");
}
