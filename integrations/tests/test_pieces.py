"""The shared part of the integrations, with processes of this machine."""
import json
import math
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

from support import COMMAND, NOW, BatchTestCase, vicinity

import vicinity_pieces as pieces


def in_this_process(function, tasks):
    for task in tasks:
        yield function(task)


class JobTests(BatchTestCase):
    def test_answers_are_those_of_one_batch(self):
        state = pieces.run(self.job(pieces, "plain"), pieces.local_map(2))
        self.assertAnswered("plain")
        self.assertEqual(state["counts"]["lines"], len(self.lines))
        self.assertEqual(state["counts"]["answers"], self.answers.count(b"\n"))
        self.assertEqual(state["counts"]["errors"], self.answers.count(b'"error":{'))

    def test_a_job_goes_on_where_it_ended(self):
        done = []

        def ending(function, tasks):
            for task in tasks[:3]:
                done.append(task)
                yield function(task)
            raise pieces.JobError("no more machines")

        with self.assertRaisesRegex(pieces.JobError, "no more machines"):
            pieces.run(self.job(pieces, "ended"), ending)
        later = []

        def counting(function, tasks):
            later.extend(tasks)
            return in_this_process(function, tasks)

        pieces.run(self.job(pieces, "ended", now=""), counting)
        self.assertAnswered("ended")
        self.assertFalse({task[0] for task in done} & {task[0] for task in later})
        # Complete: nothing is left.
        pieces.run(self.job(pieces, "ended"), lambda *_: self.fail("there are no tasks"))

    @unittest.skipUnless(os.environ.get("VICINITY_ALL_TESTS"), "runs with scripts/test --all: it depends on timing")
    def test_a_killed_driver_leaves_no_processes_and_can_be_started_again(self):
        output = self.folder / "driver"
        arguments = [sys.executable, pieces.__file__, "--catalog", self.catalog, "--queries", self.queries,
                     "--output", output, "--command", COMMAND, "--lines", "5", "--processes", "2", "--quiet"]
        driver = subprocess.Popen([*arguments, "--now", NOW], start_new_session=True, stderr=subprocess.DEVNULL)
        while not list(output.glob("pieces/*.jsonl")):
            self.assertIsNone(driver.poll())
            time.sleep(0.01)
        driver.kill()
        driver.wait()
        end = time.monotonic() + 30
        with self.assertRaises(ProcessLookupError):
            while time.monotonic() < end:
                os.killpg(driver.pid, 0)
                time.sleep(0.05)
            os.killpg(driver.pid, signal.SIGKILL)
        self.assertFalse((output / "answers.jsonl").exists())
        subprocess.run(arguments, check=True)
        self.assertAnswered("driver")

    def test_leftovers_of_a_killed_driver_are_removed(self):
        job = self.job(pieces, "left-over")
        pieces.run(job, in_this_process)
        (self.folder / "left-over" / "pieces").mkdir()
        (self.folder / "left-over" / "answers.jsonl.0123456789abcdef.tmp").write_text("half")
        pieces.run(job, in_this_process)
        self.assertAnswered("left-over")

    def test_no_more_catalogs_stay_than_a_job_allows(self):
        cache = self.folder / "few"
        for number in range(4):
            path = self.folder / f"copy-{number}.gpkg"
            path.write_bytes(b"%d" % number)
            with pieces.held(pieces.CatalogFile.of(str(path)), str(cache), 2):
                if number == 0:
                    # One that is in use stays.
                    with pieces.held(pieces.CatalogFile.of(str(self.catalog)), str(cache), 1):
                        self.assertEqual(len(list(cache.glob("*.gpkg"))), 2)
        self.assertEqual({path.read_bytes() for path in cache.glob("*.gpkg")}, {b"2", b"3"})

    def test_a_command_without_a_task_ends(self):
        with mock.patch.object(pieces, "IDLE_SECONDS", 0.05):
            pieces.run(self.job(pieces, "idle"), in_this_process)
            for timer in [running.end for found in pieces._idle.values() for running in found]:
                timer.join(20)
        self.assertEqual([running for found in pieces._idle.values() for running in found], [])

    def test_lines_of_all_kinds_have_the_bytes_of_one_batch(self):
        line = b'{"near":{"lat":48.86,"lon":2.35},"limit":1}'
        for name, text in {
            "mark": b"\xef\xbb\xbf" + line + b"\n{bad\n", "empty": b"", "only-blank": b"\n \t\r\n\n",
            "no-feed": line + b"\r\n\r\n{bad\r\n" + line, "bytes": b"\0\n\xff\xfe\n\t" + line + b"\n5\t" + line + b"\n",
            "long": line + b'\n{"id":"' + b"x" * 3_000_000 + b'"}\n' + b" " * 2_500_000 + b"\n{bad\n",
            "limit": b"".join(
                b" " * k + b"\n{" + b" " * ((1 << 20) - 2 + more) + b"}\n"
                for k in (7, 20_000) for more in (0, 1, 9, 9_000)),
            "catalog": b'{"near":"Paris"}\n', "deep": b"[" * 100_000 + b"\n",
        }.items():
            with self.subTest(name):
                queries = self.folder / f"{name}.jsonl"
                queries.write_bytes(text)
                expected = vicinity("batch", queries, "--now", NOW, "--catalog", self.catalog)
                job = self.job(pieces, name, lines=1)
                job.queries = str(queries)
                pieces.run(job, in_this_process)
                self.assertEqual((self.folder / name / "answers.jsonl").read_bytes(), expected)

    def test_another_job_in_the_same_folder_is_refused(self):
        pieces.run(self.job(pieces, "taken"), in_this_process)
        for change in [{"now": "2026-01-01T00:00:00Z"}, {"options": {"max-nodes": "5"}}]:
            with self.assertRaisesRegex(pieces.JobError, "belongs to a job that differs in"):
                pieces.run(self.job(pieces, "taken", **change), in_this_process)
        os.makedirs(self.folder / "foreign")
        (self.folder / "foreign" / "letter.txt").write_text("mine")
        with self.assertRaisesRegex(pieces.JobError, "has other files in it"):
            pieces.run(self.job(pieces, "foreign"), in_this_process)

    def test_a_failing_command_fails_the_job_with_its_message(self):
        with self.assertRaisesRegex(pieces.JobError, 'status 64 on .*--max-nodes: cannot read "x"'):
            pieces.run(self.job(pieces, "failing", options={"max-nodes": "x"}), pieces.local_map(1))
        with self.assertRaisesRegex(pieces.JobError, "cannot be run"):
            pieces.run(self.job(pieces, "missing", command="/nowhere/vicinity"), in_this_process)

    def test_a_command_that_leaves_out_answers_fails_the_job(self):
        script = self.folder / "short"
        script.write_text(f'#!/bin/sh\n[ "$1" = version ] && exec {COMMAND} version\n{COMMAND} "$@" | head -n 20\n')
        script.chmod(0o755)
        with self.assertRaisesRegex(pieces.JobError, "left out|ended with"):
            pieces.run(self.job(pieces, "short-answers", command=str(script)), in_this_process)

    def test_a_catalog_that_has_changed_is_refused_on_the_worker(self):
        file = pieces.CatalogFile.of(str(self.catalog))
        wrong = pieces.CatalogFile(file.path, file.size, "0" * 64)
        with self.assertRaisesRegex(pieces.JobError, "is not the catalog of the driver"):
            with pieces.held(wrong, str(self.folder / "other"), 2):
                pass
        self.assertEqual([name for name in os.listdir(self.folder / "other") if name.endswith(".gpkg")], [])

    def test_a_catalog_is_fetched_once_from_the_driver(self):
        server = pieces.FileServer("127.0.0.1")
        served = server.serving(pieces.CatalogFile.of(str(self.catalog)))
        far = pieces.CatalogFile("/nowhere/near.gpkg", served.size, served.sha256, served.url)
        with pieces.held(far, str(self.folder / "far"), 2) as path:
            self.assertEqual(pathlib.Path(path).read_bytes(), self.catalog.read_bytes())
        server.close()
        with pieces.held(far, str(self.folder / "far"), 2):
            pass


