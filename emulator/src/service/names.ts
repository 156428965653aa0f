/** What the service calls its operations. */

/** Spelled out, because `keyof operations` would bring the whole schema into the published types. The handlers hold it to that. */
export const operationIds = [
  "createLipsyncVideo",
  "createDynamicSlideVideo",
  "createHpJob",
  "getHpJob",
  "listPublicAvatars",
  "listCustomAvatars",
  "listPublicVoices",
] as const;
export type OperationId = (typeof operationIds)[number];

/** Operations that start a job: each starts a kind of its own. */
export type JobKind = Extract<OperationId, `create${string}`>;
