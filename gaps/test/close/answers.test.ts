import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { loadSpectral } from "../../../scripts/lint/spectral.ts";
import { frozenContract as contract, frozenContractFile } from "../../../test/support/frozen.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { answersToOverlay } from "../../src/close/answers.ts";
import { closingOverlay, type Overlay } from "../../src/close/overlay.ts";
import { asObject, type OpenApiDocument, resolvePointer } from "../../src/document/document.ts";
import { withActions } from "../../src/document/overlay.ts";
import { collectGaps } from "../../src/notes/gaps.ts";
import { UserError } from "../../src/problem.ts";
import { renderAnswerForm } from "../../src/register/letter.ts";
import { runCommand } from "../support/command.ts";
import { type AnswerKind, answerKinds, head, otherAnswers } from "./owner-answers.ts";

const signed = "by: Product owner\ndate: 2026-11-20\nanswers:\n";

const answersOf = (chosen: AnswerKind[]) => ({
  ...head,
  answers: Object.fromEntries(chosen.map(({ gap, answer }) => [gap, answer])),
});

/** The overlay that the command writes for a text. */
async function overlayOf(text: string): Promise<Overlay> {
  await using folder = await temporaryFolder();
  const file = await folder.write("answers.yaml", text);
  const { overlay } = answersToOverlay(contract, file);
  // As it is read again.
  return JSON.parse(JSON.stringify(overlay)) as Overlay;
}

function expectAnswered(document: OpenApiDocument, { gap, at, is, what }: AnswerKind): void {
  expect(resolvePointer(document, at), what).toMatchObject(is);
  const open = collectGaps(document).map(({ id }) => id);
  expect(open.includes(gap), what).toBe(what.includes("no promise"));
}

