"""SIGKILL while listings are imported."""
import http.client, json, os, random, tempfile, threading, time

from .server import check_all, own_server, run, start

listings = 200
"""The listings of an import."""


class Importer(threading.Thread):
    """Imports until the server ends, and notes what was acknowledged."""

    def __init__(self, server, name):
        super().__init__()
        self.server, self.name, self.acknowledged, self.refused = server, name, [], []
        self.start()

    def run(self):
        number = 0
        while True:
            source = f"{self.name}-{number}"
            try:
                status, code = self.server.import_lines(lines(source), source)
            except (OSError, http.client.HTTPException, ValueError):
                return
            if status == 200:
                self.acknowledged.append(source)
            else:
                self.refused.append(f"{status} {code}")
            number += 1


def lines(source):
    forms = (
        {"id": f"{source}-{number}", "kind": "bar", "name": f"Bar {number}", "lat": 48 + number / 1000, "lon": 9, "tags": ["jazz"],
         "openingHours": "Mo-Su 18:00-02:00", "description": "A bar between two kills. " * 5}
        for number in range(listings)
    )
    return "".join(json.dumps(form) + "\n" for form in forms)


def kill_once(server, generator, number):
    """Kills a server some time after its first import; the importers."""
    importers = [Importer(server, f"kill-{number}-{name}") for name in "ab"]
    server.settle(lambda: all(importer.acknowledged for importer in importers), 30)
    time.sleep(generator.uniform(0, 0.5))
    server.kill()
    for importer in importers:
        importer.join()
    return importers


def counts(program, catalog):
    """The listings of the catalog by the import that brought them."""
    result = {}
    for line in run(program, "export", "--format", "jsonl", catalog=catalog).splitlines():
        source = json.loads(line)["id"].rpartition("-")[0]
        result[source] = result.get(source, 0) + 1
    return result


def killed(server, whole):
    """After each SIGKILL the catalog is sound and has all imports that were acknowledged, and no part of another."""
    rounds, generator = 20 if whole else 3, random.Random(7)
    acknowledged, refused, lost, torn, unsound, silent = [], [], [], [], [], 0
    with tempfile.TemporaryDirectory() as folder, own_server(server.program, folder=folder) as own:
        key = own.key
        for number in range(rounds):
            importers = kill_once(own, generator, number)
            acknowledged += [source for importer in importers for source in importer.acknowledged]
            refused += [text for importer in importers for text in importer.refused]
            try:
                run(own.program, "check", catalog=own.catalog)
            except Exception as error:
                unsound.append(str(error))
            own = start(own.program, own.catalog)
            own._key = key
            silent += not own.answers()
            found = counts(own.program, own.catalog)
            lost = [source for source in acknowledged if found.get(source) != listings]
            torn = [source for source, count in found.items() if source.startswith("kill-") and count != listings]
            if lost or torn or unsound:
                break
        left = own.leftovers()
        own.end()
    check_all(
        (not unsound, f"killed {rounds} times during imports: defects: {unsound[:1]}"),
        (not lost, f"killed {rounds} times: {len(acknowledged)} imports acknowledged, lost: {lost[:3]}"),
        (not torn, f"killed {rounds} times: imports of which only a part is there: {torn[:3]}"),
        (not refused, f"killed {rounds} times: imports refused: {sorted(set(refused))[:3]}"),
        (not silent, f"killed {rounds} times: {silent} of the servers started afterwards do not answer"),
        (not left, f"killed {rounds} times: {len(left)} files left after the last start: {left[:2]}"),
    )
