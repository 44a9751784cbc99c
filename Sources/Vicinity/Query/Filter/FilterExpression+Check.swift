import CivilTime
import Geography
import Streams

extension FilterExpression {
  /// Validates the size and the types of values; parsed expressions and those made in Swift alike.
  ///
  /// - Parameter path: the path of the expression, for messages.
  func check(path: String) throws(QueryError) {
    let depth = depth
    guard depth <= QueryLimits.deepestFilter else {
      throw .outOfRange(
        path: path, found: "\(depth) levels", allowed: "at most \(QueryLimits.deepestFilter) levels")
    }
    let size = size
    guard size <= QueryLimits.mostConditions else {
      throw .outOfRange(
        path: path, found: "\(size) conditions and values", allowed: "at most \(QueryLimits.mostConditions)")
    }
    let queries = conditionQueries.count
    guard queries <= QueryLimits.mostQueryConditions else {
      throw .outOfRange(
        path: path, found: "\(queries) conditions of a query",
        allowed: "at most \(QueryLimits.mostQueryConditions)")
    }
    try checkParts(path)
  }

  private func checkParts(_ path: String) throws(QueryError) {
    switch self {
    case .and(let parts), .or(let parts): for part in parts { try part.checkParts(path) }
    case .not(let part): try part.checkParts(path)
    case .compare(let operand, let comparison, let value):
      try operand.check([value], path)
      if comparison == .equal || comparison == .notEqual { try operand.checkWords([value], path) }
    case .isIn(let operand, let values):
      try operand.check(values, path)
      try operand.checkWords(values, path)
    case .like(let operand, let pattern):
      try operand.check([.text("")], path)
      try Self.check(pattern.utf8.count, "bytes of a pattern", QueryLimits.longestPattern, path)
    case .tags(_, let values), .list(_, _, let values):
      try Self.check(values.count, "values of a list", QueryLimits.mostTags, path)
    case .within(.named(let name)): try Self.check(name.utf8.count, "bytes", QueryLimits.longestName, path)
    case .within(.shape(let shape)): try Self.check(shape.vertexCount, "vertices", QueryLimits.mostVertices, path)
    case .isNull(let property):
      guard property.filterType == nil else { break }
      throw .badFilter(path: path, problem: FilterNames.unknown(property.name, isCall: false))
    case .within(.box(let box)):
      guard !box.isValid else { break }
      throw .badFilter(path: path, problem: "the box is not valid")
    case .at(let coordinate):
      guard !coordinate.isValid else { break }
      throw .badFilter(path: path, problem: "the point is not valid")
    case .intersects(_, let interval):
      guard [interval.from, interval.to].allSatisfy({ $0.map { $0.type == .time } ?? true }), interval.isOrdered else {
        throw .badFilter(path: path, problem: "the interval is not two dates or instants in ascending order")
      }
    case .conditions(let query): try query.checkAsCondition(path)
    case .constant: break
    }
  }

  private static func check(_ count: Int, _ what: String, _ limit: Int, _ path: String) throws(QueryError) {
    guard count > limit else { return }
    throw .outOfRange(path: path, found: "\(count) \(what)", allowed: "at most \(limit)")
  }
}

extension FilterOperand {
  func check(_ values: [FilterValue], _ path: String) throws(QueryError) {
    guard let type = property.filterType, type != .tags else {
      throw .badFilter(path: path, problem: FilterNames.unknown(property.name, isCall: false))
    }
    guard type != .own else { return }
    try check(values, as: type, path)
  }

  /// Refuses a word that the field never has, if the field has one of a fixed set of words: nothing could be equal to
  /// it.
  fileprivate func checkWords(_ values: [FilterValue], _ path: String) throws(QueryError) {
    guard let known = field?.fixedWords else { return }
    let folded = known.map(folded)
    for case .text(let word) in values where !folded.contains(word) {
      throw .badFilter(path: path, problem: FilterNames.unknownWord(word, of: property.name, known: known))
    }
  }

  /// Validates that it is compared with values of a type.
  func check(_ values: [FilterValue], as type: FilterType, _ path: String) throws(QueryError) {
    guard type != .tags else {
      throw .badFilter(path: path, problem: "\(property.name) is a list; compare it with a_contains or a_overlaps")
    }
    for value in values where value.type != type {
      throw .badFilter(path: path, problem: "\(property.name) is compared with \(type.form)")
    }
    if ignoresCase || ignoresAccents, type != .text {
      throw .badFilter(path: path, problem: "\(property.name) is not text, whose case and accents can be ignored")
    }
  }
}

extension Query {
  /// Rejects what cannot be a condition in a filter expression.
  fileprivate func checkAsCondition(_ path: String) throws(QueryError) {
    guard filter == nil else {
      throw .badFilter(path: path, problem: "conditions have no filter of their own; nest the expressions")
    }
    guard group?.maxMeters == nil, along == nil else {
      throw .badFilter(path: path, problem: "a route or a group is given by the query, not in its filter")
    }
    guard nightPrice == nil else {
      throw .badFilter(path: path, problem: "nightPrice is compared as a field, such as nightPrice <= 80")
    }
    guard open?.arriving == nil else {
      throw .badFilter(path: path, problem: "an arrival is part of the open of the query, not of its filter")
    }
  }
}
