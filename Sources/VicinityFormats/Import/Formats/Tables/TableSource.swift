import Streams
import Vicinity

/// The rows of a table, one after the other.
protocol TableRows: AnyObject {
  /// Reads the next row; false after the last.
  func next() throws(InputError) -> Bool
  /// The text of a column of the last row, counted from 0; nil without one.
  func field(_ index: Int) -> String?
  /// The number of columns of the last row.
  var fieldCount: Int { get }
  /// The line at which the last row begins, from 1.
  var recordLine: Int { get }
  /// The last row as text.
  var rawRecord: String { get }
  /// Why the last row has no values; nil for a good one.
  var problem: RowRejection? { get }
  /// The line of the first row that is not UTF-8.
  var firstForeignLine: Int? { get }
}

extension CSVReader: TableRows {
  var problem: RowRejection? { nil }
}

/// A table that can be read more than once.
struct TableSource {
  let path: String
  /// The names of the columns, as far as the beginning of the file shows them; empty without names.
  let columnNames: [String]
  /// The rows, for a pass before the one that reads the listings.
  let look: () throws -> any TableRows
  /// The rows and the names of the columns, for the pass that reads the listings.
  let read: () throws -> (rows: any TableRows, columnNames: [String])

  /// Delimited text.
  init(csv input: RepeatedInput, options: ImportOptions, path: String) {
    self.path = path
    let hasHeader = options.hasHeader
    columnNames = hasHeader ? TableHead.firstFields(input.head) : []
    look = {
      let table = CSVReader(try input.look())
      if hasHeader { _ = try table.next() }
      return table
    }
    read = {
      let table = CSVReader(try input.read())
      let hasNames = hasHeader ? try table.next() : false
      return (table, hasNames ? table.record : [])
    }
  }

  /// JSON objects, whose keys are the names of the columns.
  ///
  /// - Parameter elements: the objects of the file.
  /// - Throws: errors of reading.
  init(
    json input: RepeatedInput, path: String, elements: @escaping (InputBuffer) -> any JSONElementStream
  ) throws {
    self.path = path
    let names = try JSONRows.columnNames(of: elements(input.look()))
    columnNames = names
    look = { JSONRows(elements(try input.look()), columnNames: names) }
    read = { (JSONRows(elements(try input.read()), columnNames: names), names) }
  }
}
