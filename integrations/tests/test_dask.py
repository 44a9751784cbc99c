"""Batches on Dask, with a worker that is killed."""
import json
import os
import signal
import unittest

from support import COMMAND, NOW, BatchTestCase

try:
    import dask
    import dask.dataframe
    import pandas
    from dask.distributed import Client, LocalCluster
except ImportError as error:
    raise unittest.SkipTest(f"Dask is not installed: {error}")

import vicinity_dask
import vicinity_pieces as pieces


class DaskTests(BatchTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        dask.config.set({"distributed.scheduler.allowed-failures": 10})
        cls.cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                   local_directory=str(cls.folder / "dask"))
        cls.client = Client(cls.cluster)
        vicinity_dask.dask_map(cls.client)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()
        super().tearDownClass()

    def test_a_killed_worker_changes_nothing(self):
        started = self.client.run(os.getpid)
        plain = vicinity_dask.dask_map(self.client)

        def killing(function, tasks):
            for number, count in enumerate(plain(function, tasks)):
                if number == 1:
                    os.kill(list(started.values())[0], signal.SIGKILL)
                yield count

        pieces.run(self.job(pieces, "killed", lines=30), killing)
        self.assertAnswered("killed")
        self.client.wait_for_workers(2)
        self.assertNotEqual(set(self.client.run(os.getpid).values()), set(started.values()))

    def test_a_failing_command_fails_the_job_with_its_message(self):
        with self.assertRaisesRegex(pieces.JobError, "--max-nodes: cannot read"):
            vicinity_dask.run(self.job(pieces, "failing", options={"max-nodes": "x"}), self.client)

    def test_a_frame_has_an_answer_in_each_row(self):
        expected = iter(self.answers.decode().splitlines())
        queries = [line.decode() for line in self.lines]
        rows = pandas.DataFrame({"query": queries, "row": range(len(queries))})
        frame = dask.dataframe.from_pandas(rows, npartitions=3)
        settings = {"now": NOW, "command": COMMAND, "folder": str(self.folder / "cache"), "address": "127.0.0.1"}
        answered = vicinity_dask.answers(frame, str(self.catalog), **settings).compute()
        self.assertEqual(list(answered["row"]), list(range(len(queries))))
        for query, answer in zip(answered["query"], answered["answer"]):
            if not query.strip():
                self.assertTrue(pandas.isna(answer))
                continue
            wanted = next(expected)
            if '"error":{' in wanted:
                self.assertEqual(json.loads(answer)["error"]["code"], json.loads(wanted)["error"]["code"])
            else:
                self.assertEqual(answer, wanted)
        two = pandas.DataFrame({"lat": [48.86, 52.52], "lon": [2.35, 13.4]})
        places = dask.dataframe.from_pandas(two, npartitions=1)
        found = vicinity_dask.answers(places, str(self.catalog), {"limit": 1, "fields": ["id"]}, **settings).compute()
        self.assertEqual([len(json.loads(text)["results"]) for text in found["answer"]], [1, 1])


if __name__ == "__main__":
    unittest.main()
