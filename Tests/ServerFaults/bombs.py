"""Bodies of 10 MB of gzip that inflate to 10 GB."""
import gzip, json, select, time

from .load import SteadyClient
from .server import check_all, milliseconds

megabytes = 100
"""The memory by which a server may grow."""


def member(filling):
    """64 MiB of a byte, as one member of a gzip stream."""
    return gzip.compress(filling * (64 << 20), 9)


def send(server, path, type, pieces, timeout):
    """Sends pieces as a chunked body, and reads at the same time: the bytes sent and received, and whether the connection ended."""
    client = server.connect()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: {server.key}\r\nContent-Type: {type}\r\n"
    head += "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
    waiting, sent, received = head.encode(), 0, b""
    client.setblocking(False)
    end = time.monotonic() + timeout
    pieces = iter(pieces)
    last = False
    try:
        while time.monotonic() < end and not received.endswith(b"0\r\n\r\n"):
            if not waiting and not last:
                piece = next(pieces, b"")
                last = not piece
                waiting = b"%x\r\n%s\r\n" % (len(piece), piece)
            readable, writable, _ = select.select([client], [client] if waiting else [], [], 1)
            if readable:
                part = client.recv(1 << 16)
                if not part:
                    return sent, received, True
                received += part
            if writable:
                count = client.send(waiting)
                waiting, sent = waiting[count:], sent + count
    except OSError:
        return sent, received, True
    finally:
        client.close()
    return sent, received, time.monotonic() < end


def bomb(server, path, type, filling, timeout=180):
    """A bomb to a route: what became of it, and the memory that it took in MB."""
    piece = member(filling)
    before = server.memory
    server.reset_peak()
    began = time.monotonic()
    steady = SteadyClient(server.address)
    sent, received, ended = send(server, path, type, [piece] * 160, timeout)
    steady.stop()
    status = received[9:12].decode() or "no answer"
    grown = server.peak - before
    text = f"{path.split('?')[0]}: {sent >> 10} KiB sent, {status}, {time.monotonic() - began:.1f} s, memory grew {grown:.0f} MB"
    return status, received, ended, grown, f"{text}; others meanwhile {milliseconds(steady.seconds)}", steady.failed


def idle_after_client_left(server):
    """Whether a bomb is given up once its client has closed the connection."""
    send(server, "/v1/batch", "application/x-ndjson", [member(b"\n")] * 20, 2)
    began = time.monotonic()
    idle = server.settle(lambda: server.busy(1) < 0.2, 15)
    return idle, f"a processor is taken for {time.monotonic() - began:.0f} s after the client of a bomb of line feeds left"


def bombs(server, _):
    """Bombs are refused or ended, without much memory, and the server answers afterwards."""
    files = server.leftovers()
    checks = []
    for path, type, filling in (
        ("/v1/query", "application/json", b" "),
        ("/v1/import?source=bomb", "application/x-ndjson", b" "),
        ("/v1/batch", "application/x-ndjson", b" "),
        ("/v1/batch", "application/x-ndjson", b"\n"),
    ):
        status, received, ended, grown, text, failed = bomb(server, path, type, filling)
        name = "a bomb of line feeds" if filling == b"\n" else "a bomb of spaces"
        if path == "/v1/batch":
            lines = [line for line in received.split(b"\n") if line.startswith(b"{")]
            are_errors = all("error" in json.loads(line) for line in lines)
            held = ended and are_errors and len(lines) <= 2
            text += f"; lines: {b' '.join(lines[:2]).decode()[:200] or 'none'}"
        else:
            held = status in ("400", "413", "no answer") and ended
        checks.append((held and grown < megabytes and not failed, f"{name} to {text}" + (f"; failed: {failed[:3]}" if failed else "")))
    checks.append((server.answers(), "the server answers after the bombs"))
    checks.append(idle_after_client_left(server))
    left = sorted(set(server.leftovers()) - set(files))
    checks.append((not left, f"files that bombs left: {left}"))
    check_all(*checks)
