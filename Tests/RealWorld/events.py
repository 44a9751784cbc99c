"""What is on, by the other formats of the same events."""
import json

from .world import COERDE, expect, paris_events, read, same


def events(world):
    rows = json.loads(read("events/muenster_coerde_events.json.gz"))["events"]
    near = {"near": {"lat": COERDE[0], "lon": COERDE[1]}, "radius": 5000, "kinds": ["event"]}
    found = world.ids({**near, "limit": 1000}, "2026-08-01T00:00:00+02:00")
    names = {row["event_id"]: row for row in rows}
    expect(len(found) >= 0.9 * len(rows), f"{len(found)} of {len(rows)} events of Münster")
    for day in sorted({row["start_date"] for row in rows})[3:40:6]:
        wanted = [
            id for id, row in names.items() if row["start_date"] <= day <= (row.get("end_date") or row["start_date"])
        ]
        ids = world.ids({**near, "during": day}, "2026-08-01T00:00:00+02:00")
        same([id.split("@")[0] for id in ids], wanted, f"on {day}")
    paris = {event["id"]: event for event in paris_events()}
    late = [id for id, event in paris.items() if event["starts"] >= "2025"]
    found = world.ids(
        {"kinds": ["event"], "within": {"bbox": [-180, -90, 180, 90]}}, "2013-01-01T00:00:00+01:00")
    expect(len(set(found) & set(paris)) == len(paris), f"{len(set(found) & set(paris))} of {len(paris)} events of Paris")
    print(f"  {len(rows)} events of Münster, {len(paris)} of OpenAgenda, {len(late)} of them from 2025 on")
