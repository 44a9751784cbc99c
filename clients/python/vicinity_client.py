"""A client for the server of Vicinity (`vicinity serve`), in one file that needs only the standard library.

    from vicinity_client import Client

    client = Client("http://127.0.0.1:8080")
    for bar in client.near(48.7758, 9.1829, radius="1km", open=True, limit=3)["results"]:
        print(bar["name"], bar["distance"])

Answers are the JSON of the server as dictionaries and lists: coordinates are degrees (WGS 84), distances meters, prices
major units of their currency, times ISO 8601 with the offset of the listing. Keys may be added to answers at any time.

Failures raise `VicinityError`, whose `code` is for programs. Values that cannot be sent at all raise `ValueError`.
A client may be used by several threads. Python 3.9 or later.
"""
from __future__ import annotations

import datetime
import email.message
import email.utils
import http.client
import io
import json
import random
import selectors
import socket
import ssl
import threading
import time
import urllib.parse
import zlib
from collections import OrderedDict
from typing import Any, Callable, Dict, Generator, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

__all__ = ["Client", "Stored", "VicinityError"]

JSONObject = Dict[str, Any]
Line = Union[Mapping[str, Any], str, bytes]

_JSON = "application/json"
_NDJSON = "application/x-ndjson"
# The most bytes that are read at once.
_PIECE = 1 << 16
# The longest time in seconds that a retry waits. If the server names a longer one, there is no retry.
_LONGEST_WAIT = 60.0
# Parameters that are a time or a span of times, which is written as two ends joined by two dots.
_SPANS = {"between", "during", "open", "stay"}


class Stored(NamedTuple):
    """A value stored by the server, and its entity tag, by which a change names the version that it is based on."""

    value: Any
    etag: str


class VicinityError(Exception):
    """An error that the server reports, or a failure of the connection to it.

    Attributes:
        status: the HTTP status. None for an error line of a batch, and for a failure of the network.
        code: a short word for programs, as in docs/errors.md. `network` and `timeout` for failures of the network,
            `http-502` and the like for answers that do not come from the server itself, `bad-answer` for unreadable
            ones.
        detail: what is wrong, where, and what to do next, for people.
        parameter: the parameter that is wrong.
        pointer: the place in the body that is wrong (JSON Pointer, RFC 6901).
        suggestion: the word that was most likely meant.
        limit: the limit that was exceeded: `{"name": "max-limit", "value": 10000}`.
        retry_after: seconds after which the same request may succeed.
        line: for an error line of a batch, the number of the line, from 1.
        id: for an error line of a batch, the `id` of the line.
    """

    def __init__(
        self, status: Optional[int], code: str, detail: str, *, parameter: Optional[str] = None,
        pointer: Optional[str] = None, suggestion: Optional[str] = None, limit: Optional[JSONObject] = None,
        retry_after: Optional[float] = None, line: Optional[int] = None, id: Optional[str] = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.parameter = parameter
        self.pointer = pointer
        self.suggestion = suggestion
        self.limit = limit
        self.retry_after = retry_after
        self.line = line
        self.id = id

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}"

    def __repr__(self) -> str:
        return f"VicinityError({self.status}, {self.code!r}, {self.detail!r})"


