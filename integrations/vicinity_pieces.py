#!/usr/bin/env python3
"""Answers a file of queries in pieces, on one machine or on workers of a cluster: the bytes of one `vicinity batch`.

    python3 vicinity_pieces.py --catalog near.gpkg --queries queries.jsonl --output answers

Spark and Dask use this file with a `map` of theirs; see README.md beside it. All that is done on workers is here, and
needs only the standard library.

The path of the data: the file is divided into pieces at line ends; each piece is piped through `vicinity batch
--numbered` by a task, which writes one file of answers at once; the files are joined in order. With shards, the lines
are first sorted by the file that owns their place, and the answers afterwards by their number. Tasks are functions of
paths: a task that is repeated, because its worker was killed, writes the same again.
"""
from __future__ import annotations

import argparse
import bisect
import contextlib
import datetime
import fcntl
import functools
import glob
import hashlib
import heapq
import http.server
import itertools
import json
import math
import multiprocessing
import os
import queue
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import deque
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from typing import (
    Any, BinaryIO, Callable, Deque, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, TypeVar)

#: The bytes of a number, and a line without its line feed.
Line = Tuple[bytes, bytes]
#: Applies a function to tasks, anywhere and in any order, and yields what it returns as it becomes available.
Map = Callable[[Callable[[Any], int], List[Any]], Iterable[int]]
Payload = TypeVar("Payload")

_BLOCK = 1 << 20
# The command refuses lines beyond 1 MiB, of which it needs no more than this to know that.
_LONGEST_LINE = 1 << 21
_LINES_AT_ONCE = 500
_MOST_STDERR = 1 << 14
_BLANK = b" \t\r"
_SOME_REFUSED = 2
#: Where lines go that no single shard answers; as an index, the whole catalog, which is the last file if there is one.
_FALLBACK = -1


class JobError(Exception):
    """A job cannot go on; the message says why, and what to do."""


# MARK: catalogs on workers


@dataclass(frozen=True)
class CatalogFile:
    """A catalog, as workers find it."""
    #: Where the driver has it: a path, which workers may see as well, or an address.
    path: str
    size: int
    sha256: str
    #: Where the driver serves it; empty if it does not.
    url: str = ""
    #: Whether workers read it where it is, instead of a copy.
    in_place: bool = False
    #: The time of its last change in nanoseconds, for a file that is read where it is.
    changed: int = 0

    @classmethod
    def of(cls, path: str, in_place: bool = False) -> CatalogFile:
        """Describes a catalog, which is read from beginning to end.

        Raises:
            JobError: if it cannot be read, or has changes beside the file.
        """
        in_place = in_place and not _is_address(path)
        _require_no_log(path)
        try:
            changed = 0 if _is_address(path) else os.stat(path).st_mtime_ns
            with _opened(path) as source:
                size, sha256 = _copy(source, None)
        except OSError as error:
            raise JobError(f"the catalog {path} cannot be read: {error}") from None
        return cls(path if _is_address(path) else os.path.abspath(path), size, sha256, "", in_place, changed)


def _require_no_log(path: str) -> None:
    if os.path.exists(path + "-wal") and os.path.getsize(path + "-wal") > 0:
        raise JobError(
            f"{path} has changes that are only in {path}-wal. End the program that writes it, or make a copy: "
            f"vicinity backup copy.gpkg --catalog {path}")


def _is_address(path: str) -> bool:
    return path.startswith(("http://", "https://"))


def _opened(path: str) -> Any:
    return urllib.request.urlopen(path, timeout=60) if _is_address(path) else open(path, "rb")


def _copy(source: BinaryIO, target: Optional[BinaryIO]) -> Tuple[int, str]:
    """Size and SHA-256 of what is copied."""
    digest, size = hashlib.sha256(), 0
    while block := source.read(_BLOCK):
        digest.update(block)
        size += len(block)
        if target:
            target.write(block)
    return size, digest.hexdigest()


def default_folder() -> str:
    """Where workers store catalogs, unless a job says otherwise: $VICINITY_PIECES, or a folder of the user."""
    return os.environ.get("VICINITY_PIECES") or os.path.join(tempfile.gettempdir(), f"vicinity-pieces-{os.getuid()}")


@contextlib.contextmanager
def held(file: CatalogFile, folder: str, keep: int) -> Iterator[str]:
    """The path of a catalog on this machine, which is fetched once and stays while it is held.

    The lock of a file is shared by those who use it, and exclusive for whoever fetches or removes it. Of the files that
    no process uses, those used last stay, `keep` in all.
    """
    if file.in_place:
        _require_no_log(file.path)
        status = os.stat(file.path)
        if (status.st_size, status.st_mtime_ns) != (file.size, file.changed):
            raise JobError(f"{file.path} was changed since the job began; start the job again")
        yield file.path
        return
    folder = folder or default_folder()
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if os.stat(folder).st_uid != os.getuid():
        raise JobError(f"{folder} belongs to another user; name another folder with VICINITY_PIECES")
    path = os.path.join(folder, file.sha256 + ".gpkg")
    with open(path + ".lock", "a") as lock:
        while True:
            fcntl.flock(lock, fcntl.LOCK_SH)
            if os.path.exists(path):
                break
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not os.path.exists(path):
                _fetch(file, path)
        os.utime(path + ".lock")
        _remove_others(folder, path, keep)
        yield path


