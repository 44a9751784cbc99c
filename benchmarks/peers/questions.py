#!/usr/bin/env python3
"""Queries on generated listings in Vicinity's own form: six kinds for every peer, and more only for Vicinity.

  questions.py LISTINGS.jsonl [--count 1000] [--seed 1]     prints queries of all kinds in turn, with ids such as rare-1
"""
import argparse
import itertools
import json
import random
import re
import sys
from collections import Counter
from datetime import datetime, timedelta, timezone

KINDS = {
    "nearest": "the ten nearest within 2 km",
    "bars": "the ten nearest bars within 5 km with one of two tags and a maximum price",
    "events": "the first fifty events in a box of about 5 km during a few days, by start",
    "couches": "the twenty nearest couches within 10 km that are free for a stay",
    "count": "count of listings within 1 km",
    "rare": "the hundred nearest with a rare tag, at any distance",
}
# Kinds that only Vicinity answers here.
MORE = {
    "open": "the ten nearest bars within 5 km that are open at an instant",
    "word": "the ten nearest within 5 km with a word that 0.1 to 5 % of all have",
    "two-words": "the ten nearest with two words that one listing has, at any distance",
    "beginning": "the ten nearest within 20 km with a word that begins with three or four letters",
    "word-open": "the ten nearest bars within 5 km with a word that 2 to 10 % of the bars have, open at an instant",
}
TODAY = datetime(2026, 11, 27, tzinfo=timezone.utc)


def make(listings, count, seed, kinds=tuple(KINDS)):
    """Queries of each kind: {kind: [query]}."""
    choose = random.Random(seed)
    tags = Counter(tag for listing in listings for tag in listing.tags).most_common()
    rare = [tag for tag, uses in tags if uses * 1000 >= len(listings)][-10:]
    bar_tags = Counter(tag for listing in listings if listing.kind == "bar" for tag in listing.tags).most_common(30)
    vocabulary = Vocabulary(listings) if set(kinds) & set(MORE) else None
    return {kind: [question(kind, listings, bar_tags, rare, vocabulary, choose) for _ in range(count)] for kind in kinds}


class Vocabulary:
    """The words of names and descriptions, drawn as often as they occur."""

    def __init__(self, listings):
        self.all = [words(f"{listing.name} {listing.description}") for listing in listings]
        self.names = [words(listing.name) for listing in listings]
        self.bars = [found for listing, found in zip(listings, self.all) if listing.kind == "bar"]
        self.usual = self.shared(self.all, 0.001, 0.05)
        self.common = self.shared(self.bars, 0.02, 0.1)

    @staticmethod
    def shared(texts, least, most):
        """The words of at least and at most these parts of the texts."""
        counts = Counter(word for text in texts for word in set(text))
        chosen = {word for word, count in counts.items() if least * len(texts) <= count <= most * len(texts)}
        return chosen or sys.exit(f"questions: no word that {least:.1%} to {most:.1%} of the listings have; take more")

    def text(self, kind, choose):
        if kind == "two-words":
            return " ".join(choose.sample(sorted(set(drawn(self.all, 2, choose))), 2))
        if kind == "beginning":
            long = [word for word in drawn(self.names, 1, choose, lambda word: len(word) >= 4)]
            return choose.choice(long)[:choose.choice([3, 4])]
        texts, allowed = (self.bars, self.common) if kind == "word-open" else (self.all, self.usual)
        return choose.choice(drawn(texts, 1, choose, allowed.__contains__))


def drawn(texts, least, choose, is_allowed=lambda word: True):
    """The allowed words of a text that has at least so many different ones."""
    while True:
        found = [word for word in choose.choice(texts) if is_allowed(word)]
        if len(set(found)) >= least:
            return found


def words(text):
    """Words of at least three letters: too many others start with shorter ones."""
    return re.findall(r"[^\W\d_]{3,}", text.lower())


def question(kind, listings, bar_tags, rare_tags, vocabulary, choose):
    spot = choose.choice(listings)
    lat, lon = round(spot.lat + choose.gauss(0, 0.004), 6), round(spot.lon + choose.gauss(0, 0.006), 6)
    query = {"metric": "sphere", "fields": ["id", "distance"]}
    if kind != "events":
        query["near"] = {"lat": lat, "lon": lon}
    if kind in ("nearest", "count", "rare", "word", "two-words", "beginning"):
        # Of all listings, including past events, like the answers of the peers.
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
    elif kind == "count":
        query.update(radius=1000, limit=0, total=True)
    elif kind == "rare":
        query.update(tags={"all": [choose.choice(rare_tags)]}, limit=100)
    if kind in ("open", "word-open"):
        instant = TODAY + timedelta(minutes=15 * choose.randrange(4 * 24 * 14))
        query.update(radius=5000, limit=10, kinds=["bar"], open=iso(instant))
    if kind in ("word", "two-words", "beginning", "word-open"):
        query.update(text=vocabulary.text(kind, choose), sort=["distance"], limit=10)
    if kind in ("word", "beginning"):
        query["radius"] = 5000 if kind == "word" else 20000
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
    parser.add_argument("--count", type=int, default=1000, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    from listings import Listing
    with open(options.listings, encoding="utf-8") as file:
        # Generated listings are in random order: the first ones are a sample of all.
        sample = [Listing(line) for line in itertools.islice(file, 50_000)]
    asked = make(sample, options.count, options.seed, [*KINDS, *MORE])
    for number in range(options.count):
        for kind, queries in asked.items():
            query = {"id": f"{kind}-{number + 1}", **queries[number]}
            print(json.dumps(query, separators=(",", ":"), ensure_ascii=False))


if __name__ == "__main__":
    main()
