"""Members who book, join and cancel while their server is killed."""
import base64, datetime, glob, http.client, json, os, random, re, sqlite3, tempfile, threading, time

from .server import Failed, check_all, milliseconds, own_server, start

password = "three words or more"
days, capacity = 60, 5


class House:
    """The server that runs now; each start has another port."""

    def __init__(self, server):
        self.server, self.is_over = server, False

    def ask(self, method, path, body=None, token=None, key=None, patience=60, timeout=30):
        """An answer, requested until there is one: its key makes the requests the same."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if key:
            headers["Idempotency-Key"] = key
        end = time.monotonic() + patience
        while True:
            try:
                text = json.dumps(body) if body else None
                status, answer = self.server.request(method, path, text, headers, timeout=timeout)
                if status != 503:
                    return status, json.loads(answer or b"null")
            except (OSError, http.client.HTTPException, ValueError):
                pass
            if time.monotonic() > end:
                raise TimeoutError(f"{method} {path} is not answered")
            time.sleep(0.02)

    def restart(self):
        self.server.kill()
        self.server = start(self.server.program, self.server.catalog)


def sign_up(house, name):
    """A new member; the token of their session."""
    # Passwords are checked with a low priority: on a busy machine a debug build needs half a minute.
    patience = {"patience": 180, "timeout": 90}
    status, answer = house.ask(
        "POST", "/v1/accounts", {"name": name, "mail": f"{name}@example.org", "password": password}, **patience)
    if status >= 300:
        raise Failed(f"{name} cannot sign up: {answer}")
    pattern = house.server.catalog.removesuffix(".gpkg") + ".mail/*.eml"
    end = time.monotonic() + 30
    while time.monotonic() < end:
        for path in glob.glob(pattern):
            head, _, body = open(path).read().partition("\n\n")
            if f"<{name}@example.org>" in head:
                code = re.search(r"code is: (\S+)", base64.b64decode(body).decode()).group(1)
                house.ask("POST", "/v1/email-confirmations", {"code": code})
                session = {"login": name, "password": password}
                return house.ask("POST", "/v1/sessions", session, **patience)[1]["token"]
        time.sleep(0.05)
    raise TimeoutError(f"no mail for {name}")


class Reader(threading.Thread):
    """Reads a member's changes, and resumes with the last number whenever the stream ends."""

    def __init__(self, house, token):
        super().__init__(daemon=True)
        self.house, self.token, self.numbers, self.streams, self.missed = house, token, [], 0, 0
        self.start()

    def run(self):
        last = "0"
        while not self.house.is_over:
            try:
                connection = http.client.HTTPConnection(*self.house.server.address, timeout=5)
                connection.request("GET", "/v1/changes", headers={
                    "Authorization": f"Bearer {self.token}", "Accept": "text/event-stream", "Last-Event-ID": last})
                response = connection.getresponse()
                self.streams += response.status == 200
                event = {}
                for line in response:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    if name:
                        event[name] = value
                    elif event.get("id"):
                        self.missed += event.get("event") == "missed"
                        if event.get("event") not in ("missed", "ready"):
                            self.numbers.append(int(event["id"]))
                        last, event = event["id"], {}
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(0.02)


