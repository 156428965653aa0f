"""Types of requests and answers.

Generated from the contract. Do not edit: run npm run generate.

What is sent is closed: a checker refuses what the contract does not list. What comes
back is open: a field is ``None`` where the answer lacks it, or has something else in
its place, and ``raw`` holds the whole answer as it was sent. Only what the client
has checked is never ``None``.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from ..reading import as_items, as_known, as_mapping

__all__ = [
    "LipsyncModel",
    "AvatarActor",
    "VideoActor",
    "Actor",
    "AudioScript",
    "TextScript",
    "Script",
    "LipsyncVideoInput",
    "SlideCustomization",
    "DynamicSlideVideoInput",
    "ProjectName",
    "SegmentTime",
    "HpVariable",
    "HpJobInput",
    "JobId",
    "LipsyncVideoInputEcho",
    "LipsyncVideoReceipt",
    "DynamicSlideVideoReceipt",
    "HpJobReceipt",
    "HpJob",
    "AvatarList",
    "VoiceList",
]


LipsyncModel = Literal["v1", "v2"]
"""Selects the generation model that lip-syncs the actor. It is not a version of the
interface.

- Gap `model-differences`: Both are accepted by this contract for every combination
  of actor and script.
"""


class AvatarActor(TypedDict):
    """An avatar that the service stores is lip-synced to the script."""

    use: Literal["avatar"]
    """Chooses a stored avatar as the actor."""

    avatar_id: str
    """Names the avatar. It is obtained from the list of public or of custom avatars."""

    avatar_type: Literal["public", "custom"]
    """Says of which of the two kinds the avatar is."""


class VideoActor(TypedDict):
    """A video that you supply is lip-synced to the script."""

    use: Literal["video"]
    """Chooses a supplied video as the actor."""

    video_url: str
    """URL of the video to lip-sync.

    - Gap `actor-video-format`: Any string is accepted by this contract. An
      unsuitable video may be refused, or may fail after the job has started.
    """


Actor = Union[AvatarActor, VideoActor]
"""Who is seen speaking. `use` chooses between a stored avatar and a video that you
supply.

- Gap `actor-conditional-fields`: Each is required with its value of `use`. Leave out
  the fields of the other value, since it is not said whether they are ignored or
  refused.
"""


class AudioScript(TypedDict):
    """The actor is lip-synced to an audio file that you supply."""

    use: Literal["audio"]
    """Chooses a supplied audio file as the script."""

    audio_url: str
    """URL of the audio to lip-sync.

    - Gap `script-audio-format`: Any string is accepted by this contract. Rely on MP3
      alone.
    """


class TextScript(TypedDict):
    """The actor is lip-synced to a text that is spoken in a chosen voice."""

    use: Literal["text"]
    """Chooses a text, spoken in a voice, as the script."""

    text: str
    """The text to be spoken.

    - Gap `script-text-rules`: Any string is accepted by this contract. Send plain
      text; no markup is known to be understood.
    """

    voice_id: str
    """Names the voice that speaks the text. A public one is obtained from the list of
    public voices. For custom ones the specification names the path
    `/api/voices/custom`, but not how to use it.
    """

    voice_type: Literal["public", "custom"]
    """Says of which of the two kinds the voice is."""


Script = Union[AudioScript, TextScript]
"""What is said. `use` chooses between an audio file that you supply and a text that a
voice speaks.

- Gap `script-conditional-fields`: Each is required with its value of `use`. Leave
  out the fields of the other value, since it is not said whether they are ignored or
  refused.
