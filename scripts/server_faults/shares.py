"""Clients that want everything for themselves, each beside as many harmless requests: what others notice, and what it takes."""
import http.client, json, os, threading, time

from .load import SteadyClient
from .people import House, sign_up
from .server import check_all, milliseconds, own_server

attacker, other = "127.0.0.7", "127.0.0.9"
"""Addresses of which each is a client of its own."""

png = b"\x89PNG\r\n\x1a\n"

fair = {"client-connections": 256, "client-queue": 16, "client-threads": 1, "threads": 2}
"""The usual shares: other attacks are about one client that plays all."""


class Probe(threading.Thread):
    """Asks at a constant rate from an address of its own: the seconds of all answers, and what failed."""

    def __init__(self, server, ask, rate=20):
        super().__init__(daemon=True)
        self.server, self.ask, self.rate, self.seconds, self.failed, self.is_over = server, ask, rate, [], [], False
        self.start()

    def run(self):
        due = time.monotonic()
        while not self.is_over:
            time.sleep(max(0, due - time.monotonic()))
            began = time.monotonic()
            try:
                status = self.ask()
                if status >= 400:
                    self.failed.append(status)
            except (OSError, http.client.HTTPException) as error:
                self.failed.append(repr(error))
            self.seconds.append(time.monotonic() - began)
            due = max(due + 1 / self.rate, time.monotonic() - 1)

    def stop(self):
        self.is_over = True
        self.join(30)
        return self


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


def measured(server, name, attack, probes):
    """Runs an attack beside probes: the probes, and a line with what it took."""
    server.reset_peak()
    before, processor, began = server.memory, server.processor_seconds, time.monotonic()
    running = [Probe(server, probe) for probe in probes]
    told = attack()
    for probe in running:
        probe.stop()
    seconds = time.monotonic() - began
    grown = server.peak - before
    times = [second for probe in running for second in probe.seconds]
    failed = [failure for probe in running for failure in probe.failed]
    text = (
        f"{name}: {told}; others {milliseconds(times)}, {len(failed)} of {len(times)} refused {failed[:3]}; "
        f"{server.processor_seconds - processor:.1f} s of processors in {seconds:.1f} s; memory grew {grown:.0f} MB")
    return failed, times, grown, text


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


def unread(server, whole):
    """Answers and bodies that are never taken or never end: memory has a bound, and others notice little."""
    count, large = (600 if whole else 300), 8 << 20
    # What is held for one client, two pieces for each of its connections, and room for the allocator.
    bound = 64 + 256 * 0.128 + 64
    with own_server(server.program, fair) as own:
        picture = png + os.urandom(large - len(png))
        status, _ = own.request("POST", "/v1/listings/stuttgart-brennglas/pictures", picture, {"Content-Type": "image/png"}, key=True)
        checks = [(status == 201, f"a picture of {large >> 20} MiB is kept: {status}")]
        get = "GET %s HTTP/1.1\r\nHost: x\r\n\r\n"
        post = b"POST /v1/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        probes = [lambda: ask(own, "GET", "/v1/near?near=48.7,9.1&limit=10")[0]]

        def flood(message, more=b""):
            def run():
                clients = opened(own, count, message)
                for client in clients:
                    rest, end = more, time.monotonic() + 0.05
                    while rest and time.monotonic() < end:
                        try:
                            rest = rest[client.send(rest):]
                        except BlockingIOError:
                            time.sleep(0.001)
                        except OSError:
                            break
                time.sleep(2)
                for client in clients:
                    client.close()
                own.settle(lambda: own.files < 100, 10)
                return f"{count} connections"
            return run

        for name, control, message, more in (
            ("pictures that nobody takes", get % "/v1/listings/stuttgart-brennglas", get % "/v1/listings/stuttgart-brennglas/pictures/1", b""),
            ("bodies that do not end", get % "/v1/listings/stuttgart-brennglas", (post % (1 << 20)).decode(), b" " * ((1 << 20) - 10)),
        ):
            usual, usual_times, _, text = measured(own, f"as many harmless requests as {name}", flood(control.encode()), probes)
            print("   " + text, flush=True)
            failed, times, grown, text = measured(own, name, flood(message.encode(), more), probes)
            checks += [(not failed and not usual, text), (grown < bound, f"{name}: memory grew {grown:.0f} MB of {bound:.0f} MB")]
        part, _ = ask(own, "GET", "/v1/listings/stuttgart-brennglas/pictures/1", headers={"Range": "bytes=0-0"})
        checks += [(part == 206, "a byte of a picture is answered"), (own.answers(), "the server answers afterwards")]
        check_all(*checks)


