"""The answer of one query for many positions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Sequence, cast, overload, Union

from ._answer import arrow_column, data_frame
from ._names import Match
from ._optional import library

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Nearest(Sequence[List[Match]]):
    """The matches of many positions, by columns: `nearest[7]` is the list of the matches of position 7.

    Attributes:
        counts: the number of matches of each position.
        columns: the values of each field, one for each match: those of the first position first. None where a listing
            has no value.
    """

    def __init__(self, counts: List[int], columns: Dict[str, List[Any]]) -> None:
        self.counts = counts
        self.columns = columns
        self._starts: List[int] = []

    def __len__(self) -> int:
        return len(self.counts)

    @overload
    def __getitem__(self, index: int) -> List[Match]: ...

    @overload
    def __getitem__(self, index: slice) -> List[List[Match]]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[List[Match], List[List[Match]]]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        position = index + len(self) if index < 0 else index
        if not 0 <= position < len(self):
            raise IndexError(f"there are {len(self)} positions")
        start = self.starts[position]
        return self._matches(start, start + self.counts[position])

    def __iter__(self) -> Iterator[List[Match]]:
        end = 0
        for count in self.counts:
            start, end = end, end + count
            yield self._matches(start, end)

    def __repr__(self) -> str:
        return f"<Nearest: {sum(self.counts)} matches of {len(self)} positions>"

    @property
    def starts(self) -> List[int]:
        """The index in the columns of the first match of each position."""
        if len(self._starts) != len(self.counts):
            end = 0
            self._starts = []
            for count in self.counts:
                self._starts.append(end)
                end += count
        return self._starts

    def _matches(self, start: int, end: int) -> List[Match]:
        names = list(self.columns)
        rows = zip(*(self.columns[name][start:end] for name in names))
        return [
            cast(Match, {name: value for name, value in zip(names, row) if value is not None}) for row in rows]

    @property
    def positions(self) -> List[int]:
        """The index of the position of each match."""
        return [index for index, count in enumerate(self.counts) for _ in range(count)]

    def to_dataframe(self) -> "pandas.DataFrame":
        """A DataFrame with one row for each match.

        The column `position` counts the positions from 0, whatever the index of a GeoSeries:
        `frame.join(points.reset_index(), on="position")` has the columns of both.
        """
        library("pandas")
        frame = data_frame(cast(Any, self.columns))
        frame.insert(0, "position", self.positions)
        return frame

    def to_arrow(self) -> "pyarrow.Table":
        """A table of Arrow with one row for each match. The column `position` counts the positions from 0."""
        pyarrow = library("pyarrow")
        columns = {name: arrow_column(name, values) for name, values in self.columns.items()}
        return pyarrow.table({"position": pyarrow.array(self.positions, pyarrow.int64()), **columns})
