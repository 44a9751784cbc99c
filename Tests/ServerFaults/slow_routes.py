"""Queries made to be slow, during normal requests."""
import contextlib, json, math, random, tempfile, threading, time, urllib.parse

from .load import SteadyClient
from .server import Failed, check, own_server, percentile, start

listings = 100_000
askers = 4
seconds = 5
"""The time for which a route is asked."""
deadline, slack = 2, 3
"""The seconds that a question may take by the settings, and what may be added for waiting and writing."""

near = "48.7758,9.1829"
all_facets = ["kind", "tag", "priceBand", "priceLevel", "accessible", "rating", "area"]
letters = "abcdefghijklmnopqrstuvwxyz"


class Slow:
    """A slow request. A stream, or an operator's request, has no deadline as a whole; an answer may be too large."""

    def __init__(self, name, path, form=None, key=False, is_stream=False, body=None, too_large=False):
        self.name, self.path, self.key, self.is_stream = name, path, key, is_stream
        self.statuses = (400, 503) if too_large else (200, 503)
        self.body = body or (None if form is None else json.dumps(form))
        self.method = "GET" if self.body is None else "POST"


def url(path, **parameters):
    return path + "?" + urllib.parse.urlencode({name.replace("_", "-"): value for name, value in parameters.items()})


def likes(fields, endings):
    """A condition on a text that is read from the row of each listing, many times, and holds for none."""
    return " OR ".join(f"{field} LIKE '%{a}%{b}%~'" for field in fields for a in letters for b in endings)


def star(count):
    """A polygon round most of the Earth with many corners."""
    points = []
    for number in range(count):
        angle = 2 * math.pi * number / count
        size = 1 + 0.2 * math.sin(50 * angle)
        points.append([round(9.18 + 60 * size * math.cos(angle), 4), round(20 + 50 * size * math.sin(angle), 4)])
    return {"type": "Polygon", "coordinates": [[[x, max(-89, min(89, y))] for x, y in points + points[:1]]]}


def origins(count):
    generator = random.Random(1)
    return [{"lat": round(generator.uniform(-80, 80), 4), "lon": round(generator.uniform(-170, 170), 4)} for _ in range(count)]


def route(count):
    line = [[round(-10 + 40 * number / count, 5), round(48 + 8 * math.sin(number / 5), 5)] for number in range(count)]
    return {"line": {"type": "LineString", "coordinates": line}, "width": 500_000}


def searches():
    facets, words = ",".join(all_facets), " OR ".join(letters)
    place = {"lat": 48.7758, "lon": 9.1829}
    return [
        Slow("near: text, facets, name", url(
            "/v1/near", near=near, radius="20000km", text=words, typos=2, facets=facets, sort="name", total="", limit=10000)),
        Slow("near: clusters of zoom 22", url("/v1/near", near=near, radius="20000km", text="a", facets=facets, cluster=22)),
        Slow("near: best, open, facets", url(
            "/v1/near", near=near, sort="best", open="now", unknown="keep", facets=facets, total="", limit=10000)),
        Slow("near: front of five keys", url(
            "/v1/near", near=near, front="price,-rating,-votes,distance,open", total="", limit=10000)),
        Slow("near: stays as windows", url(
            "/v1/near", near=near, nights=3, between="2026-12-01..2027-12-20", sort="stayPrice", total="", limit=1500)),
        Slow("near: too many windows", url(
            "/v1/near", near=near, nights=3, between="2026-12-01..2027-12-20", sort="stayPrice", total="", limit=10000),
            too_large=True),
        Slow("near: relaxations", url(
            "/v1/near", near=near, radius="20000km", text="jazz cellar wine quiet", open="now", max_price=1, min_rating=5,
            relax="", limit=10000)),
        Slow("near: calendar", url("/v1/near", near=near, kind="event", f="ics", limit=10000)),
        Slow("query: long CQL2", "/v1/query", {
            "filter": likes(["description"], "xyz"), "sort": ["name"], "facets": all_facets, "total": True, "limit": 10000}),
        Slow("query: CQL2 nested 60 deep", "/v1/query", {
            "filter": "NOT (" * 60 + "name LIKE '%a%e%i%o%u%~'" + ")" * 60, "total": True, "sort": ["name"], "limit": 10000}),
        Slow("query: polygon of 40 000", "/v1/query", {"within": star(40_000), "sort": ["name"], "total": True, "limit": 10000}),
        Slow("query: route of 20 000", "/v1/query", {
            "along": route(20_000), "open": {"arriving": "walking"}, "total": True, "limit": 10000}),
        Slow("query: 1000 origins", "/v1/query", {"near": origins(1000), "group": {"by": "sum"}, "total": True, "limit": 10000}),
        Slow("batch: text, facets, name", "/v1/batch", is_stream=True, body='{"text":"a OR e","sort":["name"],"facets":["tag"],"total":true,"limit":1000}\n' * 20),
        Slow("batch: long CQL2", "/v1/batch", is_stream=True, body=(json.dumps({"filter": likes(["description"], "xyz"), "limit": 1}) + "\n") * 2),
        Slow("suggest: one letter", url("/v1/suggest", text="e", limit=1000)),
        Slow("plan", "/v1/plan", {
            "near": {"lat": 55.68, "lon": 12.55}, "stay": {"from": "2026-12-01", "to": "2026-12-15"}, "walk": 20_000_000, "limit": 1000}),
        Slow("why: words", "/v1/why", {"near": place, "text": words, "sort": ["best"], "open": "now", "limit": 100}),
        Slow("why-not: rank by name", "/v1/why-not/bar-2", {"near": place, "text": "e OR l OR f", "sort": ["name"], "limit": 1}),
        Slow("why-not: long CQL2", "/v1/why-not/bar-2", {
            "near": place, "filter": "id = 'bar-2' OR " + likes(["description"], "xyz"), "sort": ["name"], "limit": 1}),
    ]


