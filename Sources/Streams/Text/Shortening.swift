extension String {
  /// The text on one line, cut to 60 characters for messages; also limited in bytes, since a letter may carry any
  /// number of accents.
  package var shortened: String {
    guard utf8.count > 60 else { return printable }
    let scalars = unicodeScalars.prefix(120)
    let isWhole = scalars.endIndex == unicodeScalars.endIndex
    let text = String(String.UnicodeScalarView(scalars))
    return (isWhole && count <= 60 ? self : text.prefix(59) + "…").printable
  }
}
