"""What is open, for hours that are plain enough to be read by two lines of Python."""
from datetime import datetime

from .world import MUNICH, features, plain_state, same


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
