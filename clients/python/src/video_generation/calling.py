"""What a call is made of: a route of the contract, options, and somebody to make it."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Generic, Mapping, Optional, Tuple, Type, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class Route(Generic[Result]):
    """How an operation is called over HTTP."""

    operation: str
    method: str
    path: str
    #: Fields without which a success is worthless, and their types.
    required: Mapping[str, Type[object]]
    #: Makes the result of a checked answer, and of its text.
    read: Callable[[object, str], Result]


@dataclass(frozen=True)
class CallOptions:
    """Settings of one call; ``None`` stands for the setting of the client."""

    timeout: Optional[float] = None
    deadline: Optional[float] = None
    retries: Optional[int] = None
    headers: Optional[Mapping[str, str]] = None


class Caller:
    """Makes calls."""

    def _call(
        self, route: Route[Result], path: Tuple[str, ...], body: object, options: CallOptions
    ) -> Result:
        raise NotImplementedError


class AsyncCaller:
    """Makes calls as coroutines."""

    async def _call(
        self, route: Route[Result], path: Tuple[str, ...], body: object, options: CallOptions
    ) -> Result:
        raise NotImplementedError
