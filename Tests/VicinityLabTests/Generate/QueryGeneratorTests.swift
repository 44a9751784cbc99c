import Geography
import Streams
import Testing

@testable import Vicinity
@testable import VicinityLab

@Suite struct QueryGeneratorTests {
  private let queries = Array(QueryGenerator(seed: 1, count: 4000))

  @Test func `the same seed asks the same questions`() {
    #expect(queries == Array(QueryGenerator(seed: 1, count: 4000)))
    #expect(QueryGenerator(seed: 1, count: 10)[9] == queries[9])
    #expect(QueryGenerator(seed: 2, count: 1)[0] != queries[0])
  }

  @Test func `no question contradicts itself`() {
    for query in queries {
      if query.radiusMeters != nil || query.sort.use(.distance) { #expect(query.near != nil) }
      if query.sort.use(.relevance) { #expect(query.text != nil) }
      #expect(query.within?.isValid ?? true)
      #expect(query.near?.isValid ?? true)
      #expect(Set(query.sort).count == query.sort.count)
    }
  }

  @Test func `the clock and the id are always given`() {
    #expect(queries.allSatisfy { $0.now != nil })
    #expect(Set(queries.compactMap(\.id)).count == queries.count)
  }

  /// Keys that need no members, route, group or stay; later keys are left out, since the same seed gives the same
  /// queries in every version.
  static let properties: [Query.SortProperty] = [.distance, .price, .rating, .start, .open, .name, .relevance]

  @Test(arguments: properties) func `every property to sort by is asked for`(property: Query.SortProperty) throws {
    #expect(queries.contains { $0.sort.use(property) })
  }

  @Test func `every part of a query is asked for`() {
    #expect(queries.contains { $0.within != nil && $0.near == nil })
    #expect(queries.contains { $0.near != nil && $0.radiusMeters == nil })
    #expect(queries.contains { $0.open != nil })
    #expect(queries.contains { $0.open?.until != nil })
    #expect(queries.contains { $0.during != nil })
    #expect(queries.contains { $0.stay != nil })
    #expect(queries.contains { !$0.tags.any.isEmpty && !$0.tags.none.isEmpty })
    #expect(queries.contains { $0.price != nil && $0.rating != nil })
    #expect(queries.contains { $0.text != nil })
    #expect(queries.contains { $0.metric == .sphere })
    #expect(queries.contains { $0.total })
    #expect(queries.contains { $0.fields != nil })
  }

  @Test func `every class is asked for, and ids begin with it`() {
    for (position, query) in queries.enumerated() {
      #expect(query.id == "\(QueryClass(query).rawValue)-\(position + 1)")
    }
    let counts = Dictionary(queries.map { (QueryClass($0), 1) }, uniquingKeysWith: +)
    #expect(QueryClass.allCases.allSatisfy { counts[$0, default: 0] >= 5 }, "\(counts)")
  }

  @Test(arguments: [
    (#"{"near":{"lat":48,"lon":9}}"#, QueryClass.nearest),
    (#"{"near":{"lat":48,"lon":9},"kinds":["bar"],"price":{"max":3}}"#, .nearest),
    (#"{"near":{"lat":48,"lon":9},"radius":9999}"#, .plainBounded),
    (#"{"near":{"lat":48,"lon":9},"radius":10000}"#, .wide),
    (#"{"within":{"bbox":[9,48,10,49]},"sort":["name"],"tags":["a"]}"#, .byName),
    (#"{"near":{"lat":48,"lon":9},"radius":20000,"sort":["-rating","name"]}"#, .byRating),
    (#"{"near":{"lat":48,"lon":9},"radius":20000,"sort":["name"],"text":"a"}"#, .wordsBounded),
    (#"{"near":{"lat":48,"lon":9},"text":"a","open":"now"}"#, .wordsUnbounded),
    (#"{"near":{"lat":48,"lon":9},"open":"now","tags":["a"],"sort":["distance"]}"#, .openUnbounded),
    (#"{"near":{"lat":48,"lon":9},"tags":{"none":["a"]}}"#, .tags),
    (
      #"{"near":{"lat":48,"lon":9},"radius":5,"stay":{"from":"2026-12-01","to":"2026-12-02"},"tags":["a"]}"#,
      .staysBounded
    ),
  ]) func `the class of a query is that of its dearest part`(text: String, expected: QueryClass) throws {
    #expect(QueryClass(try Query(json: JSONParser.parse(text.utf8))) == expected)
  }

  @Test func `the JSON form reads back as the same question`() throws {
    for query in queries.prefix(1000) { #expect(try Query(json: query.json) == query) }
  }
}
