/**
 * Each kind of answer in four forms: as a yes, as a no, as "we do not know", and against what the contract says. Whatever comes of it,
 * the contract keeps its rules, and everything that is generated can be generated.
 */
import { expect, test } from "vitest";
import { parse } from "yaml";
import { applyActions, collectGaps, lintDocument, readDocument } from "openapi-gaps";
import { type JsonObject, resolvePointer } from "openapi-gaps/document";
import { answersToOverlay, type Overlay } from "openapi-gaps/evidence";
import { gapRules } from "openapi-gaps/ruleset";
import { generateFiles } from "../../scripts/emit/generate.ts";
import { findDisagreements, readFacts } from "../../scripts/lint/facts/check.ts";
import { registered, sourceRules } from "../../scripts/lint/source-rules.js";
import { contractEntry, contractFolder } from "../../scripts/support/locations.ts";
import { bundleContract } from "../../scripts/support/contract.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** "closes", "narrows", "stays open", or "✗" and why it is refused; behind "@", what then stands at a place. */
const table = `
yes or no        | data-slice-end                | {answer: yes} = closes | {answer: no, words: It ends before it.} = closes | {answer: unknown} = stays open | {answer: yes, words: No.} = ✗ its words say the opposite
yes or no, claim | response-media-type           | {answer: yes} = closes | {answer: no, words: It is XML.} = ✗ the document says what it denies: the media type | {promise: none} = stays open | {answer: yes, words: "No, XML."} = ✗ opposite
a bound          | slides-count-bounds           | {minimum: 1, maximum: 30} = closes @ DynamicSlideVideoInput/properties/slides_count {minimum: 1, maximum: 30} | No limit. = closes | {answer: unknown} = stays open | {minimum: 30, maximum: 1} = ✗ must be
a type           | segment-time-type             | {type: string} = closes @ SegmentTime {type: string} | {answer: no, words: They are dates.} = closes | We do not know. = stays open | {type: boolean} = ✗ names
values           | job-status-values             | {values: [rendering, done], complete: true} = closes @ JobStatus {enum: [rendering, done]} | {values: [rendering, done], words: There are more.} = narrows @ JobStatus {x-extensible-enum: [rendering, done]} | {promise: none} = stays open | {values: [done], complete: true} = ✗ rendering
final values     | job-status-transitions        | {final: [done, failed], failure: [failed]} = closes @ JobStatus {x-final-values: [done, failed], x-failure-values: [failed]} | All but rendering. = closes | We don't know. = stays open | {final: [done], failure: [failed]} = ✗ failed
fields           | avatar-fields                 | {fields: {id: {type: string, always: true}}} = closes @ Avatar {required: [id]} | It has none. = closes | {answer: unknown} = stays open | {fields: {id: {type: string, fields: {a: {type: string}}}}} = ✗ What has fields is an object
presence         | hp-create-response-fields     | {always: [output]} = closes @ HpJobReceipt {required: [job_id, status, output]} | {never: [project_name]} = closes @ HpJobReceipt/properties/project_name {deprecated: true} | {answer: unknown} = stays open | {always: [output], never: [output]} = ✗ output
items            | layer-inputs-shape            | {items: {type: string}} = closes @ SlideCustomization/properties/inputs/items {type: string} | It is no list. = closes | We do not know. = stays open | {items: {type: string, fields: {a: {type: string}}}} = ✗ What has fields is an object
a success code   | success-status-codes          | {codes: 200} = closes | {codes: {createHpJob: 202}} = narrows | {promise: none} = stays open | {codes: 404} = ✗ 299
failures         | failure-status-codes          | {failures: {404: No such job.}} = closes | Only 500. = closes | {answer: unknown} = stays open | {failures: {200: Fine.}} = ✗ Write a code
one state        | hp-output-while-rendering     | {answer: yes} = closes | {answer: no, words: It is an empty object.} = closes | {answer: unknown} = stays open | {type: integer} = ✗ the document names object and string
a choice         | variables-or-customizations   | {never: [customizations]} = closes | {never: [variables]} = closes | We promise nothing. = stays open | {always: [variables], never: [variables]} = ✗ variables is always there
an address       | base-address                  | {address: "https://api.video.example"} = closes | On your invoice. = closes | We do not know yet. = stays open | {address: "https://host.example/api"} = ✗ paths
an operation     | status-of-other-jobs          | {operation: {method: get, path: "/api/lipsync_jobs/{id}", returns: LipsyncVideoReceipt}} = closes | None. = closes | {answer: unknown} = stays open | {operation: {method: get, path: "/api/hp_job/{id}", returns: HpJob}} = ✗ the document writes this path as /api/hp_job/{job_id}
words            | music-effect                  | It plays softly. = closes | It has none any more. = closes | I don't know. = stays open | Yes. = ✗ alone does not answer
`;

