extension Sequence<UInt8> {
  /// The bytes as hexadecimal digits, two for each, in lower case.
  package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
