#!/usr/bin/env python3
"""Scores orders of search results against the graded listings: mean nDCG@10, overall and by type of search.

  score.py CATALOGS [--part tuning|test|all] [--vicinity PROGRAM] [SORT…]

CATALOGS is the folder that catalogs.py has filled. A SORT is a key or an array of keys, as in a query: distance -rating '["open","distance"]'.
Without one the default order is scored. A listing without a grade counts as 0; `unjudged` is their share of the first ten.
"""
import argparse
import json
import math
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TYPES = {"N": "name", "C": "category", "E": "event", "S": "combination"}
DEPTH = 10


def main():
    options = parse()
    searches = [search for search in read_searches() if options.part in ("all", part(search))]
    missing = {s["catalog"] for s in searches if not (options.catalogs / f"{s['catalog']}.gpkg").exists()}
    searches = [search for search in searches if search["catalog"] not in missing]
    if missing:
        print(f"not scored, without a catalog: {', '.join(sorted(missing))}", file=sys.stderr)
    if not searches:
        sys.exit("nothing to score")
    grades = read_grades()
    print(f"{options.part}: {len(searches)} searches")
    print(f"{'order':24} nDCG@{DEPTH}" + "".join(f"{name:>13}" for name in TYPES.values()) + f"{'unjudged':>13}")
    for sort in options.sorts or [None]:
        answers = ask(searches, sort, options)
        scores = {search["id"]: ndcg(answers[search["id"]], grades[search["id"]]) for search in searches}
        kinds = [mean(scores[s["id"]] for s in searches if s["type"] == kind) for kind in TYPES]
        unjudged = mean(listing not in grades[name] for name, answer in answers.items() for listing in answer)
        label = "default" if sort is None else sort if isinstance(sort, str) else ",".join(sort)
        print(f"{label:24} {mean(scores.values()):7.3f}" + "".join(f"{score:13.3f}" for score in kinds) + f"{unjudged:13.1%}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("catalogs", type=Path, metavar="CATALOGS")
    parser.add_argument("sorts", nargs="*", default=[], type=sort_keys, metavar="SORT")
    parser.add_argument("--part", choices=["tuning", "test", "all"], default="tuning")
    parser.add_argument("--vicinity", default=shutil.which("vicinity") or HERE.parents[1] / ".build/release/vicinity")
    # With a blank in front a key such as -rating is not mistaken for an option.
    return parser.parse_intermixed_args([" " + word if re.match("-[a-z]", word) and word != "-h" else word for word in sys.argv[1:]])


def sort_keys(text):
    return json.loads(text) if text.strip()[0] in '["' else text.strip()


def part(search):
    return "tuning" if int(search["id"][1:]) % 2 else "test"


def read_searches():
    return [json.loads(line) for line in (HERE / "searches.jsonl").read_text(encoding="utf-8").splitlines()]


def read_grades():
    """The mean grade of the passes in which a listing was graded: {search: {listing: grade}}."""
    given = {}
    for file in ("judgments-1.tsv", "judgments-2.tsv"):
        for line in (HERE / file).read_text(encoding="utf-8").splitlines():
            search, listing, grade = line.split("\t")
            given.setdefault(search, {}).setdefault(listing, []).append(int(grade))
    return {search: {listing: mean(values) for listing, values in listings.items()} for search, listings in given.items()}


def ask(searches, sort, options):
    """The ids of the first listings of each search."""
    answers = {}
    for catalog in sorted({search["catalog"] for search in searches}):
        asked = [{**s["query"], "limit": DEPTH, **({"sort": sort} if sort else {})} for s in searches if s["catalog"] == catalog]
        done = subprocess.run([options.vicinity, "batch", "--catalog", options.catalogs / f"{catalog}.gpkg", "--format", "jsonl", "-"],
                              input="\n".join(map(json.dumps, asked)), stdout=subprocess.PIPE, text=True, encoding="utf-8")
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        if bad := [line for line in lines if "error" in line]:
            sys.exit(f"{catalog}: {bad[0]['id']}: {bad[0]['error']['message']}")
        if len(lines) != len(asked):
            sys.exit(f"{catalog}: {len(lines)} answers to {len(asked)} searches")
        answers.update((line["id"], [result["id"] for result in line["results"]]) for line in lines)
    return answers


def ndcg(listings, grades):
    ideal = gain(sorted(grades.values(), reverse=True))
    return gain([grades.get(listing, 0) for listing in listings]) / ideal


def gain(grades):
    return sum((2 ** grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(grades[:DEPTH]))


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else math.nan


if __name__ == "__main__":
    main()
