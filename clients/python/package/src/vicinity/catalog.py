"""A catalog: one file with listings, and the functions that search it."""
from __future__ import annotations

import datetime
import functools
import json
import os
import weakref
from typing import (
    TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, cast)

from ._answer import Answer
from ._command import missing, run
from ._errors import CommandError, QueryError, VicinityError, error_of
from ._names import Query
from ._nearest import Nearest
from ._optional import encode, parse
from ._process import LineProcess
from ._values import Distance, Geometry, Instant, degrees, in_degrees, meters, origin, plain, query_form, row_form

if TYPE_CHECKING:
    import subprocess

    from typing_extensions import Unpack

JSON = Dict[str, Any]
Path = Union[str, "os.PathLike[str]"]
# A day, or an instant.
Moment = Union[Instant, datetime.date]

# The most queries of a batch that are sent before their answers are read.
_WINDOW = 4096
# So many are sent at once.
_CHUNK = 64
# Positions in one line.
_POSITIONS = 500
# Seconds in which the process neither answers nor computes, after which requests fail.
_TIMEOUT = 120.0


class Catalog:
    """A catalog: one file, which other processes may read and change at the same time.

    Queries go to a process that is started with the first one and keeps the index in memory. All functions may be
    called by several threads. After a fork the child starts a process of its own; a pickled catalog opens the same file
    with the same options. `close`, a `with` statement or the end of the object ends the process.

    Coordinates are degrees (WGS 84), the latitude first, except in geometries, which have the longitude first.

    Example:
        >>> with Catalog("bars.gpkg") as catalog:
        ...     frame = catalog.near(48.7758, 9.1829, radius="2km", open=True, limit=50).to_geodataframe()

    Attributes:
        path: the absolute path of the file.
    """

    def __init__(
        self, path: Path, create: bool = False, *, threads: Optional[int] = None, memory: Optional[int] = None,
        timeout: Optional[float] = _TIMEOUT
    ) -> None:
        """
        Args:
            path: the file; `~` is the home folder.
            create: whether the file may be missing: the first import creates it.
            threads: how many queries of a batch are answered in parallel; by default one for each core.
            memory: the most megabytes of the index that stay in memory; 1024 by default.
            timeout: the seconds in which the process neither answers nor computes, after which it is ended and requests
                fail with `TimedOut`; None for no limit. Imports, exports and `run` have their own.

        Raises:
            CatalogError: if there is no such file, and `create` is False.
        """
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout must be greater than 0, or None for no limit, not {timeout!r}")
        self.path = os.path.abspath(os.path.expanduser(path))
        if not create and not os.path.exists(self.path):
            raise missing(self.path)
        self._timeout = timeout
        self._settings = {"threads": threads, "memory": memory, "timeout": timeout}
        self._options: List[str] = ["--catalog", self.path]
        self._memory = [] if memory is None else ["--memory", str(memory)]
        self._queries = self._batch_process(threads)
        self._stays = LineProcess(["available", "--batch", "-", *self._options], self.path, timeout)
        self._processes = [self._queries, self._stays]
        self._finalizer = weakref.finalize(self, _close, self._processes)

    def _batch_process(self, threads: Optional[int]) -> LineProcess:
        threading = [] if threads is None else ["--threads", str(threads)]
        return LineProcess(
            ["batch", "-", *self._options, *self._memory, *threading, *_UNLIMITED], self.path, self._timeout)

    def __enter__(self) -> "Catalog":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Catalog({self.path!r})"

    def __reduce__(self) -> Any:
        return (_reopened, (self.path, self._settings))

    def close(self) -> None:
        """Ends each process of the catalog within five seconds, also while other threads wait for it: their requests
        fail with the code `closed`, as do later ones."""
        self._finalizer()

    # Searching

    def near(
        self, lat: Union[float, str, Sequence[float], Geometry], lon: Optional[float] = None,
        **query: "Unpack[Query]"
    ) -> Answer:
        """The listings near a coordinate, or near a place of the gazetteer: `near("Stuttgart", radius="2km")`.

        Args:
            lat: degrees north, -90 to 90; or a pair of latitude and longitude; a Point of Shapely; or the name of a
                place.
            lon: degrees east, -180 to 180.
            query: the other keys of a query, see docs/queries.md and `vicinity.Query`. Often used:
                radius: the greatest distance, inclusive: meters, or text such as `"2km"`.
                kinds: `"bar"`, `"event"`, `"couch"`, or several.
                open: `True` for now, a time, or a pair of times; `False` is no condition.
                filter: conditions as CQL2 text: `"price < 6 AND rating >= 4.5"`.
                sort: `"distance"` by default.
                limit: how many results, 20 by default; `pages()` of the answer has the others.
                fields: which values a result has.
                now: the current time.

        Returns:
            The results, by default the nearest first, with `distance` in meters.

        Raises:
            QueryError: for a wrong key or value.
            NotFound: if no place has the name.
            CatalogError: if the catalog cannot be read, or has no place names.
            TimedOut: if there is no answer in time.
        """
        return self._search({"near": origin(lat, lon), **query_form(query)})

    def search(self, **query: "Unpack[Query]") -> Answer:
        """The answer to a query; its keys are those of docs/queries.md.

        Returns:
            At most `limit` results, 20 by default; `pages()` of the answer has the others.

        Raises:
            QueryError: for a wrong key or value.
        """
        return self._search(query_form(query))

    def along(self, line: Any, width: Distance, start: Optional[Distance] = None, **query: "Unpack[Query]") -> Answer:
        """The listings along a route, in its order.

        Args:
            line: a GeoJSON LineString, or an object with such a geometry (Shapely); or pairs of latitude and longitude.
            width: the greatest distance from the route, on either side, inclusive: meters, or text such as `"500m"`.
            start: the position on the route, in meters from its start, from which on listings count.
            query: the other keys of a query.
        """
        form = plain(line)
        if not isinstance(form, dict):
            try:
                form = {"type": "LineString", "coordinates": [[lon, lat] for lat, lon in form]}
            except (TypeError, ValueError):
                raise TypeError(
                    f"along needs a LineString, or pairs of latitude and longitude, not {line!r}") from None
        along: JSON = {"line": form, "width": meters(width)}
        if start is not None:
            along["from"] = meters(start)
        return self._search({"along": along, **query_form(query)})

    def meet(
        self, origins: Sequence[Union[Sequence[float], Geometry]], by: str = "worst", cap: Optional[Distance] = None,
        **query: "Unpack[Query]"
    ) -> Answer:
        """Places where several people can meet.

        Args:
            origins: latitude and longitude, or a Point, of each person.
            by: whether the `worst` distance decides, or the `sum`.
            cap: the greatest distance for each person, inclusive.
            query: the other keys of a query.
        """
        group: JSON = {"by": by}
        if cap is not None:
            group["max"] = meters(cap)
        near = [origin(each) for each in origins]
        return self._search({"near": near, "group": group, **query_form(query)})

    def batch(
        self, queries: Iterable[Mapping[str, Any]], threads: Optional[int] = None
    ) -> Iterator[Union[Answer, JSON, VicinityError]]:
        """The answers to many queries, in their order, as a stream.

        A query is a dictionary with the keys and values of `search`: `{"near": (48.77, 9.18), "radius": "1km"}`. A
        query that fails, or has no JSON form, gives an error in its place. Other lines of a batch, such as
        `{"suggest": …}`, give dictionaries. At most a few thousand queries are read ahead of the answers. An exception
        of `queries` is raised after the answers to all queries before it.

        Args:
            queries: the queries; they are read when their turn comes.
            threads: how many are answered in parallel, if not the number of the catalog.

        Raises:
            ProcessDied: if the process ends; the answers before are given.
        """
        if threads is None:
            yield from self._answers(self._queries, queries)
            return
        process = self._batch_process(threads)
        self._processes.append(process)
        try:
            yield from self._answers(process, queries)
        finally:
            self._processes.remove(process)
            process.close()

    def _answers(
        self, process: LineProcess, queries: Iterable[Mapping[str, Any]]
    ) -> Iterator[Union[Answer, JSON, VicinityError]]:
        for line in process.stream((_line(query, query_form) for query in queries), _WINDOW, _CHUNK):
            if not isinstance(line, bytes):
                yield line
                continue
            answer = parse(line)
            if "error" in answer:
                yield error_of(answer["error"], answer.get("id"))
            else:
                yield Answer(answer) if "results" in answer or "clusters" in answer else answer

    def near_many(
        self, lats: Any, lons: Any = None, *, k: int = 10, **query: "Unpack[Query]"
    ) -> Nearest:
        """The nearest listings of each of many positions.

        Args:
            lats: degrees north, -90 to 90: a sequence or an array with one dimension. Or a GeoSeries or GeoDataFrame of
                points, without `lons`; one without a reference system is taken as EPSG:4326.
            lons: degrees east, -180 to 180, as many.
            k: how many listings of each position.
            query: the other keys of a query, the same for all positions. The fields are `id` and `distance` unless
                others are given; each more costs time.

        Returns:
            A sequence as long as the positions, in their order, each at most `k` matches.

        Raises:
            QueryError: for a wrong key or value; for a position that is missing or out of range, with its index, before
                anything is sent.
        """
        if "limit" in query:
            raise TypeError("near_many has k instead of limit")
        if lons is None:
            lats, lons = _coordinates(lats)
        lats, lons = degrees(lats, "lat", 90), degrees(lons, "lon", 180)
        if len(lats) != len(lons):
            raise ValueError(f"there are {len(lats)} latitudes and {len(lons)} longitudes")
        form = {"fields": ["id", "distance"], **query_form(query), "limit": plain(k)}
        lines = (
            encode({"points": {
                "lat": lats[start:start + _POSITIONS], "lon": lons[start:start + _POSITIONS], "query": form}})
            for start in range(0, len(lats), _POSITIONS))
        counts: List[int] = []
        columns: Dict[str, List[Any]] = {}
        for line in self._queries.stream(lines, window=64, chunk=1):
            answer = parse(cast(bytes, line))
            if "error" in answer:
                raise error_of(answer["error"], None)
            counts += answer["counts"]
            for name, values in answer["columns"].items():
                columns.setdefault(name, []).extend(values)
        if not columns and not isinstance(form["fields"], str):
            columns = {name: [] for name in form["fields"]}
        return Nearest(counts, columns)

    # Single listings

    def listing(self, id: str, caller: Optional[str] = None) -> JSON:
        """A listing with all its fields.

        Args:
            id: its id.
            caller: the member who may see the exact location of a private couch.

        Raises:
            NotFound: if there is no such listing.
        """
        line: JSON = {"show": id}
        if caller is not None:
            line["caller"] = caller
        return cast(JSON, self._ask(line)["listing"])

    def available(
        self, id: str, start: Optional[Moment] = None, end: Optional[Moment] = None, *,
        guests: Optional[int] = None, at: Optional[Moment] = None, now: Optional[Instant] = None
    ) -> JSON:
        """Whether a couch is free for nights, a bar is open or an event is on, and if not, why.

        Args:
            id: the listing.
            start: the day of arrival, or the start of a span of times.
            end: the day of departure, or the end of the span.
            guests: the number of guests.
            at: the time at which a bar is open or an event is on; by default now.
            now: the current time.

        Raises:
            NotFound: if there is no such listing.
            CommandError: if a value is wrong, or does not suit the kind of the listing.
        """
        arguments = ["available", id]
        for name, value in (("from", start), ("to", end), ("guests", guests), ("at", at), ("now", now)):
            if value is not None:
                arguments += [f"--{name}", str(plain(value))]
        try:
            output = self._run([*arguments, "--format", "jsonl", *self._options], self._timeout).stdout
        except CommandError as error:
            failure = error
        else:
            return cast(JSON, json.loads(output))
        # Commands report no codes: a missing listing is reported here.
        self.listing(id)
        raise failure

    def available_many(self, stays: Iterable[Mapping[str, Any]]) -> Iterator[Union[JSON, VicinityError]]:
        """Whether couches are free, for many stays, as a stream: dictionaries with `id`, `from`, `to` and `guests`. A
        stay that fails gives an error in its place."""
        for line in self._stays.stream((_line(stay, _row) for stay in stays), _WINDOW, _CHUNK):
            if not isinstance(line, bytes):
                yield line
                continue
            answer = parse(line)
            yield error_of(answer["error"], answer.get("id")) if "error" in answer else answer

    def why_not(self, id: str, /, **query: "Unpack[Query]") -> JSON:
        """Why a listing is not in the answer to a query: each condition, the value of the listing, and the margin."""
        return cast(JSON, self._ask({"whyNot": {"listing": id, "query": query_form(query)}})["verdict"])

    # Words and places

    def suggest(
        self, text: str, lat: Optional[float] = None, lon: Optional[float] = None, limit: Optional[int] = None
    ) -> List[JSON]:
        """Names, tags and places that complete a text, the nearest and best known first."""
        suggest: JSON = {"text": text}
        if lat is not None and lon is not None:
            suggest["near"] = {"lat": lat, "lon": lon}
        if limit is not None:
            suggest["limit"] = limit
        return cast(List[JSON], self._ask({"suggest": suggest})["completions"])

    def geocode(self, name: str, limit: int = 5, beginning: bool = False) -> JSON:
        """The place of a name, with its `candidates` if it is ambiguous.

        Args:
            name: the name; a region or country may follow after a comma.
            limit: how many places at most, with the first one.
            beginning: whether `name` is the beginning of a name.

        Returns:
            A dictionary with `name`, `country`, `region`, `lat`, `lon`, `zone`, `population`, `ambiguous` and
            `candidates`.

        Raises:
            NotFound: if no place has the name.
            QueryError: if the name is empty.
            CatalogError: if the catalog has no place names.
            CommandError: if `limit` is less than 1.
        """
        line = " ".join(name.split())
        if not line:
            raise QueryError("missing", "the name of the place is empty")
        arguments = ["geocode", "--limit", str(limit), *(["--beginning"] if beginning else []), "--format", "jsonl"]
        try:
            # As a line of input, so that an error has its code.
            answer = json.loads(self._run([*arguments, *self._options, "-"], self._timeout, line + "\n").stdout)
        except CommandError as error:
            failure = error
        else:
            return cast(JSON, answer)
        if failure.output:
            raise error_of(json.loads(failure.output)["error"], None)
        # Commands report no codes: a catalog without place names is reported here.
        self.near(line, limit=0)
        raise failure

    def plan(self, *, now: Optional[Instant] = None, **plan: Any) -> List[JSON]:
        """Outings: a couch, an event and a bar that fit together; the keys are those of docs/plans.md."""
        line: JSON = {"plan": {key: plain(value) for key, value in query_form(plan).items()}}
        if now is not None:
            line["now"] = plain(now)
        return cast(List[JSON], self._ask(line)["outings"])

    # Changing the file

    def import_(
        self, *files: Union[Path, Iterable[Path]], rows: Optional[Iterable[Mapping[str, Any]]] = None,
        timeout: Optional[float] = None, **options: Any
    ) -> str:
        """Imports listings, each file in one transaction, and returns the report.

        Args:
            files: the files.
            rows: listings as dictionaries, instead of files. NaN and other missing values of pandas are left out, so
                that `frame.to_dict("records")` can be imported.
            timeout: the seconds after which the import is stopped: the file in progress changes nothing, files imported
                before it stay; None for no limit.
            options: the options of `vicinity import`: `source="osm"`, `map={"id": "1", "name": "2"}`, `strict=True`.

        Raises:
            CommandError: if a file cannot be imported, or some of its rows were rejected (status 2).
            TimedOut: if it takes too long.
        """
        paths: List[str] = []
        for file in files:
            paths += [os.fspath(file)] if isinstance(file, (str, os.PathLike)) else [os.fspath(each) for each in file]
        text = None
        if rows is not None:
            text = "".join(encode(row_form(row)).decode("utf-8") + "\n" for row in rows)
            paths.append("-")
        if not paths:
            raise TypeError("import_ needs files, or rows")
        return run(["import", *_typed(options), *self._options, "--", *paths], text, timeout=timeout).stderr

    def export(self, format: str = "jsonl", *, timeout: Optional[float] = None, **options: Any) -> str:
        """The listings as text.

        Args:
            format: `jsonl`, `geojson`, `csv` or `ics`.
            timeout: the seconds after which the export is stopped; None for no limit.
            options: the options of `vicinity export`: `fields="id,lat,lon"`.
        """
        return self._run(["export", "--format", format, *_typed(options), *self._options], timeout).stdout

    def run(self, *arguments: str, timeout: Optional[float] = None) -> str:
        """What another subcommand writes to standard output: `catalog.run("stats", "--format", "jsonl")`.

        Args:
            arguments: the subcommand, and its arguments.
            timeout: the seconds after which it is stopped; None for no limit.

        Raises:
            CommandError: if it fails.
            TimedOut: if it takes too long.
        """
        return run([*arguments, *self._options], timeout=timeout).stdout

    # Requests

    def _search(self, form: JSON) -> Answer:
        return Answer(self._ask(form), functools.partial(self._page, form))

    def _page(self, form: JSON, cursor: str) -> Answer:
        return self._search({**form, "after": cursor})

    def _ask(self, form: JSON) -> JSON:
        answer = cast(JSON, parse(self._queries.ask(encode(form))))
        if "error" in answer:
            raise error_of(answer["error"], answer.get("id"))
        return answer

    def _run(
        self, arguments: Sequence[str], timeout: Optional[float], text: Optional[str] = None
    ) -> "subprocess.CompletedProcess[str]":
        """Runs a command that reads the catalog."""
        try:
            return run(arguments, text, timeout=timeout)
        except CommandError:
            if not os.path.exists(self.path):
                raise missing(self.path) from None
            raise


