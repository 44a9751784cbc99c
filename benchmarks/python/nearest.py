#!/usr/bin/env python3
"""The nearest ten listings of many positions: the package vicinity, and what people use for it in Python.

    pip install .build/wheel/vicinity-*.whl geopandas scikit-learn duckdb==1.5.5 duckdb-extension-spatial==1.5.5
    python3 benchmarks/python/nearest.py                       # 100 000 positions among 1 000 000 generated listings
    python3 benchmarks/python/nearest.py --data places.jsonl   # among the listings of a file that `import` reads
    python3 benchmarks/python/nearest.py --peers vicinity,balltree --cores 1,2

Each peer runs in a process of its own, restricted to the cores. Prints a table, and compares all answers: the distance
on the ellipsoid of each listing found is computed by GeographicLib (pyproj). The exit status is 1 if a peer finds a
listing that is nearer than that of Vicinity at the same rank.
"""
import argparse
import csv
import importlib
import io
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy

K = 10
# The first one, and one with everything in memory.
ROUNDS = 2
# A scan of the whole table for each position.
DUCKDB_POSITIONS = 50
EVERYTHING = {
    "kinds": ["bar", "event", "couch"], "during": "any",
    "operating_status": ["open", "temporarily closed", "closed", "planned"]}


class Work:
    """The listings and positions, in a folder that all peers read."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.catalog = self.folder / "catalog.gpkg"
        data = numpy.load(self.folder / "work.npz")
        self.lats, self.lons, self.here, self.there = (data[name] for name in ("lats", "lons", "here", "there"))


def prepare(folder, data, count, positions, seed):
    """Imports the listings, and draws positions near listings. Returns the seconds of the import."""
    from vicinity import Catalog
    from vicinity._command import command

    if data is None:
        data = folder / "listings.jsonl"
        subprocess.run(
            [command(), "generate", "listings", "--count", str(count), "--seed", str(seed), "--output", data], check=True)
    started = time.perf_counter()
    with Catalog(folder / "catalog.gpkg", create=True) as catalog:
        catalog.import_(data)
        seconds = time.perf_counter() - started
        # Couches with a private location have their public point here.
        rows = list(csv.reader(io.StringIO(catalog.export("csv", fields="id,lat,lon"))))[1:]
    lats, lons = (numpy.array([float(row[column]) for row in rows]) for column in (1, 2))
    generator = random.Random(seed)
    here, there = numpy.empty(positions), numpy.empty(positions)
    for index in range(positions):
        row = generator.randrange(len(rows))
        here[index] = round(min(max(lats[row] + generator.gauss(0, 0.01), -89.9), 89.9), 6)
        there[index] = round((lons[row] + generator.gauss(0, 0.01) + 180) % 360 - 180, 6)
    numpy.savez(folder / "work.npz", lats=lats, lons=lons, here=here, there=there)
    (folder / "ids.json").write_text(json.dumps([row[0] for row in rows]))
    return seconds, len(rows)


# MARK: the peers: each prepares its index, and returns a function for the answers and one for the rows in them

def vicinity(work, cores):
    from vicinity import Catalog

    catalog = Catalog(work.catalog, threads=cores)
    numbers = {}

    def query():
        return catalog.near_many(work.here, work.there, k=K, fields=["id", "distance"], **EVERYTHING)

    def rows(nearest):
        numbers.update((id, number) for number, id in enumerate(json.loads((work.folder / "ids.json").read_text())))
        found = numpy.full((len(nearest), K), -1)
        for index, (start, count) in enumerate(zip(nearest.starts, nearest.counts)):
            found[index, :count] = [numbers[id] for id in nearest.columns["id"][start:start + count]]
        return found

    query.process = lambda: catalog._queries.pid
    return query, rows


def balltree(work, cores):
    from sklearn.neighbors import BallTree, NearestNeighbors

    points = numpy.radians(numpy.column_stack([work.lats, work.lons]))
    origins = numpy.radians(numpy.column_stack([work.here, work.there]))
    if cores == 1:
        tree = BallTree(points, metric="haversine")
        return lambda: tree.query(origins, k=K), lambda answer: answer[1]
    neighbors = NearestNeighbors(n_neighbors=K, algorithm="ball_tree", metric="haversine", n_jobs=cores).fit(points)
    return lambda: neighbors.kneighbors(origins), lambda answer: answer[1]


def kdtree(work, cores):
    from scipy.spatial import cKDTree

    def chords(lats, lons):
        lats, lons = numpy.radians(lats), numpy.radians(lons)
        return numpy.column_stack([
            numpy.cos(lats) * numpy.cos(lons), numpy.cos(lats) * numpy.sin(lons), numpy.sin(lats)])

    tree = cKDTree(chords(work.lats, work.lons))
    return lambda: tree.query(chords(work.here, work.there), k=K, workers=cores), lambda answer: answer[1]


def geopandas(work, cores):
    import geopandas as library

    def points(lats, lons):
        return library.GeoDataFrame(geometry=library.points_from_xy(lons, lats), crs=4326).to_crs(3857)

    listings, origins = points(work.lats, work.lons), points(work.here, work.there)
    # Built when it is read for the first time.
    listings.sindex
    # Several rows for listings at the same distance: the first one counts.
    return (lambda: library.sjoin_nearest(origins, listings),
            lambda joined: joined[~joined.index.duplicated()]["index_right"].to_numpy().reshape(-1, 1))


def duckdb(work, cores):
    import duckdb as library
    import duckdb_extension_spatial
    import pandas

    connection = library.connect(config={"threads": cores})
    extension = next(Path(duckdb_extension_spatial.__path__[0]).rglob("spatial.duckdb_extension"))
    connection.load_extension(str(extension))
    connection.register("given", pandas.DataFrame(
        {"number": numpy.arange(len(work.lats)), "lat": work.lats, "lon": work.lons}))
    # Distances on the ellipsoid take the latitude first.
    connection.execute("CREATE TABLE listings AS SELECT number, ST_Point2D(lat, lon) AS place FROM given")
    text = ("SELECT number FROM listings ORDER BY ST_Distance_Spheroid(place, ST_Point2D(?, ?)) LIMIT ?")

    def query():
        return [
            connection.execute(text, [float(lat), float(lon), K]).fetchnumpy()["number"]
            for lat, lon in zip(work.here[:DUCKDB_POSITIONS], work.there[:DUCKDB_POSITIONS])]

    return query, numpy.array


PEERS = {"vicinity": vicinity, "balltree": balltree, "kdtree": kdtree, "geopandas": geopandas, "duckdb": duckdb}
# Imported before the first time is taken.
LIBRARIES = {
    "vicinity": ["vicinity"], "balltree": ["sklearn.neighbors"], "kdtree": ["scipy.spatial"], "geopandas": ["geopandas"],
    "duckdb": ["duckdb", "pandas"]}
TITLES = {
    "vicinity": "Vicinity, `near_many`", "balltree": "scikit-learn, BallTree, haversine",
    "kdtree": "SciPy, cKDTree of chords", "geopandas": "geopandas, `sjoin_nearest`, the nearest one",
    "duckdb": "DuckDB spatial, a scan for each position"}


def processor_seconds(query):
    """The processor time of this process and of that of the catalog: other load of the machine changes it little."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    seconds = usage.ru_utime + usage.ru_stime
    process = query.process() if hasattr(query, "process") else None
    if process:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def measure(name, cores, folder):
    """Runs a peer in this process: prints its figures, and saves the rows it finds."""
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:cores]))
    work = Work(folder)
    for module in LIBRARIES[name]:
        importlib.import_module(module)
    started = time.perf_counter()
    query, rows = PEERS[name](work, cores)
    times, processor = [time.perf_counter() - started], []
    for _ in range(ROUNDS):
        answer = None
        used = processor_seconds(query)
        started = time.perf_counter()
        answer = query()
        times.append(time.perf_counter() - started)
        processor.append(processor_seconds(query) - used)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if hasattr(query, "process"):
        status = Path(f"/proc/{query.process()}/status").read_text()
        memory += next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
    found = rows(answer)
    numpy.save(Path(folder) / f"{name}.npy", found)
    json.dump({"build": times[0], "first": times[1], "warm": min(times[2:]),
               "processor": min(processor[1:]), "memory": memory, "positions": len(found)},
              sys.stdout)


