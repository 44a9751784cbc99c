import CodedErrors

/// The custom fields that a query names, bound to a catalog.
final class OwnFields {
  private let byName: [String: StoredOwnField]
  private let worker: SearchWorker
  /// The version of the catalog.
  let snapshot: IndexSnapshot

  /// - Throws: `QueryError` for a name that the catalog does not have, and for a field of a type that does not suit its
  ///   use.
  init(_ plan: Plan, _ worker: SearchWorker, _ snapshot: IndexSnapshot) throws {
    (self.worker, self.snapshot) = (worker, snapshot)
    guard plan.usesOwnFields else {
      byName = [:]
      return
    }
    let query = plan.query
    let known = try worker.ownFieldsOfVersion()
    byName = Dictionary(known.map { ($0.field.name, $0) }, uniquingKeysWith: { first, _ in first })
    let path = query.paretoFront.isEmpty ? "sort" : "front"
    try check(plan.order.compactMap(\.property.ownName), path, Query.SortProperty.allCases.map(\.rawValue))
    try check(query.facets.compactMap(\.ownName), "facets", Query.Facet.allCases.map(\.rawValue))
    try check(query.ownFields, "fields", Field.ofAnswer.map(\.rawValue))
    try checkOrder(plan.order)
    guard !query.paretoFront.isEmpty, let text = plan.order.first(where: { isText($0.property) }) else { return }
    throw QueryError.conflict("front: \(text.property.rawValue) is text, which cannot be better or worse")
  }

  /// The field of a name.
  func field(_ name: String) -> StoredOwnField? { byName[name] }

  /// The columns of all of them.
  var columns: [LeafColumn.Source] { byName.values.map { .own($0.number) } }

  /// Its names.
  var names: [String] { byName.keys.sorted() }

  /// The values of a field on a leaf.
  func column(_ field: StoredOwnField, of leaf: Leaf) throws -> LeafColumn {
    try column(.own(field.number), of: leaf)
  }

  /// A column of a leaf.
  @inline(__always)
  func column(_ source: LeafColumn.Source, of leaf: Leaf) throws -> LeafColumn {
    try worker.column(source, of: leaf, in: snapshot)
  }

  private func check(_ names: [String], _ path: String, _ others: [String]) throws(QueryError) {
    for name in names where byName[name] == nil {
      let known = others + byName.keys.sorted()
      throw .unknownWord(name, path: path, suggestion: Suggestion.nearest(to: name, among: known), known: known)
    }
  }

  private func checkOrder(_ order: [Query.SortKey]) throws(QueryError) {
    let types = order.compactMap { $0.property.ownName.flatMap { byName[$0]?.field } }
    if let list = types.first(where: { $0.type == .list }) {
      throw .conflict("sort: \(list.name) is a list, which has no order")
    }
    guard types.count(where: { $0.type == .text }) + (order.use(.name) ? 1 : 0) > 1 else { return }
    throw .conflict("sort: only one key can be text, such as name")
  }

  /// Whether a sort key compares texts.
  func isText(_ property: Query.SortProperty) -> Bool {
    property == .name || property.ownName.flatMap { byName[$0]?.field.type } == .text
  }

  /// The column with the beginnings of the texts that a sort key compares.
  func order(of property: Query.SortProperty) -> LeafColumn.Source? {
    property == .name ? .nameOrder : property.ownName.flatMap { byName[$0] }.map { .ownOrder($0.number) }
  }

  /// The number of an entry by which a key orders it; infinity without one.
  func number(_ name: String, of entry: Entry) throws -> Double {
    guard let field = byName[name] else { return .infinity }
    let number = try column(field, of: entry.leaf).numbers[entry.index]
    return number.isNaN ? .infinity : number
  }

  /// The most characters of a text by which a key orders; cursors contain it.
  private static let longestKey = 200

  /// The text of an entry by which a key orders it.
  func text(_ name: String, of entry: Entry) throws -> String? {
    guard let field = byName[name] else { return nil }
    let text = try column(field, of: entry.leaf).texts(at: entry.index).first
    return text.map { String(snapshot.texts.text($0).prefix(Self.longestKey)) }
  }
}
