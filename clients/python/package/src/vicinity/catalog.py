"""A catalog: one file with listings, and the functions that search it."""
from __future__ import annotations

import itertools
import json
import os
import queue
import weakref
from typing import (
    TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, cast)

from ._answer import Answer
from ._command import missing, run
from ._errors import NotFound, VicinityError, error_of
from ._names import Query
from ._nearest import Nearest
from ._optional import encode, parse
from ._process import Delivery, LineProcess
from ._values import Distance, Instant, When, meters, plain, query_form

if TYPE_CHECKING:
    from typing_extensions import Unpack

JSON = Dict[str, Any]
Path = Union[str, "os.PathLike[str]"]

# The most queries of a batch that are sent before their answers are read.
_WINDOW = 4096
# So many are sent at once.
_CHUNK = 64
# Positions in one line.
_POSITIONS = 500


class Catalog:
    """A catalog: one file, which other processes may read and change at the same time.

    Queries go to a process that is started with the first one and keeps the index in memory. All functions may be
    called by several threads. After a fork the child starts a process of its own. `close`, a `with` statement or the
    end of the object ends the process.
    """

    def __init__(
        self, path: Path, create: bool = False, *, threads: Optional[int] = None, memory: Optional[int] = None
    ) -> None:
        """
        Args:
            path: the file.
            create: whether the file may be missing: the first import creates it.
            threads: how many queries of a batch are answered in parallel; by default one for each core.
            memory: the most megabytes of the index that stay in memory.

        Raises:
            CatalogError: if there is no such file, and it shall not be created.
        """
        self.path = os.fspath(path)
        if not create and not os.path.exists(self.path):
            raise missing(self.path)
        self._options: List[str] = ["--catalog", self.path]
        self._memory = [] if memory is None else ["--memory", str(memory)]
        threading = [] if threads is None else ["--threads", str(threads)]
        self._queries = LineProcess(
            ["batch", "-", *self._options, *self._memory, *threading, *_UNLIMITED], self.path)
        self._stays = LineProcess(["available", "--batch", "-", *self._options], self.path)
        self._finalizer = weakref.finalize(self, _close, self._queries, self._stays)

    def __enter__(self) -> "Catalog":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Catalog({self.path!r})"

    def __reduce__(self) -> Any:
        return (_reopened, (self.path,))

    def close(self) -> None:
        """Ends the process of the catalog."""
        self._finalizer()

    # Searching

    def near(
        self, lat: Union[float, str, Tuple[float, float]], lon: Optional[float] = None, **query: "Unpack[Query]"
    ) -> Answer:
        """The listings near a coordinate, or near a place of the gazetteer: `near("Stuttgart", radius="2km")`.

        Args:
            lat: degrees north; or a pair of latitude and longitude; or the name of a place.
            lon: degrees east.
            query: the other keys of a query.

        Raises:
            QueryError: for a wrong key or value.
        """
        near: Any
        if isinstance(lat, str):
            near = lat
        elif isinstance(lat, (tuple, list)):
            near = {"lat": lat[0], "lon": lat[1]}
        elif lon is None:
            raise TypeError("near needs lat and lon, a pair of them, or the name of a place")
        else:
            near = {"lat": lat, "lon": lon}
        return self._search({"near": plain(near), **query_form(query)})

    def search(self, **query: "Unpack[Query]") -> Answer:
        """The answer to a query; its keys are those of docs/queries.md."""
        return self._search(query_form(query))

    def along(self, line: Any, width: Distance, start: Optional[Distance] = None, **query: "Unpack[Query]") -> Answer:
        """The listings along a route, in its order.

        Args:
            line: a GeoJSON LineString, or an object with such a geometry (Shapely); or pairs of latitude and longitude.
            width: the greatest distance from the route, on either side.
            start: the position on the route from which on listings count.
        """
        form = plain(line)
        if not isinstance(form, dict):
            form = {"type": "LineString", "coordinates": [[lon, lat] for lat, lon in form]}
        along: JSON = {"line": form, "width": meters(width)}
        if start is not None:
            along["from"] = meters(start)
        return self._search({"along": along, **query_form(query)})

    def meet(
        self, origins: Sequence[Tuple[float, float]], by: str = "worst", cap: Optional[Distance] = None,
        **query: "Unpack[Query]"
    ) -> Answer:
        """Places where several people can meet.

        Args:
            origins: latitude and longitude of each person.
            by: whether the `worst` distance decides, or the `sum`.
            cap: the greatest distance for each person.
        """
        group: JSON = {"by": by}
        if cap is not None:
            group["max"] = meters(cap)
        near = [{"lat": plain(lat), "lon": plain(lon)} for lat, lon in origins]
        return self._search({"near": near, "group": group, **query_form(query)})

    def batch(
        self, queries: Iterable[Mapping[str, Any]], threads: Optional[int] = None
    ) -> Iterator[Union[Answer, JSON, VicinityError]]:
        """The answers to many queries, in their order, as a stream.

        A query is a dictionary with the keys of docs/queries.md. A query that fails gives an error in its place. Other
        lines of a batch, such as `{"suggest": …}`, give dictionaries. At most a few thousand queries are read ahead of
        the answers.

        Args:
            queries: the queries; they are read when their turn comes.
            threads: how many are answered in parallel, if not the number of the catalog.
        """
        if threads is None:
            yield from self._stream(self._queries, queries)
            return
        process = LineProcess(
            ["batch", "-", *self._options, *self._memory, "--threads", str(threads), *_UNLIMITED], self.path)
        try:
            yield from self._stream(process, queries)
        finally:
            process.close()

    def _stream(
        self, process: LineProcess, queries: Iterable[Mapping[str, Any]]
    ) -> Iterator[Union[Answer, JSON, VicinityError]]:
        for line in _stream(process, (encode(_line(query)) for query in queries)):
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
            lats: degrees north: an array or a sequence. Or a GeoSeries of points, without `lons`.
            lons: degrees east, as many.
            k: how many listings of each position.
            query: the other keys of a query, the same for all positions. The fields are `id` and `distance` unless
                others are given; each more costs time.
        """
        if lons is None:
            points = lats.to_crs(4326) if getattr(lats, "crs", None) is not None else lats
            lats, lons = points.y, points.x
        lats, lons = _numbers(lats), _numbers(lons)
        if len(lats) != len(lons):
            raise ValueError(f"there are {len(lats)} latitudes and {len(lons)} longitudes")
        form = {"fields": ["id", "distance"], **query_form(query), "limit": k}
        lines = (
            encode({"points": {
                "lat": lats[start:start + _POSITIONS], "lon": lons[start:start + _POSITIONS], "query": form}})
            for start in range(0, len(lats), _POSITIONS))
        counts: List[int] = []
        columns: Dict[str, List[Any]] = {}
        for index, line in enumerate(_stream(self._queries, lines, window=64, chunk=1)):
            answer = parse(line)
            if "error" in answer:
                error = error_of(answer["error"], None)
                error.message += f" (positions {index * _POSITIONS} and following)"
                raise error
            counts += answer["counts"]
            for name, values in answer["columns"].items():
                columns.setdefault(name, []).extend(values)
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
        self, id: str, start: Optional[Instant] = None, end: Optional[Instant] = None, *,
        guests: Optional[int] = None, at: Optional[Instant] = None, now: Optional[Instant] = None
    ) -> JSON:
        """Whether a couch is free for nights, a bar is open or an event is on, and if not, why.

        Args:
            id: the listing.
            start: the day of arrival, or the start of a span of times.
            end: the day of departure, or the end of the span.
            guests: the number of guests.
            at: the time at which a bar is open or an event is on; by default now.
            now: the current time.
        """
        arguments = ["available", id]
        for name, value in (("from", start), ("to", end), ("guests", guests), ("at", at), ("now", now)):
            if value is not None:
                arguments += [f"--{name}", str(plain(value))]
        return cast(JSON, self._json(arguments))

    def available_many(self, stays: Iterable[Mapping[str, Any]]) -> Iterator[Union[JSON, VicinityError]]:
        """Whether couches are free, for many stays, as a stream: dictionaries with `id`, `from`, `to` and `guests`."""
        for line in _stream(self._stays, (encode(_line(stay)) for stay in stays)):
            answer = parse(line)
            yield error_of(answer["error"], answer.get("id")) if "error" in answer else answer

    def why_not(self, id: str, /, **query: "Unpack[Query]") -> JSON:
        """Why a listing is not in the answer to a query: each condition, the value of the listing, and the margin."""
        form = query_form(query)
        if isinstance(form.get("near"), list) and len(form["near"]) == 2 and not isinstance(form["near"][0], dict):
            form["near"] = {"lat": form["near"][0], "lon": form["near"][1]}
        return cast(JSON, self._ask({"whyNot": {"listing": id, "query": form}})["verdict"])

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

        Raises:
            NotFound: if no place has the name.
        """
        arguments = ["geocode", "--limit", str(limit), *(["--beginning"] if beginning else [])]
        try:
            return cast(JSON, self._json(arguments, trailing=["--", name]))
        except VicinityError as error:
            raise NotFound("unknown-place", error.message) from None

    def plan(self, *, now: Optional[Instant] = None, **plan: Any) -> List[JSON]:
        """Outings: a couch, an event and a bar that fit together; the keys are those of docs/plans.md."""
        line: JSON = {"plan": {key: plain(value) for key, value in query_form(plan).items()}}
        if now is not None:
            line["now"] = plain(now)
        return cast(List[JSON], self._ask(line)["outings"])

    # Changing the file

    def import_(
        self, *files: Union[Path, Iterable[Path]], rows: Optional[Iterable[Mapping[str, Any]]] = None, **options: Any
    ) -> str:
        """Imports listings, each file in one transaction, and returns the report.

        Args:
            files: the files.
            rows: listings as dictionaries, instead of files.
            options: the options of `vicinity import`: `source="osm"`, `map={"id": "1", "name": "2"}`, `strict=True`.

        Raises:
            CommandError: if a file cannot be imported, or some of its rows were rejected (status 2).
        """
        paths: List[str] = []
        for file in files:
            paths += [os.fspath(file)] if isinstance(file, (str, os.PathLike)) else [os.fspath(each) for each in file]
        text = None
        if rows is not None:
            text = "".join(encode(plain(row)).decode("utf-8") + "\n" for row in rows)
            paths.append("-")
        if not paths:
            raise TypeError("name files, or give rows")
        return run(["import", *_typed(options), *self._options, "--", *paths], text).stderr

    def export(self, format: str = "jsonl", **options: Any) -> str:
        """The listings as text: `jsonl`, `geojson`, `csv` or `ics`; the options are those of `vicinity export`."""
        return run(["export", "--format", format, *_typed(options), *self._options]).stdout

    def run(self, *arguments: str) -> str:
        """What another subcommand writes: `catalog.run("stats", "--format", "jsonl")`.

        Raises:
            CommandError: if it fails.
        """
        return run([*arguments, *self._options]).stdout

    # Requests

    def _search(self, form: JSON) -> Answer:
        return Answer(self._ask(form), lambda cursor: self._search({**form, "after": cursor}))

    def _ask(self, form: JSON) -> JSON:
        answer = cast(JSON, parse(self._queries.ask(encode(form))))
        if "error" in answer:
            raise error_of(answer["error"], answer.get("id"))
        return answer

    def _json(self, arguments: Sequence[str], trailing: Sequence[str] = ()) -> Any:
        return json.loads(run([*arguments, "--format", "jsonl", *self._options, *trailing]).stdout)


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
    return cast(JSON, json.loads(run(["hours", *_typed(options), "--format", "json", "--", text]).stdout))


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


