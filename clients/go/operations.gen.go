// Code generated from the contract by npm run generate. DO NOT EDIT.

package videogeneration

import "context"

var routeCreateLipsyncVideo = route{"CreateLipsyncVideo", "POST", "/api/express_lipsync_video", map[string]string{"job_id": "string"}}

// CreateLipsyncVideo sends POST /api/express_lipsync_video. Create a lipsync video.
//
// Starts a render job in which an actor speaks a script. The actor is a stored avatar or a video of
// yours. The script is an audio file or a text spoken in a voice. The specification calls this kind
// of job express lipsync.
//
// Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the
// first may have started a job.
//
// Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for
// prices and your quota first.
//
// Gap `failed-job-price`: Assume that a failed job costs money too.
//
// Gap `media-url-access`: Serve your files at public `https` addresses without credentials or
// redirects.
//
// Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
//
// Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be
// refused, or make the job fail later.
//
// Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no
// documented endpoint returns its status or video.
//
// Gap `custom-voices-endpoint`: The path stays without an operation. A method alone, without a
// response, would promise more than the specification does. Ask the service owner for the
// identifiers of your custom voices. The method `GET` is named for this path, and its response is
// not described.
func (c *Client) CreateLipsyncVideo(ctx context.Context, body LipsyncVideoInput) (*LipsyncVideoReceipt, error) {
	return call[LipsyncVideoReceipt](ctx, c, routeCreateLipsyncVideo, nil, body)
}

var routeCreateDynamicSlideVideo = route{"CreateDynamicSlideVideo", "POST", "/api/template_dynamic_slide_video", map[string]string{"job_id": "string"}}

// CreateDynamicSlideVideo sends POST /api/template_dynamic_slide_video. Create a dynamic slide
// video.
//
// Starts a render job that builds a video from a template, a slide count, and customizations of the
// template's layers.
//
// Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the
// first may have started a job.
//
// Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for
// prices and your quota first.
//
// Gap `failed-job-price`: Assume that a failed job costs money too.
//
// Gap `media-url-access`: Serve your files at public `https` addresses without credentials or
// redirects.
//
// Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
//
// Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be
// refused, or make the job fail later.
//
// Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no
// documented endpoint returns its status or video.
func (c *Client) CreateDynamicSlideVideo(ctx context.Context, body DynamicSlideVideoInput) (*DynamicSlideVideoReceipt, error) {
	return call[DynamicSlideVideoReceipt](ctx, c, routeCreateDynamicSlideVideo, nil, body)
}

var routeCreateHpJob = route{"CreateHpJob", "POST", "/api/hp_job", map[string]string{"job_id": "string"}}

// CreateHpJob sends POST /api/hp_job. Create an HP job.
//
// Starts a render job that personalises a base video with variable text segments, using data rows
// taken from a spreadsheet.
//
// Gap `create-idempotency`: Don't repeat a create request after a timeout or a lost connection: the
// first may have started a job.
//
// Gap `price-and-quota`: Assume that every create request can cost money. Ask the service owner for
// prices and your quota first.
//
// Gap `failed-job-price`: Assume that a failed job costs money too.
//
// Gap `media-url-access`: Serve your files at public `https` addresses without credentials or
// redirects.
//
// Gap `media-url-lifetime`: Keep your media files at their addresses until the job has ended.
//
// Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small files. Others may be
// refused, or make the job fail later.
func (c *Client) CreateHpJob(ctx context.Context, body HpJobInput) (*HpJobReceipt, error) {
	return call[HpJobReceipt](ctx, c, routeCreateHpJob, nil, body)
}

var routeGetHpJob = route{"GetHpJob", "GET", "/api/hp_job/{job_id}", map[string]string{"job_id": "string"}}

// GetHpJob sends GET /api/hp_job/{job_id}. Get the status of an HP job.
//
// Returns an HP job by its identifier. While its status is `rendering`, the video is being
// produced. Pause between two calls, and limit the whole wait.
//
// Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no
// documented endpoint returns its status or video.
func (c *Client) GetHpJob(ctx context.Context, jobID JobId) (*HpJob, error) {
	return call[HpJob](ctx, c, routeGetHpJob, []string{jobID}, nil)
}

var routeListPublicAvatars = route{"ListPublicAvatars", "GET", "/api/avatars/public", map[string]string{"avatars_list": "array"}}

// ListPublicAvatars sends GET /api/avatars/public. List public avatars.
//
// Lists the public avatars. To use one in a lipsync video, send its identifier with `avatar_type`
// set to `public`.
//
// Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no
// documented endpoint returns its status or video.
func (c *Client) ListPublicAvatars(ctx context.Context) (*AvatarList, error) {
	return call[AvatarList](ctx, c, routeListPublicAvatars, nil, nil)
}

var routeListCustomAvatars = route{"ListCustomAvatars", "GET", "/api/avatars/custom", map[string]string{"avatars_list": "array"}}

// ListCustomAvatars sends GET /api/avatars/custom. List custom avatars.
//
// Lists the custom avatars. To use one in a lipsync video, send its identifier with `avatar_type`
// set to `custom`.
//
// Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no
// documented endpoint returns its status or video.
func (c *Client) ListCustomAvatars(ctx context.Context) (*AvatarList, error) {
	return call[AvatarList](ctx, c, routeListCustomAvatars, nil, nil)
}

var routeListPublicVoices = route{"ListPublicVoices", "GET", "/api/voices/public", map[string]string{"voices_list": "array"}}

// ListPublicVoices sends GET /api/voices/public. List public voices.
//
// Lists the public voices. To use one in a script, send its identifier with `voice_type` set to
// `public`.
//
// Gap `status-of-other-jobs`: Ask the service owner before you start a lipsync or slide job: no
// documented endpoint returns its status or video.
//
// Gap `list-pagination`: Expect the whole list in one response, in no particular order. No
// parameter for a next page is documented.
func (c *Client) ListPublicVoices(ctx context.Context) (*VoiceList, error) {
	return call[VoiceList](ctx, c, routeListPublicVoices, nil, nil)
}
