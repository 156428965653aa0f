// Code generated from the contract by npm run generate. DO NOT EDIT.

package videogeneration

import "encoding/json"

// LipsyncModel: Selects the generation model that lip-syncs the actor. It is not a version of the
// interface.
//
// Gap `model-differences`: Both are accepted by this contract for every combination of actor and
// script.
type LipsyncModel string

// LipsyncModelV1 is "v1".
const LipsyncModelV1 LipsyncModel = "v1"

// LipsyncModelV2 is "v2".
const LipsyncModelV2 LipsyncModel = "v2"

// MarshalText refuses a value that the contract does not list.
func (v LipsyncModel) MarshalText() ([]byte, error) {
	return listedText("LipsyncModel", string(v), "v1", "v2")
}

// AvatarActor: An avatar that the service stores is lip-synced to the script.
type AvatarActor struct {
	// Names the avatar. It is obtained from the list of public or of custom avatars.
	AvatarID string `json:"avatar_id"`

	// Says of which of the two kinds the avatar is.
	AvatarType AvatarActorAvatarType `json:"avatar_type"`
}

// NewAvatarActor makes an AvatarActor with all that it needs.
func NewAvatarActor(avatarID string, avatarType AvatarActorAvatarType) AvatarActor {
	return AvatarActor{AvatarID: avatarID, AvatarType: avatarType}
}

func (AvatarActor) isActor() {}

// MarshalJSON adds the field that tells the branch.
func (v AvatarActor) MarshalJSON() ([]byte, error) {
	type fields AvatarActor
	return json.Marshal(struct {
		Branch string `json:"use"`
		fields
	}{"avatar", fields(v)})
}

// AvatarActorAvatarType says what avatar_type may be.
type AvatarActorAvatarType string

// AvatarActorAvatarTypePublic is "public".
const AvatarActorAvatarTypePublic AvatarActorAvatarType = "public"

// AvatarActorAvatarTypeCustom is "custom".
const AvatarActorAvatarTypeCustom AvatarActorAvatarType = "custom"

// MarshalText refuses a value that the contract does not list.
func (v AvatarActorAvatarType) MarshalText() ([]byte, error) {
	return listedText("AvatarActorAvatarType", string(v), "public", "custom")
}

// VideoActor: A video that you supply is lip-synced to the script.
type VideoActor struct {
	// URL of the video to lip-sync.
	//
	// Gap `actor-video-format`: Any string is accepted by this contract. An unsuitable video may be
	// refused, or may fail after the job has started.
	VideoURL string `json:"video_url"`
}

// NewVideoActor makes a VideoActor with all that it needs.
func NewVideoActor(videoURL string) VideoActor {
	return VideoActor{VideoURL: videoURL}
}

func (VideoActor) isActor() {}

// MarshalJSON adds the field that tells the branch.
func (v VideoActor) MarshalJSON() ([]byte, error) {
	type fields VideoActor
	return json.Marshal(struct {
		Branch string `json:"use"`
		fields
	}{"video", fields(v)})
}

// Actor is one of AvatarActor and VideoActor.
//
// Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
//
// Gap `actor-conditional-fields`: Each is required with its value of `use`. Leave out the fields of
// the other value, since it is not said whether they are ignored or refused.
type Actor interface {
	isActor()
}

// AudioScript: The actor is lip-synced to an audio file that you supply.
type AudioScript struct {
	// URL of the audio to lip-sync.
	//
	// Gap `script-audio-format`: Any string is accepted by this contract. Rely on MP3 alone.
	AudioURL string `json:"audio_url"`
}

// NewAudioScript makes an AudioScript with all that it needs.
func NewAudioScript(audioURL string) AudioScript {
	return AudioScript{AudioURL: audioURL}
}

func (AudioScript) isScript() {}

// MarshalJSON adds the field that tells the branch.
func (v AudioScript) MarshalJSON() ([]byte, error) {
	type fields AudioScript
	return json.Marshal(struct {
		Branch string `json:"use"`
		fields
	}{"audio", fields(v)})
}

// TextScript: The actor is lip-synced to a text that is spoken in a chosen voice.
type TextScript struct {
	// The text to be spoken.
	//
	// Gap `script-text-rules`: Any string is accepted by this contract. Send plain text; no markup is
	// known to be understood.
	Text string `json:"text"`

	// Names the voice that speaks the text. A public one is obtained from the list of public voices.
	// For custom ones the specification names the path `/api/voices/custom`, but not how to use it.
	VoiceID string `json:"voice_id"`

	// Says of which of the two kinds the voice is.
	VoiceType TextScriptVoiceType `json:"voice_type"`
}

