"""What is near, by place, tag and word."""
from .world import LONDON, MARIENPLATZ, MUNICH, expect, features, meters, path, same


def searches(world):
    """Circles around the Marienplatz hold the points of OpenStreetMap that lie in them, and no others."""
    points = {}
    for name in MUNICH:
        for number, place, tags in features(name):
            points[number] = (place, tags)
    known = set(world.numbers({"kinds": ["bar"], "within": {"bbox": [11.0, 47.9, 12.2, 48.5]}}))
    # Places that are closed for good, or have no name, may be left out by the import; they are counted.
    print(f"  {len(points)} points of OpenStreetMap, {len(known)} listings")
    expect(len(known & set(points)) > 0.97 * len(points), "most points are listings")
    for radius in [100, 500, 1500, 5000, 20000]:
        origin = {"lat": MARIENPLATZ[0], "lon": MARIENPLATZ[1]}
        found = world.numbers({"near": origin, "radius": radius, "kinds": ["bar"]})
        # The sphere and the ellipsoid differ by at most 0.6 %: what lies there may be in or out.
        away = {id: meters(MARIENPLATZ, place) for id, (place, _) in points.items() if id in known}
        edge = {id for id, distance in away.items() if 0.994 * radius < distance < 1.006 * radius}
        wanted = {id for id, distance in away.items() if distance <= radius}
        same({id for id in found if id in points} - edge, wanted - edge, f"{radius} m")
        distances = [meters(MARIENPLATZ, points[id][0]) for id in found if id in points]
        expect(all(a <= 1.01 * b + 0.01 for a, b in zip(distances, distances[1:])), "the nearest ones come first, on the ellipsoid")
    for tag, value in [("cuisine", "italian"), ("cuisine", "thai"), ("wheelchair", "yes")]:
        wanted = [
            id for id, (_, tags) in points.items()
            if id in known and value in [part.strip().lower() for part in tags.get(tag, "").split(";")]
        ]
        word = "wheelchair" if tag == "wheelchair" else f"{tag}:{value}"
        same(set(world.numbers({"tags": [word], "kinds": ["bar"]})) & set(points), wanted, word)
    # A point on the Greenwich side: pubs of London are in London.
    found = world.numbers({"near": {"lat": 51.5074, "lon": -0.1278}, "radius": 30000, "kinds": ["bar"]})
    rows = sum(sum(1 for _ in open(path(f"places/open_pubs_{name}.csv"), "rb")) - 1 for name in LONDON)
    expect(0.6 * rows < len(found) <= rows, f"{len(found)} pubs of {rows} rows")


def words(world):
    """Names are found by their words, whatever their case and accents."""
    names = {}
    for name in MUNICH:
        for number, _, tags in features(name):
            names[number] = tags.get("name", "")
    known = set(world.numbers({"kinds": ["bar"], "within": {"bbox": [11.0, 47.9, 12.2, 48.5]}}))
    for word in ["augustiner", "Paulaner", "sushi", "pizzeria", "osteria"]:
        wanted = [
            id for id, name in names.items()
            if id in known and word.lower() in "".join(c if c.isalnum() else " " for c in name.lower()).split()
        ]
        found = set(world.numbers({"text": word, "kinds": ["bar"]}))
        missing = sorted(set(wanted) - found)
        expect(not missing, f"{word} finds what has the word in its name; missing: {missing[:3]}")
        print(f"  {word}: {len(wanted)} names, {len(found)} listings")
    expect(world.numbers({"text": "cafe uberm marienplatz"}) != [], "accents may be left out")
    expect(world.numbers({"text": "Marienplazt"}) != [], "a typing error is corrected")
