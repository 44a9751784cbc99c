import Streams
import Vicinity

/// Turns the rows of one file into listings.
///
/// A new format is a new type that conforms, a case of `ImportFormat`, and a line in `ImportFormat+Guess`.
protocol ListingReader: AnyObject {
  /// The next row; nil at the end of the file.
  /// - Throws: what makes it impossible to read on.
  func next() throws(InputError) -> ImportedRow?
  /// The text of the row returned last, for the file of rejects.
  var rowText: String { get }
  /// What else there is to say about the file once it is read.
  var remarks: ReaderRemarks { get }
}

/// One row of a file and what came of it.
struct ImportedRow {
  /// The line on which it begins, from 1.
  var line: Int
  var outcome: Outcome

  enum Outcome {
    case listing(Listing)
    /// Not a listing by its type, such as `amenity=atm`; not a fault.
    case skipped(String)
    case rejected(RowFault)
  }

  init(line: Int, _ outcome: Outcome) {
    self.line = line
    self.outcome = outcome
  }

  /// What `make` returns, or the fault that it throws.
  init(line: Int, _ make: () throws(RowFault) -> Outcome) {
    self.line = line
    do throws(RowFault) { outcome = try make() } catch { outcome = .rejected(error) }
  }
}

/// What a reader noticed that is no fault of a single row.
struct ReaderRemarks {
  /// Keys and columns that mean nothing here, with how often they occurred.
  var ignoredKeys: [String: Int] = [:]
  /// Values that were left out, by what they are, with their number and the first of them.
  var leftOut: [String: (count: Int, example: String)] = [:]
  /// Sentences about the whole file.
  var notes: [String] = []

  mutating func leaveOut(_ what: String, example: String) {
    leftOut[what, default: (0, example)].count += 1
  }

  mutating func noteForeignText(firstLine: Int?) {
    guard let firstLine else { return }
    notes.append("not UTF-8 throughout (first in line \(firstLine)); such text was read as Windows-1252.")
  }
}
