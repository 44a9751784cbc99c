"""The catalog is sound, and the same after an export and an import."""
import json, os

from .world import expect


def exports(world):
    text = world.run("check")
    file = os.path.join(world.folder, "all.jsonl")
    first = world.run("export", "--format", "jsonl")
    with open(file, "w") as output:
        output.write(first)
    before = world.catalog
    world.catalog = os.path.join(world.folder, "again.gpkg")
    try:
        world.run("import", file, "--source", "again", statuses=(0, 2))
        second = world.run("export", "--format", "jsonl")
    finally:
        world.catalog = before

    def by_id(text):
        listings = {}
        for line in text.splitlines():
            listing = json.loads(line)
            # The import is another one.
            for key in ("source", "added", "changed"):
                listing.pop(key, None)
            listings[listing["id"]] = listing
        return listings

    one, other = by_id(first), by_id(second)
    differing = [id for id in one if one[id] != other.get(id)]
    expect(len(one) == len(other) and not differing, f"{len(differing)} differ, such as {differing[:3]}")
    print(f"  {len(one)} listings, check: {text.strip().splitlines()[-1][:80] if text.strip() else 'no defect'}")
