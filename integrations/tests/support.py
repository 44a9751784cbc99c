"""A catalog of the shipped data, and queries about it, for the tests of this folder."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "integrations"), str(ROOT / "integrations/dask"), str(ROOT / "integrations/spark")]

COMMAND = os.environ.get("VICINITY_COMMAND", "")
NOW = "2026-11-27T21:00:00+01:00"


def vicinity(*arguments, **options):
    """Runs the command; the status for refused lines is no failure."""
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, **options)
    if done.returncode not in (0, 2):
        raise AssertionError(done.stderr.decode())
    return done.stdout


@unittest.skipUnless(COMMAND, "VICINITY_COMMAND names no command to test with")
class BatchTestCase(unittest.TestCase):
    """Has a catalog, queries with errors and blank lines among them, and the answers of one batch."""
    count = 700

    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.kept.name)
        cls.catalog = cls.folder / "near.gpkg"
        generated = vicinity("generate", "listings", "--count", 2500)
        vicinity("import", "-q", "--source", "generated", "-", "--catalog", cls.catalog, input=generated)
        lines = vicinity("generate", "queries", "--count", cls.count).splitlines()
        lines[3:3] = [b"", b"   ", b'{"limt":1}', b"{broken", b'\xef\xbf\xbd"', b'{"id":"late","show":"none"}']
        cls.lines = [line + b"\r" if number % 50 == 0 else line for number, line in enumerate(lines)]
        cls.queries = cls.folder / "queries.jsonl"
        cls.queries.write_bytes(b"\n".join(cls.lines))
        cls.answers = vicinity("batch", cls.queries, "--now", NOW, "--catalog", cls.catalog)

    @classmethod
    def tearDownClass(cls):
        cls.kept.cleanup()

    def job(self, pieces, name, **changes):
        """A job whose output is a folder of this name."""
        values = {"catalog": str(self.catalog), "now": NOW, "command": COMMAND, "lines": 100, "quiet": True,
                  "folder": str(self.folder / "cache"), "address": "127.0.0.1", **changes}
        return pieces.Job(queries=str(self.queries), output=str(self.folder / name), **values)

    def assertAnswered(self, name):
        self.assertEqual((self.folder / name / "answers.jsonl").read_bytes(), self.answers)
        self.assertEqual(sorted(path.name for path in (self.folder / name).iterdir()), ["answers.jsonl", "job.json"])
