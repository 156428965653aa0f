/** Notes on what an OpenAPI document does not say: to read them, to show them, and to judge a document by them. */
export type { Json, JsonObject, OpenApiDocument } from "./document/document.ts";
export { type ReadDocument, readDocument } from "./document/read-document.ts";
export type { SourceMap, SourcePlace } from "./document/source-map.ts";
export {
  type ClosedGap,
  collectClosedGaps,
  collectGaps,
  type Gap,
  gapsAt,
  type Note,
} from "./notes/gaps.ts";
export { withNotes } from "./notes/overlay.ts";
export { calloutOf, type GapText, lineOf, textOf } from "./notes/text.ts";
export { type Problem, UserError } from "./problem.ts";
export { withCallouts } from "./register/callouts.ts";
export { type LetterQuestion, renderAnswerForm, renderLetter } from "./register/letter.ts";
export { registerOf, renderRegister } from "./register/register.ts";
export type { Preset } from "./ruleset/index.ts";
export { lintDocument } from "./ruleset/lint.ts";
export type { RuleOptions } from "./ruleset/rule.ts";
