"""Types of requests and responses.

Generated from the contract. Do not edit: run npm run generate.

What is sent is closed: a checker refuses what the contract does not list. What comes
back is open: a field is ``None`` where the response lacks it, or has something else in
its place, and ``raw`` holds the whole response as it was sent. Only what the client
has checked is never ``None``.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from ..values import as_known, as_mapping

__all__ = [
    "LipsyncModel",
    "CatalogueType",
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
    "DataSliceIndex",
    "SegmentTime",
    "HpSegment",
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
"""Selects the generation model. It is not a version of the interface.

- Gap `model-differences`: Ask the service owner which model suits your material. The
  specification doesn't say how they differ.
"""


CatalogueType = Literal["public", "custom"]
"""Kind of an avatar or a voice.

- Gap `type-and-id-mismatch`: Send the type of the list that the identifier came
  from. A wrong type may be refused, or select another one.
"""


class AvatarActor(TypedDict):
    """An avatar that the service stores is lip-synced to the script."""

    use: Literal["avatar"]
    """`avatar`: a stored avatar."""

    avatar_id: str
    """Identifies the avatar. Take it from the list of public or custom avatars."""

    avatar_type: CatalogueType
    """Kind of the avatar.

    - Gap `type-and-id-mismatch`: Send the type of the list that the identifier came
      from. A wrong type may be refused, or select another one.
    """


class VideoActor(TypedDict):
    """A video that you supply is lip-synced to the script."""

    use: Literal["video"]
    """`video`: your video."""

    video_url: str
    """URL of the video to lip-sync."""


Actor = Union[AvatarActor, VideoActor]
"""Who speaks in the video: a stored avatar or a video that you supply. `use` selects
which.
"""


class AudioScript(TypedDict):
    """The actor is lip-synced to an audio file that you supply."""

    use: Literal["audio"]
    """`audio`: your audio file."""

    audio_url: str
    """URL of the audio to lip-sync. The sample in the specification shows an `.mp3`
    URL.
    """


class TextScript(TypedDict):
    """The actor is lip-synced to a text that is spoken in a chosen voice.

    - Gap `custom-voice-creation`: Ask the service owner how to get a custom voice.
      No operation creates, changes or deletes one.
    """

    use: Literal["text"]
    """`text`: a text that a voice speaks."""

    text: str
    """The text to be spoken.

    - Gap `script-text-rules`: Send plain text in the language of the voice. Markup
      such as SSML isn't documented, and may be spoken as text.
    """

    voice_id: str
    """Identifies the voice that speaks the text. Take a public one from the list of
    public voices.
    """

    voice_type: CatalogueType
    """Kind of the voice.

    - Gap `type-and-id-mismatch`: Send the type of the list that the identifier came
      from. A wrong type may be refused, or select another one.
    """


Script = Union[AudioScript, TextScript]
"""What the actor says: an audio file that you supply or a text that a voice speaks.
`use` selects which.
"""


class _LipsyncVideoInput(TypedDict):
    """What LipsyncVideoInput must have."""

    model: LipsyncModel
    """Selects the generation model. It is not a version of the interface.

    - Gap `model-differences`: Ask the service owner which model suits your material.
      The specification doesn't say how they differ.
    """


class LipsyncVideoInput(_LipsyncVideoInput, total=False):
    """The request body that starts one lipsync video.

    - Gap `actor-and-script-presence`: Send both `actor` and `script`, as the sample
      request does. This contract doesn't enforce it.

    - Gap `lipsync-conditional-fields`: Send all the fields of the `use` you chose.
      This contract requires them.

    - Gap `lipsync-fields-of-other-use`: Send no field of the `use` that you did not
      choose.
    """

    actor: Actor
    """Who speaks in the video: a stored avatar or a video that you supply. `use`
    selects which.
    """

    script: Script
    """What the actor says: an audio file that you supply or a text that a voice speaks.
    `use` selects which.
    """


class _SlideCustomization(TypedDict):
    """What SlideCustomization must have."""

    layer_id: str
    """Identifies the layer. A layer with the identifier `audio` appears in the
    specification's sample.
    """


class SlideCustomization(_SlideCustomization, total=False):
    """Customizes one layer of the template.

    - Gap `layer-fields-left-out`: Leave `layer_type` out until the service owner has
      told you its value. Expect a customization without `inputs` to change nothing,
      or to be refused. Ask for a complete one.
    """

    layer_type: str
    """Type of the layer."""

    inputs: Sequence[object]
    """Inputs for the layer.

    - Gap `layer-inputs-shape`: Leave `inputs` out until the service owner has told
      you what an element looks like.
    """


class _DynamicSlideVideoInput(TypedDict):
    """What DynamicSlideVideoInput must have."""

    template_id: str
    """Identifies the template that the video is built from.

    - Gap `template-layers`: Ask the service owner for the identifiers of your
      templates and of their layers. No operation lists them, and even the layer
      `audio` may not exist in every template.
    """

    slides_count: int
    """Number of slides.

    - Gap `slides-count-bounds`: Send a small positive number. This contract doesn't
      enforce any bound.

    - Gap `slides-count-and-template`: Ask the service owner which `slides_count`
      fits your template. Another number may be refused, or leave slides empty.
    """


class DynamicSlideVideoInput(_DynamicSlideVideoInput, total=False):
    """The request body that starts one dynamic slide video."""

    customizations: Sequence[SlideCustomization]
    """Customizations of layers of the template.

    - Gap `customization-slide-assignment`: Ask the service owner which slides an
      entry changes. Until then, name each layer once.
    """


ProjectName = str
"""Project name.