class Client:
    """Sends requests to one server, over connections that it reuses.

    Requests that change nothing are retried when the server answers 429 or 503, after the time in its `Retry-After`.
    Changes, imports and batches are sent once. Answers with an entity tag are cached and requested again with
    `If-None-Match`: for a response 304 the cached answer is returned.

    Each route of the server has a method, which takes the steps of its path, its required parameters, its body, and by
    name its other parameters, with underscores: `radius="2km"`, `any_tag=["jazz", "wine"]`, `open=True`,
    `stay=("2026-12-01", "2026-12-05")`, `sort="-rating"`. None and False leave a parameter out. It returns the JSON of
    the answer, or the list in it; `Stored` has the entity tag, which is `if_match` of a change.

    A client can be used in a `with` statement, which closes its connections.
    """

    def __init__(
        self, base_url: str, key: Optional[str] = None, *, timeout: float = 30.0, retries: int = 2, cache: int = 256,
        cache_bytes: int = 16 << 20, context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        Args:
            base_url: the address of the server, such as `http://127.0.0.1:8080`. It may have a path.
            key: a key of the server, or the token of a member's session, for requests that need one.
            timeout: seconds without a byte after which a request fails.
            retries: how often a request that changes nothing is retried.
            cache: how many answers are cached. 0 for none.
            cache_bytes: the maximum size of the cache.
            context: how TLS verifies the server. By default with the certificates of the system.
        """
        address = urllib.parse.urlsplit(base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"{base_url!r} is not an address such as http://127.0.0.1:8080")
        self._is_secure = address.scheme == "https"
        self._host, self._port = address.hostname, address.port
        self._prefix = address.path.rstrip("/")
        self._key = key
        # The last change that an answer was based on: any node of a cluster then has at least that.
        self._position = 0
        self._timeout = timeout
        self._retries = retries
        self._context = context
        self._cache = _Cache(cache, cache_bytes)
        self._idle: List[http.client.HTTPConnection] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections that are open and not in use. The client can still be used."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    # Pages, streams and sessions

    def near_all(
        self, lat: Optional[float] = None, lon: Optional[float] = None, *, place: Optional[str] = None, **filters: Any
    ) -> Iterator[JSONObject]:
        """All results of `near`, page by page, each requested when it is needed; `limit` is the size of a page."""
        return _results(lambda after: self.near(lat, lon, place=place, **{**filters, **after}))

    def query_all(self, query: Mapping[str, Any]) -> Iterator[JSONObject]:
        """All results of a query, page by page, each requested when it is needed; `limit` is the size of a page."""
        return _results(lambda after: self.query({**query, **after}))

    def features(self, collection: str, **parameters: Any) -> Iterator[JSONObject]:
        """The pages of a collection of OGC API – Features, each requested when it is needed.

        Args:
            collection: `bars`, `events` or `couches`.
            parameters: `limit` for the size of a page, `bbox=[west, south, east, north]`, `datetime`, `filter` as CQL2,
                and the filters of `near`.

        Yields:
            FeatureCollections with `features`, `numberMatched` and `numberReturned`.
        """
        path = f"/collections/{_step(collection)}/items"
        while True:
            page = self._call("GET", path, parameters, accept="application/geo+json").value()
            yield page
            cursor = _next_cursor(page)
            if cursor is None:
                return
            parameters = {**parameters, "cursor": cursor}

    def batch(self, queries: Iterable[Line]) -> Generator[Union[JSONObject, VicinityError], None, None]:
        """Runs many queries over one connection: `POST /v1/batch`.

        The iterable is read in a thread of its own and streamed, while answers are read: neither is ever held as a
        whole, and a query may depend on earlier answers. Nothing is sent before the first answer is requested. Closing
        the generator early closes the connection; by then the iterable may have been read further than the answers. An
        exception of the iterable is raised here.

        Args:
            queries: queries, `{"plan": …}` or `{"suggest": …}` as dictionaries, or lines of JSON as text. Blank lines
                get no answer.

        Yields:
            An answer for each line, in order. The answer to a bad line is a `VicinityError` that is not raised, with
            `code`, `detail`, `line` and, if the line has one, `id`.

        Raises:
            VicinityError: if the batch as a whole is refused, or the connection fails.
        """
        for line in self._stream("POST", "/v1/batch", {}, map(_line, queries)):
            answer = _parsed(line)
            error = answer.get("error")
            if isinstance(error, dict):
                yield VicinityError(
                    None, error.get("code", "failed"), error.get("message", ""), line=error.get("line"),
                    id=answer.get("id"))
            else:
                yield answer

    def import_listings(
        self, listings: Iterable[Line], source: str, *, replace_source: bool = False, take_over: bool = False,
        compress: bool = False
    ) -> JSONObject:
        """Adds and replaces listings, all or none: `POST /v1/import`.

        The iterable is streamed. If it raises an exception, nothing is imported, and the exception is raised. The
        server answers when it has saved everything: for large imports the client needs a large `timeout`.

        Args:
            listings: as dictionaries or lines of JSON, in the canonical form of docs/listings.md.
            source: the name of the source that they belong to.
            replace_source: whether to remove listings of the source that are not sent.
            take_over: whether to replace listings of other sources with the same ids; otherwise they are refused.
            compress: whether to send the body as gzip.

        Returns:
            A report with `rows`, `added`, `updated`, `unchanged` and `removed`.

        Raises:
            VicinityError: `row-rejected` with the line, also for an id of another source; `empty-file` without any listing.
        """
        pieces: Iterable[bytes] = map(_line, listings)
        headers = {}
        if compress:
            pieces, headers = _compressed(pieces), {"Content-Encoding": "gzip"}
        parameters = {"source": source, "replace_source": replace_source, "take_over": take_over}
        lines = list(self._stream("POST", "/v1/import", parameters, pieces, headers))
        return _parsed(b"".join(lines))

    def export(self) -> Iterator[JSONObject]:
        """All listings by id, one by one, in a form that can be imported again: `GET /v1/export`.

        Private couches are at their public points. Needs a key with the scope `import`.
        """
        return map(_parsed, self._stream("GET", "/v1/export", {}))

    def sign_in(self, login: str, password: str, *, keep: bool = False) -> JSONObject:
        """Signs a member in, with the name or the email address: later requests are the member's.

        `delete_session("current")` signs out. A program that has a token of a session can give it as the `key` instead.

        Args:
            keep: whether the session lasts 60 days instead of 12 hours from its last use.

        Returns:
            The session with its `token`, and the `member`.

        Raises:
            VicinityError: `wrong-password`, `too-many-guesses`, `suspended`.
        """
        session = self.add_session({"login": login, "password": password, "keep": keep})
        self._key = session["token"]
        return session

    def ready(self) -> JSONObject:
        """`{"status": "ready"}` if the server can answer requests. Sent once, without retries.

        Raises:
            VicinityError: `stopping` or `not-ready`, with the status 503.
        """
        return self._send("GET", "/readyz").json()

    def limits(self) -> Dict[str, int]:
        """The limits of the server by name, such as `max-limit`."""
        return {limit["name"]: limit["value"] for limit in self._call("GET", "/v1/limits").json()["limits"]}

    # Methods of the routes: VICINITY_RECORD=1 writes them from the server's table.

    # Search

    def near(
        self, lat: Optional[float] = None, lon: Optional[float] = None, *, place: Optional[str] = None, **filters: Any
    ) -> Any:
        """Searches near a coordinate, in a box, or everywhere: `GET /v1/near`.

        Needs the scope `search`, unless searches are public.

        Args:
            lat, lon: The origin of distances: latitude and longitude in degrees, such as `48.7758,9.1829` or
                `-33.9,151.2`, or the name of a place, such as `Paris, US` (see gazetteer).
            place: The name of the position, such as `Paris, US`, instead.
            filters: `radius`, `bbox`, `within`, `outside`, `metric`, `kind`, `open`, `unknown`, `arriving`, `stay_for`,
                `wait_up_to`, `during`, `occurrences`, `stay`, `nights`, `between`, `weekend`, `partly`, `guests`,
                `now`, `category`, `tag`, `any_tag`, `no_tag`, `min_price`, `max_price`, `currency`, `max_level`,
                `min_night_price`, `max_night_price`, `min_rating`, `min_votes`, `accessible`, `operating_status`,
                `listed_since`, `text`, `typos`, `filter`, `host`, `not_host`, `sort`, `front`, `relax`, `limit`,
                `after`, `total`, `fields`, `language`, `cluster`, `facets`, `facet_limit`, `weights`, `f`. None and
                False leave one out.
        """
        return self._call("GET", "/v1/near", {**_origin(lat, lon, place), **filters}).value()

    def query(self, query: Mapping[str, Any]) -> Any:
        """Searches with a query as JSON, including every query option: `POST /v1/query`.

        Needs the scope `search`, unless searches are public.

        Args:
            query: A query; see docs/queries.md. Example: `{"near":{"lat":48.7758, "lon":9.1829}, "limit":5}`.
        """
        return self._call("POST", "/v1/query", body=query, only_reads=True).json()

    def map(self, query: Mapping[str, Any]) -> Any:
        """Results for a map: the first ones, and counts per cell if there are more: `POST /v1/map`.

        Needs the scope `search`, unless searches are public.

        Args:
            query: A query (see docs/queries.md) with `zoom`, the zoom level of the cells, from 0 to 22. The answer is
                that of the query with its `total` and `now`, and has `clusters` (see docs/maps.md) if there are more
                matches than `limit`; all of it from one version of the catalog. Facets that would take too long to
                count are left out and named in `facetsOmitted`; if counting takes too long at all, `partial` is true,
                and the answer has neither `total` nor `clusters`. Example: `{"within":{"bbox":[9.1,48.7,9.3,48.9]},
                "facets":["kind"], "limit":20, "zoom":11}`.
        """
        return self._call("POST", "/v1/map", body=query, only_reads=True).json()

    def recommend(self, query: Mapping[str, Any]) -> Any:
        """Recommends listings for one or more members, with reasons: `POST /v1/recommend`.

        Needs the scope `members:act-as`.

        Args:
            query: A query with `members`, in the order `recommended`; see docs/recommendations.md. Example:
                `{"members":["member-31"], "limit":5}`.
        """
        return self._call("POST", "/v1/recommend", body=query, only_reads=True).json()

    def suggest(
        self, text: str, lat: Optional[float] = None, lon: Optional[float] = None, *, place: Optional[str] = None,
        limit: Optional[int] = None
    ) -> List[Any]:
        """Completes partly typed names, tags, places, streets and addresses: `GET /v1/suggest`.

        Needs the scope `search`, unless searches are public.

        Args:
            text: The text typed so far.
            lat, lon: The position, latitude and longitude in degrees, or the name of a place.
            place: The name of the position, such as `Paris, US`, instead.
            limit: The maximum number of completions.
        """
        return self._call(
            "GET", "/v1/suggest", {**_origin(lat, lon, place), "text": text, "limit": limit}).json()["completions"]

    def plan(self, plan: Mapping[str, Any]) -> List[Any]:
        """Plans evenings: a couch, an event and a bar that fit together: `POST /v1/plan`.

        Needs the scope `search`, unless searches are public.

        Args:
            plan: A plan; see docs/plans.md. Example: `{"near":{"lat":46.5446, "lon":24.562},
                "stay":{"from":"2026-11-27", "to":"2026-11-29"}}`.
        """
        return self._call("POST", "/v1/plan", body=plan, only_reads=True).json()["outings"]

    def crawl(self, crawl: Mapping[str, Any]) -> List[Any]:
        """Plans pub crawls: several bars in a row, each open on arrival and for the whole visit: `POST /v1/crawl`.

        Needs the scope `search`, unless searches are public.

        Args:
            crawl: A crawl; see docs/why.md. Example: `{"near":{"lat":48.7758, "lon":9.1829}, "start":"20:00",
                "stops":3}`.
        """
        return self._call("POST", "/v1/crawl", body=crawl, only_reads=True).json()["crawls"]

    def why(self, query: Mapping[str, Any]) -> List[Any]:
        """Explains the rank of each result of a query: `POST /v1/why`.

        Needs the scope `search`, unless searches are public.

        Args:
            query: A query; see docs/why.md.
        """
        return self._call("POST", "/v1/why", body=query, only_reads=True).json()["reasons"]

    def why_not(self, id: str, query: Mapping[str, Any]) -> Any:
        """Explains why a listing is not among the results of a query: `POST /v1/why-not/{id}`.

        Needs the scope `search`, unless searches are public.

        Args:
            query: A query; see docs/why.md.
        """
        return self._call("POST", f"/v1/why-not/{_step(id)}", body=query, only_reads=True).json()

    def geocode(self, name: str, *, beginning: bool = False, limit: Optional[int] = None) -> Any:
        """Finds cities by name, in any language and script: `GET /v1/geocode`.

        Needs the scope `search`, unless searches are public.

        Args:
            name: The name, such as `Paris, US`.
            beginning: Places whose name starts with this text.
            limit: The maximum number of places.
        """
        return self._call("GET", "/v1/geocode", {"name": name, "beginning": beginning, "limit": limit}).json()

    def zone(self, lat: float, lon: float) -> Any:
        """The time zone, country and city of a coordinate: `GET /v1/zone`.

        Needs the scope `search`, unless searches are public.

        Args:
            lat, lon: Latitude and longitude in degrees.
        """
        return self._call("GET", "/v1/zone", {**_origin(lat, lon, None)}).json()

    # OGC API – Features

    def api(self) -> Any:
        """The API as OpenAPI 3.0: `GET /api`."""
        return self._call("GET", "/api", accept="application/vnd.oai.openapi+json").json()

    def conformance(self) -> Any:
        """The standards that the server conforms to: `GET /conformance`."""
        return self._call("GET", "/conformance").json()

    def collections(self) -> Any:
        """Bars, events and couches: `GET /collections`. Needs the scope `search`, unless searches are public."""
        return self._call("GET", "/collections").json()

    def collection(self, collection: str) -> Any:
        """A collection: `GET /collections/{collection}`. Needs the scope `search`, unless searches are public."""
        return self._call("GET", f"/collections/{_step(collection)}").json()

    def collection_queryables(self, collection: str) -> Any:
        """The properties that filters can use: `GET /collections/{collection}/queryables`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call(
            "GET", f"/collections/{_step(collection)}/queryables", accept="application/schema+json").json()

    def feature(self, collection: str, id: str) -> Any:
        """A feature: `GET /collections/{collection}/items/{id}`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call(
            "GET", f"/collections/{_step(collection)}/items/{_step(id)}", accept="application/geo+json").json()

    # Tiles

    def tiles_listings(self, **filters: Any) -> Any:
        """The tiles of listings as TileJSON 3.0: `GET /tiles/listings.json`.

        Needs the scope `search`, unless searches are public.

        Args:
            filters: `kind`, `outside`, `open`, `unknown`, `arriving`, `stay_for`, `wait_up_to`, `during`,
                `occurrences`, `stay`, `nights`, `between`, `weekend`, `partly`, `guests`, `category`, `tag`, `any_tag`,
                `no_tag`, `min_price`, `max_price`, `currency`, `max_level`, `min_night_price`, `max_night_price`,
                `min_rating`, `min_votes`, `accessible`, `operating_status`, `listed_since`, `text`, `typos`, `host`,
                `not_host`, `now`, `filter`. None and False leave one out.
        """
        return self._call("GET", "/tiles/listings.json", filters).json()

    def tiles_base(self) -> Any:
        """The operator's base map as TileJSON 3.0: `GET /tiles/base.json`."""
        return self._call("GET", "/tiles/base.json").json()

    # Listings

    def get(self, id: str) -> Stored:
        """A listing with all its fields: `GET /v1/listings/{id}`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}").stored()

    def put(self, id: str, listing: Mapping[str, Any], *, if_match: Optional[str] = None) -> Stored:
        """Creates a listing, or replaces it completely: `PUT /v1/listings/{id}`.

        Needs the scope `import` or the role `host`.

        Args:
            listing: A listing in the canonical form; see docs/listings.md. Example: `{"id":"bar-9", "kind":"bar",
                "name":"Neun", "lat":48.77, "lon":9.18}`.
            if_match: The entity tag of the listing as it was read: without it, or with another one, nothing is changed.
                `*` changes any.
        """
        return self._call("PUT", f"/v1/listings/{_step(id)}", body=listing, if_match=if_match).stored()

    def patch(self, id: str, changes: Mapping[str, Any], *, if_match: str) -> Stored:
        """Changes some fields of a listing (JSON Merge Patch, RFC 7396): `PATCH /v1/listings/{id}`.

        Needs the scope `import` or the role `host`.

        Args:
            changes: The fields to change; null removes one. Example: `{"price":12, "url":null}`.
            if_match: The entity tag of the listing as it was read: without it, or with another one, nothing is changed.
                `*` changes any.
        """
        return self._call(
            "PATCH", f"/v1/listings/{_step(id)}", body=changes, media_type="application/merge-patch+json",
            if_match=if_match).stored()

    def delete(self, id: str, *, if_match: str) -> None:
        """Removes a listing and everything that belongs to it: `DELETE /v1/listings/{id}`.

        Needs the scope `import` or the role `host`.

        Args:
            if_match: The entity tag of the listing as it was read: without it, or with another one, nothing is changed.
                `*` changes any.
        """
        self._call("DELETE", f"/v1/listings/{_step(id)}", if_match=if_match)

    def rating(self, id: str) -> Any:
        """The rating of a listing: that of its source, and the number of members for each number of stars:
        `GET /v1/listings/{id}/rating`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/rating").json()

    def availability(
        self, id: str, *, open: Any = None, during: Any = None, stay: Any = None, guests: Optional[int] = None
    ) -> Any:
        """Whether a couch is free, a bar is open or an event is on, and if not, why:
        `GET /v1/listings/{id}/availability`.

        Needs the scope `search`, unless searches are public.

        Args:
            open: For a bar or event: a moment or span, such as `now` or `Sa 22:30..03:00`.
            during: For an event: a period that it overlaps.
            stay: For a couch: the nights, such as `2026-12-01..2026-12-05`.
            guests: The guests of a stay (default 1).
        """
        return self._call(
            "GET", f"/v1/listings/{_step(id)}/availability",
            {"open": open, "during": during, "stay": stay, "guests": guests}).json()

    def nights(self, id: str, *, from_: Any = None, to: Any = None) -> Any:
        """The nights of a couch one by one: availability, price, and how long a stay can be; the host also sees why a
        night is `taken`: requested, confirmed, blocked, unavailable: `GET /v1/listings/{id}/nights`.

        Needs the scope `search`, unless searches are public.

        Args:
            from_: The first night; without it that of today, local to the couch.
            to: The day after the last night, at most 731 days later; without it 62.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/nights", {"from": from_, "to": to}).json()

    def hours(self, id: str, *, at: Any = None, from_: Any = None, to: Any = None) -> Any:
        """The opening hours of a bar: the state with its next changes, and the intervals of a week or window. A bar
        with an `operatingStatus` is closed: `GET /v1/listings/{id}/hours`.

        Needs the scope `search`, unless searches are public.

        Args:
            at: The moment: `now` (default), `22:30`, `Sa 22:30`, `2026-11-27T22:30` or an instant.
            from_: The start of a window, instead of `at`, such as `2026-12-24`.
            to: The end of the window, exclusive.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/hours", {"at": at, "from": from_, "to": to}).json()

    def occurrences(self, id: str, *, during: Any = None, limit: Optional[int] = None, after: Any = None) -> Any:
        """The occurrences of an event within a period, in order of time: `GET /v1/listings/{id}/occurrences`.

        Needs the scope `search`, unless searches are public.

        Args:
            during: A time with an end; without it a year from today.
            limit: The maximum number of occurrences, up to `max-limit`.
            after: Continues an earlier answer by its cursor.
        """
        return self._call(
            "GET", f"/v1/listings/{_step(id)}/occurrences", {"during": during, "limit": limit, "after": after}).json()

    def calendar(self, id: str) -> str:
        """An event with all its occurrences, or the taken nights of a couch, as iCalendar:
        `GET /v1/listings/{id}/calendar.ics`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/calendar.ics", accept="text/calendar").value()

    def pictures(self, id: str) -> List[Any]:
        """The pictures of a listing, with their addresses: `GET /v1/listings/{id}/pictures`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/pictures").json()["pictures"]

    def add_picture(self, id: str, picture: bytes) -> Any:
        """Adds a picture to a listing: `POST /v1/listings/{id}/pictures`.

        Needs the scope `import` or the role `host`.

        Args:
            picture: The picture as a JPEG, PNG, GIF, WebP or AVIF file; the type is detected from its first bytes.
        """
        return self._call(
            "POST", f"/v1/listings/{_step(id)}/pictures", body=picture, media_type="application/octet-stream").json()

    def picture(self, id: str, number: int) -> bytes:
        """A picture, whole or a range of its bytes: `GET /v1/listings/{id}/pictures/{number}`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/pictures/{_step(number)}", accept="image/*").body

    def delete_picture(self, id: str, number: int) -> None:
        """Removes a picture: `DELETE /v1/listings/{id}/pictures/{number}`.

        Needs the scope `import` or the role `host`.
        """
        self._call("DELETE", f"/v1/listings/{_step(id)}/pictures/{_step(number)}")

    def areas(self) -> List[Any]:
        """The named areas of the catalog: `GET /v1/areas`. Needs the scope `search`, unless searches are public."""
        return self._call("GET", "/v1/areas").json()["areas"]

    def area(self, name: str) -> Stored:
        """An area as GeoJSON: `GET /v1/areas/{name}`. Needs the scope `search`, unless searches are public."""
        return self._call("GET", f"/v1/areas/{_step(name)}", accept="application/geo+json").stored()

    def put_area(self, name: str, shape: Mapping[str, Any], *, if_match: Optional[str] = None) -> Stored:
        """Creates an area, or replaces its shape: `PUT /v1/areas/{name}`.

        Needs the scope `import`.

        Args:
            shape: A Polygon or MultiPolygon of GeoJSON, or a feature with one, in degrees of WGS 84. Example:
                `{"type":"Polygon", "coordinates":[[[9.1,48.7],[9.3,48.7],[9.2,48.9],[9.1,48.7]]]}`.
            if_match: The entity tag of the area as it was read: without it, or with another one, nothing is changed.
                `*` changes any.
        """
        return self._call(
            "PUT", f"/v1/areas/{_step(name)}", body=shape, media_type="application/geo+json",
            accept="application/geo+json", if_match=if_match).stored()

    def delete_area(self, name: str, *, if_match: str) -> None:
        """Removes an area; the listings in it stay: `DELETE /v1/areas/{name}`.

        Needs the scope `import`.

        Args:
            if_match: The entity tag of the area as it was read: without it, or with another one, nothing is changed.
                `*` changes any.
        """
        self._call("DELETE", f"/v1/areas/{_step(name)}", if_match=if_match)

    # Accounts

    def add_account(self, body: Mapping[str, Any]) -> Any:
        """Registers: sends a code by email; confirming the code creates the account: `POST /v1/accounts`.

        Args:
            body: name, fixed and public; displayName; mail; password, at least 10 characters; terms, the accepted
                version; language of emails. Example: `{"name":"ana", "displayName":"Ana", "mail":"ana@example.org",
                "password":"three words or more"}`.
        """
        return self._call("POST", "/v1/accounts", body=body).json()

    def add_email_confirmation(self, body: Mapping[str, Any]) -> Any:
        """Confirms an email address with the code that was sent there: of a new account, or the new address of an
        account: `POST /v1/email-confirmations`.

        Args:
            body: code: from the email. Example: `{"code":"…"}`.
        """
        return self._call("POST", "/v1/email-confirmations", body=body).json()

    def add_password_reset(self, body: Mapping[str, Any]) -> Any:
        """Sends a code for a new password to an email address, if an account has this address:
        `POST /v1/password-resets`.

        Args:
            body: mail: the email address of the account. Example: `{"mail":"ana@example.org"}`.
        """
        return self._call("POST", "/v1/password-resets", body=body).json()

    def put_password_resets(self, body: Mapping[str, Any]) -> None:
        """Sets a new password with the code from an email, and ends all sessions: `PUT /v1/password-resets`.

        Args:
            body: code: from the email; password: the new one. Example: `{"code":"…", "password":"three words or
                more"}`.
        """
        self._call("PUT", "/v1/password-resets", body=body)

    def add_session(self, body: Mapping[str, Any]) -> Any:
        """Signs in: starts a session: `POST /v1/sessions`.

        Args:
            body: login, a name or an address; password; keep, true for a session that outlasts the browser; cookie,
                true to get the session as a cookie, for web pages. Example: `{"login":"ana", "password":"three words or
                more", "keep":true}`.
        """
        return self._call("POST", "/v1/sessions", body=body).json()

    def sessions(self) -> List[Any]:
        """The member's sessions, most recently used first: `GET /v1/sessions`. Needs the role `member`."""
        return self._call("GET", "/v1/sessions").json()["sessions"]

    def delete_session(self, id: str) -> None:
        """Signs out: ends one session by its id, the `current` one, or all `others`: `DELETE /v1/sessions/{id}`.

        Needs the role `member`.
        """
        self._call("DELETE", f"/v1/sessions/{_step(id)}")

    def me(self) -> Any:
        """The member's own account: `GET /v1/me`. Needs the role `member`."""
        return self._call("GET", "/v1/me").json()

    def patch_me(self, changes: Mapping[str, Any]) -> Any:
        """Changes the member's profile and preferences (JSON Merge Patch, RFC 7396): `PATCH /v1/me`.

        Needs the role `member`.

        Args:
            changes: displayName, about, telephone, zone, language, quietHours, reminderMails; null removes one. terms:
                the version that the member accepts. Example: `{"displayName":"Ana P.", "telephone":null}`.
        """
        return self._call("PATCH", "/v1/me", body=changes, media_type="application/merge-patch+json").json()

    def put_my_password(self, body: Mapping[str, Any]) -> None:
        """Changes the password, and ends the member's other sessions: `PUT /v1/me/password`.

        Needs the role `member`.

        Args:
            body: present: the current password; new: the new one. Example: `{"present":"three words or more",
                "new":"four other words here"}`.
        """
        self._call("PUT", "/v1/me/password", body=body)

    def put_my_mail(self, body: Mapping[str, Any]) -> Any:
        """Requests a new email address: a code is sent there to confirm it: `PUT /v1/me/mail`.

        Needs the role `member`.

        Args:
            body: mail: the new email address; password: the current one. Example: `{"mail":"ana@example.net",
                "password":"three words or more"}`.
        """
        return self._call("PUT", "/v1/me/mail", body=body).json()

    def put_my_picture(self, picture: bytes) -> Any:
        """Sets the member's picture: `PUT /v1/me/picture`.

        Needs the role `member`.

        Args:
            picture: The picture as a JPEG, PNG, GIF, WebP or AVIF file; the type is detected from its first bytes.
        """
        return self._call("PUT", "/v1/me/picture", body=picture, media_type="application/octet-stream").json()

    def delete_my_picture(self) -> None:
        """Removes the member's picture: `DELETE /v1/me/picture`. Needs the role `member`."""
        self._call("DELETE", "/v1/me/picture")

    def member_picture(self, name: str, *, v: Optional[str] = None) -> bytes:
        """The picture of a member: `GET /v1/members/{name}/picture`.

        Needs the scope `search`, unless searches are public.

        Args:
            v: The version, which is in the address of the picture.
        """
        return self._call("GET", f"/v1/members/{_step(name)}/picture", {"v": v}, accept="image/*").body

    def my_export(self) -> Any:
        """Everything stored about the member, as one file: `GET /v1/me/export`. Needs the role `member`."""
        return self._call("GET", "/v1/me/export").json()

    def delete_me(self, body: Mapping[str, Any]) -> None:
        """Deletes the account: erases the member's data and removes the member's listings: `DELETE /v1/me`.

        Needs the role `member`.

        Args:
            body: password: the current one. Example: `{"password":"three words or more"}`.
        """
        self._call("DELETE", "/v1/me", body=body)

    def members(self, *, q: Optional[str] = None, limit: Optional[int] = None, after: Optional[str] = None) -> Any:
        """The members by name; with `q` those whose names start with it: `GET /v1/members`.

        Needs the role `member`.

        Args:
            q: The start of a name.
            limit: The maximum number of members.
            after: The last name of the previous page.
        """
        return self._call("GET", "/v1/members", {"q": q, "limit": limit, "after": after}).json()

    def member(self, name: str) -> Any:
        """A member's public profile: `GET /v1/members/{name}`. Needs the scope `search`, unless searches are public."""
        return self._call("GET", f"/v1/members/{_step(name)}").json()

    def put_member_role(self, name: str, body: Mapping[str, Any]) -> Any:
        """Gives a member another role: `PUT /v1/members/{name}/role`.

        Needs the scope `admin` or the role `admin`.

        Args:
            body: role: member, host, editor, admin. Example: `{"role":"editor"}`.
        """
        return self._call("PUT", f"/v1/members/{_step(name)}/role", body=body).json()

    # Members

    def put_my_favourite(self, id: str) -> Any:
        """Adds a listing to the member's favorites: `PUT /v1/me/favourites/{id}`. Needs the role `member`."""
        return self._call("PUT", f"/v1/me/favourites/{_step(id)}").json()

    def delete_my_favourite(self, id: str) -> Any:
        """Removes a listing from the member's favorites: `DELETE /v1/me/favourites/{id}`. Needs the role `member`."""
        return self._call("DELETE", f"/v1/me/favourites/{_step(id)}").json()

    def put_rating(self, id: str, body: Mapping[str, Any]) -> Any:
        """Rates a listing, replacing the member's earlier rating: `PUT /v1/listings/{id}/rating`.

        Needs the role `member`.

        Args:
            body: stars, 1 to 5 in halves; text, optional. Example: `{"stars":4.5, "text":"Twelve taps!"}`.
        """
        return self._call("PUT", f"/v1/listings/{_step(id)}/rating", body=body).json()

    def delete_rating(self, id: str) -> Any:
        """Withdraws the member's rating of a listing: `DELETE /v1/listings/{id}/rating`. Needs the role `member`."""
        return self._call("DELETE", f"/v1/listings/{_step(id)}/rating").json()

    def add_visit(self, id: str, body: Mapping[str, Any]) -> Any:
        """Records a visit of the member to a listing: `POST /v1/listings/{id}/visits`.

        Needs the role `member`.

        Args:
            body: at: an instant that is not in the future; now by default. Example:
                `{"at":"2026-11-20T21:00:00+01:00"}`.
        """
        return self._call("POST", f"/v1/listings/{_step(id)}/visits", body=body).json()

    def put_place(self, id: str, *, starts: Any = None) -> Any:
        """Joins an event, or its waiting list: `PUT /v1/listings/{id}/place`.

        Needs the role `member`.

        Args:
            starts: The occurrence, such as `2026-12-04T19:00`, `Fr 19:00` or a day; the next one by default.
        """
        return self._call("PUT", f"/v1/listings/{_step(id)}/place", {"starts": starts}).json()

    def delete_place(self, id: str, *, starts: Any = None) -> Any:
        """Leaves an event or its waiting list: `DELETE /v1/listings/{id}/place`.

        Needs the role `member`.

        Args:
            starts: The occurrence, such as `2026-12-04T19:00`, `Fr 19:00` or a day; the next one by default.
        """
        return self._call("DELETE", f"/v1/listings/{_step(id)}/place", {"starts": starts}).json()

    def apply(self, body: Mapping[str, Any]) -> List[Any]:
        """Performs actions in one transaction: all of them, or none: `POST /v1/apply`.

        Needs the scope `members:act-as` or the role `member`.

        Args:
            body: actions, at most 100, in the form of docs/members.md, except edit and remove; the member is the
                caller. A key names the member of each, and needs the scope import as well to edit and remove. Each
                action counts as one request. Example: `{"actions":[{"do":"join",
                "listing":"party-7"},{"do":"favourite", "listing":"party-7"}]}`.
        """
        return self._call("POST", "/v1/apply", body=body).json()["outcomes"]

    def add_booking(self, id: str, body: Mapping[str, Any], *, idempotency_key: Optional[str] = None) -> Any:
        """Requests nights on a couch: `POST /v1/listings/{id}/bookings`.

        Needs the role `member`.

        Args:
            body: from, the day of arrival; to, the day of departure; guests. Example: `{"from":"2026-12-01",
                "to":"2026-12-05", "guests":2}`.
            idempotency_key: Chosen by the client: requests with the same key and stay create a single booking.
        """
        return self._call(
            "POST", f"/v1/listings/{_step(id)}/bookings", body=body, idempotency_key=idempotency_key).json()

    def booking(self, id: str) -> Any:
        """A booking, for its guest and its host: `GET /v1/bookings/{id}`. Needs the role `member`."""
        return self._call("GET", f"/v1/bookings/{_step(id)}").json()

    def confirm_booking(self, id: str) -> Any:
        """Confirms a requested booking (host only): `POST /v1/bookings/{id}/confirm`. Needs the role `member`."""
        return self._call("POST", f"/v1/bookings/{_step(id)}/confirm").json()

    def decline_booking(self, id: str) -> Any:
        """Declines a requested booking (host only): `POST /v1/bookings/{id}/decline`. Needs the role `member`."""
        return self._call("POST", f"/v1/bookings/{_step(id)}/decline").json()

    def cancel_booking(self, id: str) -> Any:
        """Cancels a booking (guest or host): `POST /v1/bookings/{id}/cancel`. Needs the role `member`."""
        return self._call("POST", f"/v1/bookings/{_step(id)}/cancel").json()

    def put_booking_guest_rating(self, id: str, body: Mapping[str, Any]) -> Any:
        """Rates the guest of a stay, from the day of arrival (host only): `PUT /v1/bookings/{id}/guest-rating`.

        Needs the role `host`.

        Args:
            body: stars, 1 to 5 in halves; text, optional. Example: `{"stars":4.5, "text":"A kind guest"}`.
        """
        return self._call("PUT", f"/v1/bookings/{_step(id)}/guest-rating", body=body).json()

    def member_guest_rating(self, name: str) -> Any:
        """A member's rating as a guest: `GET /v1/members/{name}/guest-rating`. Needs the role `member`."""
        return self._call("GET", f"/v1/members/{_step(name)}/guest-rating").json()

    def bookings(self, id: str) -> List[Any]:
        """The bookings of a couch by arrival (host only): `GET /v1/listings/{id}/bookings`. Needs the role `host`."""
        return self._call("GET", f"/v1/listings/{_step(id)}/bookings").json()["bookings"]

    def put_blocks(self, id: str, from_: Any, to: Any) -> Any:
        """Blocks nights of a couch (host only): `PUT /v1/listings/{id}/blocks`.

        Needs the role `host`.

        Args:
            from_: The first night.
            to: The day after the last night.
        """
        return self._call("PUT", f"/v1/listings/{_step(id)}/blocks", {"from": from_, "to": to}).json()

    def delete_blocks(self, id: str, from_: Any, to: Any) -> Any:
        """Unblocks nights of a couch (host only): `DELETE /v1/listings/{id}/blocks`.

        Needs the role `host`.

        Args:
            from_: The first night.
            to: The day after the last night.
        """
        return self._call("DELETE", f"/v1/listings/{_step(id)}/blocks", {"from": from_, "to": to}).json()

    def my_favourites(
        self, lat: Optional[float] = None, lon: Optional[float] = None, *, place: Optional[str] = None,
        on: Optional[str] = None
    ) -> List[Any]:
        """The member's favorites, nearest first if a position is given, otherwise newest first; with `on=today` only
        those of today: `GET /v1/me/favourites`.

        Needs the role `member`.

        Args:
            lat, lon: The position, latitude and longitude in degrees.
            place: The name of the position, such as `Paris, US`, instead.
            on: Only those that are open or take place today.
        """
        return self._call("GET", "/v1/me/favourites", {**_origin(lat, lon, place), "on": on}).json()["favourites"]

    def my_bookings(self) -> List[Any]:
        """The member's bookings, by arrival: `GET /v1/me/bookings`. Needs the role `member`."""
        return self._call("GET", "/v1/me/bookings").json()["bookings"]

    def my_hosting(self) -> Any:
        """The member's listings, the booking requests for them, the requests that await an answer, and listings that
        editors have hidden: `GET /v1/me/hosting`.

        Needs the role `member`.
        """
        return self._call("GET", "/v1/me/hosting").json()

    def my_joined(self) -> List[Any]:
        """The events that the member has joined, upcoming ones first: `GET /v1/me/joined`. Needs the role `member`."""
        return self._call("GET", "/v1/me/joined").json()["events"]

    def my_to_rate(self) -> List[Any]:
        """The events that the member attended and has not rated: `GET /v1/me/to-rate`. Needs the role `member`."""
        return self._call("GET", "/v1/me/to-rate").json()["events"]

    def my_ratings(self, *, listing: Optional[str] = None) -> List[Any]:
        """The member's ratings, newest first: `GET /v1/me/ratings`.

        Needs the role `member`.

        Args:
            listing: Only the rating of this listing.
        """
        return self._call("GET", "/v1/me/ratings", {"listing": listing}).json()["ratings"]

    def my_history(self, *, limit: Optional[int] = None, before: Any = None) -> List[Any]:
        """The member's visits, events and stays, newest first: `GET /v1/me/history`.

        Needs the role `member`.

        Args:
            limit: The maximum number of rows.
            before: Only entries that began before this instant.
        """
        return self._call("GET", "/v1/me/history", {"limit": limit, "before": before}).json()["history"]

    def attendees(self, id: str, *, starts: Any = None) -> List[Any]:
        """The attendees of an event (host and attendees): `GET /v1/listings/{id}/attendees`.

        Needs the role `member`.

        Args:
            starts: The occurrence; the next one by default.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/attendees", {"starts": starts}).json()["attendees"]

    def reviews(self, id: str, *, limit: Optional[int] = None) -> Any:
        """The reviews of a listing, newest first: `GET /v1/listings/{id}/reviews`.

        Needs the scope `search`, unless searches are public.

        Args:
            limit: The maximum number of reviews.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/reviews", {"limit": limit}).json()

    def member_rating(self, name: str) -> Any:
        """The average rating of a host's listings: `GET /v1/members/{name}/rating`.

        Needs the scope `search`, unless searches are public.
        """
        return self._call("GET", f"/v1/members/{_step(name)}/rating").json()

    def conversations(self, *, limit: Optional[int] = None, before: Any = None) -> Any:
        """The member's conversations, latest first, with their last message and the number of unread messages:
        `GET /v1/conversations`.

        Needs the role `member`.

        Args:
            limit: The maximum number of conversations.
            before: The cursor from the previous page.
        """
        return self._call("GET", "/v1/conversations", {"limit": limit, "before": before}).json()

    def add_conversation(self, body: Mapping[str, Any]) -> Any:
        """Opens a conversation with a member, or returns the existing one: `POST /v1/conversations`.

        Needs the role `member`.

        Args:
            body: with: the name of the other member. Example: `{"with":"bela"}`.
        """
        return self._call("POST", "/v1/conversations", body=body).json()

    def put_conversation(self, id: str, *, starts: Any = None) -> Any:
        """Opens the conversation of an event, or returns the existing one (host and attendees):
        `PUT /v1/listings/{id}/conversation`.

        Needs the role `member`.

        Args:
            starts: The occurrence; the next one by default.
        """
        return self._call("PUT", f"/v1/listings/{_step(id)}/conversation", {"starts": starts}).json()

    def conversation(self, id: str) -> Any:
        """A conversation of the member: `GET /v1/conversations/{id}`. Needs the role `member`."""
        return self._call("GET", f"/v1/conversations/{_step(id)}").json()

    def read_conversation(self, id: str, body: Mapping[str, Any]) -> None:
        """Marks messages as read up to a number: `POST /v1/conversations/{id}/read`.

        Needs the role `member`.

        Args:
            body: number: that of the last message that has been seen. Example: `{"number":17}`.
        """
        self._call("POST", f"/v1/conversations/{_step(id)}/read", body=body)

    def my_blocked(self) -> List[Any]:
        """The members whom the member has blocked: `GET /v1/me/blocked`. Needs the role `member`."""
        return self._call("GET", "/v1/me/blocked").json()["blocked"]

    def put_my_blocked(self, name: str) -> None:
        """Blocks a member: neither can write to the other: `PUT /v1/me/blocked/{name}`. Needs the role `member`."""
        self._call("PUT", f"/v1/me/blocked/{_step(name)}")

    def delete_my_blocked(self, name: str) -> None:
        """Unblocks a member: `DELETE /v1/me/blocked/{name}`. Needs the role `member`."""
        self._call("DELETE", f"/v1/me/blocked/{_step(name)}")

    def conversation_messages(
        self, id: str, *, limit: Optional[int] = None, before: Optional[int] = None, after: Optional[int] = None
    ) -> List[Any]:
        """The messages of a conversation, newest first; with `after` the ones after that number, oldest first:
        `GET /v1/conversations/{id}/messages`.

        Needs the role `member`.

        Args:
            limit: The maximum number of messages.
            before: Only those before this number.
            after: Only those after this number.
        """
        return self._call(
            "GET", f"/v1/conversations/{_step(id)}/messages",
            {"limit": limit, "before": before, "after": after}).json()["messages"]

    def add_conversation_message(
        self, id: str, body: Mapping[str, Any], *, idempotency_key: Optional[str] = None
    ) -> Any:
        """Sends a text, a picture or video, or a location: `POST /v1/conversations/{id}/messages`.

        Needs the role `member`.

        Args:
            body: text; or media, the id of POST /v1/media, with or without text; or location: lat, lon, name, address,
                telephone, listing (the id of the listing there), and live, the seconds for which the position will be
                updated. Example: `{"text":"See you at eight!"}`.
            idempotency_key: Chosen by the client: requests with the same key send a single message.
        """
        return self._call(
            "POST", f"/v1/conversations/{_step(id)}/messages", body=body, idempotency_key=idempotency_key).json()

    def delete_conversation_message(self, id: str, number: int) -> None:
        """Removes one of the member's messages for everyone: `DELETE /v1/conversations/{id}/messages/{number}`.

        Needs the role `member`.
        """
        self._call("DELETE", f"/v1/conversations/{_step(id)}/messages/{_step(number)}")

    def put_conversation_message_location(self, id: str, number: int, body: Mapping[str, Any]) -> Any:
        """Updates a live position; `stop` ends sharing at the last position:
        `PUT /v1/conversations/{id}/messages/{number}/location`.

        Needs the role `member`.

        Args:
            body: lat and lon in degrees; or stop, true to end it. Example: `{"lat":48.7758, "lon":9.1829}`.
        """
        return self._call("PUT", f"/v1/conversations/{_step(id)}/messages/{_step(number)}/location", body=body).json()

    def add_media(self, file: bytes) -> Any:
        """Uploads a picture or video for a message: `POST /v1/media`.

        Needs the role `member`.

        Args:
            file: The file; its type is detected from its first bytes.
        """
        return self._call("POST", "/v1/media", body=file, media_type="application/octet-stream").json()

    def media(self, id: str) -> bytes:
        """A picture or video of a conversation, whole or a range of its bytes (participants; editors if it was
        reported): `GET /v1/media/{id}`.

        Needs the role `member`.
        """
        return self._call("GET", f"/v1/media/{_step(id)}", accept="*/*").body

    def changes(self, *, after: Optional[int] = None) -> Any:
        """A live stream of events that concern the member: messages, bookings, attendance, ratings and listings:
        `GET /v1/changes`.

        Needs the role `member`.

        Args:
            after: The number of the last known event; without it only future events are sent.
        """
        return self._call("GET", "/v1/changes", {"after": after}).json()

    def add_report(self, body: Mapping[str, Any]) -> Any:
        """Reports a listing, a review, a message or a member to the editors: `POST /v1/reports`.

        Needs the role `member`.

        Args:
            body: One of listing, an id; review, an object with listing and member; message, a number; member, a name.
                reason: spam, offensive, wrong, dangerous, other; text, optional. Example: `{"listing":"bar-1",
                "reason":"wrong", "text":"It has closed for good."}`.
        """
        return self._call("POST", "/v1/reports", body=body).json()

    def reports(
        self, *, status: Optional[str] = None, subject: Optional[str] = None, after: Optional[int] = None,
        limit: Optional[int] = None
    ) -> Any:
        """The reports with their subjects: open ones oldest first, decided ones newest decision first:
        `GET /v1/reports`.

        Needs the role `editor`.

        Args:
            status: The status of the reports; open ones by default.
            subject: The kind of subject; all by default.
            after: The last number of the previous page; 0 for the first page.
            limit: The maximum number of reports.
        """
        return self._call(
            "GET", "/v1/reports", {"status": status, "subject": subject, "after": after, "limit": limit}).json()

    def decide_report(self, number: int, body: Mapping[str, Any]) -> Any:
        """Decides on a report: hides the reported item or suspends the member, restores it, or dismisses the report:
        `POST /v1/reports/{number}/decision`.

        Needs the role `editor`.

        Args:
            body: status: hidden, restored or dismissed; reason, shown to the members concerned. Example:
                `{"status":"hidden", "reason":"Advertising"}`.
        """
        return self._call("POST", f"/v1/reports/{_step(number)}/decision", body=body).json()

    def my_alerts(self) -> List[Any]:
        """The member's alerts, oldest first: `GET /v1/me/alerts`. Needs the role `member`."""
        return self._call("GET", "/v1/me/alerts").json()["alerts"]

    def add_my_alert(self, body: Mapping[str, Any]) -> Any:
        """Creates an alert from a query: the member is notified when a changed listing starts or stops matching it:
        `POST /v1/me/alerts`.

        Needs the role `member`.

        Args:
            body: name; query, as POST /v1/query takes it; mail, true to send email as well; webhook, a URL to which
                each change is posted, signed with the secret in this response. Example: `{"name":"A couch in Budapest",
                "query":{"near":"Budapest", "radius":5000, "kinds":["couch"], "price":{"max":20, "currency":"EUR"}}}`.
        """
        return self._call("POST", "/v1/me/alerts", body=body).json()

    def patch_my_alert(self, id: str, changes: Mapping[str, Any]) -> Any:
        """Changes the name of an alert, and whether it also sends email: `PATCH /v1/me/alerts/{id}`.

        Needs the role `member`.

        Args:
            changes: name or mail, or both. To change the query or the webhook, create another alert. Example:
                `{"mail":true}`.
        """
        return self._call("PATCH", f"/v1/me/alerts/{_step(id)}", body=changes).json()

    def delete_my_alert(self, id: str) -> None:
        """Removes an alert: `DELETE /v1/me/alerts/{id}`. Needs the role `member`."""
        self._call("DELETE", f"/v1/me/alerts/{_step(id)}")

    def add_my_calendar(self) -> Any:
        """Creates an address for the member's calendar, replacing the previous one: `POST /v1/me/calendar`.

        Needs the role `member`.
        """
        return self._call("POST", "/v1/me/calendar").json()

    def delete_my_calendar(self) -> None:
        """Revokes the address of the member's calendar: `DELETE /v1/me/calendar`. Needs the role `member`."""
        self._call("DELETE", "/v1/me/calendar")

    def my_calendar(self, token: str) -> str:
        """A member's events and stays, with reminders, as iCalendar (RFC 5545): `GET /v1/me/calendar.ics`.

        Args:
            token: The key in the address that POST /v1/me/calendar created.
        """
        return self._call("GET", "/v1/me/calendar.ics", {"token": token}, accept="text/calendar").value()

    def switches(self, id: str) -> List[Any]:
        """The switches of a couch with their states (host and current guest): `GET /v1/listings/{id}/switches`.

        Needs the role `member`.
        """
        return self._call("GET", f"/v1/listings/{_step(id)}/switches").json()["switches"]

    def put_switch(self, id: str, name: str, body: Mapping[str, Any]) -> Any:
        """Sets up a switch of a couch (host only): `PUT /v1/listings/{id}/switches/{name}`.

        Needs the role `host`.

        Args:
            body: url: the item of an openHAB server, without a slash at its end; token, if the server needs one:
                without it the stored one stays, null removes it. Example:
                `{"url":"https://home.example.org/rest/items/Heating"}`.
        """
        return self._call("PUT", f"/v1/listings/{_step(id)}/switches/{_step(name)}", body=body).json()

    def turn_switch(self, id: str, name: str, body: Mapping[str, Any]) -> Any:
        """Turns a switch on or off (host and current guest): `POST /v1/listings/{id}/switches/{name}`.

        Needs the role `member`.

        Args:
            body: state: ON or OFF. Example: `{"state":"ON"}`.
        """
        return self._call("POST", f"/v1/listings/{_step(id)}/switches/{_step(name)}", body=body).json()

    def delete_switch(self, id: str, name: str) -> None:
        """Removes a switch of a couch (host only): `DELETE /v1/listings/{id}/switches/{name}`.

        Needs the role `host`.
        """
        self._call("DELETE", f"/v1/listings/{_step(id)}/switches/{_step(name)}")

    def put_switch_rule(self, id: str, name: str, body: Mapping[str, Any]) -> Any:
        """Sets a rule that turns a switch by the outside temperature, checked every hour (host only):
        `PUT /v1/listings/{id}/switches/{name}/rule`.

        Needs the role `host`.

        Args:
            body: url, with {lat} and {lon}; pointer to the temperature in its answer (RFC 6901); above or below, a
                number of its degrees; state, ON or OFF, to set while the temperature is above or below that; otherwise,
                optional, to set while it is not. Example: `{"url":"https://weather.example/now?lat={lat}&lon={lon}",
                "pointer":"/temperature", "below":5, "state":"ON"}`.
        """
        return self._call("PUT", f"/v1/listings/{_step(id)}/switches/{_step(name)}/rule", body=body).json()

    def delete_switch_rule(self, id: str, name: str) -> None:
        """Removes the rule of a switch (host only): `DELETE /v1/listings/{id}/switches/{name}/rule`.

        Needs the role `host`.
        """
        self._call("DELETE", f"/v1/listings/{_step(id)}/switches/{_step(name)}/rule")

    # Operations

    def health(self) -> Any:
        """Whether the process is alive: `GET /healthz`."""
        return self._call("GET", "/healthz").json()

    def version(self) -> Any:
        """The version of the server and of its API: `GET /version`."""
        return self._call("GET", "/version").json()

    def metrics(self) -> str:
        """Metrics in the Prometheus text format: `GET /metrics`. Needs the scope `admin`."""
        return self._call("GET", "/metrics", accept="text/plain").value()

    def keys(self) -> List[Any]:
        """The keys, without their secret: `GET /v1/keys`. Needs the scope `admin`."""
        return self._call("GET", "/v1/keys").json()["keys"]

    def add_key(self, body: Mapping[str, Any]) -> Any:
        """Creates a key; its secret is only ever in this response: `POST /v1/keys`.

        Needs the scope `admin`.

        Args:
            body: name, scopes, and expires, an instant, if it ends. Example: `{"name":"importer",
                "scopes":["import"]}`.
        """
        return self._call("POST", "/v1/keys", body=body).json()

    def delete_key(self, id: str) -> None:
        """Removes a key: it stops working within a second: `DELETE /v1/keys/{id}`. Needs the scope `admin`."""
        self._call("DELETE", f"/v1/keys/{_step(id)}")

    def add_admin_backup(self, body: Mapping[str, Any]) -> Any:
        """Backs up the catalog, accounts and pictures to files on the server while in use, and checks the copy:
        `POST /v1/admin/backups`.

        Needs the scope `admin`.

        Args:
            body: name: the name of the copy, next to the catalog. Example: `{"name":"nightly.gpkg"}`.
        """
        return self._call("POST", "/v1/admin/backups", body=body, only_reads=True).json()

    def admin_check(self) -> List[Any]:
        """Reads the whole catalog and lists its defects: `POST /v1/admin/check`. Needs the scope `admin`."""
        return self._call("POST", "/v1/admin/check", only_reads=True).json()["defects"]

    def admin_stats(self) -> Any:
        """The contents of the catalog in numbers: `GET /v1/admin/stats`.

        Needs the scope `admin` or the role `admin`.
        """
        return self._call("GET", "/v1/admin/stats").json()

    def admin_audit(self, *, limit: Optional[int] = None, before: Optional[int] = None) -> List[Any]:
        """The changes made with keys and by members, newest first: `GET /v1/admin/audit`.

        Needs the scope `admin` or the role `admin`.

        Args:
            limit: The maximum number of entries.
            before: Entries with smaller numbers only: the number of the last one seen.
        """
        return self._call("GET", "/v1/admin/audit", {"limit": limit, "before": before}).json()["entries"]

    # End of the methods of the routes.

    # Requests

    def _call(
        self, method: str, path: str, parameters: Optional[Mapping[str, Any]] = None, *,
        body: Union[bytes, Mapping[str, Any], None] = None, media_type: str = _JSON, accept: str = _JSON,
        if_match: Optional[str] = None, idempotency_key: Optional[str] = None, only_reads: bool = False,
    ) -> _Reply:
        """Sends the request of a route; one with GET changes nothing."""
        if parameters and parameters.get("f"):
            # If the parameter f chooses a format, the header field must not contradict it.
            accept = "*/*"
        fields = {"If-Match": if_match, "Idempotency-Key": idempotency_key}
        return self._send(
            method, path + _query_string(parameters or {}),
            body=body if body is None or isinstance(body, bytes) else _encoded(body),
            media_type=None if body is None else media_type,
            headers={name: value for name, value in fields.items() if value is not None}, accept=accept,
            only_reads=only_reads or method == "GET")

    def _send(
        self, method: str, path: str, *, body: Optional[bytes] = None, media_type: Optional[str] = None,
        headers: Optional[Dict[str, str]] = None, accept: str = _JSON, only_reads: bool = False,
    ) -> _Reply:
        """Sends a request, retries it if it changes nothing and the server is busy, and uses the cache."""
        fields = self._headers(accept, {**(headers or {}), **({"Content-Type": media_type} if media_type else {})})
        cached = self._cache.get(path, accept) if method == "GET" else None
        if cached is not None:
            fields["If-None-Match"] = cached.etag
        attempt = 0
        while True:
            reply = self._exchange(method, path, body, fields, only_reads)
            if reply.status == 304 and cached is not None:
                return cached
            if 200 <= reply.status < 300:
                if method == "GET":
                    self._cache.keep(path, accept, reply)
                return reply
            self._pause(reply.error(), attempt, only_reads)
            attempt += 1

    def _pause(self, error: VicinityError, attempt: int, only_reads: bool) -> None:
        """Waits until the request can be retried, or raises the error."""
        wait = _wait(error, attempt)
        if not only_reads or attempt >= self._retries or wait is None:
            raise error
        time.sleep(wait)

    def _headers(self, accept: str, more: Mapping[str, str]) -> Dict[str, str]:
        fields = {"Accept": accept, "Accept-Encoding": "gzip", "User-Agent": "vicinity-python"}
        if self._key is not None:
            fields["Authorization"] = f"Bearer {self._key}"
        if self._position:
            fields["Vicinity-Position"] = str(self._position)
        fields.update(more)
        return fields

    def _note_position(self, response: http.client.HTTPResponse) -> None:
        position = response.headers.get("Vicinity-Position") or ""
        if position.isdigit():
            self._position = max(self._position, int(position))

    def _exchange(
        self, method: str, path: str, body: Optional[bytes], fields: Mapping[str, str], only_reads: bool
    ) -> _Reply:
        """One request and its answer, over an open connection or a new one."""
        connection, is_used = self._connection()
        try:
            try:
                response = _request(connection, method, self._prefix + path, body, fields)
            except (ConnectionError, http.client.BadStatusLine):
                # The server has just closed an idle connection. A change may have been made, and is not sent again.
                connection.close()
                if not is_used or not only_reads:
                    raise
                connection = self._new_connection()
                response = _request(connection, method, self._prefix + path, body, fields)
            reply = _Reply(response.status, response.headers, _inflated(response.headers, response.read()))
            self._note_position(response)
        except BaseException as error:
            connection.close()
            if isinstance(error, (OSError, http.client.HTTPException, zlib.error)):
                raise _network_error(error) from error
            raise
        self._put_back(connection)
        return reply

    def _stream(
        self, method: str, path: str, parameters: Mapping[str, Any], pieces: Optional[Iterable[bytes]] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Generator[bytes, None, None]:
        """Sends pieces of a body while it yields the lines of the answer, over a connection of its own."""
        attempt = 0
        while True:
            try:
                # 429 and 503 come before the first line.
                return (yield from self._stream_once(method, path, parameters, pieces, headers))
            except VicinityError as error:
                self._pause(error, attempt, only_reads=pieces is None)
            attempt += 1

    def _stream_once(
        self, method: str, path: str, parameters: Mapping[str, Any], pieces: Optional[Iterable[bytes]],
        headers: Optional[Mapping[str, str]],
    ) -> Generator[bytes, None, None]:
        more = dict(headers or {})
        if pieces is not None:
            more.update({"Content-Type": _NDJSON, "Transfer-Encoding": "chunked"})
        accept = _JSON if path == "/v1/import" else _NDJSON
        connection = self._new_connection()
        upload: Optional[_Upload] = None
        response: Optional[http.client.HTTPResponse] = None
        try:
            try:
                connection.connect()
                _write_head(
                    connection, method, self._prefix + path + _query_string(parameters), self._headers(accept, more))
                duplex = _Duplex(connection.sock, self._timeout)
                upload = _Upload(duplex, pieces or (), is_chunked=pieces is not None)
                response = http.client.HTTPResponse(duplex, method=method)  # type: ignore[arg-type]
                response.begin()
                self._note_position(response)
                if response.status != 200:
                    body = _inflated(response.headers, response.read())
                    raise _Reply(response.status, response.headers, body).error()
                yield from _lines(response)
            except (OSError, http.client.HTTPException, zlib.error) as error:
                if upload is not None and upload.error is not None:
                    raise upload.error
                raise _network_error(error) from error
            if upload.error is not None:
                raise upload.error
        finally:
            if upload is not None:
                upload.stop()
            if response is not None:
                response.close()
            connection.close()

    # Connections

    def _new_connection(self) -> http.client.HTTPConnection:
        if not self._is_secure:
            return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)
        if self._context is None:
            self._context = ssl.create_default_context()
        return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=self._context)

    def _connection(self) -> Tuple[http.client.HTTPConnection, bool]:
        """A connection, and whether it has been used before."""
        while True:
            with self._lock:
                if not self._idle:
                    return self._new_connection(), False
                connection = self._idle.pop()
            if _is_alive(connection):
                return connection, True
            connection.close()

    def _put_back(self, connection: http.client.HTTPConnection) -> None:
        if connection.sock is None:
            return
        with self._lock:
            self._idle.append(connection)


