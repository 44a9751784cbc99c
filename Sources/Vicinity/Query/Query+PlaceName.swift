extension Query {
  /// Reads `near` when it is the name of a place.
  mutating func readPlaceName(_ members: QueryMembers) throws(QueryError) {
    guard let name = members["near"]?.string else { return }
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw .outOfRange(
        path: "near", found: "\"\(name)\"", allowed: "the name of a place or a coordinate", hint: "Write \"Paris, US\"."
      )
    }
    place = name
  }

  func writePlaceName(into object: inout JSONObject) {
    if let place { object["near"] = .string(place) }
  }
}
