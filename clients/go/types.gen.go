// Code generated from the contract by npm run generate. DO NOT EDIT.

package videogeneration

import "encoding/json"

// LipsyncModel is a type of the contract.
//
// Selects the generation model. It is not a version of the interface.
//
// Gap `model-differences`: Ask the service owner which model suits your material. The specification
// doesn't say how they differ.
type LipsyncModel string

// LipsyncModelV1 is "v1".
const LipsyncModelV1 LipsyncModel = "v1"

// LipsyncModelV2 is "v2".
const LipsyncModelV2 LipsyncModel = "v2"

// MarshalText refuses a value that the contract does not list.
func (v LipsyncModel) MarshalText() ([]byte, error) {
	return listedText("LipsyncModel", string(v), "v1", "v2")
}

// CatalogueType is a type of the contract.
//
// Kind of an avatar or a voice.
//
// Gap `type-and-id-mismatch`: Send the type of the list that the identifier came from. A wrong type
// may be refused, or select another one.
type CatalogueType string

// CatalogueTypePublic is "public".
const CatalogueTypePublic CatalogueType = "public"

// CatalogueTypeCustom is "custom".
const CatalogueTypeCustom CatalogueType = "custom"

// MarshalText refuses a value that the contract does not list.
func (v CatalogueType) MarshalText() ([]byte, error) {
	return listedText("CatalogueType", string(v), "public", "custom")
}

// AvatarActor is a type of the contract.
//
// An avatar that the service stores is lip-synced to the script.
type AvatarActor struct {
	// Identifies the avatar. Take it from the list of public or custom avatars.
	AvatarID string `json:"avatar_id"`

	// Kind of the avatar.
	//
	// Gap `type-and-id-mismatch`: Send the type of the list that the identifier came from. A wrong
	// type may be refused, or select another one.
	AvatarType CatalogueType `json:"avatar_type"`
}

