"""Runs the command: `vicinity` and `python -m vicinity`."""
from __future__ import annotations

import os
import sys
from typing import NoReturn

from ._command import command
from ._errors import VicinityError


def main() -> NoReturn:
    """Replaces this process by the command."""
    try:
        path = command()
    except VicinityError as error:
        sys.exit(f"vicinity: {error.message}")
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