def slow_readers(server, _):
    """Clients that take some bytes now and then are let go, and those that read slowly but steadily are not."""
    with own_server(server.program, {**fair, "idle-timeout": 2}) as own:
        picture = png + os.urandom((8 << 20) - len(png))
        own.request("POST", "/v1/listings/stuttgart-brennglas/pictures", picture, {"Content-Type": "image/png"}, key=True)
        message = b"GET /v1/listings/stuttgart-brennglas/pictures/1 HTTP/1.1\r\nHost: x\r\n\r\n"
        slow, steady = opened(own, 20, message), opened(own, 1, message)[0]
        received, end = 0, time.monotonic() + 12
        files = own.files
        while time.monotonic() < end and own.files > files - len(slow):
            for client, count in [(client, 128) for client in slow] + [(steady, 1 << 17)]:
                try:
                    received += len(client.recv(count)) if client is steady else len(client.recv(count)) * 0
                except OSError:
                    pass
            time.sleep(0.25)
        left = own.files - (files - len(slow))
        try:
            steady.setblocking(True)
            goes_on = len(steady.recv(1 << 16)) > 0
        except OSError:
            goes_on = False
        check_all(
            (left <= 0, f"of 20 clients that take 128 bytes four times a second {max(0, left)} are left"),
            (goes_on, f"one that has taken {received >> 10} KiB meanwhile goes on"),
        )


