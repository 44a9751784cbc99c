"""The catalog of real data, and how it is queried."""
import csv, gzip, io, json, math, os, re, subprocess
from datetime import datetime

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "shared", "data")

MUNICH = ["bars", "pubs", "cafes", "restaurants"]
LONDON = ["croydon", "hammersmith-and-fulham", "hounslow", "islington", "westminster"]
# Places of queries.
MARIENPLATZ = (48.1374, 11.5755)
GROTE_MARKT = (51.2213, 4.3997)
COERDE = (51.99, 7.66)
# A Wednesday within the calendar of Antwerp, and a Wednesday without a holiday in Bavaria.
SUMMER = "2024-07-03T12:00:00+02:00"


class Failed(Exception):
    """A check has found something else than it should."""


def has_data():
    return os.path.isdir(os.path.join(DATA, "gazetteer"))


def path(name):
    return os.path.join(DATA, name)


def read(name):
    """The bytes of a file, without compression."""
    with (gzip.open if name.endswith(".gz") else open)(path(name), "rb") as file:
        return file.read()


def meters(one, other):
    """The great-circle distance of two coordinates."""
    (a, b), (c, d) = (map(math.radians, one), map(math.radians, other))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * 6371008.8 * math.asin(min(1, math.sqrt(h)))


def features(name):
    """The points of a file of OpenStreetMap: number, coordinate and tags."""
    for feature in json.loads(read(f"places/munich_{name}.geojson.gz"))["features"]:
        if feature["geometry"]["type"] == "Point":
            (lon, lat), tags = feature["geometry"]["coordinates"], feature["properties"]
            yield str(tags["id"]), (lat, lon), tags


def table(name):
    return csv.DictReader(io.StringIO(read(name).decode()))


def expect(condition, text):
    if not condition:
        raise Failed(text)


def same(found, wanted, what):
    """Compares two sets."""
    found, wanted = set(found), set(wanted)
    if found != wanted:
        extra, missing = sorted(found - wanted)[:3], sorted(wanted - found)[:3]
        raise Failed(f"{what}: {len(found)} instead of {len(wanted)}; too many: {extra}; missing: {missing}")


class World:
    def __init__(self, folder, program, whole):
        self.folder, self.program, self.whole = folder, os.path.abspath(program), whole
        self.catalog = os.path.join(folder, "world.gpkg")
        self.listings = 0

    def run(self, *arguments, input=None, statuses=(0,)):
        """The output of the command."""
        environment = {**os.environ, "VICINITY_CATALOG": self.catalog, "TZ": "UTC"}
        process = subprocess.run(
            [self.program, *map(str, arguments)], input=input, capture_output=True, text=True, env=environment,
            timeout=600)
        if process.returncode not in statuses:
            raise Failed(f"{' '.join(map(str, arguments))[:200]}: status {process.returncode}: {process.stderr[-400:]}")
        return process.stdout

    def lines(self, *arguments, input=None, statuses=(0,)):
        return [json.loads(line) for line in self.run(*arguments, input=input, statuses=statuses).splitlines()]

    def numbers(self, query, now=None):
        """The numbers of the listings of OpenStreetMap: a tag may have overwritten the type that the id begins with."""
        return [id.split("/")[-1] for id in self.ids(query, now)]

    def batch(self, queries):
        """The answers to queries, each a line."""
        return self.lines("batch", input="\n".join(json.dumps(query) for query in queries), statuses=(0, 2))

    def ids(self, query, now=None):
        """The ids of all matches of a query."""
        extra = {} if now is None else {"now": now}
        [answer] = self.batch([{"limit": 100000, "fields": ["id"], **extra, **query}])
        if "error" in answer:
            raise Failed(f"{query}: {answer['error']}")
        return [match["id"] for match in answer["results"]]

    def build(self):
        if not os.path.exists(self.catalog):
            self.load()
        [numbers] = self.lines("stats")
        self.listings = numbers["listings"]

    def load(self):
        places = [path(f"gazetteer/{name}") for name in
                  ["countryInfo.txt", "admin1CodesASCII.txt.gz", "cities15000.txt.gz"]]
        self.run("gazetteer", "import", *places)
        munich = [path(f"places/munich_{name}.geojson.gz") for name in MUNICH]
        self.run("import", *munich, "--timezone", "Europe/Berlin", "--currency", "EUR", statuses=(0, 2))
        london = [path(f"places/open_pubs_{name}.csv") for name in LONDON]
        self.run("import", *london, "--timezone", "Europe/London", statuses=(0, 2))
        self.run(
            "import", path("lodging/antwerp_listings.csv.gz"), "--calendar", path("lodging/antwerp_calendar.csv.gz"),
            "--currency", "EUR", "--timezone", "Europe/Brussels", statuses=(0, 2))
        self.run(
            "import", path("events/muenster_coerde_events.ics.gz"), "--near", "51.99,7.66", "--timezone",
            "Europe/Berlin", statuses=(0, 2))
        self.run(
            "import", path("events/madrid_agenda_2022-12_latin1.csv.gz"), "--timezone", "Europe/Madrid",
            statuses=(0, 2))
        paris = os.path.join(self.folder, "paris.jsonl")
        with open(paris, "w") as file:
            for event in paris_events():
                file.write(json.dumps(event) + "\n")
        self.run("import", paris, "--source", "openagenda", statuses=(0,))


def paris_events():
    """The next or last session of each event of OpenAgenda, as a listing."""
    for line in filter(None, read("events/openagenda_paris.jsonl.gz").decode().split("\n")):
        event = json.loads(line)
        place, timings = event.get("location_coordinates"), json.loads(event.get("timings") or "[]")
        if not place or not timings:
            continue
        lat, lon = (place["lat"], place["lon"]) if isinstance(place, dict) else place
        last = max(timings, key=lambda timing: timing["begin"])
        begin, end = (datetime.fromisoformat(last[name]) for name in ("begin", "end"))
        listing = {
            "id": f"paris/{event['uid']}", "kind": "event", "lat": float(lat), "lon": float(lon),
            "name": event.get("title_fr") or event.get("title") or event["uid"], "timezone": "Europe/Paris", "starts": begin.isoformat(),
        }
        if end > begin:
            listing["ends"] = end.isoformat()
        yield listing


def minutes(text):
    hours, rest = text.split(":")
    return 60 * int(hours) + int(rest)


DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
PLAIN = re.compile(r"(?:(Mo|Tu|We|Th|Fr|Sa|Su)-(Mo|Tu|We|Th|Fr|Sa|Su) )?(\d\d:\d\d)-(\d\d:\d\d)")


def plain_state(hours, weekday, minute):
    """Whether hours are open, for hours with one span for several days that ends on the same day; None for others."""
    match = PLAIN.fullmatch(hours or "")
    if not match:
        return None
    first, last = (DAYS.index(match[1]), DAYS.index(match[2])) if match[1] else (0, 6)
    start, end = minutes(match[3]), minutes(match[4])
    if first > last or end <= start or end > 1440:
        return None
    return first <= weekday <= last and start <= minute < end
