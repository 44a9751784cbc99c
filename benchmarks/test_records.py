"""Tests of the comparison of records: python3 -m unittest discover -s benchmarks"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import records

HERE = os.path.dirname(os.path.abspath(__file__))
KEY = {"listings": 1000, "workload": "mixed", "class": "tags", "state": "warm"}


def record(*lines, **run):
    return records.Record("x.jsonl", [{"run": run}, *lines])


def times(*rounds, unit="µs", **key):
    return records.figure({**KEY, **key}, unit, [{"p50": value} for value in rounds])


def change(old, new):
    found = records.changes(record(old), record(new))
    assert len(found) == 1, found
    return found[0]


class Figures(unittest.TestCase):
    def test_a_figure_is_the_median_of_its_rounds(self):
        line = records.figure(
            KEY, "µs", [{"p50": 3, "p99": 30}, {"p50": 1, "p99": 50}, {"p50": 2.00004, "p99": 40}], n=7
        )
        self.assertEqual(
            line, {**KEY, "n": 7, "unit": "µs", "p50": 2, "p99": 40, "rounds": {"p50": [3, 1, 2], "p99": [30, 50, 40]}}
        )

    def test_values_keep_four_digits(self):
        self.assertEqual(
            [records.rounded(x) for x in (0.123456, 12.3456, 9999.6, 123456.7)], [0.1235, 12.35, 10000, 123457]
        )


class Noise(unittest.TestCase):
    def test_a_change_beyond_both_spreads_counts(self):
        # Spreads of 10 and 20: a difference of 31 is beyond them, one of 30 is not.
        self.assertTrue(change(times(95, 100, 105), times(121, 131, 141)).is_beyond_noise)
        self.assertFalse(change(times(95, 100, 105), times(120, 130, 140)).is_beyond_noise)

    def test_faster_counts_as_slower_does(self):
        faster = change(times(121, 131, 141), times(95, 100, 105))
        self.assertTrue(faster.is_beyond_noise)
        self.assertLess(faster.ratio, 1)

    def test_a_small_change_never_counts(self):
        self.assertFalse(change(times(100, 100, 100), times(105, 105, 105)).is_beyond_noise)
        self.assertTrue(change(times(100, 100, 100), times(105.1, 105.1, 105.1)).is_beyond_noise)

    def test_a_single_round_counts_as_noisy(self):
        # A fifth of 100 and a fifth of 140.
        self.assertFalse(change(times(100), times(140)).is_beyond_noise)
        self.assertTrue(change(times(100), times(170)).is_beyond_noise)

    def test_a_figure_without_rounds_counts_as_noisy(self):
        old = {key: value for key, value in times(100).items() if key != "rounds"}
        self.assertFalse(change(old, times(115, 115)).is_beyond_noise)
        self.assertTrue(change(old, times(125, 125)).is_beyond_noise)

    def test_nothing_in_both_is_the_same(self):
        zero = change(times(0, 0), times(0, 0))
        self.assertEqual((zero.is_beyond_noise, zero.ratio), (False, 1))
        self.assertTrue(change(times(0, 0), times(1, 1)).is_beyond_noise)


class Ratios(unittest.TestCase):
    def test_more_microseconds_are_worse(self):
        self.assertEqual(change(times(100, 100), times(150, 150)).ratio, 1.5)

    def test_fewer_queries_a_second_are_worse(self):
        self.assertEqual(change(times(150, 150, unit="queries/s"), times(100, 100, unit="queries/s")).ratio, 1.5)


class Matching(unittest.TestCase):
    def test_only_the_same_figure_is_compared(self):
        old = record(times(1), times(1, **{"class": "words"}))
        for other in ({"listings": 2000}, {"state": "cold"}, {"workload": "questions"}, {"class": "open"}):
            self.assertEqual(records.changes(old, record(times(1, **other))), [])
        self.assertEqual(records.missing(old, record(times(1), times(1, state="cold"))), (1, 1))

    def test_lines_of_other_tools_are_left_out(self):
        lines = record({"piece": "distance", "ns": 3}, {"peer": "postgis", "p50": 4}, times(1))
        self.assertEqual(list(lines.figures()), [(1000, "mixed", "tags", "warm")])

    def test_records_are_kept_in_the_order_of_their_times(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, run in (
                ("b", {"date": "2026-11-23", "time": "08:00:00"}),
                ("a", {"date": "2026-11-23", "time": "09:00:00"}),
                ("c", {"date": "2026-11-22"}),
            ):
                with open(os.path.join(folder, f"{name}.jsonl"), "w", encoding="utf-8") as file:
                    file.write(json.dumps({"run": run}) + "\n\n")
            self.assertEqual(
                [os.path.basename(found.path) for found in records.kept(folder)], ["c.jsonl", "b.jsonl", "a.jsonl"]
            )

    def test_the_newest_record_of_a_commit_is_found_by_its_beginning(self):
        kept = [
            record(commit="abc1234", date="1"),
            record(commit="def5678", date="2"),
            record(commit="abc1234+", date="3"),
            record(),
        ]
        for name in ("abc1234", "abc", "abc1234ffffffff"):
            self.assertEqual(records.of_commit(kept, name).run["date"], "3")
        self.assertEqual(records.of_commit(kept, "def5678").run["date"], "2")
        self.assertIsNone(records.of_commit(kept, "fff"))


class Command(unittest.TestCase):
    """`report --against`, as a user types it."""

    def report(self, *words):
        return subprocess.run(
            [sys.executable, os.path.join(HERE, "report"), *words], capture_output=True, text=True, cwd=self.folder
        )

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = temporary.name
        self.write(
            "old.jsonl",
            [times(100, 101, 102), times(50, 51, 52, state="cold"), times(10, 10, 10, **{"class": "open"})],
            "aaa1111",
        )

    def write(self, name, lines, commit):
        run = {"date": "2026-11-23", "commit": commit, "cpu": "CPU", "cores": 2, "load": 0.1}
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in [{"run": run}, *lines])

    def test_what_is_slower_comes_first_and_the_status_is_one(self):
        self.write(
            "new.jsonl",
            [times(200, 201, 202), times(20, 21, 22, state="cold"), times(10, 10, 10, **{"class": "open"})],
            "bbb2222",
        )
        result = self.report("new.jsonl", "--against", "old.jsonl")
        self.assertEqual((result.returncode, result.stderr), (1, ""))
        lines = result.stdout.splitlines()
        self.assertEqual(lines[0], "2026-11-23 bbb2222 against 2026-11-23 aaa1111")
        slower, faster = (
            next(i for i, line in enumerate(lines) if line.startswith(word)) for word in ("slower", "faster")
        )
        self.assertLess(slower, faster)
        self.assertRegex(lines[slower + 1], r"mixed tags\s+warm\s+p50\s+101\s+201 µs\s+×1\.99")
        self.assertRegex(lines[faster + 1], r"mixed tags\s+cold\s+p50\s+51\.0\s+21\.0 µs\s+×0\.41")
        self.assertEqual(lines[-1], "1 slower, 1 faster, 1 within the noise; median of all ×1.00")
        self.assertTrue(all(len(line) <= 80 for line in lines), result.stdout)

    def test_nothing_slower_is_status_zero(self):
        result = self.report("old.jsonl", "--against", "old.jsonl")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout.splitlines()[-1], "0 slower, 0 faster, 3 within the noise; median of all ×1.00")

    def test_a_record_that_is_not_there_says_what_there_is(self):
        result = self.report("old.jsonl", "--against", "fffffff")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no file and no record of a commit fffffff", result.stderr)

    def test_records_without_a_common_figure_cannot_be_compared(self):
        self.write("new.jsonl", [times(1, listings=7)], "bbb2222")
        result = self.report("new.jsonl", "--against", "old.jsonl")
        self.assertEqual(result.returncode, 2)
        self.assertIn("no figure in common", result.stderr)


if __name__ == "__main__":
    unittest.main()
