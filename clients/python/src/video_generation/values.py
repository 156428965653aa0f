"""Values of JSON, whatever their shape."""
from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, cast


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


def _number(text: str) -> float | None:
    """``None`` for one that is too large; the text of the response has it."""
    value = float(text)
    if math.isinf(value):
        return None
    return value if re.search("[.eE]", text) else int(text)


def as_mapping(value: object) -> Mapping[str, object]:
    """The value, or an empty mapping in place of anything else."""
    return cast(Mapping[str, object], value) if isinstance(value, dict) else {}


def as_known(value: object, *types: type) -> Any:
    """The value if it is exactly of one of the types, else ``None``: a ``bool`` is no ``int``."""
    return value if type(value) in types else None
