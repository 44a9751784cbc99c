/// One element of a stream of JSON values.
package struct JSONElement {
  /// The line on which it begins, from 1.
  package var line: Int
  /// The value, or what is wrong with it.
  package var value: Result<JSONValue, JSONSyntaxError>

  package init(line: Int, value: Result<JSONValue, JSONSyntaxError>) { (self.line, self.value) = (line, value) }
}

/// A stream of JSON values.
package protocol JSONElementStream: AnyObject {
  /// The next value; nil after the last.
  /// - Throws: what makes it impossible to read on.
  func next() throws(InputError) -> JSONElement?
  /// The text of the value returned last.
  var text: String { get }
  /// The line of the first value that was not UTF-8 and was read as Windows-1252.
  var firstForeignLine: Int? { get }
}

extension JSONValue {
  /// Parses bytes that should be UTF-8; those that are not are read as Windows-1252.
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
