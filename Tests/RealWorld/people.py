"""Check-ins as signals: recommendations for those who have been somewhere."""
import gzip, json, os

from .world import expect, path, read


def people(world):
    """Places that people have visited are recommended to those who visit the same ones."""
    before = world.catalog
    world.catalog = os.path.join(world.folder, "people.gpkg")
    try:
        places = [line.split("\t") for line in read("checkins/gowalla/pois.tsv.gz").decode().splitlines()]
        listings = os.path.join(world.folder, "pois.jsonl")
        with open(listings, "w") as file:
            for number, lat, lon in places:
                file.write(json.dumps({"id": number, "kind": "bar", "lat": float(lat), "lon": float(lon)}) + "\n")
        world.run("import", listings, "--source", "gowalla")
        visits = [line.split("\t") for line in read("checkins/gowalla/train.tsv.gz").decode().splitlines()]
        signals = os.path.join(world.folder, "signals.jsonl")
        with open(signals, "w") as file:
            for member, place, count in visits:
                file.write(json.dumps({"member": member, "listing": place, "signal": "visit", "value": int(count)}) + "\n")
        world.run("import-signals", signals)
        next_visits = {}
        for line in read("checkins/gowalla/tune.tsv.gz").decode().splitlines():
            member, place, _ = line.split("\t")
            next_visits.setdefault(member, set()).add(place)
        members = sorted(next_visits)[:200]
        been = {member: {place for other, place, _ in visits if other == member} for member in members[:20]}
        answers = world.batch(
            [{"members": [member], "sort": "recommended", "limit": 50, "fields": ["id"]} for member in members])
        hits = 0
        for member, answer in zip(members, answers):
            ids = [match["id"] for match in answer.get("results", [])]
            expect(ids, f"member {member} gets no recommendation: {answer}")
            expect(not been.get(member, set()) & set(ids), f"member {member} has been there already")
            hits += bool(next_visits[member] & set(ids))
        print(f"  {hits} of {len(members)} members went to one of the fifty places recommended to them")
        expect(hits > 0.3 * len(members), f"only {hits} of {len(members)} members")
    finally:
        world.catalog = before
