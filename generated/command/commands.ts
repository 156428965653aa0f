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
  /** Field of the answer that holds a list. */
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
      "Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours; the script is an audio file or a text spoken in a voice. The four combinations are shown as examples.",
      "Gap `lipsync-status-endpoint`: There is no documented way to learn when a lipsync video is done, or to fetch it."
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
          "Selects the generation model that lip-syncs the actor. It is not a version of the interface.",
          "Gap `model-differences`: Both are accepted by this contract for every combination of actor and script."
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
          "Chooses a stored avatar as the actor.",
          "Chooses a supplied video as the actor."
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
          "Names the avatar. It is obtained from the list of public or of custom avatars."
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
          "Says of which of the two kinds the avatar is."
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
          "URL of the video to lip-sync.",
          "Gap `actor-video-format`: Any string is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started."
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
          "Chooses a supplied audio file as the script.",
          "Chooses a text, spoken in a voice, as the script."
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
          "URL of the audio to lip-sync.",
          "Gap `script-audio-format`: Any string is accepted by this contract. Rely on MP3 alone."
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
          "Gap `script-text-rules`: Any string is accepted by this contract. Send plain text; no markup is known to be understood."
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
          "Names the voice that speaks the text. A public one is obtained from the list of public voices. For custom ones the specification names the path `/api/voices/custom`, but not how to use it."
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
          "Says of which of the two kinds the voice is."
        ]
      }
    ]
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
      "Gap `slides-status-endpoint`: There is no documented way to learn when a dynamic slide video is done, or to fetch it."
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
          "Names the template that the video is built from.",
          "Gap `template-fields`: Nothing about a template is known but its identifier, and this contract has no operation that lists templates or reads one."
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
          "Gap `slides-count-bounds`: Any integer is accepted by this contract, zero and negative ones included. Send a positive one."
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
          "Gap `customization-slide-assignment`: Nothing can be relied on as to which slide an entry changes, or whether a layer may be named twice."
        ]
      }
    ]
  },
  {
    "resource": "hp",
    "verb": "create",
    "operation": "createHpJob",
    "tool": "create_hp_job",
    "isCreate": true,
    "summary": "Create an HP job",
    "notes": [
      "Starts a render job that personalises a base video with variable text segments, using data rows taken from a spreadsheet. The examples show both names that the specification gives the list of segments."
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
          "Gap `project-name-uniqueness`: Any string is accepted by this contract, also one that another job carries."
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
          "URL of the base video.",
          "Gap `base-video-format`: Any string is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started."
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
          "Gap `variable-count-bounds`: Any integer is accepted by this contract, zero and negative ones included. Send a positive one.",
          "Gap `variable-count-and-segments`: The two are not compared by this contract. Make them equal."
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
          "Gap `data-slice-origin`: Nothing can be relied on as to which row of the sheet an index means."
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
          "Gap `data-slice-end-inclusive`: Nothing can be relied on. Try a small slice first."
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
          "Gap `data-xlsx-url-type`: Any string is accepted by this contract. An integer is not.",
          "Gap `spreadsheet-format`: Send an Office Open XML workbook. Other spreadsheet formats may be refused.",
          "Gap `spreadsheet-layout`: Nothing is known about sheets, header rows and columns, or how a column is tied to a variable."
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
          "The music switch of the job.",
          "Gap `music-effect`: True and false are both accepted by this contract. That true means music is likely, but not stated."
        ]
      },
      {
        "name": "variables",
        "path": [
          "variables"
        ],
        "kind": "json",
        "notes": [
          "The variable segments of the base video, under the name the field list gives them."
        ]
      },
      {
        "name": "customizations",
        "path": [
          "customizations"
        ],
        "kind": "json",
        "notes": [
          "The variable segments of the base video, under the name the sample request gives them."
        ]
      }
    ]
  },
  {
    "resource": "hp",
    "verb": "get",
    "operation": "getHpJob",
    "tool": "get_hp_job",
    "isCreate": false,
    "summary": "Get the status of an HP job",
    "notes": [
      "Reads an HP job back by its identifier. While its status is `rendering`, the video is being produced. Pause between two calls, and limit the whole wait: no status is known to be final.",
      "Gap `hp-status-of-other-jobs`: Only identifiers of HP jobs can be read here."
    ],
    "parameters": [
      {
        "name": "job-id",
        "notes": [
          "Identifier of the HP job, as its create response gave it."
        ]
      }
    ]
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
      "Lists the avatars of the public kind. Name one of them in a lipsync video with the `avatar_type` `public`."
    ],
    "parameters": [],
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
      "Lists the avatars of the custom kind. Name one of them in a lipsync video with the `avatar_type` `custom`."
    ],
    "parameters": [],
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
      "Lists the voices of the public kind. Name one of them in a script with the `voice_type` `public`."
    ],
    "parameters": [],
    "list": "voices_list"
  }
];

export const absentCommands: AbsentCommand[] = [
  {
    "resource": "lipsync",
    "verb": "get",
    "gap": "lipsync-status-endpoint",
    "reading": "There is no documented way to learn when a lipsync video is done, or to fetch it."
  },
  {
    "resource": "slides",
    "verb": "get",
    "gap": "slides-status-endpoint",
    "reading": "There is no documented way to learn when a dynamic slide video is done, or to fetch it."
  }
];

/** Gaps of the whole interface whose cost is money or data. */
export const costlyGaps: string[] = [
  "Gap `create-idempotency`: Each create request may start, and may cost, a job of its own. After an unclear failure, do not send it again unseen.",
  "Gap `job-list-and-cancel`: This contract has no such operation. Keep the `job_id` of every job you start, because a lost one cannot be found again."
];
