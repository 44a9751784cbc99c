"""Greedy clients, each compared with as many harmless requests: the effect on others, and the cost."""
import contextlib, datetime, http.client, http.server, itertools, json, multiprocessing, os, socket, subprocess, tempfile, threading, time

from .people import House, sign_up
from .server import allow_files, at_once, check_all, milliseconds, own_server, percentile

attacker, other, *more = "127.0.0.7", "127.0.0.9", "127.0.0.10", "127.0.0.11"
"""Addresses of which each is a client of its own."""

png = b"\x89PNG\r\n\x1a\n"

fair = {"client-connections": 256, "client-queue": 16, "client-threads": 1, "threads": 2}
"""The usual shares: other attacks are about one client that plays all."""

hard = "name LIKE '%a%e%i%o%u%x%q%' OR description LIKE '%a%b%c%d%e%f%g%h%i%j%k%l%m%z%'"
"""A filter that is slow for every listing."""

piece = 0.208
"""Megabytes on their way for a connection: docs/server.md."""


def connections(server, address):
    """The connections of an address that the server has not ended."""
    lines = [line.split() for line in open("/proc/net/tcp").read().splitlines()[1:]]
    number = int.from_bytes(socket.inet_aton(address), "little")
    local, remote = f":{server.address[1]:04X}", f"{number:08X}:"
    return sum(line[1].endswith(local) and line[2].startswith(remote) and line[3] == "01" for line in lines)


class Probe:
    """Sends requests at a constant rate from a process of its own: after `stop` the seconds of all answers, and the failures."""

    def __init__(self, ask, rate=20):
        context = multiprocessing.get_context("fork")
        self.ask, self.rate, self.seconds, self.failed = ask, rate, [], []
        self.is_over, self.results = context.Event(), context.Queue()
        self.process = context.Process(target=self.run, daemon=True)
        self.process.start()

    def run(self):
        due, seconds, failed = time.monotonic(), [], []
        while not self.is_over.is_set():
            time.sleep(max(0, due - time.monotonic()))
            began = time.monotonic()
            try:
                status = self.ask()
                if status >= 400:
                    failed.append(status)
            except (OSError, http.client.HTTPException) as error:
                failed.append(repr(error))
            seconds.append(time.monotonic() - began)
            due = max(due + 1 / self.rate, time.monotonic() - 1)
        self.results.put((seconds, failed))

    def stop(self):
        self.is_over.set()
        self.seconds, self.failed = self.results.get(timeout=60)
        self.process.join(10)


def ask(server, method, path, body=None, token=None, source=other, timeout=30, headers={}):
    """The status and the body of a request from an address."""
    connection = http.client.HTTPConnection(*server.address, timeout=timeout, source_address=(source, 0))
    try:
        fields = {"Content-Type": "application/json", **headers}
        if token:
            fields["Authorization"] = f"Bearer {token}"
        connection.request(method, path, body if body is None or isinstance(body, bytes) else json.dumps(body), fields)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def statuses_of(connections, seconds, pause, request):
    """The statuses of requests that connections repeat, each with its number; 0 for a request without an answer."""
    end, statuses = time.monotonic() + seconds, []

    def one(number):
        while time.monotonic() < end:
            try:
                statuses.append(request(number)[0])
            except (OSError, http.client.HTTPException):
                statuses.append(0)
            time.sleep(pause)

    at_once(connections, one)
    return statuses


