"""Hostile clients of the route for language models, beside eight that call tools."""
import itertools, json, time

from .server import allow_files, check_all, own_server
from .shares import Measured, ask, attacker, fair, hard, opened, send_all, statuses_of


def message(method, **parameters):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters})


def call(tool, **arguments):
    return message("tools/call", name=tool, arguments=arguments)


def ordinary(listing):
    """What eight models ask: the answers do not depend on the time."""
    here = "48.7758,9.1829"
    return [
        call("search", near=here, limit=20, fields=["id", "name", "tags"]), call("search", text="jazz", fields=["id"], total=True),
        call("details", id=listing), call("suggest", text="jaz", near=here), call("suggest", text="kraftbier"),
        call("why", query={"near": here, "limit": 3, "sort": "distance"}), call("why_not", id=listing, query={"kind": "couch"}),
        call("hours", id=listing, **{"from": "2027-01-04", "to": "2027-01-06"}),
    ]


def post(body, length=None):
    body = body.encode() if isinstance(body, str) else body
    head = f"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    return f"{head}Content-Length: {len(body) if length is None else length}\r\n\r\n".encode() + body


class Models:
    """Eight clients, each with an address and a question of its own, whose answer must stay the same."""

    def __init__(self, server, listing):
        self.server = server
        self.questions = [(f"127.0.0.{30 + number}", text) for number, text in enumerate(ordinary(listing))]
        self.expected = [self.answer(source, text) for source, text in self.questions]

    def answer(self, source, text):
        """The status and the data of an answer, without the cursor, which has the time."""
        status, body = ask(self.server, "POST", "/mcp", text.encode(), source=source)
        data = json.loads(body).get("result", {}).get("structuredContent", {}) if status == 200 else {}
        return status, {key: value for key, value in data.items() if key != "next"}

    @property
    def probes(self):
        def probe(source, text, expected):
            # 500 stands for an answer that is another one than without the attack.
            def run():
                answer = self.answer(source, text)
                return 500 if answer[0] == 200 and answer != expected else answer[0]
            return run

        return [probe(source, text, expected) for (source, text), expected in zip(self.questions, self.expected)]

    @property
    def are_sound(self):
        return all(status == 200 and data for status, data in self.expected)


def repeated(server, make, seconds, connections=40):
    """A flood of requests of one address: how many were answered, by status."""
    def run():
        number = itertools.count()

        def request(_):
            body, headers = make(next(number))
            return ask(server, "POST", "/mcp", body, source=attacker, headers=headers)

        statuses = statuses_of(connections, seconds, 0.01, request)
        return f"{len(statuses)} requests, statuses {sorted(set(statuses))}"
    return run


def held_open(server, message, count, seconds, more=b""):
    """A flood of connections of one address that never read."""
    def run():
        clients = []
        for _ in range(count):
            for client in opened(server, 1, message):
                clients.append(client)
                if more:
                    send_all(client, more, 0.01)
        time.sleep(seconds)
        for client in clients:
            client.close()
        server.settle(lambda: server.files < 100, 10)
        return f"{len(clients)} of {count} connections are made"
    return run


def models(server, whole):
    """Hostile clients of /mcp: eight others get the same answers nearly as fast, and memory has a bound."""
    allow_files()
    seconds, listings = (8, 100_000) if whole else (2, 3000)
    deep = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b'{"a":' * 100_000
    ping = message("ping").encode()
    long = call("search", filter=hard, limit=0).encode()
    page = post(call("search", limit=50))

    def floods(own):
        yield "brackets without end", repeated(own, lambda _: (b"[" * 900_000, {}), seconds)
        yield "deep objects", repeated(own, lambda _: (deep, {}), seconds)
        yield "bodies of 10 MB", repeated(own, lambda _: (b" " * (10 << 20), {}), seconds, connections=8)
        yield "batches of 15 000 messages", repeated(own, lambda _: (b"[" + b",".join([ping] * 15_000) + b"]", {}), seconds)
        yield "sessions without end", repeated(own, lambda number: (
            message("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "x", "version": "1"}).encode(),
            {"Mcp-Session-Id": f"{number}"}), seconds)
        yield "calls that take long", repeated(own, lambda _: (long, {}), seconds)
        yield "a thousand streams", held_open(own, b"GET /mcp HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n", 1000, seconds)
        yield "answers that are never read", held_open(own, page, 250, seconds, page * 20)
        yield "messages that do not end", held_open(own, post(b" " * (400 << 10), 1 << 20), 250, seconds, b" " * (400 << 10))

    checks = []
    with own_server(server.program, fair, listings=listings) as own:
        listing = json.loads(own.request("POST", "/v1/query", json.dumps({"limit": 1, "kinds": ["bar"]}))[1])["results"][0]["id"]
        # Names are read in the background.
        own.settle(lambda: own.answers("/v1/suggest?text=jaz"))
        eight = Models(own, listing)
        checks.append((eight.are_sound, "the tools answer eight clients"))
        harmless = Measured(own, "pings", 1, repeated(own, lambda _: (ping, {}), seconds), eight.probes, rate=5)
        for name, flood in floods(own):
            measured = Measured(own, name, 1, flood, eight.probes, rate=5)
            checks += [*measured.beside(harmless), measured.holds(64, fair["client-connections"])]
        checks.append((own.answers(), "the server answers afterwards"))
        after = [eight.answer(source, text) for source, text in eight.questions]
        checks.append((after == eight.expected, "the eight get the same answers afterwards"))
    check_all(*checks)
