"""Batches on Spark, with an executor that is killed."""
import json
import os
import signal
import unittest

from support import COMMAND, NOW, BatchTestCase

try:
    import vicinity_spark
    from pyspark.sql import SparkSession
except ImportError as error:
    raise unittest.SkipTest(f"Spark is not installed: {error}")

import vicinity_pieces as pieces


def executors():
    """The processes of the executors on this machine."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if b"CoarseGrainedExecutorBackend" in file.read():
                    found.append(int(name))
        except OSError:
            pass
    return found


class SparkTests(BatchTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.session = SparkSession.builder.master("local-cluster[2,1,1024]").config(
            "spark.ui.enabled", "false").getOrCreate()
        cls.session.sparkContext.setLogLevel("OFF")

    @classmethod
    def tearDownClass(cls):
        cls.session.stop()
        super().tearDownClass()

    def test_a_killed_executor_changes_nothing(self):
        plain = vicinity_spark.spark_map(self.session.sparkContext)
        killed = []

        def killing(function, tasks):
            for count in plain(function, tasks):
                if not killed:
                    killed.append(executors()[0])
                    os.kill(killed[0], signal.SIGKILL)
                yield count

        pieces.run(self.job(pieces, "killed", lines=30), killing)
        self.assertAnswered("killed")
        self.assertTrue(killed)

    def test_a_failing_command_fails_the_job_with_its_message(self):
        with self.assertRaisesRegex(pieces.JobError, "--max-nodes: cannot read"):
            vicinity_spark.run(self.job(pieces, "failing", options={"max-nodes": "x"}), self.session.sparkContext)

    def test_a_frame_has_an_answer_in_each_row(self):
        queries = [line.decode() for line in self.lines]
        frame = self.session.createDataFrame(list(enumerate(queries)), ["row", "query"]).repartition(3)
        settings = {"now": NOW, "command": COMMAND, "folder": str(self.folder / "cache"), "address": "127.0.0.1"}
        rows = vicinity_spark.answers(frame, str(self.catalog), **settings).orderBy("row").collect()
        self.assertEqual([row.row for row in rows], list(range(len(queries))))
        expected = iter(self.answers.decode().splitlines())
        for row in rows:
            if not row.query.strip():
                self.assertIsNone(row.answer)
                continue
            wanted = next(expected)
            if '"error":{' in wanted:
                self.assertEqual(json.loads(row.answer)["error"]["code"], json.loads(wanted)["error"]["code"])
            else:
                self.assertEqual(row.answer, wanted)

    def test_an_rdd_of_lines_has_the_bytes_of_one_batch(self):
        lines = self.session.sparkContext.parallelize([line.decode() for line in self.lines], 5)
        answered = vicinity_spark.answer_lines(
            lines, str(self.catalog), now=NOW, command=COMMAND, folder=str(self.folder / "cache"), address="127.0.0.1")
        self.assertEqual("".join(line + "\n" for line in answered.collect()).encode(), self.answers)


if __name__ == "__main__":
    unittest.main()
