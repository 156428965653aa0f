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
        "type": "string",
        "enum": [
          "v1",
          "v2"
        ],
        "description": "Selects the generation model. It is not a version of the interface."
      },
      "actor": {
        "$ref": "#/$defs/Actor",
        "type": "object"
      },
      "script": {
        "$ref": "#/$defs/Script",
        "type": "object"
      }
    },
    "additionalProperties": false,
    "description": "The request body that starts one lipsync video.",
    "$defs": {
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
        "description": "Who speaks in the video: a stored avatar or a video that you supply. `use` selects which."
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
            "description": "`avatar`: a stored avatar."
          },
          "avatar_id": {
            "type": "string",
            "description": "Identifies the avatar. Take it from the list of public or custom avatars."
          },
          "avatar_type": {
            "type": "string",
            "enum": [
              "public",
              "custom"
            ],
            "description": "Kind of the avatar."
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
            "description": "`video`: your video."
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
        "description": "What the actor says: an audio file that you supply or a text that a voice speaks. `use` selects which."
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
            "description": "`audio`: your audio file."
          },
          "audio_url": {
            "type": "string",
            "description": "URL of the audio to lip-sync. The sample in the specification shows an `.mp3` URL."
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
            "description": "`text`: a text that a voice speaks."
          },
          "text": {
            "type": "string",
            "description": "The text to be spoken."
          },
          "voice_id": {
            "type": "string",
            "description": "Identifies the voice that speaks the text. Take a public one from the list of public voices."
          },
          "voice_type": {
            "type": "string",
            "enum": [
              "public",
              "custom"
            ],
            "description": "Kind of the voice."
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
        "description": "Identifies the template that the video is built from. Ask the service owner for the identifiers of your templates and of their layers. No operation lists them, and even the layer `audio` may not exist in every template."
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
        "description": "Customizations of layers of the template. Ask the service owner which slides an entry changes. Until then, name each layer once."
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
            "description": "Identifies the layer. A layer with the identifier `audio` appears in the specification's sample."
          },
          "layer_type": {
            "type": "string",
            "description": "Type of the layer."
          },
          "inputs": {
            "type": "array",
            "items": {},
            "description": "Inputs for the layer. Leave `inputs` out until the service owner has told you what an element looks like."
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
        "type": "string",
        "description": "Project name. Give each job a project name of its own. A second job of that name may replace the first."
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
        "description": "Start index of the slice of data rows. Fill four rows with different texts, send the indices 1 and 2, and see which texts appear. Test with few rows whether the end row is included."
      },
      "data_slice_end_index": {
        "type": "integer",
        "description": "End index of the slice of data rows. Fill four rows with different texts, send the indices 1 and 2, and see which texts appear. Test with few rows whether the end row is included."
      },
      "data_xlsx_url": {
        "type": "string",
        "description": "URL of the spreadsheet that the data rows are taken from. Ask the service owner for the layout of the sheet. Until then, test with one sheet, one header row and the columns in the order of the variables."
      },
      "music": {
        "type": "boolean",
        "description": "Music switch."
      },
      "variables": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/HpSegment"
        },
        "description": "The variable segments of the base video."
      },
      "customizations": {
        "type": "array",
        "items": {
          "$ref": "#/$defs/HpSegment"
        },
        "description": "The variable segments of the base video."
      }
    },
    "additionalProperties": false,
    "description": "The request body that starts one HP job. Test with few rows. Send the segments as `variables`. If the service ignores them, try `customizations`. Never send both: which one wins is not documented. Don't assume one video per row: how many one job makes is not documented. Look for a video of each row before you call a job done. A status that means success may hide rows that have failed.",
    "$defs": {
      "HpSegment": {
        "type": "object",
        "required": [
          "start_time",
          "end_time"
        ],
        "properties": {
          "start_time": {
            "type": [
              "string",
              "integer"
            ],
            "description": "Start time of the variable segment. Test with `start_time` 1 and `end_time` 3. If the segment lasts two seconds, the unit is seconds. If it is too short to see, the unit is frames or milliseconds."
          },
          "end_time": {
            "type": [
              "string",
              "integer"
            ],
            "description": "End time of the variable segment. Test with `start_time` 1 and `end_time` 3. If the segment lasts two seconds, the unit is seconds. If it is too short to see, the unit is frames or milliseconds."
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
        "type": "string",
        "description": "Identifier of the HP job, as its create response gave it."
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
