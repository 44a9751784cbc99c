#!/usr/bin/env python3
"""Measures a batch on Dask and Spark beside the command alone, with a worker that is killed in the middle.

    python3 measure.py --catalog near.gpkg --queries queries.jsonl [--lines 25000] [spark] [dask]

Prints a Markdown table. Processor time is that of the whole machine, so nothing else should run.
"""
import argparse
import filecmp
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER), str(FOLDER / "dask"), str(FOLDER / "spark")]
import vicinity_pieces as pieces  # noqa: E402

NOW = "2026-11-27T21:00:00Z"


def busy():
    """Seconds of processor time that this machine has used, in all processes."""
    with open("/proc/stat") as file:
        user, nice, system = (int(number) for number in file.readline().split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def processes(words):
    """The processes whose command line has some words."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if words in pathlib.Path("/proc", name, "cmdline").read_bytes():
                found.append(int(name))
        except OSError:
            pass
    return found


def killing(plain, victim, count):
    """A map that kills a process after half of the tasks."""
    def map(function, tasks):
        for number, lines in enumerate(plain(function, tasks)):
            if number == len(tasks) // 2:
                os.kill(victim(), signal.SIGKILL)
                count.append(number)
            yield lines
    return map


def dask():
    from dask.distributed import Client, LocalCluster

    import vicinity_dask
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    client = Client(cluster)
    pids = list(client.run(os.getpid).values())
    return vicinity_dask.dask_map(client), lambda: pids[0], lambda: (client.close(), cluster.close())


def spark():
    import vicinity_spark
    from pyspark.sql import SparkSession
    session = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    session.sparkContext.parallelize(range(2), 2).count()
    return (vicinity_spark.spark_map(session.sparkContext), lambda: processes(b"CoarseGrainedExecutorBackend")[0],
            session.stop)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--catalog", required=True)
    options.add_argument("--queries", required=True)
    options.add_argument("--command", default="vicinity")
    options.add_argument("--lines", type=int, default=25_000)
    options.add_argument("engines", nargs="*", default=["spark", "dask"])
    given = options.parse_args()
    count = sum(1 for line in open(given.queries, "rb") if line.strip())
    print("| | start | time | processor time a query | same bytes | killed |")
    print("|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        expected = os.path.join(folder, "expected.jsonl")
        began, used = time.monotonic(), busy()
        with open(expected, "wb") as output:
            subprocess.run([given.command, "batch", given.queries, "--now", NOW, "--catalog", given.catalog],
                           stdout=output, stderr=subprocess.DEVNULL)
        taken, used = time.monotonic() - began, busy() - used
        print(f"| the command alone | | {taken:.0f} s | {used / count * 1e6:.0f} µs | | |", flush=True)
        for engine in given.engines:
            began, used = time.monotonic(), busy()
            plain, victim, stop = {"dask": dask, "spark": spark}[engine]()
            start, used_by_start = time.monotonic() - began, busy() - used
            killed = []
            job = pieces.Job(
                queries=given.queries, output=os.path.join(folder, engine), catalog=given.catalog, now=NOW,
                command=given.command, lines=given.lines, folder=os.path.join(folder, "cache-" + engine), quiet=True,
                address="127.0.0.1")
            began, used = time.monotonic(), busy()
            pieces.run(job, killing(plain, victim, killed))
            taken, used = time.monotonic() - began, busy() - used
            same = filecmp.cmp(expected, os.path.join(folder, engine, "answers.jsonl"), shallow=False)
            stop()
            same, was_killed = "yes" if same else "NO", "yes" if killed else "NO"
            print(f"| {engine} | {start:.0f} s, {used_by_start:.0f} s of processor time | {taken:.0f} s | "
                  f"{used / count * 1e6:.0f} µs | {same} | {was_killed} |", flush=True)


if __name__ == "__main__":
    main()
