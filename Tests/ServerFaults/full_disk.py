"""A disk that is full."""
import contextlib, json, os, subprocess, tempfile

from .load import Clients
from .server import check_all, generate, own_server, run


@contextlib.contextmanager
def small_disk(size):
    """A folder on a file system of this size; None where mounting is not allowed."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "vicinity", folder], capture_output=True)
        if done.returncode != 0:
            yield None
            return
        try:
            yield folder
        finally:
            subprocess.run(["umount", folder], check=True)


def generated(program, count, seed):
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        generate(program, count, file.name, seed)
        return open(file.name, "rb").read()


def fill_up(path):
    """Writes a file until the disk is full."""
    with open(path, "wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096) == 4096:
                pass
        except OSError:
            pass


def bar(name):
    return '{"id":"%s","kind":"bar","name":"Neun","lat":48.77,"lon":9.18,"description":"%s"}\n' % (name, "x" * 20_000)


def refused(text, outcome):
    """A check that an answer is a clear problem."""
    status, code = outcome
    return status in (503, 507), f"full disk: {text}: {status} {code}"


def other_changes(server):
    """What else writes, on a full disk."""
    status, body = server.request("PUT", "/v1/listings/full", bar("full"), key=True)
    is_there = server.request("GET", "/v1/listings/full")[0] == 200
    # The log of the catalog may have room left from before.
    held = status in (201, 503, 507) and is_there == (status == 201)
    put = held, f"full disk: a PUT without any room: {status} {body[:100]}, the listing is {'there' if is_there else 'missing'}"
    status, body = server.request("POST", "/v1/admin/backups", b'{"name":"copy.gpkg"}', key=True)
    return put, refused("a backup without any room", (status, body[:200]))


def count(server):
    lines = server.request("GET", "/v1/export", key=True)[1].splitlines()
    # That one may have had room.
    return sum(json.loads(line)["id"] != "full" for line in lines)


def contradictions(server, filler):
    """The changes whose answer contradicts what became of them, with ever more room on the disk."""
    wrong = []
    for pages in range(0, 60, 3):
        name = f"room-{pages}"
        fill_up(filler)
        os.truncate(filler, max(0, os.path.getsize(filler) - pages * 4096))
        status, body = server.request("PUT", f"/v1/listings/{name}", bar(name), key=True)
        is_there = server.request("GET", f"/v1/listings/{name}")[0] == 200
        if is_there != (status in (200, 201)):
            wrong.append(f"{pages * 4} KiB free: PUT answers {status}, the listing is {'there' if is_there else 'missing'}")
        os.unlink(filler)
    return wrong


def refuse(server, folder):
    """Changes that do not fit."""
    # The first does not fit as a body, the second not as changes of the catalog.
    body = server.import_lines(generated(server.program, 150_000, 1), "body")
    catalog = server.import_lines(generated(server.program, 45_000, 2), "catalog")
    left = server.leftovers()
    filler = os.path.join(folder, "filler")
    fill_up(filler)
    small = server.import_lines("".join(bar(f"small-{number}") for number in range(20)), "small")
    put, backup = other_changes(server)
    full = server.answers() and server.answers("/v1/near?sort=name&limit=100&total")
    os.unlink(filler)
    return [
        refused("an import of 60 MB on a disk of 40 MB", body),
        refused("an import that fits as a body but not as changes", catalog),
        (not left, f"full disk: files left by refused imports: {left}"),
        refused("a small import without any room", small),
        put,
        backup,
        (full, "full disk: searches are answered without any room"),
    ]


def attack(server, folder):
    before, clients = count(server), Clients(server.address)
    checks = refuse(server, folder)
    after = count(server)
    again = server.import_lines("".join(bar(f"again-{number}") for number in range(20)), "again")
    wrong = contradictions(server, os.path.join(folder, "filler"))
    clients.stop()
    defects = run(server.program, "check", catalog=server.catalog)
    check_all(
        *checks,
        (before == after, f"full disk: {after} listings after refused changes, {before} before"),
        (again[0] == 200, f"full disk: an import once there is room again: {again[0]} {again[1]}"),
        (not wrong, f"full disk: answers that contradict the catalog: {len(wrong)}, {wrong[:2]}"),
        (not clients.failed, f"full disk: {clients.answered} searches answered meanwhile, failed: {clients.failed[:3]}"),
        (not defects, f"full disk: defects: {defects or 'none'}"),
        (not server.leftovers(), f"full disk: files left at the end: {server.leftovers()}"),
    )


def full_disk(server, _):
    """Changes that do not fit are refused, searches go on, and nothing is left behind."""
    with small_disk("40m") as folder:
        if folder is None:
            print("skipped: full disk: mounting is not allowed", flush=True)
            return
        with own_server(server.program, folder=folder) as own:
            attack(own, folder)
