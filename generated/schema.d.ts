/**
 * Types of the Video Generation Service, generated from its contract. Do not edit: run npm run
 * generate.
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
         * Create a lipsync video
         * @description Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of yours; the script is an audio file or a text spoken in a voice. The four combinations are shown as examples.
         *
         *     > **Gap, not documented:** `lipsync-status-endpoint`
         *     >
         *     > There is no documented way to learn when a lipsync video is done, or to fetch it.
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
         * Create a dynamic slide video
         * @description Starts a render job that turns a template into a video with as many slides as you ask for. Customizations put your content into the layers of the template.
         *
         *     > **Gap, not documented:** `slides-status-endpoint`
         *     >
         *     > There is no documented way to learn when a dynamic slide video is done, or to fetch it.
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
         * Create an HP job
         * @description Starts a render job that personalises a base video. Segments of the video are variable; the chosen rows of a spreadsheet supply what goes into them. The examples show both names the specification gives the list of segments.
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
         * Get the status of an HP job
         * @description Reads an HP job back: where it stands and what it has produced so far. Call it again until the job has left the status `rendering`, with a pause between calls and a limit on the whole.
         *
         *     > **Gap, ambiguous:** `hp-status-of-other-jobs`
         *     >
         *     > Only identifiers of HP jobs can be read here.
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
         * List public avatars
         * @description Lists the avatars of the public kind. Name one of them in a lipsync video with the `avatar_type` `public`.
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
         * List custom avatars
         * @description Lists the avatars of the custom kind. Name one of them in a lipsync video with the `avatar_type` `custom`.
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
         * List public voices
         * @description Lists the voices of the public kind. Name one of them in a script with the `voice_type` `public`.
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
         * Lipsync model
         * @description Selects the generation model that lip-syncs the actor. It is not a version of the interface.
         *
         *     > **Gap, not documented:** `model-differences`
         *     >
         *     > Both are accepted for every combination of actor and script.
         * @example v2
         * @enum {string}
         */
        LipsyncModel: "v1" | "v2";
        /**
         * Avatar identifier
         * @description Names the avatar that plays the actor. It comes from the list of public or of custom avatars.
         * @example example-avatar-id
         */
        AvatarId: string;
        /**
         * Avatar kind
         * @description Says in which of the two lists the avatar is found.
         * @example public
         * @enum {string}
         */
        AvatarType: "public" | "custom";
        /**
         * Stored avatar
         * @description An avatar that the service stores speaks the script.
         */
        AvatarActor: {
            /**
             * @description Chooses a stored avatar as the actor.
             * @example avatar
             * @constant
             */
            use: "avatar";
            /** @description Names the avatar that plays the actor. It comes from the list of public or of custom avatars. */
            avatar_id: components["schemas"]["AvatarId"];
            /** @description Says in which of the two lists the avatar is found. */
            avatar_type: components["schemas"]["AvatarType"];
        };
        /**
         * Actor video address
         * @description URL of the video to lip-sync. The service fetches it to make the person in it speak.
         *
         *     > **Gap, not documented:** `actor-video-format`
         *     >
         *     > Any URL is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started.
         * @example https://example.com/actor
         */
        ActorVideoUrl: string;
        /**
         * Supplied video
         * @description The person in a video of yours speaks the script.
         */
        VideoActor: {
            /**
             * @description Chooses a supplied video as the actor.
             * @example video
             * @constant
             */
            use: "video";
            /**
             * @description URL of the video to lip-sync. The service fetches it to make the person in it speak.
             *
             *     > **Gap, not documented:** `actor-video-format`
             *     >
             *     > Any URL is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started.
             */
            video_url: components["schemas"]["ActorVideoUrl"];
        };
        /**
         * Actor
         * @description Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
         *
         *     > **Gap, inferred:** `actor-conditional-fields`
         *     >
         *     > Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
         * @example {
         *       "use": "avatar",
         *       "avatar_id": "example-avatar-id",
         *       "avatar_type": "public"
         *     }
         * @example {
         *       "use": "video",
         *       "video_url": "https://example.com/actor"
         *     }
         */
        Actor: components["schemas"]["AvatarActor"] | components["schemas"]["VideoActor"];
        /**
         * Script audio address
         * @description URL of the audio to lip-sync. The service fetches it to lay it under the picture.
         *
         *     > **Gap, not documented:** `script-audio-format`
         *     >
         *     > Any URL is accepted by this contract. Rely on MP3 alone.
         * @example https://example.com/speech.mp3
         */
        ScriptAudioUrl: string;
        /**
         * Supplied audio
         * @description The actor's lips follow a recording of yours.
         */
        AudioScript: {
            /**
             * @description Chooses a supplied recording as the script.
             * @example audio
             * @constant
             */
            use: "audio";
            /**
             * @description URL of the audio to lip-sync. The service fetches it to lay it under the picture.
             *
             *     > **Gap, not documented:** `script-audio-format`
             *     >
             *     > Any URL is accepted by this contract. Rely on MP3 alone.
             */
            audio_url: components["schemas"]["ScriptAudioUrl"];
        };
        /**
         * Script text
         * @description The words to be spoken.
         *
         *     > **Gap, not documented:** `script-text-rules`
         *     >
         *     > Any string is accepted by this contract. Send plain text; no markup is known to be understood.
         * @example Welcome to our show.
         */
        ScriptText: string;
        /**
         * Voice identifier
         * @description Names the voice that speaks the text. A public one comes from the list of public voices. For custom ones the specification names the path `/api/voices/custom`, but not how to use it.
         * @example example-voice-id
         */
        VoiceId: string;
        /**
         * Voice kind
         * @description Says of which of the two kinds the voice is.
         * @example public
         * @enum {string}
         */
        VoiceType: "public" | "custom";
        /**
         * Spoken text
         * @description A voice of the service speaks your text, and the actor's lips follow it.
         */
        TextScript: {
            /**
             * @description Chooses a text, spoken by a voice, as the script.
             * @example text
             * @constant
             */
            use: "text";
            /**
             * @description The words to be spoken.
             *
             *     > **Gap, not documented:** `script-text-rules`
             *     >
             *     > Any string is accepted by this contract. Send plain text; no markup is known to be understood.
             */
            text: components["schemas"]["ScriptText"];
            /** @description Names the voice that speaks the text. A public one comes from the list of public voices. For custom ones the specification names the path `/api/voices/custom`, but not how to use it. */
            voice_id: components["schemas"]["VoiceId"];
            /** @description Says of which of the two kinds the voice is. */
            voice_type: components["schemas"]["VoiceType"];
        };
        /**
         * Script
         * @description What is said. `use` chooses between an audio file that you supply and a text that a voice speaks.
         *
         *     > **Gap, inferred:** `script-conditional-fields`
         *     >
         *     > Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
         * @example {
         *       "use": "audio",
         *       "audio_url": "https://example.com/speech.mp3"
         *     }
         * @example {
         *       "use": "text",
         *       "text": "Welcome to our show.",
         *       "voice_id": "example-voice-id",
         *       "voice_type": "public"
         *     }
         */
        Script: components["schemas"]["AudioScript"] | components["schemas"]["TextScript"];
        /**
         * Lipsync video request
         * @description Everything the service needs to make one lipsync video.
         *
         *     > **Gap, contradiction:** `actor-and-script-presence`
         *     >
         *     > - The field list marks neither `actor` nor `script` as required.
         *     > - The sample request always includes both.
         *     >
         *     > Both may be left out. Send both, as the sample request does, until it is known what a job without them renders.
         * @example {
         *       "model": "v2",
         *       "actor": {
         *         "use": "avatar",
         *         "avatar_id": "example-avatar-id",
         *         "avatar_type": "public"
         *       },
         *       "script": {
         *         "use": "text",
         *         "text": "Welcome to our show.",
         *         "voice_id": "example-voice-id",
         *         "voice_type": "public"
         *       }
         *     }
         */
        LipsyncVideoInput: {
            /**
             * @description Selects the generation model that lip-syncs the actor. It is not a version of the interface.
             *
             *     > **Gap, not documented:** `model-differences`
             *     >
             *     > Both are accepted for every combination of actor and script.
             */
            model: components["schemas"]["LipsyncModel"];
            /**
             * @description Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
             *
             *     > **Gap, inferred:** `actor-conditional-fields`
             *     >
             *     > Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
             */
            actor?: components["schemas"]["Actor"];
            /**
             * @description What is said. `use` chooses between an audio file that you supply and a text that a voice speaks.
             *
             *     > **Gap, inferred:** `script-conditional-fields`
             *     >
             *     > Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
             */
            script?: components["schemas"]["Script"];
        };
        /**
         * Job identifier
         * @description Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
         *
         *     > **Gap, not documented:** `job-retention`
         *     >
         *     > A job may become unreadable at any time after it has ended. Copy what you need as soon as it is there.
         * @example example-job-id
         */
        JobId: string;
        /**
         * Echo of a lipsync request
         * @description The input fields as the client gave them, to tell which request a job belongs to.
         *
         *     > **Gap, ambiguous:** `lipsync-input-echo`
         *     >
         *     > Each request field may stand in the echo, in the form the client gave it, and none has to.
         * @example {
         *       "model": "v1"
         *     }
         */
        LipsyncVideoInputEcho: {
            /**
             * @description Selects the generation model that lip-syncs the actor. It is not a version of the interface.
             *
             *     > **Gap, not documented:** `model-differences`
             *     >
             *     > Both are accepted for every combination of actor and script.
             */
            model?: components["schemas"]["LipsyncModel"];
            /**
             * @description Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
             *
             *     > **Gap, inferred:** `actor-conditional-fields`
             *     >
             *     > Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
             */
            actor?: components["schemas"]["Actor"];
            /**
             * @description What is said. `use` chooses between an audio file that you supply and a text that a voice speaks.
             *
             *     > **Gap, inferred:** `script-conditional-fields`
             *     >
             *     > Each is required with its value of `use`. Leave out the fields of the other value, since it is not said whether they are ignored or refused.
             */
            script?: components["schemas"]["Script"];
        };
        /**
         * Job status
         * @description Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Expect other values and treat them as unknown, not as success.
         *
         *     > **Gap, not documented:** `job-status-values`
         *     >
         *     > An open string with one known value. A value other than `rendering` says that the job is no longer in that state, and nothing more.
         *
         *     > **Gap, not documented:** `job-status-transitions`
         *     >
         *     > A job may change its status at any time and in any order. No status is known to be final, so every wait needs a limit of its own.
         *
         *     > **Gap, not documented:** `render-duration`
         *     >
         *     > This contract gives no duration and no polling interval. Choose both yourself, and let a wait be resumed.
         * @example rendering
         */
        JobStatus: "rendering" | (string & {});
        /**
         * Output of a created job
         * @description Place for the result of the job. It is an empty string while the job is rendering, which is how every create response is shown.
         *
         *     > **Gap, not documented:** `job-output-when-done`
         *     >
         *     > A string of unknown content. Do not parse it as a URL without a check.
         * @example
         */
        JobOutput: string;
        /**
         * Created lipsync job
         * @description Receipt for a lipsync job. It says how the job is called and repeats what was asked for.
         */
        LipsyncVideoJob: {
            /**
             * @description Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             *
             *     > **Gap, not documented:** `job-retention`
             *     >
             *     > A job may become unreadable at any time after it has ended. Copy what you need as soon as it is there.
             */
            job_id: components["schemas"]["JobId"];
            /**
             * @description The input fields as the client gave them, to tell which request a job belongs to.
             *
             *     > **Gap, ambiguous:** `lipsync-input-echo`
             *     >
             *     > Each request field may stand in the echo, in the form the client gave it, and none has to.
             */
            input: components["schemas"]["LipsyncVideoInputEcho"];
            /**
             * @description Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Expect other values and treat them as unknown, not as success.
             *
             *     > **Gap, not documented:** `job-status-values`
             *     >
             *     > An open string with one known value. A value other than `rendering` says that the job is no longer in that state, and nothing more.
             *
             *     > **Gap, not documented:** `job-status-transitions`
             *     >
             *     > A job may change its status at any time and in any order. No status is known to be final, so every wait needs a limit of its own.
             *
             *     > **Gap, not documented:** `render-duration`
             *     >
             *     > This contract gives no duration and no polling interval. Choose both yourself, and let a wait be resumed.
             */
            status: components["schemas"]["JobStatus"];
            /**
             * @description Place for the result of the job. It is an empty string while the job is rendering, which is how every create response is shown.
             *
             *     > **Gap, not documented:** `job-output-when-done`
             *     >
             *     > A string of unknown content. Do not parse it as a URL without a check.
             */
            output: components["schemas"]["JobOutput"];
        };
        /**
         * Template identifier
         * @description Names the template that the slides are made from.
         *
         *     > **Gap, not documented:** `template-fields`
         *     >
         *     > Nothing about a template is known but its identifier.
         *
         *     > **Gap, not documented:** `template-listing`
         *     >
         *     > A template identifier has to be obtained outside this interface.
         * @example example-template-id
         */
        TemplateId: string;
        /**
         * Number of slides
         * @description How many slides the video has.
         *
         *     > **Gap, not documented:** `slides-count-bounds`
         *     >
         *     > Any integer is accepted by this contract, zero and negative ones included. Send a positive one.
         * @example 3
         */
        SlidesCount: number;
        /**
         * Layer identifier
         * @description Names the layer of the template to change. The specification's sample has a layer called `audio`.
         *
         *     > **Gap, not documented:** `layer-identifiers`
         *     >
         *     > Any string. Even `audio` need not exist in every template.
         * @example audio
         */
        LayerId: string;
        /**
         * Layer type
         * @description Says what kind of content the layer takes.
         *
         *     > **Gap, not documented:** `layer-types`
         *     >
         *     > Any string. Leave it out unless your provider has told you the value.
         * @example example-layer-type
         */
        LayerType: string;
        /**
         * Slide customization
         * @description Changes one layer of the template.
         */
        SlideCustomization: {
            /**
             * @description Names the layer of the template to change. The specification's sample has a layer called `audio`.
             *
             *     > **Gap, not documented:** `layer-identifiers`
             *     >
             *     > Any string. Even `audio` need not exist in every template.
             */
            layer_id: components["schemas"]["LayerId"];
            /**
             * @description Says what kind of content the layer takes.
             *
             *     > **Gap, not documented:** `layer-types`
             *     >
             *     > Any string. Leave it out unless your provider has told you the value.
             */
            layer_type?: components["schemas"]["LayerType"];
            /**
             * @description What to put into the layer.
             *
             *     > **Gap, not documented:** `layer-inputs-shape`
             *     >
             *     > A list of anything. The type of an element is unknown.
             * @example []
             */
            inputs?: unknown[];
        };
        /**
         * Dynamic slide video request
         * @description Everything the service needs to make one dynamic slide video.
         */
        DynamicSlideVideoInput: {
            /**
             * @description Names the template that the slides are made from.
             *
             *     > **Gap, not documented:** `template-fields`
             *     >
             *     > Nothing about a template is known but its identifier.
             *
             *     > **Gap, not documented:** `template-listing`
             *     >
             *     > A template identifier has to be obtained outside this interface.
             */
            template_id: components["schemas"]["TemplateId"];
            /**
             * @description How many slides the video has.
             *
             *     > **Gap, not documented:** `slides-count-bounds`
             *     >
             *     > Any integer is accepted by this contract, zero and negative ones included. Send a positive one.
             */
            slides_count: components["schemas"]["SlidesCount"];
            /**
             * @description What to put into the layers of the template, one entry for each layer that you want to change.
             *
             *     > **Gap, ambiguous:** `customization-slide-assignment`
             *     >
             *     > Entries are kept in the order given. Nothing can be relied on as to which slide an entry changes, or whether a layer may be named twice.
             * @example [
             *       {
             *         "layer_id": "audio"
             *       }
             *     ]
             */
            customizations?: components["schemas"]["SlideCustomization"][];
        };
        /**
         * Created dynamic slide job
         * @description Receipt for a dynamic slide job. It says how the job is called and where it stands.
         */
        DynamicSlideVideoJob: {
            /**
             * @description Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             *
             *     > **Gap, not documented:** `job-retention`
             *     >
             *     > A job may become unreadable at any time after it has ended. Copy what you need as soon as it is there.
             */
            job_id: components["schemas"]["JobId"];
            /**
             * @description Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Expect other values and treat them as unknown, not as success.
             *
             *     > **Gap, not documented:** `job-status-values`
             *     >
             *     > An open string with one known value. A value other than `rendering` says that the job is no longer in that state, and nothing more.
             *
             *     > **Gap, not documented:** `job-status-transitions`
             *     >
             *     > A job may change its status at any time and in any order. No status is known to be final, so every wait needs a limit of its own.
             *
             *     > **Gap, not documented:** `render-duration`
             *     >
             *     > This contract gives no duration and no polling interval. Choose both yourself, and let a wait be resumed.
             */
            status: components["schemas"]["JobStatus"];
            /**
             * @description Place for the result of the job. It is an empty string while the job is rendering, which is how every create response is shown.
             *
             *     > **Gap, not documented:** `job-output-when-done`
             *     >
             *     > A string of unknown content. Do not parse it as a URL without a check.
             */
            output: components["schemas"]["JobOutput"];
        };
        /**
         * Project name
         * @description Your name for the project, to recognise its jobs by.
         *
         *     > **Gap, ambiguous:** `project-name-uniqueness`
         *     >
         *     > A label. Two jobs may carry the same name.
         * @example Welcome videos
         */
        ProjectName: string;
        /**
         * Base video address
         * @description URL of the video that is personalised. The service fetches it and replaces its variable segments.
         *
         *     > **Gap, not documented:** `base-video-format`
         *     >
         *     > Any URL is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started.
         * @example https://example.com/base-video
         */
        BaseVideoUrl: string;
        /**
         * Number of variables
         * @description How many variables the base video has.
         *
         *     > **Gap, not documented:** `variable-count-bounds`
         *     >
         *     > Any integer is accepted by this contract, zero and negative ones included. Send a positive one.
         *
         *     > **Gap, ambiguous:** `variable-count-and-segments`
         *     >
         *     > The two are not compared. Make them equal.
         * @example 1
         */
        VariableCount: number;
        /**
         * Start of the data slice
         * @description Index of the row at which the slice of data rows starts.
         *
         *     > **Gap, ambiguous:** `data-slice-origin`
         *     >
         *     > Nothing can be relied on as to which row of the sheet an index means.
         * @example 1
         */
        DataSliceStartIndex: number;
        /**
         * End of the data slice
         * @description Index of the row at which the slice of data rows ends.
         *
         *     > **Gap, ambiguous:** `data-slice-end-inclusive`
         *     >
         *     > Nothing can be relied on. Try a small slice first.
         * @example 3
         */
        DataSliceEndIndex: number;
        /**
         * Data spreadsheet address
         * @description URL of the spreadsheet whose rows fill the variable segments.
         *
         *     > **Gap, contradiction:** `data-xlsx-url-type`
         *     >
         *     > - The field list declares the type integer.
         *     > - The sample request gives a string.
         *     >
         *     > A string. The specification itself calls a URL string the consistent reading; the declared integer is taken for a slip. A string that is a URL. An integer is not accepted.
         *
         *     > **Gap, inferred:** `spreadsheet-format`
         *     >
         *     > Send an Office Open XML workbook. Other spreadsheet formats may be refused.
         *
         *     > **Gap, not documented:** `spreadsheet-layout`
         *     >
         *     > Nothing is known about sheets, header rows and columns, or how a column is tied to a variable.
         * @example https://example.com/data.xlsx
         */
        DataXlsxUrl: string;
        /**
         * Music switch
         * @description Switches music on or off for the job.
         *
         *     > **Gap, ambiguous:** `music-effect`
         *     >
         *     > True and false are both accepted. That true means music is likely, but not stated.
         * @example true
         */
        Music: boolean;
        /**
         * Segment time
         * @description A point in time in the base video.
         *
         *     > **Gap, contradiction:** `segment-time-type`
         *     >
         *     > - The field list declares `start_time` and `end_time` as strings.
         *     > - The sample request gives integers.
         *     >
         *     > A string or an integer. It is not known whether the service takes both.
         *
         *     > **Gap, not documented:** `segment-time-units`
         *     >
         *     > Nothing can be relied on; seconds, milliseconds, frames and clock notations are all possible.
         * @example 1
         * @example 1
         */
        SegmentTime: string | number;
        /**
         * Variable segment
         * @description One stretch of the base video that changes from row to row, and the fixed text around what changes.
         *
         *     > **Gap, ambiguous:** `variable-text-use`
         *     >
         *     > Two optional strings. Nothing can be relied on as to how they are joined with the value from the row.
         *
         *     > **Gap, ambiguous:** `segment-time-order`
         *     >
         *     > Any two times are accepted by this contract. Send a start before the end, and segments that do not overlap.
         * @example {
         *       "start_time": "1",
         *       "end_time": "3",
         *       "variable_pre_text": "Hello",
         *       "variable_post_text": "welcome to the team."
         *     }
         */
        HpVariable: {
            /** @description Where the segment starts in the base video. */
            start_time: components["schemas"]["SegmentTime"];
            /** @description Where the segment ends in the base video. */
            end_time: components["schemas"]["SegmentTime"];
            /**
             * @description Fixed text that stands before the variable.
             * @example Hello
             */
            variable_pre_text?: string;
            /**
             * @description Fixed text that stands after the variable.
             * @example welcome to the team.
             */
            variable_post_text?: string;
        };
        /**
         * HP job request
         * @description Everything the service needs to personalise one base video.
         *
         *     > **Gap, contradiction:** `variables-or-customizations`
         *     >
         *     > - The field list names the list of segments `variables`.
         *     > - The sample request names the same list `customizations`.
         *     >
         *     > Either name is accepted, and neither is required. Send one of them, never both, since it is not known which would win.
         *
         *     > **Gap, not documented:** `data-slice-bounds`
         *     >
         *     > Any two integers are accepted by this contract, also negative ones and an end before the start. Send rows that exist, in ascending order.
         *
         *     > **Gap, not documented:** `hp-videos-per-job`
         *     >
         *     > Nothing can be relied on as to how rows, videos and jobs relate.
         */
        HpJobInput: {
            /**
             * @description Your name for the project, to recognise its jobs by.
             *
             *     > **Gap, ambiguous:** `project-name-uniqueness`
             *     >
             *     > A label. Two jobs may carry the same name.
             */
            project_name: components["schemas"]["ProjectName"];
            /**
             * @description URL of the video that is personalised. The service fetches it and replaces its variable segments.
             *
             *     > **Gap, not documented:** `base-video-format`
             *     >
             *     > Any URL is accepted by this contract. An unsuitable video may be refused, or may fail after the job has started.
             */
            base_video_url: components["schemas"]["BaseVideoUrl"];
            /**
             * @description How many variables the base video has.
             *
             *     > **Gap, not documented:** `variable-count-bounds`
             *     >
             *     > Any integer is accepted by this contract, zero and negative ones included. Send a positive one.
             *
             *     > **Gap, ambiguous:** `variable-count-and-segments`
             *     >
             *     > The two are not compared. Make them equal.
             */
            variable_count: components["schemas"]["VariableCount"];
            /**
             * @description Index of the row at which the slice of data rows starts.
             *
             *     > **Gap, ambiguous:** `data-slice-origin`
             *     >
             *     > Nothing can be relied on as to which row of the sheet an index means.
             */
            data_slice_start_index: components["schemas"]["DataSliceStartIndex"];
            /**
             * @description Index of the row at which the slice of data rows ends.
             *
             *     > **Gap, ambiguous:** `data-slice-end-inclusive`
             *     >
             *     > Nothing can be relied on. Try a small slice first.
             */
            data_slice_end_index: components["schemas"]["DataSliceEndIndex"];
            /**
             * @description URL of the spreadsheet whose rows fill the variable segments.
             *
             *     > **Gap, contradiction:** `data-xlsx-url-type`
             *     >
             *     > - The field list declares the type integer.
             *     > - The sample request gives a string.
             *     >
             *     > A string. The specification itself calls a URL string the consistent reading; the declared integer is taken for a slip. A string that is a URL. An integer is not accepted.
             *
             *     > **Gap, inferred:** `spreadsheet-format`
             *     >
             *     > Send an Office Open XML workbook. Other spreadsheet formats may be refused.
             *
             *     > **Gap, not documented:** `spreadsheet-layout`
             *     >
             *     > Nothing is known about sheets, header rows and columns, or how a column is tied to a variable.
             */
            data_xlsx_url: components["schemas"]["DataXlsxUrl"];
            /**
             * @description Switches music on or off for the job.
             *
             *     > **Gap, ambiguous:** `music-effect`
             *     >
             *     > True and false are both accepted. That true means music is likely, but not stated.
             */
            music: components["schemas"]["Music"];
            /**
             * @description The variable segments of the base video, under the name the field list gives them.
             * @example [
             *       {
             *         "start_time": "1",
             *         "end_time": "3"
             *       }
             *     ]
             */
            variables?: components["schemas"]["HpVariable"][];
            /**
             * @description The variable segments of the base video, under the name the sample request gives them.
             * @example [
             *       {
             *         "start_time": 1,
             *         "end_time": 3
             *       }
             *     ]
             */
            customizations?: components["schemas"]["HpVariable"][];
        };
        /**
         * Input data as JSON
         * @description The input data of the job, as a JSON text.
         *
         *     > **Gap, not documented:** `data-json-content`
         *     >
         *     > A string. Guard the parsing, and expect no structure in what comes out.
         * @example {}
         */
        DataJson: string;
        /**
         * Created HP job
         * @description Receipt for an HP job. Keep its `job_id`, which is all you need to read the job back.
         *
         *     > **Gap, contradiction:** `hp-create-response-fields`
         *     >
         *     > - The field list names `data_json` and `project_name` beside `job_id` and `status`, and no `output`.
         *     > - The sample response shows `job_id`, `status` and an empty `output`, and nothing else.
         *     >
         *     > Only `job_id` and `status` can be relied on. The other three may be there or not.
         */
        HpJobCreated: {
            /**
             * @description Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             *
             *     > **Gap, not documented:** `job-retention`
             *     >
             *     > A job may become unreadable at any time after it has ended. Copy what you need as soon as it is there.
             */
            job_id: components["schemas"]["JobId"];
            /**
             * @description Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Expect other values and treat them as unknown, not as success.
             *
             *     > **Gap, not documented:** `job-status-values`
             *     >
             *     > An open string with one known value. A value other than `rendering` says that the job is no longer in that state, and nothing more.
             *
             *     > **Gap, not documented:** `job-status-transitions`
             *     >
             *     > A job may change its status at any time and in any order. No status is known to be final, so every wait needs a limit of its own.
             *
             *     > **Gap, not documented:** `render-duration`
             *     >
             *     > This contract gives no duration and no polling interval. Choose both yourself, and let a wait be resumed.
             */
            status: components["schemas"]["JobStatus"];
            /**
             * @description Place for the result of the job. It is an empty string while the job is rendering, which is how every create response is shown.
             *
             *     > **Gap, not documented:** `job-output-when-done`
             *     >
             *     > A string of unknown content. Do not parse it as a URL without a check.
             */
            output?: components["schemas"]["JobOutput"];
            /**
             * @description The input data of the job, as a JSON text.
             *
             *     > **Gap, not documented:** `data-json-content`
             *     >
             *     > A string. Guard the parsing, and expect no structure in what comes out.
             */
            data_json?: components["schemas"]["DataJson"];
            /**
             * @description Your name for the project, to recognise its jobs by.
             *
             *     > **Gap, ambiguous:** `project-name-uniqueness`
             *     >
             *     > A label. Two jobs may carry the same name.
             */
            project_name?: components["schemas"]["ProjectName"];
        };
        /**
         * Job type
         * @description Tells which kind of job the record belongs to.
         *
         *     > **Gap, not documented:** `job-type-values`
         *     >
         *     > An open string without a known value. Do not branch on it.
         * @example example-job-type
         */
        JobType: string;
        /**
         * Output of an HP job
         * @description What the HP job has produced so far.
         *
         *     > **Gap, not documented:** `hp-output-fields`
         *     >
         *     > An object of unknown content, possibly empty. Check each field before you use it.
         *
         *     > **Gap, contradiction:** `output-string-or-object`
         *     >
         *     > - The create responses give `output` as a string.
         *     > - The status endpoint of an HP job gives `output` as an object.
         *     >
         *     > Each claim holds in its own place. The specification points the difference out itself. A string in the receipt of a created job, an object in an HP job that is read back. Do not share one type for both.
         *
         *     > **Gap, ambiguous:** `hp-output-while-rendering`
         *     >
         *     > An object in every state, as the status endpoint declares it. Check before reading a field of it.
         * @example {}
         */
        HpJobOutput: {
            [key: string]: unknown;
        };
        /**
         * HP job
         * @description An HP job as it stands when it is read back.
         */
        HpJob: {
            /**
             * @description Tells which kind of job the record belongs to.
             *
             *     > **Gap, not documented:** `job-type-values`
             *     >
             *     > An open string without a known value. Do not branch on it.
             */
            job_type: components["schemas"]["JobType"];
            /**
             * @description Names one render job. It is the only handle on a job you have started, so store it before you do anything else.
             *
             *     > **Gap, not documented:** `job-retention`
             *     >
             *     > A job may become unreadable at any time after it has ended. Copy what you need as soon as it is there.
             */
            job_id: components["schemas"]["JobId"];
            /**
             * @description Tells where a job stands. `rendering` means that the job has been accepted and the video is being produced. Expect other values and treat them as unknown, not as success.
             *
             *     > **Gap, not documented:** `job-status-values`
             *     >
             *     > An open string with one known value. A value other than `rendering` says that the job is no longer in that state, and nothing more.
             *
             *     > **Gap, not documented:** `job-status-transitions`
             *     >
             *     > A job may change its status at any time and in any order. No status is known to be final, so every wait needs a limit of its own.
             *
             *     > **Gap, not documented:** `render-duration`
             *     >
             *     > This contract gives no duration and no polling interval. Choose both yourself, and let a wait be resumed.
             */
            status: components["schemas"]["JobStatus"];
            /**
             * @description Your name for the project, to recognise its jobs by.
             *
             *     > **Gap, ambiguous:** `project-name-uniqueness`
             *     >
             *     > A label. Two jobs may carry the same name.
             */
            project_name: components["schemas"]["ProjectName"];
            /**
             * @description What the HP job has produced so far.
             *
             *     > **Gap, not documented:** `hp-output-fields`
             *     >
             *     > An object of unknown content, possibly empty. Check each field before you use it.
             *
             *     > **Gap, contradiction:** `output-string-or-object`
             *     >
             *     > - The create responses give `output` as a string.
             *     > - The status endpoint of an HP job gives `output` as an object.
             *     >
             *     > Each claim holds in its own place. The specification points the difference out itself. A string in the receipt of a created job, an object in an HP job that is read back. Do not share one type for both.
             *
             *     > **Gap, ambiguous:** `hp-output-while-rendering`
             *     >
             *     > An object in every state, as the status endpoint declares it. Check before reading a field of it.
             */
            output: components["schemas"]["HpJobOutput"];
        };
        /**
         * Avatar
         * @description One actor that the service stores.
         *
         *     > **Gap, not documented:** `avatar-fields`
         *     >
         *     > An object of unknown content. Even the field that holds the `avatar_id` is not known by name.
         *
         *     > **Gap, not documented:** `custom-avatar-creation`
         *     >
         *     > Custom avatars are made outside this interface.
         * @example {}
         */
        Avatar: {
            [key: string]: unknown;
        };
        /**
         * List of avatars
         * @description The avatars of one kind, public or custom.
         */
        AvatarList: {
            /**
             * @description The avatars to choose from.
             *
             *     > **Gap, not documented:** `avatar-list-pagination`
             *     >
             *     > One response holds the whole list, in no particular order.
             * @example []
             */
            avatars_list: components["schemas"]["Avatar"][];
        };
        /**
         * Voice
         * @description One voice that the service can speak a text in.
         *
         *     > **Gap, not documented:** `voice-fields`
         *     >
         *     > An object of unknown content. Even the field that holds the `voice_id` is not known by name.
         * @example {}
         */
        Voice: {
            [key: string]: unknown;
        };
        /**
         * List of voices
         * @description The voices of the public kind.
         */
        VoiceList: {
            /**
             * @description The voices to choose from.
             *
             *     > **Gap, not documented:** `voice-list-pagination`
             *     >
             *     > One response holds the whole list, in no particular order.
             * @example []
             */
            voices_list: components["schemas"]["Voice"][];
        };
    };
    responses: {
        /**
         * @description Any answer that is not a success. Decide by the status code, and treat the body as text for a person or a log; it may be empty.
         *
         *     > **Gap, not documented:** `error-body`
         *     >
         *     > The body can be anything, also HTML or nothing. Its type is unknown, and a parser must not depend on it.
         *
         *     > **Gap, not documented:** `error-codes`
         *     >
         *     > No machine-readable reason can be relied on.
         *
         *     > **Gap, not documented:** `failure-status-codes`
         *     >
         *     > Everything outside `2XX` is a failure. A single code means no more than HTTP says it means.
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
export type LipsyncModel = components['schemas']['LipsyncModel'];
export type AvatarId = components['schemas']['AvatarId'];
export type AvatarType = components['schemas']['AvatarType'];
export type AvatarActor = components['schemas']['AvatarActor'];
export type ActorVideoUrl = components['schemas']['ActorVideoUrl'];
export type VideoActor = components['schemas']['VideoActor'];
export type Actor = components['schemas']['Actor'];
export type ScriptAudioUrl = components['schemas']['ScriptAudioUrl'];
export type AudioScript = components['schemas']['AudioScript'];
export type ScriptText = components['schemas']['ScriptText'];
export type VoiceId = components['schemas']['VoiceId'];
export type VoiceType = components['schemas']['VoiceType'];
export type TextScript = components['schemas']['TextScript'];
export type Script = components['schemas']['Script'];
export type LipsyncVideoInput = components['schemas']['LipsyncVideoInput'];
export type JobId = components['schemas']['JobId'];
export type LipsyncVideoInputEcho = components['schemas']['LipsyncVideoInputEcho'];
export type JobStatus = components['schemas']['JobStatus'];
export type JobOutput = components['schemas']['JobOutput'];
export type LipsyncVideoJob = components['schemas']['LipsyncVideoJob'];
export type TemplateId = components['schemas']['TemplateId'];
export type SlidesCount = components['schemas']['SlidesCount'];
export type LayerId = components['schemas']['LayerId'];
export type LayerType = components['schemas']['LayerType'];
export type SlideCustomization = components['schemas']['SlideCustomization'];
export type DynamicSlideVideoInput = components['schemas']['DynamicSlideVideoInput'];
export type DynamicSlideVideoJob = components['schemas']['DynamicSlideVideoJob'];
export type ProjectName = components['schemas']['ProjectName'];
export type BaseVideoUrl = components['schemas']['BaseVideoUrl'];
export type VariableCount = components['schemas']['VariableCount'];
export type DataSliceStartIndex = components['schemas']['DataSliceStartIndex'];
export type DataSliceEndIndex = components['schemas']['DataSliceEndIndex'];
export type DataXlsxUrl = components['schemas']['DataXlsxUrl'];
export type Music = components['schemas']['Music'];
export type SegmentTime = components['schemas']['SegmentTime'];
export type HpVariable = components['schemas']['HpVariable'];
export type HpJobInput = components['schemas']['HpJobInput'];
export type DataJson = components['schemas']['DataJson'];
export type HpJobCreated = components['schemas']['HpJobCreated'];
export type JobType = components['schemas']['JobType'];
export type HpJobOutput = components['schemas']['HpJobOutput'];
export type HpJob = components['schemas']['HpJob'];
export type Avatar = components['schemas']['Avatar'];
export type AvatarList = components['schemas']['AvatarList'];
export type Voice = components['schemas']['Voice'];
export type VoiceList = components['schemas']['VoiceList'];
export type ResponseUndocumentedResponse = components['responses']['UndocumentedResponse'];
export type $defs = Record<string, never>;
export interface operations {
    createLipsyncVideo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Who speaks, what is said, and which generation model lip-syncs it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LipsyncVideoInput"];
            };
        };
        responses: {
            /** @description The job has been accepted. Its record comes back at once, before the video exists. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LipsyncVideoJob"];
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
        /** @description Which template to use, how many slides to make, and what to put into its layers. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DynamicSlideVideoInput"];
            };
        };
        responses: {
            /** @description The job has been accepted. Its record comes back at once, before the video exists. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DynamicSlideVideoJob"];
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
        /** @description The base video, its variable segments, and the rows of data to fill them with. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HpJobInput"];
            };
        };
        responses: {
            /** @description The job has been accepted. Its record comes back at once, before the videos exist. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HpJobCreated"];
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
                /**
                 * @description Identifier of the HP job, as its create response gave it.
                 * @example example-job-id
                 */
                job_id: components["schemas"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HP job as it stands now. */
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
            /** @description All public avatars. */
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
            /** @description All custom avatars. */
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
            /** @description All public voices. */
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
