import CivilTime
import CodedErrors

extension Catalog {
  /// The declared custom fields, by name.
  public func ownFields() throws -> [OwnField] {
    try readFile { worker in try worker.ownFields().map(\.field) }
  }

  /// The number of listings that have a value of each unknown key, by name; those of declared fields included.
  ///
  /// - Complexity: O(n) in the listings with unknown keys.
  public func ownValueCounts() throws -> [(name: String, count: Int)] {
    try readFile { worker in
      let texts = try worker.statement("SELECT own FROM listing_detail WHERE own IS NOT NULL")
      var counts: [String: Int] = [:]
      while try texts.step() {
        for name in OwnValues.values(texts.string(0) ?? "").keys { counts[name, default: 0] += 1 }
      }
      return counts.byKey.map { (name: $0.key, count: $0.value) }
    }
  }

  /// The listings with values of a new custom field.
  public struct OwnFieldCounts: Hashable, Sendable {
    /// Those with a value of the field's type, which are indexed.
    public var indexed: Int
    /// Listings whose value has another type; it is stored, but not indexed.
    public var others: Int
  }

  /// Declares a custom field, and indexes the values that listings have.
  ///
  /// - Throws: `QueryError.conflict` for the name of something that every query has, and for a field that is declared.
  /// - Complexity: O(n) in the listings with unknown keys.
  @discardableResult
  public func add(_ field: OwnField) throws -> OwnFieldCounts {
    guard !OwnField.isTaken(field.name) else {
      throw QueryError.conflict("\(field.name) has a meaning in every query; choose another name")
    }
    return try transaction(at: .distantPast) { transaction in
      guard try !transaction.ownFields().contains(where: { $0.field.name == field.name }) else {
        throw QueryError.conflict("the field \(field.name) is declared already; remove it to change its type")
      }
      try transaction.run("INSERT INTO own_field (name, type) VALUES (?1, ?2)", field.name, field.type.rawValue)
      let counts = try OwnValueWriter(transaction).index(field.name, with: transaction)
      transaction.note(.imported)
      return OwnFieldCounts(indexed: counts.indexed, others: counts.others)
    }
  }

  /// Removes the declaration of a custom field; listings keep their values.
  ///
  /// - Throws: `QueryError.unknownWord` if it is not declared.
  public func removeOwnField(_ name: String) throws {
    try transaction(at: .distantPast) { transaction in
      let known = try transaction.ownFields()
      guard let field = known.first(where: { $0.field.name == name }) else {
        let names = known.map(\.field.name)
        throw QueryError.unknownWord(
          name, path: "field", suggestion: Suggestion.nearest(to: name, among: names), known: names)
      }
      try transaction.run("DELETE FROM own_value WHERE own_id = ?1", field.number)
      try transaction.run("DELETE FROM own_field WHERE own_id = ?1", field.number)
      transaction.note(.imported)
    }
  }
}
