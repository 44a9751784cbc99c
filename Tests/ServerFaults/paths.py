"""Random paths, each of which might become a series of metrics or an entry of a cache."""
import random, string, time

from .server import at_once, check_all

together = 100
"""The requests that are sent before their answers are read."""


def random_path(generator):
    """A path that leads nowhere, or to something that does not exist."""
    word = "".join(generator.choices(string.ascii_letters + string.digits + "-_.~%", k=generator.randint(1, 24))).replace("%", "%41")
    forms = ("/%s", "/v1/%s", "/v1/listings/%s", "/collections/%s/items", "/collections/bars/items/%s", "/v1/near?%s=1",
             "/tiles/listings/99/%s/0.mvt", "/v1/areas/%s")
    return generator.choice(forms) % word


def ask(server, count, seed, problems):
    """Requests random paths on one connection, and notes errors."""
    generator, client, rest = random.Random(seed), server.connect(), b""
    try:
        for _ in range(count // together):
            methods = generator.choices(("GET", "HEAD", "PURGE", "PROPFIND"), (94, 2, 2, 2), k=together)
            # Answers are counted by their heads: those to HEAD have no body.
            requests = "".join(f"{method} {random_path(generator)} HTTP/1.1\r\nHost: x\r\n\r\n" for method in methods)
            client.sendall(requests.encode())
            answers = 0
            while answers < together:
                part = client.recv(1 << 18)
                if not part:
                    problems.append("a connection ended")
                    return
                rest += part
                answers += rest.count(b"HTTP/1.1 ")
                if b"HTTP/1.1 5" in rest:
                    at = rest.index(b"HTTP/1.1 5")
                    problems.append(rest[at:at + 400].decode(errors="replace"))
                    return
                # Shorter than what is counted, and long enough for one that comes in two parts.
                rest = rest[-8:]
    except OSError as error:
        problems.append(repr(error))
    finally:
        client.close()


def ask_many(server, count, seed, connections=4):
    """Requests random paths on several connections; the errors."""
    problems = []
    at_once(connections, lambda number: ask(server, count // connections, seed + number, problems))
    return problems


def random_paths(server, whole):
    """Random paths add no series, and memory stays level."""
    count = 1_000_000 if whole else 20_000
    problems = ask_many(server, count // 10, 1)
    # Routes, statuses and buckets; a few may occur for the first time later.
    before, known, began = server.memory, len(server.metrics()), time.monotonic()
    problems += ask_many(server, count - count // 10, 1000)
    rate = count * 0.9 / (time.monotonic() - began)
    grown, series = server.memory - before, len(server.metrics())
    check_all(
        (not problems, f"{count} random paths, {rate:.0f}/s; problems: {problems[:1]}"),
        (series < known + 400, f"{series} series of metrics after random paths, {known} after the first tenth of them"),
        (grown < 32, f"memory grew {grown:.1f} MB during the last nine tenths of the paths"),
    )
