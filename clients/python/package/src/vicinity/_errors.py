"""The errors of a catalog."""
from __future__ import annotations

from typing import Any, Mapping, Optional


class VicinityError(Exception):
    """An error that the command reports.

    Attributes:
        code: a short word for programs, as in docs/errors.md; `failed` for commands that report none.
        message: what is wrong, where, and what to do next.
        id: the `id` of the query, if it has one.
    """

    def __init__(self, code: str, message: str, id: Optional[str] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def __reduce__(self) -> Any:
        return (type(self), (self.code, self.message, self.id))


class QueryError(VicinityError, ValueError):
    """A query that cannot be answered: an unknown key, a wrong value, keys that contradict each other."""


class NotFound(VicinityError, LookupError):
    """A listing, place or area that the catalog does not have."""


class TooExpensive(VicinityError):
    """A query that exceeds its budget; the message says what to narrow."""


class CatalogError(VicinityError, OSError):
    """A catalog that does not exist, cannot be read or written, or has no place names."""

    # OSError has its own arguments.
    def __init__(self, code: str, message: str, id: Optional[str] = None) -> None:
        VicinityError.__init__(self, code, message, id)

    def __str__(self) -> str:
        return VicinityError.__str__(self)


class TimedOut(VicinityError, TimeoutError):
    """A request or command without an answer in time. Its process was ended; the next request starts another one."""

    # OSError has its own arguments.
    def __init__(self, code: str, message: str, id: Optional[str] = None) -> None:
        VicinityError.__init__(self, code, message, id)

    def __str__(self) -> str:
        return VicinityError.__str__(self)


class CommandError(VicinityError):
    """A command that failed.

    Attributes:
        status: its exit status.
        output: what it wrote to standard output before.
    """

    def __init__(self, message: str, status: int, output: str = "") -> None:
        super().__init__("wrong-usage" if status == 64 else "failed", message)
        self.status = status
        self.output = output

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.status, self.output))


class ProcessDied(VicinityError):
    """The process of the catalog ended while it worked on a request; the next request starts another one.

    Attributes:
        stderr: the last lines that it wrote to standard error, at most ten.
    """

    def __init__(self, message: str, stderr: str) -> None:
        super().__init__("process-died", message)
        self.stderr = stderr

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.stderr))


# The codes by the tables of docs/errors.md.
_QUERY = {
    "not-json", "unknown-key", "unknown-word", "wrong-type", "wrong-form", "out-of-range", "bad-time",
    "bad-opening-hours", "missing", "conflict", "bad-cursor", "bad-filter", "bad-area", "bad-route",
    "ambiguous-place", "unsuitable", "line-too-long",
}
_NOT_FOUND = {"unknown-listing", "unknown-place", "unknown-area", "unknown-member"}
_CATALOG = {
    "no-catalog", "not-a-catalog", "catalog-unreadable", "removed", "too-new", "needs-migration", "cannot-make",
    "catalog-not-writable", "read-only", "several-names", "interrupted", "cannot-copy", "busy", "damaged", "disk-full",
    "not-on-disk", "no-temporary-file", "sqlite", "no-gazetteer",
}


def error_of(form: Mapping[str, Any], id: Optional[str]) -> VicinityError:
    """The error of an answer."""
    code, message = str(form.get("code", "failed")), str(form.get("message", ""))
    if code in _QUERY:
        return QueryError(code, message, id)
    if code in _NOT_FOUND:
        return NotFound(code, message, id)
    if code == "too-expensive":
        return TooExpensive(code, message, id)
    if code in _CATALOG:
        return CatalogError(code, message, id)
    return VicinityError(code, message, id)
