"""The types of values in queries, and their JSON form."""
from __future__ import annotations

import datetime
import math
import os
import re
from typing import Any, Collection, Dict, List, Mapping, Protocol, Tuple, Union

from ._errors import QueryError

#: Meters, or text with a unit: `500`, `"2km"`, `"1mi"`.
Distance = Union[float, str]
#: An instant with its offset.
Instant = Union[str, datetime.datetime]
#: A moment, days, or a span of times: `True` for now, `"tonight"`, a date, `("2026-12-01", "2026-12-05")`, or the JSON
#: form.
When = Union[bool, str, datetime.date, Tuple[Any, Any], Mapping[str, Any]]
#: A word or several words.
Words = Union[str, Collection[str]]


class Geometry(Protocol):
    """A geometry of Shapely or another library, with the longitude first."""

    @property
    def __geo_interface__(self) -> Any: ...


_UNITS = {"m": 1.0, "km": 1000.0, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144}
_LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([a-z]*)\s*")
_DISTANCES = {"radius"}
_SPANS = {"open", "during", "stay"}


def meters(value: Distance) -> float:
    """A distance in meters, from a number or from text with a unit.

    Raises:
        ValueError: if it cannot be read.
    """
    if not isinstance(value, str):
        return value
    match = _LENGTH.fullmatch(value)
    unit = _UNITS.get(match[2] or "m") if match else None
    if match is None or unit is None:
        raise ValueError(f"{value!r} is not a distance such as 500, '500m', '2km', '1mi', '800ft' or '100yd'")
    return float(match[1]) * unit


def query_form(arguments: Mapping[str, Any]) -> Dict[str, Any]:
    """The JSON form of a query from keyword arguments: `night_price` is the key `nightPrice`; None leaves one out."""
    form: Dict[str, Any] = {}
    for name, value in arguments.items():
        if value is None:
            continue
        key = _camel(name)
        if key == "near":
            form[key] = origin(value)
            continue
        if key in _DISTANCES:
            value = meters(value)
        elif key in _SPANS:
            if value is False:
                continue
            value = _when(value)
        form[key] = plain(value)
    return form


def origin(value: Any, lon: Any = None) -> Any:
    """The JSON form of `near`: of a pair of latitude and longitude, of a Point, which has the longitude first, or of a
    value of the query, such as the name of a place.

    Raises:
        TypeError: if it is none of these.
    """
    if lon is not None:
        return {"lat": plain(value), "lon": plain(lon)}
    form = plain(value)
    if isinstance(form, dict) and form.get("type") == "Point" and form.get("coordinates"):
        return {"lat": form["coordinates"][1], "lon": form["coordinates"][0]}
    if isinstance(form, list) and len(form) == 2 and not any(isinstance(each, (dict, list, str)) for each in form):
        return {"lat": form[0], "lon": form[1]}
    if isinstance(form, (str, list)) or (isinstance(form, dict) and "type" not in form):
        return form
    raise TypeError(
        f"near needs a latitude and a longitude, a pair of them, a Point, or the name of a place, not {value!r}")


def degrees(values: Any, name: str, most: float) -> List[float]:
    """The numbers of an array or a sequence.

    Raises:
        QueryError: if one is missing or out of range, with its index.
    """
    elements = values.tolist() if hasattr(values, "tolist") else list(values)
    try:
        numbers = [float(element) for element in elements]
        # The sum is NaN if any number is.
        if not numbers or (math.isfinite(sum(numbers)) and -most <= min(numbers) and max(numbers) <= most):
            return numbers
    except (TypeError, ValueError):
        pass
    for index, element in enumerate(elements):
        try:
            fits = -most <= float(element) <= most
        except (TypeError, ValueError):
            raise QueryError(
                "wrong-type", f"position {index}: {name} is {element!r}, which is not a number") from None
        if not fits:
            raise QueryError(
                "out-of-range",
                f"position {index}: {name} is {element}, which is not from {-most:g} to {most:g} degrees")
    raise AssertionError("all numbers fit")


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


def _when(value: Any) -> Any:
    if value is True:
        return "now"
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return {"from": value[0], "to": value[1]}
    return value


def plain(value: Any) -> Any:
    """A value of JSON, from dates, paths, geometries, arrays and values of NumPy too.

    Raises:
        TypeError: for an object that has no JSON form.
        ValueError: for a time without an offset: it could be that of the caller, or of each place.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError(
                f"{value!r} has no time zone: give it one, or write the local time of the places as text, such as "
                f"{value.isoformat(timespec='minutes')!r}")
        return value.isoformat(timespec="seconds")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {str(key): plain(member) for key, member in value.items()}
    if hasattr(value, "__geo_interface__"):
        return plain(in_degrees(value).__geo_interface__)
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, (set, frozenset)):
        return sorted(plain(element) for element in value)
    try:
        elements = list(value)
    except TypeError:
        raise TypeError(f"{value!r} ({type(value).__name__}) is not a value of a query") from None
    return [plain(element) for element in elements]


def in_degrees(geometries: Any) -> Any:
    """A GeoSeries or GeoDataFrame in degrees; other geometries, which have no reference system, unchanged."""
    return geometries if getattr(geometries, "crs", None) is None else geometries.to_crs(4326)


def row_form(row: Mapping[str, Any]) -> Dict[str, Any]:
    """The JSON form of a listing. Missing values of pandas and NumPy are left out."""
    return {str(key): plain(value) for key, value in row.items() if not _is_missing(value)}


def _is_missing(value: Any) -> bool:
    return (isinstance(value, float) and math.isnan(value)) or type(value).__name__ in ("NAType", "NaTType")