// NewTextScript makes a TextScript with all that it needs.
func NewTextScript(text string, voiceID string, voiceType TextScriptVoiceType) TextScript {
	return TextScript{Text: text, VoiceID: voiceID, VoiceType: voiceType}
}

func (TextScript) isScript() {}

// MarshalJSON adds the field that tells the branch.
func (v TextScript) MarshalJSON() ([]byte, error) {
	type fields TextScript
	return json.Marshal(struct {
		Branch string `json:"use"`
		fields
	}{"text", fields(v)})
}

// TextScriptVoiceType says what voice_type may be.
type TextScriptVoiceType string

// TextScriptVoiceTypePublic is "public".
const TextScriptVoiceTypePublic TextScriptVoiceType = "public"

// TextScriptVoiceTypeCustom is "custom".
const TextScriptVoiceTypeCustom TextScriptVoiceType = "custom"

// MarshalText refuses a value that the contract does not list.
func (v TextScriptVoiceType) MarshalText() ([]byte, error) {
	return listedText("TextScriptVoiceType", string(v), "public", "custom")
}

// Script is one of AudioScript and TextScript.
//
// What is said. `use` chooses between an audio file that you supply and a text that a voice speaks.
//
// Gap `script-conditional-fields`: Each is required with its value of `use`. Leave out the fields
// of the other value, since it is not said whether they are ignored or refused.
type Script interface {
	isScript()
}

// LipsyncVideoInput: The request body that starts one lipsync video.
//
// Gap `actor-and-script-presence`: Both may be left out under this contract. Send both, as the
// sample request does, until it is known what a job without them renders.
type LipsyncVideoInput struct {
	// Selects the generation model that lip-syncs the actor. It is not a version of the interface.
	//
	// Gap `model-differences`: Both are accepted by this contract for every combination of actor and
	// script.
	Model LipsyncModel `json:"model"`

	// Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
	//
	// Gap `actor-conditional-fields`: Each is required with its value of `use`. Leave out the fields
	// of the other value, since it is not said whether they are ignored or refused.
	Actor Actor `json:"actor,omitempty"`

	// What is said. `use` chooses between an audio file that you supply and a text that a voice
	// speaks.
	//
	// Gap `script-conditional-fields`: Each is required with its value of `use`. Leave out the fields
	// of the other value, since it is not said whether they are ignored or refused.
	Script Script `json:"script,omitempty"`
}

// SlideCustomization: Customizes one layer of the template.
type SlideCustomization struct {
	// Names the layer. A layer with the identifier `audio` appears in the specification's sample.
	//
	// Gap `layer-identifiers`: Any string is accepted by this contract. Even `audio` need not exist in
	// every template.
	LayerID string `json:"layer_id"`

	// Type of the layer.
	//
	// Gap `layer-types`: Any string is accepted by this contract. Leave it out unless your provider
	// has told you the value.
	LayerType *string `json:"layer_type,omitempty"`

	// Inputs for the layer.
	//
	// Gap `layer-inputs-shape`: A list of anything. The type of an element is unknown.
	Inputs []any `json:"inputs,omitempty"`
}

// DynamicSlideVideoInput: The request body that starts one dynamic slide video.
type DynamicSlideVideoInput struct {
	// Names the template that the video is built from.
	//
	// Gap `template-fields`: Nothing about a template is known but its identifier, and this contract
	// has no operation that lists templates or reads one.
	TemplateID string `json:"template_id"`

	// Number of slides.
	//
	// Gap `slides-count-bounds`: Any integer is accepted by this contract, zero and negative ones
	// included. Send a positive one.
	SlidesCount int64 `json:"slides_count"`

	// Customizations of layers of the template.
	//
	// Gap `customization-slide-assignment`: Nothing can be relied on as to which slide an entry
	// changes, or whether a layer may be named twice.
	Customizations []SlideCustomization `json:"customizations,omitempty"`
}

// ProjectName: Project name.
//
// Gap `project-name-uniqueness`: Any string is accepted by this contract, also one that another job
// carries.
type ProjectName = string

// SegmentTime: Start or end of a variable segment.
//
// Gap `segment-time-type`: A string or an integer. It is not known whether the service takes both.
//
// Gap `segment-time-units`: Nothing can be relied on; seconds, milliseconds, frames and clock
// notations are all possible.
type SegmentTime struct {
	value any
}