class Measured:
    """What others noticed of a flood, and what it took."""

    def __init__(self, server, name, clients, flood, probes, rate=20):
        """Floods a server as this many clients during probes; `flood` returns the outcome."""
        server.reset_peak()
        before, processor, began = server.memory, server.processor_seconds, time.monotonic()
        running = [Probe(probe, rate) for probe in probes]
        told = flood()
        for probe in running:
            probe.stop()
        self.name, seconds = name, time.monotonic() - began
        self.grown = server.peak - before
        self.times = [second for probe in running for second in probe.seconds]
        self.failed = [failure for probe in running for failure in probe.failed]
        self.processor = server.processor_seconds - processor
        self.text = (
            f"{name}: {told}; others {milliseconds(self.times)}, {len(self.failed)} of {len(self.times)} refused "
            f"{self.failed[:3] or ''}; {self.processor / clients * 1000:.0f} ms of processors for each of {clients} clients "
            f"in {seconds:.1f} s; memory grew {self.grown:.0f} MB")

    def holds(self, held=0, connections=0):
        """Checks the bound of docs/server.md: what is held, the pieces on their way for each connection, and room for the
        allocator."""
        bound = held + connections * piece + 40
        return self.grown < bound, f"{self.name}: memory grew {self.grown:.0f} MB of {bound:.0f} MB"

    def beside(self, harmless, most=1):
        """Checks: no other client is refused, and others wait hardly longer than beside as many harmless requests, or hardly
        ever longer than so many seconds."""
        times = [(part, percentile(self.times, part), percentile(harmless.times, part)) for part in (0.5, 0.99)]
        return [
            (not harmless.failed, harmless.text),
            (not self.failed, self.text),
        ] + [
            (seconds <= max(usual * ratio, least), f"{self.name}: p{part * 100:.0f} of others {seconds * 1000:.0f} ms, usually {usual * 1000:.0f} ms")
            for (part, seconds, usual), ratio, least in zip(times, (3, 5), (0.1, most))
        ]


def opened(server, count, message, source=attacker, receive_buffer=4096):
    """Connections that have each sent a message and read nothing; those that the server ends are left out."""
    clients = []
    for _ in range(count):
        try:
            client = server.connect(source=source, receive_buffer=receive_buffer)
            client.setblocking(False)
            try:
                client.send(message)
            except BlockingIOError:
                pass
            clients.append(client)
        except OSError:
            continue
    return clients


def send_all(client, rest, seconds=0.05):
    """Sends what the server takes in this time."""
    end = time.monotonic() + seconds
    while rest and time.monotonic() < end:
        try:
            rest = rest[client.send(rest):]
        except BlockingIOError:
            time.sleep(0.001)
        except OSError:
            break


def unread(server, whole):
    """Answers and bodies that are never taken or never end: memory has a bound, and others notice little."""
    allow_files()
    one = [attacker] * 600
    many = [f"127.0.1.{n + 1}" for n in range(12 if whole else 4) for _ in range(250)]
    listing, large = "/v1/listings/stuttgart-brennglas", 8 << 20
    probes = [lambda: ask(own, "GET", "/v1/near?near=48.7,9.1&limit=10")[0]]
    get = lambda path, length=0: f"GET {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode()
    post = b"POST /v1/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % (1 << 20)

    def flood(sources, message, more=b""):
        def run():
            clients = []
            for source in sources:
                for client in opened(own, 1, message, source):
                    clients.append(client)
                    send_all(client, more)
            time.sleep(2)
            for client in clients:
                client.close()
            own.settle(lambda: own.files < 100, 10)
            return f"{len(sources)} connections of {len(set(sources))} addresses"
        return run

    picture = get(listing + "/pictures/1")
    floods = [
        ("unread pictures, requested with a body", many, get(listing + "/pictures/1", 1 << 20), b" " * (1 << 20)),
        ("bodies of many that do not end", many, post, b" " * (520 << 10)),
    ]
    if whole:
        floods += [
            ("unread pictures", one, picture, b""),
            ("bodies that do not end", one, post, b" " * ((1 << 20) - 10)),
        ]
    one_held, all_held = (64, 512) if whole else (32, 64)
    settings = {**fair, "client-held": one_held << 20, "max-held": all_held << 20}
    checks = []
    for name, sources, message, more in floods:
        # The memory that an earlier flood left to the allocator would hide what the next one takes.
        with own_server(server.program, settings) as own:
            body = png + os.urandom(large - len(png))
            status, _ = own.request("POST", listing + "/pictures", body, {"Content-Type": "image/png"}, key=True)
            checks.append((status == 201, f"a picture of {large >> 20} MiB is kept: {status}"))
            harmless = Measured(own, f"as many harmless requests as {name}", len(set(sources)), flood(sources, get(listing)), probes)
            measured = Measured(own, name, len(set(sources)), flood(sources, message, more), probes)
            connections = min(len(sources), len(set(sources)) * fair["client-connections"])
            held = min(all_held, len(set(sources)) * one_held) if message is post else 0
            # Hundreds of connections at once take their time, too.
            checks += measured.beside(harmless, 2)
            checks.append(measured.holds(held, connections))
            part, _ = ask(own, "GET", listing + "/pictures/1", headers={"Range": "bytes=0-0"})
            checks += [(part == 206, "a byte of a picture is answered"), (own.answers(), "the server answers afterwards")]
    check_all(*checks)


