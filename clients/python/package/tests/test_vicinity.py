"""Tests of the package with the listings of datasets/ and the standard library alone.

    VICINITY_COMMAND=.build/debug/vicinity PYTHONPATH=clients/python/package/src \\
      python3 -m unittest discover -s clients/python/package/tests -p test_vicinity.py

Without VICINITY_COMMAND the command of an installed wheel is used.
"""
import copy
import datetime
import gc
import itertools
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

import vicinity
from vicinity import Catalog, CatalogError, CommandError, NotFound, ProcessDied, QueryError, VicinityError

DATASETS = pathlib.Path(os.environ.get(
    "VICINITY_DATASETS", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../datasets")))
# The command built for debugging is tested with less.
SCALE = 1 if os.environ.get("VICINITY_ALL_TESTS") == "1" else 10
NOW = "2026-11-27T21:00:00+01:00"
STUTTGART = (48.7758, 9.1829)


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def ends(pid):
    """Whether a process ends in time."""
    def is_over():
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False
    return wait_until(is_over)


class CatalogTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = os.path.join(cls.folder.name, "catalog.gpkg")
        with Catalog(cls.path, create=True) as catalog:
            cls.report = catalog.import_(
                DATASETS / "stuttgart-bars.jsonl", [DATASETS / "targu-mures-events.jsonl"],
                DATASETS / "budapest-couches.jsonl")
            catalog.import_(DATASETS / "targu-mures-couches.jsonl")
            catalog.run("gazetteer", "import", str(DATASETS / "cities.csv"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.catalog = Catalog(self.path)
        self.addCleanup(self.catalog.close)


class SearchTests(CatalogTestCase):
    def test_near_with_filters(self):
        answer = self.catalog.near(
            *STUTTGART, radius="300m", open=True, now=NOW, fields=["id", "distance"], total=True)
        self.assertEqual(answer[0], {"id": "stuttgart-charlotte-trinkt", "distance": 92.477})
        self.assertEqual([match["id"] for match in answer], [
            "stuttgart-charlotte-trinkt", "stuttgart-brennglas", "stuttgart-rosenstock"])
        self.assertEqual((len(answer), answer.total, answer.next), (3, 3, None))

    def test_near_a_place_and_a_pair(self):
        by_name = self.catalog.near("Stuttgart", kinds="bar", limit=5)
        self.assertEqual(len(by_name), 5)
        by_pair = self.catalog.near(STUTTGART, kinds="bar", limit=5, now=NOW)
        self.assertEqual(by_pair, self.catalog.near(*STUTTGART, kinds=["bar"], limit=5, now=NOW))
        with self.assertRaises(TypeError):
            self.catalog.near(48.7)
        with self.assertRaises(NotFound):
            self.catalog.near("Qwertzuiopolis")

    def test_values_of_python(self):
        instant = datetime.datetime.fromisoformat(NOW)
        self.assertEqual(
            self.catalog.near(*STUTTGART, open=True, now=instant), self.catalog.near(*STUTTGART, open="now", now=NOW))
        stay = (datetime.date(2026, 12, 1), datetime.date(2026, 12, 5))
        couches = self.catalog.search(stay=stay, now=NOW)
        self.assertEqual(couches, self.catalog.search(stay=("2026-12-01", "2026-12-05"), now=NOW))
        self.assertTrue(all(match["kind"] == "couch" for match in couches))
        self.assertEqual(self.catalog.search(open=False, host=None, now=NOW), self.catalog.search(now=NOW))
        self.assertEqual(len(self.catalog.near(*STUTTGART, radius="0.3km", kinds={"bar"}, now=NOW)),
                         len(self.catalog.near(*STUTTGART, radius=300, kinds={"bar"}, now=NOW)))
        for wrong in [{"radius": "3 parsecs"}, {"now": datetime.datetime(2026, 11, 27)}]:
            with self.assertRaises(ValueError):
                self.catalog.near(*STUTTGART, **wrong)

    def test_pages(self):
        pages = list(self.catalog.search(kinds="bar", limit=10, fields=["id"]).pages())
        ids = [match["id"] for page in pages for match in page]
        self.assertEqual((len(ids), len(set(ids)), len(pages)), (67, 67, 7))
        self.assertIsNone(pages[-1].next_page())

    def test_overviews(self):
        answer = self.catalog.search(kinds="bar", facets=["tag"], facet_limit=2, limit=0)
        self.assertEqual(len(answer.facets["tag"]), 2)
        self.assertTrue(self.catalog.search(kinds="bar", cluster=10).clusters)

    def test_along_and_meet(self):
        line = [(48.7758, 9.1829), (48.7849, 9.1837)]
        along = self.catalog.along(line, "500m", kinds="bar", limit=3, now=NOW)
        self.assertIn("routePosition", along[0])
        geojson = {"type": "LineString", "coordinates": [[lon, lat] for lat, lon in line]}
        self.assertEqual(along, self.catalog.along(geojson, 500, kinds="bar", limit=3, now=NOW))
        meet = self.catalog.meet(line, by="sum", cap="800m", limit=2, fields=["id", "distances"])
        self.assertEqual([match["id"] for match in meet], ["stuttgart-kessel-und-korn", "stuttgart-gleis-siebzehn"])

    def test_errors_have_codes(self):
        with self.assertRaises(QueryError) as caught:
            self.catalog.search(limt=3)
        self.assertEqual((caught.exception.code, caught.exception.message),
                         ("unknown-key", "unknown key limt; did you mean limit?"))
        with self.assertRaises(ValueError):
            self.catalog.near(95, 9)
        with self.assertRaises(CatalogError):
            Catalog(self.path + ".none")
        for error in [caught.exception, CommandError("no", 64, "x"), ProcessDied("died", "said")]:
            same = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(same), same.code, same.message), (type(error), error.code, error.message))

    def test_answers_as_text(self):
        answer = self.catalog.near(*STUTTGART, limit=2, now=NOW, total=True)
        collection = json.loads(json.dumps(answer.to_geojson()))
        self.assertEqual(collection["features"][0]["geometry"]["coordinates"], [answer[0]["lon"], answer[0]["lat"]])
        self.assertEqual(answer.__geo_interface__, collection)
        self.assertIn("Charlotte trinkt", answer._repr_html_())
        self.assertNotIn("<script>", vicinity.Answer({"results": [{"name": "<script>"}]})._repr_html_())
        self.assertIn("2 of", repr(answer))


class ListingTests(CatalogTestCase):
    def test_listing(self):
        listing = self.catalog.listing("stuttgart-brennglas")
        self.assertEqual((listing["name"], listing["price"]), ("Brennglas", 5.4))
        with self.assertRaises(NotFound) as caught:
            self.catalog.listing("stuttgart-brenglas")
        self.assertEqual(caught.exception.code, "unknown-listing")

    def test_available(self):
        stay = self.catalog.available("budapest-dob-sarok", "2026-12-01", "2026-12-05", guests=2, now=NOW)
        self.assertEqual((stay["available"], stay["price"]), (True, 14000))
        bar = self.catalog.available("stuttgart-brennglas", at="Sa 20:30", now=NOW)
        self.assertEqual(bar["open"], "open")
        with self.assertRaises(CommandError):
            self.catalog.available("none such", now=NOW)

    def test_available_many(self):
        stays = [{"id": "budapest-dob-sarok", "from": datetime.date(2030, 12, 1), "to": "2030-12-05", "guests": number}
                 for number in (1, 2, 99)] + [{"id": "none such", "from": "2030-12-01", "to": "2030-12-05"}]
        answers = list(self.catalog.available_many(stays))
        self.assertEqual([answer["available"] for answer in answers[:3]], [True, True, False])
        self.assertIsInstance(answers[3], NotFound)

    def test_why_not(self):
        verdict = self.catalog.why_not("stuttgart-brennglas", near=STUTTGART, radius="100m", now=NOW)
        self.assertFalse(verdict["inAnswer"])
        self.assertEqual([each["filter"] for each in verdict["findings"] if not each["passed"]], ["radius"])

    def test_words_and_places(self):
        self.assertIn("jazz", [completion["text"] for completion in self.catalog.suggest("jaz", *STUTTGART)])
        self.assertEqual(self.catalog.geocode("Stuttgart")["country"], "DE")
        with self.assertRaises(NotFound):
            self.catalog.geocode("Qwertzuiopolis")
        stay = {"from": "2026-11-27", "to": "2026-11-29"}
        outings = self.catalog.plan(near={"lat": 46.5446, "lon": 24.562}, stay=stay, now="2026-11-27T12:00:00+02:00")
        self.assertTrue({"couch", "event", "bar"} <= set(outings[0]))

    def test_hours(self):
        report = vicinity.hours("Mo-Fr 10:00-20:00", timezone="Europe/Berlin", at="2026-11-27T12:00", now=NOW)
        self.assertEqual(report["state"], "open")

    def test_import_and_export(self):
        with tempfile.TemporaryDirectory() as folder:
            with Catalog(os.path.join(folder, "own.gpkg"), create=True) as catalog:
                with self.assertRaises(CatalogError):
                    catalog.search()
                rows = [{"id": f"bar-{number}", "kind": "bar", "name": f"Bär {number}", "lat": 48, "lon": 9}
                        for number in range(3)]
                self.assertIn("3 added", catalog.import_(rows=rows))
                self.assertEqual(len(catalog.search()), 3)
                self.assertEqual([json.loads(line)["name"] for line in catalog.export().splitlines()],
                                 ["Bär 0", "Bär 1", "Bär 2"])
                self.assertEqual(catalog.export("csv", fields="id,name").splitlines()[0], "id,name")
                with self.assertRaises(CommandError) as caught:
                    catalog.import_(rows=[{**rows[0], "lat": 95}, rows[1]])
                self.assertEqual(caught.exception.status, 2)

    def test_a_change_by_another_process_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "own.gpkg")
            row = {"id": "bar-1", "kind": "bar", "name": "One", "lat": 48, "lon": 9}
            with Catalog(path, create=True) as catalog, Catalog(path, create=True) as other:
                catalog.import_(rows=[row])
                self.assertEqual(catalog.search()[0]["name"], "One")
                other.import_(rows=[{**row, "name": "Two"}, {**row, "id": "bar-2"}])
                self.assertEqual([match["name"] for match in catalog.search()], ["Two", "One"])


class ManyTests(CatalogTestCase):
    def test_batch_in_order_with_errors_in_place(self):
        def queries():
            for number in range(5000 // SCALE):
                if number % 97 == 0:
                    yield {"id": f"q{number}", "limt": 1}
                else:
                    yield {"id": f"q{number}", "near": {"lat": 48.7 + number / 1e5, "lon": 9.18}, "limit": 2}

        for threads in (None, 2):
            answers = list(self.catalog.batch(queries(), threads=threads))
            self.assertEqual([answer.id for answer in answers], [f"q{number}" for number in range(5000 // SCALE)])
            for number, answer in enumerate(answers):
                self.assertEqual(isinstance(answer, QueryError), number % 97 == 0)
        self.assertEqual(list(self.catalog.batch([])), [])

    def test_a_batch_without_end_reads_only_some_queries_ahead(self):
        asked = itertools.count()
        answers = self.catalog.batch({"id": str(number), "limit": 1} for number in asked)
        self.assertEqual([answer.id for answer in itertools.islice(answers, 10)], [str(number) for number in range(10)])
        self.assertLess(next(asked), 10_000)
        answers.close()
        self.assertEqual(len(self.catalog.search(limit=3)), 3)

    def test_other_lines_in_a_batch(self):
        answers = list(self.catalog.batch([{"suggest": {"text": "jaz"}}, {"id": "s", "show": "stuttgart-brennglas"}]))
        self.assertTrue(answers[0]["completions"])
        self.assertEqual(answers[1]["listing"]["name"], "Brennglas")

    def test_an_iterable_that_fails(self):
        def failing():
            yield {"limit": 1}
            raise LookupError("no more")

        with self.assertRaisesRegex(LookupError, "no more"):
            list(self.catalog.batch(failing()))
        self.assertEqual(len(self.catalog.search(limit=3)), 3)

    def test_near_many_is_near_for_each(self):
        lats = [48.7 + number / 10_000 for number in range(1201)]
        lons = [9.1 + number / 10_000 for number in range(1201)]
        nearest = self.catalog.near_many(lats, lons, k=3, kinds="bar", radius="3km", fields=["id", "distance", "price"])
        self.assertEqual(len(nearest), 1201)
        for number in (0, 1, 499, 500, 1200):
            single = self.catalog.near(
                lats[number], lons[number], kinds="bar", radius="3km", limit=3, fields=["id", "distance", "price"])
            self.assertEqual(nearest[number], single.to_dicts())
        self.assertEqual(nearest[-1], list(nearest)[1200])
        self.assertEqual(len(nearest.positions), sum(nearest.counts))
        self.assertEqual(len(self.catalog.near_many([], [])), 0)
        with self.assertRaises(ValueError):
            self.catalog.near_many([1, 2], [1])
        with self.assertRaisesRegex(QueryError, "positions 500"):
            self.catalog.near_many([1] * 600 + [91], [1] * 601)


class ProcessTests(CatalogTestCase):
    def pid(self):
        self.catalog.search(limit=1)
        return self.catalog._queries.pid

    def test_one_process_answers_all(self):
        self.assertEqual(self.pid(), self.pid())

    def test_a_process_killed_between_queries_is_replaced(self):
        pid = self.pid()
        os.kill(pid, signal.SIGKILL)
        self.assertTrue(wait_until(lambda: self.catalog._queries.pid is None))
        self.assertNotEqual(self.pid(), pid)

    def test_a_process_killed_during_a_batch_is_reported_and_replaced(self):
        answers = self.catalog.batch({"limit": 1} for _ in itertools.count())
        next(answers)
        os.kill(self.catalog._queries.pid, signal.SIGKILL)
        with self.assertRaisesRegex(ProcessDied, "signal 9"):
            for _ in answers:
                pass
        self.assertEqual(len(self.catalog.search(limit=3)), 3)

    def test_an_error_at_the_start_has_what_the_process_said(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "not-a-catalog.gpkg")
            pathlib.Path(path).write_text("text")
            with Catalog(path) as catalog, self.assertRaises(CatalogError) as caught:
                catalog.search()
            self.assertIn("not-a-catalog.gpkg", caught.exception.message)

    def test_threads_share_a_process(self):
        expected = [self.catalog.near(48.7 + number / 100, 9.18, limit=5, now=NOW) for number in range(8)]
        failures = []

        def work(number):
            for _ in range(100 // SCALE):
                if self.catalog.near(48.7 + number / 100, 9.18, limit=5, now=NOW) != expected[number]:
                    failures.append(number)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        batch = list(self.catalog.batch({"id": str(number), "limit": 1} for number in range(1000 // SCALE)))
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])
        self.assertEqual([answer.id for answer in batch], [str(number) for number in range(1000 // SCALE)])

    def test_a_fork_has_a_process_of_its_own(self):
        pid = self.pid()
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            # Only the reader of the process is another thread here.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                os.write(writing, f"{len(self.catalog.search(limit=3))} {self.catalog._queries.pid}".encode())
                self.catalog.close()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        count, other = os.read(reading, 100).decode().split()
        os.close(reading), os.close(writing)
        self.assertEqual(count, "3")
        self.assertNotEqual(int(other), pid)
        self.assertTrue(ends(int(other)))
        self.assertEqual(self.pid(), pid)

    def test_close_the_with_statement_and_the_end_of_the_object_end_the_process(self):
        pids = [self.pid()]
        self.catalog.close()
        with self.assertRaises(VicinityError):
            self.catalog.search()
        with Catalog(self.path) as catalog:
            catalog.search()
            pids.append(catalog._queries.pid)
        dropped = Catalog(self.path)
        dropped.search()
        pids.append(dropped._queries.pid)
        del dropped
        gc.collect()
        for pid in pids:
            self.assertTrue(ends(pid))

    def test_the_end_of_the_interpreter_ends_the_process(self):
        program = (f"from vicinity import Catalog\ncatalog = Catalog({self.path!r})\ncatalog.search()\n"
                   "print(catalog._queries.pid)")
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertTrue(ends(int(result.stdout)))

    def test_long_answers_and_long_lines_do_not_block(self):
        name = "x" * 900
        queries = ({"id": f"{number}{name}", "limit": 200, "during": "any"} for number in range(3000 // SCALE))
        self.assertEqual(sum(1 for _ in self.catalog.batch(queries)), 3000 // SCALE)

    def test_pickle_opens_the_same_file(self):
        for same in (pickle.loads(pickle.dumps(self.catalog)), copy.copy(self.catalog)):
            with same:
                self.assertEqual(same.search(limit=1, now=NOW), self.catalog.search(limit=1, now=NOW))

    def test_the_command(self):
        result = subprocess.run(
            [sys.executable, "-m", "vicinity", "near", "48.7758,9.1829", "--limit", "1", "--catalog", self.path,
             "--format", "jsonl", "--fields", "id"], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(result.stdout), {"id": "stuttgart-charlotte-trinkt"})


if __name__ == "__main__":
    unittest.main()
