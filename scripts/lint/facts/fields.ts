/**
 * The second entry of the book: every field that a table of the interface specification names,
 * written down from the specification and not from the contract. The contract is checked against
 * it, field by field, in both directions.
 */

export interface FieldFact {
  /** Heading of the specification. */
  section: string;
  /**
   * Place of the object in a message: `createHpJob request`, with `.field`, `[]` for items,
   * `{value}` for a value of `use`.
   */
  object: string;
  field: string;
  /** JSON type or types, as the specification declares and shows them. */
  type: string[];
  /**
   * Whether the field is always there: marked so for a request, listed without doubt for a
   * response. `conditional` is the specification's own word for a field that goes with one value
   * of `use`; the contract requires it in the schema of that value, and a gap says so.
   */
  required: boolean | "conditional";
  /** All values, where the specification lists them. */
  closed?: string[];
  /** Some values, where the specification shows them and says that there may be others. */
  known?: string[];
}

type Row = [
  field: string,
  type: string,
  required: "yes" | "no" | "conditional",
  values?: Pick<FieldFact, "closed" | "known">,
];

function table(section: string, object: string, rows: Row[]): FieldFact[] {
  return rows.map(([field, type, required, values]) => ({
    section,
    object,
    field,
    type: type.split(" or "),
    required: required === "conditional" ? required : required === "yes",
    ...values,
  }));
}

const kinds = { closed: ["public", "custom"] };
const rendering = { known: ["rendering"] };

export const fieldFacts: FieldFact[] = [
  ...table("1. Create lipsync video", "createLipsyncVideo request", [
    ["model", "string", "yes", { closed: ["v1", "v2"] }],
    ["actor", "object", "no"],
    ["script", "object", "no"],
  ]),
  ...table("1. Create lipsync video", "createLipsyncVideo request.actor{avatar}", [
    ["use", "string", "yes", { closed: ["avatar"] }],
    ["avatar_id", "string", "conditional"],
    ["avatar_type", "string", "conditional", kinds],
  ]),
  ...table("1. Create lipsync video", "createLipsyncVideo request.actor{video}", [
    ["use", "string", "yes", { closed: ["video"] }],
    ["video_url", "string", "conditional"],
  ]),
  ...table("1. Create lipsync video", "createLipsyncVideo request.script{audio}", [
    ["use", "string", "yes", { closed: ["audio"] }],
    ["audio_url", "string", "conditional"],
  ]),
  ...table("1. Create lipsync video", "createLipsyncVideo request.script{text}", [
    ["use", "string", "yes", { closed: ["text"] }],
    ["text", "string", "conditional"],
    ["voice_id", "string", "conditional"],
    ["voice_type", "string", "conditional", kinds],
  ]),
  ...table("1. Create lipsync video", "createLipsyncVideo response", [
    ["job_id", "string", "yes"],
    ["input", "object", "yes"],
    ["status", "string", "yes", rendering],
    ["output", "string", "yes"],
  ]),
  // An echo of the fields the client gave: the names of the request, none of them promised.
  ...table("Job record returned when a job is created", "createLipsyncVideo response.input", [
    ["model", "string", "no", { closed: ["v1", "v2"] }],
    ["actor", "object", "no"],
    ["script", "object", "no"],
  ]),
  ...table("2. Create dynamic slide video", "createDynamicSlideVideo request", [
    ["template_id", "string", "yes"],
    ["slides_count", "integer", "yes"],
    ["customizations", "array", "no"],
  ]),
  ...table("2. Create dynamic slide video", "createDynamicSlideVideo request.customizations[]", [
    ["layer_id", "string", "yes"],
    ["layer_type", "string", "no"],
    ["inputs", "array", "no"],
  ]),
  ...table("2. Create dynamic slide video", "createDynamicSlideVideo response", [
    ["job_id", "string", "yes"],
    ["status", "string", "yes", rendering],
    ["output", "string", "yes"],
  ]),
  ...table("3. Create HP job", "createHpJob request", [
    ["project_name", "string", "yes"],
    ["base_video_url", "string", "yes"],
    ["variable_count", "integer", "yes"],
    ["data_slice_start_index", "integer", "yes"],
    ["data_slice_end_index", "integer", "yes"],
    ["data_xlsx_url", "string", "yes"],
    ["music", "boolean", "yes"],
    ["variables", "array", "no"],
    ["customizations", "array", "no"],
  ]),
  ...["variables", "customizations"].flatMap((list) =>
    table("3. Create HP job", `createHpJob request.${list}[]`, [
      ["start_time", "string or integer", "yes"],
      ["end_time", "string or integer", "yes"],
      ["variable_pre_text", "string", "no"],
      ["variable_post_text", "string", "no"],
    ]),
  ),
  ...table("3. Create HP job", "createHpJob response", [
    ["job_id", "string", "yes"],
    ["status", "string", "yes", rendering],
    ["output", "string", "no"],
    ["data_json", "string", "no"],
    ["project_name", "string", "no"],
  ]),
  ...table("4. Get HP job status", "getHpJob response", [
    ["job_type", "string", "yes"],
    ["job_id", "string", "yes"],
    ["status", "string", "yes", rendering],
    ["project_name", "string", "yes"],
    ["output", "object or string", "yes"],
  ]),
  ...table("5. Get all public avatars", "listPublicAvatars response", [
    ["avatars_list", "array", "yes"],
  ]),
  ...table("6. Get all custom avatars", "listCustomAvatars response", [
    ["avatars_list", "array", "yes"],
  ]),
  ...table("7. Get all public voices", "listPublicVoices response", [
    ["voices_list", "array", "yes"],
  ]),
];

/** Objects whose fields the specification does not show. They stay open. */
export const openObjects: string[] = [
  "listPublicAvatars response.avatars_list[]",
  "listCustomAvatars response.avatars_list[]",
  "listPublicVoices response.voices_list[]",
];
