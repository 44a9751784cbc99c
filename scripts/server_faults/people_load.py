"""How long members wait: searches beside sign-ins, actions at a steady rate, and streams that are told."""
import http.client, json, random, threading, time

from .people import offer, password, sign_up, House
from .server import allow_files, check, milliseconds, own_server


class Caller(threading.Thread):
    """Sends requests at a steady rate on one connection, and notes how long each took from when it was due."""

    def __init__(self, address, rate, seconds, make):
        super().__init__()
        self.address, self.rate, self.seconds, self.make = address, rate, seconds, make
        self.times, self.statuses = [], {}
        self.start()

    def run(self):
        connection = http.client.HTTPConnection(*self.address, timeout=30)
        began = time.monotonic()
        for number in range(int(self.rate * self.seconds)):
            due = began + number / self.rate
            time.sleep(max(0, due - time.monotonic()))
            try:
                connection.request(*self.make(number))
                response = connection.getresponse()
                response.read()
                self.statuses[response.status] = self.statuses.get(response.status, 0) + 1
            except (OSError, http.client.HTTPException):
                connection.close()
                self.statuses["-"] = self.statuses.get("-", 0) + 1
            self.times.append(time.monotonic() - due)


def measure(address, seconds, *parts):
    """Runs callers side by side; their times and statuses by part. A part is a rate, a number of callers and requests."""
    groups = [[Caller(address, rate / count, seconds, make) for _ in range(count)] for rate, count, make in parts]
    results = []
    for group in groups:
        for caller in group:
            caller.join()
        statuses = {}
        for caller in group:
            for status, count in caller.statuses.items():
                statuses[status] = statuses.get(status, 0) + count
        results.append(([each for caller in group for each in caller.times], statuses))
    return results


def search(_):
    place = f"{46 + random.random():.4f},{24 + random.random():.4f}"
    return "GET", f"/v1/near?near={place}&radius=20000&open=now&limit=20", None, {}


def sign_in(number):
    body = json.dumps({"login": f"nobody-{number}", "password": password})
    return "POST", "/v1/sessions", body, {"Content-Type": "application/json", "X-Forwarded-For": f"10.0.{number // 250 % 250}.{number % 250}"}


def streams(house, token, other, count):
    """How long after a message was sent the last of many streams of its reader has it."""
    heard, lock, ready = [], threading.Lock(), threading.Barrier(count + 1)

    def listen():
        connection = http.client.HTTPConnection(*house.server.address, timeout=60)
        connection.request("GET", "/v1/changes", headers={"Authorization": f"Bearer {token}", "Accept": "text/event-stream"})
        response, event = connection.getresponse(), None
        for line in response:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                event = text[7:]
            elif not text and event == "ready":
                event = None
                ready.wait()
            elif not text and event == "message":
                with lock:
                    heard.append(time.monotonic())
                return

    threading.stack_size(256 << 10)
    threads = [threading.Thread(target=listen, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    ready.wait(120)
    _, conversation = house.ask("POST", "/v1/conversations", {"with": "reader"}, other)
    began = time.monotonic()
    house.ask("POST", f"/v1/conversations/{conversation['id']}/messages", {"text": "Now"}, other)
    for thread in threads:
        thread.join(30)
    return [each - began for each in heard]


def people_load(server, whole):
    """Prints figures; only what must always hold is checked."""
    allow_files()
    seconds, listeners = (20, 1000) if whole else (4, 100)
    settings = {"max-streams": listeners, "trusted-proxies": "127.0.0.1"}
    with own_server(server.program, settings, listings=100_000 if whole else 0) as own:
        house = House(own)
        reader, writer = sign_up(house, "reader"), sign_up(house, "writer")
        couches, events = offer(house, writer)
        ((alone, _),) = measure(own.address, seconds, (200, 4, search))
        (beside, _), (tries, statuses) = measure(own.address, seconds, (200, 4, search), (50, 25, sign_in))
        print(f"200 searches a second: {milliseconds(alone)}", flush=True)
        print(f"beside 50 sign-ins a second: {milliseconds(beside)}; sign-ins {statuses}, {milliseconds(tries)}", flush=True)

        def act(number):
            path = random.choice([f"/v1/me/favourites/{random.choice(couches)}", f"/v1/listings/{random.choice(events)}/place"])
            return random.choice(["PUT", "DELETE"]), path, None, {"Authorization": f"Bearer {reader}"}

        ((actions, answered),) = measure(own.address, seconds, (200, 8, act))
        print(f"200 actions a second: {milliseconds(actions)}; {answered}", flush=True)
        told = streams(house, reader, writer, listeners)
        print(f"{listeners} streams told: {milliseconds(told)}", flush=True)
        own.end()
    check(set(answered) == {200}, f"200 actions a second are answered: {answered}")
    check(len(told) == listeners, f"{listeners} streams: {len(told)} are told")
