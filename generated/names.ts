/** What the contract calls its operations and its gaps. Generated from the contract. Do not edit: run npm run generate. */

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

/** Those that the service owner has named, and no section of the specification. */
export type OwnerOperationId = never;

/** Every gap, also one that the service owner has closed. */
export type GapId =
  | "actor-and-script-presence"
  | "avatar-fields"
  | "base-address"
  | "browser-access"
  | "create-idempotency"
  | "custom-avatar-creation"
  | "custom-voice-creation"
  | "custom-voices-endpoint"
  | "customization-slide-assignment"
  | "data-json-content"
  | "data-slice-end"
  | "data-slice-rows"
  | "data-slice-size"
  | "data-xlsx-url-type"
  | "error-body"
  | "error-codes"
  | "events-and-webhooks"
  | "failed-job-price"
  | "failure-status-codes"
  | "finished-video-format"
  | "hp-create-response-fields"
  | "hp-job-with-failed-rows"
  | "hp-job-without-segments"
  | "hp-meaning"
  | "hp-output-fields"
  | "hp-output-while-rendering"
  | "hp-videos-per-job"
  | "identifier-formats"
  | "interface-versioning"
  | "job-failure-reason"
  | "job-list-and-cancel"
  | "job-output-when-done"
  | "job-retention"
  | "job-status-by-kind"
  | "job-status-transitions"
  | "job-status-values"
  | "job-type-values"
  | "layer-fields-left-out"
  | "layer-inputs-shape"
  | "lipsync-conditional-fields"
  | "lipsync-fields-of-other-use"
  | "lipsync-input-echo"
  | "list-pagination"
  | "media-formats-and-sizes"
  | "media-url-access"
  | "media-url-lifetime"
  | "model-differences"
  | "music-effect"
  | "price-and-quota"
  | "project-name-uniqueness"
  | "rate-limits"
  | "render-duration"
  | "response-field-presence"
  | "response-media-type"
  | "script-text-rules"
  | "segment-time-order"
  | "segment-time-type"
  | "segment-time-units"
  | "slides-count-and-template"
  | "slides-count-bounds"
  | "spreadsheet-format"
  | "spreadsheet-layout"
  | "status-of-other-jobs"
  | "success-status-codes"
  | "template-layers"
  | "test-environment"
  | "token-issuance"
  | "token-lifecycle"
  | "token-scope"
  | "type-and-id-mismatch"
  | "unknown-request-fields"
  | "variable-count-and-segments"
  | "variable-count-bounds"
  | "variable-text-use"
  | "variables-or-customizations"
  | "voice-fields";