# MARK: comparing

def compare(folder, name):
    """The differences of a peer's answers from those of Vicinity, by distances on the ellipsoid."""
    from pyproj import Geod

    work = Work(folder)
    ours, theirs = numpy.load(work.folder / "vicinity.npy"), numpy.load(work.folder / f"{name}.npy")
    count, ranks = theirs.shape
    ours = ours[:count, :ranks]
    geod = Geod(ellps="WGS84")

    def meters(rows):
        here = numpy.repeat(work.here[:count], ranks), numpy.repeat(work.there[:count], ranks)
        _, _, distances = geod.inv(here[1], here[0], work.lons[rows.ravel()], work.lats[rows.ravel()])
        return distances.reshape(rows.shape)

    own, other = meters(ours), numpy.sort(meters(theirs), axis=1)
    differs = other - own
    return {
        "positions": count, "same": int((ours == theirs).all(axis=1).sum()),
        "listings": int((numpy.sort(ours, axis=1) == numpy.sort(theirs, axis=1)).all(axis=1).sum()),
        "farther": int((differs > 0.001).any(axis=1).sum()), "nearer": int((differs < -0.001).any(axis=1).sum()),
        # Relative to the distance at that rank.
        "most": float((differs / numpy.maximum(own, 1)).max()), "meters": float(differs.max())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", default="1,2")
    parser.add_argument("--peers", default=",".join(PEERS))
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        name, cores, folder = options.measure
        return measure(name, int(cores), folder)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        seconds, listings = prepare(folder, options.data, options.count, options.positions, options.seed)
        print(f"{listings:,} listings, imported in {seconds:.1f} s; {options.positions:,} positions; "
              f"load average {os.getloadavg()[0]:.1f}\n")
        print("| | cores | index s | first s | warm s | processor s | processor µs for each | memory MB |\n"
              "|---|---:|---:|---:|---:|---:|---:|---:|")
        names = options.peers.split(",")
        for name in names:
            for cores in (int(text) for text in options.cores.split(",")):
                if cores > 1 and name == "geopandas":
                    continue
                result = subprocess.run(
                    [sys.executable, __file__, "--measure", name, str(cores), folder], stdout=subprocess.PIPE, check=True)
                figures = json.loads(result.stdout)
                print(f"| {TITLES[name]} | {cores} | {figures['build']:.2f} | {figures['first']:.2f} | "
                      f"{figures['warm']:.2f} | {figures['processor']:.2f} | "
                      f"{1e6 * figures['processor'] / figures['positions']:.1f} | "
                      f"{figures['memory']:.0f} |", flush=True)
        print("\n| answers | positions | same order | same listings | a farther listing | a nearer listing | "
              "most farther |\n|---|---:|---:|---:|---:|---:|---:|")
        missed = 0
        for name in names[names.index("vicinity") + 1:] if "vicinity" in names else []:
            result = compare(folder, name)
            missed += result["nearer"]
            print(f"| {TITLES[name]} | {result['positions']:,} | {result['same']:,} | {result['listings']:,} | "
                  f"{result['farther']:,} | {result['nearer']:,} | {result['meters']:.2f} m, "
                  f"{100 * result['most']:.3f} % |")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
