/** Notes on what an OpenAPI document does not say: to read them, to show them, and to check a document with them. */
export * from "./document/overlay.ts";
export { type ReadDocument, readDocument } from "./document/read-document.ts";
export type { SourceMap } from "./document/source-map.ts";
export { BrokenFileError, parseFile, writeWhole } from "./document/files.ts";
export { formats, type ValidateFunction, Validators } from "./document/validators.ts";
export { withNotes } from "./notes/notes-beside.ts";
export * from "./notes/gaps.ts";
export * from "./problem.ts";
export { withCallouts } from "./register/callouts.ts";
export { renderAnswerForm } from "./register/answer-form.ts";
export { renderLetter } from "./register/letter.ts";
export { type Letter, type Proposition, readLetter } from "./register/letter-file.ts";
export { registerOf, renderRegister } from "./register/register.ts";
export { lintDocument } from "./ruleset/lint.ts";
