extension FieldDefinition {
  /// The byte that stands for 64 bits of a value in the file.
  func code(of number: Int64) -> UInt8 {
    if case .word = value { UInt8(truncatingIfNeeded: number + 1) } else { UInt8(truncatingIfNeeded: number) }
  }

  /// The highest byte of a value.
  var highestCode: UInt8 {
    switch value {
    case .word(let word): UInt8(clamping: word.words.count)
    case .whole(_, let range, _): UInt8(clamping: range.upperBound)
    case .text, .number, .composite: 0
    }
  }

  /// Sets the value that a byte encodes; 0 means none.
  func set(code: UInt8, of listing: inout Listing) {
    guard code > 0 else { return }
    if case .word = value { stored?.set(Int64(code) - 1, of: &listing) } else { stored?.set(Int64(code), of: &listing) }
  }
}
