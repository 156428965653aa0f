"""Values of JSON, whatever their shape."""
from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast


class NumberText(str):
    """A number that Python cannot hold, as it was sent: ``json.dumps`` writes it as a string."""


def parse_json(text: str) -> object:
    """The value of a JSON text. For any other text, and where Python gives up: ``ValueError``."""
    try:
        # ``int`` refuses NaN and Infinity, which are not JSON.
        return json.loads(text, parse_float=_number, parse_int=_number, parse_constant=int)
    except RecursionError:
        raise ValueError("JSON nested too deep") from None
    except ValueError:
        # What the message of another library quotes is not shown.
        raise ValueError("no JSON") from None


def _number(text: str) -> float | NumberText:
    with suppress(ValueError):  # More digits than Python converts.
        value = float(text) if re.search("[.eE]", text) else int(text)
        if abs(value) != math.inf:
            return value
    return NumberText(text)


def as_mapping(value: object) -> Mapping[str, object]:
    """The value, or an empty mapping in place of anything else."""
    return cast(Mapping[str, object], value) if isinstance(value, dict) else {}


def as_items(value: object) -> list[object]:
    """The value, or an empty list in place of anything else."""
    return value if isinstance(value, list) else []


def as_known(value: object, *types: type) -> Any:
    """The value if it is exactly of one of the types, else ``None``: a ``bool`` is no ``int``."""
    return value if type(value) in types else None
