import CivilTime
import Streams
import Testing

@testable import Vicinity

struct DistanceSourceFormTests {
  @Test(arguments: [
    #"{"near":[{"lat":48.7758,"lon":9.1829}]}"#,
    #"{"near":[{"lat":48.7758,"lon":9.1829,"member":"ana","max":500},{"lat":1,"lon":-2}],"group":{"by":"sum","max":2000},"radius":3000,"sort":["spread"]}"#,
    #"{"along":{"line":{"type":"LineString","coordinates":[[9.18,48.77],[9.2,48.78]]},"width":500},"sort":["route"]}"#,
    #"{"along":{"line":{"type":"LineString","coordinates":[[9.18,48.77],[9.2,48.78]]},"width":0,"from":1200},"open":{"at":"now","arriving":"cycling"}}"#,
    #"{"along":{"line":{"type":"LineString","coordinates":[[9.18,48.77],[9.2,48.78]]},"width":0,"from":{"lat":1,"lon":2}}}"#,
  ])
  func `the form is written as it was read`(text: String) throws {
    #expect(try QueryFormTests.query(text).json.text == text)
  }

  @Test(arguments: [
    (#"{"near":[]}"#, "near: a list of 0 is not allowed"),
    (#"{"near":[{"lat":1,"lon":2},{"lat":1,"lon":200}]}"#, "near[1].lon: 200.0 is not allowed"),
    (#"{"near":[{"lat":1,"lon":2,"max":-1}]}"#, "near[0].max: -1 is not allowed"),
    (#"{"near":[{"lat":1,"lon":2}],"group":{"by":"mean"}}"#, "group.by: unknown word \"mean\""),
    (#"{"near":{"lat":1,"lon":2},"group":{"by":"sum"}}"#, "group needs near, which is missing"),
    (#"{"sort":"route"}"#, "sort \"route\" needs along, which is missing"),
    (#"{"near":{"lat":1,"lon":2},"sort":"spread"}"#, "sort \"spread\" needs near as a list, which is missing"),
    (#"{"along":{"line":{"type":"LineString","coordinates":[[1,2]]},"width":1}}"#, "along.line: one position"),
    (
      #"{"along":{"line":{"type":"LineString","coordinates":[[1,2],[1,95]]},"width":1}}"#,
      "along.line.coordinates[1]: 95.0, 1.0"
    ),
    (
      #"{"along":{"line":{"type":"LineString","coordinates":[[1,2],[1]]},"width":1}}"#,
      "along.line.coordinates[1]: expected two numbers"
    ),
    (#"{"along":{"line":[[1,2],[3,4]],"width":1}}"#, "along.line: expected a GeoJSON LineString, found an array"),
    (
      #"{"along":{"line":{"type":"LineString","coordinates":[[1,2],[1,3]]}}}"#,
      "along needs along.width, which is missing"
    ),
    (
      #"{"along":{"line":{"type":"LineString","coordinates":[[1,2],[1,3]]},"width":-1}}"#,
      "along.width: -1 is not allowed"
    ),
    (
      #"{"along":{"line":{"type":"LineString","coordinates":[[1,2],[1,3]]},"width":1},"near":{"lat":1,"lon":2}}"#,
      "give only one of near and along"
    ),
  ])
  func `what contradicts itself is refused`(text: String, message: String) {
    do {
      _ = try Plan(try QueryFormTests.query(text), at: Instant(secondsSince1970: 0))
      Issue.record("accepted")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }
}