def slow_readers(server, _):
    """Clients that take some bytes now and then are let go, and those that read slowly but steadily are not."""
    with own_server(server.program, {**fair, "idle-timeout": 2}) as own:
        picture = png + os.urandom((8 << 20) - len(png))
        own.request("POST", "/v1/listings/stuttgart-brennglas/pictures", picture, {"Content-Type": "image/png"}, key=True)
        message = b"GET /v1/listings/stuttgart-brennglas/pictures/1 HTTP/1.1\r\nHost: x\r\n\r\n"
        probes, left, received = [lambda: ask(own, "GET", "/v1/near?near=48.7,9.1&limit=10")[0]], {}, {}

        def readers(count):
            """Twenty clients that take so many bytes four times a second, and one that takes 128 KiB."""
            def run():
                clients = []
                for number in range(21):
                    # More at once would be more than one client may have waiting.
                    time.sleep(0.02)
                    clients += opened(own, 1, message, receive_buffer=4096 if number < 20 and count < 4096 else None)
                *clients, steady = clients
                all_there = own.settle(lambda: connections(own, attacker) == 21, 5)
                received[count], end = 0, time.monotonic() + 4
                while time.monotonic() < end:
                    for client, most in [(client, count) for client in clients] + [(steady, 1 << 17)]:
                        try:
                            taken = len(client.recv(most))
                            received[count] += taken if client is steady else 0
                        except OSError:
                            pass
                    time.sleep(0.25)
                left[count] = connections(own, attacker)
                for client in clients + [steady]:
                    client.close()
                return f"{'all' if all_there else 'not all'} of 21 are served, {left[count]} are left"
            return run

        harmless = Measured(own, "as many that take 128 KiB four times a second", 21, readers(1 << 17), probes)
        slow = Measured(own, "20 that take 128 bytes four times a second", 21, readers(128), probes)
        check_all(
            *slow.beside(harmless), slow.holds(connections=21),
            (left[128] <= 1, f"of 20 clients that take 128 bytes four times a second {left[128] - 1} are left"),
            (left[1 << 17] >= 21, f"{left[1 << 17]} of 21 that take 128 KiB go on"),
            (received[128] > 1 << 20, f"one has taken {received[128] >> 10} KiB meanwhile"),
        )


def turns(server, whole):
    """Long queries leave turns for others, and none of those is refused."""
    connections, seconds, listings = (80, 10, 100_000) if whole else (40, 4, 3000)
    slow = {"filter": hard, "limit": 0}
    with own_server(server.program, fair, listings=listings) as own:
        house = House(own)
        ana = sign_up(house, "ana")
        listing = json.loads(own.request("POST", "/v1/query", json.dumps({"limit": 1}))[1])["results"][0]["id"]
        probes = [
            lambda: ask(own, "GET", f"/v1/listings/{listing}")[0],
            lambda: ask(own, "PUT", f"/v1/me/favourites/{listing}", token=ana, source=more[0])[0],
            lambda: ask(own, "GET", "/v1/suggest?text=a", source=more[1])[0],
        ]

        def flood(method, path, body, sources):
            def run():
                statuses = statuses_of(
                    connections, seconds, 0.02,
                    lambda number: ask(own, method, path, body, source=sources[number % len(sources)]))
                return f"{len(statuses)} requests of {connections} connections, {sum(status != 200 for status in statuses)} refused"
            return run

        checks = []
        harmless = Measured(own, "as many harmless requests", 1, flood("GET", "/v1/near?near=48.7,9.1&limit=1", None, [attacker]), probes, rate=5)
        attacks = [("questions that take long", "/v1/query", slow, [attacker])]
        if whole:
            attacks += [
                ("questions that take long, from four addresses", "/v1/query", slow, [f"127.0.0.{n}" for n in range(20, 24)]),
                ("maps of 10 000 results", "/v1/map", {"limit": 10_000}, [attacker]),
                ("clusters with facets", "/v1/query", {"cluster": 12, "facets": ["tag"], "limit": 0}, [attacker]),
            ]
        for name, path, body, sources in attacks:
            # A query that has a thread occupies it until its deadline.
            most = 1 if len(sources) == 1 else 2.2
            measured = Measured(own, name, len(sources), flood("POST", path, body, sources), probes, rate=5)
            checks += [*measured.beside(harmless, most), measured.holds(64 * len(sources), connections)]
        check_all(*checks, (own.answers(), "the server answers afterwards"))


