extension JSONValue {
  /// Parses exactly one value from JSON text (RFC 8259) in UTF-8.
  ///
  /// Whole numbers of up to 63 bits are exact, and keys keep their order.
  /// - Throws: `JSONSyntaxError` with the position.
  /// - Complexity: O(n) in the text.
  public init(parsing text: some Sequence<UInt8>) throws(JSONSyntaxError) { self = try JSONParser.parse(text) }

  /// Parses exactly one value from JSON text; see ``init(parsing:)``.
  ///
  /// - Throws: `JSONSyntaxError` with the position in the text's UTF-8 form.
  public init(parsing text: String) throws(JSONSyntaxError) { self = try JSONParser.parse(text.utf8) }
}