"""


class _LipsyncVideoInput(TypedDict):
    """What LipsyncVideoInput must have."""

    model: LipsyncModel
    """Selects the generation model that lip-syncs the actor. It is not a version of the
    interface.

    - Gap `model-differences`: Both are accepted by this contract for every
      combination of actor and script.
    """


class LipsyncVideoInput(_LipsyncVideoInput, total=False):
    """The request body that starts one lipsync video.

    - Gap `actor-and-script-presence`: Both may be left out under this contract. Send
      both, as the sample request does, until it is known what a job without them
      renders.
    """

    actor: Actor
    """Who is seen speaking. `use` chooses between a stored avatar and a video that you
    supply.

    - Gap `actor-conditional-fields`: Each is required with its value of `use`. Leave
      out the fields of the other value, since it is not said whether they are
      ignored or refused.
    """

    script: Script
    """What is said. `use` chooses between an audio file that you supply and a text that
    a voice speaks.

    - Gap `script-conditional-fields`: Each is required with its value of `use`.
      Leave out the fields of the other value, since it is not said whether they are
      ignored or refused.
    """


class _SlideCustomization(TypedDict):
    """What SlideCustomization must have."""

    layer_id: str
    """Names the layer. A layer with the identifier `audio` appears in the
    specification's sample.

    - Gap `layer-identifiers`: Any string is accepted by this contract. Even `audio`
      need not exist in every template.
    """


class SlideCustomization(_SlideCustomization, total=False):
    """Customizes one layer of the template."""

    layer_type: str
    """Type of the layer.

    - Gap `layer-types`: Any string is accepted by this contract. Leave it out unless
      your provider has told you the value.
    """

    inputs: Sequence[object]
    """Inputs for the layer.

    - Gap `layer-inputs-shape`: A list of anything. The type of an element is
      unknown.
    """


class _DynamicSlideVideoInput(TypedDict):
    """What DynamicSlideVideoInput must have."""

    template_id: str
    """Names the template that the video is built from.

    - Gap `template-fields`: Nothing about a template is known but its identifier,
      and this contract has no operation that lists templates or reads one.
    """

    slides_count: int
    """Number of slides.

    - Gap `slides-count-bounds`: Any integer is accepted by this contract, zero and
      negative ones included. Send a positive one.
    """


class DynamicSlideVideoInput(_DynamicSlideVideoInput, total=False):
    """The request body that starts one dynamic slide video."""

    customizations: Sequence[SlideCustomization]
    """Customizations of layers of the template.

    - Gap `customization-slide-assignment`: Nothing can be relied on as to which
      slide an entry changes, or whether a layer may be named twice.
    """


ProjectName = str
"""Project name.

- Gap `project-name-uniqueness`: Any string is accepted by this contract, also one
  that another job carries.
"""


SegmentTime = Union[str, int]
"""Start or end of a variable segment.

- Gap `segment-time-type`: A string or an integer. It is not known whether the
  service takes both.

- Gap `segment-time-units`: Nothing can be relied on; seconds, milliseconds, frames
  and clock notations are all possible.
