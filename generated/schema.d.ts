/**
 * Types of the Video Generation Service. Generated from the contract. Do not edit: run npm run generate.
 *
 * About the interface as a whole:
 * - Gap `interface-versioning`: Don't look for a version of the interface in requests or responses: none is documented. The version of this contract counts its own editions.
 * - Gap `success-status-codes`: Treat every `2XX` code as a success. Don't test for one code, such as 200 or 201.
 * - Gap `response-media-type`: Expect `application/json`, and still check that the body parses.
 * - Gap `response-field-presence`: Response fields that the specification lists consistently are required and non-null here. Fields that it lists in one place and omits in another are optional. Check a field before you rely on it.
 * - Gap `unknown-request-fields`: Send only the fields listed here. The service may ignore or reject others.
 * - Gap `identifier-formats`: Treat every identifier as an opaque string of any length. Store it unchanged, compare it exactly, and encode it before you put it into a path.
 * - Gap `finished-video-format`: Check the format of a finished video before you publish it. Don't assume MP4, or the size of your base video.
 * - Gap `events-and-webhooks`: Poll. No callback, event or webhook is documented, and only HP jobs have a documented status endpoint.
 * - Gap `browser-access`: Call the service from a server. A browser may block the call, and a token in a web page is public.
 * - Gap `rate-limits`: Expect to be refused when you send too much, and slow down then. No limit and no header for one is documented.
 * - Gap `base-address`: Ask the service owner for the address, scheme included. The default here is a placeholder and leads nowhere.
 * - Gap `test-environment`: Don't run automated tests against the service. No address for tests is documented, and every create request may cost money.
 * - Gap `hp-meaning`: Use the name "HP job" as it stands. The specification doesn't say what "HP" stands for.
 * - Gap `token-issuance`: Ask the service owner for a token: no operation issues one.
 * - Gap `token-lifecycle`: Expect a token to expire, and make it easy to replace while your program runs.
 * - Gap `token-scope`: Send one token to every operation. If one of them refuses it and others don't, ask the service owner for its scope.
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
         * Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours. The script is an audio file or a text spoken in a voice. The specification calls this kind of job express lipsync.
         * - Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the first may have started a job.
         * - Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for prices and your quota first.
         * - Gap `failed-job-price`: Assume that a failed job costs money too.
         * - Gap `media-url-access`: Serve your files at public `https` addresses without credentials or redirects.
         * - Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
         * - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be refused, or make the job fail later.
         * - Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
         * - Gap `custom-voices-endpoint`: The path stays without an operation. A method alone, without a response, would promise more than the specification does. Ask the service owner for the identifiers of your custom voices. The method `GET` is named for this path, and its response is not described.
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
         * - Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the first may have started a job.
         * - Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for prices and your quota first.
         * - Gap `failed-job-price`: Assume that a failed job costs money too.
         * - Gap `media-url-access`: Serve your files at public `https` addresses without credentials or redirects.
         * - Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
         * - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be refused, or make the job fail later.
         * - Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
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
        /**
         * Starts a render job that personalises a base video with variable text segments, using data rows taken from a spreadsheet.
         * - Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the first may have started a job.
         * - Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for prices and your quota first.
         * - Gap `failed-job-price`: Assume that a failed job costs money too.
         * - Gap `media-url-access`: Serve your files at public `https` addresses without credentials or redirects.
         * - Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
         * - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be refused, or make the job fail later.
         */
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
         * Returns an HP job by its identifier. While its status is `rendering`, the video is being produced. Pause between two calls, and limit the whole wait.
         * - Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
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
        /**
         * Lists the public avatars. To use one in a lipsync video, send its identifier with `avatar_type` set to `public`.
         * - Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
         */
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
        /**
         * Lists the custom avatars. To use one in a lipsync video, send its identifier with `avatar_type` set to `custom`.
         * - Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
         */
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
        /**
         * Lists the public voices. To use one in a script, send its identifier with `voice_type` set to `public`.
         * - Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no documented endpoint returns its status or video.
         * - Gap `list-pagination`: Expect the whole list in one response, in no particular order. No parameter for a next page is documented.
         */
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
         * Selects the generation model. It is not a version of the interface.
         * - Gap `model-differences`: Ask the service owner which model suits your material. The specification doesn't say how they differ.
         */
        LipsyncModel: "v1" | "v2";
        /**
         * Kind of an avatar or a voice.
         * - Gap `type-and-id-mismatch`: Send the type of the list that the identifier came from. A wrong type may be refused, or select another one.
         */
        CatalogueType: "public" | "custom";
        /** An avatar that the service stores is lip-synced to the script. */
        AvatarActor: {
            /** `avatar`: a stored avatar. */
            use: "avatar";
            /** Identifies the avatar. Take it from the list of public or custom avatars. */
            avatar_id: string;
            /**
             * Kind of the avatar.
             * - Gaps, see {@link CatalogueType}: `type-and-id-mismatch`
             */
            avatar_type: components["schemas"]["CatalogueType"];
        };
        /** A video that you supply is lip-synced to the script. */
        VideoActor: {
            /** `video`: your video. */
            use: "video";
            /** URL of the video to lip-sync. */
            video_url: string;
        };
        /** Who speaks in the video: a stored avatar or a video that you supply. `use` selects which. */
        Actor: components["schemas"]["AvatarActor"] | components["schemas"]["VideoActor"];
        /** The actor is lip-synced to an audio file that you supply. */
        AudioScript: {
            /** `audio`: your audio file. */
            use: "audio";
            /** URL of the audio to lip-sync. The sample in the specification shows an `.mp3` URL. */
            audio_url: string;
        };
        /**
         * The actor is lip-synced to a text that is spoken in a chosen voice.
         * - Gap `custom-voice-creation`: Ask the service owner how to get a custom voice. No operation creates, changes or deletes one.
         */
        TextScript: {
            /** `text`: a text that a voice speaks. */
            use: "text";
            /**
             * The text to be spoken.
             * - Gap `script-text-rules`: Send plain text in the language of the voice. Markup such as SSML isn't documented, and may be spoken as text.
             */
            text: string;
            /** Identifies the voice that speaks the text. Take a public one from the list of public voices. */
            voice_id: string;
            /**
             * Kind of the voice.
             * - Gaps, see {@link CatalogueType}: `type-and-id-mismatch`
             */
            voice_type: components["schemas"]["CatalogueType"];
        };
        /** What the actor says: an audio file that you supply or a text that a voice speaks. `use` selects which. */
        Script: components["schemas"]["AudioScript"] | components["schemas"]["TextScript"];
        /**
         * The request body that starts one lipsync video.
         * - Gap `actor-and-script-presence`: Send both `actor` and `script`, as the sample request does. This contract doesn't enforce it.
         * - Gap `lipsync-conditional-fields`: Send all the fields of the `use` you chose. This contract requires them.
         * - Gap `lipsync-fields-of-other-use`: Send no field of the `use` that you did not choose.
         */
        LipsyncVideoInput: {
            /**
             * Selects the generation model. It is not a version of the interface.
             * - Gaps, see {@link LipsyncModel}: `model-differences`
             */
            model: components["schemas"]["LipsyncModel"];
            /** Who speaks in the video: a stored avatar or a video that you supply. `use` selects which. */
            actor?: components["schemas"]["Actor"];
            /** What the actor says: an audio file that you supply or a text that a voice speaks. `use` selects which. */
            script?: components["schemas"]["Script"];
        };
        /**
         * Identifies one render job. Store it before you do anything else.
         * - Gap `job-retention`: Copy a finished video and its record at once. They may disappear at any time after the job has ended.
         * - Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists, cancels or deletes jobs.
         */
        JobId: string;
        /**
         * Echo of the input fields that the client gave.
         * - Gap `lipsync-input-echo`: Don't depend on `input`. It echoes the fields that you gave, and an exact copy is not documented.
         */
        LipsyncVideoInputEcho: {
            /**
             * Selects the generation model. It is not a version of the interface.
             * - Gaps, see {@link LipsyncModel}: `model-differences`
             */
            model?: components["schemas"]["LipsyncModel"];
            /** Who speaks in the video: a stored avatar or a video that you supply. `use` selects which. */
            actor?: components["schemas"]["Actor"];
            /** What the actor says: an audio file that you supply or a text that a voice speaks. `use` selects which. */
            script?: components["schemas"]["Script"];
        };
        /**
         * The state of a job. `rendering` means that the job has been accepted and the video is being produced.
         * - Gap `job-status-values`: Expect values other than `rendering`. Another value may mean that the job waits, has moved on or has ended. It doesn't mean success.
         * - Gap `job-status-transitions`: Don't treat any status as final, and give every wait a limit of your own. The order of statuses is not documented.
         * - Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A value that you saw for one kind may not exist for another.
         * - Gap `render-duration`: Choose your own polling interval and time limit, and keep the identifier so that you can wait again. No duration is documented.
         * - Gap `job-failure-reason`: Log the whole job record when a job doesn't end as you expect. No field for a reason is documented.
         */
        JobStatus: string;
        /**
         * Video generation output in a create response. It is an empty string while the job is rendering.
         * - Gap `job-output-when-done`: Don't assume that the string is a URL. Check it before you use it.
         */
        JobOutput: string;
        /** Receipt for a new lipsync job: its identifier, its status, its output, and an echo of the input fields that you gave. */
        LipsyncVideoReceipt: {
            /**
             * Identifies one render job. Store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`, `job-list-and-cancel`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * Echo of the input fields that the client gave.
             * - Gaps, see {@link LipsyncVideoInputEcho}: `lipsync-input-echo`
             */
            input: components["schemas"]["LipsyncVideoInputEcho"];
            /**
             * The state of a job. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `job-status-by-kind`, `render-duration`, `job-failure-reason`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Video generation output in a create response. It is an empty string while the job is rendering.
             * - Gaps, see {@link JobOutput}: `job-output-when-done`
             */
            output: components["schemas"]["JobOutput"];
        };
        /**
         * Customizes one layer of the template.
         * - Gap `layer-fields-left-out`: Leave `layer_type` out until the service owner has told you its value. Expect a customization without `inputs` to change nothing, or to be refused. Ask for a complete one.
         */
        SlideCustomization: {
            /** Identifies the layer. A layer with the identifier `audio` appears in the specification's sample. */
            layer_id: string;
            /** Type of the layer. */
            layer_type?: string;
            /**
             * Inputs for the layer.
             * - Gap `layer-inputs-shape`: Leave `inputs` out until the service owner has told you what an element looks like.
             */
            inputs?: unknown[];
        };
        /** The request body that starts one dynamic slide video. */
        DynamicSlideVideoInput: {
            /**
             * Identifies the template that the video is built from.
             * - Gap `template-layers`: Ask the service owner for the identifiers of your templates and of their layers. No operation lists them, and even the layer `audio` may not exist in every template.
             */
            template_id: string;
            /**
             * Number of slides.
             * - Gap `slides-count-bounds`: Send a small positive number. This contract doesn't enforce any bound.
             * - Gap `slides-count-and-template`: Ask the service owner which `slides_count` fits your template. Another number may be refused, or leave slides empty.
             */
            slides_count: number;
            /**
             * Customizations of layers of the template.
             * - Gap `customization-slide-assignment`: Ask the service owner which slides an entry changes. Until then, name each layer once.
             */
            customizations?: components["schemas"]["SlideCustomization"][];
        };
        /** Receipt for a new dynamic slide job: its identifier, its status and its output. */
        DynamicSlideVideoReceipt: {
            /**
             * Identifies one render job. Store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`, `job-list-and-cancel`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * The state of a job. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `job-status-by-kind`, `render-duration`, `job-failure-reason`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Video generation output in a create response. It is an empty string while the job is rendering.
             * - Gaps, see {@link JobOutput}: `job-output-when-done`
             */
            output: components["schemas"]["JobOutput"];
        };
        /**
         * Project name.
         * - Gap `project-name-uniqueness`: Give each job a project name of its own. A second job of that name may replace the first.
         */
        ProjectName: string;
        /**
         * Where a slice of data rows starts or ends.
         * - Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1 and 2, and see which texts appear.
         * - Gap `data-slice-end`: Test with few rows whether the end row is included.
         * - Gap `data-slice-size`: Use small slices in several jobs. A large slice may be refused, or fail late.
         */
        DataSliceIndex: number;
        /**
         * Start or end of a variable segment.
         * - Gap `segment-time-type`: Send strings, as the field list says. If the service refuses them, send integers.
         * - Gap `segment-time-units`: Test with `start_time` 1 and `end_time` 3. If the segment lasts two seconds, the unit is seconds. If it is too short to see, the unit is frames or milliseconds.
         */
        SegmentTime: string | number;
        /**
         * One variable segment of the base video, with the texts before and after its variable.
         * - Gap `variable-text-use`: Test with texts you can recognise whether they are spoken or shown, and whether a space is added next to the value.
         * - Gap `segment-time-order`: Send a start before its end, and segments that don't overlap and lie within the video. This contract doesn't enforce it.
         */
        HpSegment: {
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
         * - Gap `variables-or-customizations`: Test with few rows. Send the segments as `variables`. If the service ignores them, try `customizations`. Never send both: which one wins is not documented.
         * - Gap `hp-videos-per-job`: Don't assume one video per row: how many one job makes is not documented.
         * - Gap `hp-job-with-failed-rows`: Look for a video of each row before you call a job done. A status that means success may hide rows that have failed.
         * - Gap `hp-job-without-segments`: Send the list of segments, though it is optional. A job without one may fail, or show none of your data.
         */
        HpJobInput: {
            /**
             * Project name.
             * - Gaps, see {@link ProjectName}: `project-name-uniqueness`
             */
            project_name: components["schemas"]["ProjectName"];
            /** URL of the base video. */
            base_video_url: string;
            /**
             * Number of variables.
             * - Gap `variable-count-bounds`: Send a small positive number. This contract doesn't enforce any bound.
             * - Gap `variable-count-and-segments`: Set `variable_count` to the number of segments you send. This contract doesn't enforce it.
             */
            variable_count: number;
            /**
             * Start index of the slice of data rows.
             * - Gaps, see {@link DataSliceIndex}: `data-slice-rows`, `data-slice-end`, `data-slice-size`
             */
            data_slice_start_index: components["schemas"]["DataSliceIndex"];
            /**
             * End index of the slice of data rows.
             * - Gaps, see {@link DataSliceIndex}: `data-slice-rows`, `data-slice-end`, `data-slice-size`
             */
            data_slice_end_index: components["schemas"]["DataSliceIndex"];
            /**
             * URL of the spreadsheet that the data rows are taken from.
             * - Gap `data-xlsx-url-type`: A string. The specification itself calls a URL string the consistent reading; the declared integer is taken for a slip. Send the URL as a string.
             * - Gap `spreadsheet-format`: Send an Office Open XML workbook (`.xlsx`). Other formats may be refused.
             * - Gap `spreadsheet-layout`: Ask the service owner for the layout of the sheet. Until then, test with one sheet, one header row and the columns in the order of the variables.
             */
            data_xlsx_url: string;
            /**
             * Music switch.
             * - Gap `music-effect`: Try both values. That `true` means music is likely, but not stated.
             */
            music: boolean;
            /** The variable segments of the base video. */
            variables?: components["schemas"]["HpSegment"][];
            /** The variable segments of the base video. */
            customizations?: components["schemas"]["HpSegment"][];
        };
        /**
         * Receipt for a new HP job. Keep its `job_id`: with it you read the job back.
         * - Gap `hp-create-response-fields`: Rely only on `job_id` and `status`. `output`, `data_json` and `project_name` may be missing.
         */
        HpJobReceipt: {
            /**
             * Identifies one render job. Store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`, `job-list-and-cancel`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * The state of a job. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `job-status-by-kind`, `render-duration`, `job-failure-reason`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Video generation output in a create response. It is an empty string while the job is rendering.
             * - Gaps, see {@link JobOutput}: `job-output-when-done`
             */
            output?: components["schemas"]["JobOutput"];
            /**
             * The input data of the job, as JSON.
             * - Gap `data-json-content`: Don't depend on `data_json`. Parse it only where you handle text that isn't JSON.
             */
            data_json?: string;
            /**
             * Project name.
             * - Gaps, see {@link ProjectName}: `project-name-uniqueness`
             */
            project_name?: components["schemas"]["ProjectName"];
        };
        /**
         * What an HP job has made, as its status endpoint returns it.
         * - Gap `hp-output-fields`: Check each field of `output` before you use it. None is documented, and the object may be empty.
         */
        HpJobResult: {
            [key: string]: unknown;
        };
        /**
         * Video generation output of an HP job, as its status endpoint returns it.
         * - Gap `hp-output-while-rendering`: Check that `output` is an object before you read a field of it. Don't share one type with the `output` of a receipt, which is a string.
         */
        HpJobOutput: components["schemas"]["HpJobResult"] | "";
        /** The record of an HP job as the status endpoint returns it. */
        HpJob: {
            /**
             * Type of the job.
             * - Gap `job-type-values`: Don't branch on `job_type`. No value of it is documented.
             */
            job_type: string;
            /**
             * Identifies one render job. Store it before you do anything else.
             * - Gaps, see {@link JobId}: `job-retention`, `job-list-and-cancel`
             */
            job_id: components["schemas"]["JobId"];
            /**
             * The state of a job. `rendering` means that the job has been accepted and the video is being produced.
             * - Gaps, see {@link JobStatus}: `job-status-values`, `job-status-transitions`, `job-status-by-kind`, `render-duration`, `job-failure-reason`
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Project name.
             * - Gaps, see {@link ProjectName}: `project-name-uniqueness`
             */
            project_name: components["schemas"]["ProjectName"];
            /**
             * Video generation output of an HP job, as its status endpoint returns it.
             * - Gaps, see {@link HpJobOutput}: `hp-output-while-rendering`
             */
            output: components["schemas"]["HpJobOutput"];
        };
        /**
         * One avatar.
         * - Gap `avatar-fields`: Look at a response to find the field that holds the `avatar_id`. No field of an avatar is documented.
         * - Gap `custom-avatar-creation`: Ask the service owner how to get a custom avatar. No operation creates, changes or deletes one.
         */
        Avatar: {
            [key: string]: unknown;
        };
        /** The avatars of one kind, public or custom. */
        AvatarList: {
            /**
             * The avatars of this kind.
             * - Gap `list-pagination`: Expect the whole list in one response, in no particular order. No parameter for a next page is documented.
             */
            avatars_list: components["schemas"]["Avatar"][];
        };
        /**
         * One voice.
         * - Gap `voice-fields`: Look at a response to find the field that holds the `voice_id`. No field of a voice is documented.
         */
        Voice: {
            [key: string]: unknown;
        };
        /** The voices of one kind, such as public. */
        VoiceList: {
            /** The voices of this kind. */
            voices_list: components["schemas"]["Voice"][];
        };
    };
    responses: {
        /**
         * An error: any response outside `2XX`.
         * - Gap `error-body`: Log the body as text, and don't depend on its form: it may be JSON, HTML, anything else or empty.
         * - Gap `error-codes`: Branch on the HTTP status code alone. No error code is documented, and the text of a message may change.
         * - Gap `failure-status-codes`: Treat every code outside `2XX` as a failure, and read no more into a code than HTTP does.
         */
        ErrorResponse: {
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
        /** Who speaks, what they say, and the generation model. */
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
            default: components["responses"]["ErrorResponse"];
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
            default: components["responses"]["ErrorResponse"];
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
            default: components["responses"]["ErrorResponse"];
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
            default: components["responses"]["ErrorResponse"];
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
            default: components["responses"]["ErrorResponse"];
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
            default: components["responses"]["ErrorResponse"];
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
            default: components["responses"]["ErrorResponse"];
        };
    };
}
export type LipsyncModel = components["schemas"]["LipsyncModel"];
export type CatalogueType = components["schemas"]["CatalogueType"];
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
    /** The state of a job. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type SlideCustomization = components["schemas"]["SlideCustomization"];
export type DynamicSlideVideoInput = components["schemas"]["DynamicSlideVideoInput"];
export type DynamicSlideVideoReceipt = Omit<components["schemas"]["DynamicSlideVideoReceipt"], "status"> & {
    /** The state of a job. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type ProjectName = components["schemas"]["ProjectName"];
export type DataSliceIndex = components["schemas"]["DataSliceIndex"];
export type SegmentTime = components["schemas"]["SegmentTime"];
export type HpSegment = components["schemas"]["HpSegment"];
export type HpJobInput = components["schemas"]["HpJobInput"];
export type HpJobReceipt = Omit<components["schemas"]["HpJobReceipt"], "status"> & {
    /** The state of a job. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type HpJobResult = components["schemas"]["HpJobResult"];
export type HpJobOutput = components["schemas"]["HpJobOutput"];
export type HpJob = Omit<components["schemas"]["HpJob"], "status"> & {
    /** The state of a job. `rendering` means that the job has been accepted and the video is being produced. Gaps: see {@link JobStatus}. */
    "status": JobStatus;
};
export type Avatar = components["schemas"]["Avatar"];
export type AvatarList = components["schemas"]["AvatarList"];
export type Voice = components["schemas"]["Voice"];
export type VoiceList = components["schemas"]["VoiceList"];
