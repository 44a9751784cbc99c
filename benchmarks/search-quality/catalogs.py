#!/usr/bin/env python3
"""Builds the catalogs of the searches: one from the datasets of the project, six from real data.

  catalogs.py FOLDER [--shared FOLDER] [--vicinity PROGRAM] [CATALOG…]

The real data is read from data/ in the folder of --shared (default: $VICINITY_SHARED, else `shared` next to the checkout). Catalogs
whose data is missing are skipped with a message. Catalogs of these names in FOLDER are replaced.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import openagenda

PROJECT = Path(__file__).resolve().parents[2]
DATASETS = ["stuttgart-bars", "budapest-couches", "philadelphia-parties", "targu-mures-couches", "targu-mures-events"]
BOROUGHS = ["barnet", "croydon", "hammersmith-and-fulham", "hounslow", "islington", "wandsworth", "westminster"]
CITIES = ["gazetteer/cities15000.txt.gz", "gazetteer/countryInfo.txt", "gazetteer/admin1CodesASCII.txt.gz"]
PARIS = "events/openagenda_paris.jsonl.gz"

# The imports of each catalog, in order: a command, its files in data/, and its options.
REAL = {
    "munich": [("import", [f"places/munich_{kind}.geojson.gz" for kind in ("restaurants", "bars", "pubs", "cafes")],
                ["--timezone", "Europe/Berlin"])],
    "antwerp": [("import", ["lodging/antwerp_listings.csv.gz"],
                 ["--calendar", "lodging/antwerp_calendar.csv.gz", "--currency", "EUR", "--timezone", "Europe/Brussels"])],
    "madrid": [("import", ["events/madrid_agenda_2018-05.json.gz"], ["--timezone", "Europe/Madrid"])],
    "london": [("import", [f"places/open_pubs_{borough}.csv" for borough in BOROUGHS], ["--timezone", "Europe/London"])],
    "veg": [("gazetteer import", CITIES, []), ("import", ["places/osm_veg_eurafrasia.geojsonl.gz"], [])],
    "paris": [("import", [PARIS], [])],
}


def main():
    options = parse()
    os.makedirs(options.folder, exist_ok=True)
    for name in options.catalogs or ["shipped", *REAL]:
        if name == "shipped":
            steps = [("import", [PROJECT / f"datasets/{dataset}.jsonl" for dataset in DATASETS], [])]
        else:
            steps = [located(step, options.shared / "data") for step in REAL[name]]
        if missing := [word for step in steps for word in paths(step) if not word.exists()]:
            print(f"{name}: skipped, without {missing[0]}", file=sys.stderr)
            continue
        build(name, steps, options)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("catalogs", nargs="*", metavar="CATALOG", help=f"of shipped, {', '.join(REAL)}; default: all")
    parser.add_argument("--shared", type=Path, default=os.environ.get("VICINITY_SHARED") or PROJECT.parent / "shared")
    parser.add_argument("--vicinity", default=shutil.which("vicinity") or PROJECT / ".build/release/vicinity")
    options = parser.parse_intermixed_args()
    if unknown := set(options.catalogs) - {"shipped", *REAL}:
        parser.error(f"unknown catalogs: {', '.join(sorted(unknown))}")
    return options


def located(step, data):
    """The step with full paths."""
    command, files, words = step
    return command, [data / file for file in files], [data / word if word.endswith(".gz") else word for word in words]


def paths(step):
    return [word for word in step[1] + step[2] if isinstance(word, Path)]


def build(name, steps, options):
    """In a temporary folder, so that a catalog that exists is complete."""
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="building-") as folder:
        catalog = Path(folder) / f"{name}.gpkg"
        for command, files, words in steps:
            if name == "paris":
                files = [Path(folder) / "paris.jsonl"]
                openagenda.convert(options.shared / "data" / PARIS, files[0])
            done = subprocess.run([options.vicinity, *command.split(), *files, *words, "--catalog", catalog])
            if done.returncode not in (0, 2):  # 2: done, but some rows were rejected
                sys.exit(f"{name}: {command} failed")
        os.replace(catalog, options.folder / catalog.name)


if __name__ == "__main__":
    main()
