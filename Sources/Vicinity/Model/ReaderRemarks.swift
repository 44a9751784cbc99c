import CodedErrors
import Streams

/// Remarks of a reader that do not concern a single row.
package struct ReaderRemarks: Sendable {
  /// Whether a wrong value rejects its row, also where the listing could do without.
  private let isStrict: Bool
  /// Unknown keys and columns, with their counts.
  package var ignoredKeys: [String: Int] = [:]
  /// Unknown keys whose values were kept, with their counts.
  package var ownKeys: [String: Int] = [:]
  /// Values that were left out, by kind, with their count and the first of them.
  package var leftOut: [String: (count: Int, example: String)] = [:]
  /// Remarks on the whole file.
  package var notes: [String] = []
  /// What may help with what they say.
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
  }

  package mutating func leaveOut(_ what: String, example: String) {
    leftOut[what, default: (0, example)].count += 1
  }
}
