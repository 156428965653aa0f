/** From recordings to an overlay for a person to review, and to propositions for the owner. */
import { isObject, type JsonObject, type OpenApiDocument } from "../document/document.ts";
import { type ClosingAction, type Overlay, withActions } from "../document/overlay.ts";
import { parsePointer, toJsonPath, valueAt } from "../document/json.ts";
import type { Observer } from "../evidence/observer.ts";
import {
  describeUnseen,
  observeRecordings,
  readExchanges,
  type RecordingOptions,
} from "../evidence/recordings.ts";
import type { Tally } from "../evidence/seen.ts";
import { collectGaps, type Gap, type Verification } from "../notes/gaps.ts";
import type { Proposition } from "../register/letter.ts";
import { type Change, targetOf } from "./close-gap.ts";
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
interface Part extends Existing {
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
  const findings = observer.checker.gaps
    .filter(({ evidence }) => evidence !== undefined)
    .map((gap) => ({ gap, ...find(gap, observer) }));
  const parts: Part[] = [];
  for (const { gap, existing } of findings) {
    // Two gaps of one place ask for the same.
    const isNew = ({ what }: Existing) =>
      !parts.some(
        (other) => other.gap !== gap && other.gap.node === gap.node && other.what === what,
      );
    parts.push(...existing.filter(isNew).map((each) => ({ ...each, gap })));
  }
  const build = (some: Part[]) =>
    withActions(
      document,
      changesOf(some, observer).map((change) => toAction(change, "", "")),
    );
  const { base } = observer;
  const { kept, dropped } = replay(parts, build, () => readExchanges(files, base, options), base);
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
      actions: own.length === 0 ? [] : narrow(gap, own, observer),
    };
  });
  return {
    proposals,
    observer,
    propositions: findings.flatMap(({ propositions }) => propositions),
    overlay: {
      overlay: "1.0.0",
      info: {
        title: `What recordings of ${observer.environment} show`,
        version: String(document.info["version"]),
      },
      actions: proposals.flatMap(({ actions }) => actions),
    },
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

function find(gap: Gap, observer: Observer) {
  const found: { existing: Existing[]; propositions: Proposition[]; because: string[] } = {
    ...{ existing: [], propositions: [], because: [] },
  };
  const target = observer.checker.interface.locateAt(gap.node)?.pointer;
  if (target !== undefined && target !== gap.node && gap.evidence) {
    found.because.push(
      `its note stands beside a reference, and what is seen there is seen at all that refer to it. Move it to ${target}`,
    );
    return found;
  }
  for (const name of gap.evidence ?? []) {
    const kind = Object.hasOwn(evidenceKinds, name) ? evidenceKinds[name]! : undefined;
    if (!kind) {
      const all = Object.keys(evidenceKinds).join(", ");
      found.because.push(`${name} is no kind of evidence; there are ${all}`);
      continue;
    }
    const { existing = [], propositions = [], because } = kind(gap, observer);
    found.existing.push(...existing);
    found.propositions.push(...propositions);
    if (because) found.because.push(`${name}: ${because}`);
  }
  return found;
}

/** The changes of some parts, one for each place. */
function changesOf(parts: Part[], observer: Observer): Change[] {
  const { document } = observer.checker.interface;
  const changes = new Map<string, JsonObject>();
  for (const part of parts) {
    const change = part.change(verify(part.gap, [part], observer));
    const { pointer, update } = atObject(document, change);
    changes.set(pointer, merged(changes.get(pointer) ?? {}, update));
  }
  return [...changes].map(([pointer, update]) => ({ pointer, update }));
}

/** The same change on the nearest object that the document has. */
function atObject(document: OpenApiDocument, { pointer, update }: Change): Change {
  if (isObject(valueAt(document, pointer))) return { pointer, update };
  const key = parsePointer(pointer).at(-1)!;
  const above = pointer.slice(0, pointer.lastIndexOf("/"));
  return atObject(document, { pointer: above, update: { [key]: update } });
}

function merged(target: JsonObject, update: JsonObject): JsonObject {
  const result = { ...target };
  for (const [key, value] of Object.entries(update)) {
    const present = result[key];
    if (isObject(present) && isObject(value)) result[key] = merged(present, value);
    else if (Array.isArray(present) && Array.isArray(value)) result[key] = [...present, ...value];
    else result[key] = value;
  }
  return result;
}

/** What was added, what has shown it, and what is left to ask: the gap stays. */
function narrow(gap: Gap, parts: Part[], observer: Observer): ClosingAction[] {
  const verified = verify(gap, parts, observer);
  const what = namesOf(parts);
  const description = `Adds what exists: ${what}.`;
  const changes = changesOf(parts, observer);
  const own = changes.find(({ pointer }) => pointer === gap.node);
  const question = { question: narrowed(gap.question, what) };
  return [
    ...changes
      .filter((change) => change !== own)
      .map((change) => toAction(change, gap.id, description)),
    toAction(
      { pointer: gap.node, update: { ...own?.update, "x-verified": [{ ...verified }] } },
      ...([gap.id, description] as const),
    ),
    {
      target: targetOf(gap),
      description: "The gap stays, and asks for the rest.",
      "x-closes": gap.id,
      update: question,
    },
  ];
}

const toAction = (
  { pointer, update }: Change,
  gap: string,
  description: string,
): ClosingAction => ({
  target: toJsonPath(pointer),
  description,
  "x-closes": gap,
  update,
});

const showed = /^Beyond what recordings showed \((.*?)\): /s;

/** The question, without what is known by now. */
function narrowed(question: string, what: string): string {
  const [head = "", before] = showed.exec(question) ?? [];
  const all = before === undefined ? what : `${before}, ${what}`;
  return `Beyond what recordings showed (${all}): ${question.slice(head.length)}`;
}

const namesOf = (parts: Part[]): string => [...new Set(parts.map(({ what }) => what))].join(", ");

function verify(gap: Gap, parts: Part[], { environment }: Observer): Verification {
  const days = parts.flatMap(({ tallies }) => tallies.flatMap((tally) => tally.days ?? []));
  const first = days.map((each) => each.first).sort()[0];
  const last = days
    .map((each) => each.last)
    .sort()
    .at(-1);
  const when = first === last ? ` on ${first}` : ` from ${first} to ${last}`;
  const named = [...Map.groupBy(parts, ({ what }) => what)].map(([what, all]) => {
    const tallies = all.flatMap((part) => part.tallies);
    const exchanges = tallies.reduce((sum, each) => sum + each.exchanges, 0);
    return { what, answers: describeAnswers(tallies), exchanges };
  });
  const shown = [...Map.groupBy(named, ({ answers }) => answers)].map(
    ([answers, all]) => `${all.map(({ what }) => what).join(", ")} in ${answers}`,
  );
  return {
    gap: gap.id,
    question: gap.question.replace(showed, ""),
    date: last ?? new Date().toISOString().slice(0, 10),
    environment,
    evidence: `Recorded${first === undefined ? "" : when}: ${shown.join("; ")}.`,
    exchanges: Math.min(...named.map(({ exchanges }) => exchanges)),
  };
}

/** `20 answers of getLoan, 3 of listLoans` */
function describeAnswers(tallies: Tally[]): string {
  const byOperation = new Map<string, number>();
  for (const [operation, calls] of tallies.flatMap(({ operations }) => [...operations]))
    byOperation.set(operation, (byOperation.get(operation) ?? 0) + calls);
  return [...byOperation]
    .map(([operation, calls], index) => {
      const unit = index > 0 ? "" : calls === 1 ? " answer" : " answers";
      return `${calls}${unit} of ${operation}`;
    })
    .join(", ");
}

/** For a terminal: what would be written, what would not and why, and what remains for the owner. */
export function describeProposals({ proposals, propositions, observer }: Proposed): string {
  const { length: gaps } = collectGaps(observer.checker.interface.document);
  const narrowing = proposals.filter(({ actions }) => actions.length > 0).length;
  return [
    ...proposals.flatMap(({ gap, exists, because }) => [
      ...(exists ? [`✓ ${gap}: adds ${exists}`] : []),
      ...because.map((reason) => `· ${gap}: ${reason}`),
    ]),
    "",
    ...describeUnseen(observer),
    `${narrowing} of ${gaps} gaps would be narrowed; each stays open. ${propositions.length} propositions wait for the owner: openapi-gaps letter with the recordings prints them.`,
  ].join("\n");
}