"""


class _HpVariable(TypedDict):
    """What HpVariable must have."""

    start_time: SegmentTime
    """Start time of the variable segment.

    - Gap `segment-time-type`: A string or an integer. It is not known whether the
      service takes both.

    - Gap `segment-time-units`: Nothing can be relied on; seconds, milliseconds,
      frames and clock notations are all possible.
    """

    end_time: SegmentTime
    """End time of the variable segment.

    - Gap `segment-time-type`: A string or an integer. It is not known whether the
      service takes both.

    - Gap `segment-time-units`: Nothing can be relied on; seconds, milliseconds,
      frames and clock notations are all possible.
    """


class HpVariable(_HpVariable, total=False):
    """One variable segment of the base video, with the texts before and after its
    variable.

    - Gap `variable-text-use`: Two optional strings. Nothing can be relied on as to
      how they are joined with the value from the row.

    - Gap `segment-time-order`: Any two times are accepted by this contract. Send a
      start before the end, and segments that do not overlap.
    """

    variable_pre_text: str
    """Text placed before the variable."""

    variable_post_text: str
    """Text placed after the variable."""


class _HpJobInput(TypedDict):
    """What HpJobInput must have."""

    project_name: ProjectName
    """Project name.

    - Gap `project-name-uniqueness`: Any string is accepted by this contract, also
      one that another job carries.
    """

    base_video_url: str
    """URL of the base video.

    - Gap `base-video-format`: Any string is accepted by this contract. An unsuitable
      video may be refused, or may fail after the job has started.
    """

    variable_count: int
    """Number of variables.

    - Gap `variable-count-bounds`: Any integer is accepted by this contract, zero and
      negative ones included. Send a positive one.

    - Gap `variable-count-and-segments`: The two are not compared by this contract.
      Make them equal.
    """

    data_slice_start_index: int
    """Start index of the slice of data rows.

    - Gap `data-slice-origin`: Nothing can be relied on as to which row of the sheet
      an index means.
    """

    data_slice_end_index: int
    """End index of the slice of data rows.

    - Gap `data-slice-end-inclusive`: Nothing can be relied on. Try a small slice
      first.
    """

    data_xlsx_url: str
    """URL of the spreadsheet that the data rows are taken from.

    - Gap `data-xlsx-url-type`: Any string is accepted by this contract. An integer
      is not.

    - Gap `spreadsheet-format`: Send an Office Open XML workbook. Other spreadsheet
      formats may be refused.

    - Gap `spreadsheet-layout`: Nothing is known about sheets, header rows and
      columns, or how a column is tied to a variable.
    """

    music: bool
    """The music switch of the job.

    - Gap `music-effect`: True and false are both accepted by this contract. That
      true means music is likely, but not stated.
    """


class HpJobInput(_HpJobInput, total=False):
    """The request body that starts one HP job.

    - Gap `variables-or-customizations`: Either name is accepted by this contract,
      and neither is required. Send one of them, never both, since it is not known
      which would win.

    - Gap `data-slice-bounds`: Any two integers are accepted by this contract, also
      negative ones and an end before the start. Send rows that exist, in ascending
      order.

    - Gap `hp-videos-per-job`: Nothing can be relied on as to how rows, videos and
      jobs relate.
    """

    variables: Sequence[HpVariable]
    """The variable segments of the base video, under the name the field list gives
    them.
    """

    customizations: Sequence[HpVariable]
    """The variable segments of the base video, under the name the sample request gives
    them.
    """


JobId = str
"""Names one render job. It is the only handle on a job you have started, so store it
before you do anything else.

- Gap `job-retention`: A job may become unreadable at any time after it has ended.
  Copy what you need as soon as it is there.
"""


@dataclass(frozen=True)
class LipsyncVideoInputEcho:
    """Echo of the input fields that the client gave.

    - Gap `lipsync-input-echo`: Each request field may stand in the echo, in the form
      the client gave it, and none has to.
    """

    model: Optional[str]
    """Selects the generation model that lip-syncs the actor. It is not a version of the
    interface.

    - Gap `model-differences`: Both are accepted by this contract for every
      combination of actor and script.
    """

    actor: object
    """Who is seen speaking. `use` chooses between a stored avatar and a video that you
    supply.

    - Gap `actor-conditional-fields`: Each is required with its value of `use`. Leave
      out the fields of the other value, since it is not said whether they are
      ignored or refused.
    """

    script: object
    """What is said. `use` chooses between an audio file that you supply and a text that
    a voice speaks.

    - Gap `script-conditional-fields`: Each is required with its value of `use`.
      Leave out the fields of the other value, since it is not said whether they are
      ignored or refused.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole answer as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> LipsyncVideoInputEcho:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            model=as_known(fields.get("model"), str),
            actor=fields.get("actor"),
            script=fields.get("script"),
            raw=raw,
            raw_text=raw_text,
        )


