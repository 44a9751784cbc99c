import CivilTime
import Geography
import Streams
import Testing

@testable import Vicinity

/// CQL2 as text and JSON: its meaning, and what is refused.
@Suite struct FilterFormTests {
  private let price = FilterOperand(.price)

  private func parsed(_ text: String) throws -> FilterExpression { try FilterExpression(parsing: text) }

  @Test func `operators bind as in the standard`() throws {
    let (cheap, good, bar) = (
      FilterExpression.compare(price, .less, .number(5)), FilterExpression.isNull(.field(.rating)),
      FilterExpression.compare(FilterOperand(.kind), .equal, .text("bar"))
    )
    #expect(try parsed("price<5 or rating is null and not kind='bar'") == .or([cheap, .and([good, .not(bar)])]))
    #expect(try parsed("(price < 5 OR rating IS NULL) AND kind = 'bar'") == .and([.or([cheap, good]), bar]))
    #expect(try parsed("5 > price") == cheap)
    #expect(try parsed("NOT NOT price < 5") == cheap)
    #expect(try parsed("\"price\" < 5.0e0") == cheap)
  }

  @Test(arguments: [
    ("price BETWEEN 1 AND 2.5", "price >= 1 AND price <= 2.5"),
    ("price not between 1 and 2", "NOT (price >= 1 AND price <= 2)"),
    ("kind in ('bar','event')", "kind IN ('bar', 'event')"),
    ("kind NOT IN ('bar')", "NOT kind IN ('bar')"),
    ("name not like '%''s'", "NOT name LIKE '%''s'"),
    (#"name = 'it\'s'"#, "name = 'it''s'"),
    ("rating is not null", "rating IS NOT NULL"),
    ("CaseI(AccentI(name)) LIKE casei(accenti('CAFÉ Straße%'))", "CASEI(ACCENTI(name)) LIKE 'cafe strasse%'"),
    ("A_Contains(tags, ('jazz'))", "a_contains(tags, ('jazz'))"),
    ("a_overlaps(tags, ())", "a_overlaps(tags, ())"),
    ("S_INTERSECTS(geometry, POINT(9.18 48.77))", "s_intersects(geometry, POINT(9.18 48.77))"),
    ("s_intersects(geometry, BBOX(9,48,-5,10,49,7))", "s_intersects(geometry, BBOX(9, 48, 10, 49))"),
    (
      "s_intersects(geometry, POLYGON Z((0 0 1, 1 0 1, 1 1 1, 0 0 1)))",
      "s_intersects(geometry, POLYGON((0 0, 1 0, 1 1, 0 0)))"
    ),
    ("starts >= '2026-11-28'", "starts >= DATE('2026-11-28')"),
    ("starts < timestamp('2026-11-28T20:00:00Z')", "starts < TIMESTAMP('2026-11-28T20:00:00Z')"),
    ("t_intersects(starts, DATE('2026-11-28'))", "t_intersects(starts, INTERVAL('2026-11-28', '2026-11-28'))"),
    (
      "t_disjoint(INTERVAL(starts, ends), INTERVAL('..','2026-11-28'))",
      "NOT t_intersects(INTERVAL(starts, ends), INTERVAL('..', '2026-11-28'))"
    ),
    ("allDay = true AND TRUE", "allDay = TRUE AND TRUE"),
    ("geometry IS NOT NULL", "TRUE"),
    ("open('now') AND price(5)", #"open('now') AND price('{"max":5}')"#),
    ("stay('2026-12-01','2026-12-03')", #"stay('{"from":"2026-12-01","to":"2026-12-03","guests":1}')"#),
    ("within('{\"area\":\"Neubau\"}')", #"within('{"area":"Neubau"}')"#),
    ("id = '\u{1F600}'", "id = '\u{1F600}'"),
  ])
  func `text has one meaning and one canonical form`(text: String, canonical: String) throws {
    #expect(try parsed(text).description == canonical)
    #expect(try parsed(canonical) == parsed(text))
  }

  @Test(arguments: [
    (#"{"op":"<","args":[{"property":"price"},5]}"#, "price < 5"),
    (#"{"op":">","args":[5,{"property":"price"}]}"#, "price < 5"),
    (
      #"{"op":"and","args":[true,{"op":"not","args":[{"op":"isNull","args":[{"property":"rating"}]}]}]}"#,
      "TRUE AND rating IS NOT NULL"
    ),
    (#"{"op":"between","args":[{"property":"price"},1,2]}"#, "price >= 1 AND price <= 2"),
    (#"{"op":"in","args":[{"property":"kind"},["bar","event"]]}"#, "kind IN ('bar', 'event')"),
    (
      #"{"op":"like","args":[{"op":"casei","args":[{"property":"name"}]},{"op":"casei","args":["FOO%"]}]}"#,
      "CASEI(name) LIKE 'foo%'"
    ),
    (#"{"op":"a_containedBy","args":[{"property":"tags"},["a","b"]]}"#, "a_containedBy(tags, ('a', 'b'))"),
    (
      #"{"op":"s_intersects","args":[{"property":"geometry"},{"bbox":[9,48,10,49]}]}"#,
      "s_intersects(geometry, BBOX(9, 48, 10, 49))"
    ),
    (
      #"{"op":"s_intersects","args":[{"property":"geometry"},{"type":"Point","coordinates":[9,48]}]}"#,
      "s_intersects(geometry, POINT(9 48))"
    ),
    (
      #"{"op":"t_intersects","args":[{"interval":[{"property":"starts"},{"property":"ends"}]},{"interval":["2026-11-28",".."]}]}"#,
      "t_intersects(INTERVAL(starts, ends), INTERVAL('2026-11-28', '..'))"
    ),
    (#"{"op":">=","args":[{"property":"starts"},{"date":"2026-11-28"}]}"#, "starts >= DATE('2026-11-28')"),
    (
      #"{"or":[{"open":"now","tags":["jazz"]},{"not":{"kinds":"bar"}}]}"#,
      #"(open('now') AND tags('{"all":["jazz"]}')) OR NOT kinds('["bar"]')"#
    ),
    (#"{"op":"open","args":["now"]}"#, "open('now')"),
    (#""price < 5""#, "price < 5"),
  ])
  func `JSON means the same`(json: String, text: String) throws {
    let expression = try FilterExpression(json: try JSONParser.parse(json.utf8))
    #expect(try expression == parsed(text) || parsed(text).description == expression.description)
  }

  @Test(arguments: [
    ("", #"at character 1, a field, a function or "(" is expected at the end"#),
    ("price <", "at character 8, a value: 'text', a number"),
    ("prise(5)", "unknown function \"prise\"; did you mean price?"),
    ("price < 'a'", "at character 9, price is compared with a number"),
    ("name < 5", "at character 8, name is compared with text"),
    ("name = Foo", "at character 8, a value is expected instead of \"Foo\""),
    ("price < rating", "a field is compared with a value, and \"rating\" is a field"),
    ("price * 2 < 5", "at character 7, arithmetic is not supported"),
    ("tags = 'jazz'", "tags is a list; compare it with A_CONTAINS"),
    ("(price < 5", "at character 11, \")\" is expected at the end"),
    ("price < 5)", "at character 10, AND, OR or the end is expected instead of \")\""),
    ("name = 'a", "at character 8, a text begins here and has no closing '"),
    ("price # 5", "at character 7, unexpected \"#\""),
    ("price < 1.2.3", "\"1.2.3\" is not a number"),
    ("s_touches(geometry, POINT(1 2))", "the function s_touches is not supported; possible are casei"),
    (
      "s_intersects(geometry, LINESTRING(1 2, 3 4))",
      "POINT, BBOX, POLYGON or MULTIPOLYGON is expected instead of LINESTRING"
    ),
    ("s_intersects(geometry, POINT(1 200))", "1 200 is not a longitude and a latitude"),
    ("s_intersects(geometry, BBOX(1, 5, 2, 3))", "a box has four numbers"),
    ("starts BETWEEN DATE", "\"(\" is expected at the end"),
    ("kind IN (DATE", "\"(\" is expected at the end"),
    ("t_intersects(starts, DATE", "\"(\" is expected at the end"),
    ("open(DATE", "\"(\" is expected at the end"),
    ("name = " + String(repeating: "casei(", count: 5000) + "'x'", "nested deeper than 64 levels"),
    (String(repeating: "casei(", count: 5000), "nested deeper than 64 levels"),
    ("name LIKE '" + String(repeating: "%a", count: 600) + "'", "1200 bytes of a pattern is not allowed"),
    ("price != 5", "not equal is <>"), ("price == 5", "equal is = alone"),
    ("name = \"x\"", "write texts between single"),
    ("foo(1)", "unknown function \"foo\""),
    ("starts > DATE('2026-02-30')", "\"2026-02-30\" is not a date"),
    ("starts > 'soon'", "starts is compared with a time"),
    ("t_intersects(starts, INTERVAL('2026-12-02', '2026-12-01'))", "the end of the interval is before its start"),
    ("open('noww')", "open: \"noww\" is not a time"),
    ("open('{\"arriving\":\"walking\"}')", "an arrival is part of the open of the query"),
    ("price('{\"maxx\":1}')", "unknown key price.maxx"),
    (String(repeating: "(", count: 70) + "TRUE", "nested deeper than 64 levels"),
    (Array(repeating: "open('now')", count: 101).joined(separator: " OR "), "101 conditions of a query is not allowed"),
    ("kind IN (" + String(repeating: "'a',", count: 2000) + "'b')", "2002 conditions and values is not allowed"),
  ])
  func `what cannot be read is refused with its place`(text: String, problem: String) {
    #expect { try parsed(text) } throws: {
      "\($0)".contains(problem)
        || {
          print($0); return false
        }($0)
    }
  }

  @Test func `distances need an origin`() throws {
    var query = Query()
    query.filter = try parsed("distance < 5 OR price < 3")
    #expect(throws: QueryError.missing(path: "near", neededBy: "filter")) { try Plan(query, at: .distantPast) }
  }

  @Test func `values of a wrong type are refused in Swift, too`() {
    var query = Query()
    query.filter = .compare(FilterOperand(.name), .less, .number(5))
    #expect(throws: QueryError.self) { try Plan(query, at: .distantPast) }
    query.filter = .compare(FilterOperand(.bearing), .less, .number(5))
    #expect(throws: QueryError.self) { try Plan(query, at: .distantPast) }
  }

  @Test func `folding`() {
    #expect(TextFolding.withoutCase("Straße ΣΑΣ İ ı ẞ") == TextFolding.withoutCase("STRASSE σας İ ı ss"))
    #expect(TextFolding.withoutCase("ı") != "i")
    #expect(TextFolding.withoutAccents("Łódź Đà Nẵng Ø がぎ") == "Lodz Da Nang O がぎ")
  }
}
