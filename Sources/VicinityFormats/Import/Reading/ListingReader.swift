import CodedErrors
import Streams
import Vicinity

/// Reads the rows of one file as listings.
///
/// A new format needs a conforming type, a case of `ImportFormat`, and a line in `ImportFormat+Guess`.
protocol ListingReader: AnyObject {
  /// The next row; nil at the end of the file.
  /// - Throws: errors after which reading cannot continue.
  func next() throws(InputError) -> ImportedRow?
  /// The text of the last row, for the file of rejects.
  var rowText: String { get }
  /// Remarks on the file, once it is read.
  var remarks: ReaderRemarks { get }
  /// The columns of a table as they are understood; empty for other formats.
  var understoodColumns: [ImportColumn] { get }
}

extension ListingReader {
  var understoodColumns: [ImportColumn] { [] }
}

/// One row of a file with its outcome.
struct ImportedRow {
  /// The first line of the row, from 1.
  var line: Int
  var outcome: Outcome

  enum Outcome {
    case listing(Listing)
    /// Not a listing, because of its type, such as `amenity=atm`; not an error.
    case skipped(String)
    case rejected(RowRejection)
  }

  init(line: Int, _ outcome: Outcome) {
    self.line = line
    self.outcome = outcome
  }

  /// The result of `make`, or the error that it throws.
  init(line: Int, _ make: () throws(RowRejection) -> Outcome) {
    self.line = line
    do throws(RowRejection) { outcome = try make() } catch { outcome = .rejected(error) }
  }
}
