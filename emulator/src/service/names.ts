/** What the service calls its operations. */

/** Spelled out, because `keyof operations` would bring the whole schema into the published types. The handlers hold it to that. */
export type OperationId =
  | "createLipsyncVideo"
  | "createDynamicSlideVideo"
  | "createHpJob"
  | "getHpJob"
  | "listPublicAvatars"
  | "listCustomAvatars"
  | "listPublicVoices";

/** Operations that start a job: each starts a kind of its own. */
export type JobKind = Extract<OperationId, `create${string}`>;
