"""Many connections: idle ones, more than allowed, and more than the process may have files."""
import time

from .load import SteadyClient, nearest
from .server import Failed, allow_files, check, check_all, milliseconds, own_server

request = f"GET {nearest} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def answer(client, seconds):
    """The status of the answer that a connection gets in time; empty without one."""
    client.settimeout(seconds)
    try:
        received = client.recv(1 << 16)
        return received[9:12].decode()
    except TimeoutError:
        return ""
    except OSError:
        return "ended"


def open_idle(server, count):
    """Opens connections from several addresses; every second one has sent one request."""
    clients = []
    for number in range(count):
        client = server.connect(source=f"127.0.0.{2 + number // 4000}")
        if number % 2:
            client.sendall(request)
            if answer(client, 20) != "200":
                raise Failed(f"connection {number} is not answered")
        clients.append(client)
    return clients


def steady(server, seconds=10):
    client = SteadyClient(server.address)
    time.sleep(seconds)
    return client.stop()


def idle(server, _, count=10_000):
    """Idle connections take little memory, and others are answered at the same time."""
    allow_files()
    settings = {"max-connections": count + 100, "idle-timeout": 600}
    with own_server(server.program, settings) as own:
        without = steady(own)
        before, files = own.memory, own.files
        began = time.monotonic()
        clients = open_idle(own, count)
        seconds = time.monotonic() - began
        taken = (own.memory - before) * 1024 / count
        beside = steady(own)
        busy = own.busy()
        still = [client for client in clients if asks(client)]
        for client in clients:
            client.close()
        level = own.settle(lambda: own.files < files + 100, 30)
        check_all(
            (own.process.poll() is None, f"{count} connections opened in {seconds:.1f} s"),
            (not beside.failed, f"beside them {milliseconds(beside.seconds)}; without them {milliseconds(without.seconds)}; failed: {beside.failed[:3]}"),
            (taken < 64, f"{taken:.1f} KiB of memory for each connection"),
            (busy < 0.1, f"{busy:.0%} of a processor is taken by idle connections"),
            (len(still) == count, f"{len(still)} of {count} connections are answered after they were idle"),
            (level, f"{own.files} open files after they were closed, {files} before; memory {own.memory:.0f} MB, {before:.0f} MB before"),
            (own.answers(), "the server answers afterwards"),
        )


def asks(client):
    try:
        client.sendall(request)
    except OSError:
        return False
    return answer(client, 20) == "200"


def most_connections(server, _):
    """Connections beyond the limit wait until others end, and do no harm."""
    most, more = 50, 30
    with own_server(server.program, {"max-connections": most}) as own:
        clients = [own.connect() for _ in range(most + more)]
        for client in clients:
            client.sendall(request)
        statuses = [answer(client, 20 if number < most else 0.05) for number, client in enumerate(clients)]
        within, beyond = statuses[:most], statuses[most:]
        again = sum(asks(client) for client in clients[:most])
        for client in clients[:most]:
            client.close()
        later = [answer(client, 10) for client, status in zip(clients[most:], beyond) if not status]
        refused = beyond.count("503") + beyond.count("ended")
        # Several connections are accepted at once before they are counted.
        check_all(
            (set(within) == {"200"}, f"max-connections {most}: {within.count('200')} of {most} connections are answered"),
            (beyond.count("200") <= 8, f"max-connections {most}: of {more} more {beyond.count('')} wait, {refused} are refused, {beyond.count('200')} are answered"),
            (again == most, f"max-connections {most}: {again} of {most} are answered again meanwhile"),
            (set(later) <= {"200"}, f"max-connections {most}: {later.count('200')} of {len(later)} that waited are answered later"),
            (own.answers(), "the server answers afterwards"),
        )


def too_few_files(server, _, files=128):
    """More connections than the process may have files end nothing but themselves."""
    with own_server(server.program, files=files) as own:
        clients = [own.connect() for _ in range(2 * files)]
        for client in clients:
            client.sendall(request)
        statuses = [answer(client, 2 if number < files // 2 else 0.01) for number, client in enumerate(clients)]
        served = [client for client, status in zip(clients, statuses) if status == "200"]
        again = sum(asks(client) for client in served)
        busy = own.busy()
        for client in clients:
            client.close()
        recovered = own.settle(own.answers, 30)
        check(own.process.poll() is None, f"{files} files and {2 * files} connections: the process goes on")
        check_all(
            (set(statuses) <= {"200", "503", "", "ended"} and served, f"{files} files: {len(served)} connections are answered, others: {sorted(set(statuses) - {'200'})}"),
            (again == len(served), f"{files} files: {again} of {len(served)} are answered again meanwhile"),
            (busy < 0.5, f"{files} files: {busy:.0%} of a processor is taken while connections wait"),
            (recovered, f"{files} files: the server answers once connections are closed"),
        )
