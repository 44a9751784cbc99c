"""Records of measurements, and what has changed between two of them.

A record is a file of JSON Lines. The first line is {"run": {…}}: date, commit, machine. Any other is one figure:

  {"listings": 1000000, "workload": "mixed", "class": "tags", "state": "warm", "n": 200, "unit": "µs",
   "p50": …, "p95": …, "p99": …, "rounds": {"p50": […], "p95": […], "p99": […]}}

"rounds" has the values of the repeated rounds, each in a process of its own; a figure is their median, and their spread
the noise.
"""

import glob
import itertools
import json
import os
import statistics
from dataclasses import dataclass

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results")

# The unit in which more is better; in all others less is.
RATES = {"queries/s", "requests/s"}
# The noise of a figure that was measured once, as a part of it.
UNKNOWN_NOISE = 0.2
# The smallest change worth reporting, as a share of the figure: the layout of a program alone changes it as much.
LEAST_CHANGE = 0.05


class Record:
    """The lines of one file."""

    def __init__(self, path, lines):
        self.path = path
        self.runs = [line["run"] for line in lines if "run" in line]
        self.lines = [line for line in lines if "run" not in line]

    @property
    def run(self):
        return self.runs[0] if self.runs else {}

    @property
    def when(self):
        """For the order of records; UTC."""
        return self.run.get("date", ""), self.run.get("time", "")

    @property
    def name(self):
        """Date and commit, or the name of the file."""
        words = [self.run[key] for key in ("date", "commit") if self.run.get(key)]
        return " ".join(words) or os.path.basename(self.path)

    def figures(self):
        """The lines that can be compared, by what they measured."""
        return {identity(line): line for line in self.lines if "workload" in line}


def identity(line):
    return tuple(line.get(key) for key in ("listings", "workload", "class", "state"))


def read(path):
    lines = []
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                if text.strip():
                    lines.append(json.loads(text))
            except ValueError as error:
                raise SystemExit(f"report: {path}:{number}: not a line of JSON: {error}")
    return Record(path, lines)


def write(path, mode, lines):
    with open(path, mode, encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


def unused(run, *words):
    """A name of a record that no file has yet."""
    name = os.path.join(FOLDER, "-".join([run["date"], run["commit"].rstrip("+"), *words]))
    endings = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    return next(path for path in (f"{name}{ending}.jsonl" for ending in endings) if not os.path.exists(path))


def kept(folder=FOLDER):
    """All records of a folder, oldest first."""
    records = [read(path) for path in sorted(glob.glob(os.path.join(folder, "*.jsonl")))]
    return sorted(records, key=lambda record: record.when)


def of_commit(records, commit):
    """The newest record of a commit, given by any part of the beginning of its name; None without one."""

    def is_same(name):
        name = name.rstrip("+")
        return bool(name) and (commit.startswith(name) or name.startswith(commit))

    return next((record for record in reversed(records) if is_same(record.run.get("commit", ""))), None)


def figure(key, unit, rounds, **more):
    """The line of a figure: the medians of each of the values over the rounds.

    `key` has listings, workload, class and state; `rounds` has a dictionary of values for each round.
    """
    values = {name: [round[name] for round in rounds] for name in rounds[0]}
    return {
        **key,
        **more,
        "unit": unit,
        **{name: rounded(statistics.median(v)) for name, v in values.items()},
        "rounds": {name: [rounded(x) for x in v] for name, v in values.items()},
    }


def rounded(value):
    """Four digits, which is more than the noise leaves."""
    return float(f"{value:.4g}") if abs(value) < 10_000 else round(value)


@dataclass(frozen=True)
class Change:
    """One value in two records."""

    identity: tuple
    value: str
    unit: str
    old: float
    new: float
    noise: float

    @property
    def ratio(self):
        """How much slower, or greater, it has become: above 1 is worse."""
        worse, better = (self.old, self.new) if self.unit in RATES else (self.new, self.old)
        return worse / better if better else (1.0 if worse == better else float("inf"))

    @property
    def is_beyond_noise(self):
        return abs(self.new - self.old) > max(self.noise, LEAST_CHANGE * self.old)


def changes(old, new):
    """Every value that both records have."""
    before = old.figures()
    return [
        Change(
            identity(line),
            value,
            line["unit"],
            before[identity(line)][value],
            line[value],
            spread(before[identity(line)], value) + spread(line, value),
        )
        for line in new.figures().values()
        if identity(line) in before
        for value in line.get("rounds", {})
        if value in before[identity(line)]
    ]


def spread(line, value):
    """The range of the rounds; the usual range if there is only one round."""
    rounds = line.get("rounds", {}).get(value, [])
    return max(rounds) - min(rounds) if len(rounds) > 1 else UNKNOWN_NOISE * line[value]


def missing(old, new):
    """How many figures of the old record the new one lacks, and the other way round."""
    before, after = set(old.figures()), set(new.figures())
    return len(before - after), len(after - before)