// SegmentTimeString is a SegmentTime that is sent as a string.
func SegmentTimeString(value string) SegmentTime {
	return SegmentTime{value}
}

// SegmentTimeInteger is a SegmentTime that is sent as an integer.
func SegmentTimeInteger(value int64) SegmentTime {
	return SegmentTime{value}
}

// MarshalJSON refuses a SegmentTime that no constructor has made.
func (v SegmentTime) MarshalJSON() ([]byte, error) {
	return chosenValue("SegmentTime", v.value)
}

// HpVariable: One variable segment of the base video, with the texts before and after its variable.
//
// Gap `variable-text-use`: Two optional strings. Nothing can be relied on as to how they are joined
// with the value from the row.
//
// Gap `segment-time-order`: Any two times are accepted by this contract. Send a start before the
// end, and segments that do not overlap.
type HpVariable struct {
	// Start time of the variable segment.
	//
	// Gap `segment-time-type`: A string or an integer. It is not known whether the service takes both.
	//
	// Gap `segment-time-units`: Nothing can be relied on; seconds, milliseconds, frames and clock
	// notations are all possible.
	StartTime SegmentTime `json:"start_time"`

	// End time of the variable segment.
	//
	// Gap `segment-time-type`: A string or an integer. It is not known whether the service takes both.
	//
	// Gap `segment-time-units`: Nothing can be relied on; seconds, milliseconds, frames and clock
	// notations are all possible.
	EndTime SegmentTime `json:"end_time"`

	// Text placed before the variable.
	VariablePreText *string `json:"variable_pre_text,omitempty"`

	// Text placed after the variable.
	VariablePostText *string `json:"variable_post_text,omitempty"`
}

// HpJobInput: The request body that starts one HP job.
//
// Gap `variables-or-customizations`: Either name is accepted by this contract, and neither is
// required. Send one of them, never both, since it is not known which would win.
//
// Gap `data-slice-bounds`: Any two integers are accepted by this contract, also negative ones and
// an end before the start. Send rows that exist, in ascending order.
//
// Gap `hp-videos-per-job`: Nothing can be relied on as to how rows, videos and jobs relate.
type HpJobInput struct {
	// Project name.
	//
	// Gap `project-name-uniqueness`: Any string is accepted by this contract, also one that another
	// job carries.
	ProjectName ProjectName `json:"project_name"`

	// URL of the base video.
	//
	// Gap `base-video-format`: Any string is accepted by this contract. An unsuitable video may be
	// refused, or may fail after the job has started.
	BaseVideoURL string `json:"base_video_url"`

	// Number of variables.
	//
	// Gap `variable-count-bounds`: Any integer is accepted by this contract, zero and negative ones
	// included. Send a positive one.
	//
	// Gap `variable-count-and-segments`: The two are not compared by this contract. Make them equal.
	VariableCount int64 `json:"variable_count"`

	// Start index of the slice of data rows.
	//
	// Gap `data-slice-origin`: Nothing can be relied on as to which row of the sheet an index means.
	DataSliceStartIndex int64 `json:"data_slice_start_index"`

	// End index of the slice of data rows.
	//
	// Gap `data-slice-end-inclusive`: Nothing can be relied on. Try a small slice first.
	DataSliceEndIndex int64 `json:"data_slice_end_index"`

	// URL of the spreadsheet that the data rows are taken from.
	//
	// Gap `data-xlsx-url-type`: Any string is accepted by this contract. An integer is not.
	//
	// Gap `spreadsheet-format`: Send an Office Open XML workbook. Other spreadsheet formats may be
	// refused.
	//
	// Gap `spreadsheet-layout`: Nothing is known about sheets, header rows and columns, or how a
	// column is tied to a variable.
	DataXlsxURL string `json:"data_xlsx_url"`

	// The music switch of the job.
	//
	// Gap `music-effect`: True and false are both accepted by this contract. That true means music is
	// likely, but not stated.
	Music bool `json:"music"`

	// The variable segments of the base video, under the name the field list gives them.
	Variables []HpVariable `json:"variables,omitempty"`

	// The variable segments of the base video, under the name the sample request gives them.
	Customizations []HpVariable `json:"customizations,omitempty"`
}

// JobId: Names one render job. It is the only handle on a job you have started, so store it before
// you do anything else.
//
// Gap `job-retention`: A job may become unreadable at any time after it has ended. Copy what you
// need as soon as it is there.
type JobId = string

