"""Evenings of several places."""
from datetime import datetime

from .world import MARIENPLATZ, expect, features, MUNICH, plain_state


def itineraries(world):
    """A pub crawl visits open bars, none twice, and no step back in time."""
    origin = f"{MARIENPLATZ[0]},{MARIENPLATZ[1]}"
    hours = {number: tags.get("opening_hours") for name in MUNICH for number, _, tags in features(name)}
    crawls = world.lines(
        "crawl", "--from", origin, "--start", "2026-11-25T19:00", "--stops", 3, "--limit", 3)
    expect(crawls, "there is a crawl in the middle of Munich")
    judged = 0
    for crawl in crawls:
        stops = crawl["stops"]
        ids = [stop["id"].split("/")[-1] for stop in stops]
        expect(len(ids) == len(set(ids)) == 3, f"three bars: {ids}")
        for stop, id in zip(stops, ids):
            moment = datetime.fromisoformat(stop["arrival"])
            state = plain_state(hours.get(id), moment.weekday(), 60 * moment.hour + moment.minute)
            judged += state is not None
            expect(state is not False, f"{id} is closed at {moment}: {hours[id]}")
    print(f"  {len(crawls)} crawls; the hours of {judged} stops are plain")
