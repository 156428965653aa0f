"""Reading values of unknown shape: what fits is taken, nothing fails."""
from __future__ import annotations

import json
import math
from typing import Any, List, Mapping, Union, cast


class NumberText(str):
    """A number that Python cannot hold, as it was sent: ``json.dumps`` writes it as a string."""


def parse_json(text: str) -> object:
    """The value of a JSON text.

    Raises ``ValueError`` for any other text, also where Python's own parser is more
    lenient (``NaN``) or gives up (depth).
    """
    try:
        value: object = json.loads(
            text, parse_float=_float, parse_int=_int, parse_constant=_refuse_constant
        )
        return value
    except RecursionError:
        raise ValueError("nested too deep") from None


def _float(text: str) -> Union[float, NumberText]:
    value = float(text)
    return value if math.isfinite(value) else NumberText(text)


def _int(text: str) -> Union[int, NumberText]:
    try:
        return int(text)
    except ValueError:  # More digits than Python converts.
        return NumberText(text)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def as_mapping(value: object) -> Mapping[str, object]:
    """The value, or an empty mapping in place of anything else."""
    return cast(Mapping[str, object], value) if isinstance(value, dict) else {}


def as_items(value: object) -> List[object]:
    """The value, or an empty list in place of anything else."""
    return value if isinstance(value, list) else []


def as_known(value: object, *types: type) -> Any:
    """The value if it is exactly of one of the types, else ``None``: a ``bool`` is no ``int``."""
    return value if type(value) in types else None