class _Reply:
    """An answer that has been read as a whole."""

    def __init__(self, status: int, headers: email.message.Message, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def etag(self) -> str:
        return self.headers.get("ETag") or ""

    def json(self) -> Any:
        return _parsed(self.body)

    def value(self) -> Any:
        """JSON as dictionaries and lists, everything else as text."""
        media_type = (self.headers.get("Content-Type") or "").partition(";")[0].strip().lower()
        is_json = media_type == _JSON or media_type.endswith("+json")
        return self.json() if is_json else self.body.decode("utf-8")

    def stored(self) -> Stored:
        return Stored(self.json(), self.etag)

    def error(self) -> VicinityError:
        """The error in an answer without success: its problem details (RFC 9457), or otherwise its first words."""
        retry_after = _retry_after(self.headers.get("Retry-After"))
        try:
            problem = json.loads(self.body)
        except ValueError:
            problem = None
        if isinstance(problem, dict) and isinstance(problem.get("code"), str):
            return VicinityError(
                self.status, problem["code"], problem.get("detail", ""), parameter=problem.get("parameter"),
                pointer=problem.get("pointer"), suggestion=problem.get("suggestion"), limit=problem.get("limit"),
                retry_after=problem.get("retryAfter") if retry_after is None else retry_after)
        words = " ".join(self.body[:2000].decode("utf-8", "replace").split())[:200]
        detail = f"{self.status} {http.client.responses.get(self.status, '')}".strip()
        location = self.headers.get("Location")
        if location:
            detail += f", {location}"
        return VicinityError(
            self.status, f"http-{self.status}", f"{detail}: {words}" if words else detail, retry_after=retry_after)


class _Cache:
    """The most recently used answers, by path and media type."""

    def __init__(self, most: int, most_bytes: int) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._replies: OrderedDict[Tuple[str, str], _Reply] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, path: str, accept: str) -> Optional[_Reply]:
        with self._lock:
            reply = self._replies.get((path, accept))
            if reply is not None:
                self._replies.move_to_end((path, accept))
            return reply

    def keep(self, path: str, accept: str, reply: _Reply) -> None:
        if reply.status != 200 or not reply.etag or len(reply.body) > self._most_bytes // 8:
            return
        with self._lock:
            known = self._replies.pop((path, accept), None)
            self._bytes += len(reply.body) - (len(known.body) if known is not None else 0)
            self._replies[(path, accept)] = reply
            while len(self._replies) > self._most or self._bytes > self._most_bytes:
                _, oldest = self._replies.popitem(last=False)
                self._bytes -= len(oldest.body)


