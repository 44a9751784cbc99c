/// One element of a stream of JSON values.
package struct JSONElement {
  /// The first line of the element, from 1.
  package var line: Int
  /// The value, or the syntax error.
  package var value: Result<JSONValue, JSONSyntaxError>

  package init(line: Int, value: Result<JSONValue, JSONSyntaxError>) { (self.line, self.value) = (line, value) }
}

/// A stream of JSON values.
package protocol JSONElementStream: AnyObject {
  /// The next value; nil after the last.
  /// - Throws: errors after which reading cannot continue.
  func next() throws(InputError) -> JSONElement?
  /// The text of the last value.
  var text: String { get }
  /// The line of the first value that was not UTF-8 and was decoded as Windows-1252.
  var firstForeignLine: Int? { get }
  /// The short values next to the elements; empty for formats that have none.
  var frame: JSONObject { get }
}

extension JSONElementStream {
  package var frame: JSONObject { JSONObject() }
}

extension JSONValue {
  /// Parses bytes as UTF-8, else as Windows-1252.
  package static func parseLeniently(
    _ bytes: UnsafeBufferPointer<UInt8>, foreign: inout Bool
  ) -> Result<JSONValue, JSONSyntaxError> {
    do throws(JSONSyntaxError) {
      return .success(try JSONParser.parse(bytes))
    } catch {
      let (text, isUTF8) = TextDecoding.text(bytes)
      guard !isUTF8 else { return .failure(error) }
      foreign = true
      return Result { () throws(JSONSyntaxError) in try JSONParser.parse(text.utf8) }
    }
  }
}
