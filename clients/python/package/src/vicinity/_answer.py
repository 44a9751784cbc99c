"""Answers of queries: sequences of dictionaries that convert to tables and maps."""
from __future__ import annotations

import datetime
import html
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union, cast, get_type_hints,
    overload)

from ._names import Match
from ._optional import library

if TYPE_CHECKING:
    import geopandas
    import pandas
    import pyarrow

_TIMES = ("opensOrCloses", "starts", "ends", "added", "changed")
# JSON writes 20.0 as 20.
_NUMBERS = {name for name, kind in get_type_hints(Match).items() if kind is float}
_MOST_SHOWN = 20


class Answer(Sequence[Match]):
    """The results of a query, in their order: a sequence of dictionaries.

    Distances are meters, coordinates degrees (WGS 84), prices major units of their currency, times ISO 8601 with the
    offset of the place. A value that a listing lacks is not in its dictionary.

    Attributes:
        total: the number of all matches, if the query has `total=True`.
        next: the cursor of the next page; None on the last one.
        raw: the whole answer, with `facets`, `clusters`, `understood`, `corrected` and `relaxations` if there are any.
    """

    def __init__(self, raw: Mapping[str, Any], next_page: Optional[Callable[[str], "Answer"]] = None) -> None:
        self.raw = raw
        self._matches: List[Match] = raw.get("results", [])
        self._next_page = next_page
        self.total: Optional[int] = raw.get("total")
        self.next: Optional[str] = raw.get("next")

    @property
    def id(self) -> Optional[str]:
        """The `id` of the query."""
        return cast(Optional[str], self.raw.get("id"))

    @property
    def facets(self) -> Dict[str, Any]:
        """The counts of all matches by the facets that the query requested."""
        return dict(self.raw.get("facets", {}))

    @property
    def clusters(self) -> List[Dict[str, Any]]:
        """The counts by cell of a map, of a query with `cluster`."""
        return list(self.raw.get("clusters", []))

    def __len__(self) -> int:
        return len(self._matches)

    @overload
    def __getitem__(self, index: int) -> Match: ...

    @overload
    def __getitem__(self, index: slice) -> List[Match]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Match, List[Match]]:
        return self._matches[index]

    def __eq__(self, other: object) -> bool:
        return self.raw == other.raw if isinstance(other, Answer) else NotImplemented

    def __repr__(self) -> str:
        total = "" if self.total is None else f" of {self.total}"
        return f"<Answer: {len(self)}{total} results{', more follow' if self.next else ''}>"

    def next_page(self) -> Optional["Answer"]:
        """The next page; None after the last one."""
        if self.next is None or self._next_page is None:
            return None
        return self._next_page(self.next)

    def pages(self) -> Iterator["Answer"]:
        """This page and all that follow, each when it is needed."""
        page: Optional[Answer] = self
        while page is not None:
            yield page
            page = page.next_page()

    def to_dicts(self) -> List[Match]:
        """A list of the results."""
        return list(self._matches)

    def to_dataframe(self) -> "pandas.DataFrame":
        """A pandas DataFrame with one row for each result. Times are instants with the zone UTC."""
        return data_frame(cast(List[Dict[str, Any]], self._matches))

    def to_geodataframe(self) -> "geopandas.GeoDataFrame":
        """A GeoDataFrame with points (EPSG:4326). Needs the fields `lat` and `lon`, which are default fields."""
        return geo_frame(self.to_dataframe())

    def to_arrow(self) -> "pyarrow.Table":
        """A table of Arrow. Times are instants with the zone UTC."""
        return arrow_table(cast(List[Dict[str, Any]], self._matches))

    def to_geojson(self) -> Dict[str, Any]:
        """A FeatureCollection of points, with the other fields as properties."""
        features = []
        for match in self._matches:
            properties: Dict[str, Any] = dict(match)
            lat, lon = properties.pop("lat", None), properties.pop("lon", None)
            feature = {"type": "Feature", "geometry": None, "properties": properties}
            if lat is not None and lon is not None:
                feature["geometry"] = {"type": "Point", "coordinates": [lon, lat]}
            if "id" in properties:
                feature["id"] = properties["id"]
            features.append(feature)
        return {"type": "FeatureCollection", "features": features}

    @property
    def __geo_interface__(self) -> Dict[str, Any]:
        return self.to_geojson()

    def _repr_html_(self) -> str:
        rows = self._matches[:_MOST_SHOWN]
        names = [name for name in _names(cast(List[Dict[str, Any]], rows)) if name not in ("lat", "lon")]
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_text(cast(Dict[str, Any], row).get(name)))}</td>" for name in names)
            + "</tr>" for row in rows)
        more = len(self) - len(rows)
        note = f"{len(self)} results" + ("" if self.total is None else f" of {self.total}")
        note += f", {more} not shown" if more > 0 else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{note}</p>"


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(_text(element) for element in value)
    return str(value)


def _names(rows: Sequence[Mapping[str, Any]]) -> List[str]:
    """The names of all values, in the order of their first use."""
    return list(dict.fromkeys(name for row in rows for name in row))


def data_frame(rows: List[Dict[str, Any]]) -> "pandas.DataFrame":
    """A DataFrame of dictionaries, with times as instants."""
    tables = library("pandas")
    frame: "pandas.DataFrame" = tables.DataFrame(rows)
    for name in frame.columns:
        if name in _TIMES:
            frame[name] = tables.to_datetime(frame[name], utc=True, format="ISO8601")
        elif name in _NUMBERS:
            frame[name] = frame[name].astype(float)
    return frame


def geo_frame(frame: "pandas.DataFrame") -> "geopandas.GeoDataFrame":
    """A GeoDataFrame from the columns `lat` and `lon`."""
    geopandas = library("geopandas")
    if not len(frame):
        return geopandas.GeoDataFrame(frame, geometry=[], crs="EPSG:4326")
    if "lat" not in frame or "lon" not in frame:
        raise ValueError("a GeoDataFrame needs the fields lat and lon; add them to fields")
    points = geopandas.points_from_xy(frame["lon"], frame["lat"])
    return geopandas.GeoDataFrame(frame.drop(columns=["lat", "lon"]), geometry=points, crs="EPSG:4326")


def arrow_table(rows: List[Dict[str, Any]]) -> "pyarrow.Table":
    """A table of Arrow with the type of each column from its values, and times as instants."""
    pyarrow = library("pyarrow")
    names = _names(rows)
    return pyarrow.table({name: arrow_column(name, [row.get(name) for row in rows]) for name in names})


def arrow_column(name: str, values: List[Any]) -> Any:
    """A column of Arrow."""
    pyarrow = library("pyarrow")
    if name in _TIMES:
        # Python 3.10 reads no Z.
        times = [
            None if value is None else datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
            for value in values]
        return pyarrow.array(times, pyarrow.timestamp("us", "UTC"))
    if name in _NUMBERS:
        return pyarrow.array([None if value is None else float(value) for value in values], pyarrow.float64())
    return pyarrow.array(values)
