import Foundation
import Streams
import TestSupport
import Testing
import VicinityLab

@testable import Vicinity

struct QueryFormTests {
  static func query(_ text: String) throws -> Query { try Query(parsing: Array(text.utf8)) }

  @Test(arguments: [
    #"{}"#,
    #"{"id":"q1","near":{"lat":48.7758,"lon":-9.1829},"radius":2000}"#,
    #"{"within":{"bbox":[170,-20,-170,20]}}"#,
    #"{"kinds":["bar","couch"],"open":"now"}"#,
    #"{"open":"2026-11-27T21:30:00Z"}"#,
    #"{"open":"2026-11-27T22:30:00"}"#,
    #"{"open":"Sa 22:30"}"#,
    #"{"open":"22:30"}"#,
    #"{"open":"tonight"}"#,
    #"{"open":"next week"}"#,
    #"{"open":"Sa..Su"}"#,
    #"{"open":"2026-11-28"}"#,
    #"{"open":{"at":"tonight","unknown":"keep","stayFor":60}}"#,
    #"{"open":{"from":"22:30","to":"03:00"}}"#,
    #"{"open":{"sometime":{"from":"2026-11-28T10:00:00","to":"2026-11-28T12:00:00"}}}"#,
    #"{"during":"next week"}"#,
    #"{"during":"Sa..Su"}"#,
    #"{"during":"Fr"}"#,
    #"{"during":"now.."}"#,
    #"{"during":"2026-11-27T00:00:00.."}"#,
    #"{"stay":{"on":"weekend","guests":1}}"#,
    #"{"stay":{"on":"next weekend","partly":true,"guests":2}}"#,
    #"{"open":{"at":"now","unknown":"keep"}}"#,
    #"{"open":{"from":"Sa 20:00","to":"Su 01:00","unknown":"only"}}"#,
    #"{"during":{"from":"now","to":"2026-11-28T04:00:00"}}"#,
    #"{"stay":{"from":"2026-12-01","to":"2026-12-05","guests":2}}"#,
    #"{"tags":{"any":["a","b"],"all":["c"],"none":["d"]}}"#,
    #"{"price":{"min":3,"max":12.5,"currency":"EUR","maxLevel":2},"rating":{"min":4,"minCount":10}}"#,
    #"{"metric":"sphere","text":"jazz \"night\"","sort":["price","-rating","distance"],"limit":5,"after":"abc","total":true}"#,
    #"{"now":"2026-11-27T20:00:00Z","fields":["id","name","opensOrCloses"]}"#,
    #"{"within":{"bbox":[9,48,10,49]},"cluster":12,"facets":["kind","tag","priceBand","priceLevel","rating"],"facetLimit":5}"#,
  ])
  func `the form is written as it was read`(text: String) throws {
    #expect(try Self.query(text).json.text == text)
  }