- Gap `project-name-uniqueness`: Give each job a project name of its own. A second
  job of that name may replace the first.
"""


DataSliceIndex = int
"""Where a slice of data rows starts or ends.

- Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1 and
  2, and see which texts appear.

- Gap `data-slice-end`: Test with few rows whether the end row is included.

- Gap `data-slice-size`: Use small slices in several jobs. A large slice may be
  refused, or fail late.
"""


SegmentTime = Union[str, int]
"""Start or end of a variable segment.

- Gap `segment-time-type`: Send strings, as the field list says. If the service
  refuses them, send integers.

- Gap `segment-time-units`: Test with `start_time` 1 and `end_time` 3. If the segment
  lasts two seconds, the unit is seconds. If it is too short to see, the unit is
  frames or milliseconds.
"""


class _HpSegment(TypedDict):
    """What HpSegment must have."""

    start_time: SegmentTime
    """Start time of the variable segment.

    - Gap `segment-time-type`: Send strings, as the field list says. If the service
      refuses them, send integers.

    - Gap `segment-time-units`: Test with `start_time` 1 and `end_time` 3. If the
      segment lasts two seconds, the unit is seconds. If it is too short to see, the
      unit is frames or milliseconds.
    """

    end_time: SegmentTime
    """End time of the variable segment.

    - Gap `segment-time-type`: Send strings, as the field list says. If the service
      refuses them, send integers.

    - Gap `segment-time-units`: Test with `start_time` 1 and `end_time` 3. If the
      segment lasts two seconds, the unit is seconds. If it is too short to see, the
      unit is frames or milliseconds.
    """


class HpSegment(_HpSegment, total=False):
    """One variable segment of the base video, with the texts before and after its
    variable.

    - Gap `variable-text-use`: Test with texts you can recognise whether they are
      spoken or shown, and whether a space is added next to the value.

    - Gap `segment-time-order`: Send a start before its end, and segments that don't
      overlap and lie within the video. This contract doesn't enforce it.
    """

    variable_pre_text: str
    """Text placed before the variable."""

    variable_post_text: str
    """Text placed after the variable."""


class _HpJobInput(TypedDict):
    """What HpJobInput must have."""

    project_name: ProjectName
    """Project name.

    - Gap `project-name-uniqueness`: Give each job a project name of its own. A
      second job of that name may replace the first.
    """

    base_video_url: str
    """URL of the base video."""

    variable_count: int
    """Number of variables.

    - Gap `variable-count-bounds`: Send a small positive number. This contract
      doesn't enforce any bound.

    - Gap `variable-count-and-segments`: Set `variable_count` to the number of
      segments you send. This contract doesn't enforce it.
    """

    data_slice_start_index: DataSliceIndex
    """Start index of the slice of data rows.

    - Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1
      and 2, and see which texts appear.

    - Gap `data-slice-end`: Test with few rows whether the end row is included.

    - Gap `data-slice-size`: Use small slices in several jobs. A large slice may be
      refused, or fail late.
    """

    data_slice_end_index: DataSliceIndex
    """End index of the slice of data rows.

    - Gap `data-slice-rows`: Fill four rows with different texts, send the indices 1
      and 2, and see which texts appear.

    - Gap `data-slice-end`: Test with few rows whether the end row is included.

    - Gap `data-slice-size`: Use small slices in several jobs. A large slice may be
      refused, or fail late.
    """

    data_xlsx_url: str
    """URL of the spreadsheet that the data rows are taken from.

    - Gap `data-xlsx-url-type`: A string. The specification itself calls a URL string
      the consistent reading; the declared integer is taken for a slip. Send the URL
      as a string.

    - Gap `spreadsheet-format`: Send an Office Open XML workbook (`.xlsx`). Other
      formats may be refused.

    - Gap `spreadsheet-layout`: Ask the service owner for the layout of the sheet.
      Until then, test with one sheet, one header row and the columns in the order of
      the variables.
    """

    music: bool
    """Music switch.

    - Gap `music-effect`: Try both values. That `true` means music is likely, but not
      stated.
    """


class HpJobInput(_HpJobInput, total=False):
    """The request body that starts one HP job.

    - Gap `variables-or-customizations`: Test with few rows. Send the segments as
      `variables`. If the service ignores them, try `customizations`. Never send
      both: which one wins is not documented.

    - Gap `hp-videos-per-job`: Don't assume one video per row: how many one job makes
      is not documented.

    - Gap `hp-job-with-failed-rows`: Look for a video of each row before you call a
      job done. A status that means success may hide rows that have failed.

    - Gap `hp-job-without-segments`: Send the list of segments, though it is
      optional. A job without one may fail, or show none of your data.
    """

    variables: Sequence[HpSegment]
    """The variable segments of the base video."""

    customizations: Sequence[HpSegment]
    """The variable segments of the base video."""


JobId = str
"""Identifies one render job. Store it before you do anything else.