class FrameTests(BatchTestCase):
    def test_rows_without_a_place_or_query_have_no_answer(self):
        setting = pieces.frame_setting(
            str(self.catalog), NOW, command=COMMAND, folder=str(self.folder / "frames"), address="127.0.0.1")
        table = {"lat": [48.86, None, float("nan")], "lon": [2.35, 2.35, 2.35], "query": ["mine", "is", "text"]}
        (_, found), = pieces.frame_answers(setting, [table], lambda columns: columns, "query", {"limit": 1})
        self.assertEqual([text is not None for text in found], [True, False, False])
        table = {"query": ['{"limit":0}', None, float("nan"), " "]}
        (_, found), = pieces.frame_answers(setting, [table], lambda columns: columns, "query", None)
        self.assertEqual(found, ['{"results":[]}', None, None, None])

    def test_the_clock_is_that_of_the_start_of_the_job(self):
        state = pieces.run(self.job(pieces, "clock", now=""), in_this_process)
        again = pieces.run(self.job(pieces, "clock", now=""), in_this_process)
        self.assertEqual(state["now"], again["now"])


class ShardTests(BatchTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shards = cls.folder / "parts"
        vicinity("shard", cls.shards, "--files", 5, "--catalog", cls.catalog)

    def test_shards_and_the_whole_catalog_answer_like_one_batch(self):
        job = self.job(pieces, "whole", catalog="", shards=str(self.shards), whole=str(self.catalog))
        pieces.run(job, pieces.local_map(2))
        self.assertAnswered("whole")

    def test_shards_answer_alone_what_can_be_merged(self):
        job = self.job(pieces, "merged", catalog="", shards=str(self.shards), merge=True)
        pieces.run(job, pieces.local_map(2))
        got = (self.folder / "merged" / "answers.jsonl").read_bytes().splitlines()
        expected = self.answers.splitlines()
        beyond = [line for line in got if b'"beyond-shard"' in line]
        self.assertEqual(len(got), len(expected))
        self.assertEqual([a for a, b in zip(got, expected) if a != b and a not in beyond], [])
        self.assertLess(len(beyond), len(got) / 50)

    def test_the_tile_of_a_place_is_that_of_the_file_that_owns_it(self):
        index = json.loads((self.shards / "shards.json").read_text())
        starts = [file["from"] for file in index["files"]]
        self.assertEqual(sum(file["own"] for file in index["files"]), index["listings"])
        exported = vicinity("export", "--format", "jsonl", "--catalog", self.catalog)
        listings = [json.loads(line) for line in exported.splitlines()]
        counts = [0] * len(starts)
        for listing in listings:
            line = json.dumps({"near": {"lat": listing["lat"], "lon": listing["lon"]}}).encode()
            counts[pieces.shard_of(line, index["zoom"], starts)] += 1
        self.assertEqual(counts, [file["own"] for file in index["files"]])

    def test_tiles_next_to_each_other_on_the_curve_are_neighbors(self):
        zoom = 5
        places = {}
        for x in range(1 << zoom):
            for y in range(1 << zoom):
                latitude = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * (y + 0.5) / (1 << zoom)))))
                places[pieces.tile_number(latitude, (x + 0.5) / (1 << zoom) * 360 - 180, zoom)] = (x, y)
        self.assertEqual(sorted(places), list(range(4 ** zoom)))
        steps = {abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in
                 ((places[number], places[number + 1]) for number in range(4 ** zoom - 1))}
        self.assertEqual(steps, {1})


class PartTests(unittest.TestCase):
    def test_parts_are_whole_lines_and_all_of_the_file(self):
        generator = random.Random(3)
        for _ in range(30):
            lines = [b"x" * generator.randrange(40) for _ in range(generator.randrange(200))]
            text = b"\n".join(lines) + (b"\n" if generator.random() < 0.5 else b"")
            with tempfile.NamedTemporaryFile() as file:
                file.write(text)
                file.flush()
                parts, _ = pieces.parts_of(file.name, generator.randrange(1, 60))
                self.assertEqual(b"".join(text[part.start:part.end] for part in parts), text)
                self.assertTrue(all(text[part.start - 1:part.start] in (b"", b"\n") for part in parts))
                read = [line for part in parts for line in pieces.lines_of(part)]
                expected = [(b"%d" % number, line) for number, line in enumerate(text.split(b"\n"), 1) if line]
                self.assertEqual(read, expected)


if __name__ == "__main__":
    unittest.main()
