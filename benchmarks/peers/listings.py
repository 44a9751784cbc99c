"""The listings that every peer loads, and the distance function for the checks."""
import json
import math
from datetime import date, datetime

EARTH_METERS = 6371008.8  # mean radius of GRS 80, as Vicinity's metric "sphere"


class Listing:
    """One line of `vicinity generate listings`, with numeric columns for databases."""

    def __init__(self, line):
        o = json.loads(line)
        self.id = o["id"]
        self.number = int(o["id"].rsplit("-", 1)[1])
        self.kind, self.lat, self.lon = o["kind"], o["lat"], o["lon"]
        self.name, self.description = o.get("name", ""), o.get("description", "")
        self.tags = o.get("tags", [])
        self.price, self.currency = o.get("price"), o.get("currency")
        self.guests = o.get("guests", 0)
        self.min_nights, self.max_nights = o.get("minNights", 1), o.get("maxNights", 1 << 30)
        self.taken = [(day(a), day(b)) for a, b in o.get("unavailable", [])]
        self.starts = seconds(o["starts"]) if "starts" in o else None
        self.ends = seconds(o["ends"]) if "ends" in o else None


def read(path):
    """All listings of a JSON Lines file."""
    with open(path, encoding="utf-8") as file:
        return [Listing(line) for line in file]


def day(text):
    return date.fromisoformat(text).toordinal()


def seconds(text):
    return int(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())


def meters(lat1, lon1, lat2, lon2):
    """Great-circle distance (haversine)."""
    p1, p2 = math.radians(lat1), math.radians(lat2)
    s, t = math.sin((p2 - p1) / 2), math.sin(math.radians(lon2 - lon1) / 2)
    return 2 * EARTH_METERS * math.asin(min(1, math.sqrt(s * s + math.cos(p1) * math.cos(p2) * t * t)))


def box(lat, lon, radius):
    """South, west, north, east of a box around a circle, slightly too large; not valid at the poles."""
    north = math.degrees(radius / EARTH_METERS) * 1.0001
    east = north / math.cos(math.radians(min(89, abs(lat) + north)))
    return lat - north, lon - east, lat + north, lon + east
