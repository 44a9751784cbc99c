extension RandomAccessCollection where Index == Int {
  /// The first position of a collection partitioned by a condition whose element satisfies it; `endIndex` when none
  /// does.
  /// - Complexity: O(log n).
  @inlinable package func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
