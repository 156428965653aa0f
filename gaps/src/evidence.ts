/** What recorded traffic says about a document and its gaps, and the changes that close them. */
export { planChanges } from "./close/apply.ts";
export type { Overlay } from "./document/overlay.ts";
export { Checker, type Problem as Contradiction } from "./evidence/checker.ts";
export type { Counts } from "./evidence/counts.ts";
export * from "./api/exchange.ts";
export * from "./api/interface.ts";
export { type News, Observer } from "./evidence/observer.ts";
export { proposeClosures, toOverlay } from "./evidence/propose.ts";
export { checkRecordings } from "./evidence/recordings.ts";
export { parseJson } from "./evidence/words.ts";
