"""Libraries that are imported only when they are used."""
from __future__ import annotations

import importlib
import json
from typing import Any, Callable

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
    """One line of JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")
