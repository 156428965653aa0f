/**
 * What the interface specification leaves open, line by line, written down from the specification:
 * the statement (or the silence), and the gaps in which the contract records it.
 */

export interface GapFact {
  /** Heading of the specification. */
  section: string;
  /** What stands there, or what does not, in short. */
  statement: string;
  kind: "not-shown" | "contradiction" | "ambiguity" | "inferred";
  id: string;
  /** Whether the specification itself says that it leaves this open, or shows both claims. */
  origin: "stated" | "noticed";
}

type Row = [kind: GapFact["kind"], id: string, statement: string];

const facts =
  (origin: GapFact["origin"]) =>
  (section: string, rows: Row[]): GapFact[] =>
    rows.map(([kind, id, statement]) => ({ section, kind, id, statement, origin }));

const stated = facts("stated");
const noticed = facts("noticed");

export const gapFacts: GapFact[] = [
  ...noticed("Video Generation Service: Interface Specification", [
    ["not-shown", "base-address", "Every address starts with {base_url}; no value is given"],
    ["inferred", "response-media-type", "Only request bodies are given a Content-Type"],
  ]),
  ...noticed("What the service does", [
    ["not-shown", "hp-meaning", "HP job: the letters are not explained"],
    [
      "not-shown",
      "hp-videos-per-job",
      "Rows personalise a base video; how many videos that makes is not said",
    ],
    ["not-shown", "finished-video-format", "Videos are rendered; their format is not mentioned"],
  ]),
  ...noticed("Resources and their fields", [
    ["inferred", "response-field-presence", "Response fields carry no required mark"],
    ["not-shown", "identifier-formats", "Identifiers are strings without a format"],
    ["not-shown", "job-retention", "How long a job can be read is not said"],
  ]),
  ...noticed("Job record returned when a job is created", [
    ["not-shown", "job-output-when-done", "Output: empty while rendering, nothing said of later"],
    ["inferred", "lipsync-input-echo", "Echo of the input fields the client gave"],
    ["not-shown", "data-json-content", "Input data JSON, content not described"],
  ]),
  ...noticed("HP job record returned by the status endpoint", [
    ["not-shown", "job-type-values", "Job type: a string without values"],
    ["not-shown", "hp-output-fields", "Output: an object without fields"],
  ]),
  ...stated("Avatar", [["not-shown", "avatar-fields", "Fields of an avatar list item: not shown"]]),
  ...noticed("Avatar", [
    ["not-shown", "custom-avatar-creation", "A custom kind exists; how to make one is not said"],
    [
      "not-shown",
      "type-and-id-mismatch",
      "Identifier and type go together; a mismatch is not said",
    ],
  ]),
  ...stated("Voice", [["not-shown", "voice-fields", "Fields of a voice list item: not shown"]]),
  ...noticed("Voice", [
    ["not-shown", "custom-voice-creation", "A custom kind exists; how to make one is not said"],
  ]),
  ...stated("Template", [
    ["not-shown", "template-layers", "Its fields, layer identifiers and layer types: not shown"],
  ]),
  ...stated("States and transitions", [
    ["not-shown", "job-status-values", "Other status values: not shown"],
    ["not-shown", "job-status-transitions", "Transitions: not shown"],
  ]),
  ...noticed("States and transitions", [
    ["not-shown", "render-duration", "Asynchronous, without a duration"],
    [
      "not-shown",
      "job-failure-reason",
      "A status and an output; a reason of a failure is not said",
    ],
    [
      "contradiction",
      "hp-output-while-rendering",
      "Empty string while rendering, yet an object from the status endpoint",
    ],
  ]),
  ...noticed("Endpoints", [
    ["not-shown", "unknown-request-fields", "Fields beyond those listed are not mentioned"],
    ["not-shown", "media-url-access", "How supplied URLs are fetched is not said"],
    ["not-shown", "create-idempotency", "What a repeated create does is not said"],
    ["not-shown", "job-list-and-cancel", "No endpoint lists, cancels or deletes jobs"],
  ]),
  ...stated("1. Create lipsync video", [
    [
      "ambiguity",
      "actor-and-script-presence",
      "Not marked required; the sample always includes them",
    ],
  ]),
  ...noticed("1. Create lipsync video", [
    ["not-shown", "model-differences", "v1 or v2, without a difference"],
    ["inferred", "lipsync-conditional-fields", "Fields of actor and script depend on use"],
    ["not-shown", "script-text-rules", "The text to be spoken, without languages or length"],
  ]),
  ...stated("2. Create dynamic slide video", [
    ["not-shown", "layer-inputs-shape", "Element shape is not described further"],
  ]),
  ...noticed("2. Create dynamic slide video", [
    ["ambiguity", "customization-slide-assignment", "An item names a layer, but no slide"],
  ]),
  ...stated("3. Create HP job", [
    ["contradiction", "data-xlsx-url-type", "Declared integer, sample string, URL is consistent"],
    ["contradiction", "segment-time-type", "Times are declared strings, the sample gives integers"],
    [
      "contradiction",
      "variables-or-customizations",
      "The field list and the sample name the list differently",
    ],
    [
      "contradiction",
      "hp-create-response-fields",
      "The field list and the sample name different fields",
    ],
  ]),
  ...noticed("3. Create HP job", [
    ["not-shown", "project-name-uniqueness", "Project name, without a rule"],
    ["not-shown", "variable-count-and-segments", "A required count beside an optional list"],
    ["inferred", "spreadsheet-format", "The name of the field says xlsx"],
    ["not-shown", "spreadsheet-layout", "Layout of the sheet is not described"],
    ["not-shown", "music-effect", "Music switch, without saying what it switches"],
    ["not-shown", "segment-time-units", "Unit and notation of the times are not said"],
    ["not-shown", "segment-time-order", "Order and overlap of segments are not mentioned"],
    ["ambiguity", "variable-text-use", "Text before and after the variable: spoken or shown?"],
  ]),
  ...stated("Gaps in the endpoint set", [
    [
      "contradiction",
      "custom-voices-endpoint",
      "Method, payload and response not shown here, GET in the rule for voice_id",
    ],
    ["not-shown", "status-of-other-jobs", "Status endpoints for lipsync and slide jobs: not shown"],
  ]),
  ...stated("Authentication", [
    ["not-shown", "token-lifecycle", "How a token is issued, and its lifetime: not shown"],
    ["inferred", "token-scope", "The client's token on every endpoint; its scope: not shown"],
  ]),
  ...noticed("Authentication", [
    ["not-shown", "browser-access", "A token in a header; CORS is not mentioned"],
  ]),
  ...stated("Events", [
    ["not-shown", "events-and-webhooks", "Events, callbacks and webhooks: not shown"],
  ]),
  ...stated("Errors", [
    ["not-shown", "error-body", "Error response body and error codes: not shown"],
    ["inferred", "success-status-codes", "HTTP status codes of success: not shown"],
    ["not-shown", "failure-status-codes", "HTTP status codes of failure: not shown"],
  ]),
  ...stated("Limits", [
    ["not-shown", "rate-limits", "Rate limits: not shown"],
    ["not-shown", "media-formats-and-sizes", "Size limits: not shown; formats: an .mp3 sample"],
    ["not-shown", "slides-count-bounds", "Bounds on slides_count: not shown"],
    ["not-shown", "variable-count-bounds", "Bounds on variable_count: not shown"],
    ["not-shown", "data-slice-rows", "Bounds on the data slice indices: not shown"],
    ["inferred", "list-pagination", "Pagination of the avatar and voice lists: not shown"],
  ]),
  ...noticed("Limits", [["not-shown", "price-and-quota", "Limits, without a price or a quota"]]),
  ...stated("Versioning", [
    ["not-shown", "interface-versioning", "Versioning of the interface: not shown"],
  ]),
];
