import Testing

@testable import Vicinity

/// A cursor fits one query: every key that changes the results, or their order, changes the fingerprint.
@Suite("Fingerprints")
struct FingerprintTests {
  /// Keys that may change between the pages of an answer, or that are for queries without pages.
  private static let others: Set = [
    "id", "after", "limit", "total", "now", "fields", "expected", "cluster", "facets", "facetLimit", "front", "relax",
    "explain", "language",
  ]

  /// For each key, values that mean different things.
  private static let values: KeyValuePairs = [
    "host": [#""ana""#, #"["ana","ben"]"#], "notHost": [#""ana""#],
    "near": [
      #"{"lat":1,"lon":2}"#, #"{"lat":1,"lon":3}"#, #"{"lat":2,"lon":2}"#,
      #"[{"lat":1,"lon":2},{"lat":1,"lon":3}]"#, #"[{"lat":1,"lon":2,"max":5},{"lat":1,"lon":3}]"#,
    ],
    "radius": ["5", "6"],
    "group": [#"{"by":"sum"}"#, #"{"max":500}"#],
    "along": [
      #"{"line":{"type":"LineString","coordinates":[[1,2],[3,4]]},"width":5}"#,
      #"{"line":{"type":"LineString","coordinates":[[1,2],[3,5]]},"width":5}"#,
      #"{"line":{"type":"LineString","coordinates":[[1,2],[3,4]]},"width":6}"#,
      #"{"line":{"type":"LineString","coordinates":[[1,2],[3,4]]},"width":5,"from":10}"#,
    ],
    "within": [
      #"{"bbox":[1,2,3,4]}"#, #"{"bbox":[1,2,3,5]}"#, #"{"area":"Mitte"}"#, #"{"area":"Nord"}"#,
      #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#,
    ],
    "outside": [#"{"bbox":[1,2,3,4]}"#, #"{"area":"Mitte"}"#],
    "kinds": [#"["bar"]"#, #"["event"]"#, #"["bar","event"]"#],
    "open": [
      #""now""#, #"{"at":"Sa 22:00"}"#, #"{"at":"2026-11-27T20:00"}"#, #"{"at":"2026-11-27T20:00:00Z"}"#,
      #"{"at":"now","unknown":"keep"}"#, #"{"arriving":"walking"}"#, #"{"arriving":"cycling"}"#,
      #"{"stayFor":30}"#, #"{"waitUpTo":30}"#, #"{"from":"Sa 22:00","to":"Su 01:00"}"#,
    ],
    "during": [#""weekend""#, #""today""#, #"{"from":"2026-11-27","to":"2026-11-28"}"#],
    "occurrences": [#""all""#],
    "stay": [
      #"{"from":"2026-12-01","to":"2026-12-03"}"#, #"{"from":"2026-12-01","to":"2026-12-04"}"#,
      #"{"from":"2026-12-01","to":"2026-12-03","guests":2}"#, #"{"from":"2026-12-01","to":"2026-12-03","partly":true}"#,
      #"{"nights":2,"between":["2026-12-01","2026-12-09"]}"#,
      #"{"nights":2,"between":["2026-12-01","2026-12-09"],"weekend":true}"#,
    ],
    "tags": [#"["jazz"]"#, #"{"any":["jazz"]}"#, #"{"none":["jazz"]}"#, #"["jazz","live"]"#],
    "price": [#"{"max":5}"#, #"{"min":5}"#, #"{"max":6}"#, #"{"max":5,"currency":"EUR"}"#, #"{"maxLevel":2}"#],
    "nightPrice": [#"{"max":5}"#, #"{"min":5}"#, #"{"max":6}"#, #"{"max":5,"currency":"EUR"}"#, "{}"],
    "rating": [#"{"min":4}"#, #"{"minCount":4}"#],
    "text": [#""jazz""#, #""live""#],
    "typos": ["0", "1", "2"],
    "category": [#"["pub"]"#, #"["pub","bar"]"#],
    "accessible": [#"["yes"]"#, #"["yes","limited"]"#],
    "listedSince": [#""7d""#, #""8d""#, #""2026-11-20""#],
    "operatingStatus": [#"["closed"]"#, #"["closed","planned"]"#],
    "filter": [#""price < 5""#, #""price < 6""#, #"{"or":[{"open":"now"},{"tags":["jazz"]}]}"#],
    "sort": [#"["price"]"#, #"["name"]"#, #"["price","name"]"#, #"["name","price"]"#],
    "metric": [#""sphere""#],
    "caller": [#""ana""#, #""ben""#],
    "member": [#""ana""#, #""ben""#],
    "members": [#"["ana","ben"]"#],
    "weights": [#"{"taste":1}"#, #"{"halfWait":5}"#],
    "diversity": ["0.5"],
    "novelty": ["0.4"],
    "seen": ["true"],
  ]

  /// Other keys that a key needs.
  private static let needed: [String: String] = {
    let recommended = #""sort":"recommended","#
    let keys = ["weights", "diversity", "novelty", "seen"].map { ($0, recommended + #""member":"m","#) }
    return Dictionary(
      uniqueKeysWithValues: keys + [
        ("member", recommended), ("members", recommended), ("group", #""near":[{"lat":1,"lon":2},{"lat":1,"lon":3}],"#),
      ])
  }()

  @Test func `every key counts`() throws {
    let keys = Set(Self.values.map(\.key))
    #expect(keys.union(Self.others) == Set(Query.keys), "add values of the new key")
    var seen: [Int: String] = [Fingerprint(of: Query()).value: "no key"]
    for (key, values) in Self.values {
      for value in values {
        let form = #"{\#(Self.needed[key] ?? "")"\#(key)":\#(value)}"#
        let known = seen.updateValue(form, forKey: Fingerprint(of: try Query(parsing: form.utf8)).value)
        #expect(known == nil)
      }
    }
  }
}
