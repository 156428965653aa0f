/**
 * What the contract documents about responses, generated from its strict copy. Do not edit: run npm run generate.
 */

/** The name of a schema in {@link observedSchemas}, or a schema without a name. */
export type ObservedSchema = string | InlineSchema;

export interface InlineSchema {
  /** Types that are documented; without it, any. */
  types?: readonly string[];
  /** Values that are documented; without it, any. */
  values?: readonly unknown[];
  /** Fields that are documented; without it, the value is not looked into. */
  fields?: { readonly [name: string]: ObservedSchema };
  items?: ObservedSchema;
  /** Alternatives, and the key in the contract that lists them. */
  branches?: readonly ObservedSchema[];
  branchKey?: string;
  /** The gap that something undocumented here is news about. */
  gap?: string;
}

export interface ObservedOperation {
  /** JSON pointer to the responses of the operation in the contract. */
  responses: string;
  /** Status codes that are documented one by one. */
  statuses: readonly number[];
  result: ObservedSchema;
}

/** The gaps that an undocumented status code is news about. */
export const statusGaps: { success?: string; failure?: string } = {
  "success": "success-status-codes",
  "failure": "failure-status-codes"
};

export const observedOperations: { readonly [operation: string]: ObservedOperation } = {
  "createLipsyncVideo": {
    "responses": "#/paths/~1api~1express_lipsync_video/post/responses",
    "statuses": [],
    "result": "LipsyncVideoReceipt"
  },
  "createDynamicSlideVideo": {
    "responses": "#/paths/~1api~1template_dynamic_slide_video/post/responses",
    "statuses": [],
    "result": "DynamicSlideVideoReceipt"
  },
  "createHpJob": {
    "responses": "#/paths/~1api~1hp_job/post/responses",
    "statuses": [],
    "result": "HpJobReceipt"
  },
  "getHpJob": {
    "responses": "#/paths/~1api~1hp_job~1{job_id}/get/responses",
    "statuses": [],
    "result": "HpJob"
  },
  "listPublicAvatars": {
    "responses": "#/paths/~1api~1avatars~1public/get/responses",
    "statuses": [],
    "result": "AvatarList"
  },
  "listCustomAvatars": {
    "responses": "#/paths/~1api~1avatars~1custom/get/responses",
    "statuses": [],
    "result": "AvatarList"
  },
  "listPublicVoices": {
    "responses": "#/paths/~1api~1voices~1public/get/responses",
    "statuses": [],
    "result": "VoiceList"
  }
};

export const observedSchemas: { readonly [name: string]: InlineSchema } = {
  "LipsyncVideoReceipt": {
    "types": [
      "object"
    ],
    "fields": {
      "job_id": "JobId",
      "input": "LipsyncVideoInputEcho",
      "status": "JobStatus",
      "output": "JobOutput"
    }
  },
  "JobId": {
    "types": [
      "string"
    ],
    "gap": "job-retention"
  },
  "LipsyncVideoInputEcho": {
    "types": [
      "object"
    ],
    "fields": {
      "model": "LipsyncModel",
      "actor": "Actor",
      "script": "Script"
    },
    "gap": "lipsync-input-echo"
  },
  "LipsyncModel": {
    "types": [
      "string"
    ],
    "values": [
      "v1",
      "v2"
    ],
    "gap": "model-differences"
  },
  "Actor": {
    "branchKey": "oneOf",
    "branches": [
      "AvatarActor",
      "VideoActor"
    ],
    "gap": "actor-conditional-fields"
  },
  "AvatarActor": {
    "types": [
      "object"
    ],
    "fields": {
      "use": {
        "types": [
          "string"
        ],
        "values": [
          "avatar"
        ]
      },
      "avatar_id": {
        "types": [
          "string"
        ]
      },
      "avatar_type": {
        "types": [
          "string"
        ],
        "values": [
          "public",
          "custom"
        ]
      }
    }
  },
  "VideoActor": {
    "types": [
      "object"
    ],
    "fields": {
      "use": {
        "types": [
          "string"
        ],
        "values": [
          "video"
        ]
      },
      "video_url": {
        "types": [
          "string"
        ],
        "gap": "actor-video-format"
      }
    }
  },
  "Script": {
    "branchKey": "oneOf",
    "branches": [
      "AudioScript",
      "TextScript"
    ],
    "gap": "script-conditional-fields"
  },
  "AudioScript": {
    "types": [
      "object"
    ],
    "fields": {
      "use": {
        "types": [
          "string"
        ],
        "values": [
          "audio"
        ]
      },
      "audio_url": {
        "types": [
          "string"
        ],
        "gap": "script-audio-format"
      }
    }
  },
  "TextScript": {
    "types": [
      "object"
    ],
    "fields": {
      "use": {
        "types": [
          "string"
        ],
        "values": [
          "text"
        ]
      },
      "text": {
        "types": [
          "string"
        ],
        "gap": "script-text-rules"
      },
      "voice_id": {
        "types": [
          "string"
        ]
      },
      "voice_type": {
        "types": [
          "string"
        ],
        "values": [
          "public",
          "custom"
        ]
      }
    }
  },
  "JobStatus": {
    "types": [
      "string"
    ],
    "values": [
      "rendering"
    ],
    "gap": "job-status-values"
  },
  "JobOutput": {
    "types": [
      "string"
    ],
    "gap": "job-output-when-done"
  },
  "DynamicSlideVideoReceipt": {
    "types": [
      "object"
    ],
    "fields": {
      "job_id": "JobId",
      "status": "JobStatus",
      "output": "JobOutput"
    }
  },
  "HpJobReceipt": {
    "types": [
      "object"
    ],
    "fields": {
      "job_id": "JobId",
      "status": "JobStatus",
      "output": "JobOutput",
      "data_json": {
        "types": [
          "string"
        ],
        "gap": "data-json-content"
      },
      "project_name": "ProjectName"
    },
    "gap": "hp-create-response-fields"
  },
  "ProjectName": {
    "types": [
      "string"
    ],
    "gap": "project-name-uniqueness"
  },
  "HpJob": {
    "types": [
      "object"
    ],
    "fields": {
      "job_type": {
        "types": [
          "string"
        ],
        "gap": "job-type-values"
      },
      "job_id": "JobId",
      "status": "JobStatus",
      "project_name": "ProjectName",
      "output": "HpJobOutput"
    }
  },
  "HpJobOutput": {
    "types": [
      "object",
      "string"
    ],
    "fields": {},
    "gap": "hp-output-fields"
  },
  "AvatarList": {
    "types": [
      "object"
    ],
    "fields": {
      "avatars_list": {
        "types": [
          "array"
        ],
        "items": "Avatar",
        "gap": "avatar-list-pagination"
      }
    }
  },
  "Avatar": {
    "types": [
      "object"
    ],
    "fields": {},
    "gap": "avatar-fields"
  },
  "VoiceList": {
    "types": [
      "object"
    ],
    "fields": {
      "voices_list": {
        "types": [
          "array"
        ],
        "items": "Voice",
        "gap": "voice-list-pagination"
      }
    }
  },
  "Voice": {
    "types": [
      "object"
    ],
    "fields": {},
    "gap": "voice-fields"
  }
};
