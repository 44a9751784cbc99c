"""Streets out of an extract of OpenStreetMap."""
import os, subprocess, tempfile

from . import catalogs
from .checks import check
from .sight import names, sees, theme, writer, writes
from .stage import Unavailable
from .streets import serving

# About 1.1 km from west to east, near 48.5, 9.5.
nodes = [
    (48.5000, 9.5000), (48.5000, 9.5150), (48.5020, 9.5040), (48.5020, 9.5080), (48.5045, 9.5080), (48.5045, 9.5040),
    (48.4960, 9.5040), (48.4960, 9.5080), (48.4985, 9.5080), (48.4985, 9.5040), (48.4900, 9.5110), (48.5100, 9.5110),
]
ways = [
    ((1, 2), {"highway": "primary", "name": "Hauptstraße"}), ((11, 12), {"highway": "residential", "name": "Gasse"}),
    ((3, 4, 5, 6, 3), {"natural": "water", "name": "Dorfteich"}), ((7, 8, 9, 10, 7), {"leisure": "park"}),
]
village = (48.4992, 9.5090)


def extract():
    """A village as OpenStreetMap has it."""
    tags = lambda given: "".join(f'<tag k="{key}" v="{value}"/>' for key, value in given.items())
    points = [*((at, {}) for at in nodes), (village, {"place": "village", "name": "Kleinbach"})]
    parts = [
        f'<node id="{index}" version="1" lat="{at[0]}" lon="{at[1]}">{tags(given)}</node>'
        for index, (at, given) in enumerate(points, 1)]
    for index, (of, given) in enumerate(ways, 1):
        refs = "".join(f'<nd ref="{one}"/>' for one in of)
        parts.append(f'<way id="{index}" version="1">{refs}{tags(given)}</way>')
    return f'<osm version="0.6">{"".join(parts)}</osm>'


def run(*command):
    done = subprocess.run(command, cwd=catalogs.root, capture_output=True, text=True)
    check(done.returncode == 0, f"{' '.join(command)}: {done.stderr[-300:]}")


def from_an_extract(stage):
    """The output of scripts/basemap is drawn."""
    if subprocess.run(["scripts/setup", "osmium-tool", "tilemaker"], cwd=catalogs.root, capture_output=True).returncode:
        raise Unavailable("needs osmium-tool and tilemaker")
    folder = tempfile.mkdtemp(dir=stage.temporary)
    source, data, made = (os.path.join(folder, f"village.{ending}") for ending in ("osm", "osm.pbf", "mbtiles"))
    with open(source, "w") as file:
        file.write(extract())
    run("osmium", "cat", source, "-o", data)
    run("scripts/basemap", data)
    light = theme("light")
    with serving(stage, "empty", "--base-map", made) as server:
        visit = writer(stage, server, "?view=48.5,9.507,16")
        sees(visit, "streets, a pond and a park", [
            ((48.5, 9.503), light["main"]), ((48.503, 9.511), light["road"]), ((48.503, 9.506), light["water"]),
            ((48.497, 9.506), light["grass"]), ((48.501, 9.502), light["land"])])
        for name in "Kleinbach", "Hauptstraße", "Gasse":
            writes(visit, name)
        names(visit, ("© OpenStreetMap contributors", "https://www.openstreetmap.org/copyright"))
