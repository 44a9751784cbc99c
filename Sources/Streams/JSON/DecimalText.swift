extension StringProtocol {
  /// The number that the text is: digits with a sign, a point and an exponent if need be; nil for other texts, also for
  /// `0x21`, `inf`, `nan` and `1e400`, which `Double` takes.
  package var typedNumber: Double? {
    guard utf8.allSatisfy({ "+-.0123456789Ee".utf8.contains($0) }), let number = Double(self), number.isFinite else {
      return nil
    }
    return number
  }

  /// Whether the text is a number with more digits than a value can store, which would be rounded.
  package var isTooPrecise: Bool {
    guard Int64(self) == nil, let number = typedNumber else { return false }
    return significantDigits != "\(number)".significantDigits
  }

  /// The digits that make a difference: without sign, point, exponent, and zeros at either end.
  private var significantDigits: String {
    let digits = prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
    return String(String(digits.reversed().drop { $0 == "0" }).reversed())
  }
}

extension JSONValue {
  /// The whole or decimal number in user input; other texts stay texts, and so does a number that is too precise
  /// (`isTooPrecise`).
  package init(numberIn text: String) {
    if let whole = Int64(text) {
      self = .int(whole)
    } else if !text.isTooPrecise, let number = text.typedNumber {
      self = .double(number)
    } else {
      self = .string(text)
    }
  }
}
