import Foundation
import Streams
import Testing
import VicinityLab

@Suite("JSON values as literals and through Codable")
struct JSONLiteralTests {
  @Test("literals are the values they look like, with the keys in their order")
  func literals() {
    let name = "Brennglas"
    let value: JSONValue = [
      "name": "\(name)", "stars": 4, "price": 5.5, "open": true, "closes": .null, "tags": ["pub", "games"],
      "links": ["web": "https://example.org"],
    ]
    #expect(
      value.text
        == #"{"name":"Brennglas","stars":4,"price":5.5,"open":true,"closes":null,"tags":["pub","games"],"links":{"web":"https://example.org"}}"#
    )
    let object: JSONObject = ["b": 1, "a": .string("x")]
    #expect(object.keys == ["b", "a"])
    #expect(JSONValue(integerLiteral: .max) == .int(.max))
  }

  @Test("nil removes a member, also in a conditional expression, and null is stored")
  func null() {
    var object: JSONObject = ["a": 1, "b": 2]
    let isEmpty = object.keys.count == 2
    object["a"] = isEmpty ? nil : object["b"]
    object["c"] = isEmpty ? nil : .string("x")
    object["b"] = .null
    #expect(object == ["b": .null])
  }

  @Test("text is parsed with exact integers")
  func parsing() throws {
    #expect(try JSONValue(parsing: #"{"id":9007199254740993}"#) == ["id": 9_007_199_254_740_993])
    #expect(try JSONValue(parsing: Data("[1.5]".utf8)) == [1.5])
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "{") }
  }

  @Test("JSONEncoder writes the same value, and JSONDecoder reads it, apart from the order of keys")
  func coding() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let value: JSONValue = [
      "a": [9_007_199_254_740_993, -1, 0.1, 1e300, 5.25], "b": ["c": .null, "d": [true, "ä\n\"/"]], "e": [], "f": [:],
    ]
    #expect(try JSONValue(parsing: encoder.encode(value)) == value)
    #expect(
      try JSONValue(parsing: encoder.encode(JSONDecoder().decode(JSONValue.self, from: encoder.encode(value)))) == value
    )
    let object: JSONObject = ["x": 1]
    #expect(try JSONDecoder().decode(JSONObject.self, from: encoder.encode(object)) == object)
    // Foundation does not tell a whole number with a fraction from one without.
    #expect(try JSONValue(parsing: encoder.encode(JSONValue.double(3))) == 3)
    #expect(throws: EncodingError.self) { try encoder.encode(JSONValue.double(.infinity)) }
  }
}