def alerts(server, whole):
    """Costly alerts of one member hold up no change of others, and hardly their own."""
    seconds = 8 if whole else 3
    pattern = "%" + "a%" * 40
    like = f"description LIKE '{pattern}b'"
    condition = " OR ".join([like] * 4 + [f"price < {n}" for n in range(30)])
    with own_server(server.program, {**fair, "client-threads": 2, "threads": 4}) as own:
        house = House(own)
        mallory, ana = sign_up(house, "mallory"), sign_up(house, "ana")
        bar = {"kind": "bar", "lat": 48.7, "lon": 9.1, "name": "Neun", "description": "a" * 9990}
        checks = [(ask(own, "PUT", "/v1/listings/neun", bar, mallory)[0] == 201, "a listing is made")]
        couch = {"kind": "couch", "lat": 48.7, "lon": 9.1, "name": "Sofa", "guests": 2}
        checks.append((ask(own, "PUT", "/v1/listings/sofa", couch, mallory)[0] == 201, "a couch is made"))
        number, nights = itertools.count(), itertools.count(40)

        def book():
            first = datetime.date.today() + datetime.timedelta(days=next(nights))
            stay = {"from": f"{first}", "to": f"{first + datetime.timedelta(days=1)}", "guests": 1}
            return ask(own, "POST", "/v1/listings/sofa/bookings", stay, ana)[0]

        probes = [lambda: ask(own, "PUT", "/v1/me/favourites/stuttgart-brennglas", token=ana, source=more[0])[0], book]

        def make(query, count=1):
            statuses = [ask(own, "POST", "/v1/me/alerts", {"name": "x", "query": query}, mallory)[0] for _ in range(count)]
            return sorted(set(statuses))

        def edits():
            end, statuses = time.monotonic() + seconds, []

            def one(_):
                while time.monotonic() < end:
                    try:
                        statuses.append(ask(own, "PATCH", "/v1/listings/neun", {"phone": f"+49 {next(number)}"}, mallory, attacker, headers={"If-Match": "*"})[0])
                    except (OSError, http.client.HTTPException):
                        statuses.append(0)

            at_once(8, one)
            done.append(statuses.count(200))
            return f"{len(statuses)} edits, {sum(status != 200 for status in statuses)} refused"

        done = []
        alone = Measured(own, "edits without alerts", 1, edits, probes, rate=5)
        # A probe counts by itself: those of the next flood book other nights.
        next(itertools.islice(nights, 100, 100), None)
        for conditions in (500, 400, 41):
            for kind in ("description LIKE '%a%a%'", "price < 1"):
                answers = make({"filter": " OR ".join([kind] * conditions)})
                checks.append((answers == [400], f"an alert of {conditions} conditions {kind} is answered {answers}"))
        checks.append((make({"filter": " OR ".join([like] * 5)}) == [400], "an alert of 5 patterns is refused"))
        count = 50 if whole else 25
        answers = make({"filter": condition}, count)
        checks.append((answers == [201], f"{count} alerts of 34 conditions with 4 patterns are kept: {answers}"))
        costly = Measured(own, f"edits with {count} costly alerts", 1, edits, probes, rate=5)
        checks += [*costly.beside(alone), costly.holds(connections=8)]
        checks.append((done[1] > done[0] / 4, f"{done[1]} edits with alerts, {done[0]} without"))
        kept = json.loads(ask(own, "GET", "/v1/me/alerts", token=mallory)[1])["alerts"]
        print(f"   {sum('suspended' in alert for alert in kept)} of {len(kept)} alerts are suspended")
        began = time.monotonic()
        own.process.terminate()
        own.process.wait(30)
        checks.append((own.process.returncode == 0, f"the server ends in {time.monotonic() - began:.1f} s"))
        check_all(*checks)