  @Test(arguments: [
    (#"{"id":7}"#, #"{"id":"7"}"#),
    (#"{"kinds":"bar"}"#, #"{"kinds":["bar"]}"#),
    (#"{"tags":["a","b"]}"#, #"{"tags":{"all":["a","b"]}}"#),
    (#"{"tags":"a"}"#, #"{"tags":{"all":["a"]}}"#),
    (#"{"price":12}"#, #"{"price":{"max":12}}"#),
    (#"{"rating":4.5}"#, #"{"rating":{"min":4.5}}"#),
    (#"{"sort":"price"}"#, #"{"sort":["price"]}"#),
    (#"{"open":"saturday 22:30"}"#, #"{"open":"Sa 22:30"}"#),
    (#"{"open":"Sa 22:30..03:00"}"#, #"{"open":{"from":"Sa 22:30","to":"03:00"}}"#),
    (#"{"open":"Saturday"}"#, #"{"open":"Sa"}"#),
    (#"{"open":"2026-11-27 22:30"}"#, #"{"open":"2026-11-27T22:30:00"}"#),
    (#"{"open":{"at":"Tonight"}}"#, #"{"open":"tonight"}"#),
    (#"{"during":"2026-11-27"}"#, #"{"during":{"from":"2026-11-27T00:00:00","to":"2026-11-28T00:00:00"}}"#),
    (#"{"during":"Sa 20:00..4:00"}"#, #"{"during":{"from":"Sa 20:00","to":"04:00"}}"#),
    (#"{"stay":"weekend"}"#, #"{"stay":{"on":"weekend","guests":1}}"#),
    (#"{"stay":"2026-12-01"}"#, #"{"stay":{"from":"2026-12-01","to":"2026-12-02","guests":1}}"#),
    (#"{"stay":"2026-12-01..2026-12-04"}"#, #"{"stay":{"from":"2026-12-01","to":"2026-12-04","guests":1}}"#),
    (#"{"open":"sat 9:00"}"#, #"{"open":"Sa 09:00"}"#),
    (#"{"open":"Su 24:00"}"#, #"{"open":"Mo 00:00"}"#),
    (
      #"{"during":{"from":"2026-11-27","to":"2026-11-28"}}"#,
      #"{"during":{"from":"2026-11-27T00:00:00","to":"2026-11-28T00:00:00"}}"#
    ),
    (
      #"{"open":{"from":"2026-11-27","to":"Su 01:00"}}"#,
      #"{"open":{"from":"2026-11-27T00:00:00","to":"Su 01:00"}}"#
    ),
    (#"{"tags":["Beer Garden","cuisine:Thai"]}"#, #"{"tags":{"all":["beer-garden","cuisine:thai"]}}"#),
    (#"{"open":"NOW"}"#, #"{"open":"now"}"#),
    (#"{"open":{"at":"2026-11-27T22:30:00+01:00"}}"#, #"{"open":"2026-11-27T21:30:00Z"}"#),
    (
      #"{"stay":{"from":"2026-12-01","to":"2026-12-02"}}"#,
      #"{"stay":{"from":"2026-12-01","to":"2026-12-02","guests":1}}"#
    ),
    (#"{"limit":20,"metric":"wgs84","total":false,"after":null,"near":null}"#, #"{}"#),
    (#"{"expected":["x"],"limit":3.0}"#, #"{"limit":3}"#),
    (#"{"near":{"lon":1e1,"lat":-0.5}}"#, #"{"near":{"lat":-0.5,"lon":10}}"#),
  ])
  func `short forms mean the long ones`(short: String, long: String) throws {
    #expect(try Self.query(short).json.text == long)
  }

  @Test(arguments: [
    ("{", "not-json", "not valid JSON at byte 2: expected a key in double quotes"),
    ("[]", "wrong-type", "the query: expected an object, found an array; for example "),
    (#"{"limt":3}"#, "unknown-key", "unknown key limt; did you mean limit?"),
    (#"{"kind":"bar"}"#, "unknown-key", "unknown key kind; did you mean kinds?"),
    (#"{"price":{"maximum":3}}"#, "unknown-key", "unknown key price.maximum; did you mean max?"),
    (#"{"near":{"lat":1,"lng":2}}"#, "unknown-key", "unknown key near.lng; did you mean lon?"),
    (#"{"near":{"latitude":1,"longitude":2}}"#, "unknown-key", "unknown key near.latitude; did you mean lat?"),
    (#"{"zzzzzz":3}"#, "unknown-key", "unknown key zzzzzz; possible are id, caller, near, "),
    (
      #"{"near":[48,9]}"#, "wrong-type",
      #"near: expected a coordinate, or a list of several, found an array of numbers; for example {"lat":48.7758,"#
    ),
    (#"{"near":{"lat":1}}"#, "missing", "near needs near.lon, which is missing"),
    (
      #"{"near":{"lat":"48","lon":9}}"#, "wrong-type",
      "near.lat: expected a number, found \"48\"; for example 48.7758"
    ),
    (
      #"{"near":{"lat":95,"lon":9}}"#, "out-of-range",
      "near.lat: 95.0 is not allowed, must be degrees from -90 to 90. Are "
    ),
    (
      #"{"near":{"lat":5,"lon":181}}"#, "out-of-range",
      "near.lon: 181.0 is not allowed, must be degrees from -180 to 180"
    ),
    (#"{"radius":"2km"}"#, "wrong-type", #"radius: expected a number, found "2km"; for example 2000"#),
    (#"{"radius":-1}"#, "out-of-range", "radius: -1 is not allowed, must be meters from 0 up"),
    (#"{"radius":1e999}"#, "out-of-range", "radius: a number beyond 1.8e308 is not allowed, must be meters from 0 up"),
    (
      #"{"within":{"bbox":[1,2,3]}}"#, "wrong-type",
      "within.bbox: expected four numbers: west, south, east, north, found an "
    ),
    (
      #"{"within":{"bbox":[9,49,10,48]}}"#, "out-of-range",
      "within.bbox: [9,49,10,48] is not allowed, must be a box whose "
    ),
    (#"{"kinds":["pub"]}"#, "unknown-word", "kinds[0]: unknown word \"pub\"; possible are bar, event, couch"),
    (#"{"facets":["price band"]}"#, "unknown-word", "facets[0]: unknown word \"price band\"; did you mean priceBand?"),
    (#"{"sort":["distance",3]}"#, "wrong-type", "sort[1]: expected a word, found a number; for example \"distance\""),
    (#"{"fields":["na me"]}"#, "unknown-word", "fields[0]: unknown word \"na me\"; did you mean name?"),
    (#"{"open":true}"#, "wrong-type", "open: expected a time or an object, found true or false; for example \"now\""),
    (
      #"{"open":"Sa 24:30"}"#, "bad-time",
      "open: \"Sa 24:30\" is not a time; expected a time from 00:00 to 24:00 after "
    ),
    (
      #"{"open":"25:30"}"#, "bad-time", "open: \"25:30\" is not a time; expected a time from 00:00 to 24:00"
    ),
    (#"{"open":"tonigth"}"#, "unknown-word", "open: unknown word \"tonigth\"; did you mean tonight?"),
    (#"{"open":"upcoming"}"#, "out-of-range", "open: \"upcoming\" is not allowed, must be some time of a day"),
    (#"{"during":"..2026-11-27"}"#, "bad-time", "during: \"..2026-11-27\" is not a time; expected a start"),
    (#"{"stay":"weekende"}"#, "unknown-word", "stay: unknown word \"weekende\"; did you mean weekend?"),
    (#"{"stay":{"on":"weekend","nights":2}}"#, "conflict", "stay: on can be combined only with guests and partly"),
    (#"{"open":"Sa 24:01"}"#, "bad-time", "open: \"Sa 24:01\" is not a time; "),
    (#"{"open":"Sa +1:30"}"#, "bad-time", "open: \"Sa +1:30\" is not a time; "),
    (#"{"kinds":[]}"#, "out-of-range", "kinds: [] is not allowed, must be at least one of bar, event, couch. Leave "),
    (#"{"limit":3,"limit":4}"#, "conflict", "limit is given twice; give it once"),
    (#"{"price":{"max":3,"min":1,"max":4}}"#, "conflict", "price.max is given twice; give it once"),
    (
      #"{"id":12345678901234567890}"#, "wrong-type",
      "id: expected a string or a whole number, found a number that is not whole or has more than 63 bits; for "
    ),
    (
      #"{"open":"later"}"#, "bad-time",
      "open: \"later\" is not a time; expected \"now\", a time such as 22:30, a date and "
    ),
    (
      #"{"open":"2026-02-30T20:00"}"#, "bad-time",
      "open: \"2026-02-30T20:00\" does not exist: February 2026 has 28 days"
    ),
    (#"{"open":{"at":"now","to":"now"}}"#, "conflict", "open: give either at, or from and to"),
    (#"{"open":{"from":"now"}}"#, "missing", "open needs open.to, which is missing"),
    (#"{"open":{"unknown":"keep"}}"#, "missing", "open needs open.from, which is missing"),
    (
      #"{"open":{"arriving":"walkin"}}"#, "unknown-word",
      "open.arriving: unknown word \"walkin\"; did you mean walking?"
    ),
    (
      #"{"open":{"arriving":0}}"#, "out-of-range",
      "open.arriving: 0 is not allowed, must be \"walking\", \"cycling\", \"driving\" or 0.1 to 1000.0 meters per second"
    ),
    (#"{"open":{"arriving":[]}}"#, "wrong-type", "open.arriving: expected a number, found an array; for example "),
    (
      #"{"open":{"at":"now","stayFor":1.5}}"#, "out-of-range",
      "open.stayFor: 1.5 is not allowed, must be a whole number of minutes from 0 to 10080, a week"
    ),
    (#"{"open":{"waitUpTo":-1}}"#, "out-of-range", "open.waitUpTo: -1 is not allowed, must be a whole number of "),
    (
      #"{"open":{"from":"now","to":"Sa 22:30","stayFor":60}}"#, "conflict",
      "open: give either from and to, or arriving, stayFor and waitUpTo with at"
    ),
    (#"{"during":{"from":"now"}}"#, "missing", "during needs during.to, which is missing"),
    (
      #"{"stay":{"from":"2026-12-05","to":"2026-12-05"}}"#, "out-of-range",
      "stay.to: departure on 2026-12-05 is not allowed, must be after "
    ),
    (
      #"{"stay":{"from":"2026-12-05","to":"2026-12-06","guests":0}}"#, "out-of-range",
      "stay.guests: 0 is not allowed, must be "
    ),
    (#"{"tags":[1]}"#, "wrong-type", "tags[0]: expected a tag, found a number; for example \"cocktails\""),
    (#"{"tags":{"any":[""]}}"#, "out-of-range", "tags.any[0]: \"\" is not allowed, must be a tag that is not empty"),
    (
      #"{"price":{"currency":"eur"}}"#, "out-of-range",
      "price.currency: \"eur\" is not allowed, must be a currency code of "
    ),
    (
      #"{"price":{"min":5,"max":3}}"#, "out-of-range",
      "price.min: 5 is not allowed, must be at most the highest price, which is 3"
    ),
    (
      #"{"nightPrice":{"min":5.5,"max":3}}"#, "out-of-range",
      "nightPrice.min: 5.5 is not allowed, must be at most the highest price, which is 3"
    ),
    (
      #"{"nightPrice":1e400}"#, "out-of-range",
      "nightPrice: a number beyond 1.8e308 is not allowed, must be an amount in major units from 0 up"
    ), (#"{"nights":3}"#, "unknown-key", "unknown key nights; did you mean stay.nights?"),
    (#"{"maxNightPrice":3}"#, "unknown-key", "unknown key maxNightPrice; did you mean nightPrice.max?"),
    (#"{"rating":{"between":3}}"#, "unknown-key", "unknown key rating.between; possible are min, minCount"),
    (
      #"{"price":{"maxLevel":2.5}}"#, "out-of-range",
      "price.maxLevel: 2.5 is not allowed, must be a price level from 1 to 4"
    ),
    (#"{"rating":{"min":6}}"#, "out-of-range", "rating.min: 6 is not allowed, must be a rating from 0 to 5"),
    (#"{"limit":-1}"#, "out-of-range", "limit: -1 is not allowed, must be a whole number from 0 up"),
    (#"{"total":"yes"}"#, "wrong-type", "total: expected true or false, found a string; for example true"),
    (#"{"metric":"WGS-84"}"#, "unknown-word", "metric: unknown word \"WGS-84\"; did you mean wgs84?"),
    (#"{"now":"2026-11-27T21:00"}"#, "bad-time", "now: \"2026-11-27T21:00\" is not a time; expected "),
    (#"{"id":{}}"#, "wrong-type", "id: expected a string or a whole number, found an object; for example \"q1\""),
  ])
  func `a mistake is named with its place and a way out`(text: String, code: String, message: String) throws {
    let error = try #require(throws: QueryError.self) { try Self.query(text) }
    #expect(error.code == code)
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  @Test func `random queries are read back as they were`() throws {
    var random = SplitMix64(seed: 20_261_127)
    for number in 0..<2000 {
      let query = RandomQuery.make(&random)
      let text = query.json.text
      #expect(try Self.query(text) == query, "query \(number): \(text)")
    }
  }

  @Test func `any bytes are either a query or a query error`() {
    var random = SplitMix64(seed: 5)
    let seed = Array(#"{"near":{"lat":48.7,"lon":9.1},"open":{"at":"Sa 22:30"},"tags":["a"],"limit":5}"#.utf8)
    var failures = 0
    for _ in 0..<5000 {
      var bytes = seed
      for _ in 0...Int(random.next() % 4) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      do { _ = try Query(parsing: bytes) } catch {
        failures += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(failures > 1000)
  }

  @Test func `Codable is the same form`() throws {
    let query = try Self.query(#"{"near":{"lat":48.5,"lon":9},"tags":["pub"],"limit":3,"total":true,"id":"x"}"#)
    let encoded = try JSONEncoder().encode(query)
    #expect(try JSONDecoder().decode(Query.self, from: encoded) == query)
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Query.self, from: Data(#"{"limt":3}"#.utf8))
    }
    #expect("\(error)".contains("did you mean limit?"))
  }
}
