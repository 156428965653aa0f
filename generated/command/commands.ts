/** Commands for the operations of the service. Generated from the contract. Do not edit: run npm run generate. */
import type { OperationMethods } from "../methods.ts";

/** An operation as the command line offers it: `<resource> <verb> [--<variant>]`. */
export interface OperationCommand {
  resource: string;
  verb: string;
  variant?: string;
  operation: keyof OperationMethods<unknown>;
  /** Its name as a tool of the Model Context Protocol. */
  tool: string;
  /** Whether it starts a job: that may cost money, and must not be repeated unseen. */
  isCreate: boolean;
  summary: string;
  /** Description, then gaps: a line each. */
  notes: string[];
  /** Path parameters: words after the verb. */
  parameters: { name: string; notes: string[] }[];
  /** Fields of the body. */
  flags?: BodyFlag[];
  /** Gaps of the body as a whole: a line each. */
  bodyGaps?: string[];
  /** A body of the contract's examples, in YAML; for a read, its arguments. */
  example: string;
  /** Field of the response that holds a list. */
  list?: string;
}

/** A field of a body as a flag. */
export interface BodyFlag {
  /** Without the dashes: `actor.avatar-id`. */
  name: string;
  /** Names of the fields that lead to the value. */
  path: string[];
  /** What its text is read as; `any` is JSON if it can be, and else text. */
  kind: "text" | "integer" | "number" | "boolean" | "json" | "any";
  values?: string[];
  isRequired?: boolean;
  notes: string[];
}

/** What readers look for, and the service does not document. */
export interface AbsentCommand {
  resource: string;
  verb: string;
  gap: string;
  reading: string;
}

