/** Notes on what an OpenAPI document does not say: to read them, to show them, and to check a document with them. */
export { applyActions, type OverlayAction, type OverlayKind, pathsOf } from "./document/overlay.ts";
export { type ReadDocument, readDocument } from "./document/read-document.ts";
export { parseFile, type SourceMap } from "./document/sources.ts";
export { formats, type ValidateFunction, Validators } from "./document/validators.ts";
export {
  type ClosedGap,
  collectClosedGaps,
  collectGaps,
  describeClosing,
  type Gap,
  type GapImpact,
  gapImpacts,
  gapKinds,
  gapsAt,
  type Note,
  rankGaps,
  withGapsOnOperations,
} from "./notes/gaps.ts";
export { withNotes } from "./notes/read-contract.ts";
export { calloutOf, lineOf, textOf, withoutCallouts } from "./notes/text.ts";
export { formatAnnotation, formatProblem, type Problem, UserError } from "./problem.ts";
export { withCallouts } from "./register/callouts.ts";
export {
  type LetterQuestion,
  readQuestions,
  renderAnswerForm,
  renderLetter,
} from "./register/letter.ts";
export { registerOf, renderRegister } from "./register/register.ts";
export type { Preset } from "./ruleset.ts";
export { lintDocument } from "./ruleset/lint.ts";
export type { RuleOptions } from "./ruleset/rule.ts";
