import CodedErrors
import Streams

/// Remarks of a reader that do not concern a single row.
package struct ReaderRemarks: Sendable {
  /// Whether a wrong value rejects its row, also where the listing could do without.
  private let isStrict: Bool
  /// Unknown keys and columns, with their counts.
  package var ignoredKeys: [String: Int] = [:]
  /// Unknown keys whose values became custom fields, with their counts.
  package var ownKeys: [String: Int] = [:]
  /// Values that were left out, by kind, with their count and the first of them.
  package var leftOut: [String: (count: Int, example: String)] = [:]
  /// Remarks on the whole file.
  package var notes: [String] = []
  /// The events that are cancelled or postponed only according to their titles, with the first of these titles.
  package private(set) var offByTitle: (count: Int, example: String) = (0, "")
  /// Why the file is incomplete, if it says so itself; else nil.
  package var incompleteness: String?
  /// Next steps for what they report.
  package var remedies: [Remedy] = []

  package init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Counts a wrong value that the listing is imported without.
  /// - Throws: the rejection if the listing cannot do without.
  package mutating func leaveOut(_ field: Field, _ rejection: RowRejection) throws(RowRejection) {
    guard !isStrict, !field.isBinding else { throw rejection }
    leaveOut(field.rawValue, example: rejection.description.trimmingSentence)
  }

  /// Adds the counts of other rows of the same file.
  package mutating func add(_ other: ReaderRemarks) {
    ignoredKeys.merge(other.ignoredKeys, uniquingKeysWith: +)
    ownKeys.merge(other.ownKeys, uniquingKeysWith: +)
    leftOut.merge(other.leftOut) { ($0.count + $1.count, $0.example) }
    let first = offByTitle.count == 0 ? other.offByTitle.example : offByTitle.example
    offByTitle = (offByTitle.count + other.offByTitle.count, first)
    incompleteness = incompleteness ?? other.incompleteness
  }

  /// The status of an event whose source names none, taken from the beginning or end of its title.
  package mutating func statusByTitle(_ title: String?) -> EventStatus? {
    guard let title, let status = EventStatus.announced(inTitle: title) else { return nil }
    offByTitle = (offByTitle.count + 1, offByTitle.count == 0 ? title : offByTitle.example)
    return status
  }

  package mutating func leaveOut(_ what: String, example: String) {
    leftOut[what, default: (0, example)].count += 1
  }
}