export const commands: OperationCommand[] = [
  {
    "resource": "lipsync",
    "verb": "create",
    "operation": "createLipsyncVideo",
    "tool": "create_lipsync_video",
    "isCreate": true,
    "summary": "Create a lipsync video",
    "notes": [
      "Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours. The script is an audio file or a text spoken in a voice. The specification calls this kind of job express lipsync.",
      "Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.",
      "Gap `custom-voices-endpoint`: The path stays without an operation. A method alone, without a response, would promise more than the specification does. Ask the service owner for the identifiers of your custom voices. The method `GET` is named for this path, and its response is not described."
    ],
    "parameters": [],
    "flags": [
      {
        "name": "model",
        "path": [
          "model"
        ],
        "kind": "text",
        "values": [
          "v1",
          "v2"
        ],
        "isRequired": true,
        "notes": [
          "Selects the generation model. It is not a version of the interface.",
          "Gap `model-differences`: Ask the service owner which model suits your material. The specification doesn't say how they differ."
        ]
      },
      {
        "name": "actor.use",
        "path": [
          "actor",
          "use"
        ],
        "kind": "text",
        "notes": [
          "`avatar`: a stored avatar.",
          "`video`: your video."
        ],
        "values": [
          "avatar",
          "video"
        ]
      },
      {
        "name": "actor.avatar-id",
        "path": [
          "actor",
          "avatar_id"
        ],
        "kind": "text",
        "notes": [
          "With --actor.use avatar.",
          "Identifies the avatar. Take it from the list of public or custom avatars."
        ]
      },
      {
        "name": "actor.avatar-type",
        "path": [
          "actor",
          "avatar_type"
        ],
        "kind": "text",
        "values": [
          "public",
          "custom"
        ],
        "notes": [
          "With --actor.use avatar.",
          "Kind of the avatar.",
          "Gap `type-and-id-mismatch`: Send the type of the list that the identifier came from. A wrong type may be refused, or select another one."
        ]
      },
      {
        "name": "actor.video-url",
        "path": [
          "actor",
          "video_url"
        ],
        "kind": "text",
        "notes": [
          "With --actor.use video.",
          "URL of the video to lip-sync."
        ]
      },
      {
        "name": "script.use",
        "path": [
          "script",
          "use"
        ],
        "kind": "text",
        "notes": [
          "`audio`: your audio file.",
          "`text`: a text that a voice speaks."
        ],
        "values": [
          "audio",
          "text"
        ]
      },
      {
        "name": "script.audio-url",
        "path": [
          "script",
          "audio_url"
        ],
        "kind": "text",
        "notes": [
          "With --script.use audio.",
          "URL of the audio to lip-sync. The sample in the specification shows an `.mp3` URL."
        ]
      },
      {
        "name": "script.text",
        "path": [
          "script",
          "text"
        ],
        "kind": "text",
        "notes": [
          "With --script.use text.",
          "The text to be spoken.",
          "Gap `script-text-rules`: Send plain text in the language of the voice. Markup such as SSML isn't documented, and may be spoken as text."
        ]
      },
      {
        "name": "script.voice-id",
        "path": [
          "script",
          "voice_id"
        ],
        "kind": "text",
        "notes": [
          "With --script.use text.",
          "Identifies the voice that speaks the text. Take a public one from the list of public voices."
        ]
      },
      {
        "name": "script.voice-type",
        "path": [
          "script",
          "voice_type"
        ],
        "kind": "text",
        "values": [
          "public",
          "custom"
        ],
        "notes": [
          "With --script.use text.",
          "Kind of the voice.",
          "Gap `type-and-id-mismatch`: Send the type of the list that the identifier came from. A wrong type may be refused, or select another one."
        ]
      }
    ],
    "bodyGaps": [
      "Gap `actor-and-script-presence`: Send both `actor` and `script`, as the sample request does. This contract doesn't enforce it.",
      "Gap `lipsync-conditional-fields`: Send all the fields of the `use` you chose. This contract requires them.",
      "Gap `lipsync-fields-of-other-use`: Send no field of the `use` that you did not choose."
    ],
    "example": "model: v2\nactor:\n  use: avatar\n  avatar_id: ada\n  avatar_type: public\nscript:\n  use: text\n  text: Welcome to Harbour Coffee. I am Ada, and I will show you around.\n  voice_id: clara\n  voice_type: public\n"
  },
  {
    "resource": "slides",
    "verb": "create",
    "operation": "createDynamicSlideVideo",
    "tool": "create_dynamic_slide_video",
    "isCreate": true,
    "summary": "Create a dynamic slide video",
    "notes": [
      "Starts a render job that builds a video from a template, a slide count, and customizations of the template's layers.",
      "Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video."
    ],
    "parameters": [],
    "flags": [
      {
        "name": "template-id",
        "path": [
          "template_id"
        ],
        "kind": "text",
        "isRequired": true,
        "notes": [
          "Identifies the template that the video is built from.",
          "Gap `template-layers`: Ask the service owner for the identifiers of your templates and of their layers. No operation lists them, and even the layer `audio` may not exist in every template."
        ]
      },
      {
        "name": "slides-count",
        "path": [
          "slides_count"
        ],
        "kind": "integer",
        "isRequired": true,
        "notes": [
          "Number of slides.",
          "Gap `slides-count-bounds`: Send a small positive number. This contract doesn't enforce any bound.",
          "Gap `slides-count-and-template`: Ask the service owner which `slides_count` fits your template. Another number may be refused, or leave slides empty."
        ]
      },
      {
        "name": "customizations",
        "path": [
          "customizations"
        ],
        "kind": "json",
        "notes": [
          "Customizations of layers of the template.",
          "Gap `customization-slide-assignment`: Ask the service owner which slides an entry changes. Until then, name each layer once."
        ]
      }
    ],
    "bodyGaps": [],
    "example": "template_id: quarterly-review\nslides_count: 3\ncustomizations:\n  - layer_id: audio\n"
  },
  {
    "resource": "hp",
    "verb": "create",
    "operation": "createHpJob",
    "tool": "create_hp_job",
    "isCreate": true,
    "summary": "Create an HP job",
    "notes": [
      "Starts a render job that personalises a base video with variable text segments, using data rows taken from a spreadsheet."
    ],
    "parameters": [],
    "flags": [
      {
        "name": "project-name",
        "path": [
          "project_name"
        ],
        "kind": "text",
        "isRequired": true,
        "notes": [
          "Project name.",
          "Gap `project-name-uniqueness`: Give each job a project name of its own. A second job of that name may replace the first."
        ]
      },
      {
        "name": "base-video-url",
        "path": [
          "base_video_url"
        ],
        "kind": "text",
        "isRequired": true,
        "notes": [
          "URL of the base video."
        ]
      },
      {
        "name": "variable-count",
        "path": [
          "variable_count"
        ],
        "kind": "integer",
        "isRequired": true,
        "notes": [
          "Number of variables.",
          "Gap `variable-count-bounds`: Send a small positive number. This contract doesn't enforce any bound.",
          "Gap `variable-count-and-segments`: Set `variable_count` to the number of segments you send. This contract doesn't enforce it."
        ]
      },
      {
        "name": "data-slice-start-index",
        "path": [
          "data_slice_start_index"
        ],
        "kind": "integer",
        "isRequired": true,
        "notes": [
          "Start index of the slice of data rows.",
          "Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1 and 2, and see which texts appear.",
          "Gap `data-slice-end`: Test with few rows whether the end row is included.",
          "Gap `data-slice-size`: Use small slices in several jobs. A large slice may be refused, or fail late."
        ]
      },
      {
        "name": "data-slice-end-index",
        "path": [
          "data_slice_end_index"
        ],
        "kind": "integer",
        "isRequired": true,
        "notes": [
          "End index of the slice of data rows.",
          "Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1 and 2, and see which texts appear.",
          "Gap `data-slice-end`: Test with few rows whether the end row is included.",
          "Gap `data-slice-size`: Use small slices in several jobs. A large slice may be refused, or fail late."
        ]
      },
      {
        "name": "data-xlsx-url",
        "path": [
          "data_xlsx_url"
        ],
        "kind": "text",
        "isRequired": true,
        "notes": [
          "URL of the spreadsheet that the data rows are taken from.",
          "Gap `data-xlsx-url-type`: A string. The specification itself calls a URL string the consistent reading; the declared integer is taken for a slip. Send the URL as a string.",
          "Gap `spreadsheet-format`: Send an Office Open XML workbook (`.xlsx`). Other formats may be refused.",
          "Gap `spreadsheet-layout`: Ask the service owner for the layout of the sheet. Until then, test with one sheet, one header row and the columns in the order of the variables."
        ]
      },
      {
        "name": "music",
        "path": [
          "music"
        ],
        "kind": "boolean",
        "isRequired": true,
        "notes": [
          "Music switch.",
          "Gap `music-effect`: Try both values. That `true` means music is likely, but not stated."
        ]
      },
      {
        "name": "variables",
        "path": [
          "variables"
        ],
        "kind": "json",
        "notes": [
          "The variable segments of the base video."
        ]
      },
      {
        "name": "customizations",
        "path": [
          "customizations"
        ],
        "kind": "json",
        "notes": [
          "The variable segments of the base video."
        ]
      }
    ],
    "bodyGaps": [
      "Gap `variables-or-customizations`: Test with few rows. Send the segments as `variables`. If the service ignores them, try `customizations`. Never send both: which one wins is not documented.",
      "Gap `hp-videos-per-job`: Don't assume one video per row: how many one job makes is not documented.",
      "Gap `hp-job-with-failed-rows`: Look for a video of each row before you call a job done. A status that means success may hide rows that have failed.",
      "Gap `hp-job-without-segments`: Send the list of segments, though it is optional. A job without one may fail, or show none of your data."
    ],
    "example": "project_name: Welcome videos\nbase_video_url: https://example.com/base-video\nvariable_count: 1\ndata_slice_start_index: 1\ndata_slice_end_index: 3\ndata_xlsx_url: https://example.com/data.xlsx\nmusic: true\nvariables:\n  - start_time: \"1\"\n    end_time: \"3\"\n    variable_pre_text: Hello\n    variable_post_text: welcome to the team.\n"
  },
  {
    "resource": "hp",
    "verb": "get",
    "operation": "getHpJob",
    "tool": "get_hp_job",
    "isCreate": false,
    "summary": "Get the status of an HP job",
    "notes": [
      "Returns an HP job by its identifier. While its status is `rendering`, the video is being produced. Pause between two calls, and limit the whole wait.",
      "Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video."
    ],
    "parameters": [
      {
        "name": "job-id",
        "notes": [
          "Identifier of the HP job, as its create response gave it."
        ]
      }
    ],
    "example": "example-job-id"
  },
  {
    "resource": "avatars",
    "verb": "list",
    "variant": "public",
    "operation": "listPublicAvatars",
    "tool": "list_public_avatars",
    "isCreate": false,
    "summary": "List public avatars",
    "notes": [
      "Lists the public avatars. To use one in a lipsync video, send its identifier with `avatar_type` set to `public`.",
      "Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video."
    ],
    "parameters": [],
    "example": "",
    "list": "avatars_list"
  },
  {
    "resource": "avatars",
    "verb": "list",
    "variant": "custom",
    "operation": "listCustomAvatars",
    "tool": "list_custom_avatars",
    "isCreate": false,
    "summary": "List custom avatars",
    "notes": [
      "Lists the custom avatars. To use one in a lipsync video, send its identifier with `avatar_type` set to `custom`.",
      "Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video."
    ],
    "parameters": [],
    "example": "",
    "list": "avatars_list"
  },
  {
    "resource": "voices",
    "verb": "list",
    "variant": "public",
    "operation": "listPublicVoices",
    "tool": "list_public_voices",
    "isCreate": false,
    "summary": "List public voices",
    "notes": [
      "Lists the public voices. To use one in a script, send its identifier with `voice_type` set to `public`.",
      "Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.",
      "Gap `list-pagination`: Expect the whole list in one response, in no particular order. No parameter for a next page is documented."
    ],
    "parameters": [],
    "example": "",
    "list": "voices_list"
  }
];

export const absentCommands: AbsentCommand[] = [
  {
    "resource": "lipsync",
    "verb": "get",
    "gap": "status-of-other-jobs",
    "reading": "Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video."
  },
  {
    "resource": "slides",
    "verb": "get",
    "gap": "status-of-other-jobs",
    "reading": "Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video."
  }
];

/** Gaps that every create command has: a line each. */
export const createGaps: string[] = [
  "Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the first may have started a job.",
  "Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for prices and your quota first.",
  "Gap `failed-job-price`: Assume that a failed job costs money too.",
  "Gap `media-url-access`: Serve your files at public `https` addresses without credentials or redirects.",
  "Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.",
  "Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be refused, or make the job fail later."
];