def others():
    return [
        Slow("tile of zoom 0: open", url("/tiles/listings/0/0/0.mvt", open="now")),
        Slow("tile of zoom 0: long CQL2", url("/tiles/listings/0/0/0.mvt", open="now", unknown="keep", filter=likes(["description"], "xyz"))),
        Slow("items: 10 000 as GeoJSON", "/collections/bars/items?limit=10000"),
        Slow("items: 10 000 as a page", "/collections/bars/items?limit=10000&f=html"),
        Slow("items: long CQL2", url("/collections/bars/items", filter=likes(["description"], "xyz"), limit=10000)),
        Slow("collections", "/collections"),
        Slow("export", "/v1/export", key=True, is_stream=True),
        Slow("check", "/v1/admin/check", key=True, is_stream=True, body=" "),
        Slow("why: long CQL2", "/v1/why", {
            "near": {"lat": 48.7758, "lon": 9.1829}, "filter": likes(["description"], "xyz"), "sort": ["name", "-rating"], "limit": 100}),
    ]


def ask(server, slow, answers):
    """Repeats a slow request: the status and the seconds of each."""
    kind = "application/x-ndjson" if slow.path == "/v1/batch" else "application/json"
    # A tile or a page is cached by its address: another parameter in each request makes it new.
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.monotonic()
        path = slow.path
        if slow.method == "GET" and ("open=" in path or path.startswith("/tiles")):
            path += f"&now=2026-11-27T21:{random.randrange(60):02}:{random.randrange(60):02}Z"
        try:
            status, _ = server.request(slow.method, path, slow.body, {"Content-Type": kind}, timeout=30, key=slow.key)
        except TimeoutError:
            status = "no answer"
        except Exception as error:
            status = repr(error)
        answers.append((status, time.monotonic() - began))


def measure(server, slow):
    """The times of normal requests during a slow one, as a line of the table, and the errors."""
    steady, answers = SteadyClient(server.address), []
    threads = [threading.Thread(target=ask, args=(server, slow, answers)) for _ in range(askers if slow else 0)]
    for thread in threads:
        thread.start()
    if not slow:
        time.sleep(seconds)
    for thread in threads:
        thread.join()
    steady.stop()
    return line(slow.name if slow else "nothing slow", steady, answers), problems(slow, steady, answers)


def line(name, steady, answers):
    times = [percentile(steady.seconds, part) * 1000 for part in (0.5, 0.99, 1)]
    statuses = [status for status, _ in answers]
    counts = ", ".join(f"{statuses.count(status)} x {status}" for status in sorted(set(statuses), key=str))
    slowest = max((time for _, time in answers), default=0)
    return f"  {name:28} {times[0]:8.1f} {times[1]:8.1f} {times[2]:8.1f}   {slowest:7.2f}   {counts}"


def problems(slow, steady, answers):
    if not slow:
        return []
    found = []
    if steady.failed:
        found.append(f"{len(steady.failed)} normal requests beside {slow.name} fail: {steady.failed[:2]}")
    wrong = sorted({str(status) for status, _ in answers if status not in slow.statuses})
    if wrong:
        found.append(f"{slow.name} answers {', '.join(wrong)}")
    slowest = max((time for _, time in answers), default=0)
    if slowest > deadline + slack and not slow.is_stream:
        found.append(f"{slow.name} takes {slowest:.1f} s")
    return found


def slow_routes(server, _):
    """Normal requests succeed during slow ones, which end soon after the deadline."""
    failures = []
    with tempfile.TemporaryDirectory() as folder, own_server(server.program, listings=listings, folder=folder) as own, \
            contextlib.ExitStack() as others_started:
        key = own.key
        print(f"{listings} listings, {askers} slow askers, nearest 10 at 100/s; ms of the latter, greatest seconds of the former")
        print(f"  {'':28} {'p50':>8} {'p99':>8} {'max':>8}   {'slowest':>7}   answers", flush=True)
        for slow in [None, *searches(), *others()]:
            own.reset_peak()
            text, found = measure(own, slow)
            print(f"{text}; memory {own.peak:.0f} MB", flush=True)
            failures += found
            if not own.settle(lambda: own.busy(0.5) < 0.2, 10):
                failures.append(f"{slow.name} still takes a processor 10 s after its clients left")
                own.kill()
                own = start(own.program, own.catalog)
                own._key = key
                others_started.callback(own.end)
        if not own.answers():
            failures.append("the server does not answer afterwards")
    if failures:
        raise Failed("; ".join(failures))
    check(True, "normal requests succeeded beside slow ones, which ended in time")