@dataclass(frozen=True)
class LipsyncVideoReceipt:
    """Receipt for a lipsync job that has just been created. It names the job and
    repeats what was asked for.
    """

    job_id: str
    """Names one render job. It is the only handle on a job you have started, so store
    it before you do anything else.

    - Gap `job-retention`: A job may become unreadable at any time after it has
      ended. Copy what you need as soon as it is there.
    """

    input: Optional[LipsyncVideoInputEcho]
    """Echo of the input fields that the client gave.

    - Gap `lipsync-input-echo`: Each request field may stand in the echo, in the form
      the client gave it, and none has to.
    """

    status: Optional[str]
    """Tells where a job stands. `rendering` means that the job has been accepted and
    the video is being produced.

    - Gap `job-status-values`: An open string with one known value. Expect others,
      and treat them as unknown, not as success: they say that the job is no longer
      in that state, and nothing more.

    - Gap `job-status-transitions`: A job may change its status at any time and in
      any order. No status is known to be final, so every wait needs a limit of its
      own.

    - Gap `render-duration`: This contract gives no duration and no polling interval.
      Choose both yourself, and let a wait be resumed.
    """

    output: Optional[str]
    """Video generation output, as a create response gives it. It is an empty string
    while the job is rendering.

    - Gap `job-output-when-done`: A string of unknown content. Do not parse it as a
      URL without a check.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole answer as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> LipsyncVideoReceipt:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            job_id=as_known(fields.get("job_id"), str) or "",
            input=LipsyncVideoInputEcho.read(fields.get("input")) if "input" in fields else None,
            status=as_known(fields.get("status"), str),
            output=as_known(fields.get("output"), str),
            raw=raw,
            raw_text=raw_text,
        )


@dataclass(frozen=True)
class DynamicSlideVideoReceipt:
    """Receipt for a dynamic slide job that has just been created. It names the job and
    says where it stands.
    """

    job_id: str
    """Names one render job. It is the only handle on a job you have started, so store
    it before you do anything else.

    - Gap `job-retention`: A job may become unreadable at any time after it has
      ended. Copy what you need as soon as it is there.
    """

    status: Optional[str]
    """Tells where a job stands. `rendering` means that the job has been accepted and
    the video is being produced.

    - Gap `job-status-values`: An open string with one known value. Expect others,
      and treat them as unknown, not as success: they say that the job is no longer
      in that state, and nothing more.

    - Gap `job-status-transitions`: A job may change its status at any time and in
      any order. No status is known to be final, so every wait needs a limit of its
      own.

    - Gap `render-duration`: This contract gives no duration and no polling interval.
      Choose both yourself, and let a wait be resumed.
    """

    output: Optional[str]
    """Video generation output, as a create response gives it. It is an empty string
    while the job is rendering.

    - Gap `job-output-when-done`: A string of unknown content. Do not parse it as a
      URL without a check.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole answer as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> DynamicSlideVideoReceipt:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            job_id=as_known(fields.get("job_id"), str) or "",
            status=as_known(fields.get("status"), str),
            output=as_known(fields.get("output"), str),
            raw=raw,
            raw_text=raw_text,
        )


