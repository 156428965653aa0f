"""The client of the Video Generation Service.

    from video_generation import Client

    with Client("https://video-generation.example", "your-token") as client:
        print(client.list_public_avatars().avatars_list)
"""
from .client import AsyncClient, Client
from .errors import (
    ApiError,
    ClientClosedError,
    InvalidResponseError,
    JobWaitTimeoutError,
    RequestConnectionError,
    RequestError,
    RequestTimeoutError,
    Sent,
)
from . import types
from .version import VERSION as __version__

__all__ = [
    "ApiError",
    "AsyncClient",
    "Client",
    "ClientClosedError",
    "InvalidResponseError",
    "JobWaitTimeoutError",
    "RequestConnectionError",
    "RequestError",
    "RequestTimeoutError",
    "Sent",
    "__version__",
    "types",
]
