/** From recordings to an overlay for a person to review, and to propositions for the owner. */
import { type OpenApiDocument, parsePointer } from "../document/document.ts";
import { type ClosingAction, merge, type Overlay } from "../document/overlay.ts";
import { Checker } from "../api/checker.ts";
import type { Exchange } from "../api/exchange.ts";
import type { BaseAddress } from "../api/interface.ts";
import { several } from "../api/words.ts";
import type { Observer } from "../evidence/observer.ts";
import {
  describeUnseen,
  observeRecordings,
  readExchanges,
  type RecordingOptions,
  section,
} from "../evidence/recordings.ts";
import type { Gap, Verification } from "../notes/gaps.ts";
import type { Proposition } from "../register/letter.ts";
import { brokenExamples, type Change, toActions, toOverlay } from "./actions.ts";
import { evidenceKinds, type Existing } from "./evidence-kinds.ts";

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

/** What recordings say at a gap. */
interface Finding {
  gap: Gap;
  existing: Existing[];
  propositions: Proposition[];
  because: string[];
}

/** Something that exists, and the gap that it narrows. */
interface Part {
  gap: Gap;
  seen: Existing;
  /** The first is made. */
  changes: Change[];
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
  const { base, environment } = observer;
  const findings = findAll(observer);
  const parts = findings.flatMap(({ gap, existing }) =>
    existing.map((seen): Part => {
      const changes = seen.changes(verify(gap, [seen], environment));
      return { gap, seen, changes };
    }),
  );
  const exchanges = () => readExchanges(files, base, options);
  const { kept, dropped } = hold(document, parts, exchanges, base);
  const proposals = findings.map(({ gap, because }): Proposal => {
    const own = kept.filter((part) => part.gap === gap);
    const lost = dropped.filter((part) => part.gap === gap);
    return {
      gap: gap.id,
      exists: namesOf(own.map(({ seen }) => seen)),
      because: [
        ...lost.map(({ seen, because }) => `${seen.what} was left out: ${because}`),
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

/** What recordings suggest, and only the owner can state. Nothing is written, so that nothing has to be held against them again. */
export const collectPropositions = (
  ...recorded: Parameters<typeof observeRecordings>
): Proposition[] =>
  findAll(observeRecordings(...recorded)).flatMap(({ propositions }) => propositions);

/** What recordings show at each gap, and suggest; kinds of evidence that there are not are left to the rules. */
const findAll = (observer: Observer): Finding[] =>
  observer.checker.gaps.map((gap) => {
    const found = (gap.evidence ?? [])
      .filter((name) => Object.hasOwn(evidenceKinds, name))
      .map((name) => ({ name, ...evidenceKinds[name]!(gap, observer) }));
    const propositions = found.flatMap((each) => each.propositions ?? []);
    return {
      gap,
      existing: found.flatMap((each) => each.existing ?? []),
      // Two kinds may ask for the same.
      propositions: [...new Map(propositions.map((each) => [each.id, each])).values()],
      because: found.map(({ name, because = "nothing new was seen" }) => `${name}: ${because}`),
    };
  });

/**
 * Leaves out each part that makes a recorded exchange contradict the document, or a documented value, before anything is written,
 * or makes the change that says less.
 *
 * @param exchanges called for each reading of the recordings
 */
function hold(
  today: OpenApiDocument,
  parts: Part[],
  exchanges: () => Iterable<Exchange>,
  base: BaseAddress,
) {
  const dropped: (Part & { because: string })[] = [];
  const plan = (some: Part[]): OpenApiDocument => {
    const planned = structuredClone(today);
    for (const { changes } of some)
      merge(planned, parsePointer(changes[0]!.pointer), changes[0]!.update);
    return planned;
  };
  const changed = parts.flatMap(({ changes }) => changes.map(({ pointer }) => pointer));
  /** Each says what is wrong with a plan. */
  function* objections() {
    yield (planned: OpenApiDocument) => {
      const [broken] = brokenExamples(today, planned, changed);
      return broken && `the documented value at ${broken} would contradict it`;
    };
    for (const exchange of exchanges())
      yield (planned: OpenApiDocument) => contradictionOf(today, planned, exchange, base);
  }
  let kept = parts;
  // What is left is held against all of it again.
  for (let held: Part[] = []; held !== kept;) {
    held = kept;
    let planned = plan(kept);
    for (const objection of kept.length > 0 ? objections() : [])
      for (let because = objection(planned); because !== undefined; because = objection(planned)) {
        // It is right with those before.
        const first = kept.findIndex((_, index) => objection(plan(kept.slice(0, index + 1))));
        const part = kept[first]!;
        const changes = part.changes.slice(1);
        if (changes.length === 0) dropped.push({ ...part, because });
        kept = kept.toSpliced(first, 1, ...(changes.length > 0 ? [{ ...part, changes }] : []));
        planned = plan(kept);
      }
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
  const hold = (document: OpenApiDocument) => {
    const checker = Checker.of(document);
    const match = checker.interface.match(exchange.method, base.pathBelow(exchange) ?? "");
    const problems = match ? checker.problems(match, exchange) : [];
    // What has contradicted a range, or the default, is no reason to say the same of the code.
    const ofCode = match && checker.interface.responseTo(match.operation, exchange.status)?.code;
    return problems.map(({ place, problem }) => {
      // Which media types it must be is said otherwise where one is added.
      const what = place === "Content-Type" || problem;
      const isOfRequest = /^(request|query) /.test(place);
      return { told: `${place} ${problem}`, key: [place, what, isOfRequest || ofCode].join(" ") };
    });
  };
  const found = hold(planned);
  const known = found.length > 0 ? hold(today).map(({ key }) => key) : [];
  const added = found.find(({ key }) => !known.includes(key));
  return added && `a recorded exchange would contradict it: ${added.told}`;
}

/** What was added, what has shown it, and what is left to ask: the gap stays. */
function narrow(document: OpenApiDocument, gap: Gap, parts: Part[], environment: string) {
  const seen = parts.map((part) => part.seen);
  const [head = "", before] = showed.exec(gap.question) ?? [];
  const all = new Set([...(before?.split(", ") ?? []), ...seen.map(({ what }) => what)]);
  const question = `Beyond what recordings showed (${[...all].join(", ")}): ${gap.question.slice(head.length)}`;
  const made = parts.flatMap(({ changes }) => changes.slice(0, 1));
  const verified = verify(gap, seen, environment);
  const description = `Adds what exists: ${namesOf(seen)}.`;
  return toActions(document, gap, description, made, verified, { update: { question } });
}

const showed = /^Beyond what recordings showed \((.*?)\): /s;

const namesOf = (parts: Existing[]): string =>
  [...new Set(parts.map(({ what }) => what))].join(", ");

function verify(gap: Gap, parts: Existing[], environment: string): Verification {
  const responsesOf = ({ tallies }: Existing) =>
    tallies
      .flatMap(({ operations }) => [...operations].map(([name, count]) => `${name} (${count})`))
      .join(", ");
  const evidence = [...Map.groupBy(parts, responsesOf)].map(
    ([responses, all]) => `${namesOf(all)} in responses of ${responses}`,
  );
  const exchanges = parts.map(({ tallies }) =>
    tallies.reduce((sum, tally) => sum + tally.exchanges, 0),
  );
  const last = Math.max(...parts.flatMap(({ tallies }) => tallies.map((tally) => tally.last)));
  return {
    gap: gap.id,
    question: gap.question.replace(showed, ""),
    date: new Date(Number.isFinite(last) ? last : Date.now()).toISOString().slice(0, 10),
    environment,
    evidence: `Recorded: ${evidence.join("; ")}.`,
    exchanges: Math.min(...exchanges),
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
