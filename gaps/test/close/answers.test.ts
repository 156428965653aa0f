import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { asObject, type OpenApiDocument, resolvePointer } from "../../src/document/document.ts";
import { collectGaps } from "../../src/notes/gaps.ts";
import { withActions } from "../../src/document/overlay.ts";
import { disagreements } from "../../../scripts/lint/facts/check.ts";
import { loadSpectral } from "../../../scripts/lint/spectral.ts";
import { RepositoryCopy } from "../../../scripts/support/repository-copy.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { planChanges } from "../src/apply/plan.ts";
import { closingOverlay } from "../../src/close/overlay.ts";
import { overlayFrom } from "../src/answers/command.ts";
import { InputError } from "../src/input-error.ts";
import type { Overlay } from "../src/overlay/overlay.ts";
import { commandFile, runCommand } from "./support/command.ts";
import { contract, isOpen } from "./support/contract.ts";
import { type AnswerKind, answerKinds, head, otherAnswers } from "./support/owner-answers.ts";

const answersOf = (chosen: AnswerKind[]) => ({
  ...head,
  answers: Object.fromEntries(chosen.map(({ gap, answer }) => [gap, answer])),
});

/** The overlay that the command writes for a text. */
async function overlayOf(text: string): Promise<Overlay> {
  await using folder = await temporaryFolder();
  const file = await folder.write("answers.yaml", text);
  const { overlay } = await overlayFrom(contract, file);
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

it.runIf(isOpen)(
  "answers of every kind become part of the sources of the contract, all at once",
  { timeout: 300_000 },
  async () => {
    const text = stringify(answersOf(answerKinds));
    const { changes, closed } = await planChanges(contract, await overlayOf(text));
    await using copy = await RepositoryCopy.create();
    for (const [file, text] of changes) await copy.write(file, text);

    const { exitCode, output } = await copy.run("scripts/cli.ts", "generate");

    expect(exitCode, output).toBe(0);
    const changed = JSON.parse(await copy.read("generated/openapi.json")) as OpenApiDocument;
    for (const kind of answerKinds) expectAnswered(changed, kind);
    expect(disagreements(changed)).toEqual([]);
    const register = await copy.read("generated/gaps.md");
    for (const gap of closed) expect(register).toContain(`\n### ${gap}\n\nStated by the owner`);
    await copy.write("answers.yaml", text);
    const again = await copy.run(commandFile, "answers", join(copy.folder, "answers.yaml"));
    expect(again.exitCode).toBe(2);
    expect(again.output).toMatch(/answers\.yaml:\d+: there is no open gap create-idempotency/);
  },
);

it.runIf(isOpen)(
  "the form that is generated is a file of answers, with nothing in it yet",
  async () => {
    await using folder = await temporaryFolder();
    const form = await readFile(join(import.meta.dirname, "../../generated/answers.yaml"), "utf8");
    const ids = Object.keys(asObject(parse(form).answers));
    expect(new Set(ids)).toEqual(new Set(collectGaps(contract).map(({ id }) => id)));
    const signed = form
      .replace(/^by: .*/m, "by: Product owner")
      .replace(/^date: .*/m, "date: 2026-11-20");
    await folder.write("answers.yaml", signed);
    const empty = await runCommand(folder.path, "answers", "answers.yaml");
    expect(empty.exitCode).toBe(2);
    expect(empty.output).toContain("answers.yaml answers nothing yet");
    await folder.write(
      "answers.yaml",
      signed.replace(/(?<=^  create-idempotency:\n    )answer:.*/m, "answer: yes"),
    );
    const filled = await runCommand(folder.path, "answers", "answers.yaml");
    expect(filled.exitCode, filled.output).toBe(0);
    expect(filled.output).toContain("✓ create-idempotency: closes it in words");
  },
);

interface Refusal {
  what: string;
  text: string;
  says: RegExp;
}

const signed = "by: Product owner\ndate: 2026-11-20\nanswers:\n";

const refusals: Refusal[] = [
  { what: "no YAML", text: "answers: [", says: /answers\.yaml is not YAML/ },
  { what: "nothing", text: "", says: /answers\.yaml:1: the file must have required property 'by'/ },
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
    what: "a gap that is none, with the nearest",
    text: `${signed}  music-effects: It plays.`,
    says: /answers\.yaml:4: there is no open gap music-effects\. Did you mean music-effect\?/,
  },
  {
    what: "a retired gap",
    text: `${signed}  token-issue: By mail.`,
    says: /there is no open gap token-issue/,
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
    says: /the specification shows rendering, which the list leaves out/,
  },
  {
    what: "a type that the specification does not name",
    text: `${signed}  segment-time-type: {type: boolean}`,
    says: /the specification names string and integer; tell the contradiction in words/,
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
    says: /it concerns one place, and codes and headers concern every operation/,
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
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(says);
  });

  it("a file that is not there", async () => {
    await using folder = await temporaryFolder();
    const { exitCode, output } = await runCommand(folder.path, "answers", "none.yaml");
    expect(exitCode).toBe(2);
    expect(output).toContain("There is no file none.yaml. Start from generated/answers.yaml.");
  });
});
