/**
 * Types of the Video Generation Service, generated from its contract. Do not edit: run npm run
 * generate.
 *
 * Not documented about the interface as a whole:
 * - `interface-versioning`: Nothing in a request or a response names a version of the interface. The version of this document counts its own editions, not those of the service.
 * - `success-status-codes`: Every success is described as `2XX`. Rely on the class of the code and on the body, never on one code such as 200 or 201.
 * - `response-media-type`: A success carries `application/json`. Check the body all the same before you rely on it.
 * - `response-field-presence`: A field that is listed for a response without doubt is required in this contract and is never null. A field in doubt is optional.
 * - `unknown-request-fields`: Request bodies stay open. Send listed fields only, because an unknown one may be ignored or refused.
 * - `identifier-formats`: An identifier is an opaque string of any length and alphabet. Store it as it came, compare it exactly, and encode it before you put it into a path.
 * - `media-url-access`: Any string is accepted by this contract. Offer a public `https` address that stays reachable without credentials for as long as the job runs.
 * - `create-idempotency`: Each create request may start, and may cost, a job of its own. After an unclear failure, do not send it again unseen.
 * - `job-list-and-cancel`: This contract has no such operation. Keep the `job_id` of every job you start, because a lost one cannot be found again.
 * - `events-and-webhooks`: This contract describes no callback and no event. The only documented way to learn of progress is to read an HP job again.
 * - `rate-limits`: This contract states no limit and no header that reports one. Be ready to be refused, and slow down then.
 * - `size-limits`: This contract states no maximum for request bodies, texts, lists, media files or spreadsheets.
 * - `base-address`: The default is a placeholder and leads nowhere. Every client must be told the address, scheme included.
 * - `hp-meaning`: A name without a known meaning, written here as the specification writes it.
 * - `custom-voices-endpoint`: The path stays without an operation. A method alone, without a response, would promise more than the specification does. There is no documented way to list custom voices. No method on the path can be relied on, though `GET` is the likely one.
 * - `token-lifecycle`: A token is something you already have: this contract has no operation that issues one. It may stop working at any time, so read it anew for each request where you can.
 * - `token-scope`: One token opens every operation; nothing narrower is described.
 */