# Streams


class _Duplex(io.RawIOBase):
    """A socket that one thread reads while another one writes.

    The two must not use a TLS connection at the same time: a lock is held for each attempt, but not while waiting.
    """

    def __init__(self, sock: socket.socket, timeout: float) -> None:
        self._sock = sock
        self._timeout = timeout
        self._lock = threading.Lock()
        # Whether the server waits for data from here, so that it sends nothing.
        self.is_awaited = False
        sock.setblocking(False)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self, _PIECE)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._attempt(lambda: self._sock.recv_into(buffer), selectors.EVENT_READ)

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._attempt(lambda: self._sock.send(rest), selectors.EVENT_WRITE):]

    def shutdown(self) -> None:
        """Closes both directions: a thread that waits for one of them fails."""
        with self._lock:
            try:
                self._sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _attempt(self, action: Callable[[], int], usual: int) -> int:
        while True:
            try:
                with self._lock:
                    return action()
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError) as error:
                event = usual
                if isinstance(error, ssl.SSLWantReadError):
                    event = selectors.EVENT_READ
                elif isinstance(error, ssl.SSLWantWriteError):
                    event = selectors.EVENT_WRITE
            self._wait(event, usual)

    def _wait(self, event: int, usual: int) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._sock, event)
            # Answers that are not read block the body. Only their reader has a time limit.
            while not selector.select(self._timeout if usual == selectors.EVENT_READ else None):
                if not self.is_awaited:
                    raise socket.timeout("timed out")


