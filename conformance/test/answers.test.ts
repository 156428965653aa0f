import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import {
  asObject,
  type JsonObject,
  type OpenApiDocument,
  resolvePointer,
} from "../../scripts/contract/document.ts";
import { collectGaps } from "../../scripts/contract/gaps.ts";
import { withActions } from "../../scripts/contract/overlay.ts";
import { readBundle } from "../../scripts/contract/read-bundle.ts";
import { disagreements } from "../../scripts/lint/facts/check.ts";
import { loadSpectral } from "../../scripts/lint/spectral.ts";
import { RepositoryCopy } from "../../scripts/support/repository-copy.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { planChanges } from "../src/apply/plan.ts";
import { evidenceOverlay } from "../src/overlay/evidence-overlay.ts";
import type { Overlay } from "../src/overlay/overlay.ts";
import { commandFile, runCommand } from "./support/command.ts";

const contract = await readBundle();
const head = { by: "Product owner", date: "2026-11-20" };
const schemas = "#/components/schemas";
const responses = "#/paths/~1api~1hp_job/post/responses";

interface Kind {
  what: string;
  gap: string;
  answer: unknown;
  /** What stands in the contract afterwards, and where. */
  at: string;
  is: JsonObject;
  /** Why the answer waits: the emulator, or code of this repository, still relies on the contrary. */
  contradicts?: string;
}

const kinds: Kind[] = [
  {
    what: "yes, with words",
    gap: "create-idempotency",
    answer: { answer: "yes", words: "Each costs." },
    at: "#/info",
    is: { "x-verified": expect.arrayContaining([told("Yes. Each costs.")]) },
  },
  {
    what: "no, and nothing else",
    gap: "events-and-webhooks",
    answer: "no",
    at: "#/info",
    is: { "x-verified": expect.arrayContaining([told("No.")]) },
  },
  {
    what: "words",
    gap: "token-lifecycle",
    answer: "A token lives for 90 days.",
    at: "#/components/securitySchemes/bearerToken",
    is: { "x-verified": [told("A token lives for 90 days.")] },
  },
  {
    what: "no promise: the gap stays",
    gap: "job-retention",
    answer: { promise: "none", words: "A day, today." },
    at: `${schemas}/JobId/x-gap/0`,
    is: {
      reading: expect.stringMatching(
        /asked \(Product owner, 2026-11-20\) and promises nothing\. A day, today\.$/,
      ),
    },
  },
  {
    what: "all values",
    gap: "job-type-values",
    answer: { values: { hp_job: "an HP job" }, complete: true },
    at: `${schemas}/HpJob/properties/job_type`,
    is: { enum: ["hp_job"], examples: ["hp_job"] },
  },
  {
    what: "some values",
    gap: "layer-types",
    answer: { values: ["audio", "image"] },
    at: `${schemas}/SlideCustomization/properties/layer_type`,
    is: { "x-extensible-enum": ["audio", "image"] },
  },
  {
    what: "the fields of an object",
    gap: "voice-fields",
    answer: {
      fields: {
        voice_id: { type: "string", meaning: "The identifier to send.", always: true },
        name: { type: "string", always: true },
        language: { type: "string", always: true },
        sample_url: { type: "string", format: "uri", nullable: true },
        mood: "string",
      },
    },
    at: `${schemas}/Voice`,
    is: {
      required: ["voice_id", "name", "language"],
      properties: {
        voice_id: { type: "string", description: "The identifier to send." },
        sample_url: { type: ["string", "null"], format: "uri" },
        mood: { type: "string" },
      },
    },
  },
  {
    what: "the elements of a list",
    gap: "layer-inputs-shape",
    answer: { items: { type: "object", fields: { name: { type: "string", always: true } } } },
    at: `${schemas}/SlideCustomization/properties/inputs/items`,
    is: { type: "object", required: ["name"] },
    contradicts: "type tests send elements of any type",
  },
  {
    what: "bounds",
    gap: "slides-count-bounds",
    answer: { minimum: 1, maximum: 100 },
    at: `${schemas}/DynamicSlideVideoInput/properties/slides_count`,
    is: { minimum: 1, maximum: 100 },
  },
  {
    what: "a length",
    gap: "script-text-rules",
    answer: { "max-length": 5000, words: "Markup is spoken as it is." },
    at: `${schemas}/TextScript/properties/text`,
    is: {
      maxLength: 5000,
      "x-verified": [told("Markup is spoken as it is. It has at most 5000 characters.")],
    },
  },
  {
    what: "a format",
    gap: "actor-video-format",
    answer: { format: "uri", words: "MP4 of at most ten minutes." },
    at: `${schemas}/VideoActor/properties/video_url`,
    is: { format: "uri" },
  },
  {
    what: "what holds where a field is left out",
    gap: "layer-identifiers",
    answer: { default: "audio" },
    at: `${schemas}/SlideCustomization/properties/layer_id`,
    is: { default: "audio" },
  },
  {
    what: "fields that are always in an answer",
    gap: "hp-create-response-fields",
    answer: { always: ["output"] },
    at: `${schemas}/HpJobReceipt`,
    is: { required: ["job_id", "status", "output"] },
  },
  {
    what: "fields that a request needs",
    gap: "actor-and-script-presence",
    answer: { always: ["actor", "script"] },
    at: `${schemas}/LipsyncVideoInput`,
    is: { required: ["model", "actor", "script"] },
    contradicts: "type tests leave them out",
  },
  {
    what: "the code of each success",
    gap: "success-status-codes",
    answer: { codes: { createHpJob: 201, getHpJob: 200 } },
    at: `${responses}/201`,
    is: { "x-verified": [told("A success is answered with createHpJob (201), getHpJob (200).")] },
  },
  {
    what: "the codes of failures",
    gap: "failure-status-codes",
    answer: { failures: { 429: "Too many requests." } },
    at: `${responses}/429`,
    is: { description: "Too many requests.", content: { "*/*": {} } },
  },
  {
    what: "an address",
    gap: "base-address",
    answer: { address: "https://api.video.example" },
    at: "#/servers/0/variables/base_url",
    is: { default: "https://api.video.example" },
  },
  {
    what: "the type that holds",
    gap: "segment-time-type",
    answer: { type: "integer" },
    at: `${schemas}/SegmentTime`,
    is: { type: "integer", examples: [1] },
    contradicts: "code and examples show both",
  },
  {
    what: "the name that holds",
    gap: "variables-or-customizations",
    answer: { name: "variables" },
    at: "#/components/examples/segments_as_customizations.request/value",
    is: { variables: expect.any(Array) },
    contradicts: "code and examples show both",
  },
];

