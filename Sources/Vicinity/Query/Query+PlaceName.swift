import Streams

extension Query {
  /// Parses `near` if it is the name of a place.
  mutating func readPlaceName(_ members: QueryMembers) throws(QueryError) {
    guard let name = members["near"]?.string else { return }
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw .outOfRange(
        path: "near", found: "\"\(name)\"", allowed: "the name of a place or a coordinate", hint: "Write \"Paris, US\"."
      )
    }
    guard name.utf8.count <= QueryLimits.longestName else {
      throw .outOfRange(
        path: "near", found: "a name of \(name.utf8.count) bytes", allowed: "at most \(QueryLimits.longestName) bytes")
    }
    place = name
  }

  func writePlaceName(into object: inout JSONObject) {
    if let place { object["near"] = .string(place) }
  }
}
