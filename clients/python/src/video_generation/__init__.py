"""The client of the Video Generation Service.

    from video_generation import Client

    with Client("https://video-generation.example", "your-token") as client:
        print(client.list_public_avatars().avatars_list)
"""
import builtins

from . import types as types
from .client import AsyncClient as AsyncClient
from .client import Client as Client
from .download import DownloadOptions as DownloadOptions
from .download import FailedFile as FailedFile
from .download import OutputAddress as OutputAddress
from .download import SavedFile as SavedFile
from .download import SaveError as SaveError
from .download import SaveResult as SaveResult
from .download import addresses_in as addresses_in
from .errors import ResponseError as ResponseError
from .errors import ApiError as ApiError
from .errors import ClientClosedError as ClientClosedError
from .errors import ConnectionError as ConnectionError
from .errors import InvalidResponseError as InvalidResponseError
from .errors import JobWaitTimeoutError as JobWaitTimeoutError
from .errors import RequestError as RequestError
from .errors import Sent as Sent
from .errors import SizeLimitError as SizeLimitError
from .errors import TimeoutError as TimeoutError
from .responses import Response as Response
from .version import VERSION as __version__
from .waiting import Poll as Poll

# Without the two that would hide exceptions of Python.
__all__ = [name for name in dir() if name[0].isupper() and name not in dir(builtins)]
__all__ += ["addresses_in", "types"]