class Guest(threading.Thread):
    """Books, cancels, joins and leaves at random, and notes what was acknowledged."""

    def __init__(self, house, name, token, couches, events, actions):
        super().__init__()
        self.house, self.name, self.token, self.actions = house, name, token, actions
        self.couches, self.events = couches, events
        self.generator, self.keys, self.status, self.places = random.Random(name), {}, {}, {}
        self.wrong, self.times, self.problem = [], [], None
        self.start()

    def run(self):
        try:
            for number in range(self.actions):
                began = time.monotonic()
                self.generator.choice([self.book, self.book, self.cancel, self.take_place, self.give_place])(number)
                self.times.append(time.monotonic() - began)
        except Exception as error:
            self.problem = error

    def book(self, number):
        first = datetime.date.today() + datetime.timedelta(days=2 + self.generator.randrange(days))
        nights = {"from": str(first), "to": str(first + datetime.timedelta(days=self.generator.randint(1, 3)))}
        key, couch = f"{self.name}-{number}", self.generator.choice(self.couches)
        self.keys[key] = (couch, nights, *self._book(couch, nights, key))
        _, _, status, answer = self.keys[key]
        if status == 201:
            self.status[answer["id"]] = "requested"
        elif answer.get("code") != "unavailable":
            self.wrong.append(f"booking: {status} {answer}")

    def _book(self, couch, nights, key):
        return self.house.ask("POST", f"/v1/listings/{couch}/bookings", nights, self.token, key)

    def again(self):
        """The keys that are answered otherwise than the first time."""
        return [
            key for key, (couch, nights, status, answer) in self.keys.items()
            if status == 201 and self._book(couch, nights, key)[1].get("id") != answer["id"]
        ]

    def cancel(self, number):
        open_ones = [booking for booking, status in self.status.items() if status != "cancelled"]
        if open_ones:
            booking = self.generator.choice(open_ones)
            status, answer = self.house.ask("POST", f"/v1/bookings/{booking}/cancel", {}, self.token)
            self.status[booking] = "cancelled"
            if status != 200:
                self.wrong.append(f"cancel {booking}: {status} {answer}")

    def take_place(self, number):
        self._place("PUT", {"joined", "waiting"})

    def give_place(self, number):
        self._place("DELETE", {"left", "unchanged"})

    def _place(self, method, wanted):
        event = self.generator.choice(self.events)
        status, answer = self.house.ask(method, f"/v1/listings/{event}/place", None, self.token)
        self.places[event] = method == "PUT"
        if status != 200 or answer["status"] not in wanted:
            self.wrong.append(f"{method} {event}: {status} {answer}")


def offer(house, token):
    """Couches and events of a host."""
    couches, events = [f"couch-{number}" for number in range(6)], [f"event-{number}" for number in range(4)]
    starts = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=30)).isoformat(timespec="seconds")
    for name in couches:
        form = {"kind": "couch", "name": name, "lat": 46.5, "lon": 24.5, "guests": 2}
        house.ask("PUT", f"/v1/listings/{name}", form, token)
    for name in events:
        form = {"kind": "event", "name": name, "lat": 46.5, "lon": 24.5, "starts": starts, "capacity": capacity}
        house.ask("PUT", f"/v1/listings/{name}", form, token)
    return couches, events


def rows(path, sql):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def told(house, token):
    """All changes of a member."""
    changes = []
    while True:
        after = changes[-1]["number"] if changes else 0
        _, page = house.ask("GET", f"/v1/changes?f=json&after={after}", token=token)
        changes += page["changes"]
        if not page["changes"]:
            return changes


def watch(house, token):
    """Alerts of couches that are free for some nights: the queries by their ids."""
    alerts = {}
    for ahead in range(5, days, 11):
        first = datetime.date.today() + datetime.timedelta(days=ahead)
        query = {"kinds": ["couch"], "stay": {"from": str(first), "to": str(first + datetime.timedelta(days=2))}}
        _, answer = house.ask("POST", "/v1/me/alerts", {"name": f"free from {first}", "query": query}, token)
        alerts[answer["id"]] = query
    return alerts


def misjudged(house, token, alerts, couches):
    """Impossible or missing alerts: all couches were free at first."""
    told_of = {}
    for change in told(house, token):
        if change["kind"] == "alert":
            told_of.setdefault((change["alert"], change["listing"]), []).append(change["what"])
    wrong = []
    for alert, query in alerts.items():
        _, answer = house.ask("POST", "/v1/query", query | {"fields": ["id"], "limit": 100})
        free = {match["id"] for match in answer["results"]}
        for couch in couches:
            heard = told_of.get((alert, couch), [])
            turns = [("ceases", "begins")[number % 2] for number in range(len(heard))]
            if heard != turns or (couch in free) != (len(heard) % 2 == 0):
                wrong.append(f"{couch} {query['stay']['from']}: {heard[-4:]}, free: {couch in free}")
    return wrong, sum(map(len, told_of.values()))


def left(house, token, count=20):
    """How often a member who leaves a page and opens the next is refused a stream of changes."""
    refused = 0
    for _ in range(count):
        client = house.server.connect()
        client.send(f"GET /v1/changes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
                    "Accept: text/event-stream\r\n\r\n".encode())
        refused += b" 200 " not in client.recv(1 << 16).split(b"\r\n", 1)[0]
        client.close()
    return refused


