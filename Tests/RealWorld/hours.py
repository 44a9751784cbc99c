"""What is open: for hours that are plain enough to be read by two lines of Python, on holidays, and out of business."""
import json, os, re
from datetime import datetime

from .world import MUNICH, expect, features, plain_state, same

AREA = {"kinds": ["bar"], "within": {"bbox": [11.0, 47.9, 12.2, 48.5]}}
# A holiday in Bavaria, not in Hamburg and not in London, and the same day of the next week.
EPIPHANY, ORDINARY = "2027-01-06", "2027-01-13"
HOURS = ["10:15", "12:15", "19:00", "21:30"]
# Hours that are the same in every week.
WEEKLY = re.compile(r"(?:(?:Mo|Tu|We|Th|Fr|Sa|Su|off|closed|PH)\b|[\d:,; +-])+")


def hours(world):
    states = {}
    for name in MUNICH:
        for number, _, tags in features(name):
            states[number] = tags.get("opening_hours")
    known = set(world.numbers({"kinds": ["bar"], "within": {"bbox": [11.0, 47.9, 12.2, 48.5]}}))
    # No public holidays in Bavaria.
    for text in ["2026-11-25T08:30", "2026-11-25T12:15", "2026-11-28T17:45", "2026-11-29T21:59", "2026-07-05T06:00"]:
        moment = datetime.fromisoformat(text)
        plain = {
            id: plain_state(hours, moment.weekday(), 60 * moment.hour + moment.minute) for id, hours in states.items()
            if id in known
        }
        found = world.numbers({"kinds": ["bar"], "open": text, "within": {"bbox": [11.0, 47.9, 12.2, 48.5]}})
        wanted = [id for id, state in plain.items() if state]
        same([id for id in found if plain.get(id) is not None], wanted, f"open on {text}")
        judged = sum(state is not None for state in plain.values())
        print(f"  {text}: {len(wanted)} of {judged} with plain hours are open")


def holidays(world):
    """Bars that close on public holidays are closed on those of their region, and others do not change."""
    texts = {id: tags["opening_hours"] for name in MUNICH for id, _, tags in features(name) if "opening_hours" in tags}
    closing = {id for id, text in texts.items() if "PH off" in text and "PH " not in text.replace("PH off", "")}
    plain = {id for id, text in texts.items() if "PH" not in text and WEEKLY.fullmatch(text)}
    expect(len(closing) > 50 and len(plain) > 500, "there are bars of both sorts")
    were_open = set()
    for hour in HOURS:
        feast = set(world.numbers({**AREA, "open": f"{EPIPHANY}T{hour}"}))
        usual = set(world.numbers({**AREA, "open": f"{ORDINARY}T{hour}"}))
        same(feast & closing, [], f"open in Munich on Epiphany at {hour} despite PH off")
        same(feast & plain, usual & plain, f"open in Munich on Epiphany at {hour}, of hours without PH")
        were_open |= usual & closing
    expect(len(were_open) > 0.8 * len(closing), "they are open a week later")
    print(f"  {len(closing)} bars of Munich close on Epiphany, {len(plain)} do not care")
    elsewhere(world, [texts[id] for id in sorted(closing & were_open)])


def elsewhere(world, texts):
    """The same bars in Hamburg and London have an ordinary day."""
    cities = {"hamburg": (53.55, 9.99, "Europe/Berlin"), "london": (51.51, -0.12, "Europe/London")}
    path = os.path.join(world.folder, "copies.jsonl")
    with open(path, "w") as file:
        for city, (lat, lon, zone) in cities.items():
            for number, text in enumerate(texts):
                listing = {"id": f"{city}/{number}", "kind": "bar", "name": f"Copy {number}", "lat": lat, "lon": lon,
                           "timezone": zone, "openingHours": text}
                file.write(json.dumps(listing) + "\n")
    world.run("import", path, "--source", "copies")
    try:
        for city, (lat, lon, _) in cities.items():
            for hour in HOURS:
                copies = [
                    {id for id in world.ids({"near": {"lat": lat, "lon": lon}, "radius": 50, "open": f"{day}T{hour}"})
                     if id.startswith(city)}
                    for day in (EPIPHANY, ORDINARY)
                ]
                same(*copies, f"open in {city} on Epiphany at {hour}")
                expect(copies[0], f"some are open in {city} at {hour}")
        print(f"  {len(texts)} of them would be open in Hamburg and London")
    finally:
        open(path, "w").close()
        world.run("import", path, "--source", "copies", "--replace-source", "--allow-empty", statuses=(0, 2))


def lifecycle(world):
    """Places whose hours say closed are in no answer, unless it is asked for them."""
    shut = {
        id for name in MUNICH for id, _, tags in features(name) if tags.get("opening_hours") in ("closed", "off")
    }
    gone = {
        id for name in MUNICH for id, _, tags in features(name)
        if "amenity" not in tags and any(key.startswith(("disused:", "was:")) for key in tags)
    }
    expect(len(shut) > 3, "some are closed")
    found = set(world.numbers(AREA))
    same(found & (shut | gone), [], "places that are closed or gone")
    same(found & set(world.numbers({**AREA, "open": {"at": "now", "unknown": "keep"}})) & shut, [], "closed places, open")
    asked = set(world.numbers({**AREA, "operatingStatus": ["temporarily closed", "closed"]}))
    expect(shut <= asked, f"the closed ones are found when asked for: {sorted(shut - asked)[:3]} are missing")
    same(asked & found, [], "places both in business and not")
    everything = set(world.numbers({**AREA, "operatingStatus": ["open", "temporarily closed", "closed", "planned"]}))
    expect(found | asked <= everything, "all are found when all are asked for")
    print(f"  {len(shut)} places say that they are closed, {len(asked)} are out of business")
