"""Operations of the service.

Generated from the contract. Do not edit: run npm run generate.
"""
from __future__ import annotations

from typing import Mapping, Optional

from ..options import CallOptions, Route
from ..run import AsyncRunner, Runner
from ..send import call
from .types import (
    AvatarList,
    DynamicSlideVideoInput,
    DynamicSlideVideoReceipt,
    HpJob,
    HpJobInput,
    HpJobReceipt,
    JobId,
    LipsyncVideoInput,
    LipsyncVideoReceipt,
    VoiceList,
)

CREATE_LIPSYNC_VIDEO = Route(
    "create_lipsync_video",
    "POST",
    "/api/express_lipsync_video",
    {"job_id": str},
    LipsyncVideoReceipt.read,
)
CREATE_DYNAMIC_SLIDE_VIDEO = Route(
    "create_dynamic_slide_video",
    "POST",
    "/api/template_dynamic_slide_video",
    {"job_id": str},
    DynamicSlideVideoReceipt.read,
)
CREATE_HP_JOB = Route(
    "create_hp_job",
    "POST",
    "/api/hp_job",
    {"job_id": str},
    HpJobReceipt.read,
)
GET_HP_JOB = Route(
    "get_hp_job",
    "GET",
    "/api/hp_job/{job_id}",
    {"job_id": str},
    HpJob.read,
)
LIST_PUBLIC_AVATARS = Route(
    "list_public_avatars",
    "GET",
    "/api/avatars/public",
    {"avatars_list": list},
    AvatarList.read,
)
LIST_CUSTOM_AVATARS = Route(
    "list_custom_avatars",
    "GET",
    "/api/avatars/custom",
    {"avatars_list": list},
    AvatarList.read,
)
LIST_PUBLIC_VOICES = Route(
    "list_public_voices",
    "GET",
    "/api/voices/public",
    {"voices_list": list},
    VoiceList.read,
)