def turns(server, whole):
    """Questions that take long leave turns for others, and none of them is refused."""
    connections, seconds, listings = (80, 10, 100_000) if whole else (40, 5, 3000)
    hard = {"filter": "name LIKE '%a%e%i%o%u%x%q%' OR description LIKE '%a%b%c%d%e%f%g%h%i%j%k%l%m%z%'", "limit": 0}
    with own_server(server.program, fair, listings=listings) as own:
        house = House(own)
        ana = sign_up(house, "ana")
        listing = json.loads(own.request("POST", "/v1/query", json.dumps({"limit": 1}))[1])["results"][0]["id"]
        probes = [
            lambda: ask(own, "GET", f"/v1/listings/{listing}")[0],
            lambda: ask(own, "PUT", f"/v1/me/favourites/{listing}", token=ana)[0],
            lambda: ask(own, "GET", "/v1/suggest?q=a")[0],
        ]

        def flood(method, path, body, sources):
            def run():
                end, statuses = time.monotonic() + seconds, []

                def one(source):
                    while time.monotonic() < end:
                        try:
                            statuses.append(ask(own, method, path, body, source=source)[0])
                        except (OSError, http.client.HTTPException):
                            statuses.append(0)
                        time.sleep(0.02)

                threads = [threading.Thread(target=one, args=(sources[i % len(sources)],)) for i in range(connections)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                return f"{len(statuses)} requests of {connections} connections, {sum(status != 200 for status in statuses)} refused"
            return run

        usual, _, _, text = measured(own, "as many harmless requests", flood("GET", "/v1/near?near=48.7,9.1&limit=1", None, [attacker]), probes)
        print("   " + text, flush=True)
        checks = [(not usual, text)]
        attacks = [("questions that take long", "/v1/query", hard, [attacker])]
        attacks.append(("questions that take long, from four addresses", "/v1/query", hard, [f"127.0.0.{n}" for n in range(20, 24)]))
        if whole:
            attacks += [
                ("maps of 10 000 results", "/v1/map", {"limit": 10_000}, [attacker]),
                ("clusters with facets", "/v1/query", {"cluster": 12, "facets": ["tag"], "limit": 0}, [attacker]),
            ]
        for name, path, body, sources in attacks:
            failed, _, _, text = measured(own, name, flood("POST", path, body, sources), probes)
            checks.append((not failed, text))
        check_all(*checks, (own.answers(), "the server answers afterwards"))


def alerts(server, whole):
    """Costly alerts of one member hold up no change of others."""
    count, seconds = (50, 8) if whole else (25, 4)
    pattern = "%" + "a%" * 40
    condition = " OR ".join([f"description LIKE '{pattern}b'"] * 4 + [f"price < {n}" for n in range(36)])
    with own_server(server.program, {**fair, "client-threads": 2, "threads": 4}) as own:
        house = House(own)
        mallory, ana = sign_up(house, "mallory"), sign_up(house, "ana")
        bar = {"kind": "bar", "lat": 48.7, "lon": 9.1, "name": "Neun", "description": "a" * 9990}
        checks = [(ask(own, "PUT", "/v1/listings/neun", bar, mallory)[0] == 201, "a listing is made")]
        probes = [lambda: ask(own, "PUT", "/v1/me/favourites/stuttgart-brennglas", token=ana)[0]]
        number = iter(range(1 << 30))

        def edits():
            end, statuses = time.monotonic() + seconds, []

            def one():
                while time.monotonic() < end:
                    try:
                        statuses.append(ask(own, "PATCH", "/v1/listings/neun", {"phone": f"+49 {next(number)}"}, mallory, attacker, headers={"If-Match": "*"})[0])
                    except (OSError, http.client.HTTPException):
                        statuses.append(0)

            threads = [threading.Thread(target=one) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return f"{len(statuses)} edits, {sum(status != 200 for status in statuses)} refused"

        failed, _, _, text = measured(own, "edits without alerts", edits, probes)
        checks.append((not failed, text))
        long = {"name": "x", "query": {"filter": " OR ".join([f"description LIKE '{pattern}'"] * 200)}}
        status, body = ask(own, "POST", "/v1/me/alerts", long, mallory)
        checks.append((status == 400, f"an alert with 200 patterns is answered {status} {body[:100]}"))
        made = [ask(own, "POST", "/v1/me/alerts", {"name": "x", "query": {"filter": condition}}, mallory)[0] for _ in range(count)]
        checks.append((set(made) == {201}, f"{count} alerts of 40 conditions with 4 patterns are kept: {sorted(set(made))}"))
        failed, _, _, text = measured(own, f"edits with {count} alerts", edits, probes)
        checks.append((not failed, text))
        began = time.monotonic()
        own.process.terminate()
        own.process.wait(30)
        checks.append((own.process.returncode == 0, f"the server ends in {time.monotonic() - began:.1f} s"))
        check_all(*checks)


def stored(server, _):
    """What a member stores, and what comes at once, has an end."""
    with own_server(server.program, {**fair, "member-media": 20 << 20, "member-texts": 1 << 20, "client-uploads": 64 << 20}) as own:
        house = House(own)
        mallory, ana = sign_up(house, "mallory"), sign_up(house, "ana")
        upload = png + os.urandom((4 << 20) - len(png))
        probes = [lambda: ask(own, "GET", "/v1/near?near=48.7,9.1&limit=10")[0]]

        def media():
            statuses = [ask(own, "POST", "/v1/media", upload[:-1] + bytes([n]), mallory, attacker, headers={"Content-Type": "image/png"})[0] for n in range(12)]
            return f"{statuses.count(201)} of {len(statuses)} files of 4 MiB are kept, {statuses.count(409)} refused"

        failed, _, _, text = measured(own, "files of one member", media, probes)
        conversation = json.loads(ask(own, "POST", "/v1/conversations", {"with": "ana"}, mallory)[1])["id"]
        path = f"/v1/conversations/{conversation}/messages"
        messages = [ask(own, "POST", path, {"text": "x" * 3900}, mallory, attacker)[0] for _ in range(300)]
        mine, _ = ask(own, "POST", "/v1/media", upload, ana, headers={"Content-Type": "image/png"})
        head = f"POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {ana}\r\nContent-Type: image/png\r\nContent-Length: {33 << 20}\r\n\r\n"

        def unfinished():
            clients = opened(own, 12, head.encode())
            for client in clients:
                client.settimeout(2)
                try:
                    client.sendall(png + b"\0" * (8 << 20))
                except OSError:
                    pass
            for client in clients:
                client.close()
            return f"{len(clients)} uploads of 8 MiB that do not end"

        unended, _, grown, last = measured(own, "uploads", unfinished, probes)
        small = {"displayName": ("e" + "\u0301" * 12_000) * 40}
        check_all(
            (not failed and "5 of 12" in text or "4 of 12" in text, text),
            (mine == 201, f"another member keeps a file: {mine}"),
            (0 < messages.count(409) < 60, f"{messages.count(201)} messages of 3900 letters are kept, {messages.count(409)} refused"),
            (not unended and grown < 60, last),
            (ask(own, "PATCH", "/v1/me", small, ana)[0] == 400, "a name of 40 letters with 480 000 marks is refused"),
            (not [name for name in own.leftovers() if name.startswith(".import")], "no upload is left behind"),
            (own.answers(), "the server answers afterwards"),
        )
