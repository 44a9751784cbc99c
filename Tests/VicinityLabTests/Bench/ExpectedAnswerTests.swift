import CivilTime
import Geography
import Streams
import TestSupport
import Testing

@testable import Vicinity
@testable import VicinityLab

struct ExpectedAnswerTests {
  /// An answer to be modified.
  private static let template = Result { () throws -> Answer in
    let listing = Listing(id: "a", kind: .bar, coordinate: Coordinate(latitude: 0, longitude: 0))
    var query = Query()
    query.fields = [.id]
    let temporary = try TemporaryCatalog([listing])
    return try withExtendedLifetime(temporary) { try temporary.catalog.answer(query, at: SeededWorld.now) }
  }

  /// An answer of listings a, b, c, … at these distances.
  static func answer(_ ids: String, _ distances: [Double], total: Int? = nil) throws -> Answer {
    var answer = try template.get()
    let match = try #require(answer.matches.first)
    answer.matches = zip(ids, distances).map { id, distance in
      var match = match
      (match.id, match.distanceMeters) = (String(id), distance)
      return match
    }
    answer.total = total
    return answer
  }

  /// Ten places, within 500 m by default.
  static func query(limit: Int = 10, radius: Double? = 500) -> Query {
    var query = Query()
    query.near = Coordinate(latitude: 0, longitude: 0)
    query.limit = limit
    query.radiusMeters = radius
    return query
  }

  static func expectation(_ json: String) throws -> ExpectedAnswer {
    try ExpectedAnswer(json: try JSONParser.parse(json.utf8))
  }

  static let abc = #"{"ids":["a","b","c"],"distances":[10,20,20.0004]}"#

  @Test(arguments: [
    ("abc", [10, 20, 20.0004], 10),
    // Rounded to the millimeter, or a tie in the other order.
    ("abc", [10.0004, 20, 20.0004], 10), ("acb", [10, 20, 20.0001], 10),
    // Either listing of a tie may take the last place.
    ("abd", [10, 20, 20.0003], 3),
    // A listing on the radius may be in or out.
    ("abcz", [10, 20, 20.0004, 499.9996], 10),
  ])
  func `what only a tie or an edge explains is right`(ids: String, distances: [Double], limit: Int) throws {
    let mismatch = try Self.expectation(Self.abc).mismatch(
      of: try Self.answer(ids, distances), to: Self.query(limit: limit))
    #expect(mismatch == nil)
  }

  @Test(arguments: [
    ("ab", [10.0, 20], "c at 20.0004 m is missing"),
    ("abd", [10, 20, 21], "d at 21.0 m is not expected"),
    ("abcz", [10, 20, 20.0004, 300], "z at 300.0 m is not expected"),
    ("abc", [10, 20, 20.01], "c at 20.01 m, expected 20.0004 m"),
    ("bac", [20, 10, 20.0004], "a is listed after b, but comes before it"),
    ("abb", [10, 20, 20], "b comes twice"),
    ("abc", [10, 20, .nan], "c has no distance"),
    ("", [], "a at 10.0 m is missing"),
  ])
  func `every other difference is named`(ids: String, distances: [Double], mismatch: String) throws {
    let found = try Self.expectation(Self.abc).mismatch(of: try Self.answer(ids, distances), to: Self.query())
    #expect(found == mismatch)
  }

  @Test(arguments: [("ab", [10.0, 20]), ("abcd", [10, 20, 20.0004, 20.0004])])
  func `a full answer has as many as its limit`(ids: String, distances: [Double]) throws {
    let found = try Self.expectation(Self.abc).mismatch(of: try Self.answer(ids, distances), to: Self.query(limit: 3))
    #expect(found == "number of results is \(ids.count), expected 3")
  }

  @Test(
    arguments: [
      (#"{"total":5}"#, 5, nil), (#"{"count":5,"lo":4,"hi":6}"#, 5, nil),
      (#"{"total":5}"#, 6, "total 6, expected 5"),
      (#"{"total":5,"low":4,"high":6}"#, 6, "total 6, expected 5; the difference lies at the edge"),
      (#"{"total":5,"low":4,"high":6}"#, 7, "total 7, expected 5"),
      (#"{"low":4,"high":6}"#, 6, nil), (#"{"low":4,"high":6}"#, 7, "total 7, expected at most 6"),
      (#"{"low":4}"#, 3, "total 3, expected at least 4"),
      (#"{"total":5}"#, nil, #"no total; set "total":true in the query"#),
    ] as [(String, Int?, String?)])
  func `totals are compared`(json: String, total: Int?, mismatch: String?) throws {
    let found = try Self.expectation(json).mismatch(of: try Self.answer("", [], total: total), to: Self.query())
    #expect(found == mismatch)
  }

  @Test(
    arguments: [
      ("ab", nil), ("ba", "place 1 is b, expected a"), ("a", "number of results is 1, expected 2"),
    ] as [(String, String?)])
  func `ids alone are compared in their order`(ids: String, mismatch: String?) throws {
    let expectation = try Self.expectation(#"{"ids":["a","b"]}"#)
    let found = try expectation.mismatch(of: try Self.answer(ids, [1, 2]), to: Self.query())
    #expect(found == mismatch)
  }

  @Test(
    arguments: [
      ("abc", nil), ("bac", nil), ("abd", nil), ("adc", "b at 0.0 s is missing"), ("ac", "b at 0.0 s is missing"),
      ("acb", "b is listed after c, but comes before it"), ("abx", "x has no start"),
    ] as [(String, String?)])
  func `equal starts may come in either order`(ids: String, mismatch: String?) throws {
    let expectation = try Self.expectation(
      #"{"ids":["a","b","c"],"starts":["1970-01-01T00:00:00Z",0,"1970-01-01T00:01:00Z"]}"#)
    let starts: [String: Int64] = ["a": 0, "b": 0, "c": 60, "d": 60]
    let answer = try Self.answer(ids, [1, 2, 3])
    let found = expectation.mismatch(of: answer, to: Self.query(limit: 3)) { id in
      starts[id].map { Instant(secondsSince1970: $0) }
    }
    #expect(found == mismatch)
  }

  @Test(arguments: [
    (#"{"idz":[]}"#, "unknown key expected.idz; did you mean ids?"),
    (#"{"ids":"a"}"#, "expected.ids"), (#"{"ids":["a"],"distances":[1,2]}"#, "one for each of the 1 ids"),
    (#"{"ids":["a"],"starts":["soon"]}"#, "an array of instants"), (#"{"total":-1}"#, "expected.total"),
    ("7", "an object"),
  ])
  func `an expectation that is none says why`(json: String, message: String) throws {
    let error = try #require(throws: QueryError.self) { try Self.expectation(json) }
    #expect(error.description.contains(message), "\(error.description)")
  }
}
