/** The schema of what each operation is given, with the definitions that it reaches. Generated from the contract. Do not edit: run npm run generate. */
import type { OperationMethods } from "../methods.ts";

export type InputSchema = { [keyword: string]: unknown };

/** Of the body, or of an object with the path parameters. Closed: a field that the contract does not list is refused. */
export const inputSchemas: Record<keyof OperationMethods<unknown>, InputSchema> = {
  "createLipsyncVideo": {
    "type": "object",
    "required": [
      "model"
    ],
    "properties": {
      "model": {
        "$ref": "#/$defs/LipsyncModel"
      },
      "actor": {
        "$ref": "#/$defs/Actor"
      },
      "script": {
        "$ref": "#/$defs/Script"
      }
    },
    "additionalProperties": false,
    "description": "The request body that starts one lipsync video.",
    "$defs": {
      "LipsyncModel": {
        "type": "string",
        "enum": [
          "v1",
          "v2"
        ],
        "description": "Selects the generation model that lip-syncs the actor. It is not a version of the interface."
      },
      "Actor": {
        "oneOf": [
          {
            "$ref": "#/$defs/AvatarActor"
          },
          {
            "$ref": "#/$defs/VideoActor"
          }
        ],
        "discriminator": {
          "propertyName": "use"
        },
        "type": "object",
        "description": "Who is seen speaking. `use` chooses between a stored avatar and a video that you supply."
      },
      "AvatarActor": {
        "type": "object",
        "required": [
          "use",
          "avatar_id",
          "avatar_type"
        ],
        "properties": {
          "use": {
            "type": "string",
            "const": "avatar",
            "description": "Chooses a stored avatar as the actor."
          },
          "avatar_id": {
            "type": "string",
            "description": "Names the avatar. It is obtained from the list of public or of custom avatars."
          },
          "avatar_type": {
            "type": "string",
            "enum": [
              "public",
              "custom"
            ],
            "description": "Says of which of the two kinds the avatar is."
          }
        },
        "additionalProperties": false,
        "description": "An avatar that the service stores is lip-synced to the script."
      },
      "VideoActor": {
        "type": "object",
        "required": [
          "use",
          "video_url"
        ],
        "properties": {
          "use": {
            "type": "string",
            "const": "video",
            "description": "Chooses a supplied video as the actor."
          },
          "video_url": {
            "type": "string",
            "description": "URL of the video to lip-sync."
          }
        },
        "additionalProperties": false,
        "description": "A video that you supply is lip-synced to the script."
      },
      "Script": {
        "oneOf": [
          {
            "$ref": "#/$defs/AudioScript"
          },
          {
            "$ref": "#/$defs/TextScript"
          }
        ],
        "discriminator": {
          "propertyName": "use"
        },
        "type": "object",
        "description": "What is said. `use` chooses between an audio file that you supply and a text that a voice speaks."
      },
      "AudioScript": {
        "type": "object",
        "required": [
          "use",
          "audio_url"
        ],
        "properties": {
          "use": {
            "type": "string",
            "const": "audio",
            "description": "Chooses a supplied audio file as the script."
          },
          "audio_url": {
            "type": "string",
            "description": "URL of the audio to lip-sync."
          }
        },
        "additionalProperties": false,
        "description": "The actor is lip-synced to an audio file that you supply."
      },
      "TextScript": {
        "type": "object",
        "required": [
          "use",
          "text",
          "voice_id",
          "voice_type"
        ],
        "properties": {
          "use": {
            "type": "string",
            "const": "text",
            "description": "Chooses a text, spoken in a voice, as the script."
          },
          "text": {
            "type": "string",
            "description": "The text to be spoken."
          },
          "voice_id": {
            "type": "string",
            "description": "Names the voice that speaks the text. A public one is obtained from the list of public voices. For custom ones the specification names the path `/api/voices/custom`, but not how to use it."
          },
          "voice_type": {
            "type": "string",
            "enum": [
              "public",
              "custom"
            ],
            "description": "Says of which of the two kinds the voice is."
          }
        },
        "additionalProperties": false,
        "description": "The actor is lip-synced to a text that is spoken in a chosen voice."
      }
    }
  },
  "createDynamicSlideVideo": {
    "type": "object",
    "required": [
      "template_id",
      "slides_count"
    ],
    "properties": {
      "template_id": {
        "type": "string",
        "description": "Names the template that the video is built from. Nothing about a template is known but its identifier, and this contract has no operation that lists templates or reads one."
      },
      "slides_count": {
        "type": "integer",
        "description": "Number of slides."
      },
      "customizations": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/SlideCustomization"
        },
        "description": "Customizations of layers of the template. Nothing can be relied on as to which slide an entry changes, or whether a layer may be named twice."
      }
    },
    "additionalProperties": false,
    "description": "The request body that starts one dynamic slide video.",
    "$defs": {
      "SlideCustomization": {
        "type": "object",
        "required": [
          "layer_id"
        ],
        "properties": {
          "layer_id": {
            "type": "string",
            "description": "Names the layer. A layer with the identifier `audio` appears in the specification's sample. Any string is accepted by this contract. Even `audio` need not exist in every template."
          },
          "layer_type": {
            "type": "string",
            "description": "Type of the layer."
          },
          "inputs": {
            "type": "array",
            "items": {},
            "description": "Inputs for the layer. A list of anything. The type of an element is unknown."
          }
        },
        "additionalProperties": false,
        "description": "Customizes one layer of the template."
      }
    }
  },
  "createHpJob": {
    "type": "object",
    "required": [
      "project_name",
      "base_video_url",
      "variable_count",
      "data_slice_start_index",
      "data_slice_end_index",
      "data_xlsx_url",
      "music"
    ],
    "properties": {
      "project_name": {
        "$ref": "#/$defs/ProjectName"
      },
      "base_video_url": {
        "type": "string",
        "description": "URL of the base video."
      },
      "variable_count": {
        "type": "integer",
        "description": "Number of variables."
      },
      "data_slice_start_index": {
        "type": "integer",
        "description": "Start index of the slice of data rows. Nothing can be relied on as to which row of the sheet an index means."
      },
      "data_slice_end_index": {
        "type": "integer",
        "description": "End index of the slice of data rows. Nothing can be relied on. Try a small slice first."
      },
      "data_xlsx_url": {
        "type": "string",
        "description": "URL of the spreadsheet that the data rows are taken from. Nothing is known about sheets, header rows and columns, or how a column is tied to a variable."
      },
      "music": {
        "type": "boolean",
        "description": "The music switch of the job."
      },
      "variables": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/HpVariable"
        },
        "description": "The variable segments of the base video, under the name the field list gives them."
      },
      "customizations": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/HpVariable"
        },
        "description": "The variable segments of the base video, under the name the sample request gives them."
      }
    },
    "additionalProperties": false,
    "description": "The request body that starts one HP job. Either name is accepted by this contract, and neither is required. Send one of them, never both, since it is not known which would win. Nothing can be relied on as to how rows, videos and jobs relate.",
    "$defs": {
      "ProjectName": {
        "type": "string",
        "description": "Project name. Any string is accepted by this contract, also one that another job carries."
      },
      "HpVariable": {
        "type": "object",
        "required": [
          "start_time",
          "end_time"
        ],
        "properties": {
          "start_time": {
            "$ref": "#/$defs/SegmentTime",
            "description": "Start time of the variable segment."
          },
          "end_time": {
            "$ref": "#/$defs/SegmentTime",
            "description": "End time of the variable segment."
          },
          "variable_pre_text": {
            "type": "string",
            "description": "Text placed before the variable."
          },
          "variable_post_text": {
            "type": "string",
            "description": "Text placed after the variable."
          }
        },
        "additionalProperties": false,
        "description": "One variable segment of the base video, with the texts before and after its variable."
      },
      "SegmentTime": {
        "type": [
          "string",
          "integer"
        ],
        "description": "Start or end of a variable segment. A string or an integer. It is not known whether the service takes both. Nothing can be relied on; seconds, milliseconds, frames and clock notations are all possible."
      }
    }
  },
  "getHpJob": {
    "type": "object",
    "additionalProperties": false,
    "required": [
      "job_id"
    ],
    "properties": {
      "job_id": {
        "$ref": "#/$defs/JobId",
        "description": "Identifier of the HP job, as its create response gave it."
      }
    },
    "$defs": {
      "JobId": {
        "type": "string",
        "description": "Names one render job. It is the only handle on a job you have started, so store it before you do anything else. A job may become unreadable at any time after it has ended. Copy what you need as soon as it is there."
      }
    }
  },
  "listPublicAvatars": {
    "type": "object",
    "additionalProperties": false,
    "required": [],
    "properties": {}
  },
  "listCustomAvatars": {
    "type": "object",
    "additionalProperties": false,
    "required": [],
    "properties": {}
  },
  "listPublicVoices": {
    "type": "object",
    "additionalProperties": false,
    "required": [],
    "properties": {}
  }
};
