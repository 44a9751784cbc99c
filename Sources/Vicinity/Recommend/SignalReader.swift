/// Reads the interactions of members from a catalog.
struct SignalReader {
  let statements: any StatementSource
  let weights: SignalWeights

  /// The interactions of one member, by row; listings of weight 0 are known and not liked.
  func interactions(of member: String) throws -> [(fid: Int, weight: Double)] {
    var sums: [Int: SignalSums] = [:]
    _ = try statements.rows("SELECT fid, kind, value FROM member_signal WHERE member = ?1", member) { row in
      guard let signal = try Signal(row, fid: 0, kind: 1, value: 2) else { return }
      sums[signal.fid, default: SignalSums()].add(signal.kind, signal.value)
    }
    return sums.map { (fid: $0.key, weight: weights.weight(of: $0.value)) }.sorted { $0.fid < $1.fid }
  }

  /// The rows that a member likes, unordered: those with a weight above 0 in `interactions(of:)`.
  ///
  /// Reads no values except stars, so that the index by member covers all imported signals.
  func liked(by member: String) throws -> Set<Int> {
    var liked: Set<Int> = []
    _ = try statements.rows("SELECT fid FROM member_signal WHERE member = ?1", member) { row in
      let stored = StoredRow(row, of: "member_signal for listing", row.int(0))
      liked.insert(try stored.reference(0, in: StoredRange.recommendedRow))
    }
    let rejected = try statements.rows(
      "SELECT fid FROM member_signal WHERE member = ?1 AND kind = 'rating' GROUP BY fid HAVING avg(value) <= 1", member
    ) { $0.int(0) }
    return liked.subtracting(rejected)
  }

  /// The interactions of all members, each under a number of its own.
  func allInteractions() throws -> (members: Int, entries: [(member: Int32, fid: Int, weight: Float)]) {
    var members = NumberedNames()
    var sums: [Key: SignalSums] = [:]
    _ = try statements.rows("SELECT member, fid, kind, value FROM member_signal") { row in
      guard let signal = try Signal(row, fid: 1, kind: 2, value: 3) else { return }
      let key = Key(member: members.number(of: row.string(0) ?? ""), fid: signal.fid)
      sums[key, default: SignalSums()].add(signal.kind, signal.value)
    }
    let entries = sums.compactMap { key, signals -> (member: Int32, fid: Int, weight: Float)? in
      let weight = weights.weight(of: signals)
      return weight > 0 ? (key.member, key.fid, Float(weight)) : nil
    }
    return (members.names.count, entries)
  }

  /// The friends of a member.
  func friends(of member: String) throws -> [String] {
    try statements.rows("SELECT friend FROM friendship WHERE member = ?1 ORDER BY friend", member) {
      $0.string(0) ?? ""
    }
  }

  private struct Key: Hashable {
    let member: Int32
    let fid: Int
  }

  /// The value of one row; nil for unknown kinds.
  private struct Signal {
    let fid: Int
    let kind: SignalKind
    let value: Double

    init?(_ statement: Statement, fid: Int32, kind: Int32, value: Int32) throws {
      guard let known = SignalKind(rawValue: statement.string(kind) ?? "") else { return nil }
      let row = StoredRow(statement, of: "member_signal for listing", statement.int(fid))
      self.kind = known
      self.fid = try row.reference(fid, in: StoredRange.recommendedRow)
      self.value = try row.double(value, in: StoredRange.signal) ?? 0
    }
  }
}