def _line(query: Mapping[str, Any]) -> JSON:
    """The JSON form of a line of a batch."""
    return cast(JSON, plain(query))


def _numbers(values: Any) -> List[float]:
    return cast(List[float], values.tolist()) if hasattr(values, "tolist") else [float(value) for value in values]


def _stream(
    process: LineProcess, lines: Iterator[bytes], window: int = _WINDOW, chunk: int = _CHUNK
) -> Iterator[bytes]:
    """The answers to lines, in order, with a bounded number of lines on the way: few at first, so that the first answer
    comes soon."""
    target: "queue.SimpleQueue[Delivery]" = queue.SimpleQueue()
    sent = received = 0
    allowed = 2 * chunk
    is_done = False
    while True:
        while not is_done and sent - received + chunk <= allowed:
            part = list(itertools.islice(lines, chunk))
            is_done = len(part) < chunk
            if part:
                process.send(part, target)
                sent += len(part)
        if received == sent:
            return
        delivery = target.get()
        if isinstance(delivery, VicinityError):
            raise delivery
        received += len(delivery)
        allowed = min(2 * allowed, window)
        yield from delivery


def _close(*processes: LineProcess) -> None:
    for process in processes:
        process.close()


def _reopened(path: str) -> Catalog:
    return Catalog(path, create=True)
