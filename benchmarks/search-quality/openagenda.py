"""Events of OpenAgenda (JSON Lines, gzip) as canonical JSON Lines of Vicinity."""
import gzip
import html
import json
import re
from datetime import datetime, timezone

CANCELLED = 6
MAX_SESSIONS = 270  # the import allows 10,000 bytes of recurrence


def convert(source, target):
    """Returns the number of events written; those without a place or without sessions are left out."""
    count = 0
    with gzip.open(source, "rt", encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as output:
        for line in lines:
            if listing := event(json.loads(line)):
                output.write(json.dumps(listing, ensure_ascii=False) + "\n")
                count += 1
    return count


def event(entry):
    """One listing, or None."""
    place = entry.get("location_coordinates")
    lat, lon = (place.get("lat"), place.get("lon")) if isinstance(place, dict) else place or (None, None)
    sessions = sorted(parsed(entry.get("timings")) or [], key=lambda session: session["begin"])
    if lat is None or not sessions:
        return None
    if len(sessions) > 200:
        # From a long series only the sessions that the searches, in 2025 and later, can find.
        sessions = ([session for session in sessions if session["begin"] >= "2024-10"] or sessions)[:MAX_SESSIONS]
    listing = {
        "id": f"oa-{entry['uid']}", "kind": "event", "name": entry.get("title_fr"), "lat": lat, "lon": lon,
        "timezone": "Europe/Paris", "tags": keywords(entry), "starts": sessions[0]["begin"], "ends": sessions[0]["end"],
        "recurrence": recurrence(sessions[1:]), "description": description(entry),
        "address": ", ".join(filter(None, [entry.get("location_name"), entry.get("location_address")])),
        **price(entry.get("conditions_fr") or ""),
    }
    status = parsed(entry.get("status"))
    if isinstance(status, dict) and status.get("id") == CANCELLED:
        listing["status"] = "cancelled"
    return {key: value for key, value in listing.items() if value not in (None, "", [])}


def parsed(value):
    """Some fields are JSON within a string."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return None


def keywords(entry):
    words = entry.get("keywords_fr") or []
    if isinstance(words, str):
        return (parsed(words) if words.startswith("[") else re.split("[;,]", words)) or []
    return [word for word in words if word][:20]


def recurrence(sessions):
    """Each further session as a period of its own."""
    periods = ",".join(f"{utc(session['begin'])}/{utc(session['end'])}" for session in sessions)
    return periods and f"RDATE;VALUE=PERIOD:{periods}"


def utc(text):
    return datetime.fromisoformat(text).astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def description(entry):
    long = html.unescape(re.sub("<[^>]*>", " ", entry.get("longdescription_fr") or ""))
    return f"{entry.get('description_fr') or ''} {' '.join(long.split())}".strip()[:1500]


def price(conditions):
    """From prose: the first number of euros, or nothing to pay."""
    if found := re.search(r"(\d+(?:[.,]\d+)?)\s*(?:€|euros?)", conditions.lower()):
        return {"price": float(found[1].replace(",", ".")), "currency": "EUR"}
    return {"price": 0} if re.search("gratuit|libre", conditions.lower()) else {}
