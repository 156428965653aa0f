/** What recorded traffic says about a document and its gaps, and what is made of it. */
export { BaseAddress } from "./api/service-address.ts";
export * from "./api/exchange.ts";
export * from "./api/interface.ts";
export { essenceOf } from "./api/media-type.ts";
export type { Match } from "./api/routes.ts";
export { Checker, type Contradiction } from "./api/checker.ts";
export { answersToOverlay, type Closing } from "./close/answers.ts";
export { planChanges } from "./close/apply.ts";
export type { Overlay } from "./document/overlay.ts";
export { type News, Observer } from "./evidence/observer.ts";
export { checkRecordings } from "./evidence/recordings.ts";
