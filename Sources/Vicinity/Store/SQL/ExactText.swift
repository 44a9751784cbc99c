/// A text compared byte by byte, as SQLite does.
///
/// Two texts that are equal in Swift may differ in their bytes, such as é as one scalar or as e with a combining
/// accent.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool {
    guard left.text.utf8.count == right.text.utf8.count else { return false }
    var (one, other) = (left.text, right.text)
    return one.withUTF8 { one in other.withUTF8 { one.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