@dataclass(frozen=True)
class HpJobReceipt:
    """Receipt for an HP job that has just been created. Keep its `job_id`, which is all
    you need to read the job back.

    - Gap `hp-create-response-fields`: Only `job_id` and `status` can be relied on.
      The other three may be there or not.
    """

    job_id: str
    """Names one render job. It is the only handle on a job you have started, so store
    it before you do anything else.

    - Gap `job-retention`: A job may become unreadable at any time after it has
      ended. Copy what you need as soon as it is there.
    """

    status: Optional[str]
    """Tells where a job stands. `rendering` means that the job has been accepted and
    the video is being produced.

    - Gap `job-status-values`: An open string with one known value. Expect others,
      and treat them as unknown, not as success: they say that the job is no longer
      in that state, and nothing more.

    - Gap `job-status-transitions`: A job may change its status at any time and in
      any order. No status is known to be final, so every wait needs a limit of its
      own.

    - Gap `render-duration`: This contract gives no duration and no polling interval.
      Choose both yourself, and let a wait be resumed.
    """

    output: Optional[str]
    """Video generation output, as a create response gives it. It is an empty string
    while the job is rendering.

    - Gap `job-output-when-done`: A string of unknown content. Do not parse it as a
      URL without a check.
    """

    data_json: Optional[str]
    """The input data of the job, as JSON.

    - Gap `data-json-content`: A string. Guard the parsing, and expect no structure
      in what comes out.
    """

    project_name: Optional[str]
    """Project name.

    - Gap `project-name-uniqueness`: Any string is accepted by this contract, also
      one that another job carries.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole answer as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> HpJobReceipt:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            job_id=as_known(fields.get("job_id"), str) or "",
            status=as_known(fields.get("status"), str),
            output=as_known(fields.get("output"), str),
            data_json=as_known(fields.get("data_json"), str),
            project_name=as_known(fields.get("project_name"), str),
            raw=raw,
            raw_text=raw_text,
        )


@dataclass(frozen=True)
class HpJob:
    """The record of an HP job as the status endpoint returns it."""

    job_type: Optional[str]
    """Type of the job.

    - Gap `job-type-values`: An open string without a known value. Do not branch on
      it.
    """

    job_id: str
    """Names one render job. It is the only handle on a job you have started, so store
    it before you do anything else.

    - Gap `job-retention`: A job may become unreadable at any time after it has
      ended. Copy what you need as soon as it is there.
    """

    status: Optional[str]
    """Tells where a job stands. `rendering` means that the job has been accepted and
    the video is being produced.

    - Gap `job-status-values`: An open string with one known value. Expect others,
      and treat them as unknown, not as success: they say that the job is no longer
      in that state, and nothing more.

    - Gap `job-status-transitions`: A job may change its status at any time and in
      any order. No status is known to be final, so every wait needs a limit of its
      own.

    - Gap `render-duration`: This contract gives no duration and no polling interval.
      Choose both yourself, and let a wait be resumed.
    """

    project_name: Optional[str]
    """Project name.

    - Gap `project-name-uniqueness`: Any string is accepted by this contract, also
      one that another job carries.
    """

    output: Optional[Union[Mapping[str, object], str]]
    """The output of an HP job that is read back.

    - Gap `hp-output-fields`: An object of unknown content, possibly empty. Check
      each field before you use it.

    - Gap `hp-output-while-rendering`: A string or an object. Check for an object
      before you read a field of it. Do not share one type with the `output` of a
      receipt, which is a string.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole answer as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> HpJob:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            job_type=as_known(fields.get("job_type"), str),
            job_id=as_known(fields.get("job_id"), str) or "",
            status=as_known(fields.get("status"), str),
            project_name=as_known(fields.get("project_name"), str),
            output=as_known(fields.get("output"), dict, str),
            raw=raw,
            raw_text=raw_text,
        )


@dataclass(frozen=True)
class AvatarList:
    """The avatars of one kind, public or custom."""

    avatars_list: Tuple[Mapping[str, object], ...]
    """The avatars of this kind.

    - Gap `avatar-list-pagination`: One response holds the whole list, as this
      contract reads "get all", in no particular order.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole answer as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> AvatarList:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            avatars_list=tuple(as_mapping(item) for item in as_items(fields.get("avatars_list"))),
            raw=raw,
            raw_text=raw_text,
        )


@dataclass(frozen=True)
class VoiceList:
    """The voices of the public kind."""

    voices_list: Tuple[Mapping[str, object], ...]
    """The public voices.

    - Gap `voice-list-pagination`: One response holds the whole list, as this
      contract reads "get all", in no particular order.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole answer as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> VoiceList:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            voices_list=tuple(as_mapping(item) for item in as_items(fields.get("voices_list"))),
            raw=raw,
            raw_text=raw_text,
        )