class _Upload:
    """Sends the pieces of a body as chunks, in a thread of its own.

    `error` is the exception of the iterable. Then the body is left without its end, so that the server rejects it.
    """

    def __init__(self, duplex: _Duplex, pieces: Iterable[bytes], is_chunked: bool) -> None:
        self.error: Optional[BaseException] = None
        self._duplex = duplex
        self._pieces = iter(pieces)
        self._is_stopped = False
        self._thread = threading.Thread(target=self._run, name="vicinity-upload", daemon=True)
        if is_chunked:
            self._thread.start()

    def stop(self) -> None:
        """Ends the upload. An iterable that blocks is left to its thread, which sends nothing more."""
        self._is_stopped = True
        self._duplex.shutdown()
        if self._thread.is_alive() and not self._duplex.is_awaited:
            self._thread.join(1)

    def _run(self) -> None:
        while not self._is_stopped:
            self._duplex.is_awaited = True
            try:
                piece = next(self._pieces, None)
            except BaseException as error:
                self.error = error
                self._duplex.shutdown()
                return
            self._duplex.is_awaited = False
            if self._is_stopped:
                return
            try:
                self._duplex.sendall(b"0\r\n\r\n" if piece is None else b"%x\r\n%s\r\n" % (len(piece), piece))
            except (OSError, ValueError):
                # The connection has failed; the thread that reads the answer gets the error.
                return
            if piece is None:
                return