class Operations(Runner):
    """A method for each operation: path parameters, then the body, then options."""

    def create_lipsync_video(
        self,
        body: LipsyncVideoInput,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> LipsyncVideoReceipt:
        """Create a lipsync video.

        Starts a render job in which an actor speaks a script. The actor is a stored
        avatar or a video of yours. The script is an audio file or a text spoken in a
        voice. The specification calls this kind of job express lipsync.

        - Gap `create-idempotency`: Don't repeat a create request after a timeout or
          a lost connection: the first may have started a job.

        - Gap `price-and-quota`: Assume that every create request can cost money. Ask
          the service owner for prices and your quota first.

        - Gap `failed-job-price`: Assume that a failed job costs money too.

        - Gap `media-url-access`: Serve your files at public `https` addresses
          without credentials or redirects.

        - Gap `media-url-lifetime`: Keep your media files at their addresses until
          the job has ended.

        - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small
          files. Others may be refused, or make the job fail later.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        - Gap `custom-voices-endpoint`: The path stays without an operation. A method
          alone, without a response, would promise more than the specification does.
          Ask the service owner for the identifiers of your custom voices. The method
          `GET` is named for this path, and its response is not described.

        Example::

            result = client.create_lipsync_video({
                "model": "v2",
                "actor": {
                    "use": "avatar",
                    "avatar_id": "ada",
                    "avatar_type": "public",
                },
                "script": {
                    "use": "text",
                    "text": "Welcome to Harbour Coffee. I am Ada, and I will show you around.",
                    "voice_id": "clara",
                    "voice_type": "public",
                },
            })
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, CREATE_LIPSYNC_VIDEO, (), body, options)
        return self._run(steps)

    def create_dynamic_slide_video(
        self,
        body: DynamicSlideVideoInput,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> DynamicSlideVideoReceipt:
        """Create a dynamic slide video.

        Starts a render job that builds a video from a template, a slide count, and
        customizations of the template's layers.

        - Gap `create-idempotency`: Don't repeat a create request after a timeout or
          a lost connection: the first may have started a job.

        - Gap `price-and-quota`: Assume that every create request can cost money. Ask
          the service owner for prices and your quota first.

        - Gap `failed-job-price`: Assume that a failed job costs money too.

        - Gap `media-url-access`: Serve your files at public `https` addresses
          without credentials or redirects.

        - Gap `media-url-lifetime`: Keep your media files at their addresses until
          the job has ended.

        - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small
          files. Others may be refused, or make the job fail later.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = client.create_dynamic_slide_video({
                "template_id": "quarterly-review",
                "slides_count": 3,
                "customizations": [
                    {
                        "layer_id": "audio",
                    },
                ],
            })
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, CREATE_DYNAMIC_SLIDE_VIDEO, (), body, options)
        return self._run(steps)

    def create_hp_job(
        self,
        body: HpJobInput,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> HpJobReceipt:
        """Create an HP job.

        Starts a render job that personalises a base video with variable text
        segments, using data rows taken from a spreadsheet.

        - Gap `create-idempotency`: Don't repeat a create request after a timeout or
          a lost connection: the first may have started a job.

        - Gap `price-and-quota`: Assume that every create request can cost money. Ask
          the service owner for prices and your quota first.

        - Gap `failed-job-price`: Assume that a failed job costs money too.

        - Gap `media-url-access`: Serve your files at public `https` addresses
          without credentials or redirects.

        - Gap `media-url-lifetime`: Keep your media files at their addresses until
          the job has ended.

        - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small
          files. Others may be refused, or make the job fail later.

        Example::

            result = client.create_hp_job({
                "project_name": "Welcome videos",
                "base_video_url": "https://example.com/base-video",
                "variable_count": 1,
                "data_slice_start_index": 1,
                "data_slice_end_index": 3,
                "data_xlsx_url": "https://example.com/data.xlsx",
                "music": True,
                "variables": [
                    {
                        "start_time": "1",
                        "end_time": "3",
                        "variable_pre_text": "Hello",
                        "variable_post_text": "welcome to the team.",
                    },
                ],
            })
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, CREATE_HP_JOB, (), body, options)
        return self._run(steps)

    def get_hp_job(
        self,
        job_id: JobId,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> HpJob:
        """Get the status of an HP job.

        Returns an HP job by its identifier. While its status is `rendering`, the
        video is being produced. Pause between two calls, and limit the whole wait.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = client.get_hp_job("example-job-id")
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, GET_HP_JOB, (job_id,), None, options)
        return self._run(steps)

    def list_public_avatars(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> AvatarList:
        """List public avatars.

        Lists the public avatars. To use one in a lipsync video, send its identifier
        with `avatar_type` set to `public`.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = client.list_public_avatars()
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, LIST_PUBLIC_AVATARS, (), None, options)
        return self._run(steps)

    def list_custom_avatars(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> AvatarList:
        """List custom avatars.

        Lists the custom avatars. To use one in a lipsync video, send its identifier
        with `avatar_type` set to `custom`.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = client.list_custom_avatars()
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, LIST_CUSTOM_AVATARS, (), None, options)
        return self._run(steps)

    def list_public_voices(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> VoiceList:
        """List public voices.

        Lists the public voices. To use one in a script, send its identifier with
        `voice_type` set to `public`.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        - Gap `list-pagination`: Expect the whole list in one response, in no
          particular order. No parameter for a next page is documented.

        Example::

            result = client.list_public_voices()
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, LIST_PUBLIC_VOICES, (), None, options)
        return self._run(steps)


class AsyncOperations(AsyncRunner):
    """A coroutine for each operation: path parameters, then the body, then options."""

    async def create_lipsync_video(
        self,
        body: LipsyncVideoInput,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> LipsyncVideoReceipt:
        """Create a lipsync video.

        Starts a render job in which an actor speaks a script. The actor is a stored
        avatar or a video of yours. The script is an audio file or a text spoken in a
        voice. The specification calls this kind of job express lipsync.

        - Gap `create-idempotency`: Don't repeat a create request after a timeout or
          a lost connection: the first may have started a job.

        - Gap `price-and-quota`: Assume that every create request can cost money. Ask
          the service owner for prices and your quota first.

        - Gap `failed-job-price`: Assume that a failed job costs money too.

        - Gap `media-url-access`: Serve your files at public `https` addresses
          without credentials or redirects.

        - Gap `media-url-lifetime`: Keep your media files at their addresses until
          the job has ended.

        - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small
          files. Others may be refused, or make the job fail later.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        - Gap `custom-voices-endpoint`: The path stays without an operation. A method
          alone, without a response, would promise more than the specification does.
          Ask the service owner for the identifiers of your custom voices. The method
          `GET` is named for this path, and its response is not described.

        Example::

            result = await client.create_lipsync_video({
                "model": "v2",
                "actor": {
                    "use": "avatar",
                    "avatar_id": "ada",
                    "avatar_type": "public",
                },
                "script": {
                    "use": "text",
                    "text": "Welcome to Harbour Coffee. I am Ada, and I will show you around.",
                    "voice_id": "clara",
                    "voice_type": "public",
                },
            })
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, CREATE_LIPSYNC_VIDEO, (), body, options)
        return await self._run(steps)

    async def create_dynamic_slide_video(
        self,
        body: DynamicSlideVideoInput,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> DynamicSlideVideoReceipt:
        """Create a dynamic slide video.

        Starts a render job that builds a video from a template, a slide count, and
        customizations of the template's layers.

        - Gap `create-idempotency`: Don't repeat a create request after a timeout or
          a lost connection: the first may have started a job.

        - Gap `price-and-quota`: Assume that every create request can cost money. Ask
          the service owner for prices and your quota first.

        - Gap `failed-job-price`: Assume that a failed job costs money too.

        - Gap `media-url-access`: Serve your files at public `https` addresses
          without credentials or redirects.

        - Gap `media-url-lifetime`: Keep your media files at their addresses until
          the job has ended.

        - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small
          files. Others may be refused, or make the job fail later.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = await client.create_dynamic_slide_video({
                "template_id": "quarterly-review",
                "slides_count": 3,
                "customizations": [
                    {
                        "layer_id": "audio",
                    },
                ],
            })
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, CREATE_DYNAMIC_SLIDE_VIDEO, (), body, options)
        return await self._run(steps)

    async def create_hp_job(
        self,
        body: HpJobInput,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> HpJobReceipt:
        """Create an HP job.

        Starts a render job that personalises a base video with variable text
        segments, using data rows taken from a spreadsheet.

        - Gap `create-idempotency`: Don't repeat a create request after a timeout or
          a lost connection: the first may have started a job.

        - Gap `price-and-quota`: Assume that every create request can cost money. Ask
          the service owner for prices and your quota first.

        - Gap `failed-job-price`: Assume that a failed job costs money too.

        - Gap `media-url-access`: Serve your files at public `https` addresses
          without credentials or redirects.

        - Gap `media-url-lifetime`: Keep your media files at their addresses until
          the job has ended.

        - Gap `media-formats-and-sizes`: Use common formats (MP3 for audio) and small
          files. Others may be refused, or make the job fail later.

        Example::

            result = await client.create_hp_job({
                "project_name": "Welcome videos",
                "base_video_url": "https://example.com/base-video",
                "variable_count": 1,
                "data_slice_start_index": 1,
                "data_slice_end_index": 3,
                "data_xlsx_url": "https://example.com/data.xlsx",
                "music": True,
                "variables": [
                    {
                        "start_time": "1",
                        "end_time": "3",
                        "variable_pre_text": "Hello",
                        "variable_post_text": "welcome to the team.",
                    },
                ],
            })
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, CREATE_HP_JOB, (), body, options)
        return await self._run(steps)

    async def get_hp_job(
        self,
        job_id: JobId,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> HpJob:
        """Get the status of an HP job.

        Returns an HP job by its identifier. While its status is `rendering`, the
        video is being produced. Pause between two calls, and limit the whole wait.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = await client.get_hp_job("example-job-id")
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, GET_HP_JOB, (job_id,), None, options)
        return await self._run(steps)

    async def list_public_avatars(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> AvatarList:
        """List public avatars.

        Lists the public avatars. To use one in a lipsync video, send its identifier
        with `avatar_type` set to `public`.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = await client.list_public_avatars()
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, LIST_PUBLIC_AVATARS, (), None, options)
        return await self._run(steps)

    async def list_custom_avatars(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> AvatarList:
        """List custom avatars.

        Lists the custom avatars. To use one in a lipsync video, send its identifier
        with `avatar_type` set to `custom`.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        Example::

            result = await client.list_custom_avatars()
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, LIST_CUSTOM_AVATARS, (), None, options)
        return await self._run(steps)

    async def list_public_voices(
        self,
        *,
        timeout: Optional[float] = None,
        deadline: Optional[float] = None,
        retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> VoiceList:
        """List public voices.

        Lists the public voices. To use one in a script, send its identifier with
        `voice_type` set to `public`.

        - Gap `status-of-other-jobs`: Ask the service owner before you start a
          lipsync or slide job: no documented endpoint returns its status or video.

        - Gap `list-pagination`: Expect the whole list in one response, in no
          particular order. No parameter for a next page is documented.

        Example::

            result = await client.list_public_voices()
        """
        options = CallOptions(timeout, deadline, retries, headers)
        steps = call(self, LIST_PUBLIC_VOICES, (), None, options)
        return await self._run(steps)
