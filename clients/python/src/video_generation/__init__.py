"""The client of the Video Generation Service.

    from video_generation import Client

    with Client("https://video-generation.example", "your-token") as client:
        print(client.list_public_avatars().avatars_list)
"""
from . import types
from .client import AsyncClient, Client
from .download import (
    DownloadOptions,
    FailedFile,
    OutputAddress,
    SavedFile,
    SaveError,
    SaveProgress,
    addresses_in,
)
from .errors import (
    AnswerError,
    ApiError,
    ClientClosedError,
    ConnectionError,
    InvalidResponseError,
    JobWaitTimeoutError,
    RequestError,
    Sent,
    SizeLimitError,
    TimeoutError,
)
from .version import VERSION as __version__

__all__ = [
    "AnswerError",
    "ApiError",
    "AsyncClient",
    "Client",
    "ClientClosedError",
    "ConnectionError",
    "DownloadOptions",
    "FailedFile",
    "InvalidResponseError",
    "JobWaitTimeoutError",
    "OutputAddress",
    "RequestError",
    "SaveError",
    "SaveProgress",
    "SavedFile",
    "Sent",
    "SizeLimitError",
    "TimeoutError",
    "__version__",
    "addresses_in",
    "types",
]