def _lines(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """The lines of an answer as they come, without their ends."""
    inflater = zlib.decompressobj(wbits=31) if response.headers.get("Content-Encoding") == "gzip" else None
    rest = b""
    while True:
        piece = response.read1(_PIECE)
        if not piece:
            break
        lines = (rest + (inflater.decompress(piece) if inflater else piece)).split(b"\n")
        rest = lines.pop()
        yield from filter(None, lines)
    if inflater is not None and not inflater.eof:
        raise http.client.IncompleteRead(b"")
    if rest:
        yield rest


def _compressed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    deflater = zlib.compressobj(wbits=31)
    for piece in pieces:
        compressed = deflater.compress(piece)
        if compressed:
            yield compressed
    yield deflater.flush()


def _inflated(headers: email.message.Message, body: bytes) -> bytes:
    return zlib.decompress(body, wbits=31) if body and headers.get("Content-Encoding") == "gzip" else body


def _write_head(
    connection: http.client.HTTPConnection, method: str, target: str, fields: Mapping[str, str]
) -> None:
    connection.putrequest(method, target, skip_accept_encoding=True)
    for name, value in fields.items():
        connection.putheader(name, value)
    connection.endheaders()


def _request(
    connection: http.client.HTTPConnection, method: str, target: str, body: Optional[bytes], fields: Mapping[str, str]
) -> http.client.HTTPResponse:
    connection.request(method, target, body=body, headers=dict(fields))
    return connection.getresponse()


def _is_alive(connection: http.client.HTTPConnection) -> bool:
    """Whether an idle connection is still open: nothing can be read from it, not even its end."""
    if connection.sock is None:
        return False
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return not selector.select(0)


# Values


def _origin(lat: Optional[float], lon: Optional[float], place: Optional[str]) -> JSONObject:
    if place is not None:
        if lat is not None or lon is not None:
            raise ValueError("give a coordinate or a place, not both")
        return {"near": place}
    if lat is None and lon is None:
        return {}
    if lat is None or lon is None:
        raise ValueError("a coordinate has a latitude and a longitude")
    return {"near": [lat, lon]}


def _query_string(parameters: Mapping[str, Any]) -> str:
    pairs = []
    for name, value in parameters.items():
        if value is None or value is False:
            continue
        name = name.replace("_", "-")
        pairs.append((name, _text(name, value)))
    return "?" + urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote, safe=",:") if pairs else ""


