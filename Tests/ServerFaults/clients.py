"""Clients that send slowly or too much, and an operator who replaces the catalog or stops the server."""
import os, shutil, signal, time

from .load import Clients
from .server import check, check_all, own_server

short = {"head-timeout": 2, "idle-timeout": 2, "body-timeout": 2}
"""Limits that can be waited for."""


def slow_head(server, _):
    """A head that comes byte by byte ends its connection."""
    client, started = server.connect(), time.monotonic()
    client.send(b"GET / HTTP/1.1\r\nHost: x\r\n")
    try:
        while time.monotonic() - started < 15:
            time.sleep(0.5)
            client.send(b"X")
    except OSError:
        pass
    seconds = time.monotonic() - started
    check(seconds < 10, f"a slow head was ended after {seconds:.0f} s")


def large_body(server, _):
    """A body beyond the limit is not read to its end."""
    client, sent = server.connect(), 0
    client.send(b"POST /v1/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1073741824\r\n\r\n")
    try:
        while sent < 1 << 30:
            sent += client.send(b" " * 65536)
    except OSError:
        pass
    check(sent < 1 << 26, f"a body of 1 GiB was ended after {sent >> 20} MiB")


def received(client, seconds=20):
    """The bytes until the connection ends, and whether it does."""
    client.settimeout(1)
    end, data = time.monotonic() + seconds, b""
    while time.monotonic() < end:
        try:
            part = client.recv(1 << 16)
        except TimeoutError:
            continue
        except OSError:
            return data, True
        if not part:
            return data, True
        data += part
    return data, False


def ends(client, seconds=20):
    """Whether the server closes a connection that takes nothing: sending into it fails, or it is said to have ended."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            client.send(b"0")
        except OSError:
            return True
        time.sleep(0.2)
    return False


def patience(server, _):
    """Clients that neither read nor come to an end are let go, each with the limit that says so."""
    with own_server(server.program, short) as own:
        stalled = own.connect(receive_buffer=4096)
        lines = b'{"limit":1000,"facets":["tag"],"total":true}\n' * 500
        head = b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n"
        stalled.send(head % (len(lines) + 1000) + lines)
        slow = own.connect()
        slow.send(b"POST /v1/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n")
        try:
            for _ in range(8):
                slow.send(b" ")
                time.sleep(0.5)
        except OSError:
            pass
        answer, slow_ended = received(slow)
        endless = own.connect()
        endless.send(b"POST /v1/keys HTTP/1.1\r\nHost: x\r\nX-Api-Key: wrong\r\nTransfer-Encoding: chunked\r\n\r\n")
        sent = 0
        try:
            while sent < 1 << 28:
                sent += endless.send(b"10000\r\n" + b" " * 65536 + b"\r\n")
        except OSError:
            pass
        large = own.connect()
        large.send(b"GET / HTTP/1.1\r\nHost: x\r\nX-Large: " + b"x" * 100_000 + b"\r\n\r\n")
        refusal, large_ended = received(large)
        check_all(
            (ends(stalled), "a client that takes nothing of its answers is let go"),
            (b" 408 " in answer[:20] and slow_ended, f"a slow body is answered {answer[:12]!r} and ended"),
            (sent < 1 << 24, f"a body behind a wrong key was ended after {sent >> 10} KiB"),
            (b" 431 " in refusal[:20] and b"max-headers" in refusal and large_ended, f"large header fields are answered {refusal[:12]!r}"),
            (own.answers(), "the server answers afterwards"),
        )


def slow_batch(server, _):
    """Each line of a batch is answered before the next is sent, for longer than a head may take."""
    client = server.connect()
    client.send(b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n")
    received = b""
    for number in range(5):
        line = b'{"id":%d,"limit":0}\n' % number
        client.send(b"%x\r\n%s\r\n" % (len(line), line))
        while received.count(b'"results"') <= number:
            part = client.recv(4096)
            if not part:
                check(False, f"line {number} of a slow batch is answered")
            received += part
        time.sleep(0.8)
    client.send(b"0\r\n\r\n")
    check(True, "a slow batch was answered line by line")


def replace(server, _):
    """No request fails while the catalog is replaced under its name."""
    copy = server.catalog + ".copy"
    shutil.copy(server.catalog, copy)
    clients = Clients(server.address)
    for _ in range(10):
        shutil.copy(copy, server.catalog + ".new")
        os.replace(server.catalog + ".new", server.catalog)
        time.sleep(0.3)
    clients.stop()
    check(not clients.failed and clients.answered > 100, f"replaced 10 times: {clients.answered} answered, failed: {clients.failed[:3]}")


def stop(server, _):
    """SIGTERM breaks no answer."""
    clients = Clients(server.address)
    time.sleep(1)
    os.kill(server.pid, signal.SIGTERM)
    for thread in clients.threads:
        thread.join(30)
    check(not clients.failed and clients.answered > 50, f"stopped under load: {clients.answered} answered, broken: {clients.failed[:3]}")
