"""Libraries that are imported only when they are used."""
from __future__ import annotations

import importlib
import json
import math
from typing import Any, Callable, Iterator, Tuple

from ._errors import QueryError

_EXTRAS = {"pandas": "table", "geopandas": "geo", "pyarrow": "arrow"}


def library(name: str) -> Any:
    """An optional library.

    Raises:
        ImportError: if it is not installed, with the extra that installs it.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        extra = _EXTRAS.get(name.split(".")[0], "all")
        raise ImportError(f"this needs {name}: pip install 'vicinity[{extra}]'", name=name) from error


def _parser() -> Callable[[bytes], Any]:
    try:
        loads: Callable[[bytes], Any] = importlib.import_module("orjson").loads
        return loads
    except ImportError:
        return json.loads


#: Reads JSON, with orjson if it is installed.
parse: Callable[[bytes], Any] = _parser()


def encode(value: Any) -> bytes:
    """One line of JSON.

    Raises:
        QueryError: for a number that is not finite, with its key.
    """
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
    except ValueError:
        for key, number in _numbers(value, ""):
            if not math.isfinite(number):
                raise QueryError("out-of-range", f"{key} is {number}, which is not a finite number") from None
        raise


def _numbers(value: Any, key: str) -> Iterator[Tuple[str, float]]:
    """All numbers of a value of JSON, with their keys."""
    if isinstance(value, float):
        yield key, value
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from _numbers(member, f"{key}.{name}" if key else name)
    elif isinstance(value, (list, tuple)):
        for index, element in enumerate(value):
            yield from _numbers(element, f"{key}[{index}]")
