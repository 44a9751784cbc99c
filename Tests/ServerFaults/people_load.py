"""How long members wait: searches during sign-ins, actions at a steady rate, and streams of changes."""
import hashlib, json, random, sqlite3, threading, time

from .rates import Streams, measure
from .people import offer, password, sign_up, House
from .server import allow_files, check, milliseconds, own_server


def search(_):
    place = f"{46 + random.random():.4f},{24 + random.random():.4f}"
    return "GET", f"/v1/near?near={place}&radius=20000&open=now&limit=20", None, {}


def sign_in(number):
    body = json.dumps({"login": f"nobody-{number}", "password": password})
    return "POST", "/v1/sessions", body, {"Content-Type": "application/json", "X-Forwarded-For": f"10.0.{number // 250 % 250}.{number % 250}"}


def streams(house, tokens, say):
    """How long after a message was sent the stream of each of its readers has it."""
    open_ones = Streams(house.server.address, tokens)
    open_ones.wait("ready")
    began = []

    def send():
        began.append(time.monotonic())
        say()

    sender = threading.Timer(0.5, send)
    sender.start()
    heard = open_ones.wait("message")
    sender.join()
    open_ones.close()
    return [each - began[0] for each in heard]


def members_like(name, count, server):
    """Many members with the password of one, written into the file: signing them up takes minutes. The tokens of a
    session each."""
    tokens, now = [f"vis_{number:043}" for number in range(count)], int(time.time())
    accounts = sqlite3.connect(server.catalog.removesuffix(".gpkg") + ".accounts.sqlite", timeout=30)
    with accounts:
        for number, token in enumerate(tokens):
            accounts.execute("""
                INSERT INTO account (name, display, password, role, created)
                SELECT ?, display, password, role, created FROM account WHERE name = ?""", (f"{name}-{number}", name))
            accounts.execute("""
                INSERT INTO session (hash, id, member, created, seen, expires, is_kept) VALUES (?, ?, ?, ?, ?, ?, 0)""",
                (hashlib.sha256(token.encode()).digest(), f"s-{number}", f"{name}-{number}", now, now, now + 3600))
    accounts.close()
    return tokens


def people_load(server, whole):
    """Prints figures; only what must always hold is checked."""
    allow_files()
    seconds, listeners = (20, 1000) if whole else (4, 100)
    settings = {"trusted-proxies": "127.0.0.1"}
    with own_server(server.program, settings, listings=100_000 if whole else 0) as own:
        house = House(own)
        reader, writer = sign_up(house, "reader"), sign_up(house, "writer")
        couches, events = offer(house, writer)
        ((alone, _),) = measure(own.address, seconds, (200, 4, search))
        (beside, _), (tries, statuses) = measure(own.address, seconds, (200, 4, search), (50, 32, sign_in))
        print(f"200 searches a second: {milliseconds(alone)}", flush=True)
        print(f"beside 50 sign-ins a second: {milliseconds(beside)}; sign-ins {statuses}, {milliseconds(tries)}", flush=True)

        def act(number):
            path = random.choice([f"/v1/me/favourites/{random.choice(couches)}", f"/v1/listings/{random.choice(events)}/place"])
            return random.choice(["PUT", "DELETE"]), path, None, {"Authorization": f"Bearer {reader}"}

        ((actions, answered),) = measure(own.address, seconds, (200, 8, act))
        print(f"200 actions a second: {milliseconds(actions)}; {answered}", flush=True)
        readers = members_like("reader", listeners, own)
        form = {"kind": "event", "name": "Crowd", "lat": 46.5, "lon": 24.5, "starts": "2040-01-01T19:00:00Z"}
        house.ask("PUT", "/v1/listings/crowd", form, writer)
        for token in readers:
            house.ask("PUT", "/v1/listings/crowd/place", token=token)
        conversation = house.ask("PUT", "/v1/listings/crowd/conversation", token=writer)[1]["id"]

        def say():
            house.ask("POST", f"/v1/conversations/{conversation}/messages", {"text": "Now"}, writer)

        told = streams(house, readers, say)
        print(f"streams of {listeners} members told: {milliseconds(told)}", flush=True)
        own.end()
    check(set(answered) == {200}, f"200 actions a second are answered: {answered}")
    check(len(told) == listeners, f"{listeners} streams: {len(told)} are told")