// LipsyncVideoInputEcho: Echo of the input fields that the client gave.
//
// Gap `lipsync-input-echo`: Each request field may stand in the echo, in the form the client gave
// it, and none has to.
type LipsyncVideoInputEcho struct {
	// Selects the generation model that lip-syncs the actor. It is not a version of the interface.
	//
	// Gap `model-differences`: Both are accepted by this contract for every combination of actor and
	// script.
	Model string

	// Who is seen speaking. `use` chooses between a stored avatar and a video that you supply.
	//
	// Gap `actor-conditional-fields`: Each is required with its value of `use`. Leave out the fields
	// of the other value, since it is not said whether they are ignored or refused.
	Actor any

	// What is said. `use` chooses between an audio file that you supply and a text that a voice
	// speaks.
	//
	// Gap `script-conditional-fields`: Each is required with its value of `use`. Leave out the fields
	// of the other value, since it is not said whether they are ignored or refused.
	Script any

	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *LipsyncVideoInputEcho) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
	v.Model = readAs[string](fields["model"])
	v.Actor = readAs[any](fields["actor"])
	v.Script = readAs[any](fields["script"])
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}

// LipsyncVideoReceipt: Receipt for a lipsync job that has just been created. It names the job and
// repeats what was asked for.
type LipsyncVideoReceipt struct {
	// Names one render job. It is the only handle on a job you have started, so store it before you do
	// anything else.
	//
	// Gap `job-retention`: A job may become unreadable at any time after it has ended. Copy what you
	// need as soon as it is there.
	JobID string

	// Echo of the input fields that the client gave.
	//
	// Gap `lipsync-input-echo`: Each request field may stand in the echo, in the form the client gave
	// it, and none has to.
	Input LipsyncVideoInputEcho

	// Tells where a job stands. `rendering` means that the job has been accepted and the video is
	// being produced.
	//
	// Gap `job-status-values`: An open string with one known value. Expect others, and treat them as
	// unknown, not as success: they say that the job is no longer in that state, and nothing more.
	//
	// Gap `job-status-transitions`: A job may change its status at any time and in any order. No
	// status is known to be final, so every wait needs a limit of its own.
	//
	// Gap `render-duration`: This contract gives no duration and no polling interval. Choose both
	// yourself, and let a wait be resumed.
	Status string

	// Video generation output, as a create response gives it. It is an empty string while the job is
	// rendering.
	//
	// Gap `job-output-when-done`: A string of unknown content. Do not parse it as a URL without a
	// check.
	Output string

	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *LipsyncVideoReceipt) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
	v.JobID = readAs[string](fields["job_id"])
	v.Input = readAs[LipsyncVideoInputEcho](fields["input"])
	v.Status = readAs[string](fields["status"])
	v.Output = readAs[string](fields["output"])
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}

// DynamicSlideVideoReceipt: Receipt for a dynamic slide job that has just been created. It names
// the job and says where it stands.
type DynamicSlideVideoReceipt struct {
	// Names one render job. It is the only handle on a job you have started, so store it before you do
	// anything else.
	//
	// Gap `job-retention`: A job may become unreadable at any time after it has ended. Copy what you
	// need as soon as it is there.
	JobID string

	// Tells where a job stands. `rendering` means that the job has been accepted and the video is
	// being produced.
	//
	// Gap `job-status-values`: An open string with one known value. Expect others, and treat them as
	// unknown, not as success: they say that the job is no longer in that state, and nothing more.
	//
	// Gap `job-status-transitions`: A job may change its status at any time and in any order. No
	// status is known to be final, so every wait needs a limit of its own.
	//
	// Gap `render-duration`: This contract gives no duration and no polling interval. Choose both
	// yourself, and let a wait be resumed.
	Status string

	// Video generation output, as a create response gives it. It is an empty string while the job is
	// rendering.
	//
	// Gap `job-output-when-done`: A string of unknown content. Do not parse it as a URL without a
	// check.
	Output string

	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *DynamicSlideVideoReceipt) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
	v.JobID = readAs[string](fields["job_id"])
	v.Status = readAs[string](fields["status"])
	v.Output = readAs[string](fields["output"])
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}