describe("an answer changes the contract, which keeps every rule:", async () => {
  const lint = await loadSpectral();

  it.each([...answerKinds, ...otherAnswers])("$gap: $what", async (kind) => {
    const { actions } = await overlayOf(stringify(answersOf([kind])));
    const changed = withActions(contract, actions, closingOverlay);
    expectAnswered(changed, kind);
    const problems = await lint(JSON.stringify(changed));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

it("the form of the letter is a file of answers, with nothing in it yet", async () => {
  await using folder = await temporaryFolder();
  const form = renderAnswerForm(contract);
  const ids = Object.keys(asObject(parse(form).answers));
  expect(new Set(ids)).toEqual(new Set(collectGaps(contract).map(({ id }) => id)));
  const signed = form
    .replace(/^by: .*/m, "by: Product owner")
    .replace(/^date: .*/m, "date: 2026-11-20");
  await folder.write("answers.yaml", signed);
  const command = ["answers", "answers.yaml", "--contract", frozenContractFile];
  const empty = await runCommand(folder.path, ...command);
  expect(empty.exitCode).toBe(2);
  expect(empty.output).toContain("answers.yaml answers nothing yet");
  const filled = signed.replace(/(create-idempotency:\n +answer:).*/, "$1 yes");
  await folder.write("answers.yaml", filled);
  const { exitCode, output } = await runCommand(folder.path, ...command);
  expect(exitCode, output).toBe(0);
  expect(output).toContain("✓ create-idempotency: closes it in words");
});

it("the file that is written passes a check of its format, and keeps the questions", async () => {
  await using folder = await temporaryFolder();
  await folder.write("answers.yaml", stringify(answersOf(answerKinds)));
  const command = ["answers", "answers.yaml", "--contract", frozenContractFile];
  expect((await runCommand(folder.path, ...command)).exitCode).toBe(0);
  const text = await readFile(join(folder.path, "answers.overlay.yaml"), "utf8");
  const options = { ...(await prettier.resolveConfig(import.meta.filename)), parser: "yaml" };
  expect(await prettier.check(text, options)).toBe(true);
  expect(text).toContain("question: Does a create request that is sent twice start two jobs?");
});

describe("a bare yes or no answers one proposition, and nothing else:", () => {
  it.each([
    ["list, cancel or delete", "job-list-and-cancel", "yes"],
    ["two things at once", "events-and-webhooks", "no"],
    ["and is it refused", "actor-conditional-fields", "yes"],
    ["method and answer", "custom-voices-endpoint", "yes"],
    ["it depends", "create-idempotency", "depends"],
  ])("not %s", async (_, gap, answer) => {
    await expect(overlayOf(`${signed}  ${gap}: ${answer}`)).rejects.toThrow(
      new RegExp(`answers\\.yaml:4: "${answer}" alone does not answer ${gap}: .*Answer in words`),
    );
    const inWords = await overlayOf(`${signed}  ${gap}: {answer: ${answer}, words: So it is.}`);
    expect(inWords.actions[0]?.["x-verified"]?.evidence).toMatch(/So it is\.$/);
  });
});

interface Refusal {
  what: string;
  text: string;
  says: RegExp;
}

const refusals: Refusal[] = [
  { what: "no YAML", text: "answers: [", says: /answers\.yaml:1:11 is neither YAML nor JSON/ },
  { what: "nothing", text: "", says: /answers\.yaml is neither YAML nor JSON/ },
  {
    what: "no person",
    text: "date: 2026-11-20\nanswers: {music-effect: It plays.}",
    says: /must have required property 'by'/,
  },
  {
    what: "a day that is none",
    text: "by: me\ndate: yesterday\nanswers: {music-effect: It plays.}",
    says: /answers\.yaml:2: date must match format "date"/,
  },
  {
    what: "a gap that is none",
    text: `${signed}  music-effects: It plays.`,
    says: /answers\.yaml:4: there is no open gap music-effects\. openapi-gaps register names them/,
  },
  {
    what: "a key that no answer has",
    text: `${signed}  music-effect:\n    effect: loud`,
    says: /answers\.yaml:5: answers\.music-effect cannot have effect\. It can have answer, words/,
  },
  {
    what: "bounds of a text",
    text: `${signed}  script-text-rules:\n    maximum: 5`,
    says: /answers\.yaml:5: script-text-rules\.maximum does not fit: it concerns no integer or number/,
  },
  {
    what: "a list that leaves out what the specification shows",
    text: `${signed}  job-status-values: {values: [done], complete: true}`,
    says: /the document shows rendering, which the list leaves out/,
  },
  {
    what: "a type that the specification does not name",
    text: `${signed}  segment-time-type: {type: boolean}`,
    says: /the document names string and integer; tell the contradiction in words/,
  },
  {
    what: "a field that is not there",
    text: `${signed}  hp-create-response-fields: {always: [price]}`,
    says: /there is no price among job_id, status, output, data_json, project_name/,
  },
  {
    what: "a name that is not in question",
    text: `${signed}  variables-or-customizations: {name: segments}`,
    says: /it is a question of variables or customizations/,
  },
  {
    what: "a code that is no success",
    text: `${signed}  success-status-codes: {codes: 404}`,
    says: /answers\.success-status-codes\.codes must be/,
  },
  {
    what: "a code for an operation that is none",
    text: `${signed}  success-status-codes: {codes: {createJob: 201}}`,
    says: /there is no operation createJob among createLipsyncVideo/,
  },
  {
    what: "codes where there is one place",
    text: `${signed}  music-effect: {codes: 201}`,
    says: /it concerns one place, and codes concern every operation/,
  },
  {
    what: "a field of a type that is none",
    text: `${signed}  voice-fields:\n    fields:\n      id: {type: text}`,
    says: /answers\.yaml:6: answers\.voice-fields\.fields\.id\.type must be equal to one of the allowed values string, integer/,
  },
  {
    what: "a list without its elements",
    text: `${signed}  voice-fields:\n    fields:\n      languages: array`,
    says: /answers\.yaml:6: answers\.voice-fields\.fields\.languages must have required property 'items'/,
  },
  {
    what: "an object without its fields",
    text: `${signed}  layer-inputs-shape: {items: object}`,
    says: /answers\.layer-inputs-shape\.items must have required property 'fields'/,
  },
  {
    what: "values of a number",
    text: `${signed}  voice-fields: {fields: {rank: {type: integer, values: ["1"]}}}`,
    says: /answers\.voice-fields\.fields\.rank\.type must be equal to constant string/,
  },
  {
    what: "a bomb of aliases",
    text: `${signed}  music-effect: &a [x, x]\n${"bcdefghij".replace(/./g, (name, index: number, all: string) => `  ${name}: &${name} [${`*${all[index - 1] ?? "a"},`.repeat(20)}]\n`)}`,
    says: /cannot be read|must be/,
  },
  {
    what: "a name that objects have",
    text: `${signed}  __proto__: It plays.\n  constructor: It plays.`,
    says: /there is no open gap|answers nothing yet/,
  },
];

describe("answers are refused, with line and remedy:", () => {
  it.each(refusals)("$what", async ({ text, says }) => {
    const refused = overlayOf(text);
    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(says);
  });

  it("a file that is not there", async () => {
    await using folder = await temporaryFolder();
    const command = ["answers", "none.yaml", "--contract", frozenContractFile];
    const { exitCode, output } = await runCommand(folder.path, ...command);
    expect(exitCode).toBe(2);
    expect(output).toContain("There is no file none.yaml. Correct the path.");
  });
});
