"""Tests of the package with the listings of datasets/ and the standard library alone.

    VICINITY_COMMAND=.build/debug/vicinity PYTHONPATH=clients/python/package/src \\
      python3 -m unittest discover -s clients/python/package/tests -p test_vicinity.py

Without VICINITY_COMMAND the command of an installed wheel is used.
"""
import ast
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
from unittest import mock

import vicinity
from vicinity import _process
from vicinity import Catalog, CatalogError, CommandError, NotFound, ProcessDied, QueryError, TimedOut, VicinityError

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


def in_a_fork(work):
    """The text that `work` returns in a forked process."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Only the reader of the process is another thread here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.write(writing, str(work()).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    text = os.read(reading, 100).decode()
    os.close(reading), os.close(writing)
    return text


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
        with self.assertRaises(NotFound):
            self.catalog.available("none such", now=NOW)
        with self.assertRaises(CommandError):
            self.catalog.available("stuttgart-brennglas", "2026-13-01", now=NOW)

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
        self.assertEqual(self.catalog.geocode("Stutt", beginning=True)["name"], "Stuttgart")
        stay = {"from": "2026-11-27", "to": "2026-11-29"}
        outings = self.catalog.plan(near={"lat": 46.5446, "lon": 24.562}, stay=stay, now="2026-11-27T12:00:00+02:00")
        self.assertTrue({"couch", "event", "bar"} <= set(outings[0]))

    def test_only_a_missing_place_is_not_found(self):
        for name in ("Qwertzuiopolis", "-", "--limit"):
            with self.assertRaises(NotFound) as caught:
                self.catalog.geocode(name)
            self.assertEqual(caught.exception.code, "unknown-place")
        with self.assertRaises(QueryError):
            self.catalog.geocode(" ")
        with self.assertRaisesRegex(CommandError, "limit"):
            self.catalog.geocode("Stuttgart", limit=0)
        with tempfile.TemporaryDirectory() as folder, Catalog(os.path.join(folder, "own.gpkg"), create=True) as catalog:
            with self.assertRaisesRegex(CatalogError, "there is no catalog at .*own.gpkg"):
                catalog.geocode("Stuttgart")
            catalog.import_(DATASETS / "stuttgart-bars.jsonl")
            for search in (catalog.geocode, catalog.near):
                with self.assertRaises(CatalogError) as found:
                    search("Stuttgart")
                self.assertEqual(found.exception.code, "no-gazetteer")

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
                self.assertIn("1 unchanged", catalog.import_(rows=[{**rows[0], "price": float("nan")}]))
                with self.assertRaisesRegex(QueryError, "lat is inf"):
                    catalog.import_(rows=[{**rows[0], "lat": float("inf")}])
                with self.assertRaises(TypeError):
                    catalog.import_()

    def test_a_change_by_another_process_is_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "own.gpkg")
            row = {"id": "bar-1", "kind": "bar", "name": "One", "lat": 48, "lon": 9}
            with Catalog(path, create=True) as catalog, Catalog(path, create=True) as other:
                catalog.import_(rows=[row])
                self.assertEqual(catalog.search()[0]["name"], "One")
                other.import_(rows=[{**row, "name": "Two"}, {**row, "id": "bar-2"}])
                self.assertEqual([match["name"] for match in catalog.search()], ["Two", "One"])


    def test_a_moved_or_replaced_file_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            path, other = os.path.join(folder, "own.gpkg"), os.path.join(folder, "other.gpkg")
            row = {"id": "bar-1", "kind": "bar", "name": "One", "lat": 48, "lon": 9}
            with Catalog(path, create=True) as catalog:
                catalog.import_(rows=[row])
                self.assertEqual(catalog.search()[0]["name"], "One")
                os.rename(path, other)
                with self.assertRaisesRegex(CatalogError, "own.gpkg. Check the path"):
                    catalog.search()
                catalog.import_(rows=[{**row, "name": "Two"}])
                answers = catalog.batch({"limit": 1} for _ in range(1000))
                self.assertEqual(next(answers)[0]["name"], "Two")
                os.replace(other, path)
                # Those sent before are answered first.
                names = [answer[0]["name"] for answer in answers]
                self.assertEqual(names, sorted(names, reverse=True))
                self.assertEqual((len(names), names[-1]), (999, "One"))

    def test_the_path_is_that_of_the_folder_at_the_start(self):
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        os.chdir(os.path.dirname(self.path))
        with Catalog(os.path.basename(self.path)) as catalog:
            os.chdir(folder)
            self.assertEqual(len(catalog.search(limit=1)), 1)
            self.assertEqual(catalog.path, os.path.realpath(self.path))


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
            for number in range(3000 // SCALE):
                yield {"id": str(number), "limit": 1}
            raise LookupError("no more")

        answered = []
        with self.assertRaisesRegex(LookupError, "no more"):
            for answer in self.catalog.batch(failing()):
                answered.append(answer.id)
        self.assertEqual(answered, [str(number) for number in range(3000 // SCALE)])
        self.assertEqual(len(self.catalog.search(limit=3)), 3)

    def test_queries_without_a_json_form_are_errors_in_their_place(self):
        wrong = {3: {"near": (float("nan"), 9.18)}, 4: "text", 70: {"near": object()}, 199: {"radius": "3 parsecs"}}
        queries = ({"id": str(number), "near": STUTTGART, "radius": "1km", "limit": 1} for number in range(200))
        answers = list(self.catalog.batch(wrong.get(number, query) for number, query in enumerate(queries)))
        self.assertEqual(len(answers), 200)
        for number, answer in enumerate(answers):
            if number in wrong:
                self.assertIsInstance(answer, QueryError)
            else:
                self.assertEqual(answer.id, str(number))
        self.assertEqual(answers[3].message, "near.lat is nan, which is not a finite number")
        only_wrong = self.catalog.batch("text" for _ in itertools.count())
        self.assertEqual(len(list(itertools.islice(only_wrong, 10_000))), 10_000)
        stays = list(self.catalog.available_many([{"id": "budapest-dob-sarok", "from": object()}]))
        self.assertIsInstance(stays[0], QueryError)

    def test_coordinates_that_are_no_numbers(self):
        for lat, lon in [(float("nan"), 9), (48, float("inf"))]:
            with self.assertRaisesRegex(QueryError, "which is not a finite number"):
                self.catalog.near(lat, lon)
        for value, message in [
                (float("nan"), "position 700: lat is nan"), (None, "position 700: lat is None"),
                (float("-inf"), "position 700: lat is -inf"), ("a", "position 700: lat is 'a'"),
                (91, "position 700: lat is 91, which is not from -90 to 90 degrees")]:
            with self.assertRaisesRegex(QueryError, message):
                self.catalog.near_many([48.0] * 700 + [value], [9.0] * 701)
        self.assertIsNone(self.catalog._queries.pid)
        with self.assertRaisesRegex(QueryError, "position 1: lon is 181"):
            self.catalog.near_many([48, 48], [9, 181])

    def test_an_interrupted_batch(self):
        """Ctrl-C anywhere in a batch leaves a catalog that answers."""
        program = (
            "import itertools, os, signal, threading\nfrom vicinity import Catalog\n"
            # A shell has programs in its background ignore it.
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            f"catalog = Catalog({self.path!r})\n"
            f"expected = catalog.near(*{STUTTGART}, limit=3, now={NOW!r})\n"
            "for number in range(4):\n"
            "    try:\n"
            "        threading.Timer(0.02 + 0.02 * number, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "        for answer in catalog.batch({'id': 'x' * 500, 'limit': 5} for _ in itertools.count()): pass\n"
            "    except KeyboardInterrupt:\n"
            f"        assert catalog.near(*{STUTTGART}, limit=3, now={NOW!r}) == expected\n"
            "print('done')")
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
        self.assertEqual(result.stdout, "done\n", result.stderr)

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
        with self.assertRaisesRegex(TypeError, "k instead of limit"):
            self.catalog.near_many([1], [1], limit=3)
        with self.assertRaisesRegex(TypeError, "lats and lons"):
            self.catalog.near_many([(1, 1)])


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
        def search():
            found = f"{len(self.catalog.search(limit=3))} {self.catalog._queries.pid}"
            self.catalog.close()
            return found

        count, other = in_a_fork(search).split()
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

    def test_an_answer_can_be_sent_to_another_process(self):
        answer = pickle.loads(pickle.dumps(self.catalog.search(limit=2, now=NOW)))
        self.assertEqual(answer.next_page(), self.catalog.search(limit=2, now=NOW).next_page())
        settings = {"threads": 1, "memory": 100, "timeout": 30.0}
        self.assertEqual(pickle.loads(pickle.dumps(Catalog(self.path, **settings)))._settings, settings)

    def test_a_batch_of_another_process_is_refused_after_a_fork(self):
        answers = self.catalog.batch({"limit": 1} for _ in range(5000 // SCALE))
        next(answers)

        def read():
            try:
                for _ in answers:
                    pass
            except VicinityError as error:
                return error.code

        self.assertEqual(in_a_fork(read), "forked")
        self.assertEqual(sum(1 for _ in answers), 5000 // SCALE - 1)

    def test_pickle_opens_the_same_file(self):
        for same in (pickle.loads(pickle.dumps(self.catalog)), copy.copy(self.catalog)):
            with same:
                self.assertEqual(same.search(limit=1, now=NOW), self.catalog.search(limit=1, now=NOW))

    def test_the_command(self):
        result = subprocess.run(
            [sys.executable, "-m", "vicinity", "near", "48.7758,9.1829", "--limit", "1", "--catalog", self.path,
             "--format", "jsonl", "--fields", "id"], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(result.stdout), {"id": "stuttgart-charlotte-trinkt"})


class FailureTests(CatalogTestCase):
    """Commands that do not work as they should."""

    def command(self, text):
        """Uses a script of the shell instead of the command."""
        path = os.path.join(self.folder.name, "command")
        pathlib.Path(path).write_text(f"#!/bin/sh\n{text}\n")
        os.chmod(path, 0o755)
        patch = mock.patch.dict(os.environ, {"VICINITY_COMMAND": path})
        patch.start()
        self.addCleanup(patch.stop)

    def flood(self, catalog, errors):
        """Sends more than a pipe holds, in a thread."""
        def send():
            try:
                list(catalog.batch({"text": "x" * 1000} for _ in range(5000)))
            except VicinityError as error:
                errors.append(error)

        thread = threading.Thread(target=send, daemon=True)
        thread.start()
        return thread

    def test_close_ends_a_process_that_does_not_read(self):
        # The programs that a command starts are ended, too.
        for text in ("exec sleep 1000", "trap '' TERM\nsleep 1000\nsleep 1000"):
            self.command(text)
            catalog, errors = Catalog(self.path, timeout=None), []
            threads = [self.flood(catalog, errors) for _ in range(2)]
            self.assertTrue(wait_until(lambda: catalog._queries.pid))
            pid = catalog._queries.pid
            with mock.patch("vicinity._process._PATIENCE", 0.1):
                catalog.close()
            for thread in threads:
                thread.join(20)
                self.assertFalse(thread.is_alive())
            self.assertEqual([error.code for error in errors], ["closed", "closed"])
            self.assertTrue(ends(pid))

    def test_the_end_of_the_interpreter_ends_a_process_that_does_not_read(self):
        self.command("exec sleep 1000")
        program = (
            "import threading, time\nimport vicinity._process\nfrom vicinity import Catalog\n"
            "vicinity._process._PATIENCE = 0.1\n"
            f"catalog = Catalog({self.path!r}, timeout=None)\n"
            "threading.Thread(target=lambda: list(catalog.batch({'text': 'x' * 1000} for _ in range(5000))), "
            "daemon=True).start()\n"
            "while not catalog._queries.pid: time.sleep(0.01)\n"
            "print(catalog._queries.pid)")
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        self.assertTrue(ends(int(result.stdout)))

    def test_a_process_that_is_silent_is_ended(self):
        self.command("exec sleep 1000")
        with Catalog(self.path, timeout=0.2) as catalog:
            for call in (catalog.search, lambda: catalog.near_many([48] * 50_000, [9] * 50_000),
                         lambda: catalog.geocode("Stuttgart")):
                with self.assertRaisesRegex(TimedOut, "0.2 s"):
                    call()
            self.assertIsNone(catalog._queries.pid)
            with self.assertRaises(TimeoutError):
                catalog.export(timeout=0.1)
        with self.assertRaises(ValueError):
            Catalog(self.path, timeout=0)

    def test_a_process_that_computes_is_waited_for(self):
        self.command("read line\nsleep 0.5\necho '{\"results\": []}'")
        computed = itertools.count()
        with mock.patch("vicinity._process._processor_seconds", lambda _: next(computed)), \
                mock.patch("vicinity._process._SAMPLE", 0.02), Catalog(self.path, timeout=0.1) as catalog:
            self.assertEqual(len(catalog.search()), 0)
        self.assertGreater(next(computed), 1)
        self.assertGreater(_process._processor_seconds(os.getpid()), 0)
        self.assertEqual(_process._processor_seconds(0), 0)

    def test_a_process_that_ends_at_once_is_an_error_with_its_last_words(self):
        self.command("for number in $(seq 1 30); do echo trouble $number >&2; done\necho >>\"$0.starts\"\nexit 3")
        with Catalog(self.path) as catalog:
            for _ in range(2):
                with self.assertRaisesRegex(ProcessDied, "status 3: trouble 21\n") as caught:
                    catalog.search()
                self.assertEqual(caught.exception.stderr.split("\n")[-1], "trouble 30")
        self.assertEqual(pathlib.Path(self.folder.name, "command.starts").read_text(), "\n\n")

    def test_lines_that_no_request_expects_end_the_process(self):
        self.command("read line\necho '{\"results\": []}'\nread line\nprintf '{}\\n{}\\n'\nsleep 1000")
        with Catalog(self.path) as catalog:
            self.assertEqual(len(catalog.search()), 0)
            with self.assertRaisesRegex(ProcessDied, "2 lines for 1 requests"):
                catalog.search()

    def test_a_closed_output_ends_the_process(self):
        self.command("exec >&-\nsleep 1000")
        with mock.patch("vicinity._process._PATIENCE", 0.1), Catalog(self.path) as catalog:
            with self.assertRaisesRegex(ProcessDied, "closed its output"):
                catalog.search()

    def test_a_wrong_option_and_a_missing_command(self):
        with Catalog(self.path, threads=-1) as catalog, self.assertRaisesRegex(CommandError, "--threads"):
            catalog.search()
        with mock.patch.dict(os.environ, {"VICINITY_COMMAND": self.path + ".none"}), Catalog(self.path) as catalog:
            for call in (catalog.search, catalog.export):
                with self.assertRaisesRegex(VicinityError, "cannot be started: No such file") as caught:
                    call()
                self.assertEqual(caught.exception.code, "no-command")


class LanguageTests(unittest.TestCase):
    def test_the_package_has_the_syntax_of_python_3_10(self):
        files = list(pathlib.Path(vicinity.__file__).parent.glob("*.py"))
        self.assertIn("catalog.py", [file.name for file in files])
        for file in files:
            ast.parse(file.read_text(encoding="utf-8"), str(file), feature_version=(3, 10))


if __name__ == "__main__":
    unittest.main()
