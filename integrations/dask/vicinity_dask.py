#!/usr/bin/env python3
"""Answers many queries with the workers of Dask.

    python3 vicinity_dask.py --scheduler tcp://head:8786 --catalog near.gpkg --queries queries.jsonl --output answers

In a notebook: `answered = answers(frame, "near.gpkg", {"kinds": "bar", "limit": 3})`. See ../README.md.
"""
from __future__ import annotations

import contextlib
import os
import socket
import sys
from dataclasses import replace
from typing import Any, Dict, Iterator, Optional, Set
from urllib.parse import urlsplit

import pandas
from dask.distributed import Client, as_completed, get_client

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import vicinity_pieces as pieces  # noqa: E402


#: The schedulers whose workers have the shared module.
_equipped: Set[str] = set()


def dask_map(client: Client) -> pieces.Map:
    """A map with the workers of a client. Tasks of a worker that ends are done by others."""
    # Once: it loads the module again in the process of the scheduler, which may be this one.
    if client.scheduler_info()["id"] not in _equipped:
        client.upload_file(pieces.__file__)
        _equipped.add(client.scheduler_info()["id"])

    def map(function: Any, tasks: Any) -> Iterator[int]:
        try:
            for _, count in as_completed(client.map(function, tasks, pure=False), with_results=True):
                yield count
        except Exception as error:
            # Workers have a copy of the module, with a class of its own.
            if type(error).__name__ != pieces.JobError.__name__:
                raise
            raise pieces.JobError(str(error)) from None
    return map


def run(job: pieces.Job, client: Client) -> Dict[str, Any]:
    """Answers a file of queries; see `vicinity_pieces.run`."""
    return pieces.run(replace(job, address=job.address or _address(client)), dask_map(client))


def _address(client: Client) -> str:
    """By which workers reach this machine: its end of a connection to the scheduler."""
    scheduler = urlsplit(client.scheduler.address)
    if not scheduler.hostname:
        return "127.0.0.1"
    family, _, _, _, place = socket.getaddrinfo(scheduler.hostname, scheduler.port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect(place)
        return str(probe.getsockname()[0])


def answers(
    frame: Any, catalog: str, query: Optional[Dict[str, Any]] = None, column: str = "query", **setting: Any
) -> Any:
    """A Dask DataFrame with the column `answer` in addition: the answer to each row, as JSON.

    `vicinity_pieces.frame_setting` and `frame_answers` describe the arguments.
    """
    # The tasks of a frame run on any scheduler: its workers need the module where they are not this process.
    with contextlib.suppress(ValueError):
        client = get_client()
        dask_map(client)
        setting.setdefault("address", _address(client))
    common = pieces.frame_setting(catalog, **setting)

    def work(part: pandas.DataFrame) -> pandas.DataFrame:
        found = pieces.frame_answers(common, [part], lambda table: table, column, query)
        return part.assign(answer=pandas.Series([text for _, texts in found for text in texts], part.index, "string"))

    meta = frame._meta.assign(answer=pandas.Series([], dtype="string"))
    return frame.map_partitions(work, meta=meta)


def main() -> None:
    options = pieces.parser(__doc__.splitlines()[0])
    options.add_argument("--scheduler", help="the address of the scheduler (default: workers on this machine)")
    given = options.parse_args()
    with Client(given.scheduler) if given.scheduler else Client(threads_per_worker=1) as client:
        run(pieces.job_of(given), client)


if __name__ == "__main__":
    pieces.main_of(main)
