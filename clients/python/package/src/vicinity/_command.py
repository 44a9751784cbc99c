"""The command inside the package, and runs of it."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Dict, Optional, Sequence

from ._errors import CatalogError, CommandError, TimedOut, VicinityError

_FOLDER = Path(__file__).parent
_MOST_LINES = 10


def command() -> str:
    """The path of the command: `$VICINITY_COMMAND`, the one in the package, or `vicinity` on the path.

    Raises:
        VicinityError: if there is none.
    """
    named = os.environ.get("VICINITY_COMMAND")
    if named:
        return named
    inside = _FOLDER / "bin" / "vicinity"
    if inside.exists():
        return str(inside)
    # The script that the package installs runs this function again.
    if os.environ.get("VICINITY_NESTED") != "1":
        found = shutil.which("vicinity")
        if found:
            return found
    raise VicinityError(
        "no-command", "the command vicinity is not in this package: install the wheel, or set VICINITY_COMMAND")


def environment() -> Dict[str, str]:
    """The environment of the command."""
    return {**os.environ, "VICINITY_NESTED": "1", "NO_COLOR": "1"}


def run(
    arguments: Sequence[str], text: Optional[str] = None, *, timeout: Optional[float]
) -> "subprocess.CompletedProcess[str]":
    """Runs the command to its end.

    Args:
        arguments: those of the command.
        text: its standard input.
        timeout: the seconds after which it is killed; None for no limit.

    Raises:
        CommandError: if it exits with another status than 0.
        TimedOut: if it takes too long.
    """
    path = command()
    try:
        process = subprocess.run(
            [path, *arguments], input=text if text is not None else "", capture_output=True, encoding="utf-8",
            errors="replace", env=environment(), timeout=timeout)
    except subprocess.TimeoutExpired:
        raise TimedOut("timed-out", f"vicinity {arguments[0]} took longer than {timeout:g} s, and was ended") from None
    except OSError as error:
        raise not_started(path, error) from None
    if process.returncode != 0:
        raise _failure(process)
    return process


def not_started(path: str, error: OSError) -> VicinityError:
    """The error for a command that the system does not start."""
    return VicinityError(
        "no-command", f"the command {path} cannot be started: {error.strerror}. Install the wheel for this system, or "
        "set VICINITY_COMMAND to a command that runs here")


def _failure(process: "subprocess.CompletedProcess[str]") -> CommandError:
    message = _message(process.stderr) or f"the command ended with status {process.returncode}"
    return CommandError(message, process.returncode, process.stdout)


def _message(said: str) -> str:
    """The last message of the command."""
    return said.strip().rsplit("vicinity: ", 1)[-1]


def last_lines(said: str) -> str:
    """The last lines of a text."""
    return "\n".join(said.strip().splitlines()[-_MOST_LINES:])


def unreadable(said: str) -> CatalogError:
    """The error for a catalog with which the command does not start."""
    return CatalogError("catalog-unreadable", _message(said))


def wrong_usage(said: str) -> CommandError:
    """The error for a wrong option."""
    return CommandError(_message(said), 64)


def missing(path: str) -> CatalogError:
    """The error for a catalog that does not exist."""
    return CatalogError(
        "no-catalog", f"there is no catalog at {path}. Check the path, or create the catalog by importing listings: "
        f"Catalog({path!r}, create=True).import_(\"listings.jsonl\")")