def stored(server, _):
    """The data of a member, and its bursts, are limited."""
    with own_server(server.program, {**fair, "member-media": 20 << 20, "member-texts": 1 << 19, "client-uploads": 64 << 20}) as own:
        house = House(own)
        mallory, ana, bela = (sign_up(house, name) for name in ("mallory", "ana", "bela"))
        upload = png + os.urandom((4 << 20) - len(png))
        probes = [lambda: ask(own, "GET", "/v1/near?near=48.7,9.1&limit=10")[0]]
        kept = {}

        def media(member, size):
            def run():
                kept[member] = [
                    ask(own, "POST", "/v1/media", upload[:size] + bytes([n]), member, attacker, headers={"Content-Type": "image/png"})[0]
                    for n in range(12)]
                return f"{kept[member].count(201)} of 12 files of {size >> 10} KiB are kept, {kept[member].count(409)} refused"
            return run

        def unfinished(size, is_ended=False):
            head = (
                f"POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ana}\r\nContent-Type: image/png\r\n"
                f"Content-Length: {size + len(png) if is_ended else 33 << 20}\r\n\r\n")

            def run():
                clients = opened(own, 12, head.encode())
                for client in clients:
                    client.settimeout(2)
                    try:
                        client.sendall(png + b"\0" * size)
                    except OSError:
                        pass
                time.sleep(1)
                for client in clients:
                    client.close()
                return f"{len(clients)} uploads of {size >> 10} KiB that {'' if is_ended else 'do not '}end"
            return run

        small = Measured(own, "small files of one member", 1, media(ana, 1 << 10), probes)
        large = Measured(own, "files of one member", 1, media(mallory, (4 << 20) - 1), probes)
        conversation = json.loads(ask(own, "POST", "/v1/conversations", {"with": "ana"}, mallory)[1])["id"]
        path = f"/v1/conversations/{conversation}/messages"
        messages = [ask(own, "POST", path, {"text": "x" * 3900}, mallory, attacker)[0] for _ in range(150)]
        mine, _ = ask(own, "POST", "/v1/media", upload, ana, headers={"Content-Type": "image/png"})
        ended = Measured(own, "small uploads", 1, unfinished(1 << 10, True), probes)
        unended = Measured(own, "uploads", 1, unfinished(8 << 20), probes)
        # Few letters of many marks: 160 kB each.
        marks = ("e" + "\u0301" * 2000) * 40
        texts = [
            ask(own, "PATCH", "/v1/me", {"displayName": marks}, ana)[0],
            ask(own, "PATCH", "/v1/me", {"about": marks}, ana)[0],
            ask(own, "POST", path, {"text": marks}, ana)[0],
            ask(own, "POST", "/v1/me/alerts", {"name": marks, "query": {"text": "a"}}, ana)[0],
            ask(own, "PUT", "/v1/listings/marks", {"kind": "bar", "lat": 48.7, "lon": 9.1, "name": marks}, ana)[0],
        ]
        bars = json.loads(own.request("POST", "/v1/query", json.dumps({"kinds": ["bar"], "limit": 64}))[1])["results"]
        review = {"stars": 4, "text": "x" * 9900}
        reviews = [ask(own, "PUT", f"/v1/listings/{bar['id']}/rating", review, bela, attacker)[0] for bar in bars]
        check_all(
            *large.beside(small), large.holds(), *unended.beside(ended), unended.holds(connections=12),
            (kept[ana].count(201) == 12, "small files are kept"),
            (kept[mallory].count(201) in (4, 5) and kept[mallory].count(409) in (7, 8), f"files of 4 MiB are kept up to 20 MiB: {kept[mallory]}"),
            (mine == 201, f"another member keeps a file: {mine}"),
            (0 < messages.count(409) < 40, f"{messages.count(201)} messages of 3900 letters are kept, {messages.count(409)} refused"),
            (reviews.count(200) == 51 and reviews.count(409) == len(bars) - 51, f"{reviews.count(200)} reviews of 9900 letters are kept, {reviews.count(409)} refused"),
            (set(texts) == {400}, f"texts of 40 letters with 80 000 marks are refused: {texts}"),
            (not [name for name in own.leftovers() if name.startswith(".import")], "no upload is left behind"),
            (own.answers(), "the server answers afterwards"),
        )


