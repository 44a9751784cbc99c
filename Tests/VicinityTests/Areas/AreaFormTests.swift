import Streams
import TestSupport
import Testing

@testable import Vicinity

@Suite("The JSON form of areas")
struct AreaFormTests {
  private static let triangle = #"{"type":"Polygon","coordinates":[[[9,48],[10,48],[9.5,49],[9,48]]]}"#

  @Test(
    "is written as it was read",
    arguments: [
      #"{"within":{"bbox":[9,48,10,49]}}"#, #"{"within":{"area":"Neubau"}}"#, #"{"outside":{"area":"Neubau"}}"#,
      #"{"outside":{"bbox":[9,48,10,49]}}"#, #"{"within":{"bbox":[9,48,10,49],"area":"Neubau"}}"#,
      #"{"within":\#(triangle)}"#, #"{"outside":\#(triangle)}"#,
      #"{"within":{"bbox":[9,48,10,49],"geometry":\#(triangle)}}"#,
    ])
  func roundTrip(text: String) throws {
    let query = try Query(parsing: text.utf8)
    #expect(try Query(parsing: query.json.text.utf8) == query)
    #expect(query != Query())
  }

  @Test(
    "takes GeoJSON in all its wrappings",
    arguments: [
      triangle, #"{"geometry":\#(triangle)}"#, #"{"type":"Feature","properties":null,"geometry":\#(triangle)}"#,
      #"{"type":"MultiPolygon","coordinates":[[[[9,48],[10,48],[9.5,49],[9,48,300]]]]}"#,
      #"{"type":"Polygon","bbox":[9,48,10,49],"coordinates":[[[9,48],[10,48],[9.5,49],[9,48]]]}"#,
    ])
  func wrappings(text: String) throws {
    let query = try Query(parsing: #"{"within":\#(text)}"#.utf8)
    #expect(query.area == (try Query(parsing: #"{"within":\#(Self.triangle)}"#.utf8)).area)
    #expect(query.within == nil)
  }

  @Test(
    "reports an error and its location",
    arguments: [
      (#"{"within":{}}"#, "within needs bbox, area or a GeoJSON geometry, which is missing"),
      (#"{"within":{"area":""}}"#, #"within.area: "" is not allowed, must be the name of an area"#),
      (
        #"{"within":{"type":"Poligon","coordinates":[]}}"#,
        #"within.type: unknown word "Poligon"; did you mean Polygon?"#
      ),
      (
        #"{"within":{"type":"Polygon","coordinates":[[[9,48],[10,"x"],[9,48]]]}}"#,
        #"within.coordinates[0][1]: expected a position: longitude, latitude, found [10,"x"]; for example [9.18,48.77]"#
      ),
      (
        #"{"outside":{"area":"a","bbox":[1,2,3,4]}}"#,
        "outside: give one of bbox and area, or cut the areas with each other first"
      ),
    ])
  func faults(text: String, message: String) {
    do {
      _ = try Query(parsing: text.utf8)
      Issue.record("no error for \(text)")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test(
    "is refused when the rings are no area",
    arguments: [
      ("[[[0,0],[2,2],[2,0],[0,2],[0,0]]]", "within: Self-intersection, at longitude 1.0, latitude 1.0"),
      (
        "[[[0,0],[1,0],[1,1]]]",
        "within: a ring is not closed: its last coordinate is not its first, at longitude 1.0, latitude 1.0"
      ),
    ])
  func invalid(coordinates: String, message: String) throws {
    let catalog = try TemporaryCatalog()
    let query = try Query(parsing: #"{"within":{"type":"Polygon","coordinates":\#(coordinates)}}"#.utf8)
    do {
      _ = try catalog.catalog.answer(query, at: SeededWorld.now)
      Issue.record("no error for \(coordinates)")
    } catch let error as QueryError {
      #expect(error.description == message)
      #expect(error.code == "bad-area")
    }
  }
}