// HpJobReceipt: Receipt for an HP job that has just been created. Keep its `job_id`, which is all
// you need to read the job back.
//
// Gap `hp-create-response-fields`: Only `job_id` and `status` can be relied on. The other three may
// be there or not.
type HpJobReceipt struct {
	// Names one render job. It is the only handle on a job you have started, so store it before you do
	// anything else.
	//
	// Gap `job-retention`: A job may become unreadable at any time after it has ended. Copy what you
	// need as soon as it is there.
	JobID string

	// Tells where a job stands. `rendering` means that the job has been accepted and the video is
	// being produced.
	//
	// Gap `job-status-values`: An open string with one known value. Expect others, and treat them as
	// unknown, not as success: they say that the job is no longer in that state, and nothing more.
	//
	// Gap `job-status-transitions`: A job may change its status at any time and in any order. No
	// status is known to be final, so every wait needs a limit of its own.
	//
	// Gap `render-duration`: This contract gives no duration and no polling interval. Choose both
	// yourself, and let a wait be resumed.
	Status string

	// Video generation output, as a create response gives it. It is an empty string while the job is
	// rendering.
	//
	// Gap `job-output-when-done`: A string of unknown content. Do not parse it as a URL without a
	// check.
	Output string

	// The input data of the job, as JSON.
	//
	// Gap `data-json-content`: A string. Guard the parsing, and expect no structure in what comes out.
	DataJSON string

	// Project name.
	//
	// Gap `project-name-uniqueness`: Any string is accepted by this contract, also one that another
	// job carries.
	ProjectName string

	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *HpJobReceipt) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
	v.JobID = readAs[string](fields["job_id"])
	v.Status = readAs[string](fields["status"])
	v.Output = readAs[string](fields["output"])
	v.DataJSON = readAs[string](fields["data_json"])
	v.ProjectName = readAs[string](fields["project_name"])
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}

// HpJob: The record of an HP job as the status endpoint returns it.
type HpJob struct {
	// Type of the job.
	//
	// Gap `job-type-values`: An open string without a known value. Do not branch on it.
	JobType string

	// Names one render job. It is the only handle on a job you have started, so store it before you do
	// anything else.
	//
	// Gap `job-retention`: A job may become unreadable at any time after it has ended. Copy what you
	// need as soon as it is there.
	JobID string

	// Tells where a job stands. `rendering` means that the job has been accepted and the video is
	// being produced.
	//
	// Gap `job-status-values`: An open string with one known value. Expect others, and treat them as
	// unknown, not as success: they say that the job is no longer in that state, and nothing more.
	//
	// Gap `job-status-transitions`: A job may change its status at any time and in any order. No
	// status is known to be final, so every wait needs a limit of its own.
	//
	// Gap `render-duration`: This contract gives no duration and no polling interval. Choose both
	// yourself, and let a wait be resumed.
	Status string

	// Project name.
	//
	// Gap `project-name-uniqueness`: Any string is accepted by this contract, also one that another
	// job carries.
	ProjectName string

	// The output of an HP job that is read back.
	//
	// Gap `hp-output-fields`: An object of unknown content, possibly empty. Check each field before
	// you use it.
	//
	// Gap `hp-output-while-rendering`: A string or an object. Check for an object before you read a
	// field of it. Do not share one type with the `output` of a receipt, which is a string.
	Output any

	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *HpJob) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
	v.JobType = readAs[string](fields["job_type"])
	v.JobID = readAs[string](fields["job_id"])
	v.Status = readAs[string](fields["status"])
	v.ProjectName = readAs[string](fields["project_name"])
	v.Output = readOneOf[any](fields["output"], "object", "string")
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}

// AvatarList: The avatars of one kind, public or custom.
type AvatarList struct {
	// The avatars of this kind.
	//
	// Gap `avatar-list-pagination`: One response holds the whole list, as this contract reads "get
	// all", in no particular order.
	AvatarsList []map[string]any

	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *AvatarList) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
	v.AvatarsList = readList[map[string]any](fields["avatars_list"])
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}

// VoiceList: The voices of the public kind.
type VoiceList struct {
	// The public voices.
	//
	// Gap `voice-list-pagination`: One response holds the whole list, as this contract reads "get
	// all", in no particular order.
	VoicesList []map[string]any

	// Raw is the value as it was sent.
	Raw json.RawMessage
}

// UnmarshalJSON takes what fits, and never fails for a value of JSON.
func (v *VoiceList) UnmarshalJSON(raw []byte) error {
	fields := readAs[map[string]json.RawMessage](raw)
	v.VoicesList = readList[map[string]any](fields["voices_list"])
	v.Raw = append(json.RawMessage(nil), raw...)
	return nil
}