export interface paths {
    "/api/express_lipsync_video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours; the script is an audio file or a text spoken in a voice. The four combinations are shown as examples.
         * - Gap `lipsync-status-endpoint`: There is no documented way to learn when a lipsync video is done, or to fetch it.
         */
        post: operations["createLipsyncVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/template_dynamic_slide_video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a render job that builds a video from a template, a slide count, and customizations of the template's layers.
         * - Gap `slides-status-endpoint`: There is no documented way to learn when a dynamic slide video is done, or to fetch it.
         */
        post: operations["createDynamicSlideVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hp_job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a render job that personalises a base video with variable text segments, using data rows taken from a spreadsheet. The examples show both names that the specification gives the list of segments. */
        post: operations["createHpJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/hp_job/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads an HP job back by its identifier. While its status is `rendering`, the video is being produced. Pause between two calls, and limit the whole wait: no status is known to be final.
         * - Gap `hp-status-of-other-jobs`: Only identifiers of HP jobs can be read here.
         */
        get: operations["getHpJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatars/public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the avatars of the public kind. Name one of them in a lipsync video with the `avatar_type` `public`. */
        get: operations["listPublicAvatars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/avatars/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the avatars of the custom kind. Name one of them in a lipsync video with the `avatar_type` `custom`. */
        get: operations["listCustomAvatars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voices/public": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the voices of the public kind. Name one of them in a script with the `voice_type` `public`. */
        get: operations["listPublicVoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/voices/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Selects the generation model that lip-syncs the actor. It is not a version of the interface.
         * - Gap `model-differences`: Both are accepted by this contract for every combination of actor and script.
         */
        LipsyncModel: "v1" | "v2";
        /** An avatar that the service stores is lip-synced to the script. */
        AvatarActor: {
            /** Chooses a stored avatar as the actor. */
            use: "avatar";
            /** Names the avatar. It is obtained from the list of public or of custom avatars. */
            avatar_id: string;
            /** Says of which of the two kinds the avatar is. */
            avatar_type: "public" | "custom";
        };
        /** A video that you supply is lip-synced to the script. */
        VideoActor: {
            /** Chooses a supplied video as the actor. */
            use: "video";
            /**
             * URL of the video to lip-sync.
             * - Gap `actor-video-format`: Any string is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started.
             */
            video_url: string;
        };
        /**
         * Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
         * - Gap `actor-conditional-fields`: Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
         */
        Actor: components["schemas"]["AvatarActor"] | components["schemas"]["VideoActor"];
        /** The actor is lip-synced to an audio file that you supply. */
        AudioScript: {
            /** Chooses a supplied audio file as the script. */
            use: "audio";
            /**
             * URL of the audio to lip-sync.
             * - Gap `script-audio-format`: Any string is accepted by this contract. Rely on MP3 alone.
             */
            audio_url: string;
        };
        /** The actor is lip-synced to a text that is spoken in a chosen voice. */
        TextScript: {
            /** Chooses a text, spoken in a voice, as the script. */
            use: "text";
            /**
             * The text to be spoken.
             * - Gap `script-text-rules`: Any string is accepted by this contract. Send plain text; no markup is known to be understood.
             */
            text: string;
            /** Names the voice that speaks the text. A public one is obtained from the list of public voices. For custom ones the specification names the path `/api/voices/custom`, but not how to use it. */
            voice_id: string;
            /** Says of which of the two kinds the voice is. */
            voice_type: "public" | "custom";
        };
        /**
         * What is said. `use` chooses between an audio file that you supply and a text that a voice speaks.
         * - Gap `script-conditional-fields`: Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
         */
        Script: components["schemas"]["AudioScript"] | components["schemas"]["TextScript"];
        /**
         * The request body that starts one lipsync video.
         * - Gap `actor-and-script-presence`: Both may be left out under this contract. Send both, as the sample request does, until it is known what a job without them renders.
         */
        LipsyncVideoInput: {
            /**
             * Selects the generation model that lip-syncs the actor. It is not a version of the interface.
             * - Gaps, see {@link LipsyncModel}: `model-differences`
             */
            model: components["schemas"]["LipsyncModel"];
            /**
             * Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
             * - Gaps, see {@link Actor}: `actor-conditional-fields`
             */
            actor?: components["schemas"]["Actor"];
            /**
             * What is said. `use` chooses between an audio file that you supply and a text that a voice speaks.
             * - Gaps, see {@link Script}: `script-conditional-fields`
             */
            script?: components["schemas"]["Script"];
        };
        /**
         * Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
         * - Gap `job-retention`: A job may become unreadable at any time after it has ended. Copy what you need as soon as it is there.
         */
        JobId: string;
        /**
         * Echo of the input fields that the client gave.
         * - Gap `lipsync-input-echo`: Each request field may stand in the echo, in the form the client gave it, and none has to.
         */
        LipsyncVideoInputEcho: {
            /**
             * Selects the generation model that lip-syncs the actor. It is not a version of the interface.
             * - Gaps, see {@link LipsyncModel}: `model-differences`
             */
            model?: components["schemas"]["LipsyncModel"];
            /**
             * Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
             * - Gaps, see {@link Actor}: `actor-conditional-fields`
             */
            actor?: components["schemas"]["Actor"];
            /**
             * What is said. `use` chooses between an audio file that you supply and a text that a voice speaks.
             * - Gaps, see {@link Script}: `script-conditional-fields`
             */
            script?: components["schemas"]["Script"];
        };
        /**
         * Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced.
         * - Gap `job-status-values`: An open string with one known value. Expect others, and treat them as unknown, not as success: they say that the job is no longer in that state, and nothing more.
         * - Gap `job-status-transitions`: A job may change its status at any time and in any order. No status is known to be final, so every wait needs a limit of its own.
         * - Gap `render-duration`: This contract gives no duration and no polling interval. Choose both yourself, and let a wait be resumed.
         */
        JobStatus: string;
        /**
         * Video generation output, as a create response gives it. It is an empty string while the job is rendering.
         * - Gap `job-output-when-done`: A string of unknown content. Do not parse it as a URL without a check.
         */
        JobOutput: string;
        /** Receipt for a lipsync job that has just been created. It names the job and repeats what was asked for. */
        LipsyncVideoReceipt: {
            /**
             * Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * Echo of the input fields that the client gave.
             * - Gaps, see {@link LipsyncVideoInputEcho}: `lipsync-input-echo`
             */
            input: components["schemas"]["LipsyncVideoInputEcho"];
            /**
             * Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `render-duration`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Video generation output, as a create response gives it. It is an empty string while the job is rendering.
             * - Gaps, see {@link JobOutput}: `job-output-when-done`
             */
            output: components["schemas"]["JobOutput"];
        };
        /** Customizes one layer of the template. */
        SlideCustomization: {
            /**
             * Names the layer. A layer with the identifier `audio` appears in the specification's sample.
             * - Gap `layer-identifiers`: Any string is accepted by this contract. Even `audio` need not exist in every template.
             */
            layer_id: string;
            /**
             * Type of the layer.
             * - Gap `layer-types`: Any string is accepted by this contract. Leave it out unless your provider has told you the value.
             */
            layer_type?: string;
            /**
             * Inputs for the layer.
             * - Gap `layer-inputs-shape`: A list of anything. The type of an element is unknown.
             */
            inputs?: unknown[];
        };
        /** The request body that starts one dynamic slide video. */
        DynamicSlideVideoInput: {
            /**
             * Names the template that the video is built from.
             * - Gap `template-fields`: Nothing about a template is known but its identifier, and this contract has no operation that lists templates or reads one.
             */
            template_id: string;
            /**
             * Number of slides.
             * - Gap `slides-count-bounds`: Any integer is accepted by this contract, zero and negative ones included. Send a positive one.
             */
            slides_count: number;
            /**
             * Customizations of layers of the template.
             * - Gap `customization-slide-assignment`: Nothing can be relied on as to which slide an entry changes, or whether a layer may be named twice.
             */
            customizations?: components["schemas"]["SlideCustomization"][];
        };
        /** Receipt for a dynamic slide job that has just been created. It names the job and says where it stands. */
        DynamicSlideVideoReceipt: {
            /**
             * Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `render-duration`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Video generation output, as a create response gives it. It is an empty string while the job is rendering.
             * - Gaps, see {@link JobOutput}: `job-output-when-done`
             */
            output: components["schemas"]["JobOutput"];
        };
        /**
         * Project name.
         * - Gap `project-name-uniqueness`: Any string is accepted by this contract, also one that another job carries.
         */
        ProjectName: string;
        /**
         * Start or end of a variable segment.
         * - Gap `segment-time-type`: A string or an integer. It is not known whether the service takes both.
         * - Gap `segment-time-units`: Nothing can be relied on; seconds, milliseconds, frames and clock notations are all possible.
         */
        SegmentTime: string | number;
        /**
         * One variable segment of the base video, with the texts before and after its variable.
         * - Gap `variable-text-use`: Two optional strings. Nothing can be relied on as to how they are joined with the value from the row.
         * - Gap `segment-time-order`: Any two times are accepted by this contract. Send a start before the end, and segments that do not overlap.
         */
        HpVariable: {
            /**
             * Start time of the variable segment.
             * - Gaps, see {@link SegmentTime}: `segment-time-type`, `segment-time-units`
             */
            start_time: components["schemas"]["SegmentTime"];
            /**
             * End time of the variable segment.
             * - Gaps, see {@link SegmentTime}: `segment-time-type`, `segment-time-units`
             */
            end_time: components["schemas"]["SegmentTime"];
            /** Text placed before the variable. */
            variable_pre_text?: string;
            /** Text placed after the variable. */
            variable_post_text?: string;
        };
        /**
         * The request body that starts one HP job.
         * - Gap `variables-or-customizations`: Either name is accepted by this contract, and neither is required. Send one of them, never both, since it is not known which would win.
         * - Gap `data-slice-bounds`: Any two integers are accepted by this contract, also negative ones and an end before the start. Send rows that exist, in ascending order.
         * - Gap `hp-videos-per-job`: Nothing can be relied on as to how rows, videos and jobs relate.
         */
        HpJobInput: {
            /**
             * Project name.
             * - Gaps, see {@link ProjectName}: `project-name-uniqueness`
             */
            project_name: components["schemas"]["ProjectName"];
            /**
             * URL of the base video.
             * - Gap `base-video-format`: Any string is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started.
             */
            base_video_url: string;
            /**
             * Number of variables.
             * - Gap `variable-count-bounds`: Any integer is accepted by this contract, zero and negative ones included. Send a positive one.
             * - Gap `variable-count-and-segments`: The two are not compared by this contract. Make them equal.
             */
            variable_count: number;
            /**
             * Start index of the slice of data rows.
             * - Gap `data-slice-origin`: Nothing can be relied on as to which row of the sheet an index means.
             */
            data_slice_start_index: number;
            /**
             * End index of the slice of data rows.
             * - Gap `data-slice-end-inclusive`: Nothing can be relied on. Try a small slice first.
             */
            data_slice_end_index: number;
            /**
             * URL of the spreadsheet that the data rows are taken from.
             * - Gap `data-xlsx-url-type`: A string. The specification itself calls a URL string the consistent reading; the declared integer is taken for a slip. Any string is accepted by this contract. An integer is not.
             * - Gap `spreadsheet-format`: Send an Office Open XML workbook. Other spreadsheet formats may be refused.
             * - Gap `spreadsheet-layout`: Nothing is known about sheets, header rows and columns, or how a column is tied to a variable.
             */
            data_xlsx_url: string;
            /**
             * The music switch of the job.
             * - Gap `music-effect`: True and false are both accepted by this contract. That true means music is likely, but not stated.
             */
            music: boolean;
            /** The variable segments of the base video, under the name the field list gives them. */
            variables?: components["schemas"]["HpVariable"][];
            /** The variable segments of the base video, under the name the sample request gives them. */
            customizations?: components["schemas"]["HpVariable"][];
        };
        /**
         * Receipt for an HP job that has just been created. Keep its `job_id`, which is all you need to read the job back.
         * - Gap `hp-create-response-fields`: Only `job_id` and `status` can be relied on. The other three may be there or not.
         */
        HpJobReceipt: {
            /**
             * Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `render-duration`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Video generation output, as a create response gives it. It is an empty string while the job is rendering.
             * - Gaps, see {@link JobOutput}: `job-output-when-done`
             */
            output?: components["schemas"]["JobOutput"];
            /**
             * The input data of the job, as JSON.
             * - Gap `data-json-content`: A string. Guard the parsing, and expect no structure in what comes out.
             */
            data_json?: string;
            /**
             * Project name.
             * - Gaps, see {@link ProjectName}: `project-name-uniqueness`
             */
            project_name?: components["schemas"]["ProjectName"];
        };
        /**
         * The output of an HP job that is read back.
         * - Gap `hp-output-fields`: An object of unknown content, possibly empty. Check each field before you use it.
         * - Gap `hp-output-while-rendering`: An empty string or an object. Check for an object before you read a field of it. Do not share one type with the `output` of a receipt, which is a string.
         */
        HpJobOutput: {
            [key: string]: unknown;
        } | string;
        /** The record of an HP job as the status endpoint returns it. */
        HpJob: {
            /**
             * Type of the job.
             * - Gap `job-type-values`: An open string without a known value. Do not branch on it.
             */
            job_type: string;
            /**
             * Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `render-duration`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Project name.
             * - Gaps, see {@link ProjectName}: `project-name-uniqueness`
             */
            project_name: components["schemas"]["ProjectName"];
            /**
             * The output of an HP job that is read back.
             * - Gaps, see {@link HpJobOutput}: `hp-output-fields`, `hp-output-while-rendering`
             */
            output: components["schemas"]["HpJobOutput"];
        };
        /**
         * One avatar of the list.
         * - Gap `avatar-fields`: An object of unknown content. Even the field that holds the `avatar_id` is not known by name.
         * - Gap `custom-avatar-creation`: This contract has no operation that creates, changes or deletes an avatar.
         */
        Avatar: {
            [key: string]: unknown;
        };
        /** The avatars of one kind, public or custom. */
        AvatarList: {
            /**
             * The avatars of this kind.
             * - Gap `avatar-list-pagination`: One response holds the whole list, as this contract reads "get all", in no particular order.
             */
            avatars_list: components["schemas"]["Avatar"][];
        };
        /**
         * One voice of the list.
         * - Gap `voice-fields`: An object of unknown content. Even the field that holds the `voice_id` is not known by name.
         */
        Voice: {
            [key: string]: unknown;
        };
        /** The voices of the public kind. */
        VoiceList: {
            /**
             * The public voices.
             * - Gap `voice-list-pagination`: One response holds the whole list, as this contract reads "get all", in no particular order.
             */
            voices_list: components["schemas"]["Voice"][];
        };
    };
    responses: {
        /**
         * An error: any answer outside `2XX`. Decide by the status code, and treat the body as text for a person or a log; it may be empty.
         * - Gap `error-body`: The body can be anything, also HTML or nothing. Its type is unknown, a parser must not depend on it, and no machine-readable reason can be relied on.
         * - Gap `failure-status-codes`: Everything outside `2XX` is a failure. A single code means no more than HTTP says it means.
         */
        UndocumentedResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "*/*": unknown;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createLipsyncVideo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who speaks, what is said, and which generation model lip-syncs it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LipsyncVideoInput"];
            };
        };
        responses: {
            /** The job has been accepted. Its record comes back at once, while the service renders. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LipsyncVideoReceipt"];
                };
            };
            default: components["responses"]["UndocumentedResponse"];
        };
    };
    createDynamicSlideVideo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The template, the number of slides, and the customizations of its layers. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DynamicSlideVideoInput"];
            };
        };
        responses: {
            /** The job has been accepted. Its record comes back at once, while the service renders. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DynamicSlideVideoReceipt"];
                };
            };
            default: components["responses"]["UndocumentedResponse"];
        };
    };
    createHpJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The base video, its variable segments, and the slice of data rows to use. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HpJobInput"];
            };
        };
        responses: {
            /** The job has been accepted. Its record comes back at once, while the service renders. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HpJobReceipt"];
                };
            };
            default: components["responses"]["UndocumentedResponse"];
        };
    };
    getHpJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** Identifier of the HP job, as its create response gave it. */
                job_id: components["schemas"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The HP job as it stands now. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HpJob"];
                };
            };
            default: components["responses"]["UndocumentedResponse"];
        };
    };
    listPublicAvatars: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All public avatars. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarList"];
                };
            };
            default: components["responses"]["UndocumentedResponse"];
        };
    };
    listCustomAvatars: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All custom avatars. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarList"];
                };
            };
            default: components["responses"]["UndocumentedResponse"];
        };
    };
    listPublicVoices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** All public voices. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceList"];
                };
            };
            default: components["responses"]["UndocumentedResponse"];
        };
    };
}
export type LipsyncModel = components["schemas"]["LipsyncModel"];
export type AvatarActor = components["schemas"]["AvatarActor"];
export type VideoActor = components["schemas"]["VideoActor"];
export type Actor = components["schemas"]["Actor"];
export type AudioScript = components["schemas"]["AudioScript"];
export type TextScript = components["schemas"]["TextScript"];
export type Script = components["schemas"]["Script"];
export type LipsyncVideoInput = components["schemas"]["LipsyncVideoInput"];
export type JobId = components["schemas"]["JobId"];
export type LipsyncVideoInputEcho = components["schemas"]["LipsyncVideoInputEcho"];
export type JobStatus = "rendering" | (string & {});
export type JobOutput = components["schemas"]["JobOutput"];
export type LipsyncVideoReceipt = Omit<components["schemas"]["LipsyncVideoReceipt"], "status"> & {
    /** Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type SlideCustomization = components["schemas"]["SlideCustomization"];
export type DynamicSlideVideoInput = components["schemas"]["DynamicSlideVideoInput"];
export type DynamicSlideVideoReceipt = Omit<components["schemas"]["DynamicSlideVideoReceipt"], "status"> & {
    /** Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type ProjectName = components["schemas"]["ProjectName"];
export type SegmentTime = components["schemas"]["SegmentTime"];
export type HpVariable = components["schemas"]["HpVariable"];
export type HpJobInput = components["schemas"]["HpJobInput"];
export type HpJobReceipt = Omit<components["schemas"]["HpJobReceipt"], "status"> & {
    /** Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type HpJobOutput = components["schemas"]["HpJobOutput"];
export type HpJob = Omit<components["schemas"]["HpJob"], "status"> & {
    /** Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type Avatar = components["schemas"]["Avatar"];
export type AvatarList = components["schemas"]["AvatarList"];
export type Voice = components["schemas"]["Voice"];
export type VoiceList = components["schemas"]["VoiceList"];
