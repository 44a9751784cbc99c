#!/usr/bin/env python3
"""Loads the same generated listings into Vicinity and other databases, checks that the answers agree, and times them.

  compare.py [--count 100000] [--questions 200] [--peers sqlite-hand,spatialite,redis,postgis] [--vicinity PROGRAM]

Prints a table; --output FILE adds a line of JSON per measurement. The working folder is temporary and removed at the end.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack

import listings as world
import questions
import servers
from postgis_peer import PostGIS
from redis_peer import Redis
from sqlite_peers import SpatiaLite, SQLiteByHand

PEERS = ["sqlite-hand", "spatialite", "redis", "postgis"]


def main():
    options = parse()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="vicinity-peers-"))
        os.chmod(folder, 0o755)
        vicinity = Vicinity(options.vicinity, folder)
        say(f"generating and importing {options.count} listings")
        vicinity.load(options.count)
        listings = world.read(vicinity.listings)
        asked = questions.make(listings, options.questions, options.seed)
        truth = {kind: vicinity.answers(kind, queries) for kind, queries in asked.items()}
        results = [dict(vicinity.measure(kind), peer="vicinity", kind=kind) for kind in asked]
        for name in options.peers.split(","):
            say(f"{name}: loading")
            peer = opened(name, folder, stack)
            started = time.perf_counter()
            peer.load(listings)
            say(f"{name}: loaded in {time.perf_counter() - started:.0f} s")
            for kind, queries in asked.items():
                judge = Judge(kind, listings, peer.tolerance)
                results.append(dict(measure(peer, kind, queries, truth[kind], judge), peer=name, kind=kind))
            peer.close()
    report(results, options)
    sys.exit(1 if any(result["wrong"] for result in results) else 0)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--output", help="write one line of JSON per measurement to this file")
    parser.add_argument("--vicinity", default=shutil.which("vicinity") or ".build/release/vicinity")
    options = parser.parse_args()
    if unknown := set(options.peers.split(",")) - set(PEERS):
        parser.error(f"unknown peers {', '.join(sorted(unknown))}; known are {', '.join(PEERS)}")
    return options


def say(text):
    print(text, file=sys.stderr, flush=True)


def opened(name, folder, stack):
    if name == "postgis":
        return PostGIS(stack.enter_context(servers.postgres(folder)))
    if name == "redis":
        return Redis(stack.enter_context(servers.redis(folder)))
    return {"sqlite-hand": SQLiteByHand, "spatialite": SpatiaLite}[name](folder)


class Vicinity:
    """The engine itself, through its command."""

    def __init__(self, program, folder):
        self.program, self.folder = os.path.abspath(program), folder
        self.listings = os.path.join(folder, "listings.jsonl")
        self.catalog = os.path.join(folder, "catalog.gpkg")

    def run(self, *words):
        return subprocess.run([self.program, *words], check=True, capture_output=True, text=True).stdout

    def load(self, count):
        self.run("generate", "listings", "--count", str(count), "--output", self.listings)
        self.run("import", self.listings, "--catalog", self.catalog)

    def file(self, kind):
        return os.path.join(self.folder, f"{kind}.jsonl")

    def answers(self, kind, queries):
        questions.write(queries, self.file(kind))
        lines = [json.loads(line) for line in self.run("batch", self.file(kind), "--catalog", self.catalog).splitlines()]
        if kind == "count":
            return [line["total"] for line in lines]
        return [[int(match["id"].rsplit("-", 1)[1]) for match in line["results"]] for line in lines]

    def measure(self, kind):
        line = self.run("bench", self.file(kind), "--catalog", self.catalog, "--threads", "1", "--format", "jsonl")
        report = json.loads(line)
        return {"p50": report["p50"], "p95": report["p95"], "mean": report["mean"], "same": 0, "tie": 0, "wrong": 0}


class Judge:
    """Compares an answer with Vicinity's: the same, a tie, or wrong."""

    def __init__(self, kind, listings, tolerance):
        self.kind, self.listings, self.tolerance = kind, {l.number: l for l in listings}, tolerance

    def verdict(self, query, found, right):
        if found == right:
            return "same"
        if self.kind == "count":
            # Rounded positions may move a few listings across an edge.
            return "tie" if self.tolerance > 0.1 and abs(found - right) <= max(2, right // 50) else "wrong"
        if len(set(found)) != len(found) or abs(len(found) - len(right)) > (1 if self.tolerance > 0.1 else 0):
            return "wrong"
        pairs = zip(self.keys(query, found), self.keys(query, right))
        return "tie" if all(abs(a - b) <= 2 * self.tolerance for a, b in pairs) else "wrong"

    def keys(self, query, numbers):
        chosen = [self.listings[number] for number in numbers]
        if self.kind == "events":
            return [l.starts for l in chosen]
        near = query["near"]
        return [world.meters(near["lat"], near["lon"], l.lat, l.lon) for l in chosen]


def measure(peer, kind, queries, truth, judge):
    """Checks every answer, which also warms caches, then times the same queries."""
    verdicts = [judge.verdict(query, peer.ask(kind, query), right) for query, right in zip(queries, truth)]
    for index, verdict in enumerate(verdicts):
        if verdict == "wrong":
            say(f"{peer.name}: {kind} {index + 1} differs: {json.dumps(queries[index])}")
    times = []
    for query in queries:
        started = time.perf_counter()
        peer.ask(kind, query)
        times.append((time.perf_counter() - started) * 1e6)
    times.sort()
    return {"p50": times[len(times) // 2], "p95": times[len(times) * 95 // 100], "mean": sum(times) / len(times),
            **{word: verdicts.count(word) for word in ("same", "tie", "wrong")}}


def report(results, options):
    print(f"{options.count} listings, {options.questions} questions of each kind; microseconds per question, one connection\n")
    for kind, meaning in questions.KINDS.items():
        print(f"**{kind}**: {meaning}\n\n| peer | p50 | p95 | mean | answers |\n|---|---:|---:|---:|---|")
        for result in sorted((r for r in results if r["kind"] == kind), key=lambda r: r["p50"]):
            words = ", ".join(f"{result[word]} {word}" for word in ("same", "tie", "wrong") if result[word])
            words = words or "what the others are compared with"
            print(f"| {result['peer']} | {result['p50']:,.1f} | {result['p95']:,.1f} | {result['mean']:,.1f} | {words} |")
        print()
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            for result in results:
                file.write(json.dumps(dict(result, listings=options.count)) + "\n")


if __name__ == "__main__":
    main()