- Gap `job-retention`: Copy a finished video and its record at once. They may
  disappear at any time after the job has ended.

- Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists,
  cancels or deletes jobs.
"""


@dataclass(frozen=True)
class LipsyncVideoInputEcho:
    """Echo of the input fields that the client gave.

    - Gap `lipsync-input-echo`: Don't depend on `input`. It echoes the fields that
      you gave, and an exact copy is not documented.
    """

    model: Optional[str]
    """Selects the generation model. It is not a version of the interface.

    - Gap `model-differences`: Ask the service owner which model suits your material.
      The specification doesn't say how they differ.
    """

    actor: object
    """Who speaks in the video: a stored avatar or a video that you supply. `use`
    selects which.
    """

    script: object
    """What the actor says: an audio file that you supply or a text that a voice speaks.
    `use` selects which.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole response as it came; empty for a part of one."""

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
    """Receipt for a new lipsync job: its identifier, its status, its output, and an
    echo of the input fields that you gave.
    """

    job_id: str
    """Identifies one render job. Store it before you do anything else.

    - Gap `job-retention`: Copy a finished video and its record at once. They may
      disappear at any time after the job has ended.

    - Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists,
      cancels or deletes jobs.
    """

    input: Optional[LipsyncVideoInputEcho]
    """Echo of the input fields that the client gave.

    - Gap `lipsync-input-echo`: Don't depend on `input`. It echoes the fields that
      you gave, and an exact copy is not documented.
    """

    status: Optional[str]
    """The state of a job. `rendering` means that the job has been accepted and the
    video is being produced.

    - Gap `job-status-values`: Expect values other than `rendering`. Another value
      may mean that the job waits, has moved on or has ended. It doesn't mean
      success.

    - Gap `job-status-transitions`: Don't treat any status as final, and give every
      wait a limit of your own. The order of statuses is not documented.

    - Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A
      value that you saw for one kind may not exist for another.

    - Gap `render-duration`: Choose your own polling interval and time limit, and
      keep the identifier so that you can wait again. No duration is documented.

    - Gap `job-failure-reason`: Log the whole job record when a job doesn't end as
      you expect. No field for a reason is documented.
    """

    output: Optional[str]
    """Video generation output in a create response. It is an empty string while the job
    is rendering.

    - Gap `job-output-when-done`: Don't assume that the string is a URL. Check it
      before you use it.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole response as it came; empty for a part of one."""

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
    """Receipt for a new dynamic slide job: its identifier, its status and its output."""

    job_id: str
    """Identifies one render job. Store it before you do anything else.

    - Gap `job-retention`: Copy a finished video and its record at once. They may
      disappear at any time after the job has ended.

    - Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists,
      cancels or deletes jobs.
    """

    status: Optional[str]
    """The state of a job. `rendering` means that the job has been accepted and the
    video is being produced.

    - Gap `job-status-values`: Expect values other than `rendering`. Another value
      may mean that the job waits, has moved on or has ended. It doesn't mean
      success.

    - Gap `job-status-transitions`: Don't treat any status as final, and give every
      wait a limit of your own. The order of statuses is not documented.

    - Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A
      value that you saw for one kind may not exist for another.

    - Gap `render-duration`: Choose your own polling interval and time limit, and
      keep the identifier so that you can wait again. No duration is documented.

    - Gap `job-failure-reason`: Log the whole job record when a job doesn't end as
      you expect. No field for a reason is documented.
    """

    output: Optional[str]
    """Video generation output in a create response. It is an empty string while the job
    is rendering.

    - Gap `job-output-when-done`: Don't assume that the string is a URL. Check it
      before you use it.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole response as it came; empty for a part of one."""

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
    """Receipt for a new HP job. Keep its `job_id`: with it you read the job back.

    - Gap `hp-create-response-fields`: Rely only on `job_id` and `status`. `output`,
      `data_json` and `project_name` may be missing.
    """

    job_id: str
    """Identifies one render job. Store it before you do anything else.

    - Gap `job-retention`: Copy a finished video and its record at once. They may
      disappear at any time after the job has ended.

    - Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists,
      cancels or deletes jobs.
    """

    status: Optional[str]
    """The state of a job. `rendering` means that the job has been accepted and the
    video is being produced.

    - Gap `job-status-values`: Expect values other than `rendering`. Another value
      may mean that the job waits, has moved on or has ended. It doesn't mean
      success.

    - Gap `job-status-transitions`: Don't treat any status as final, and give every
      wait a limit of your own. The order of statuses is not documented.

    - Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A
      value that you saw for one kind may not exist for another.

    - Gap `render-duration`: Choose your own polling interval and time limit, and
      keep the identifier so that you can wait again. No duration is documented.

    - Gap `job-failure-reason`: Log the whole job record when a job doesn't end as
      you expect. No field for a reason is documented.
    """

    output: Optional[str]
    """Video generation output in a create response. It is an empty string while the job
    is rendering.

    - Gap `job-output-when-done`: Don't assume that the string is a URL. Check it
      before you use it.
    """

    data_json: Optional[str]
    """The input data of the job, as JSON.

    - Gap `data-json-content`: Don't depend on `data_json`. Parse it only where you
      handle text that isn't JSON.
    """

    project_name: Optional[str]
    """Project name.

    - Gap `project-name-uniqueness`: Give each job a project name of its own. A
      second job of that name may replace the first.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole response as it came; empty for a part of one."""

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

    - Gap `job-type-values`: Don't branch on `job_type`. No value of it is
      documented.
    """

    job_id: str
    """Identifies one render job. Store it before you do anything else.

    - Gap `job-retention`: Copy a finished video and its record at once. They may
      disappear at any time after the job has ended.

    - Gap `job-list-and-cancel`: Store every `job_id`: no documented operation lists,
      cancels or deletes jobs.
    """

    status: Optional[str]
    """The state of a job. `rendering` means that the job has been accepted and the
    video is being produced.

    - Gap `job-status-values`: Expect values other than `rendering`. Another value
      may mean that the job waits, has moved on or has ended. It doesn't mean
      success.

    - Gap `job-status-transitions`: Don't treat any status as final, and give every
      wait a limit of your own. The order of statuses is not documented.

    - Gap `job-status-by-kind`: Handle the status of each kind of job by itself. A
      value that you saw for one kind may not exist for another.

    - Gap `render-duration`: Choose your own polling interval and time limit, and
      keep the identifier so that you can wait again. No duration is documented.

    - Gap `job-failure-reason`: Log the whole job record when a job doesn't end as
      you expect. No field for a reason is documented.
    """

    project_name: Optional[str]
    """Project name.

    - Gap `project-name-uniqueness`: Give each job a project name of its own. A
      second job of that name may replace the first.
    """

    output: Optional[Union[Mapping[str, object], str]]
    """Video generation output of an HP job, as its status endpoint returns it.

    - Gap `hp-output-while-rendering`: Check that `output` is an object before you
      read a field of it. Don't share one type with the `output` of a receipt, which
      is a string.

    - Gap `hp-output-fields`: Check each field of `output` before you use it. None is
      documented, and the object may be empty.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole response as it came; empty for a part of one."""

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

    - Gap `list-pagination`: Expect the whole list in one response, in no particular
      order. No parameter for a next page is documented.
    """

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole response as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> AvatarList:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            avatars_list=tuple(as_mapping(item) for item in as_known(fields.get("avatars_list"), list) or ()),
            raw=raw,
            raw_text=raw_text,
        )


@dataclass(frozen=True)
class VoiceList:
    """The voices of one kind, such as public."""

    voices_list: Tuple[Mapping[str, object], ...]
    """The voices of this kind."""

    raw: object = field(repr=False, compare=False)
    """The value as it was sent."""

    raw_text: str = field(default="", repr=False, compare=False)
    """The text of the whole response as it came; empty for a part of one."""

    @classmethod
    def read(cls, raw: object, raw_text: str = "") -> VoiceList:
        """Takes from a value what is there, and never fails."""
        fields = as_mapping(raw)
        return cls(
            voices_list=tuple(as_mapping(item) for item in as_known(fields.get("voices_list"), list) or ()),
            raw=raw,
            raw_text=raw_text,
        )