def people(server, whole):
    """Eight members act while the server is killed: nothing is booked twice, overfull, lost, or reported twice."""
    actions, kills, generator = (2000, 20, random.Random(5)) if whole else (150, 3, random.Random(5))
    with tempfile.TemporaryDirectory() as folder, own_server(server.program, folder=folder) as own:
        house = House(own)
        host = sign_up(house, "landlady")
        couches, events = offer(house, host)
        tokens = {f"guest-{number}": sign_up(house, f"guest-{number}") for number in range(8)}
        watcher = sign_up(house, "watcher")
        alerts = watch(house, watcher)
        members = {"landlady": host, "watcher": watcher, **tokens}
        readers = {name: Reader(house, token) for name, token in members.items()}
        began = time.monotonic()
        guests = [Guest(house, name, token, couches, events, actions) for name, token in tokens.items()]
        done = lambda: sum(len(guest.times) for guest in guests)
        for number in range(kills):
            # Spread over all that is done.
            goal = len(guests) * actions * (number + generator.random()) / kills
            while done() < goal and any(guest.is_alive() for guest in guests):
                time.sleep(0.01)
            house.restart()
        for guest in guests:
            guest.join()
        took = time.monotonic() - began
        house.server.settle(lambda: not misjudged(house, watcher, alerts, couches)[0], 30)
        wrongly, turns = misjudged(house, watcher, alerts, couches)
        everything = {name: [change["number"] for change in told(house, token)] for name, token in members.items()}
        house.server.settle(
            lambda: all(reader.numbers[-1:] == everything[name][-1:] for name, reader in readers.items()), 30)
        house.is_over = True
        refused = left(house, watcher)
        again = [key for guest in guests for key in guest.again()]
        catalog = house.server.catalog
        found = dict(rows(catalog, "SELECT 'booking-' || booking_id, status FROM booking"))
        overlaps = rows(catalog, """
            SELECT a.booking_id, b.booking_id
            FROM booking a JOIN booking b ON a.fid = b.fid AND a.booking_id < b.booking_id
            WHERE a.status IN ('requested', 'confirmed') AND b.status IN ('requested', 'confirmed')
              AND a.from_date < b.to_date AND b.from_date < a.to_date""")
        overfull = rows(catalog, f"""
            SELECT fid, count(*) FROM attendance WHERE status = 'joined'
            GROUP BY fid, starts HAVING count(*) > {capacity}""")
        places = set(rows(catalog, "SELECT member, id FROM attendance JOIN listing USING (fid)"))
        unheld = rows(catalog, f"""
            SELECT fid FROM attendance GROUP BY fid, starts
            HAVING sum(status = 'joined') < {capacity} AND sum(status = 'waiting') > 0""")
        house.server.end()
    lost = [booking for guest in guests for booking, status in guest.status.items() if found.get(booking) != status]
    lost += [f"{guest.name} at {event}" for guest in guests for event, has in guest.places.items()
             if ((guest.name, event) in places) != has]
    wrong = [text for guest in guests for text in guest.wrong]
    wrong += [repr(guest.problem) for guest in guests if guest.problem]
    otherwise = [name for name, reader in readers.items() if reader.numbers != everything[name]]
    streams = sum(reader.streams for reader in readers.values())
    missed = sum(reader.missed for reader in readers.values())
    count = sum(len(guest.times) for guest in guests)
    title = f"{count} actions of 8 members, killed {kills} times"
    check_all(
        (not wrong, f"{title}: wrong answers: {wrong[:2]}"),
        (not overlaps, f"{title}: {len(found)} bookings, nights that are booked twice: {overlaps[:3]}"),
        (not overfull and not unheld,
         f"{title}: events with too many, or free places beside a waiting list: {overfull + unheld}"),
        (not lost, f"{title}: acknowledged and lost: {lost[:3]}"),
        (not again, f"{title}: keys that are answered otherwise the second time: {again[:3]}"),
        (not wrongly, f"{title}: {len(alerts)} alerts told {turns} times, not what is: {wrongly[:3]}"),
        (not refused, f"{refused} of 20 streams are refused because of those that were left"),
        (not otherwise and not missed,
         f"{title}: {sum(map(len, everything.values()))} changes in {streams} streams, not once and in order: "
         f"{otherwise[:3]}"),
    )
    times = [each for guest in guests for each in guest.times]
    print(f"{title}: {took:.0f} s, an action {milliseconds(times)}", flush=True)