def _fetch(file: CatalogFile, path: str) -> None:
    source = file.path if _is_address(file.path) or os.path.exists(file.path) or not file.url else file.url
    # One process at a time: what a killed one has left is overwritten.
    part = path + ".part"
    try:
        with _opened(source) as opened, open(part, "wb") as target:
            size, sha256 = _copy(opened, target)
            target.flush()
            # The name of a file is later all that says that it is whole.
            os.fsync(target.fileno())
        if (size, sha256) == (file.size, file.sha256):
            os.replace(part, path)
        elif file.url and source != file.url:
            # This machine has another file of the same name.
            _fetch(replace(file, path=file.url), path)
        else:
            os.remove(part)
            raise JobError(
                f"{source} is not the catalog of the driver: it has {size} bytes with SHA-256 {sha256} on "
                f"{socket.gethostname()}, instead of {file.size} bytes with {file.sha256}. It may have been changed "
                "since the job began; start the job again")
    except OSError as error:
        raise JobError(f"the catalog {source} cannot be fetched on {socket.gethostname()}: {error}") from None


def _remove_others(folder: str, path: str, keep: int) -> None:
    others = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".gpkg")]
    others = sorted((other for other in others if other != path), key=_last_use, reverse=True)
    for other in others[max(0, keep - 1):]:
        with open(other + ".lock", "a") as lock, contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for ending in ["", "-wal", "-shm"]:
                with contextlib.suppress(FileNotFoundError):
                    os.remove(other + ending)


def _last_use(path: str) -> float:
    try:
        return os.path.getmtime(path + ".lock")
    except OSError:
        return 0


class FileServer:
    """Serves some files of the driver to those who know the token."""

    def __init__(self, address: str = "") -> None:
        """
        Args:
            address: the name or number by which workers reach this machine; default: that of its name.
        """
        self._paths: Dict[str, str] = {}
        paths = self._paths

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path not in paths:
                    return self.send_error(404)
                with open(paths[self.path], "rb") as file:
                    self.send_response(200)
                    self.send_header("Content-Length", str(os.fstat(file.fileno()).st_size))
                    self.end_headers()
                    with contextlib.suppress(ConnectionError):
                        shutil.copyfileobj(file, self.wfile, _BLOCK)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("", 0), Handler)
        self._server.daemon_threads = True
        host = address or socket.gethostname()
        self._base = f"http://{'[' + host + ']' if ':' in host else host}:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, name="vicinity-files", daemon=True).start()

    def serving(self, file: CatalogFile) -> CatalogFile:
        """The file with the address at which it is served."""
        if file.in_place or _is_address(file.path):
            return file
        place = f"/{secrets.token_urlsafe(24)}/{file.sha256}"
        self._paths[place] = file.path
        return replace(file, url=self._base + place)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


# MARK: the command


@dataclass(frozen=True)
class Setting:
    """What all tasks of a job have in common."""
    #: One catalog; or the shards in their order, and then the whole catalog if there is one.
    files: Tuple[CatalogFile, ...]
    #: The name of the catalog in messages.
    name: str
    command: str
    version: str
    #: The options of the command.
    options: Tuple[str, ...]
    folder: str
    keep: int


@functools.lru_cache(maxsize=None)
def version(command: str) -> str:
    """The version of the command and of the libraries that decide its answers."""
    try:
        run = subprocess.run([command, "version"], capture_output=True, text=True, timeout=60)
        return json.dumps({name: text for name, text in json.loads(run.stdout).items() if name != "system"})
    except (OSError, subprocess.TimeoutExpired, ValueError, AttributeError) as error:
        raise JobError(
            f"the command {command} cannot be run on {socket.gethostname()}: {error}. Install Vicinity there, or name "
            "the command with --command") from None


def _check_version(setting: Setting) -> None:
    found = version(setting.command)
    if found != setting.version:
        raise JobError(
            f"{setting.command} on {socket.gethostname()} has the version {found}, but the driver has "
            f"{setting.version}. Install the same version on all machines")


