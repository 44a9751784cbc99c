"""The description of the measured machine and program in a record."""

import os
import platform
import re
import subprocess
from datetime import datetime, timezone

HERE = os.path.dirname(os.path.abspath(__file__))


def describe():
    """The line that begins a record, without names of machines and paths."""
    now = datetime.now(timezone.utc)
    return {
        "date": now.strftime("%Y-%m-%d"),
        "time": now.strftime("%H:%M:%S"),
        "commit": commit(),
        "cpu": field("/proc/cpuinfo", "model name"),
        "cores": os.cpu_count(),
        "memory": memory(),
        "os": operating_system(),
        "kernel": match(r"([\d.]+)", platform.release()),
        "swift": match(r"Swift version ([\d.]+)", first_line("swift", "--version")),
        "sqlite": first_line("sqlite3", "--version").split(" ")[0],
        "load": round(os.getloadavg()[0], 1),
    }


def commit():
    """The abbreviated commit, with a plus sign if tracked sources have been changed since."""
    changes = first_line("git", "status", "--porcelain", "--untracked-files=no", "--", "../Sources", "../Package.swift")
    return first_line("git", "rev-parse", "--short", "HEAD") + ("+" if changes else "")


def resolved(revision):
    """The full name of a commit, for any name that git knows; the text itself for others."""
    return first_line("git", "rev-parse", "--verify", "--quiet", revision + "^{commit}") or revision


def first_line(*words):
    try:
        return subprocess.run(words, capture_output=True, text=True, cwd=HERE).stdout.splitlines()[0]
    except (OSError, IndexError):
        return ""


def match(pattern, text):
    found = re.search(pattern, text)
    return found[1] if found else ""


def field(path, name):
    try:
        with open(path, encoding="utf-8") as file:
            return next((line.split(":", 1)[1].strip() for line in file if line.startswith(name)), "")
    except OSError:
        return ""


def memory():
    kilobytes = match(r"(\d+)", field("/proc/meminfo", "MemTotal"))
    return f"{int(kilobytes) / 1048576:.0f} GiB" if kilobytes else ""


def operating_system():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return platform.system()