// NewAvatarActor makes an AvatarActor with all that it needs.
func NewAvatarActor(avatarID string, avatarType CatalogueType) AvatarActor {
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

// VideoActor is a type of the contract.
//
// A video that you supply is lip-synced to the script.
type VideoActor struct {
	// URL of the video to lip-sync.
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
// Who speaks in the video: a stored avatar or a video that you supply. `use` selects which.
type Actor interface {
	isActor()
}

// AudioScript is a type of the contract.
//
// The actor is lip-synced to an audio file that you supply.
type AudioScript struct {
	// URL of the audio to lip-sync. The sample in the specification shows an `.mp3` URL.
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

// TextScript is a type of the contract.
//
// The actor is lip-synced to a text that is spoken in a chosen voice.
//
// Gap `custom-voice-creation`: Ask the service owner how to get a custom voice. No operation
// creates, changes or deletes one.
type TextScript struct {
	// The text to be spoken.
	//
	// Gap `script-text-rules`: Send plain text in the language of the voice. Markup such as SSML isn't
	// documented, and may be spoken as text.
	Text string `json:"text"`

	// Identifies the voice that speaks the text. Take a public one from the list of public voices.
	VoiceID string `json:"voice_id"`

	// Kind of the voice.
	//
	// Gap `type-and-id-mismatch`: Send the type of the list that the identifier came from. A wrong
	// type may be refused, or select another one.
	VoiceType CatalogueType `json:"voice_type"`
}

// NewTextScript makes a TextScript with all that it needs.
func NewTextScript(text string, voiceID string, voiceType CatalogueType) TextScript {
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

// Script is one of AudioScript and TextScript.
//
// What the actor says: an audio file that you supply or a text that a voice speaks. `use` selects
// which.
type Script interface {
	isScript()
}

// LipsyncVideoInput is a type of the contract.
//
// The request body that starts one lipsync video.
//
// Gap `actor-and-script-presence`: Send both `actor` and `script`, as the sample request does. This
// contract doesn't enforce it.
//
// Gap `lipsync-conditional-fields`: Send all the fields of the `use` you chose. This contract
// requires them.
//
// Gap `lipsync-fields-of-other-use`: Send no field of the `use` that you did not choose.
type LipsyncVideoInput struct {
	// Selects the generation model. It is not a version of the interface.
	//
	// Gap `model-differences`: Ask the service owner which model suits your material. The
	// specification doesn't say how they differ.
	Model LipsyncModel `json:"model"`

	// Who speaks in the video: a stored avatar or a video that you supply. `use` selects which.
	Actor Actor `json:"actor,omitempty"`

	// What the actor says: an audio file that you supply or a text that a voice speaks. `use` selects
	// which.
	Script Script `json:"script,omitempty"`
}

// SlideCustomization is a type of the contract.
//
// Customizes one layer of the template.
//
// Gap `layer-fields-left-out`: Leave `layer_type` out until the service owner has told you its
// value. Expect a customization without `inputs` to change nothing, or to be refused. Ask for a
// complete one.
type SlideCustomization struct {
	// Identifies the layer. A layer with the identifier `audio` appears in the specification's sample.
	LayerID string `json:"layer_id"`

	// Type of the layer.
	LayerType *string `json:"layer_type,omitempty"`

	// Inputs for the layer.
	//
	// Gap `layer-inputs-shape`: Leave `inputs` out until the service owner has told you what an
	// element looks like.
	Inputs []any `json:"inputs,omitempty"`
}

// DynamicSlideVideoInput is a type of the contract.
//
// The request body that starts one dynamic slide video.
type DynamicSlideVideoInput struct {
	// Identifies the template that the video is built from.
	//
	// Gap `template-layers`: Ask the service owner for the identifiers of your templates and of their
	// layers. No operation lists them, and even the layer `audio` may not exist in every template.
	TemplateID string `json:"template_id"`

	// Number of slides.
	//
	// Gap `slides-count-bounds`: Send a small positive number. This contract doesn't enforce any
	// bound.
	//
	// Gap `slides-count-and-template`: Ask the service owner which `slides_count` fits your template.
	// Another number may be refused, or leave slides empty.
	SlidesCount int64 `json:"slides_count"`

	// Customizations of layers of the template.
	//
	// Gap `customization-slide-assignment`: Ask the service owner which slides an entry changes. Until
	// then, name each layer once.
	Customizations []SlideCustomization `json:"customizations,omitempty"`
}

// ProjectName is a type of the contract.
//
// Project name.
//
// Gap `project-name-uniqueness`: Give each job a project name of its own. A second job of that name
// may replace the first.
type ProjectName = string

// DataSliceIndex is a type of the contract.
//
// Where a slice of data rows starts or ends.
//
// Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1 and 2, and see
// which texts appear.
//
// Gap `data-slice-end`: Test with few rows whether the end row is included.
//
// Gap `data-slice-size`: Use small slices in several jobs. A large slice may be refused, or fail
// late.
type DataSliceIndex = int64

// SegmentTime is a type of the contract.
//
// Start or end of a variable segment.
//
// Gap `segment-time-type`: Send strings, as the field list says. If the service refuses them, send
// integers.
//
// Gap `segment-time-units`: Test with `start_time` 1 and `end_time` 3. If the segment lasts two
// seconds, the unit is seconds. If it is too short to see, the unit is frames or milliseconds.
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

// HpSegment is a type of the contract.
//
// One variable segment of the base video, with the texts before and after its variable.
//
// Gap `variable-text-use`: Test with texts you can recognise whether they are spoken or shown, and
// whether a space is added next to the value.
//
// Gap `segment-time-order`: Send a start before its end, and segments that don't overlap and lie
// within the video. This contract doesn't enforce it.
type HpSegment struct {
	// Start time of the variable segment.
	//
	// Gap `segment-time-type`: Send strings, as the field list says. If the service refuses them, send
	// integers.
	//
	// Gap `segment-time-units`: Test with `start_time` 1 and `end_time` 3. If the segment lasts two
	// seconds, the unit is seconds. If it is too short to see, the unit is frames or milliseconds.
	StartTime SegmentTime `json:"start_time"`

	// End time of the variable segment.
	//
	// Gap `segment-time-type`: Send strings, as the field list says. If the service refuses them, send
	// integers.
	//
	// Gap `segment-time-units`: Test with `start_time` 1 and `end_time` 3. If the segment lasts two
	// seconds, the unit is seconds. If it is too short to see, the unit is frames or milliseconds.
	EndTime SegmentTime `json:"end_time"`

	// Text placed before the variable.
	VariablePreText *string `json:"variable_pre_text,omitempty"`

	// Text placed after the variable.
	VariablePostText *string `json:"variable_post_text,omitempty"`
}

// HpJobInput is a type of the contract.
//
// The request body that starts one HP job.
//
// Gap `variables-or-customizations`: Test with few rows. Send the segments as `variables`. If the
// service ignores them, try `customizations`. Never send both: which one wins is not documented.
//
// Gap `hp-videos-per-job`: Don't assume one video per row: how many one job makes is not
// documented.
//
// Gap `hp-job-with-failed-rows`: Look for a video of each row before you call a job done. A status
// that means success may hide rows that have failed.
//
// Gap `hp-job-without-segments`: Send the list of segments, though it is optional. A job without
// one may fail, or show none of your data.
type HpJobInput struct {
	// Project name.
	//
	// Gap `project-name-uniqueness`: Give each job a project name of its own. A second job of that
	// name may replace the first.
	ProjectName ProjectName `json:"project_name"`

	// URL of the base video.
	BaseVideoURL string `json:"base_video_url"`

	// Number of variables.
	//
	// Gap `variable-count-bounds`: Send a small positive number. This contract doesn't enforce any
	// bound.
	//
	// Gap `variable-count-and-segments`: Set `variable_count` to the number of segments you send. This
	// contract doesn't enforce it.
	VariableCount int64 `json:"variable_count"`

	// Start index of the slice of data rows.
	//
	// Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1 and 2, and see
	// which texts appear.
	//
	// Gap `data-slice-end`: Test with few rows whether the end row is included.
	//
	// Gap `data-slice-size`: Use small slices in several jobs. A large slice may be refused, or fail
	// late.
	DataSliceStartIndex DataSliceIndex `json:"data_slice_start_index"`

	// End index of the slice of data rows.
	//
	// Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1 and 2, and see
	// which texts appear.
	//
	// Gap `data-slice-end`: Test with few rows whether the end row is included.
	//
	// Gap `data-slice-size`: Use small slices in several jobs. A large slice may be refused, or fail
	// late.
	DataSliceEndIndex DataSliceIndex `json:"data_slice_end_index"`

	// URL of the spreadsheet that the data rows are taken from.
	//
	// Gap `data-xlsx-url-type`: A string. The specification itself calls a URL string the consistent
	// reading; the declared integer is taken for a slip. Send the URL as a string.
	//
	// Gap `spreadsheet-format`: Send an Office Open XML workbook (`.xlsx`). Other formats may be
	// refused.
	//
	// Gap `spreadsheet-layout`: Ask the service owner for the layout of the sheet. Until then, test
	// with one sheet, one header row and the columns in the order of the variables.
	DataXlsxURL string `json:"data_xlsx_url"`

	// Music switch.
	//
	// Gap `music-effect`: Try both values. That `true` means music is likely, but not stated.
	Music bool `json:"music"`

	// The variable segments of the base video.
	Variables []HpSegment `json:"variables,omitempty"`

	// The variable segments of the base video.
	Customizations []HpSegment `json:"customizations,omitempty"`
}

// JobId is a type of the contract.
//
// Identifies one render job. Store it before you do anything else.
//
// Gap `job-retention`: Copy a finished video and its record at once. They may disappear at any time
// after the job has ended.
//
// Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists, cancels or
// deletes jobs.
type JobId = string

// LipsyncVideoInputEcho is a type of the contract.
//
// Echo of the input fields that the client gave.
//
// Gap `lipsync-input-echo`: Don't depend on `input`. It echoes the fields that you gave, and an
// exact copy is not documented.
type LipsyncVideoInputEcho struct {
	// Selects the generation model. It is not a version of the interface.
	//
	// Gap `model-differences`: Ask the service owner which model suits your material. The
	// specification doesn't say how they differ.
	Model string

	// Who speaks in the video: a stored avatar or a video that you supply. `use` selects which.
	Actor any

	// What the actor says: an audio file that you supply or a text that a voice speaks. `use` selects
	// which.
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

// LipsyncVideoReceipt is a type of the contract.
//
// Receipt for a new lipsync job: its identifier, its status, its output, and an echo of the input
// fields that you gave.
type LipsyncVideoReceipt struct {
	// Identifies one render job. Store it before you do anything else.
	//
	// Gap `job-retention`: Copy a finished video and its record at once. They may disappear at any
	// time after the job has ended.
	//
	// Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists, cancels or
	// deletes jobs.
	JobID string

	// Echo of the input fields that the client gave.
	//
	// Gap `lipsync-input-echo`: Don't depend on `input`. It echoes the fields that you gave, and an
	// exact copy is not documented.
	Input LipsyncVideoInputEcho

	// The state of a job. `rendering` means that the job has been accepted and the video is being
	// produced.
	//
	// Gap `job-status-values`: Expect values other than `rendering`. Another value may mean that the
	// job waits, has moved on or has ended. It doesn't mean success.
	//
	// Gap `job-status-transitions`: Don't treat any status as final, and give every wait a limit of
	// your own. The order of statuses is not documented.
	//
	// Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A value that you saw
	// for one kind may not exist for another.
	//
	// Gap `render-duration`: Choose your own polling interval and time limit, and keep the identifier
	// so that you can wait again. No duration is documented.
	//
	// Gap `job-failure-reason`: Log the whole job record when a job doesn't end as you expect. No
	// field for a reason is documented.
	Status string

	// Video generation output in a create response. It is an empty string while the job is rendering.
	//
	// Gap `job-output-when-done`: Don't assume that the string is a URL. Check it before you use it.
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

// DynamicSlideVideoReceipt is a type of the contract.
//
// Receipt for a new dynamic slide job: its identifier, its status and its output.
type DynamicSlideVideoReceipt struct {
	// Identifies one render job. Store it before you do anything else.
	//
	// Gap `job-retention`: Copy a finished video and its record at once. They may disappear at any
	// time after the job has ended.
	//
	// Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists, cancels or
	// deletes jobs.
	JobID string

	// The state of a job. `rendering` means that the job has been accepted and the video is being
	// produced.
	//
	// Gap `job-status-values`: Expect values other than `rendering`. Another value may mean that the
	// job waits, has moved on or has ended. It doesn't mean success.
	//
	// Gap `job-status-transitions`: Don't treat any status as final, and give every wait a limit of
	// your own. The order of statuses is not documented.
	//
	// Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A value that you saw
	// for one kind may not exist for another.
	//
	// Gap `render-duration`: Choose your own polling interval and time limit, and keep the identifier
	// so that you can wait again. No duration is documented.
	//
	// Gap `job-failure-reason`: Log the whole job record when a job doesn't end as you expect. No
	// field for a reason is documented.
	Status string

	// Video generation output in a create response. It is an empty string while the job is rendering.
	//
	// Gap `job-output-when-done`: Don't assume that the string is a URL. Check it before you use it.
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

// HpJobReceipt is a type of the contract.
//
// Receipt for a new HP job. Keep its `job_id`: with it you read the job back.
//
// Gap `hp-create-response-fields`: Rely only on `job_id` and `status`. `output`, `data_json` and
// `project_name` may be missing.
type HpJobReceipt struct {
	// Identifies one render job. Store it before you do anything else.
	//
	// Gap `job-retention`: Copy a finished video and its record at once. They may disappear at any
	// time after the job has ended.
	//
	// Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists, cancels or
	// deletes jobs.
	JobID string

	// The state of a job. `rendering` means that the job has been accepted and the video is being
	// produced.
	//
	// Gap `job-status-values`: Expect values other than `rendering`. Another value may mean that the
	// job waits, has moved on or has ended. It doesn't mean success.
	//
	// Gap `job-status-transitions`: Don't treat any status as final, and give every wait a limit of
	// your own. The order of statuses is not documented.
	//
	// Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A value that you saw
	// for one kind may not exist for another.
	//
	// Gap `render-duration`: Choose your own polling interval and time limit, and keep the identifier
	// so that you can wait again. No duration is documented.
	//
	// Gap `job-failure-reason`: Log the whole job record when a job doesn't end as you expect. No
	// field for a reason is documented.
	Status string

	// Video generation output in a create response. It is an empty string while the job is rendering.
	//
	// Gap `job-output-when-done`: Don't assume that the string is a URL. Check it before you use it.
	Output string

	// The input data of the job, as JSON.
	//
	// Gap `data-json-content`: Don't depend on `data_json`. Parse it only where you handle text that
	// isn't JSON.
	DataJSON string

	// Project name.
	//
	// Gap `project-name-uniqueness`: Give each job a project name of its own. A second job of that
	// name may replace the first.
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

// HpJob is a type of the contract.
//
// The record of an HP job as the status endpoint returns it.
type HpJob struct {
	// Type of the job.
	//
	// Gap `job-type-values`: Don't branch on `job_type`. No value of it is documented.
	JobType string

	// Identifies one render job. Store it before you do anything else.
	//
	// Gap `job-retention`: Copy a finished video and its record at once. They may disappear at any
	// time after the job has ended.
	//
	// Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists, cancels or
	// deletes jobs.
	JobID string

	// The state of a job. `rendering` means that the job has been accepted and the video is being
	// produced.
	//
	// Gap `job-status-values`: Expect values other than `rendering`. Another value may mean that the
	// job waits, has moved on or has ended. It doesn't mean success.
	//
	// Gap `job-status-transitions`: Don't treat any status as final, and give every wait a limit of
	// your own. The order of statuses is not documented.
	//
	// Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A value that you saw
	// for one kind may not exist for another.
	//
	// Gap `render-duration`: Choose your own polling interval and time limit, and keep the identifier
	// so that you can wait again. No duration is documented.
	//
	// Gap `job-failure-reason`: Log the whole job record when a job doesn't end as you expect. No
	// field for a reason is documented.
	Status string

	// Project name.
	//
	// Gap `project-name-uniqueness`: Give each job a project name of its own. A second job of that
	// name may replace the first.
	ProjectName string

	// Video generation output of an HP job, as its status endpoint returns it.
	//
	// Gap `hp-output-while-rendering`: Check that `output` is an object before you read a field of it.
	// Don't share one type with the `output` of a receipt, which is a string.
	//
	// Gap `hp-output-fields`: Check each field of `output` before you use it. None is documented, and
	// the object may be empty.
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

// AvatarList is a type of the contract.
//
// The avatars of one kind, public or custom.
type AvatarList struct {
	// The avatars of this kind.
	//
	// Gap `list-pagination`: Expect the whole list in one response, in no particular order. No
	// parameter for a next page is documented.
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

// VoiceList is a type of the contract.
//
// The voices of one kind, such as public.
type VoiceList struct {
	// The voices of this kind.
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