const rows = table
  .trim()
  .split("\n")
  .flatMap((row) => {
    const [kind = "", gap = "", ...cells] = row.split("|").map((cell) => cell.trim());
    return ["yes", "no", "not known", "against it"].map((form, index) => {
      const [answer = "", outcome = ""] = cells[index]!.split(/ = (?=[^=]*$)/);
      return [kind, form, gap, answer, outcome] as const;
    });
  });

const bundle = bundleContract();
function withAnswers({ actions }: Overlay) {
  const document = structuredClone(bundle.document);
  applyActions(document, actions);
  return document;
}
const source = readDocument(contractEntry);
const facts = readFacts();
const rules = [...gapRules, ...sourceRules(registered(contractFolder))];

test.each(rows)("%s, %s: %s: %s", async (_kind, _form, gap, answer, outcome) => {
  await using folder = await temporaryFolder();
  const text = `by: owner\ndate: 2026-11-20\nanswers:\n  ${gap}: ${answer}\n`;
  const file = await folder.write("answers.yaml", text);
  const close = () => answersToOverlay(bundle.document, file);
  if (outcome.startsWith("✗ ")) return expect(close).toThrow(outcome.slice(2));
  const { answered, overlay } = close();
  const [told = "", at = ""] = outcome.split(" @ ");
  expect(answered[0]!.effect).toContain(told);
  const document = withAnswers(overlay);
  const isOpen = collectGaps(document).some(({ id }) => id === gap);
  expect(isOpen).toBe(told !== "closes");
  const [, place, is] = /^(\S+) (.*)$/.exec(at) ?? [];
  if (place)
    expect(resolvePointer(document, `#/components/schemas/${place}`)).toMatchObject(parse(is!));
  expect(lintDocument({ ...source, document }, rules)).toEqual([]);
  expect(findDisagreements(document, facts)).toEqual([]);
  const files = await generateFiles({ ...bundle, document });
  expect(files.size).toBeGreaterThan(20);
});

test("an operation that the owner has named is that of its neighbours, under a name of its own", async () => {
  await using folder = await temporaryFolder();
  const calls = [
    "{method: get, path: '/api/template_dynamic_slide_video/{job_id}', returns: DynamicSlideVideoReceipt}",
    "{method: get, path: '/api/voices/{voice_id}/sample', returns: JobOutput, name: hearVoice}",
  ];
  const text = `by: owner\ndate: 2026-11-20\nanswers:\n  status-of-other-jobs: {operation: [${calls.join()}]}\n`;
  const { overlay } = answersToOverlay(bundle.document, await folder.write("answers.yaml", text));
  const { paths, components } = withAnswers(overlay);
  const { parameters } = paths["/api/hp_job/{job_id}"]!["get"] as JsonObject;
  expect(paths["/api/template_dynamic_slide_video/{job_id}"]!["get"]).toMatchObject({
    ...{ operationId: "getTemplateDynamicSlideVideo", tags: ["Dynamic slide videos"], parameters },
    responses: {
      "2XX": {
        content: { "application/json": { schema: { $ref: expect.stringContaining("Slide") } } },
      },
      default: { $ref: "#/components/responses/ErrorResponse" },
    },
  });
  expect(paths["/api/voices/{voice_id}/sample"]!["get"]).toMatchObject({
    ...{ operationId: "hearVoice", tags: ["Voices"] },
    parameters: [{ name: "voice_id", schema: { $ref: "#/components/schemas/VoiceId" } }],
  });
  expect(components.schemas["VoiceId"]).toMatchObject({ type: "string" });
});
