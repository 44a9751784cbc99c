#!/usr/bin/env python3
"""Queries on generated listings in Vicinity's own form: six kinds that every peer can answer, and open bars, which none can.

  questions.py LISTINGS.jsonl FOLDER [--count 1000] [--seed 1]     writes FOLDER/nearest.jsonl and so on
"""
import argparse
import itertools
import json
import os
import random
from collections import Counter
from datetime import datetime, timedelta, timezone

KINDS = {
    "nearest": "the ten nearest within 2 km",
    "bars": "the ten nearest bars within 5 km with one of two tags and a maximum price",
    "events": "the first fifty events in a box of about 5 km during some days, by start",
    "couches": "the twenty nearest couches within 10 km that are free for a stay",
    "count": "count of listings within 1 km",
    "rare": "the hundred nearest with a rare tag, at any distance",
}
OPEN = {"open": "the ten nearest bars within 5 km that are open at an instant"}
TODAY = datetime(2026, 11, 27, tzinfo=timezone.utc)


def make(listings, count, seed, kinds=tuple(KINDS)):
    """Queries of each kind: {kind: [query]}."""
    choose = random.Random(seed)
    tags = Counter(tag for listing in listings for tag in listing.tags).most_common()
    rare = [tag for tag, uses in tags if uses * 1000 >= len(listings)][-10:]
    bar_tags = Counter(tag for listing in listings if listing.kind == "bar" for tag in listing.tags).most_common(30)
    return {kind: [question(kind, listings, bar_tags, rare, choose) for _ in range(count)] for kind in kinds}


def question(kind, listings, bar_tags, rare_tags, choose):
    spot = choose.choice(listings)
    lat, lon = round(spot.lat + choose.gauss(0, 0.004), 6), round(spot.lon + choose.gauss(0, 0.006), 6)
    query = {"metric": "sphere", "fields": ["id", "distance"]}
    if kind != "events":
        query["near"] = {"lat": lat, "lon": lon}
    if kind in ("nearest", "count", "rare"):
        # Of all listings, also of events that are over, as the peers answer.
        query.update(kinds=["bar", "event", "couch"], during="any")
    if kind == "nearest":
        query.update(radius=2000, limit=10)
    elif kind == "bars":
        query.update(radius=5000, limit=10, kinds=["bar"], tags={"any": [tag for tag, _ in choose.sample(bar_tags, 2)]},
                     price={"max": choose.choice([3, 4, 5, 6, 8]), "currency": "EUR"})
    elif kind == "events":
        begin = TODAY + timedelta(hours=choose.randrange(24 * 60))
        end = begin + timedelta(hours=choose.choice([4, 24, 72, 168]))
        query.update(within={"bbox": [lon - 0.034, lat - 0.0225, lon + 0.034, lat + 0.0225]}, kinds=["event"],
                     during={"from": iso(begin), "to": iso(end)}, sort=["start"], limit=50, fields=["id"])
    elif kind == "couches":
        arrival = TODAY.date() + timedelta(days=choose.randrange(90))
        departure = arrival + timedelta(days=choose.randint(1, 7))
        query.update(radius=10000, limit=20, kinds=["couch"],
                     stay={"from": str(arrival), "to": str(departure), "guests": choose.randint(1, 3)})
    elif kind == "open":
        instant = TODAY + timedelta(minutes=15 * choose.randrange(4 * 24 * 14))
        query.update(radius=5000, limit=10, kinds=["bar"], open=iso(instant))
    elif kind == "count":
        query.update(radius=1000, limit=0, total=True)
    else:
        query.update(tags={"all": [choose.choice(rare_tags)]}, limit=100)
    return query


def iso(instant):
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


def write(queries, path):
    with open(path, "w", encoding="utf-8") as file:
        for query in queries:
            file.write(json.dumps(query, separators=(",", ":")) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("listings")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=1000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from listings import Listing
    with open(options.listings, encoding="utf-8") as file:
        # Generated listings are in random order: the first ones are a sample of all.
        sample = [Listing(line) for line in itertools.islice(file, 50_000)]
    for kind, queries in make(sample, options.count, options.seed, [*KINDS, *OPEN]).items():
        write(queries, os.path.join(options.folder, f"{kind}.jsonl"))


if __name__ == "__main__":
    main()
