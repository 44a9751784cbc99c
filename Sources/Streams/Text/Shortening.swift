extension String {
  /// At most 60 characters on one line, for messages, and at most some bytes: a letter may carry any number of accents.
  package var shortened: String {
    guard utf8.count > 60 else { return printable }
    let scalars = unicodeScalars.prefix(120)
    let isWhole = scalars.endIndex == unicodeScalars.endIndex
    let text = String(String.UnicodeScalarView(scalars))
    return (isWhole && count <= 60 ? self : text.prefix(59) + "…").printable
  }
}
