/// The start tags of an XML document, in order, with their attributes.
///
/// Strict where a mistake could change the result: tags must be closed, attributes quoted, and start and end tags
/// match. Comments, CDATA, processing instructions and a document type without entities are skipped; text is ignored,
/// and entities in attributes are not resolved.
///
/// The system's parser is a separate library that every start of the command would have to load, and its rules differ
/// between systems.
package struct XMLTags {
  /// An XML error and its line.
  package struct SyntaxError: Error {
    package let line: Int
    package let problem: String

    package init(line: Int, problem: String) { (self.line, self.problem) = (line, problem) }
  }

  package struct Tag {
    /// The name without its prefix.
    package var localName: String
    var attributes: [(name: String, value: String)] = []
    /// The line of the tag, from 1.
    package var line: Int

    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  private let text: [UInt8]
  private var position = 0
  private var line = 1
  /// The names of the open elements.
  private var open: [ArraySlice<UInt8>] = []

  package init(_ text: [UInt8]) { self.text = text }

  func syntaxError(_ problem: String, line: Int? = nil) -> SyntaxError {
    SyntaxError(line: line ?? self.line, problem: problem)
  }

  /// The next start tag; nil at the end of the document.
  package mutating func next() throws(SyntaxError) -> Tag? {
    while skip(to: UInt8(ascii: "<")) {
      if take("<!--") {
        try skip(past: "-->", of: "a comment")
      } else if take("<![CDATA[") {
        try skip(past: "]]>", of: "a CDATA section")
      } else if take("<?") {
        try skip(past: "?>", of: "a processing instruction")
      } else if take("<!") {
        try skip(past: ">", of: "a declaration")
      } else if take("</") {
        try close()
      } else {
        return try startTag()
      }
    }
    if let name = open.last { throw syntaxError("the file ends before </\(String(decoding: name, as: UTF8.self))>") }
    return nil
  }

  private mutating func startTag() throws(SyntaxError) -> Tag {
    var tag = Tag(localName: "", line: line)
    position += 1
    let name = try name()
    tag.localName = String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? name, as: UTF8.self)
    while true {
      skipSpace()
      if take("/>") { return tag }
      if take(">") {
        open.append(name)
        return tag
      }
      tag.attributes.append(try attribute())
    }
  }

  private mutating func attribute() throws(SyntaxError) -> (String, String) {
    let name = try name()
    skipSpace()
    guard take("=") else { throw syntaxError("an attribute needs = and a value") }
    skipSpace()
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw syntaxError("the value of an attribute needs quotes")
    }
    position += 1
    let start = position
    guard skip(to: quote) else { throw syntaxError("the file ends within an attribute") }
    defer { position += 1 }
    return (String(decoding: name, as: UTF8.self), String(decoding: text[start..<position], as: UTF8.self))
  }

  private mutating func close() throws(SyntaxError) {
    let name = try name()
    skipSpace()
    guard take(">") else { throw syntaxError("an end tag needs >") }
    guard let opened = open.popLast(), opened == name else {
      throw syntaxError("</\(String(decoding: name, as: UTF8.self))> closes nothing")
    }
  }

  // MARK: Bytes

  private var peek: UInt8? { position < text.count ? text[position] : nil }

  private mutating func name() throws(SyntaxError) -> ArraySlice<UInt8> {
    let start = position
    while let byte = peek, !Self.endsName(byte) { position += 1 }
    guard position > start else { throw syntaxError("a name is missing in a tag") }
    return text[start..<position]
  }

  private static func endsName(_ byte: UInt8) -> Bool { byte <= 0x20 || "/>=<\"'".utf8.contains(byte) }

  private mutating func skipSpace() {
    while let byte = peek, byte <= 0x20 { advance(byte) }
  }

  private mutating func advance(_ byte: UInt8) {
    if byte == 0x0A { line += 1 }
    position += 1
  }

  /// Moves to the next occurrence of a byte; false when there is none.
  private mutating func skip(to byte: UInt8) -> Bool {
    while let next = peek {
      if next == byte { return true }
      advance(next)
    }
    return false
  }

  private mutating func skip(past end: StaticString, of what: String) throws(SyntaxError) {
    let start = line
    while let next = peek {
      if take(end) { return }
      advance(next)
    }
    throw syntaxError("the file ends within \(what)", line: start)
  }

  /// Consumes these bytes if they come next.
  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard position + count <= text.count else { return false }
    for index in 0..<count where text[position + index] != word.utf8Start[index] { return false }
    position += count
    return true
  }
}
