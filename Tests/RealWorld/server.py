"""A server on the catalog, queried like the map page queries it: from its first second until it is stopped."""
import http.client, json, os, re, signal, subprocess, threading, time
from urllib.parse import quote

from .world import COERDE, GROTE_MARKT, MARIENPLATZ, Failed, expect

DEADLINE = 2.0
# A machine that does other things as well: what an answer may take beyond its deadline, and the end after SIGTERM.
SLACK = 3.0
END = 5.0


class Server:
    def __init__(self, world):
        self.log = open(os.path.join(world.folder, "server.log"), "w+")
        environment = {**os.environ, "VICINITY_CATALOG": world.catalog}
        self.process = subprocess.Popen(
            [world.program, "serve", "--port", "0", "--rate", "0", "--deadline", str(int(1000 * DEADLINE))],
            stderr=self.log, env=environment)
        self.times, self.lock = [], threading.Lock()
        for _ in range(1200):
            with open(self.log.name) as log:
                match = re.search(r'"url":"http://([^"/]*)/"', log.read())
            if match:
                self.address = match[1]
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise Failed("the server does not start")

    def ask(self, path, body=None, slack=SLACK):
        """The status and the JSON of an answer, which must come before its deadline and some."""
        start = time.monotonic()
        connection = http.client.HTTPConnection(self.address, timeout=60)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request("POST" if body is not None else "GET", path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        taken = time.monotonic() - start
        with self.lock:
            self.times.append((taken, path))
        if taken > DEADLINE + slack:
            raise Failed(f"{path}: {taken:.1f} s")
        if answer.status == 503:
            expect(answer.headers["Retry-After"], f"{path}: 503 without Retry-After")
        elif answer.status >= 500:
            raise Failed(f"{path}: {answer.status} {content[:200]}")
        try:
            return answer.status, json.loads(content)
        except ValueError:
            return answer.status, content

    def end(self):
        """Stops it, and returns how long that took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return time.monotonic() - start


def map_query(place, **members):
    lat, lon = place
    return json.dumps({
        "near": {"lat": lat, "lon": lon}, "within": {"bbox": [lon - 0.1, lat - 0.06, lon + 0.1, lat + 0.06]},
        "limit": 100, "zoom": 13, "facets": ["kind", "tag"], **members})


def server(world):
    running = Server(world)
    try:
        first(running)
        routes(running, world)
    finally:
        taken = running.end()
    expect(taken < END, f"the server ended {taken:.1f} s after SIGTERM")
    busy_end(world)


def first(running):
    """One letter, typed at the first second, does not keep the map waiting."""
    statuses, errors = [], []

    def type_letters():
        try:
            for text in ["m", "ma", "mar"]:
                statuses.append(running.ask(f"/v1/suggest?text={text}&near=48.137,11.575")[0])
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=type_letters) for _ in range(4)]
    for thread in threads:
        thread.start()
    maps = []
    while any(thread.is_alive() for thread in threads) or not maps:
        start = time.monotonic()
        status, _ = running.ask("/v1/map", map_query(MARIENPLATZ))
        expect(status == 200, f"a map is answered with {status} while suggestions are prepared")
        maps.append(time.monotonic() - start)
    if errors:
        raise errors[0]
    expect(set(statuses) <= {200, 503}, f"suggestions are answered with {set(statuses)}")
    # Refused requests are retried.
    for _ in range(120):
        status, answer = running.ask("/v1/suggest?text=marienpl&near=48.137,11.575")
        if status == 200:
            break
        time.sleep(1)
    expect(status == 200 and answer["completions"], f"{status}: {answer}")
    print(f"  {len(maps)} maps beside the first letters, the slowest in {max(maps):.2f} s; "
          f"{statuses.count(200)} of {len(statuses)} letters were answered at once")


def busy_end(world):
    """A server that is still reading names stops on request."""
    running = Server(world)
    threading.Thread(target=lambda: try_to(lambda: running.ask("/v1/suggest?text=m")), daemon=True).start()
    time.sleep(0.3)
    taken = running.end()
    print(f"  ended {taken:.1f} s after SIGTERM while names were read")
    expect(taken < END, f"the server ended {taken:.1f} s after SIGTERM")


def try_to(body):
    try:
        body()
    except Exception:
        pass


def routes(running, world):
    """Queries of the page and apps for real places are answered in time."""
    refused = 0
    asked = [
        "/v1/near?near=48.1374,11.5755&radius=500&open=now", "/v1/near?near=Antwerp&kind=couch&limit=50",
        "/v1/near?near=Munich&text=biergarten", "/v1/near?near=London&text=pub&limit=100",
        "/v1/near?near=48.1374,11.5755&text=augustinre", "/v1/near?near=51.22,4.40&kind=couch&sort=price&limit=100",
        "/v1/near?sort=rating&limit=100", "/v1/near?kind=event&during=2026-11-28&limit=100",
        "/v1/geocode?name=M%C3%BCnchen", "/v1/geocode?name=" + quote("東京"), "/v1/geocode?name=a&beginning=true",
        "/v1/zone?near=48.1,11.5", "/v1/zone?near=-33.9,151.2", "/v1/zone?near=0,0",
        "/v1/near?bbox=-180,-90,180,90&limit=1000", "/map", "/v1/limits", "/collections",
    ]
    for path in asked:
        status, answer = running.ask(path)
        refused += status == 503
        # A name of a parameter that has changed would test nothing.
        expect(status in (200, 503), f"{path}: {status} {answer}")
    for place in [MARIENPLATZ, GROTE_MARKT, COERDE]:
        for members in [{}, {"open": "now"}, {"text": "bar"}, {"tags": ["wifi"]}]:
            status, answer = running.ask("/v1/map", map_query(place, **members))
            expect(status == 200, f"/v1/map {members}: {status} {answer}")
    for zoom in [2, 4, 7]:
        world_map = {"within": {"bbox": [-180, -85, 180, 85]}, "zoom": zoom, "limit": 100, "facets": ["kind", "tag"]}
        status, answer = running.ask("/v1/map", json.dumps(world_map))
        expect(status == 200, f"the world at zoom {zoom}: {status} {answer}")
        expect(0 < answer["total"] <= world.listings, f"{answer['total']} of {world.listings}")
    for text in ["m", "mü", "mün", "lond", "ant", "東", "caf", "zz", "restaurant"]:
        for _ in range(60):
            status, answer = running.ask(f"/v1/suggest?text={quote(text)}&near=48.1374,11.5755")
            if status == 200:
                break
            time.sleep(1)
        expect(status == 200, f"suggest {text}: {status}")
    slowest = max(running.times)
    print(f"  {len(running.times)} requests, {refused} told to come back, the slowest in {slowest[0]:.2f} s: {slowest[1]}")