function told(evidence: string): JsonObject {
  return expect.objectContaining({ kind: "stated by the owner", ...head, evidence });
}

const answersOf = (chosen: Kind[]) => ({
  ...head,
  answers: Object.fromEntries(chosen.map(({ gap, answer }) => [gap, answer])),
});

/** The overlay that the command writes. */
async function overlayOf(answers: unknown): Promise<Overlay> {
  await using folder = await temporaryFolder();
  await folder.write("answers.yaml", stringify(answers));
  const { exitCode, output } = await runCommand(folder.path, "answers", "answers.yaml");
  expect(exitCode, output).toBe(0);
  return parse(await readFile(join(folder.path, "answers.overlay.yaml"), "utf8")) as Overlay;
}

function expectAnswered(document: OpenApiDocument, { gap, at, is, what }: Kind): void {
  expect(resolvePointer(document, at), what).toMatchObject(is);
  const open = collectGaps(document).map(({ id }) => id);
  expect(open.includes(gap), what).toBe(what.includes("no promise"));
}

describe("an answer changes the contract, which keeps every rule:", async () => {
  const [lint, { actions }] = await Promise.all([loadSpectral(), overlayOf(answersOf(kinds))]);

  it.each(kinds)("$what", async (kind) => {
    const own = actions.filter((action) => action["x-closes"] === kind.gap);
    const changed = withActions(contract, own, evidenceOverlay);
    expectAnswered(changed, kind);
    const problems = await lint(JSON.stringify(changed));
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

it(
  "answers of every kind become part of the sources of the contract, all at once",
  { timeout: 120_000 },
  async () => {
    const applicable = kinds.filter(({ contradicts }) => !contradicts);
    expect(applicable.length).toBeGreaterThan(12);
    const { changes, closed } = await planChanges(contract, await overlayOf(answersOf(applicable)));
    await using copy = await RepositoryCopy.create();
    for (const [file, text] of changes) await copy.write(file, text);

    const { exitCode, output } = await copy.run("scripts/cli.ts", "generate");

    expect(exitCode, output).toBe(0);
    const changed = JSON.parse(await copy.read("generated/openapi.json")) as OpenApiDocument;
    for (const kind of applicable) expectAnswered(changed, kind);
    expect(disagreements(changed)).toEqual([]);
    const register = await copy.read("generated/gaps.md");
    for (const gap of closed) expect(register).toContain(`\n### ${gap}\n\nStated by the owner`);
    await copy.write("answers.yaml", stringify(answersOf(applicable)));
    const again = await copy.run(commandFile, "answers", join(copy.folder, "answers.yaml"));
    expect(again.exitCode).toBe(2);
    expect(again.output).toMatch(/answers\.yaml:\d+: there is no open gap create-idempotency/);
  },
);

it("the form that is generated is a file of answers, with nothing in it yet", async () => {
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
  await folder.write("answers.yaml", signed.replace("answer: # yes, no or depends", "answer: yes"));
  const filled = await runCommand(folder.path, "answers", "answers.yaml");
  expect(filled.exitCode, filled.output).toBe(0);
  expect(filled.output).toContain("✓ create-idempotency: closes it in words");
});

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
    await using folder = await temporaryFolder();
    await folder.write("answers.yaml", text);
    const { exitCode, output } = await runCommand(folder.path, "answers", "answers.yaml");
    expect(output).toMatch(says);
    expect(exitCode).toBe(2);
    expect(output).not.toMatch(/\n\s+at .+:\d+/);
  });

  it("a file that is not there", async () => {
    await using folder = await temporaryFolder();
    const { exitCode, output } = await runCommand(folder.path, "answers", "none.yaml");
    expect(exitCode).toBe(2);
    expect(output).toContain("There is no file none.yaml. Start from generated/answers.yaml.");
  });
});