@contextlib.contextmanager
def silent_names():
    """A wrapper for a server whose look-ups of names never end, except for those in /etc/hosts; None where that is not allowed."""
    with contextlib.ExitStack() as stack:
        silent = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        file = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".conf"))
        file.write("nameserver 127.0.0.66\noptions timeout:12 attempts:1\n")
        file.flush()
        wrapper = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc/resolv.conf && exec "$@"', file.name]
        try:
            silent.bind(("127.0.0.66", 53))
        except OSError:
            wrapper = None
        if wrapper and subprocess.run([*wrapper, "true"], capture_output=True).returncode != 0:
            wrapper = None
        yield wrapper


class Switch(http.server.BaseHTTPRequestHandler):
    """A switch that is off."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"OFF")

    def log_message(self, *_):
        pass


def names(server, whole):
    """Names whose look-up takes long hold up no switch of others."""
    seconds = 12 if whole else 5
    with silent_names() as wrapper, contextlib.ExitStack() as stack:
        if wrapper is None:
            print("not tried: names without an answer need a name server on port 53, and a mount")
            return
        switch = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Switch)
        stack.callback(switch.server_close)
        stack.callback(switch.shutdown)
        threading.Thread(target=switch.serve_forever, daemon=True).start()
        quick = f"localhost:{switch.server_address[1]}"
        settings = {**fair, "outgoing": "127.0.0.0/8,::1/128"}
        own = stack.enter_context(own_server(server.program, settings, wrapper=wrapper))
        house = House(own)
        tokens = {name: sign_up(house, name) for name in ("mallory", "bela", "ana")}

        def switches(name, hosts):
            couch = {"kind": "couch", "lat": 48.7, "lon": 9.1, "name": f"Sofa of {name}", "guests": 2}
            answers = {ask(own, "PUT", f"/v1/listings/sofa-{name}", couch, tokens[name])[0]}
            for number, host in enumerate(hosts):
                form = {"url": f"http://{host}/rest/items/Lamp"}
                answers.add(ask(own, "PUT", f"/v1/listings/sofa-{name}/switches/lamp-{number}", form, tokens[name])[0])
            return answers

        made = switches("mallory", [f"slow-{number}.example" for number in range(20)])
        made |= switches("bela", [quick] * 20) | switches("ana", [quick])

        def state():
            """200 when the switch of another host returns its state."""
            status, body = ask(own, "GET", "/v1/listings/sofa-ana/switches", token=tokens["ana"])
            return status if b'"OFF"' in body else 502

        def flood(name):
            def run():
                end, statuses = time.monotonic() + seconds, []

                def one(_):
                    while time.monotonic() < end:
                        statuses.append(ask(own, "GET", f"/v1/listings/sofa-{name}/switches", None, tokens[name], attacker)[0])
                        time.sleep(0.2)

                at_once(6, one)
                return f"{len(statuses)} requests for 20 switches each, {sum(status != 200 for status in statuses)} refused"
            return run

        harmless = Measured(own, "names that are known at once", 1, flood("bela"), [state], rate=5)
        slow = Measured(own, "names without an answer", 1, flood("mallory"), [state], rate=5)
        told = ask(own, "GET", "/v1/changes?after=0&f=json", token=tokens["ana"])[1]
        check_all(
            (made <= {201}, f"couches and switches are made: {made}"),
            *slow.beside(harmless), slow.holds(),
            (b'"switch"' not in told, "no host is told of a failure of their own switch"),
            (own.answers(), "the server answers afterwards"),
        )
