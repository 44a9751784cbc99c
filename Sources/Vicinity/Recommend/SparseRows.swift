/// A sparse matrix in compressed rows, such as the liked listings of each member with their weights.
///
/// Within a row the columns ascend.
package struct SparseRows: Sendable {
  /// The start of each row, then the end of the last one.
  package private(set) var starts: [Int]
  package private(set) var columns: [Int32]
  package private(set) var weights: [Float]

  /// The number of rows.
  var count: Int { starts.count - 1 }

  /// One nonzero element.
  package struct Entry: Hashable, Sendable {
    package var row: Int32
    package var column: Int32
    package var weight: Float

    package init(row: Int32, column: Int32, weight: Float) {
      (self.row, self.column, self.weight) = (row, column, weight)
    }
  }

  /// Builds `rows` rows from entries; the weights of equal positions are added in the given order.
  /// - Complexity: O(n log n).
  package init(_ entries: [Entry], rows: Int) {
    let sorted = entries.enumerated().sorted {
      ($0.element.row, $0.element.column, $0.offset) < ($1.element.row, $1.element.column, $1.offset)
    }
    (starts, columns, weights) = ([Int](repeating: 0, count: rows + 1), [], [])
    columns.reserveCapacity(entries.count)
    weights.reserveCapacity(entries.count)
    var last: (row: Int32, column: Int32)?
    for (_, entry) in sorted {
      if let last, last == (entry.row, entry.column) {
        weights[weights.count - 1] += entry.weight
        continue
      }
      last = (entry.row, entry.column)
      starts[Int(entry.row) + 1] += 1
      columns.append(entry.column)
      weights.append(entry.weight)
    }
    for row in 0..<rows { starts[row + 1] += starts[row] }
  }

  /// Makes a matrix from its arrays.
  package init(starts: [Int], columns: [Int32], weights: [Float]) {
    (self.starts, self.columns, self.weights) = (starts, columns, weights)
  }

  /// The range of a row's entries.
  package func range(_ row: Int) -> Range<Int> { starts[row]..<starts[row + 1] }

  /// The columns of a row.
  package func columns(of row: Int) -> ArraySlice<Int32> { columns[range(row)] }

  /// The transposed matrix.
  /// - Complexity: O(n + columns), two counting passes.
  package func transposed(columns count: Int) -> SparseRows {
    var starts = [Int](repeating: 0, count: count + 1)
    for column in columns { starts[Int(column) + 1] += 1 }
    for column in 0..<count { starts[column + 1] += starts[column] }
    var next = starts
    var rows = [Int32](repeating: 0, count: columns.count)
    var values = [Float](repeating: 0, count: columns.count)
    for row in 0..<self.count {
      for place in range(row) {
        let column = Int(columns[place])
        (rows[next[column]], values[next[column]]) = (Int32(row), weights[place])
        next[column] += 1
      }
    }
    return SparseRows(starts: starts, columns: rows, weights: values)
  }
}
