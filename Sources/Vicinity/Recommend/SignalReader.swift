/// Reads what members have said and done from a catalog.
struct SignalReader {
  let statements: any StatementSource
  let weights: SignalWeights

  /// The likings of one member, by row; those of weight 0 are known and not liked.
  func likings(of member: String) throws -> [(fid: Int, weight: Double)] {
    var sums: [Int: SignalSums] = [:]
    _ = try statements.rows("SELECT fid, kind, value FROM member_signal WHERE member = ?1", member) { row in
      add(row, fid: 0, kind: 1, value: 2, to: &sums)
    }
    return sums.map { (fid: $0.key, weight: weights.liking($0.value)) }.sorted { $0.fid < $1.fid }
  }

  /// The likings of all members, each under a number of its own.
  func allLikings() throws -> (members: Int, entries: [(member: Int32, fid: Int, weight: Float)]) {
    var members = NumberedNames()
    var sums: [Key: SignalSums] = [:]
    _ = try statements.rows("SELECT member, fid, kind, value FROM member_signal") { row in
      guard let kind = SignalKind(rawValue: row.string(2) ?? "") else { return }
      let key = Key(member: members.number(of: row.string(0) ?? ""), fid: row.int(1))
      sums[key, default: SignalSums()].add(kind, row.double(3))
    }
    let entries = sums.compactMap { key, signals -> (member: Int32, fid: Int, weight: Float)? in
      let weight = weights.liking(signals)
      return weight > 0 ? (key.member, key.fid, Float(weight)) : nil
    }
    return (members.names.count, entries)
  }

  /// Whom a member knows.
  func friends(of member: String) throws -> [String] {
    try statements.rows("SELECT friend FROM friendship WHERE member = ?1 ORDER BY friend", member) {
      $0.string(0) ?? ""
    }
  }

  private struct Key: Hashable {
    let member: Int32
    let fid: Int
  }

  private func add(_ row: Statement, fid: Int32, kind: Int32, value: Int32, to sums: inout [Int: SignalSums]) {
    guard let signal = SignalKind(rawValue: row.string(kind) ?? "") else { return }
    sums[row.int(fid), default: SignalSums()].add(signal, row.double(value))
  }
}
