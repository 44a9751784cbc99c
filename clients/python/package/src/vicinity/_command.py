"""The command inside the package, and runs of it."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Dict, Optional, Sequence

from ._errors import CatalogError, CommandError, VicinityError

_FOLDER = Path(__file__).parent


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


def run(arguments: Sequence[str], text: Optional[str] = None) -> "subprocess.CompletedProcess[str]":
    """Runs the command to its end.

    Raises:
        CommandError: if it exits with another status than 0.
    """
    process = subprocess.run(
        [command(), *arguments], input=text if text is not None else "", capture_output=True, encoding="utf-8",
        errors="replace", env=environment())
    if process.returncode != 0:
        raise _failure(process)
    return process


def _failure(process: "subprocess.CompletedProcess[str]") -> CommandError:
    message = _message(process.stderr) or f"the command ended with status {process.returncode}"
    return CommandError(message, process.returncode, process.stdout)


def _message(said: str) -> str:
    """The last message of the command."""
    return said.strip().rsplit("vicinity: ", 1)[-1]


def unreadable(said: str) -> CatalogError:
    """The error for a catalog with which the command does not start."""
    return CatalogError("catalog-unreadable", _message(said))


def missing(path: str) -> CatalogError:
    """The error for a catalog that does not exist."""
    return CatalogError(
        "no-catalog", f"{path}: there is no such catalog. Import listings after Catalog({path!r}, create=True)")
