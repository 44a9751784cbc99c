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
}

/// One row of a file with its outcome.
struct ImportedRow {
  /// The first line of the row, from 1.
  var line: Int
  var outcome: Outcome

  enum Outcome {
    case listing(Listing)
    /// Not a listing by its type, such as `amenity=atm`; not an error.
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

/// Remarks of a reader that do not concern a single row.
struct ReaderRemarks: Sendable {
  /// Whether a wrong value rejects its row, also where the listing could do without.
  private let isStrict: Bool
  /// Unknown keys and columns, with their counts.
  var ignoredKeys: [String: Int] = [:]
  /// Values that were left out, by kind, with their count and the first of them.
  var leftOut: [String: (count: Int, example: String)] = [:]
  /// Remarks on the whole file.
  var notes: [String] = []
  /// What may help with what they say.
  var remedies: [Remedy] = []

  init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Counts a wrong value that the listing is imported without.
  /// - Throws: the rejection if the listing cannot do without.
  mutating func leaveOut(_ field: Field, _ rejection: RowRejection) throws(RowRejection) {
    guard !isStrict, !field.isBinding else { throw rejection }
    leaveOut(field.rawValue, example: rejection.description.trimmingSentence)
  }

  /// Adds the counts of other rows of the same file.
  mutating func add(_ other: ReaderRemarks) {
    ignoredKeys.merge(other.ignoredKeys, uniquingKeysWith: +)
    leftOut.merge(other.leftOut) { ($0.count + $1.count, $0.example) }
  }

  mutating func leaveOut(_ what: String, example: String) {
    leftOut[what, default: (0, example)].count += 1
  }

  mutating func noteForeignText(firstLine: Int?) {
    guard let firstLine else { return }
    notes.append("not UTF-8 throughout (first in line \(firstLine)); such text was read as Windows-1252.")
  }
}
