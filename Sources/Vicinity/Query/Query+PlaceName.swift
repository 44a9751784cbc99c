import Streams

extension Query {
  /// Parses `near` as the name of a place.
  mutating func readPlaceName(_ name: String) throws(QueryError) {
    let numbers = name.split { ", ".contains($0) }.filter { Double($0) != nil }
    guard name.contains(where: \.isLetter) || numbers.count != 2 else {
      throw .wrongType(
        path: "near", found: "\"\(name)\", which is not a name", expected: "a coordinate",
        example: #"{"lat":48.7758,"lon":9.1829}"#)
    }
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
}
