"""A client for the server of Vicinity (`vicinity serve`), in one file and with nothing but the standard library.

    from vicinity_client import Client

    client = Client("http://127.0.0.1:8080")
    for bar in client.near(48.7758, 9.1829, radius="1km", open=True, limit=3)["results"]:
        print(bar["name"], bar["distance"])

Answers are the JSON of the server as dictionaries and lists: coordinates are degrees (WGS 84), distances meters, prices
major units of their currency, times ISO 8601 with the offset of the listing. Keys may be added to answers at any time.

Whatever fails raises `VicinityError`, whose `code` is for programs. Values that cannot be sent at all raise `ValueError`.
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
# The longest time in seconds that a retry waits. A server that asks for more gets no retry.
_LONGEST_WAIT = 60.0
# Parameters that are a time or a span of times, whose ends are joined by two dots.
_SPANS = {"between", "during", "open", "stay"}


class Stored(NamedTuple):
    """Something that the server keeps, and the entity tag by which a change names the version that it was made from."""

    value: Any
    etag: str


class VicinityError(Exception):
    """What the server, or the way to it, says is wrong.

    Attributes:
        status: the HTTP status. None for an error line of a batch, and for a failure of the network.
        code: a short word for programs, as in docs/errors.md. `network` and `timeout` for failures of the network,
            `http-502` and the like for answers that are not the server's own, `bad-answer` for unreadable ones.
        detail: what is wrong, where, and what to do next, for people.
        parameter: the parameter that is wrong.
        pointer: the place in the body that is wrong (JSON Pointer, RFC 6901).
        suggestion: the word that was most likely meant.
        limit: the limit that was exceeded: `{"name": "max-limit", "value": 10000}`.
        retry_after: seconds after which the same request may succeed.
        line: of an error line of a batch, the number of its line, from 1.
        id: of an error line of a batch, the `id` of its line.
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
    """Asks one server, over connections that are kept open.

    Requests that only ask are repeated when the server answers 429 or 503, after the time that its `Retry-After` names.
    Changes, imports and batches are sent once. Answers with an entity tag are kept, and asked for again with
    `If-None-Match`: an answer 304 gives the one that was kept.

    A client can be used in a `with` statement, which closes its connections.
    """

    def __init__(
        self, base_url: str, key: Optional[str] = None, *, timeout: float = 30.0, retries: int = 2, cache: int = 256,
        cache_bytes: int = 16 << 20, context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """
        Args:
            base_url: the address of the server, such as `http://127.0.0.1:8080`. It may have a path.
            key: a key of the server, for requests that need one.
            timeout: seconds without a byte after which a request fails.
            retries: how often a request that only asks is repeated.
            cache: how many answers are kept. 0 for none.
            cache_bytes: the most bytes of all that is kept.
            context: how TLS verifies the server. By default with the certificates of the system.
        """
        address = urllib.parse.urlsplit(base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"{base_url!r} is not an address such as http://127.0.0.1:8080")
        self._is_secure = address.scheme == "https"
        self._host, self._port = address.hostname, address.port
        self._prefix = address.path.rstrip("/")
        self._key = key
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

    # Asking

    def near(
        self, lat: Optional[float] = None, lon: Optional[float] = None, *, place: Optional[str] = None, **filters: Any
    ) -> Any:
        """What is near a coordinate or a place, or everywhere: `GET /v1/near`.

        Filters are named like the parameters of the server, with underscores: `radius="2km"`, `max_price=12`,
        `any_tag=["jazz", "wine"]`, `open=True`, `stay=("2026-12-01", "2026-12-05")`, `sort="-rating"`, `limit=20`,
        `total=True`, `fields=["id", "name"]`. None and False leave a parameter out.

        Args:
            lat, lon: the origin of distances, in degrees.
            place: its name, such as `Paris, US`, instead.

        Returns:
            A dictionary with the list `results`, nearest first. `next` is the cursor of the next page, if there is one;
            `total`, `facets`, `clusters`, `relaxations`, `understood` and `corrected` are there if they were asked for
            or apply. With the filter `f="geojson"` a FeatureCollection; `ndjson`, `csv` and `ics` are text.

        Raises:
            VicinityError: `unknown-parameter`, `out-of-range`, `unknown-place`, `too-expensive` and others.
        """
        return self._get("/v1/near", {**_origin(lat, lon, place), **filters})

    def near_all(
        self, lat: Optional[float] = None, lon: Optional[float] = None, *, place: Optional[str] = None, **filters: Any
    ) -> Iterator[JSONObject]:
        """All results of `near`, from page to page, each page when it is wanted; `limit` is the size of a page."""
        parameters = {**_origin(lat, lon, place), **filters}
        return _results(lambda after: self._get("/v1/near", {**parameters, **after}))

    def query(self, query: Mapping[str, Any]) -> JSONObject:
        """Answers a query with everything that docs/queries.md describes: `POST /v1/query`.

        Returns:
            The same as `near`.

        Raises:
            VicinityError: with the `pointer` of the place in the query that is wrong.
        """
        return self._ask("/v1/query", query)

    def query_all(self, query: Mapping[str, Any]) -> Iterator[JSONObject]:
        """All results of a query, from page to page, each page when it is wanted; `limit` is the size of a page."""
        return _results(lambda after: self._ask("/v1/query", {**query, **after}))

    def recommend(self, query: Mapping[str, Any]) -> JSONObject:
        """What the `members` of the query will probably like, with reasons: `POST /v1/recommend`.

        Needs a key with the scope `members:act-as`.
        """
        return self._ask("/v1/recommend", query)

    def batch(self, queries: Iterable[Line]) -> Generator[Union[JSONObject, VicinityError], None, None]:
        """Answers many questions over one connection: `POST /v1/batch`.

        The iterable is read in a thread of its own and sent as it comes, while answers are read: neither is ever held as
        a whole, and a question may depend on earlier answers. Nothing is sent before the first answer is asked for.
        Closing the generator early closes the connection; the iterable may have been read further than the answers by
        then. An exception of the iterable is raised here.

        Args:
            queries: queries, `{"plan": …}` or `{"suggest": …}` as dictionaries, or lines of JSON as text. Blank lines
                get no answer.

        Yields:
            An answer for each line, in order. The answer to a bad line is a `VicinityError` that is not raised, with
            `code`, `detail`, `line` and, if the line has one, `id`.

        Raises:
            VicinityError: if the batch as a whole is refused, or the connection breaks.
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

    def suggest(
        self, text: str, lat: Optional[float] = None, lon: Optional[float] = None, *, place: Optional[str] = None,
        limit: Optional[int] = None,
    ) -> List[JSONObject]:
        """What completes a text that somebody types, the best first: `GET /v1/suggest`.

        Returns:
            Dictionaries with `kind` (such as `name` or `tag`), `text`, `matched`, `count` and, of one listing, `lat`
            and `lon`.
        """
        return self._get("/v1/suggest", {"text": text, **_origin(lat, lon, place), "limit": limit})["completions"]

    def plan(self, plan: Mapping[str, Any]) -> List[JSONObject]:
        """Evenings of a couch, an event and a bar, the best first: `POST /v1/plan`.

        Args:
            plan: `near`, `stay` and more, see docs/plans.md.

        Returns:
            Dictionaries with `couch`, `event`, `bar`, `score`, `walk` in meters and `price`.
        """
        return self._ask("/v1/plan", plan)["outings"]

    def crawl(self, crawl: Mapping[str, Any]) -> List[JSONObject]:
        """Several bars in a row, each open on arrival and for the whole stay: `POST /v1/crawl`.

        Args:
            crawl: `near`, `start`, `stops` and more, see docs/why.md.
        """
        return self._ask("/v1/crawl", crawl)["crawls"]

    def why(self, query: Mapping[str, Any]) -> List[JSONObject]:
        """Why the results of a query stand where they stand: `POST /v1/why`.

        Returns:
            For each result `rank`, `id`, the values of its sort `keys`, and `firstIf`, the least change that would put
            it first.
        """
        return self._ask("/v1/why", query)["reasons"]

    def why_not(self, id: str, query: Mapping[str, Any]) -> JSONObject:
        """Why a listing is not among the results of a query: `POST /v1/why-not/{id}`.

        Returns:
            `inAnswer`, and `findings` with `filter`, `passed`, `wanted`, `found`, `margin` and `unit`.
        """
        return self._ask("/v1/why-not/" + _step(id), query)

    def geocode(self, name: str, *, beginning: bool = False, limit: Optional[int] = None) -> JSONObject:
        """The cities that have a name, in any language and script: `GET /v1/geocode`.

        Args:
            beginning: whether the name may be the beginning of theirs.

        Raises:
            VicinityError: `unknown-place`; `no-gazetteer` if the catalog knows no places.
        """
        return self._get("/v1/geocode", {"name": name, "beginning": beginning, "limit": limit})

    def zone(self, lat: float, lon: float) -> JSONObject:
        """The time zone, country and nearest city of a coordinate in degrees: `GET /v1/zone`.

        Raises:
            VicinityError: `no-gazetteer` if the catalog knows no places.
        """
        return self._get("/v1/zone", _origin(lat, lon, None))

    # Listings

    def get(self, id: str) -> Stored:
        """A listing with all its fields, and its entity tag: `GET /v1/listings/{id}`.

        Raises:
            VicinityError: `unknown-listing`.
        """
        return self._get_stored("/v1/listings/" + _step(id))

    def put(self, id: str, listing: Mapping[str, Any], *, if_match: Optional[str] = None) -> Stored:
        """Makes a listing, or replaces it as a whole: `PUT /v1/listings/{id}`.

        Args:
            listing: in the canonical form of docs/listings.md.
            if_match: the entity tag of the listing as it was read; `*` replaces any. Not needed for a new one.

        Returns:
            The listing as it is now, with its entity tag.

        Raises:
            VicinityError: `changed-meanwhile` (412), `precondition-required` (428), `invalid-listing` and others.
        """
        return self._change("PUT", "/v1/listings/" + _step(id), listing, _JSON, if_match)

    def patch(self, id: str, changes: Mapping[str, Any], *, if_match: str) -> Stored:
        """Changes some fields of a listing: `PATCH /v1/listings/{id}`, a JSON Merge Patch (RFC 7396).

        Args:
            changes: new values by field. None removes a field.
            if_match: the entity tag of the listing as it was read, or `*`.

        Returns:
            The listing as it is now, with its entity tag.

        Raises:
            VicinityError: `changed-meanwhile` (412), `unknown-listing` and others.
        """
        return self._change("PATCH", "/v1/listings/" + _step(id), changes, "application/merge-patch+json", if_match)

    def delete(self, id: str, *, if_match: str) -> None:
        """Removes a listing with everything that belongs to it: `DELETE /v1/listings/{id}`.

        Raises:
            VicinityError: `changed-meanwhile` (412), `unknown-listing`.
        """
        self._send("DELETE", "/v1/listings/" + _step(id), headers={"If-Match": if_match})

    def availability(
        self, id: str, *, open: Any = None, during: Any = None, stay: Any = None, guests: Optional[int] = None,
        **filters: Any,
    ) -> JSONObject:
        """Whether a couch is free, a bar open, or an event on: `GET /v1/listings/{id}/availability`.

        Args:
            open: of a bar or event: True for now, a moment, or a pair of moments.
            during: of an event: a time that it overlaps.
            stay: of a couch: the nights, such as `("2026-12-01", "2026-12-05")`.
            guests: the guests of the stay.

        Returns:
            `available`, the `reasons` if it is not, and what is known of the time.

        Raises:
            VicinityError: `unsuitable` (409) for a question that does not fit the listing.
        """
        parameters = {"open": open, "during": during, "stay": stay, "guests": guests, **filters}
        return self._get(f"/v1/listings/{_step(id)}/availability", parameters)

    def calendar(self, id: str) -> str:
        """An event with all its occurrences, or the taken nights of a couch, as the text of iCalendar (RFC 5545)."""
        return self._get(f"/v1/listings/{_step(id)}/calendar.ics", {}, accept="text/calendar")

    def import_listings(
        self, listings: Iterable[Line], source: str, *, replace_source: bool = False, compress: bool = False
    ) -> JSONObject:
        """Adds and replaces listings, all or none: `POST /v1/import`.

        The iterable is sent as it comes. If it raises an exception nothing is imported, and the exception is raised. The
        server answers when it has saved everything: for large imports the client needs a large `timeout`.

        Args:
            listings: as dictionaries or lines of JSON, in the canonical form of docs/listings.md.
            source: the name of the source that they belong to.
            replace_source: whether listings of the source that are not sent are removed.
            compress: whether the body is sent as gzip.

        Returns:
            A report with `rows`, `added`, `updated`, `unchanged` and `removed`.

        Raises:
            VicinityError: `row-rejected` with the line; `empty-file` without any listing.
        """
        pieces: Iterable[bytes] = map(_line, listings)
        headers = {}
        if compress:
            pieces, headers = _compressed(pieces), {"Content-Encoding": "gzip"}
        parameters = {"source": source, "replace_source": replace_source}
        lines = list(self._stream("POST", "/v1/import", parameters, pieces, headers))
        return _parsed(b"".join(lines))

    def export(self) -> Iterator[JSONObject]:
        """All listings by id, one by one, as they can be imported again: `GET /v1/export`.

        Private couches are at their public points. Needs a key with the scope `import`.
        """
        return map(_parsed, self._stream("GET", "/v1/export", {}))

    # Pictures

    def pictures(self, id: str) -> List[JSONObject]:
        """The pictures of a listing, with `number`, `type`, `bytes`, `added` and `url`."""
        return self._get(f"/v1/listings/{_step(id)}/pictures", {})["pictures"]

    def picture(self, id: str, number: int) -> bytes:
        """The bytes of a picture."""
        return self._send("GET", f"/v1/listings/{_step(id)}/pictures/{number}", accept="*/*", is_question=True).body

    def add_picture(self, id: str, picture: bytes) -> JSONObject:
        """Adds a picture to a listing: the bytes of a JPEG, PNG, GIF, WebP or AVIF file.

        Returns:
            The same as for each of `pictures`.
        """
        path = f"/v1/listings/{_step(id)}/pictures"
        return self._send("POST", path, body=picture, media_type="application/octet-stream").json()

    def delete_picture(self, id: str, number: int) -> None:
        """Removes a picture."""
        self._send("DELETE", f"/v1/listings/{_step(id)}/pictures/{number}")

    # Areas

    def areas(self) -> List[JSONObject]:
        """The named areas of the catalog: `GET /v1/areas`."""
        return self._get("/v1/areas", {})["areas"]

    def area(self, name: str) -> Stored:
        """An area as GeoJSON, and its entity tag: `GET /v1/areas/{name}`.

        Raises:
            VicinityError: `unknown-area`.
        """
        return self._get_stored("/v1/areas/" + _step(name), accept="application/geo+json")

    def put_area(self, name: str, shape: Mapping[str, Any], *, if_match: Optional[str] = None) -> Stored:
        """Makes an area, or replaces its shape: `PUT /v1/areas/{name}`.

        Args:
            shape: a Polygon or MultiPolygon of GeoJSON, or a feature with one, in degrees.
            if_match: the entity tag of the area as it was read, or `*`. Not needed for a new one.
        """
        return self._change("PUT", "/v1/areas/" + _step(name), shape, "application/geo+json", if_match)

    def delete_area(self, name: str, *, if_match: str) -> None:
        """Removes an area: `DELETE /v1/areas/{name}`. The listings in it stay."""
        self._send("DELETE", "/v1/areas/" + _step(name), headers={"If-Match": if_match})

    # Features

    def features(self, collection: str, **parameters: Any) -> Iterator[JSONObject]:
        """The pages of a collection of OGC API – Features, each when it is wanted.

        Args:
            collection: `bars`, `events` or `couches`.
            parameters: `limit` for the size of a page, `bbox=[west, south, east, north]`, `datetime`, `filter` as CQL2,
                and the filters of `near`.

        Yields:
            FeatureCollections with `features`, `numberMatched` and `numberReturned`.
        """
        path = f"/collections/{_step(collection)}/items"
        while True:
            page = self._get(path, parameters, accept="application/geo+json")
            yield page
            cursor = _next_cursor(page)
            if cursor is None:
                return
            parameters = {**parameters, "cursor": cursor}

    def feature(self, collection: str, id: str) -> JSONObject:
        """A listing as a feature of GeoJSON."""
        return self._get(f"/collections/{_step(collection)}/items/{_step(id)}", {}, accept="application/geo+json")

    # Operations

    def health(self) -> JSONObject:
        """`{"status": "ok"}` if the process answers."""
        return self._get("/healthz", {})

    def ready(self) -> JSONObject:
        """`{"status": "ready"}` if requests can be answered. It is asked once, without retries.

        Raises:
            VicinityError: `stopping` or `not-ready`, with the status 503.
        """
        return self._send("GET", "/readyz").json()

    def version(self) -> JSONObject:
        """`name`, `version` and `interface` of the server, and `uptimeSeconds`."""
        return self._get("/version", {})

    def limits(self) -> Dict[str, int]:
        """The limits of the server by name, such as `max-limit`."""
        return {limit["name"]: limit["value"] for limit in self._get("/v1/limits", {})["limits"]}

    # Requests

    def _get(self, path: str, parameters: Mapping[str, Any], accept: str = _JSON) -> Any:
        # Where the parameter f chooses a format the header field must not contradict it.
        accept = "*/*" if parameters.get("f") else accept
        return self._send("GET", path + _query_string(parameters), accept=accept, is_question=True).value()

    def _get_stored(self, path: str, accept: str = _JSON) -> Stored:
        return self._send("GET", path, accept=accept, is_question=True).stored()

    def _ask(self, path: str, form: Mapping[str, Any]) -> Any:
        return self._send("POST", path, body=_encoded(form), media_type=_JSON, is_question=True).json()

    def _change(self, method: str, path: str, form: Any, media_type: str, if_match: Optional[str]) -> Stored:
        headers = {} if if_match is None else {"If-Match": if_match}
        reply = self._send(method, path, body=_encoded(form), media_type=media_type, headers=headers, accept="*/*")
        return reply.stored()

    def _send(
        self, method: str, path: str, *, body: Optional[bytes] = None, media_type: Optional[str] = None,
        headers: Optional[Dict[str, str]] = None, accept: str = _JSON, is_question: bool = False,
    ) -> _Reply:
        """Sends a request, repeats it if it is a question and the server is busy, and uses what is kept."""
        fields = self._headers(accept, {**(headers or {}), **({"Content-Type": media_type} if media_type else {})})
        cached = self._cache.get(path, accept) if method == "GET" else None
        if cached is not None:
            fields["If-None-Match"] = cached.etag
        attempt = 0
        while True:
            reply = self._exchange(method, path, body, fields, is_question)
            if reply.status == 304 and cached is not None:
                return cached
            if 200 <= reply.status < 300:
                if method == "GET":
                    self._cache.keep(path, accept, reply)
                return reply
            self._pause(reply.error(), attempt, is_question)
            attempt += 1

    def _pause(self, error: VicinityError, attempt: int, is_question: bool) -> None:
        """Waits until the server can be asked again, or raises the error."""
        wait = _wait(error, attempt)
        if not is_question or attempt >= self._retries or wait is None:
            raise error
        time.sleep(wait)

    def _headers(self, accept: str, more: Mapping[str, str]) -> Dict[str, str]:
        fields = {"Accept": accept, "Accept-Encoding": "gzip", "User-Agent": "vicinity-python"}
        if self._key is not None:
            fields["Authorization"] = f"Bearer {self._key}"
        fields.update(more)
        return fields

    def _exchange(
        self, method: str, path: str, body: Optional[bytes], fields: Mapping[str, str], is_question: bool
    ) -> _Reply:
        """One request and its answer, over a connection that is open or a new one."""
        connection, is_used = self._connection()
        try:
            try:
                response = _request(connection, method, self._prefix + path, body, fields)
            except (ConnectionError, http.client.BadStatusLine):
                # The server closed an idle connection just then. A change may have been made, and is not sent again.
                connection.close()
                if not is_used or not is_question:
                    raise
                connection = self._new_connection()
                response = _request(connection, method, self._prefix + path, body, fields)
            reply = _Reply(response.status, response.headers, _inflated(response.headers, response.read()))
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
        """Sends pieces of a body and yields the lines of the answer meanwhile, over a connection of its own."""
        attempt = 0
        while True:
            try:
                # 429 and 503 come before the first line.
                return (yield from self._stream_once(method, path, parameters, pieces, headers))
            except VicinityError as error:
                self._pause(error, attempt, is_question=pieces is None)
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
        """What an answer without success says: problem details (RFC 9457), or else its first words."""
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
    """The answers that were used last, by path and media type."""

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

    The two must not use a TLS connection at the same time: each try is made with a lock, and nobody waits with it.
    """

    def __init__(self, sock: socket.socket, timeout: float) -> None:
        self._sock = sock
        self._timeout = timeout
        self._lock = threading.Lock()
        # Whether the other side waits for us, so that nothing can come from it.
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
        """Ends both directions: a thread that waits for one of them fails."""
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
            # Answers that nobody takes hold up the body. Only their reader has a limit of time.
            while not selector.select(self._timeout if usual == selectors.EVENT_READ else None):
                if not self.is_awaited:
                    raise socket.timeout("timed out")


class _Upload:
    """Sends the pieces of a body as chunks, in a thread of its own.

    `error` is what the iterable raised. Then the body is left without its end, so that the server cannot use it.
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
                # The connection is gone; whoever reads the answer learns why.
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
        # `open` is a moment; alone it means now.
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


def _step(text: str) -> str:
    """A step of a path."""
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
    """The results of a page and of those after it. A page without results is the last one."""
    after: JSONObject = {}
    while True:
        answer = page(after)
        results = answer.get("results") or []
        yield from results
        if not results or "next" not in answer:
            return
        after = {"after": answer["next"]}


def _next_cursor(page: Mapping[str, Any]) -> Optional[str]:
    """The cursor of the link to the next page. Its address is not used, so that a key goes to no other server."""
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
    return VicinityError(None, "network", f"The server cannot be asked: {error or type(error).__name__}")
