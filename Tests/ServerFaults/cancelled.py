"""Clients that close the connection in the middle of an answer."""
import json, socket, struct, time

from .load import SteadyClient
from .server import at_once, check_all, milliseconds, own_server

streams = 200


def batch(server):
    """Begins a batch of queries with long answers, whose body does not end."""
    client = server.connect(receive_buffer=4096)
    client.send(b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n")
    lines = b'{"limit":1000,"facets":["tag"],"total":true}\n' * 200
    client.send(b"%x\r\n%s\r\n" % (len(lines), lines))
    return client


def export(server):
    """Begins an export."""
    client = server.connect(receive_buffer=4096)
    client.send(f"GET /v1/export HTTP/1.1\r\nHost: x\r\nX-Api-Key: {server.key}\r\n\r\n".encode())
    return client


def cancel(server, number):
    """Begins a stream, reads some of it, and closes with an end or a reset."""
    client = batch(server) if number % 2 else export(server)
    if number % 3:
        client.recv(1 << (number % 12))
    if number % 5 == 0:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def cancel_all(server, problems, connections=8):
    """Cancels all streams, several at once."""
    def run(first):
        try:
            for number in range(first, streams, connections):
                cancel(server, number)
        except OSError as error:
            problems.append(repr(error))

    at_once(connections, run)


def whole_batch(server):
    """Whether each line of a batch is answered."""
    status, body = server.request(
        "POST", "/v1/batch", b'{"limit":3}\n' * 100, {"Content-Type": "application/x-ndjson"}, key=True)
    return status == 200 and len([line for line in body.splitlines() if b"results" in line]) == 100


def seen_while_stalled(server):
    """The active requests that metrics show while eight clients take nothing of their streams."""
    clients = [batch(server) for _ in range(8)]
    time.sleep(1)
    active = server.metrics()["vicinity_http_requests_active"]
    near = server.answers()
    for client in clients:
        client.close()
    return active, near


def attack(server, name):
    """The checks of a server whose streams were cancelled."""
    server.request("GET", "/v1/export", key=True)
    whole_batch(server)
    files, threads = server.files, server.threads
    problems, began, steady = [], time.monotonic(), SteadyClient(server.address)
    cancel_all(server, problems)
    steady.stop()
    seconds = time.monotonic() - began
    active, near = seen_while_stalled(server)
    level = server.settle(lambda: server.metrics()["vicinity_http_requests_active"] <= 2 and server.files <= files + 16)
    server.settle(lambda: server.busy(1) < 0.1, 15)
    busy = server.busy()
    status, body = server.request("GET", "/v1/export", key=True, timeout=120)
    sound = all(json.loads(line) for line in body.splitlines())
    return (
        (not problems, f"{name}: {streams} streams cancelled in {seconds:.1f} s; problems: {problems[:1]}"),
        (not steady.failed, f"{name}: others meanwhile {milliseconds(steady.seconds)}; failed: {steady.failed[:3]}"),
        (active >= 8, f"{name}: metrics show {active:.0f} active requests while 8 streams are stalled"),
        (near, f"{name}: a search is answered while 8 streams are stalled"),
        (level, f"{name}: {server.files} open files afterwards, {files} before"),
        (server.threads <= threads + 8, f"{name}: {server.threads} threads afterwards, {threads} before"),
        (busy < 0.1, f"{name}: {busy:.0%} of a processor is taken afterwards"),
        (status == 200 and sound, f"{name}: a whole export afterwards has {body.count(10)} lines"),
        (whole_batch(server), f"{name}: a batch of 100 lines is answered afterwards"),
    )


def cancelled(server, whole):
    """Cancelled streams leave nothing behind. With --all on a catalog whose export is longer than all buffers."""
    checks = attack(server, "small catalog")
    if whole:
        with own_server(server.program, listings=100_000) as own:
            checks += attack(own, "100 000 listings")
    check_all(*checks)