def pipe(arguments: Sequence[str], chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines that a command writes while a thread feeds it.

    The command is killed if the generator is closed early.

    Raises:
        JobError: if it ends with another status than 0 or 2, with its last words.
    """
    try:
        process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "NO_COLOR": "1"})
    except OSError as error:
        raise JobError(f"{arguments[0]} cannot be started on {socket.gethostname()}: {error.strerror}") from None
    stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
    assert stdin and stdout and stderr
    said, trouble = bytearray(), []

    def feed() -> None:
        try:
            for chunk in chunks:
                stdin.write(chunk)
                stdin.flush()
        except BrokenPipeError:
            pass  # Its status says why it reads no more.
        except BaseException as error:
            trouble.append(error)
        finally:
            with contextlib.suppress(OSError):
                stdin.close()

    def listen() -> None:
        while piece := stderr.read1(_MOST_STDERR):  # type: ignore[attr-defined]
            said.extend(piece)
            del said[:-_MOST_STDERR]

    listener = threading.Thread(target=listen, name="vicinity-stderr", daemon=True)
    listener.start()
    threading.Thread(target=feed, name="vicinity-stdin", daemon=True).start()
    try:
        yield from stdout
        status = process.wait()
        if trouble:
            raise trouble[0]
        if status not in (0, _SOME_REFUSED):
            listener.join()
            how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
            words = said.decode("utf-8", "replace").strip() or "it wrote no message"
            raise JobError(f"{' '.join(arguments[:2])} {how} on {socket.gethostname()}: {words}")
    finally:
        process.kill()
        process.wait()
        listener.join()
        stdout.close()
        stderr.close()


class _Running:
    """A command that answers the lines of one task after another, so that its index stays in memory."""

    def __init__(self, setting: Setting, index: int, more: Sequence[str]) -> None:
        self._closing = contextlib.ExitStack()
        self.path = self._closing.enter_context(held(setting.files[index], setting.folder, setting.keep))
        arguments = [setting.command, "batch", "--numbered", "-", "--catalog", self.path, *setting.options, *more]
        self._input: queue.SimpleQueue[Optional[bytes]] = queue.SimpleQueue()
        self._lines = pipe(arguments, iter(self._input.get, None))
        #: Ends the command while it has no task.
        self.end: Optional[threading.Timer] = None

    def answers(self, groups: Iterable[List[Line]]) -> Iterator[Tuple[Line, bytes]]:
        """Each line with its answer. One group is read ahead, so that the end is known with the last lines."""
        sent: Deque[Line] = deque()
        groups = iter(groups)
        group = next(groups, None)
        while group is not None:
            sent.extend(group)
            self._input.put(b"".join([b"%b\t%b\n" % line for line in group]))
            group = next(groups, None)
            # The command is kept busy with two groups.
            while len(sent) > (_LINES_AT_ONCE if group is not None else 0):
                line = next(self._lines, None)
                if line is None:
                    raise JobError(f"the command ended, and left out the answer to line {sent[0][0].decode()}")
                number, _, answer = line.partition(b"\t")
                if sent[0][0] != number or not answer.endswith(b"\n"):
                    raise JobError(f"the command wrote a line that was not requested: {line[:200]!r}")
                yield sent.popleft(), answer

    def close(self) -> None:
        self._input.put(None)
        self._lines.close()
        self._closing.close()


#: After this many seconds without a task a command ends, which frees its memory and its catalog.
IDLE_SECONDS = 60.0
_idle: Dict[Any, List[_Running]] = {}
_idle_lock = threading.Lock()


def _end_later(key: Any, running: _Running) -> None:
    """Ends a command, unless it has a task by then."""
    def end() -> None:
        with _idle_lock:
            is_idle = running in _idle.get(key, [])
            if is_idle:
                _idle[key].remove(running)
        if is_idle:
            running.close()

    running.end = threading.Timer(IDLE_SECONDS, end)
    running.end.daemon = True
    running.end.start()


def ask(
    setting: Setting, index: int, groups: Iterable[List[Line]], *more: str
) -> Iterator[Tuple[bytes, bytes, bytes]]:
    """Answers lines with a file: number, line and answer with its line feed, in the order of the lines.

    Args:
        index: that of the file.
        groups: lines without blank ones; those of a group are sent together.
        more: further options of the command.

    Raises:
        JobError: if the command fails, or writes other lines than one for each.
    """
    _check_version(setting)
    key = (setting, index, more)
    with _idle_lock:
        running = _idle[key].pop() if _idle.get(key) else None
        # One catalog at a time for each process of a worker.
        others = [_idle[other].pop() for other in _idle if other != key for _ in range(len(_idle[other]))]
    for waiting in [*others, *([running] if running else [])]:
        if waiting.end:
            waiting.end.cancel()
    for other in others:
        other.close()
    running = running or _Running(setting, index, more)
    # Messages name the catalog as the caller does, not the copy on the worker.
    local, named = (json.dumps(text, ensure_ascii=False)[1:-1].encode() for text in (running.path, setting.name))
    try:
        for (number, line), answer in running.answers(groups):
            yield number, line, answer.replace(local, named) if b'"error":{' in answer else answer
    except BaseException:
        running.close()
        raise
    with _idle_lock:
        _idle.setdefault(key, []).append(running)
        _end_later(key, running)


def frame_setting(
    catalog: str, now: str = "", options: Optional[Dict[str, str]] = None, command: str = "vicinity",
    folder: str = "", in_place: bool = False, address: str = "",
) -> Setting:
    """What the tasks of a table have in common; its catalog is served until this program ends.

    Args:
        catalog: a path, or an http(s) address.
        now, options, command, folder, in_place, address: as the fields of a `Job`.
    """
    _require_no_log(catalog)
    # A missing one is reported below.
    changed = os.stat(catalog).st_mtime_ns if os.path.exists(catalog) else None
    stamp = (catalog, in_place, address, changed)
    if stamp not in _served:
        file = CatalogFile.of(catalog, in_place)
        _served[stamp] = file if in_place else FileServer(address).serving(file)
    file = _served[stamp]
    arguments = options_of(now or the_clock(), options or {}, 1)
    return Setting((file,), catalog, command, version(command), arguments, folder, 2)


#: The catalogs of tables, and where this program serves them.
_served: Dict[Any, CatalogFile] = {}


def frame_answers(
    setting: Setting, tables: Iterable[Any], columns: Callable[[Any], Dict[str, Sequence[Any]]], column: str,
    query: Optional[Dict[str, Any]],
) -> Iterator[Tuple[Any, List[Optional[str]]]]:
    """Answers the rows of tables, such as those of one partition of a frame.

    An error is the answer of its row; its `line` is the number of the row among those of these tables.

    Args:
        columns: the columns of a table by name.
        column: that with queries as JSON, where a missing one has no answer.
        query: instead, the query near the `lat` and `lon` of each row; a row without them has no answer.
    """
    first = itertools.count(1)

    def lines(table: Any) -> List[Tuple[int, Optional[bytes]]]:
        known = columns(table)
        if query is None and column in known:
            return [(next(first), str(text).encode() if isinstance(text, str) else None) for text in known[column]]
        if "lat" not in known or "lon" not in known:
            raise JobError(f"the table has neither the column {column}, with queries as JSON, nor lat and lon")
        rest = json.dumps(query or {})[1:]
        end = (rest if rest == "}" else "," + rest).encode()

        def line(lat: Any, lon: Any) -> Optional[bytes]:
            try:
                place = float(lat), float(lon)
            except (TypeError, ValueError):
                return None
            return b'{"near":{"lat":%r,"lon":%r}%b' % (*place, end) if all(map(math.isfinite, place)) else None

        return [(next(first), line(lat, lon)) for lat, lon in zip(known["lat"], known["lon"])]

    return answer_groups(setting, ((table, lines(table)) for table in tables))


def answer_groups(
    setting: Setting, groups: Iterable[Tuple[Payload, List[Tuple[int, Optional[bytes]]]]]
) -> Iterator[Tuple[Payload, List[Optional[str]]]]:
    """Answers groups of numbered lines, such as those of the parts of a table. A blank line, or None, has no answer."""
    for payload, lines in groups:
        asked = [line is not None and bool(line.strip(_BLANK + b"\n")) for _, line in lines]
        answers = ask(setting, 0, in_groups(
            (b"%d" % number, line.replace(b"\n", b" "))
            for (number, line), is_asked in zip(lines, asked) if is_asked and line is not None))
        with contextlib.closing(answers):
            found = {number: answer for number, _, answer in answers}
        yield payload, [
            found[b"%d" % number][:-1].decode() if is_asked else None for (number, _), is_asked in zip(lines, asked)]


# MARK: files


@contextlib.contextmanager
def _replacing(path: str) -> Iterator[BinaryIO]:
    """A file that gets its name when it is complete and on disk."""
    temporary = f"{path}.{secrets.token_hex(8)}.tmp"
    try:
        with open(temporary, "xb", buffering=_BLOCK) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(temporary)


def _write_json(path: str, form: Any) -> None:
    with _replacing(path) as file:
        file.write(json.dumps(form, indent=1).encode() + b"\n")


def _read_json(path: str) -> Any:
    with open(path, "rb") as file:
        return json.load(file)


class Part(NamedTuple):
    """Whole lines of a file."""
    path: str
    start: int
    end: int
    #: Of the first line.
    number: int
    lines: int


def parts_of(path: str, most_lines: int) -> Tuple[List[Part], str]:
    """Divides a file at line ends into parts of about so many lines; and its SHA-256. One pass."""
    parts: List[Part] = []
    digest = hashlib.sha256()
    start = end = lines = 0
    number = 1
    with open(path, "rb") as file:
        while block := file.read(min(1 << 16, 16 * most_lines)):
            while not block.endswith(b"\n") and (rest := file.readline(_BLOCK)):
                block += rest
            digest.update(block)
            end += len(block)
            lines += block.count(b"\n") + (not block.endswith(b"\n"))
            if lines >= most_lines:
                parts.append(Part(path, start, end, number, lines))
                start, number, lines = end, number + lines, 0
    if lines:
        parts.append(Part(path, start, end, number, lines))
    return parts, digest.hexdigest()


def _raw_lines(path: str, start: int, end: int, most_bytes: int = -1) -> Iterator[bytes]:
    """Lines without their line feeds, and of longer ones only the first bytes."""
    with open(path, "rb") as file:
        file.seek(start)
        while start < end:
            line = file.readline(most_bytes)
            if not line:
                raise JobError(
                    f"{path} is shorter than at the start of the job; start it again with another output folder")
            start += len(line)
            rest = line
            while not rest.endswith(b"\n") and start < end:
                rest = file.readline(most_bytes)
                if not rest:
                    break
                start += len(rest)
            yield line[:-1] if line.endswith(b"\n") else line


def lines_of(part: Part) -> Iterator[Line]:
    """The lines of a file with their numbers, without blank ones."""
    for number, line in enumerate(_raw_lines(part.path, part.start, part.end, _LONGEST_LINE), part.number):
        if number == 1 and line.startswith(b"\xef\xbb\xbf"):
            line = line[3:]
        # The command refuses a line that is too long even if it is blank.
        if line.strip(_BLANK) or len(line) > _BLOCK:
            yield b"%d" % number, line


def in_groups(lines: Iterable[Payload]) -> Iterator[List[Payload]]:
    """The lines in groups that are worth a write."""
    lines = iter(lines)
    while group := list(itertools.islice(lines, _LINES_AT_ONCE)):
        yield group


# MARK: a job


@dataclass
class Job:
    """A file of queries, what answers it, and where the answers go."""
    queries: str
    output: str
    #: The catalog: a path or an http(s) address.
    catalog: str = ""
    #: A folder of `vicinity shard`, instead of the catalog.
    shards: str = ""
    #: With shards: the whole catalog, for lines that a shard does not answer.
    whole: str = ""
    #: With shards and without the whole catalog: whether all shards answer such lines together.
    merge: bool = False
    #: The time to assume; default: that of the job that is continued, or the clock.
    now: str = ""
    #: Further options of the command, without the dashes, such as {"max-nodes": "100000"}.
    options: Dict[str, str] = field(default_factory=dict)
    command: str = "vicinity"
    threads: int = 1
    #: Of a piece, roughly.
    lines: int = 10_000
    #: Where workers store catalogs, and how many.
    folder: str = ""
    keep: int = 2
    #: Whether workers read catalogs where they are.
    in_place: bool = False
    #: By which workers reach the driver.
    address: str = ""
    quiet: bool = False


def options_of(now: str, options: Dict[str, str], threads: int) -> Tuple[str, ...]:
    """The options of the command."""
    pairs = {"now": now, "threads": str(threads), **options}
    return tuple(itertools.chain.from_iterable((f"--{name}", value) for name, value in pairs.items()))


def the_clock() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")


def run(job: Job, map: Map) -> Dict[str, Any]:
    """Answers the queries of a job, or goes on where an earlier run ended.

    Returns:
        What is then in `job.json`.

    Raises:
        JobError: if a task fails, or the output folder belongs to another job.
    """
    if bool(job.catalog) == bool(job.shards):
        raise JobError("name a catalog, or a folder of shards")
    job = replace(job, queries=os.path.abspath(job.queries), output=os.path.abspath(job.output))
    try:
        parts, digest = parts_of(job.queries, job.lines * (16 if job.shards else 1))
    except OSError as error:
        raise JobError(f"the queries cannot be read: {error}") from None
    files, zoom, starts = _files(job)
    identity = {
        "catalog": files[0].sha256 if job.catalog else [file.sha256 for file in files], "queries": digest,
        "options": {name: value for name, value in job.options.items() if name != "memory"},
        "fallback": "whole" if job.whole else "merge" if job.merge else "", "version": version(job.command),
        "lines": job.lines}
    now, state = _begin(job, identity)
    if "counts" in state:
        _clean(job)
        _say(job, f"{job.output}/answers.jsonl is complete already")
        return state
    server = None if job.in_place else FileServer(job.address)
    try:
        setting = Setting(
            tuple(server.serving(file) if server else file for file in files), job.catalog or job.whole or job.shards,
            job.command, version(job.command), options_of(now, job.options, job.threads), job.folder, job.keep)
        work = _Work(job, setting, map)
        work.answer(parts) if job.catalog else work.answer_by_shards(parts, zoom, starts)
    finally:
        if server:
            server.close()
    answers, failed = work.join(len(parts))
    state = {**state, "counts": {"lines": sum(part.lines for part in parts), "answers": answers, "errors": failed}}
    _write_json(os.path.join(job.output, "job.json"), state)
    _clean(job)
    _say(job, f"{answers} answers, {failed} of them errors, in {job.output}/answers.jsonl")
    return state


def _files(job: Job) -> Tuple[List[CatalogFile], int, List[int]]:
    """The catalogs, the zoom level of the tiles of shards, and the first tile of each shard."""
    if job.catalog:
        return [CatalogFile.of(job.catalog, job.in_place)], 0, []
    try:
        index = _read_json(os.path.join(job.shards, "shards.json"))
        files = []
        for entry in index["files"]:
            path = os.path.abspath(os.path.join(job.shards, entry["name"]))
            if os.path.getsize(path) != entry["bytes"]:
                raise JobError(f"{path} is not the file that shards.json describes; run vicinity shard again")
            files.append(CatalogFile.of(path, job.in_place))
        zoom, starts = index["zoom"], [entry["from"] for entry in index["files"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise JobError(f"{job.shards} is not a complete folder of vicinity shard: {error!r}") from None
    return files + ([CatalogFile.of(job.whole, job.in_place)] if job.whole else []), zoom, starts


def _begin(job: Job, identity: Dict[str, Any]) -> Tuple[str, Dict[str, Any]]:
    """The clock and the state of a job, which is new or continued."""
    os.makedirs(job.output, exist_ok=True)
    path = os.path.join(job.output, "job.json")
    if not os.path.exists(path):
        if any(not name.endswith(".tmp") for name in os.listdir(job.output)):
            raise JobError(f"{job.output} has other files in it; name an empty or new folder for the output")
        state = {"now": job.now or the_clock(), **identity}
        _write_json(path, state)
        return state["now"], state
    state = _read_json(path)
    expected = {"now": job.now or state.get("now"), **identity}
    different = [
        f"{name} ({str(state.get(name))[:80]} there, {str(value)[:80]} here)"
        for name, value in expected.items() if state.get(name) != value]
    if different:
        raise JobError(
            f"{job.output} belongs to a job that differs in {', '.join(different)}. Continue that job with the same "
            "values, name another output folder, or remove this one")
    return state["now"], state


def _clean(job: Job) -> None:
    """Removes what a complete job no longer needs; again, if a driver was killed before it had done so."""
    for folder in ["pieces", "work"]:
        shutil.rmtree(os.path.join(job.output, folder), ignore_errors=True)
    for left in glob.glob(os.path.join(glob.escape(job.output), "*.tmp")):
        os.remove(left)


def _say(job: Job, message: str) -> None:
    if not job.quiet:
        print(f"vicinity: {message}", file=sys.stderr, flush=True)


class _Work:
    """The stages of a job. Each is a list of tasks, whose first element is the file that the task writes."""

    def __init__(self, job: Job, setting: Setting, map: Map) -> None:
        self.job, self.setting, self.map = job, setting, map
        for folder in ["pieces", "work"]:
            os.makedirs(os.path.join(job.output, folder), exist_ok=True)

    def _piece(self, index: int) -> str:
        return os.path.join(self.job.output, "pieces", f"{index:06}.jsonl")

    def _file(self, stage: str, index: int) -> str:
        return os.path.join(self.job.output, "work", f"{stage}-{index:06}.json")

    def stage(self, name: str, function: Callable[..., int], tasks: List[Any]) -> List[str]:
        """Does the tasks whose files do not exist yet, and returns all files."""
        left = [task for task in tasks if not os.path.exists(task[0])]
        done, lines, began = 0, 0, time.monotonic()
        shown = began
        for count in self.map(functools.partial(function, self.setting), left) if left else []:
            done, lines, now = done + 1, lines + count, time.monotonic()
            if now - shown >= 3:
                shown = now
                remaining = datetime.timedelta(seconds=round((now - began) / done * (len(left) - done)))
                _say(self.job, f"{name}: {len(tasks) - len(left) + done} of {len(tasks)} pieces, "
                     f"{lines / (now - began):.0f} queries/s, {remaining} left")
        for task in left:
            if not os.path.exists(task[0]):
                raise JobError(
                    f"a worker wrote {task[0]}, but the driver does not see it. Name an output folder that the "
                    "driver and all workers share")
        return [task[0] for task in tasks]

    def answer(self, parts: List[Part]) -> None:
        self.stage("answers", answer_part, [(self._piece(index), part) for index, part in enumerate(parts)])

    def answer_by_shards(self, parts: List[Part], zoom: int, starts: List[int]) -> None:
        """Sends lines to the shards that own their places, then to those that answers name, then to the fallback."""
        answering = functools.partial(answer_sorted, chunks=[part.number for part in parts])
        routed = self.stage("route", functools.partial(sort_part, zoom=zoom, starts=starts), [
            (self._file("route", index), part) for index, part in enumerate(parts)])
        own = self.stage("shards", functools.partial(answering, hints=len(starts)), self._by_file("shards", routed))
        hinted = self.stage("hints", answering, self._by_file("hints", own))
        rest = self._by_file("fallback", [*routed, *own, *hinted], fallback=True)
        if self.job.merge and not self.job.whole:
            last = self._merged(rest, len(starts), answering.keywords["chunks"])
        else:
            # Without the whole catalog, the last shard writes the error.
            last = self.stage("fallback", functools.partial(answering, is_last=True), rest)
        slices: List[List[Any]] = [[] for _ in parts]
        for path in [*own, *hinted, *last]:
            for chunk, start, end in _read_json(path)["answers"]:
                slices[chunk].append((path + ".answers", start, end))
        expected = [sum(lines for _, _, lines in _read_json(path)["lines"].values()) for path in routed]
        self.stage("order", order_chunk, [
            (self._piece(index), *task) for index, task in enumerate(zip(slices, expected))])

    def _by_file(self, stage: str, sorted_files: List[str], fallback: bool = False) -> List[Any]:
        """Tasks for sorted lines, those for a catalog together, so that a worker mostly stays with one."""
        found: Dict[int, List[Part]] = {}
        for path in sorted_files:
            for index, (start, end, lines) in _read_json(path)["lines"].items():
                if (int(index) == _FALLBACK) == fallback:
                    found.setdefault(int(index), []).append(Part(path + ".lines", start, end, 0, lines))
        tasks: List[Any] = []
        for index in sorted(found):
            while found[index]:
                some = [found[index].pop(0)]
                while found[index] and sum(part.lines for part in some) < self.job.lines:
                    some.append(found[index].pop(0))
                tasks.append((self._file(stage, len(tasks)), index, some))
        return tasks

    def _merged(self, tasks: List[Any], shards: int, chunks: List[int]) -> List[str]:
        """Has all shards answer each line in part, and merges the parts."""
        partial = {
            (shard, path): f"{path}.{shard}.partial" for shard in range(shards) for path, _, _ in tasks}
        self.stage("parts", answer_partly, [
            (partial[shard, path], shard, parts) for shard in range(shards) for path, _, parts in tasks])
        return self.stage("merge", functools.partial(merge_parts, chunks=chunks), [
            (path, parts, [partial[shard, path] for shard in range(shards)]) for path, _, parts in tasks])

    def join(self, count: int) -> Tuple[int, int]:
        """Joins the pieces in order: the numbers of answers, and of errors among them."""
        answers = errors = 0
        with _replacing(os.path.join(self.job.output, "answers.jsonl")) as target:
            for index in range(count):
                with open(self._piece(index), "rb") as piece:
                    while block := piece.read(_BLOCK):
                        block += piece.readline()
                        answers += block.count(b"\n")
                        if b'"error":{' in block:
                            errors += sum(1 for line in block.split(b"\n") if _ERROR.match(line))
                        target.write(block)
        return answers, errors


# MARK: tasks


_ERROR = re.compile(rb'\{(?:"id":"(?:[^"\\]|\\.)*",)?"error":\{')


def answer_part(setting: Setting, task: Tuple[str, Part]) -> int:
    """Answers a part of the queries."""
    path, part = task
    with _replacing(path) as file:
        for _, _, answer in ask(setting, 0, in_groups(lines_of(part))):
            file.write(answer)
    return part.lines


def sort_part(setting: Setting, task: Tuple[str, Part], zoom: int, starts: List[int]) -> int:
    """Sorts a part of the queries by the file that answers them."""
    path, part = task
    found: Dict[int, List[Line]] = {}
    for line in lines_of(part):
        found.setdefault(shard_of(line[1], zoom, starts), []).append(line)
    _write_sorted(path, found, [])
    return part.lines


def _write_sorted(path: str, found: Dict[int, List[Line]], answers: List[List[int]]) -> None:
    places = {}
    with _replacing(path + ".lines") as file:
        for index, lines in sorted(found.items()):
            start = file.tell()
            file.writelines(b"%b\t%b\n" % line for line in lines)
            places[index] = (start, file.tell(), len(lines))
    _write_json(path, {"lines": places, "answers": answers})


def _sorted_lines(parts: Iterable[Part]) -> Iterator[Line]:
    for part in parts:
        for line in _raw_lines(part.path, part.start, part.end):
            number, _, text = line.partition(b"\t")
            yield number, text


def answer_sorted(
    setting: Setting, task: Tuple[str, int, List[Part]], chunks: List[int], hints: int = 0, is_last: bool = False
) -> int:
    """Answers sorted lines, and sorts those again that need other files.

    Args:
        chunks: the first number of each part of the queries.
        hints: the number of shards that an answer may name; 0 to send all of these lines to the fallback.
        is_last: whether every answer counts.
    """
    path, index, parts = task
    beyond: Dict[int, List[Line]] = {}

    def answers() -> Iterator[Tuple[bytes, bytes]]:
        for number, line, answer in ask(setting, index, in_groups(_sorted_lines(parts))):
            other = None if is_last else _other_shard(answer)
            if other is None:
                yield number, answer
            else:
                other = other if 0 <= other < hints and other != index else _FALLBACK
                beyond.setdefault(other, []).append((number, line))

    places = _write_answers(path, answers(), chunks)
    _write_sorted(path, beyond, places)
    return sum(part.lines for part in parts)


def _other_shard(answer: bytes) -> Optional[int]:
    """The shard that answers a line instead, the fallback if none is named, or None if this is the answer."""
    if b'"beyond-shard"' not in answer or not _ERROR.match(answer):
        return None
    error = json.loads(answer)["error"]
    return error.get("shard", _FALLBACK) if error["code"] == "beyond-shard" else None


def _write_answers(path: str, answers: Iterable[Tuple[bytes, bytes]], chunks: List[int]) -> List[List[int]]:
    """Writes numbered answers: chunk, start and end of each run of rising numbers of one chunk."""
    runs: List[List[int]] = []
    last = 0
    with _replacing(path + ".answers") as file:
        for digits, answer in answers:
            number = int(digits)
            chunk = bisect.bisect_right(chunks, number) - 1
            if not runs or runs[-1][0] != chunk or number < last:
                runs.append([chunk, file.tell(), 0])
            last = number
            file.write(digits + b"\t" + answer)
            runs[-1][2] = file.tell()
    return runs


def answer_partly(setting: Setting, task: Tuple[str, int, List[Part]]) -> int:
    """Writes what a shard knows of the answers to lines."""
    path, index, parts = task
    with _replacing(path) as file:
        for number, _, answer in ask(setting, index, in_groups(_sorted_lines(parts)), "--partial"):
            file.write(number + b"\t" + answer)
    return sum(part.lines for part in parts)


def merge_parts(setting: Setting, task: Tuple[str, List[Part], List[str]], chunks: List[int]) -> int:
    """Merges what the shards know into answers."""
    path, parts, partial = task

    def chunks_of_lines() -> Iterator[bytes]:
        with contextlib.ExitStack() as stack:
            yield from itertools.chain.from_iterable(zip(*(stack.enter_context(open(file, "rb")) for file in partial)))

    def answers() -> Iterator[Tuple[bytes, bytes]]:
        numbers = (number for number, _ in _sorted_lines(parts))
        for line in pipe([setting.command, "batch", "--merge", "-"], chunks_of_lines()):
            number, _, answer = line.partition(b"\t")
            if number != next(numbers, None):
                raise JobError(f"{setting.command} batch --merge wrote a line that was not requested: {line[:200]!r}")
            yield number, answer
        if next(numbers, None):
            raise JobError(f"{setting.command} batch --merge left out answers")

    _write_sorted(path, {}, _write_answers(path, answers(), chunks))
    return sum(part.lines for part in parts)


def order_chunk(setting: Setting, task: Tuple[str, List[Tuple[str, int, int]], int]) -> int:
    """Puts the answers to one part of the queries in order."""
    path, runs, expected = task
    parts = [[Part(file, start, end, 0, 0)] for file, start, end in runs]
    last = count = 0
    with _replacing(path) as file:
        for digits, answer in heapq.merge(*map(_sorted_lines, parts), key=lambda line: int(line[0])):
            if int(digits) <= last:
                raise JobError(f"line {last} has two answers")
            last, count = int(digits), count + 1
            file.write(answer + b"\n")
    if count != expected:
        raise JobError(f"{expected} lines have {count} answers")
    return count


# MARK: tiles


def shard_of(line: bytes, zoom: int, starts: List[int]) -> int:
    """The shard that owns the place of a query; the first for all other lines, whose answer may name another one."""
    if len(line) > _BLOCK:
        return 0
    try:
        form = json.loads(line.decode())
    except (ValueError, RecursionError):
        return 0
    if not isinstance(form, dict):
        return 0
    try:
        latitude, longitude = map(float, place_of(form))
        return bisect.bisect_right(starts, tile_number(latitude, longitude, zoom)) - 1
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
        return 0


def place_of(form: Any) -> Tuple[Any, Any]:
    """Latitude and longitude of a query; raises an error of any kind without a place. A wrong place costs time only."""
    for key in ["plan", "suggest"]:
        form = form.get(key, form)
    form = form["whyNot"]["query"] if "whyNot" in form else form
    if "points" in form:
        return form["points"]["lat"][0], form["points"]["lon"][0]
    near = form.get("near")
    if near is not None:
        near = near[0] if isinstance(near, list) else near
        return near["lat"], near["lon"]
    if form.get("along") is not None:
        return _first_position(form["along"]["line"])
    within = form["within"]
    if "bbox" in within:
        west, south, east, north = within["bbox"]
        return (south + north) / 2, (west + east + (360 if west > east else 0)) / 2
    return _first_position(within.get("geometry", within))


def _first_position(geometry: Any) -> Tuple[Any, Any]:
    position = geometry["coordinates"]
    while isinstance(position[0], list):
        position = position[0]
    return position[1], position[0]


def tile_number(latitude: float, longitude: float, zoom: int) -> int:
    """The place of a tile of Web Mercator on the Hilbert curve; rows count from the north.

    Source: https://en.wikipedia.org/wiki/Hilbert_curve (xy2d).
    """
    size = 1 << zoom
    sine = math.sin(math.radians(max(-85.0511287798, min(85.0511287798, latitude))))
    x = min(size - 1, int((longitude + 180) % 360 / 360 * size))
    y = max(0, min(size - 1, int((0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)) * size)))
    number, side = 0, size >> 1
    while side:
        right, down = int(x & side > 0), int(y & side > 0)
        number += side * side * ((3 * right) ^ down)
        if not down:
            if right:
                x, y = size - 1 - x, size - 1 - y
            x, y = y, x
        side >>= 1
    return number


# MARK: one machine


def local_map(processes: int) -> Map:
    """A map with processes of this machine."""
    def map(function: Callable[[Any], int], tasks: List[Any]) -> Iterator[int]:
        left = iter(tasks)
        # A forked process would inherit commands of this one, and their locks.
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _end_with_the_driver) as pool:
            running = {pool.submit(function, task) for task in itertools.islice(left, 2 * processes)}
            try:
                while running:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
                        running.update(pool.submit(function, task) for task in itertools.islice(left, 1))
            finally:
                pool.shutdown(cancel_futures=True)
    return map


def _end_with_the_driver() -> None:
    """Ends this process when the driver is killed, for whose next task it would wait forever."""
    driver = multiprocessing.parent_process()
    assert driver

    def wait_and_end() -> None:
        driver.join()
        os._exit(1)

    threading.Thread(target=wait_and_end, daemon=True).start()


def parser(description: str) -> argparse.ArgumentParser:
    """The options that all engines have."""
    options = argparse.ArgumentParser(description=description)
    option = options.add_argument
    option("--catalog", default="", help="the catalog: a path or an http(s) address")
    option("--shards", default="", help="a folder of vicinity shard, instead of the catalog")
    option("--whole", default="", help="with shards: the whole catalog, for what a shard does not answer")
    option("--merge", action="store_true", help="with shards: have all shards answer the rest together")
    option("--queries", required=True, help="the queries, one a line; a file that all workers see")
    option("--output", required=True, help="a folder that all workers see; the answers are in answers.jsonl")
    option("--now", default="", help="the time to assume (default: the clock at the start of the job)")
    for name in ["max-nodes", "max-occurrences", "max-bytes", "memory"]:
        option(f"--{name}", help="passed to vicinity batch")
    option("--command", default="vicinity", help="the command, the same on all machines")
    option("--threads", type=int, default=1, help="of each command (default: 1)")
    option("--lines", type=int, default=10_000, help="of a piece (default: 10000)")
    option("--folder", default="",
           help="where workers store catalogs (default: $VICINITY_PIECES, or a temporary folder)")
    option("--keep", type=int, default=2, help="the most catalogs that stay there (default: 2)")
    option("--in-place", action="store_true",
           help="read catalogs where they are, which is a folder that all workers see")
    option("--address", default="", help="the name by which workers reach this machine, if they do not see the catalog")
    option("--quiet", action="store_true", help="print no progress")
    return options


def job_of(arguments: argparse.Namespace) -> Job:
    """The job of parsed options."""
    values = dict(vars(arguments))
    names = ["max_nodes", "max_occurrences", "max_bytes", "memory"]
    values["options"] = {name.replace("_", "-"): values[name] for name in names if values[name] is not None}
    return Job(**{name: values[name] for name in Job.__dataclass_fields__})


def main_of(start: Callable[[], Any]) -> None:
    """Runs a program, and ends it with the message of a job that fails."""
    try:
        start()
    except JobError as error:
        print(f"vicinity: {error}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    options = parser("Answers a file of queries in pieces on this machine; started again, it goes on where it ended.")
    options.add_argument("--processes", type=int, default=os.cpu_count(), help="at a time (default: one per core)")
    options.set_defaults(in_place=True)
    given = options.parse_args()
    main_of(lambda: run(job_of(given), local_map(given.processes)))
