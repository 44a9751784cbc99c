"""Search what is nearby, open and free.

    from vicinity import Catalog

    with Catalog("bars.gpkg", create=True) as catalog:
        catalog.import_("stuttgart-bars.jsonl")
        for bar in catalog.near(48.7758, 9.1829, radius="2km", open=True):
            print(bar["name"], bar["distance"])

Coordinates are degrees (WGS 84), distances meters, prices major units of their currency, and times ISO 8601 with the
offset of the place.
"""
from ._answer import Answer
from ._errors import (
    CatalogError, CommandError, NotFound, ProcessDied, QueryError, TimedOut, TooExpensive, VicinityError)
from ._names import Match, Query
from ._nearest import Nearest
from .catalog import Catalog, hours

__all__ = [
    "Answer", "Catalog", "CatalogError", "CommandError", "Match", "Nearest", "NotFound", "ProcessDied", "Query",
    "QueryError", "TimedOut", "TooExpensive", "VicinityError", "hours",
]