# The caller of Python functions is trusted.
_UNLIMITED = ("--max-nodes", "0", "--max-occurrences", "0")


def hours(
    text: str, *, at: Optional[Instant] = None, start: Optional[Instant] = None, end: Optional[Instant] = None,
    timezone: Optional[str] = None, country: Optional[str] = None, region: Optional[str] = None,
    lat: Optional[float] = None, lon: Optional[float] = None, now: Optional[Instant] = None
) -> JSON:
    """Evaluates opening hours: the state, the next changes, and the open times of a week or of a window.

    Args:
        text: the hours in the language of OpenStreetMap.
        at: when; by default now.
        start: the start of a window, instead of `at`.
        end: the end of the window.
        timezone: the zone of the place; by default UTC.
        country: the country for holidays; by default that of the zone.
        region: the region of the country.
        lat: degrees north, for sun times.
        lon: degrees east, for sun times.
        now: the current time.
    """
    options = {
        "at": at, "from": start, "to": end, "timezone": timezone, "country": country, "region": region, "lat": lat,
        "lon": lon, "now": now}
    return cast(JSON, json.loads(run(
        ["hours", *_typed(options), "--format", "json", "--", text], timeout=_TIMEOUT).stdout))


def _typed(options: Mapping[str, Any]) -> List[str]:
    """The options of a command: `no_header=True` is `--no-header`, a list repeats one, a mapping joins its members."""
    arguments: List[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(option)
        elif isinstance(value, Mapping):
            arguments += [option, ",".join(f"{key}={part}" for key, part in value.items())]
        elif isinstance(value, (list, tuple)):
            for part in value:
                arguments += [option, str(plain(part))]
        else:
            arguments += [option, str(plain(value))]
    return arguments


def _line(query: Any, form: Callable[[Any], JSON]) -> Union[bytes, VicinityError]:
    """A line of a batch, or the error of a query that has no JSON form."""
    try:
        if not isinstance(query, Mapping):
            raise TypeError(f"{query!r} is not a dictionary")
        return encode(form(query))
    except VicinityError as error:
        return error
    except (TypeError, ValueError) as error:
        return QueryError("wrong-type", str(error))


def _row(row: Mapping[str, Any]) -> JSON:
    return cast(JSON, plain(row))


def _coordinates(points: Any) -> Tuple[Any, Any]:
    """The latitudes and longitudes of a GeoSeries or GeoDataFrame."""
    points = getattr(points, "geometry", None)
    if points is None:
        raise TypeError("near_many needs lats and lons, or a GeoSeries of points")
    points = in_degrees(points)
    return points.y, points.x


def _close(processes: List[LineProcess]) -> None:
    for process in list(processes):
        process.close()


def _reopened(path: str, settings: Dict[str, Any]) -> Catalog:
    return Catalog(path, create=True, **settings)