def _text(name: str, value: Any) -> str:
    if value is True:
        # `open` is a moment; without a value it means now.
        return "now" if name == "open" else "true"
    if isinstance(value, Mapping):
        if name == "weights":
            return ",".join(f"{key}={_text(name, part)}" for key, part in value.items())
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple, set, frozenset)):
        texts = [_text(name, part) for part in value]
        if name in _SPANS:
            return "..".join(texts)
        if any("," in text for text in texts):
            raise ValueError(f"{name}: a value with a comma cannot be part of a list; use query() instead")
        return ",".join(texts)
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return str(value)


def _step(value: Union[str, int]) -> str:
    """A step of a path."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot be part of an address")
    return urllib.parse.quote(text, safe="")


def _encoded(form: Any) -> bytes:
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")


def _line(form: Line) -> bytes:
    if isinstance(form, (str, bytes)):
        text = form.encode("utf-8") if isinstance(form, str) else form
        text = text.rstrip(b"\r\n")
        if b"\n" in text:
            raise ValueError("a line of a batch or an import must not contain a line feed")
        return text + b"\n"
    return _encoded(form) + b"\n"


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise VicinityError(200, "bad-answer", f"The answer is not JSON: {error}") from error


def _results(page: Callable[[JSONObject], JSONObject]) -> Iterator[JSONObject]:
    """The results of a page and of the pages after it. A page without results is the last one."""
    after: JSONObject = {}
    while True:
        answer = page(after)
        results = answer.get("results") or []
        yield from results
        if not results or "next" not in answer:
            return
        after = {"after": answer["next"]}


def _next_cursor(page: Mapping[str, Any]) -> Optional[str]:
    """The cursor of the link to the next page. Its address is not used, so that a key is sent to no other server."""
    for link in page.get("links", []):
        if link.get("rel") == "next":
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(link.get("href", "")).query)
            return query.get("cursor", [None])[0]
    return None


def _wait(error: VicinityError, attempt: int) -> Optional[float]:
    """Seconds to wait before the next attempt; None if there should be none."""
    if error.status not in (429, 503):
        return None
    if error.retry_after is None:
        return random.uniform(0.5, 1) * 0.5 * 2**attempt
    return error.retry_after if error.retry_after <= _LONGEST_WAIT else None


def _retry_after(text: Optional[str]) -> Optional[float]:
    """Seconds of the header field `Retry-After`, which has seconds or a date."""
    if text is None:
        return None
    if text.strip().isdigit():
        return float(text)
    try:
        date = email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=datetime.timezone.utc)
    return max(0.0, (date - datetime.datetime.now(datetime.timezone.utc)).total_seconds())


def _network_error(error: BaseException) -> VicinityError:
    if isinstance(error, socket.timeout):
        return VicinityError(None, "timeout", "The server did not answer in time.")
    if isinstance(error, http.client.IncompleteRead):
        return VicinityError(None, "network", "The answer ended too early.")
    return VicinityError(None, "network", f"The server cannot be reached: {error or type(error).__name__}")
