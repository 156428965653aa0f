/** From an owner's answers to an overlay, which is applied exactly as one that rests on evidence. */
import {
  asObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../document/document.ts";
import { parsePointer, toJsonPath, toPointer } from "../document/pointer.ts";
import { Checker } from "../evidence/checker.ts";
import type { Gap } from "../notes/gaps.ts";
import { UserError } from "../problem.ts";
import { inWords, readAnswers } from "./answer.ts";
import { type Answer, type Change, changesOf } from "./changes.ts";
import { type Action, expectToday, type Overlay, removeGap, type Statement } from "./overlay.ts";
import { repairExamples } from "./repair-examples.ts";

export interface AnsweredGap {
  gap: string;
  /** What the document says from then on. */
  effect: string;
  isOpen: boolean;
}

interface Made extends AnsweredGap {
  actions: Action[];
}

/**
 * The overlay that a file of answers asks for.
 *
 * @throws {UserError} for a file that cannot be read or answers nothing, and an answer that does not
 *   fit its gap
 */
export function answersToOverlay(
  document: OpenApiDocument,
  file: string,
): { overlay: Overlay; answered: AnsweredGap[] } {
  const checker = Checker.of(document);
  const { answers: said, at } = readAnswers(file, checker.gaps);
  const { by, date, answers } = said;
  const refuse = (path: string[], why: string): never => {
    throw new UserError(
      `${at(["answers", ...path])}: ${path.join(".")} does not fit: ${why}. Answer with what fits, or in words.`,
    );
  };
  const made = checker.gaps.flatMap((gap): Made[] => {
    const answer = Object.hasOwn(answers, gap.id) ? answers[gap.id] : undefined;
    if (!answer) return [];
    if (answer.promise === "none") return [keepOpen(gap, answer, by, date)];
    const place = { interface: checker.interface, gap, node: resolvePointer(document, gap.node) };
    const changes = changesOf(answer, place, (key, why) => refuse([gap.id, key], why));
    const statement: Statement = {
      ...{ gap: gap.id, question: gap.question, kind: "stated by the owner", by, date },
      evidence: inWords(answer),
    };
    return [close(document, gap, changes, statement, (why) => refuse([gap.id], why))];
  });
  if (made.length === 0)
    throw new UserError(`${file} answers nothing yet. Write an answer behind the name of a gap.`);
  return {
    overlay: {
      overlay: "1.0.0",
      info: { title: `Answers of the owner, ${date}`, version: String(document.info["version"]) },
      actions: made.flatMap(({ actions }) => actions),
    },
    answered: made,
  };
}

function close(
  document: OpenApiDocument,
  gap: Gap,
  changes: Change[],
  statement: Statement,
  refuse: (why: string) => never,
): Made {
  const own = changes.filter(({ pointer }) => pointer === gap.node);
  const here: Change = {
    pointer: gap.node,
    update: Object.assign({}, ...own.map(({ update }) => update)) as JsonObject,
    remove: own.flatMap(({ remove = [] }) => remove),
  };
  const all = [here, ...changes.filter(({ pointer }) => pointer !== gap.node)];
  const effect = all.map(describeChange).filter(Boolean).join("; ") || "closes it in words";
  const description = `Effect: ${effect}. Answer: ${statement.evidence}`;
  const actions = all.flatMap((change) => toActions(document, change, statement, description, gap));
  const closing = [...actions, removeGap(gap)];
  const repairs = repairExamples(document, closing);
  if ("because" in repairs) refuse(repairs.because);
  return { gap: gap.id, effect, isOpen: false, actions: [...closing, ...repairs.actions] };
}

function toActions(
  document: OpenApiDocument,
  { pointer, update, remove = [] }: Change,
  statement: Statement,
  description: string,
  gap: Gap,
): Action[] {
  const target = toJsonPath(pointer);
  const node = resolvePointer(document, pointer);
  const common = { description, "x-closes": gap.id };
  // A map of responses is no object that evidence could stand on; each of its responses is.
  const isMap = parsePointer(pointer).at(-1) === "responses";
  // What stands inside the gap's own place is covered by it, and an example is data.
  const isOwn = pointer === gap.node;
  const isCovered = pointer.startsWith(`${gap.node}/`) || pointer.includes("/examples/");
  const change: Action = {
    target,
    ...common,
    "x-expects": expectToday(node, ...Object.keys(update), ...remove),
    ...(isOwn || !(isCovered || isMap) ? { "x-verified": statement } : {}),
    update: isMap ? verifyEach(update, statement) : update,
  };
  const isEmpty = Object.keys(update).length === 0 && !isOwn;
  return [
    ...(isEmpty ? [] : [change]),
    ...remove.map((key) => ({
      target: toJsonPath(toPointer([...parsePointer(pointer), key])),
      ...common,
      remove: true as const,
    })),
  ];
}

const verifyEach = (update: JsonObject, statement: Statement): JsonObject =>
  Object.fromEntries(
    Object.entries(update).map(([key, response]): [string, Json] => [
      key,
      { ...asObject(response), "x-verified": [{ ...statement }] },
    ]),
  );

/** The gap stays, and its reading says that the owner was asked. */
function keepOpen(gap: Gap, { words }: Answer, by: string, date: string): Made {
  const said = typeof words === "string" ? ` ${words}` : "";
  const reading = `${gap.reading} The owner of the service was asked (${by}, ${date}) and promises nothing.${said}`;
  return {
    gap: gap.id,
    effect: "stays open: the owner promises nothing",
    isOpen: true,
    actions: [
      {
        target: removeGap(gap).target,
        description: "The owner promises nothing, so the gap stays.",
        "x-closes": gap.id,
        "x-expects": { reading: gap.reading },
        update: { reading },
      },
    ],
  };
}

function describeChange({ pointer, update, remove = [] }: Change): string {
  const place = parsePointer(pointer).slice(-2).join("/");
  const added = Object.keys(update);
  return [
    ...(added.length > 0 ? [`gives ${place} ${added.join(", ")}`] : []),
    ...(remove.length > 0 ? [`takes ${remove.join(", ")} from ${place}`] : []),
  ].join(" and ");
}
