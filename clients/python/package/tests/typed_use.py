"""A script of a user, which type checkers read: `scripts/test-python` checks it against the installed wheel.

Each line with an ignored error is one that the types must report.
"""
from __future__ import annotations

import datetime
from typing import Iterator, List, Optional

from vicinity import (
    Answer, Catalog, CatalogError, Match, Nearest, NotFound, Query, QueryError, TimedOut, VicinityError, hours)


class Place:
    """A geometry, as of Shapely."""

    @property
    def __geo_interface__(self) -> object:
        return {"type": "Point", "coordinates": [9.18, 48.77]}


def search(catalog: Catalog) -> Optional[float]:
    query: Query = {"radius": "2km", "open": True, "kinds": ["bar"], "limit": 5}
    answer: Answer = catalog.near(48.77, 9.18, **query)
    answer = catalog.near((48.77, 9.18), night_price={"max": 40}, kinds={"bar", "event"})
    answer = catalog.near(Place(), now=datetime.datetime.now(datetime.timezone.utc))
    answer = catalog.near("Stuttgart", during=(datetime.date(2026, 12, 1), datetime.date(2026, 12, 5)))
    answer = catalog.search(filter="price < 6", sort="price", total=True)
    answer = catalog.along([(48.77, 9.18), (48.78, 9.19)], "500m", start=100)
    answer = catalog.meet([(48.77, 9.18), Place()], cap=800)
    match: Match = answer[0]
    names: List[str] = [each["name"] for each in answer[:3] if "name" in each]
    pages: Iterator[Answer] = answer.pages()
    print(names, pages, answer.total, answer.facets, answer.to_dicts(), answer.to_geojson())
    return match.get("distance")


def many(catalog: Catalog) -> int:
    nearest: Nearest = catalog.near_many([48.77], [9.18], k=3, kinds="bar")
    failed = 0
    for answer in catalog.batch({"near": (48.77, number / 10)} for number in range(10)):
        if isinstance(answer, VicinityError):
            failed += 1
        elif isinstance(answer, Answer):
            print(len(answer))
    return failed + len(nearest[0]) + sum(nearest.counts)


def single(catalog: Catalog) -> bool:
    try:
        listing = catalog.listing("stuttgart-brennglas")
        stay = catalog.available("budapest-dob-sarok", datetime.date(2026, 12, 1), "2026-12-05", guests=2)
        state = hours("Mo-Fr 10:00-20:00", timezone="Europe/Berlin")
    except (NotFound, QueryError, CatalogError, TimedOut) as error:
        print(error.code, error.message, error.id)
        return False
    return bool(listing["name"] and stay["available"] and state["state"] == "open")


def wrong(catalog: Catalog) -> None:
    catalog.near(48.77, 9.18, radiu="2km")  # type: ignore[call-arg]
    catalog.search(limit="five")  # type: ignore[arg-type]
    catalog.near_many([48.77], [9.18], k="3")  # type: ignore[arg-type]
    print(catalog.search()[0]["nam"])  # type: ignore[typeddict-item]


if __name__ == "__main__":
    with Catalog("nearby.gpkg", timeout=30) as opened:
        print(search(opened), many(opened), single(opened))
        wrong(opened)
