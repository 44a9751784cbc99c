#!/usr/bin/env python3
"""Answers many queries with the executors of Spark.

    spark-submit vicinity_spark.py --catalog near.gpkg --queries queries.jsonl --output answers

In a notebook: `answered = answers(frame, "near.gpkg", {"kinds": "bar", "limit": 3})`. See ../README.md.
"""
from __future__ import annotations

import os
import re
import sys
import threading
from typing import Any, Dict, Iterable, Iterator, List, Optional

# The Python of the driver, unless the cluster names another.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

from pyspark import RDD, AccumulatorParam, InheritableThread, SparkContext  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import vicinity_pieces as pieces  # noqa: E402


class _Counts(AccumulatorParam):
    """What tasks return, as they end."""

    def zero(self, value: List[int]) -> List[int]:
        return []

    def addInPlace(self, first: List[int], second: List[int]) -> List[int]:
        first += second
        return first


def spark_map(context: SparkContext) -> pieces.Map:
    """A map with the executors of a context. Tasks of an executor that ends are done by others."""
    _equip(context)

    def map(function: Any, tasks: List[Any]) -> Iterator[int]:
        counts = context.accumulator([], _Counts())
        trouble: List[BaseException] = []
        ended = threading.Event()

        def work() -> None:
            try:
                context.parallelize(tasks, len(tasks)).foreach(lambda task: counts.add([function(task)]))
            except BaseException as error:
                trouble.append(error)
            finally:
                ended.set()

        InheritableThread(target=work, daemon=True).start()
        shown = 0
        while not ended.wait(0.2):
            known = counts.value[shown:]
            shown += len(known)
            yield from known
        if trouble:
            raise _plain(trouble[0])
        yield from counts.value[shown:]
    return map


def _equip(context: SparkContext) -> None:
    """Sends this file and the shared one to executors, once."""
    for path in [pieces.__file__, os.path.abspath(__file__)]:
        context.addPyFile(path)


def _plain(error: BaseException) -> BaseException:
    """The message of a failed task instead of the traces of two languages."""
    words = re.search(r"JobError: (.+)", str(error))
    return pieces.JobError(words.group(1).strip()) if words else error


def run(job: pieces.Job, context: SparkContext) -> Dict[str, Any]:
    """Answers a file of queries; see `vicinity_pieces.run`."""
    return pieces.run(job, spark_map(context))


def answers(
    frame: DataFrame, catalog: str, query: Optional[Dict[str, Any]] = None, column: str = "query", **setting: Any
) -> DataFrame:
    """A DataFrame with the column `answer` in addition: the answer to each row, as JSON.

    `vicinity_pieces.frame_setting` and `frame_answers` describe the arguments.
    """
    context = frame.sparkSession.sparkContext
    _equip(context)
    setting.setdefault("address", context.getConf().get("spark.driver.host", ""))
    common = pieces.frame_setting(catalog, **setting)

    def columns(table: Any) -> Dict[str, List[Any]]:
        return {name: table.column(name).to_pylist() for name in table.schema.names if name in (column, "lat", "lon")}

    def work(tables: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for table, texts in pieces.frame_answers(common, tables, columns, column, query):
            arrays = [*table.columns, pyarrow.array(texts, pyarrow.string())]
            yield pyarrow.RecordBatch.from_arrays(arrays, names=[*table.schema.names, "answer"])

    schema = type(frame.schema)(frame.schema.fields[:]).add("answer", "string")
    return frame.mapInArrow(work, schema)


def answer_lines(lines: RDD, catalog: str, **setting: Any) -> RDD:
    """The answers to an RDD of lines: in order, and with the bytes of one `vicinity batch`.

    Errors have the number of their line in the whole RDD, which is therefore evaluated twice: cache it if that is slow.
    Blank lines have no answer. `setting` is that of `answers`.
    """
    context = lines.context
    _equip(context)
    setting.setdefault("address", context.getConf().get("spark.driver.host", ""))
    common = pieces.frame_setting(catalog, **setting)
    counts = lines.mapPartitions(lambda part: [sum(1 for _ in part)]).collect()

    def work(index: int, part: Iterable[str]) -> Iterator[str]:
        numbered = (
            (number, (text[1:] if number == 1 and text.startswith("\ufeff") else text).encode())
            for number, text in enumerate(part, 1 + sum(counts[:index])))
        for _, texts in pieces.answer_groups(common, ((None, group) for group in pieces.in_groups(numbered))):
            yield from (text for text in texts if text is not None)

    return lines.mapPartitionsWithIndex(work)


def main() -> None:
    given = pieces.parser(__doc__.splitlines()[0]).parse_args()
    session = SparkSession.builder.appName("vicinity").getOrCreate()
    if not given.address:
        given.address = session.sparkContext.getConf().get("spark.driver.host", "")
    try:
        run(pieces.job_of(given), session.sparkContext)
    finally:
        session.stop()


if __name__ == "__main__":
    pieces.main_of(main)
