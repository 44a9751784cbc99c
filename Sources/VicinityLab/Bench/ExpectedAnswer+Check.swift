import CivilTime
import Vicinity

extension ExpectedAnswer {
  /// The error in an answer; nil when it is correct.
  ///
  /// - Parameters:
  ///   - query: the query; its radius and limit determine where a tie may be cut.
  ///   - start: returns the start of a listing, if the answer does not contain it.
  public func mismatch(
    of answer: Answer, to query: Query, start: (String) throws -> Instant? = { _ in nil }
  ) rethrows -> String? {
    if let mismatch = totalMismatch(answer.total) { return mismatch }
    guard let ids else { return nil }
    let found = answer.matches.map(\.id)
    if let twice = Self.firstRepeated(found) { return "\(twice) comes twice" }
    if let distances {
      return Self.mismatch(
        ComparedKeys(
          ids: found, keys: answer.matches.map { $0.distanceMeters ?? .nan }, expectedIDs: ids, expectedKeys: distances,
          tolerance: Self.toleranceMeters, unit: "m", isFull: ids.count >= query.limit,
          edge: edge(of: distances, limit: query.limit, end: query.radiusMeters)))
    }
    if let starts {
      let keys = try answer.matches.map { try ($0.starts ?? $0.listing?.starts ?? start($0.id))?.seconds ?? .nan }
      return Self.mismatch(
        ComparedKeys(
          ids: found, keys: keys, expectedIDs: ids, expectedKeys: starts.map(\.seconds), tolerance: 0, unit: "s",
          isFull: ids.count >= query.limit,
          edge: edge(of: starts.map(\.seconds), limit: query.limit, end: nil)))
    }
    return found == ids ? nil : Self.difference(found, ids)
  }

  private func totalMismatch(_ found: Int?) -> String? {
    guard total != nil || low != nil || high != nil else { return nil }
    guard let found else { return "no total; set \"total\":true in the query" }
    if let total {
      if found == total { return nil }
      let isNear = found >= low ?? total && found <= high ?? total
      return "total \(found), expected \(total)" + (isNear ? "; the difference lies at the edge" : "")
    }
    if found < low ?? 0 { return "total \(found), expected at least \(low ?? 0)" }
    if let high, found > high { return "total \(found), expected at most \(high)" }
    return nil
  }

  /// The key at which the answer is cut: that of the last place if the limit is reached, else the radius.
  private func edge(of keys: [Double], limit: Int, end: Double?) -> Double? {
    keys.count >= limit ? keys.last : end
  }

  private static func firstRepeated(_ ids: [String]) -> String? {
    var seen: Set<String> = []
    return ids.first { !seen.insert($0).inserted }
  }

  private static func difference(_ found: [String], _ expected: [String]) -> String {
    for (place, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
      return "place \(place + 1) is \(pair.0), expected \(pair.1)"
    }
    return difference(found.count, expected.count)
  }

  private static func difference(_ found: Int, _ expected: Int) -> String {
    "number of results is \(found), expected \(expected)"
  }
}

extension Instant {
  fileprivate var seconds: Double { Double(secondsSince1970) }
}

extension ExpectedAnswer {
  /// Two lists of ids with the sort keys of each.
  struct ComparedKeys {
    var ids: [String]
    var keys: [Double]
    var expectedIDs: [String]
    var expectedKeys: [Double]
    var tolerance: Double
    var unit: String
    /// Whether the limit is reached, so that the number of elements is certain.
    var isFull: Bool
    /// The cut: only elements with this key may be in one list and not in the other; nil without a cut.
    var edge: Double?

    func isAtEdge(_ key: Double) -> Bool { edge.map { abs(key - $0) <= tolerance } ?? false }
  }

  /// The first difference that is not due to a tie.
  static func mismatch(_ lists: ComparedKeys) -> String? {
    if let mismatch = orderMismatch(lists) ?? keyMismatch(lists) { return mismatch }
    let (found, expected) = (Set(lists.ids), Set(lists.expectedIDs))
    for (id, key) in zip(lists.ids, lists.keys) where !expected.contains(id) && !lists.isAtEdge(key) {
      return "\(id) at \(key) \(lists.unit) is not expected"
    }
    for (id, key) in zip(lists.expectedIDs, lists.expectedKeys) where !found.contains(id) && !lists.isAtEdge(key) {
      return "\(id) at \(key) \(lists.unit) is missing"
    }
    guard lists.isFull, lists.ids.count != lists.expectedIDs.count else { return nil }
    return difference(lists.ids.count, lists.expectedIDs.count)
  }

  private static func orderMismatch(_ lists: ComparedKeys) -> String? {
    if let place = lists.keys.firstIndex(where: \.isNaN) {
      return "\(lists.ids[place]) has no \(lists.unit == "m" ? "distance" : "start")"
    }
    for place in lists.keys.indices.dropFirst() where lists.keys[place] < lists.keys[place - 1] {
      return "\(lists.ids[place]) is listed after \(lists.ids[place - 1]), but comes before it"
    }
    return nil
  }

  /// Elements of both lists must have the same key in both.
  private static func keyMismatch(_ lists: ComparedKeys) -> String? {
    let expected = Dictionary(zip(lists.expectedIDs, lists.expectedKeys)) { first, _ in first }
    for (id, key) in zip(lists.ids, lists.keys) {
      guard let right = expected[id], abs(key - right) > lists.tolerance else { continue }
      return "\(id) at \(key) \(lists.unit), expected \(right) \(lists.unit)"
    }
    return nil
  }
}
